/*
 * A tree of nodes while it is built, by either reader of YAML: the quick one
 * for the plain forms that most front matters keep to, the one of libyaml for
 * all others. Nothing is said here: a fault is kept for who can say it.
 * Include yaml.h before it.
 */
#include "str.h"

struct arena;
struct diag;

enum build_fault {
	BUILD_GOOD,
	BUILD_DEEP,      /* deeper than YAML_DEPTH_MAX */
	BUILD_LARGE,     /* more values than there may be */
	BUILD_KEY_EMPTY, /* a key without text or quotes */
	BUILD_KEY_KIND,  /* a key that is a list or map */
	BUILD_KEY_MERGE, /* `<<`, which takes in another map */
	BUILD_KEY_POSES, /* a key that looks like another */
	BUILD_REPEAT     /* a key for the second time */
};

/* A list or map that is being filled. */
struct frame {
	struct node *node;
	struct node *last;  /* its newest child */
	bool has_key;       /* of a map: a key waits for its value */
	struct str key;
	struct span key_at;
	size_t indent;      /* for the quick reader: columns before it */
};

struct builder {
	struct arena *arena;
	struct span at;     /* the text */
	struct str text;    /* its bytes */
	struct frame stack[YAML_DEPTH_MAX];
	size_t depth;
	size_t nodes, most; /* values: how many there are, and may be */
	struct node *root;
	enum build_fault fault;
	struct span fault_at, first_at; /* REPEAT: where the key was first */
	struct str fault_key;
};

/* The span of bytes `from` to `to` of the text. */
struct span build_span(const struct builder *b, size_t from, size_t to);

/* The innermost open list or map, or NULL. */
struct frame *build_top(struct builder *b);

/* Whether a key must come next. */
bool build_wants_key(struct builder *b);

/*
 * The steps, in order of the text; false with b->fault set. at of an open
 * list or map is where it starts; `to` is where it ends, 0: with its last
 * child.
 */
bool build_key(struct builder *b, struct str text, struct span at);
bool build_scalar(struct builder *b, enum node_style style, struct str text,
		  struct span at);
bool build_open(struct builder *b, enum node_kind kind, enum node_style style,
		struct span at);
bool build_close(struct builder *b, size_t to);

/* The tree; an empty text, or one of comments alone, gives an empty map. */
struct node *build_end(struct builder *b);

/*
 * The quick reader. True with the whole tree built; false, with anything
 * half built, for every text that it is not made for or finds a fault in.
 */
bool simple_read(struct builder *b);

/* The reader of libyaml. False with errors in d. */
bool event_read(struct builder *b, bool ascii, struct diag *d);

/* Says what the builder refused; nothing when it refused nothing. */
void build_say_fault(const struct builder *b, struct diag *d);

/* What libyaml says, what we say of it, and the remedy where there is one. */
struct problem {
	const char *problem;
	const char *text;   /* NULL: the problem */
	bool at_context;    /* the fault is where the context began */
	const char *remedy; /* or NULL */
};

/* The row for what libyaml said; NULL if there is none. */
const struct problem *problem_find(const char *said);
