/*
 * Sources that may stand in one translation unit with others, each in a
 * namespace of its own behind the includes that all of them have. Such a unit
 * is compiled for one answer alone, that they compile; a source of which
 * anything else is asked, or may be, is built alone.
 *
 * Pure text, but for what an earlier run has found of a source.
 */
#include "str.h"

struct arena;
struct buf;
struct making;
struct target;

/* Raise it when share_parse accepts or refuses other sources than before. */
#define SHARE_VERSION 1

/* No source with this in it shares; names of ours begin so. */
#define SHARE_NAME "kbc_unit"

/* Sources that one unit holds at most. */
#define SHARE_MAX 64

/* A source that may share. */
struct share_unit {
	struct str front;    /* its includes and what kbc defines around them,
				a line each: equal in all that share */
	struct str body;     /* what follows */
	struct str own;      /* the name of the source in its `#line` */
	struct str *names;   /* that it declares in the global namespace */
	size_t nnames, capnames;
};

/*
 * Takes a source apart; text is what emit_source says of the target. False
 * where it must be built alone: by its text it might say something to a
 * neighbour, or mean something else beside one.
 */
bool share_parse(struct arena *a, struct share_unit *out,
		 const struct target *t, struct str text);

/* A word, a literal, or one byte that is neither. */
struct token {
	enum token_kind { TOKEN_WORD, TOKEN_LITERAL, TOKEN_SIGN } kind;
	struct str text;
	uint32_t braces;     /* open around it */
	uint32_t others;     /* brackets of the other two kinds, likewise */
};

struct tokens {
	struct token *items;
	size_t n, cap;
	uint32_t braces, round, square; /* open at the end */
	uint32_t quoted;     /* braces that are open in texts in quotes */
};

/* The tokens of a source; false where its text alone forbids to share. */
bool share_tokens(struct arena *a, struct tokens *out, struct str text);

/* The names that it declares in the global namespace; false where that cannot
   be told, or a word forbids to share. */
bool share_names(struct arena *a, struct share_unit *out,
		 const struct tokens *t);

/* A source in a unit, as a batch of them has it. */
struct member {
	size_t number;       /* in the unit, from 0 */
	uint32_t first, last; /* page lines of its fence */
	struct str name;     /* of the target */
	struct str key;      /* see share_key */
};

/*
 * A batch: the front, then blocks of lines. One that begins with a mark and a
 * member's head belongs to that member, one with a bare mark to all:
 *
 *	// kbc_unit 3 40 52 compute/tiles/fence2-check 5f0c…
 *	namespace kbc_unit_3_ {
 */
void share_emit_front(struct buf *out, struct str front);
void share_emit_unit(struct buf *out, const struct share_unit *u,
		     const struct member *m);

/* Behind all units: each name once more, as what is nowhere else. That is an
   error of the unit where a header has declared it in the global namespace,
   which a name in a namespace would hide. */
void share_emit_names(struct buf *out, const struct share_unit *u,
		      const struct member *m);

/* The line of one name in that. */
struct str share_name_line(struct arena *a, struct str name);

/* Whether a line is a mark; member: it begins a block of *out. */
bool share_mark(struct str line, struct member *out, bool *member);

/* The member that a name in a `#line` of a batch, or a symbol, is of;
   SIZE_MAX for none. */
size_t share_member(struct str name);

/* --- what is known of a source ------------------------------------------- */

/* What the answer depends on beside headers: text, architecture, tools. */
struct str share_key(struct arena *a, const struct making *m,
		     const struct target *t, struct str text);

/* Bytes of a list of headers, a path a line; a thousand take a tenth. */
#define SHARE_LIST_MAX ((size_t)1 << 20)

/* Where the list of that hash lies in a folder of generated sources; of an
   empty hash, the folder of all lists. */
struct str share_list_path(struct arena *a, struct str folder,
			   struct str hash);

/* What a unit's compiler found. */
struct share_finding {
	bool good;           /* it compiles, and makes code of its own */
	struct str key;
	struct str list;     /* hash of the headers' names, a line each */
	struct str stamps;   /* hash of what the file system says of them */
};

/* Of a target, in its file `.build/NAME.unit`; false for none. */
bool share_find(struct arena *a, struct share_finding *out, struct str folder,
		struct str name);

/* Leaves one; false when it cannot be. */
bool share_keep(struct arena *a, const struct share_finding *f,
		struct str folder, struct str name);

/* The hash of the stamps of files, a line each, from the folder on. */
struct str share_stamps(struct arena *a, struct str folder, struct str list);

/* Whether this run knows that the target compiles without building it alone:
   graph_run leaves no finding that does not hold. */
bool share_is_good(struct arena *a, const struct making *m,
		   const struct target *t);
