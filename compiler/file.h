/* The only access to the disk. Paths are `/`-separated. */
#include "str.h"

struct arena;
struct diag;

struct paths {
	struct str *items; /* as they were added; see file_sort_paths */
	size_t n, cap;
};

enum file_kind { FILE_NONE, FILE_PLAIN, FILE_FOLDER, FILE_OTHER };

/* What stands at path; links are followed. A disk that does not answer ends the
   program: nothing is said of what might be there. */
enum file_kind file_kind(struct str path);

/*
 * The whole file with a guard NUL behind it. False with a fail in d when it
 * cannot be read, is not a plain file, or is larger than max bytes.
 */
bool file_read(struct arena *a, struct str *out, struct str path, size_t max,
	       struct diag *d);

/*
 * The first bytes of a file, at most this many, and without a word: false
 * when they cannot be read, which file_read says when the whole is wanted.
 */
bool file_read_start(struct arena *a, struct str *out, struct str path,
		     size_t most);

/*
 * All plain files under folder whose names end in suffix, depth first,
 * sorted; names that start with a dot are skipped, links to folders are not
 * followed. Paths begin with folder as given. False with a fail in d.
 */
bool file_walk(struct arena *a, struct paths *out, struct str folder,
	       struct str suffix, struct diag *d);

/* As file_walk, but a link that leads out of the folder is a fail. */
bool file_walk_within(struct arena *a, struct paths *out, struct str folder,
		      struct str suffix, struct diag *d);

/* What a search of a tree looks for, and what it found. */
struct search {
	struct str suffixes[2]; /* of names, in any case of letters */
	struct str border;      /* a file of this name makes its folder, and
				   all below, another tree; or empty */
	struct str bound;       /* links to files outside of this real folder
				   are strays, and found; or empty */
	struct paths found;
	struct paths strays;    /* such links, of wanted names */
	struct paths borders;   /* such folders below the first; left out */
	struct paths temps;     /* what file_replace has not come to rename */
};

/* As file_walk, with what the search says. */
bool file_search(struct arena *a, struct search *s, struct str folder,
		 struct diag *d);

/*
 * Writes text to path by a temporary file in the same folder, synced and
 * renamed; mode kept, a link's target is replaced; other names of the file
 * (hard links) keep the old one, with a warning. When was.p is not NULL the
 * file must still hold exactly those bytes, or text already. Folders above are
 * made. False with a fail in d and the old file whole.
 */
bool file_replace(struct str path, struct str text, struct str was,
		  struct diag *d);

/* Whether files of a folder may be replaced; false with a fail in d. */
bool file_can_write(struct str folder, struct diag *d);

/* Removes of such temporary files those whose process is no more: it was
   killed. What cannot be removed stays, without a word. */
void file_sweep(const struct paths *temps);

/* Whether a plain file is there and holds exactly these bytes. */
bool file_holds(struct str path, struct str text);

/* As file_replace, but leaves a file that holds text already untouched. */
bool file_update(struct str path, struct str text, struct diag *d);

/* As file_update, of what can be made again: not synced, so that after a power
   cut it may be empty, or what it was. */
bool file_remake(struct str path, struct str text, struct diag *d);

/* Makes the folder and those above it. False with a fail in d. */
bool file_make_folder(struct str path, struct diag *d);

/* A folder for a moment, which only we can look into. */
struct private_folder {
	struct str path;
	int lock;            /* held while we are in it */
};

/* Makes one of a new name below that folder. False with a fail in d. */
bool file_private(struct arena *a, struct private_folder *out,
		  struct str below, struct diag *d);

/* Removes it; one without a path is none. */
bool file_private_end(struct private_folder *p, struct diag *d);

/* Removes those below a folder whose runs have ended without it. */
void file_private_clear(struct arena *a, struct str below);

/* Writes a new file into such a folder, with the folders above it; nobody else
   sees it, so it is not synced. False with a fail in d. */
bool file_lay(struct str path, struct str text, struct diag *d);

/* Likewise one of that length of which nothing was written, and a link, both
   into a folder that is there. */
bool file_lay_name(struct str path, uint64_t size, struct diag *d);
bool file_lay_link(struct str path, struct str to, struct diag *d);

/* Removes a plain file; a missing one is fine. False with a fail in d. */
bool file_remove(struct str path, struct diag *d);

/* Removes a link, whatever it leads to, and nothing else. False with a fail. */
bool file_unlink(struct str path, struct diag *d);

/* Removes a folder with all in it; a missing one is fine. False with a fail. */
bool file_remove_tree(struct str path, struct diag *d);

/* Removes all that is in a folder but a file of that name; a missing folder is
   fine. False with a fail. */
bool file_empty_folder(struct str path, struct str but, struct diag *d);

/* Removes all folders below that one whose names end in suffix. */
bool file_remove_trees(struct str folder, struct str suffix, struct diag *d);

/* Adds a path, which is not copied, at the end. */
void paths_add(struct arena *a, struct paths *to, struct str path);

/* In byte order. */
void file_sort_paths(struct paths *p);

/* The folders in that one, sorted by name; none if it cannot be read. */
void file_folders(struct arena *a, struct paths *out, struct str folder);

/* All that is below a folder, folders and names with a dot in front, too, in no
   order; links are not followed, a missing folder holds nothing. False when not
   all of it can be seen. */
bool file_below(struct arena *a, struct paths *out, struct str folder);

/* The first name in a folder, of all that are there; empty if none is, or it
   cannot be read. */
struct str file_first(struct arena *a, struct str folder);

/* Days since a file was last written; 0 if it is not there. */
double file_age(struct str path);

/*
 * Takes the lock file at path for this process, waiting for its owner with a
 * notice on standard error; gone with the process. Folders above are made.
 * The descriptor, or -1 with a fail in d.
 */
int file_lock(struct str path, struct diag *d);

/* As file_lock of a lock that is there, but says nothing and waits for none:
   -1 then. */
int file_try_lock(struct str path);
void file_unlock(int lock);

/*
 * Whether a path, links followed, lies under a real folder or is it; of what
 * is not there yet the folder above that is. A link that leads nowhere does not
 * stay.
 */
bool file_stays(struct arena *a, struct str path, struct str folder);

/* Whether it does, links of the folder followed, too; else a fail that it is
   not written. */
bool file_may_write(struct arena *a, struct str path, struct str folder,
		    struct diag *d);

/* The absolute path with links resolved; empty when nothing is there. */
struct str file_real(struct arena *a, struct str path);

/* What the file system says of a file; all zero where none is. */
struct file_stamp {
	uint64_t device, inode, mode, size;
	int64_t written, changed; /* nanoseconds since 1970 */
};

/* The stamp of what stands at path, links followed; false for nothing. */
bool file_stamp(struct file_stamp *out, struct str path);
bool file_stamp_equal(const struct file_stamp *a, const struct file_stamp *b);

/* Whether it is that of a plain file, of a folder. */
bool file_stamp_plain(const struct file_stamp *s);
bool file_stamp_folder(const struct file_stamp *s);

/* What it says of the kind of file, and no more. */
struct file_stamp file_stamp_kind(const struct file_stamp *s);

/* Now, as stamps have it. */
int64_t file_clock(void);

/* Whether the file was last touched so long before `when` that who touches it
   from then on gives it another stamp. */
bool file_stamp_settled(const struct file_stamp *s, int64_t when);

/*
 * Writes text to a file that can be made again, whole or not at all, for our
 * eyes alone; folders above are made. Unsynced, and without a word: false when
 * it cannot be.
 */
bool file_keep(struct arena *a, struct str path, struct str text);

/* A secret of so many bytes, at most 256, that lies at path and only we can
   read or have written; made if there is none. False, without a word, when
   it cannot be. */
bool file_secret(struct arena *a, struct str *out, struct str path,
		 size_t bytes);
