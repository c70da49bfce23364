/*
 * A schema as the checker wants it: one rule a schema object, keywords looked
 * up and judged once. What the parts of `schema` share; nobody else includes
 * it.
 */
#include "str.h"

struct arena;
struct diag;
struct node;
struct pattern;
struct rule;

/* Types of JSON Schema, as bits. */
enum value_type {
	TYPE_NULL = 1,
	TYPE_BOOLEAN = 2,
	TYPE_INTEGER = 4,
	TYPE_NUMBER = 8, /* a value that is whole has INTEGER too */
	TYPE_STRING = 16,
	TYPE_LIST = 32,
	TYPE_MAP = 64
};

/* One entry of properties or patternProperties. */
struct key_rule {
	struct str key;           /* as written */
	struct pattern *pattern;  /* of patternProperties */
	struct rule *rule;
	struct key_rule *next;
};

/* One text of x-kbc-check. */
struct check_rule {
	struct str kind, argument;
	struct check_rule *otherwise; /* behind ` or ` */
	struct check_rule *next;
};

struct rule {
	const struct node *node;        /* the schema object */
	unsigned types;                 /* allowed, as bits; 0: any */
	struct key_rule *properties;
	struct key_rule *patterns;
	struct rule *other;             /* additionalProperties: a schema */
	bool closed;                    /* additionalProperties: false */
	const struct node *required;    /* list of texts, or NULL */
	struct rule *items;
	const struct node *enumeration; /* list of scalars, or NULL */
	const struct node *constant;    /* scalar, or NULL */
	struct pattern *pattern;
	struct str pattern_text;
	const struct node *minimum, *maximum;
	double least, most;             /* their numbers */
	size_t min_length, min_items;
	bool unique;
	struct rule *any;               /* anyOf, linked by next */
	struct rule *all;               /* allOf, likewise */
	struct rule *contains;
	struct rule *when;              /* if; then and else are judged by it */
	struct rule *then, *otherwise;
	struct rule *next;
	const struct node *fact;        /* x-kbc-fact: scalar or list */
	struct check_rule *checks;      /* x-kbc-check, in order */
	struct str scope;               /* x-kbc-scope */
	struct str write;               /* x-kbc-write */
	const struct node *map;         /* x-kbc-map */
};

struct schema {
	struct str name;
	struct rule *root;
};

/* The rule of a schema object. NULL with errors in d. */
struct rule *rule_parse(struct arena *a, const struct node *n, struct diag *d);

/* The type of a value, as bits. */
unsigned node_type(const struct node *n);

/* Equal in the sense of JSON: same type and value. Scalars only. */
bool node_equal(const struct node *a, const struct node *b);

/* Types in words: "a text or a list". */
struct str types_text(struct arena *a, unsigned types);

/* s as a message shows it: the first line, and no more than a few words. */
struct str short_text(struct arena *a, struct str s);
