/*
 * Page types as JSON Schema (the subset below) written in YAML, with kbc's
 * annotations. Checks a front matter and finds what it binds.
 *
 * Keywords: type required properties additionalProperties patternProperties
 * items enum const pattern minimum maximum minLength minItems uniqueItems
 * anyOf allOf contains if then else description title $schema $id $comment
 * default examples. Anything else is an error in the schema. Annotations:
 * x-kbc-fact x-kbc-check x-kbc-scope x-kbc-write x-kbc-map, of which the
 * structs below tell. kbc's own keys `probes` (map of texts) and
 * `verification` (map) are allowed in every page. Types are those of YAML 1.2:
 * `'12.10'` is a string, `12.10` a number.
 * An empty text claims nothing: its facts and checks are left out.
 */
#include "str.h"

struct arena;
struct diag;
struct node;

/* `x-kbc-fact`: a value that is a claim; with a list, the i-th number. */
struct schema_fact {
	const struct node *value;
	struct span expr_at;   /* in the schema file */
	struct str expr;       /* $parent, $key, $NAME put in */
	size_t index;          /* which number of the text, from 0 */
	bool listed;           /* the annotation was a list */
	struct schema_fact *next;
};

/* `x-kbc-check`, or one of its list: a value that must name something that
   exists, or be borne out. */
struct schema_check {
	const struct node *value;
	struct str kind;       /* page heading source file api metric arch
				  feature; lines: `L12` or `L12-L40` of the
				  file under the sibling key `path`; and: */
	struct str argument;   /* vocabulary FILE#key,key [aliases FILE]: one
				  of its words; folder UNDER: a folder below
				  that one; listed KEY: also in the list KEY of
				  the page; gathers KEY FILE#key: the list has
				  those words of the list KEY that are there;
				  gpu [FILE]: a device, of one of the page's
				  architectures; rung WORD=compiles|runs|
				  measured,…: here only what the word needs;
				  kbc-schema(5) has all of them. `$NAME` in
				  it is as written */
	struct schema_check *otherwise; /* `KIND or KIND`: will do, too;
				  of it kind, argument and otherwise */
	struct schema_check *next;
};

/* Takes a size, `512`, `64 KiB` or `1 MiB`, and blanks behind it from the start
   of *rest. False when there is none. */
bool schema_size(uint64_t *bytes, struct str *rest);

/* The parts of `$NAME`, `${NAME}`, `${NAME##*TEXT}`, `${NAME#TEXT}` or
   `${NAME%%TEXT*}`. */
struct schema_name_part {
	struct str name;
	char form;        /* 0; L: all behind the last TEXT; B: what is behind
			     TEXT at the start; F: all before the first TEXT */
	struct str text;
};

/* Takes one from the start of *rest, which is a `$`. False when it is none. */
bool schema_name_part(struct schema_name_part *out, struct str *rest);

/* `x-kbc-write`: a key that kbc owns. */
struct schema_write {
	const struct node *value; /* NULL: the page lacks the key */
	const struct node *owner; /* the map it is or would be in */
	struct str key;
	struct str field;         /* `page.status`, or a text with {fields} */
	const struct node *map;   /* x-kbc-map, or NULL */
	const struct node *enumeration; /* words allowed, or NULL */
	struct schema_write *next;
};

/* `x-kbc-scope: device|sm`. */
struct schema_scope {
	const struct node *value;
	struct str kind;
	struct schema_scope *next;
};

struct schema_result {
	struct schema_fact *facts;
	struct schema_check *checks;
	struct schema_write *writes;
	struct schema_scope *scopes;
};

struct schema; /* one page type */

/* The schemas of a folder, `NAME.yaml` each. */
struct schemas {
	struct schema **items;
	size_t n, cap;
};

/*
 * Reads every *.yaml of folder. False with errors for one that is no schema
 * of the subset.
 */
bool schema_read(struct arena *a, struct schemas *out, struct str folder,
		 struct diag *d);

/* One schema from text already read. NULL with errors in d. */
struct schema *schema_parse(struct arena *a, struct span text, struct diag *d);

/* The name of a page type: that of its file without `.yaml`. */
struct str schema_name(const struct schema *s);

/* The schema of a page: named like its `type`; NULL when there is none. */
const struct schema *schema_find(const struct schemas *all, struct str type);

/*
 * Checks front against s; every fault is an error at the value (a missing key
 * at the map's start), with the nearest known key named for an unknown one.
 * out holds what the annotations bind, in order of the front matter, also
 * when false is returned.
 */
bool schema_check(struct arena *a, struct schema_result *out,
		  const struct schema *s, const struct node *front,
		  struct diag *d);
