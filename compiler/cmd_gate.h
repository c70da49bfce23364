/*
 * The wiki at the merge base, as a second one beside that of the session. Only
 * parts of `cmd` share it.
 */
#include "str.h"

struct diag;
struct gate;
struct gate_pair;
struct git;
struct git_files;
struct node;
struct private_folder;
struct session;
struct wiki;

struct gate_base {
	struct git *git;
	struct git_files *files; /* of the base, whose bytes were wanted */
	struct str *texts;       /* of each */
	struct str evidence;     /* the ledger's folder there, from the top of
				    the work tree; empty: it is outside */
	const struct node *config; /* kbc.yaml there, or NULL */
	struct str schemas;      /* the folder of page types there; or empty */
	struct private_folder *room; /* ours while this run lasts */
	struct str folder;       /* where they lie, in it */
	struct session *session; /* over them, with no pass done */
	struct str *modules;     /* of it: folders of other repositories */
	size_t nmodules;
	bool there;              /* the base has pages at all */
};

/* Asks git, and lays what the wiki was into a folder of its own. False with a
   fail in s. */
bool gate_base_open(struct gate_base *b, struct session *s);

/* The same of any commit of a repository that was found. */
bool gate_base_at(struct gate_base *b, struct session *s, const struct git *g,
		  struct str commit);

/* Lays the files of the base into its folder: all that pages could look at, of
   the wiki as it was and, where its configuration is another, as it is `now`.
   False with a fail. */
bool gate_base_lay(struct gate_base *b, const struct wiki *now,
		   struct diag *d);

/* Whether a page lies in a module, which is as it was: the gate of that
   repository looks at it. */
bool gate_base_foreign(const struct gate_base *b, const struct wiki *w,
		       size_t i);

/* Which page was which. */
struct gate_pages {
	size_t *was;         /* [page of now]: of the base; SIZE_MAX: none */
	bool *paired;        /* [page of the base]; NULL: there are none */
};
void gate_pair_pages(struct gate_pages *out, struct session *now,
		     const struct gate_base *b);

/* Says in s why the base cannot be judged. */
void gate_base_refuse(const struct gate_base *b, struct session *s);

/* Gives the names of git (`main:allowed_signers`) to files of the base in what
   was said in s. */
void gate_base_name(const struct gate_base *b, struct session *s);

/* Holds the files of the ledger against what they were, and against the
   clock. */
void gate_ledger(const struct gate_base *b, struct session *s, struct gate *g);

/* Of claims that are new or changed, those whose evidence is of a toolkit
   that the policy does not take. */
void gate_toolkits(const struct session *s, struct gate *g,
		   const struct gate_pair *pairs, size_t n);

/* Holds the pages against what the base asks of them, by page types, `types`
   and `indices`, where that is not what is asked here. False with a fail. */
bool gate_held(const struct gate_base *b, struct session *s, struct gate *g,
	       const struct gate_pair *pairs);

/* The later, or with `last` the earlier, of two limits of versions; an empty
   one is none. */
struct str gate_limit(struct str x, struct str y, bool last);

/* Holds what was built here against the cubins of the ledger's records. */
void gate_rebuilt(const struct session *s, struct gate *g);

/* Removes the folder, once all in it is read. */
void gate_base_clear(struct gate_base *b, struct session *s);

/* Frees the second wiki and removes the folder. */
void gate_base_close(struct gate_base *b, struct session *s);
