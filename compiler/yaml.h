/*
 * YAML text to a tree whose every node knows its bytes. The only user of
 * libyaml; positions are converted from its code points to bytes here, once.
 */
#include "str.h"

struct arena;
struct buf;
struct diag;

enum node_kind { NODE_SCALAR, NODE_LIST, NODE_MAP };
enum node_style { NODE_PLAIN, NODE_SINGLE, NODE_DOUBLE, NODE_BLOCK, NODE_FLOW };

struct node {
	enum node_kind kind;
	enum node_style style;   /* PLAIN to BLOCK for scalars; FLOW or BLOCK
				    for lists and maps */
	struct span at;          /* the bytes a splice would replace: quotes
				    included, no trailing blanks, no comment;
				    empty and just behind the `:` for a value
				    that is not there */
	struct str text;         /* of a scalar, unquoted and unescaped */
	struct str key;          /* in a map: the key's text */
	struct span key_at;      /* in a map: the key's bytes */
	const struct node *parent;
	struct node *child;      /* first of a list or map */
	struct node *next;
	size_t count;            /* of children */
};

/* Limits, checked while events arrive, before a tree is built. */
#define YAML_DEPTH_MAX 64
#define YAML_NODES_MAX 20000
#define YAML_DATA_NODES_MAX 400000 /* of a file of rows */

/*
 * The tree of `at`, the text between the delimiters (or a whole YAML file).
 * An empty text is an empty map. NULL with errors in d at file coordinates
 * for: bad YAML, duplicate keys (both lines named), aliases and anchors
 * (refused: an alias can hide or multiply a value), tags, keys that are no
 * text, the key `<<` (its map's keys are those of the map around it to some),
 * depth or size over the limit, more than one document, and the characters
 * that only YAML takes for line breaks or nobody can see (U+2028, U+2029,
 * U+0085, a lone CR, C0 and C1 controls but TAB, LF and CR LF, marks that turn
 * the writing direction, a byte-order mark but the first), which
 * are looked for before parsing, as is what is not UTF-8.
 */
struct node *yaml_parse(struct arena *a, struct span at, struct diag *d);

/* The same of a data file, which may have as many rows as it likes: up to
   YAML_DATA_NODES_MAX values. */
struct node *yaml_parse_data(struct arena *a, struct span at, struct diag *d);

/* The value of a key of a map; NULL when absent or n is no map or NULL. */
struct node *yaml_find(const struct node *n, struct str key);

/* The text of a scalar under key; empty when absent or no scalar. */
struct str yaml_text(const struct node *n, struct str key);

/* Whether a plain scalar is null, true/false, or a finite number in the core
   schema of YAML 1.2 (`12`, `-1.5e-3`, `0x1f`, `0o17`), which goes to *out.
   Quoted ones are texts. */
bool yaml_is_null(const struct node *n);
bool yaml_bool(const struct node *n, bool *out);
bool yaml_number(const struct node *n, double *out);

/*
 * The first child of n that repeats an earlier one, which goes to *first: a
 * key of a map, a scalar's text in a list. NULL when there is none.
 */
const struct node *yaml_repeat(struct arena *a, const struct node *n,
			       const struct node **first);

/*
 * text as a scalar on one line that reads back as the same text, in a block
 * as in a flow collection. SINGLE and DOUBLE keep these quotes (SINGLE gives
 * way to double where it must); the other styles quote only what would read
 * as something else without: `12.10`, `yes`, `a: b`. Bytes that are not UTF-8
 * are written as U+FFFD.
 */
struct str yaml_scalar(struct arena *a, struct str text, enum node_style style);

/* The tree as text, one node a line with its span, for tests. */
void yaml_dump(struct buf *out, const struct node *n);
