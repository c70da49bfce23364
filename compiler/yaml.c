/*
 * The border to libyaml: bytes of a front matter or a YAML file in, a tree of
 * nodes out, each with the bytes that stand for it in the source.
 *
 * The bytes are looked over once before libyaml sees them: what is not UTF-8,
 * cannot be seen, or ends a line for YAML alone is refused there. Then events
 * are taken one by one; every limit is checked before the node of the event
 * is made, so nothing hostile is ever built. libyaml counts code points: an
 * all-ASCII text needs no conversion, in others a cursor walks between the
 * code point asked for last and the next one, which events give in order.
 *
 * An event says where a value begins; where it ends is corrected here: a
 * block collection ends with its last child, a block scalar with its last
 * line of content, and a value that is not there stands behind its colon.
 *
 * Scalars keep to the source (a slice) where unquoting changes nothing. No
 * types are resolved: a scalar is a text until somebody asks yaml_number.
 */
#include "yaml.h"

#include <string.h>

#include <yaml.h>

#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "source.h"

/* A list or map that is being filled. */
struct frame {
	struct node *node;
	struct node *last;  /* its newest child */
	bool has_key;       /* of a map: a key waits for its value */
	struct str key;
	struct span key_at;
};

struct reader {
	struct arena *arena;
	struct diag *diag;
	yaml_parser_t parser;
	struct span at;      /* what libyaml reads */
	struct str text;     /* its bytes */
	bool ascii;          /* code points are bytes */
	size_t point, byte;  /* the cursor: a code point and its first byte */
	struct frame stack[YAML_DEPTH_MAX];
	size_t depth;
	size_t nodes;
	struct node *root;
};

/* Code points refused, with what is wrong with them. */
struct refusal {
	uint32_t first, last;
	const char *why;
};

static const struct refusal refusals[] = {
	{ 0x0000, 0x001f, "a control character" },
	{ 0x007f, 0x0084, "a control character" },
	{ 0x0085, 0x0085, "a line break for YAML alone" },
	{ 0x0086, 0x009f, "a control character" },
	{ 0x2028, 0x2029, "a line break for YAML alone" },
	{ 0x202a, 0x202e, "an invisible mark that turns text around" },
	{ 0x2066, 0x2069, "an invisible mark that turns text around" },
	{ 0xfeff, 0xfeff, "a byte-order mark inside the text" },
	{ 0xfffe, 0xffff, "no character" },
};

/* What libyaml says, what we say of it, and the remedy where there is one. */
struct complaint {
	const char *problem;
	const char *text;   /* NULL: the problem */
	bool at_context;    /* the fault is where the context began */
	const char *remedy;
};

static const struct complaint complaints[] = {
	{ "could not find expected ':'", "expected ':' behind this key", true,
	  NULL },
	{ "found unexpected end of stream",
	  "this quote is never closed", true, NULL },
	{ "found unexpected document indicator",
	  "this quote is not closed before the end of the document", true,
	  NULL },
	{ "mapping values are not allowed in this context",
	  "a ': ' where no key can stand", false,
	  "a text that holds ': ' needs quotes; a key must be indented as the "
	  "keys above it" },
	{ "found character that cannot start any token",
	  "no value can start with this character", false,
	  "indent with spaces, never tabs; quote a text that starts with '@', "
	  "'`' or '%'" },
	{ "did not find expected alphabetic or numeric character",
	  "expected the name of an anchor or alias", true,
	  "a list item starts with '- '; quote a text that starts with '*' or "
	  "'&'" },
	{ "did not find expected key", "expected a key", false,
	  "a key must be indented as the keys above it" },
	{ "did not find expected '-' indicator", "expected '- '", false,
	  "an item must be indented as the items above it" },
	{ "did not find expected <document start>",
	  "expected the end of the text", false, NULL },
	{ "found unknown escape character", "unknown escape", false,
	  "a backslash in double quotes is written '\\\\'; single quotes keep "
	  "it as it is" },
	{ "block sequence entries are not allowed in this context",
	  "a '- ' where no list can stand", false,
	  "a list starts on the line below its key" },
};

static struct span
span_of(const struct reader *r, size_t from, size_t to)
{
	return (struct span){ r->at.source, r->at.at + (uint32_t)from,
			      (uint32_t)(to - from) };
}

static bool
is_continuation(char c)
{
	return ((unsigned char)c & 0xc0) == 0x80;
}

/* ---- bytes before parsing ---------------------------------------------- */

/*
 * The code point that starts s; its length in bytes, or 0 if the bytes are
 * not UTF-8 (also overlong forms, surrogates, beyond U+10FFFF).
 */
static size_t
decode(struct str s, uint32_t *point)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	unsigned char c = (unsigned char)s.p[0];
	size_t n = c < 0x80 ? 1 : c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 :
		c < 0xf5 ? 4 : 0;
	uint32_t value = n == 1 ? c : c & (0x7fu >> n);

	if (n == 0 || n > s.n)
		return 0;
	for (size_t i = 1; i < n; i++) {
		if (!is_continuation(s.p[i]))
			return 0;
		value = value << 6 | ((unsigned char)s.p[i] & 0x3fu);
	}
	if (value < least[n] || (value >= 0xd800 && value < 0xe000) ||
	    value > 0x10ffff)
		return 0;
	*point = value;
	return n;
}

static const struct refusal *
find_refusal(uint32_t point)
{
	if (point == '\t' || point == '\n')
		return NULL;
	for (size_t i = 0; i < COUNT_OF(refusals); i++) {
		if (point <= refusals[i].last)
			return point >= refusals[i].first ? &refusals[i] :
							    NULL;
	}
	return NULL;
}

/* Judges the character at `at` of the text; its length, or 0 with an error. */
static size_t
check_character(struct reader *r, size_t at)
{
	struct str rest = str_skip(r->text, at);
	const struct refusal *refused;
	uint32_t point = 0;
	size_t n = decode(rest, &point);

	if (n == 0) {
		diag_error(r->diag, span_of(r, at, at + 1),
			   "byte 0x%02x is not UTF-8",
			   (unsigned)(unsigned char)rest.p[0]);
		return 0;
	}
	r->ascii = r->ascii && n == 1;
	if (point == '\r' && rest.n > 1 && rest.p[1] == '\n')
		return 1;
	refused = find_refusal(point);
	if (!refused)
		return n;
	if (point == '\r')
		diag_error(r->diag, span_of(r, at, at + n),
			   "lone CR: a line break for YAML alone");
	else
		diag_error(r->diag, span_of(r, at, at + n), "U+%04X: %s",
			   (unsigned)point, refused->why);
	return 0;
}

/* Bytes that are judged at once; a constant, for the compiler's vectors. */
#define BYTES_AT_ONCE 32

/* Whether the next BYTES_AT_ONCE are there, and visible ASCII or LF. */
static bool
are_simple(struct str s)
{
	unsigned odd = 0;

	if (s.n < BYTES_AT_ONCE)
		return false;
	for (size_t i = 0; i < BYTES_AT_ONCE; i++) {
		unsigned char c = (unsigned char)s.p[i];

		odd |= (unsigned)(c >= 0x7f) |
			(unsigned)((c < ' ') & (c != '\n'));
	}
	return odd == 0;
}

/* Judges the bytes from `at` to `stop`; where it stopped, or 0 on error. */
static size_t
check_bytes(struct reader *r, size_t at, size_t stop)
{
	while (at < stop && at < r->text.n) {
		unsigned char c = (unsigned char)r->text.p[at];
		size_t n = 1;

		if (c >= 0x7f || (c < ' ' && c != '\n'))
			n = check_character(r, at);
		if (n == 0)
			return 0;
		at += n;
	}
	return at;
}

/* Whether all bytes may stand in a YAML text; also finds r->ascii. */
static bool
check_text(struct reader *r)
{
	size_t at = 0;

	r->ascii = true;
	while (at < r->text.n) {
		if (are_simple(str_skip(r->text, at)))
			at += BYTES_AT_ONCE;
		else
			at = check_bytes(r, at, at + BYTES_AT_ONCE);
		if (at == 0)
			return false;
	}
	return true;
}

/* ---- places ------------------------------------------------------------ */

/* Moves the cursor on to a code point, or to the end of the text. */
static void
step_forward(struct reader *r, size_t point)
{
	const char *p = r->text.p;
	size_t at = r->byte, now = r->point;

	while (now < point && at < r->text.n) {
		at++;
		now += at == r->text.n || !is_continuation(p[at]);
	}
	r->byte = at;
	r->point = now;
}

/* The byte of the text that a mark of libyaml means. */
static size_t
mark_byte(struct reader *r, yaml_mark_t mark)
{
	if (r->ascii)
		return mark.index < r->text.n ? mark.index : r->text.n;
	step_forward(r, mark.index);
	while (r->point > mark.index) {
		r->point--;
		do
			r->byte--;
		while (is_continuation(r->text.p[r->byte]));
	}
	return r->byte;
}

/* Where the blanks, line breaks and comments that start at `at` end. */
static size_t
skip_space(const struct reader *r, size_t at)
{
	struct str t = r->text;

	while (at < t.n) {
		if (t.p[at] == '#' && at > 0 && byte_is_blank(t.p[at - 1]))
			at += str_find_byte(str_skip(t, at), '\n');
		else if (byte_is_blank(t.p[at]))
			at++;
		else
			break;
	}
	return at;
}

/*
 * The place behind the colon of a key whose value is not there; without one
 * before what comes next, behind the key.
 */
static size_t
behind_colon(const struct reader *r, struct span key, size_t next)
{
	size_t end = key.at - r->at.at + key.n;
	size_t at = skip_space(r, end);

	return at < next && r->text.p[at] == ':' ? at + 1 : end;
}

/* End of the header of a block scalar: `|`, `>-`, `|2+`. */
static size_t
header_end(const struct reader *r, size_t at)
{
	at++;
	while (at < r->text.n && (byte_is_digit(r->text.p[at]) ||
				  r->text.p[at] == '+' || r->text.p[at] == '-'))
		at++;
	return at;
}

/* End of a block scalar without the empty lines and the break behind it. */
static size_t
block_end(const struct reader *r, size_t from, size_t to)
{
	struct str t = r->text;
	size_t head = header_end(r, from);
	size_t first = from + str_find_byte(str_skip(t, from), '\n');
	size_t last = to;

	while (last > first && byte_is_blank(t.p[last - 1]))
		last--;
	if (last <= first)
		return head;
	while (last < to && t.p[last] != '\n' && t.p[last] != '\r')
		last++;
	return last;
}

/* ---- faults ------------------------------------------------------------ */

static const struct complaint *
find_complaint(const char *problem)
{
	for (size_t i = 0; i < COUNT_OF(complaints); i++) {
		if (strcmp(complaints[i].problem, problem) == 0)
			return &complaints[i];
	}
	return NULL;
}

static struct span
mark_span(struct reader *r, yaml_mark_t mark)
{
	size_t at = mark_byte(r, mark);
	size_t end = at;

	while (end < r->text.n && (end == at || is_continuation(r->text.p[end])))
		end++;
	return span_of(r, at, end);
}

/* Says what libyaml stopped at. */
static bool
say_problem(struct reader *r)
{
	const yaml_parser_t *p = &r->parser;
	const char *problem = p->problem ? p->problem : "cannot be read";
	const struct complaint *c = find_complaint(problem);
	bool at_context = p->context && c && c->at_context;
	struct span at = mark_span(r, at_context ? p->context_mark :
						   p->problem_mark);

	if (p->error == YAML_MEMORY_ERROR)
		die("out of memory");
	diag_error(r->diag, at, "%s", c && c->text ? c->text : problem);
	if (c && c->remedy)
		diag_note(r->diag, at, "%s", c->remedy);
	if (p->context && !at_context)
		diag_note(r->diag, mark_span(r, p->context_mark), "%s",
			  p->context);
	return false;
}

/* Refuses what hides or multiplies a value. */
static bool
check_properties(struct reader *r, const yaml_event_t *e,
		 const yaml_char_t *anchor, const yaml_char_t *tag)
{
	if (!anchor && !tag)
		return true;
	if (anchor)
		diag_error(r->diag, mark_span(r, e->start_mark),
			   "anchor '&%s': anchors and aliases are not "
			   "allowed, write the value", (const char *)anchor);
	else
		diag_error(r->diag, mark_span(r, e->start_mark),
			   "tags are not allowed, write the value without");
	return false;
}

/* ---- nodes ------------------------------------------------------------- */

static struct frame *
top(struct reader *r)
{
	return r->depth ? &r->stack[r->depth - 1] : NULL;
}

static bool
wants_key(const struct frame *f)
{
	return f && f->node->kind == NODE_MAP && !f->has_key;
}

/* A new node in its place of the tree, or NULL with an error. */
static struct node *
add_node(struct reader *r, struct span at)
{
	struct frame *f = top(r);
	struct node *n;

	if (r->nodes == YAML_NODES_MAX) {
		diag_error(r->diag, at, "more than %d values", YAML_NODES_MAX);
		return NULL;
	}
	r->nodes++;
	n = arena_alloc(r->arena, sizeof(*n));
	n->at = at;
	if (!f) {
		r->root = n;
		return n;
	}
	n->parent = f->node;
	n->key = f->key;
	n->key_at = f->key_at;
	*(f->last ? &f->last->next : &f->node->child) = n;
	f->last = n;
	f->node->count++;
	f->has_key = false;
	return n;
}

static enum node_style
scalar_style(yaml_scalar_style_t style)
{
	switch (style) {
	case YAML_SINGLE_QUOTED_SCALAR_STYLE:
		return NODE_SINGLE;
	case YAML_DOUBLE_QUOTED_SCALAR_STYLE:
		return NODE_DOUBLE;
	case YAML_LITERAL_SCALAR_STYLE:
	case YAML_FOLDED_SCALAR_STYLE:
		return NODE_BLOCK;
	case YAML_PLAIN_SCALAR_STYLE:
	case YAML_ANY_SCALAR_STYLE:
		break;
	}
	return NODE_PLAIN;
}

/* The bytes of a scalar of the source. */
static struct span
scalar_span(struct reader *r, const yaml_event_t *e, enum node_style style)
{
	const struct frame *f = top(r);
	size_t from = mark_byte(r, e->start_mark);
	size_t to = mark_byte(r, e->end_mark);

	if (style == NODE_BLOCK)
		to = block_end(r, from, to);
	else if (from == to && f && f->has_key)
		from = to = behind_colon(r, f->key_at, to);
	return span_of(r, from, to);
}

/* The text of a scalar: the source's own bytes if they are the same. */
static struct str
scalar_text(struct reader *r, const yaml_event_t *e, struct span at)
{
	struct str text = { (const char *)e->data.scalar.value,
			    e->data.scalar.length };
	struct str own = str_slice(r->text, at.at - r->at.at, at.n);
	enum node_style style = scalar_style(e->data.scalar.style);

	if (style == NODE_SINGLE || style == NODE_DOUBLE)
		own = str_slice(own, 1, own.n - 2);
	return str_equal(own, text) ? own : arena_copy(r->arena, text);
}

static bool
take_key(struct reader *r, const yaml_event_t *e, struct span at)
{
	struct frame *f = top(r);

	if (at.n == 0) {
		diag_error(r->diag, at, "expected a key before ':'");
		return false;
	}
	f->key = scalar_text(r, e, at);
	f->key_at = at;
	f->has_key = true;
	return true;
}

static bool
take_scalar(struct reader *r, const yaml_event_t *e)
{
	enum node_style style = scalar_style(e->data.scalar.style);
	struct span at = scalar_span(r, e, style);
	struct node *n;

	if (!check_properties(r, e, e->data.scalar.anchor, e->data.scalar.tag))
		return false;
	if (wants_key(top(r)))
		return take_key(r, e, at);
	n = add_node(r, at);
	if (!n)
		return false;
	n->style = style;
	n->text = scalar_text(r, e, at);
	return true;
}

/* Opens a list or map that starts with the event. */
static bool
take_open(struct reader *r, const yaml_event_t *e, enum node_kind kind)
{
	struct span at = mark_span(r, e->start_mark);
	char first = at.n ? span_str(at).p[0] : '\0';
	struct node *n;

	if (wants_key(top(r))) {
		diag_error(r->diag, at, "a key must be a text");
		return false;
	}
	if (r->depth == YAML_DEPTH_MAX) {
		diag_error(r->diag, at, "nested deeper than %d",
			   YAML_DEPTH_MAX);
		return false;
	}
	n = add_node(r, at);
	if (!n)
		return false;
	n->kind = kind;
	n->style = first == '[' || first == '{' ? NODE_FLOW : NODE_BLOCK;
	r->stack[r->depth++] = (struct frame){ .node = n };
	return true;
}

static uint32_t
text_hash(struct str s)
{
	uint32_t hash = 2166136261u;

	for (size_t i = 0; i < s.n; i++)
		hash = (hash ^ (unsigned char)s.p[i]) * 16777619u;
	return hash;
}

const struct node *
yaml_repeat(struct arena *a, const struct node *n, const struct node **first)
{
	const struct node *few[64], **slots = few;
	size_t size = 4;

	while (size < 2 * n->count)
		size *= 2;
	if (size > COUNT_OF(few))
		slots = arena_alloc(a, size * sizeof(const struct node *));
	memset(slots, 0, size * sizeof(const struct node *));
	for (const struct node *c = n->child; c; c = c->next) {
		struct str name = n->kind == NODE_MAP ? c->key : c->text;
		size_t i = text_hash(name) & (size - 1);

		if (n->kind == NODE_LIST && c->kind != NODE_SCALAR)
			continue;
		for (; slots[i]; i = (i + 1) & (size - 1)) {
			*first = slots[i];
			if (str_equal(name, n->kind == NODE_MAP ?
				      slots[i]->key : slots[i]->text))
				return c;
		}
		slots[i] = c;
	}
	return NULL;
}

static bool
check_keys(struct reader *r, const struct node *map)
{
	const struct node *first = NULL;
	const struct node *again = yaml_repeat(r->arena, map, &first);

	if (!again)
		return true;
	diag_error(r->diag, again->key_at,
		   "key '" STR_FMT "' stands here again, first on line %u",
		   STR_ARG(again->key), (unsigned)span_line(first->key_at));
	diag_note(r->diag, first->key_at, "first here");
	return false;
}

/* Closes the list or map that ends with the event. */
static bool
take_close(struct reader *r, const yaml_event_t *e)
{
	struct frame *f = top(r);
	struct node *n = f->node;
	size_t from = n->at.at - r->at.at;
	size_t to = from;

	/* `[a: b]` holds a map that starts and ends without a bracket */
	if (n->style == NODE_FLOW)
		to = mark_byte(r, e->end_mark);
	else if (f->last)
		to = f->last->at.at - r->at.at + f->last->at.n;
	n->at = span_of(r, from, to);
	r->depth--;
	return n->kind == NODE_LIST || check_keys(r, n);
}

static bool
take_event(struct reader *r, const yaml_event_t *e)
{
	switch (e->type) {
	case YAML_ALIAS_EVENT:
		diag_error(r->diag, mark_span(r, e->start_mark),
			   "alias '*%s': anchors and aliases are not allowed, "
			   "write the value",
			   (const char *)e->data.alias.anchor);
		return false;
	case YAML_SCALAR_EVENT:
		return take_scalar(r, e);
	case YAML_SEQUENCE_START_EVENT:
		return check_properties(r, e, e->data.sequence_start.anchor,
					e->data.sequence_start.tag) &&
			take_open(r, e, NODE_LIST);
	case YAML_MAPPING_START_EVENT:
		return check_properties(r, e, e->data.mapping_start.anchor,
					e->data.mapping_start.tag) &&
			take_open(r, e, NODE_MAP);
	case YAML_SEQUENCE_END_EVENT:
	case YAML_MAPPING_END_EVENT:
		return take_close(r, e);
	case YAML_DOCUMENT_START_EVENT:
		if (!r->root)
			return true;
		diag_error(r->diag, mark_span(r, e->start_mark),
			   "a second document starts here");
		return false;
	case YAML_NO_EVENT:
	case YAML_STREAM_START_EVENT:
	case YAML_STREAM_END_EVENT:
	case YAML_DOCUMENT_END_EVENT:
		break;
	}
	return true;
}

static bool
read_events(struct reader *r)
{
	bool good = true, last = false;

	while (good && !last) {
		yaml_event_t e;

		if (!yaml_parser_parse(&r->parser, &e))
			return say_problem(r);
		last = e.type == YAML_STREAM_END_EVENT;
		good = take_event(r, &e);
		yaml_event_delete(&e);
	}
	return good;
}

/* An empty text, or one of comments alone, is an empty map. */
static void
fill_empty(struct reader *r)
{
	struct node *n = r->root;

	if (n && (n->kind != NODE_SCALAR || n->style != NODE_PLAIN ||
		  n->at.n > 0))
		return;
	if (!n)
		n = add_node(r, span_of(r, 0, 0));
	n->kind = NODE_MAP;
	n->style = NODE_BLOCK;
	r->root = n;
}

struct node *
yaml_parse(struct arena *a, struct span at, struct diag *d)
{
	struct reader r = { .arena = a, .diag = d, .at = at };
	bool good;

	if (str_starts(span_str(at), STR("\xef\xbb\xbf")))
		r.at = span_slice(at, 3, at.n - 3);
	r.text = span_str(r.at);
	if (!check_text(&r))
		return NULL;
	if (!yaml_parser_initialize(&r.parser))
		die("out of memory");
	yaml_parser_set_encoding(&r.parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(&r.parser,
				     (const unsigned char *)r.text.p, r.text.n);
	good = read_events(&r);
	yaml_parser_delete(&r.parser);
	if (!good)
		return NULL;
	fill_empty(&r);
	return r.root;
}

/* ---- asking a tree ----------------------------------------------------- */

struct node *
yaml_find(const struct node *n, struct str key)
{
	if (!n || n->kind != NODE_MAP)
		return NULL;
	for (struct node *c = n->child; c; c = c->next) {
		if (str_equal(c->key, key))
			return c;
	}
	return NULL;
}

struct str
yaml_text(const struct node *n, struct str key)
{
	const struct node *value = yaml_find(n, key);

	if (!value || value->kind != NODE_SCALAR)
		return (struct str){ NULL, 0 };
	return value->text;
}

static bool
is_plain(const struct node *n)
{
	return n && n->kind == NODE_SCALAR && n->style == NODE_PLAIN;
}

/* Whether s is one of the words between the blanks of `words`. */
static bool
is_one_of(struct str s, struct str words)
{
	struct str word;

	while (str_split(&word, &words, ' ')) {
		if (str_equal(word, s))
			return true;
	}
	return false;
}

bool
yaml_is_null(const struct node *n)
{
	return is_plain(n) &&
		(n->text.n == 0 || is_one_of(n->text, STR("~ null Null NULL")));
}

bool
yaml_bool(const struct node *n, bool *out)
{
	if (!is_plain(n) ||
	    !is_one_of(n->text, STR("true True TRUE false False FALSE")))
		return false;
	*out = n->text.p[0] == 't' || n->text.p[0] == 'T';
	return true;
}

/* `0x1f` and `0o17` of the core schema. */
static bool
number_in_base(struct str digits, unsigned base, double *out)
{
	double value = 0;

	for (size_t i = 0; i < digits.n; i++) {
		char c = digits.p[i];
		unsigned digit = byte_is_digit(c) ? (unsigned)(c - '0') :
			c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10 :
			c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10 : base;

		if (digit >= base)
			return false;
		value = value * base + digit;
	}
	if (digits.n == 0)
		return false;
	*out = value;
	return true;
}

static bool
text_number(struct str s, double *out)
{
	if (str_starts(s, STR("0x")))
		return number_in_base(str_skip(s, 2), 16, out);
	if (str_starts(s, STR("0o")))
		return number_in_base(str_skip(s, 2), 8, out);
	return str_number(s, out);
}

bool
yaml_number(const struct node *n, double *out)
{
	return is_plain(n) && text_number(n->text, out);
}

/* ---- writing ----------------------------------------------------------- */

/* Numbers of YAML 1.1 that are none of 1.2: 1_000, 0b101, 1:30. */
static bool
is_old_number(struct str s)
{
	const struct str digits = STR("0123456789+-._: bexBEX");
	bool marked = str_starts(s, STR("0b"));

	if (!byte_is_digit(s.p[0]) && s.p[0] != '+' && s.p[0] != '-')
		return false;
	for (size_t i = 0; i < s.n; i++) {
		if (str_find_byte(digits, s.p[i]) == digits.n)
			return false;
		marked = marked || s.p[i] == ':' || s.p[i] == '_';
	}
	return marked;
}

/* Whether some reader of YAML 1.1 or 1.2 takes a plain s for no text. */
static bool
is_typed(struct str s)
{
	struct str rest = STR("~ null true false yes no on off y n .inf -.inf "
			      "+.inf .nan = <<");
	struct str word;
	double number;

	if (s.n == 0 || text_number(s, &number) || is_old_number(s))
		return true;
	while (str_split(&word, &rest, ' ')) {
		if (str_equal_case(word, s))
			return true;
	}
	return false;
}

/* What a quoted or plain scalar on one line can hold as it is. */
static bool
is_visible(struct str s)
{
	uint32_t point = 0;

	for (size_t at = 0; at < s.n;) {
		size_t n = decode(str_skip(s, at), &point);

		if (n == 0 || point == '\t' || point == '\n' ||
		    find_refusal(point))
			return false;
		at += n;
	}
	return true;
}

/* Whether s is safe without quotes, in block and in flow context. */
static bool
is_plain_text(struct str s)
{
	const struct str flow = STR(",[]{}");

	if (is_typed(s) || !is_visible(s) || str_starts(s, STR("...")))
		return false;
	if (!byte_is_name(s.p[0]) && (unsigned char)s.p[0] < 0x80 &&
	    s.p[0] != '/' && s.p[0] != '.' && s.p[0] != '(')
		return false;
	for (size_t i = 0; i < s.n; i++) {
		bool ends = i + 1 == s.n || s.p[i + 1] == ' ' ||
			s.p[i + 1] == '?';

		if (str_find_byte(flow, s.p[i]) < flow.n ||
		    (s.p[i] == ':' && ends) ||
		    (s.p[i] == '#' && s.p[i - 1] == ' '))
			return false;
	}
	return s.p[s.n - 1] != ' ';
}

static void
add_single(struct buf *out, struct str s)
{
	buf_add_byte(out, '\'');
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == '\'')
			buf_add_byte(out, '\'');
		buf_add_byte(out, s.p[i]);
	}
	buf_add_byte(out, '\'');
}

/* The character at the start of s as double quotes hold it; its length. */
static size_t
add_escaped(struct buf *out, struct str s)
{
	uint32_t point = 0;
	size_t n = decode(s, &point);

	if (n == 0)
		buf_add(out, STR("\\uFFFD"));
	else if (point == '"' || point == '\\')
		buf_printf(out, "\\%c", (char)point);
	else if (point == '\n')
		buf_add(out, STR("\\n"));
	else if (point == '\t')
		buf_add(out, STR("\\t"));
	else if (find_refusal(point))
		buf_printf(out, point < 0x100 ? "\\x%02X" : "\\u%04X",
			   (unsigned)point);
	else
		buf_add(out, str_slice(s, 0, n));
	return n ? n : 1;
}

static void
add_double(struct buf *out, struct str s)
{
	buf_add_byte(out, '"');
	while (s.n > 0)
		s = str_skip(s, add_escaped(out, s));
	buf_add_byte(out, '"');
}

struct str
yaml_scalar(struct arena *a, struct str text, enum node_style style)
{
	bool quoted = style == NODE_SINGLE || style == NODE_DOUBLE;
	struct buf out = { 0 };
	struct str written;

	if (!quoted && is_plain_text(text))
		buf_add(&out, text);
	else if (style != NODE_DOUBLE && is_visible(text))
		add_single(&out, text);
	else
		add_double(&out, text);
	written = arena_copy(a, buf_str(&out));
	buf_free(&out);
	return written;
}

/* ---- showing ----------------------------------------------------------- */

static void
dump_node(struct buf *out, const struct node *n, int depth)
{
	static const char *const kinds[] = { "scalar", "list", "map" };
	static const char *const styles[] = { "plain", "single", "double",
					      "block", "flow" };

	buf_printf(out, "%*s", 2 * depth, "");
	if (n->parent && n->parent->kind == NODE_MAP) {
		add_double(out, n->key);
		buf_printf(out, "@%u+%u ", (unsigned)n->key_at.at,
			   (unsigned)n->key_at.n);
	}
	buf_printf(out, "%s %s @%u+%u", styles[n->style], kinds[n->kind],
		   (unsigned)n->at.at, (unsigned)n->at.n);
	if (n->kind == NODE_SCALAR) {
		buf_add_byte(out, ' ');
		add_double(out, n->text);
	}
	buf_add_byte(out, '\n');
}

void
yaml_dump(struct buf *out, const struct node *n)
{
	const struct node *root = n;
	int depth = 0;

	while (n) {
		dump_node(out, n, depth);
		if (n->child) {
			n = n->child;
			depth++;
			continue;
		}
		while (n != root && !n->next) {
			n = n->parent;
			depth--;
		}
		n = n == root ? NULL : n->next;
	}
}
