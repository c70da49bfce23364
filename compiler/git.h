/*
 * What a repository has of a wiki at another commit. The only user of git: it
 * is asked for names and bytes, never to change anything.
 */
#include "str.h"

struct arena;
struct diag;

/* A file of a commit, by its path from the top of the work tree. */
struct git_file {
	struct str path, id;
	uint64_t size;
	bool module;          /* a folder that is another repository */
	bool link;            /* its bytes are a path */
};

struct git_files {
	struct git_file *items;
	size_t n, cap;
};

/* What git takes for one file under two names, or one module at two
   commits. */
struct git_change {
	struct str from, to;  /* to is from of a module */
	bool module, gone;    /* of another repository; it was taken away */
};

struct git {
	struct arena *arena;
	struct str folder;    /* where it is asked from: the wiki's root */
	struct str top;       /* of the work tree */
	struct str prefix;    /* the folder from there on; empty: the same */
	struct str base;      /* the commit that is compared with */
	struct git_change *changes;
	size_t nchanges, capchanges;
	struct str *drivers;  /* filters that it would run, to be turned off */
	size_t ndrivers, capdrivers;
};

/*
 * Finds the repository that folder is in, the merge base of rev and HEAD, and
 * what was renamed since, to the files as they are now. False with a fail that
 * says what to do: no git, no repository, no such revision, no common commit.
 */
bool git_open(struct arena *a, struct git *out, struct str folder,
	      struct str rev, struct diag *d);

/* Finds the repository alone, without a base. */
bool git_find(struct arena *a, struct git *out, struct str folder,
	      struct diag *d);

/* A commit and the day it was made. */
struct git_moment {
	struct str id, day;
};

/* The newest commits that changed something in the folder, at most so many, the
   oldest first. False with a fail. */
bool git_log(const struct git *g, struct git_moment **out, size_t *n,
	     size_t most, struct diag *d);

/* The files, links and modules of the base. False with a fail. */
bool git_list(const struct git *g, struct git_files *out, struct diag *d);

/*
 * The bytes of these files, texts[i] of items[i], as they are in the
 * repository. `scratch` is a folder that is ours. False with a fail.
 */
bool git_read(const struct git *g, const struct git_files *files,
	      struct str *texts, struct str scratch, struct diag *d);
