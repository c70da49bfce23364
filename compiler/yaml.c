/*
 * The border to libyaml: bytes of a front matter or a YAML file in, a tree of
 * nodes out, each with the bytes that stand for it in the source.
 *
 * The bytes are looked over once (yaml_bytes). Most front matters keep to
 * plain forms, which yaml_simple reads without libyaml; whatever it does not
 * know or finds wrong is read here, from the start, so that libyaml alone
 * says what is YAML. Events are taken one by one and every limit is checked
 * before a node is made, so nothing hostile is ever built.
 *
 * An event says where a value begins; where it ends is corrected here: a
 * block collection ends with its last child, a block scalar with its last
 * line of content, and a value that is not there stands behind its colon.
 * Scalars keep to the source (a slice) where unquoting changes nothing.
 *
 * Bytes are found in yaml_place.c; what is said of a fault stands in
 * yaml_fault.c.
 */
#include "yaml.h"

#include <yaml.h>

#include "arena.h"
#include "diag.h"
#include "yaml_bytes.h"
#include "yaml_parts.h"
#include "yaml_place.h"

/* What is kept between events. */
struct reader {
	struct builder *b;
	struct diag *diag;
	yaml_parser_t parser;
	struct places places;
};

/* ---- libyaml's marks and words ----------------------------------------- */

/* The byte of the text that a mark of libyaml means. */
static size_t
mark_byte(struct reader *r, yaml_mark_t mark)
{
	return place_byte(&r->places, mark.index);
}

/* The character there. */
static struct span
mark_span(struct reader *r, yaml_mark_t mark)
{
	size_t at = mark_byte(r, mark);

	return build_span(r->b, at, place_after(&r->places, at));
}

/* Says what libyaml stopped at. */
static bool
say_problem(struct reader *r)
{
	const yaml_parser_t *p = &r->parser;
	const char *problem = p->problem ? p->problem : "cannot be read";
	const struct problem *c = problem_find(problem);
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
			   "anchor '&%.40s': anchors and aliases are not "
			   "allowed, write the value",
			   (const char *)anchor);
	else
		diag_error(r->diag, mark_span(r, e->start_mark),
			   "tags are not allowed, write the value without");
	return false;
}

/* ---- events ------------------------------------------------------------ */

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
	const struct frame *f = build_top(r->b);
	size_t from = mark_byte(r, e->start_mark);
	size_t to = mark_byte(r, e->end_mark);

	if (style == NODE_BLOCK)
		to = place_block_end(&r->places, from, to);
	else if (from == to && f && f->has_key)
		from = to = place_behind_colon(&r->places,
					       f->key_at.at + f->key_at.n -
					       r->b->at.at, to);
	return build_span(r->b, from, to);
}

/* The text of a scalar: the source's own bytes if they are the same. */
static struct str
scalar_text(struct reader *r, const yaml_event_t *e, struct span at)
{
	struct str text = { (const char *)e->data.scalar.value,
			    e->data.scalar.length };
	struct str own = span_str(at);
	enum node_style style = scalar_style(e->data.scalar.style);

	if (style == NODE_SINGLE || style == NODE_DOUBLE)
		own = str_slice(own, 1, own.n - 2);
	return str_equal(own, text) ? own : arena_copy(r->b->arena, text);
}

static bool
take_scalar(struct reader *r, const yaml_event_t *e)
{
	enum node_style style = scalar_style(e->data.scalar.style);
	struct span at = scalar_span(r, e, style);
	struct str text;

	if (!check_properties(r, e, e->data.scalar.anchor, e->data.scalar.tag))
		return false;
	text = scalar_text(r, e, at);
	return build_wants_key(r->b) ? build_key(r->b, text, at) :
				       build_scalar(r->b, style, text, at);
}

/* Opens a list or map that starts with the event. */
static bool
take_open(struct reader *r, const yaml_event_t *e, enum node_kind kind)
{
	struct span at = mark_span(r, e->start_mark);
	char first = at.n ? span_str(at).p[0] : '\0';
	bool flow = first == '[' || first == '{';

	return build_open(r->b, kind, flow ? NODE_FLOW : NODE_BLOCK, at);
}

/* `[a: b]` holds a map that starts and ends without a bracket. */
static bool
take_close(struct reader *r, const yaml_event_t *e)
{
	bool flow = build_top(r->b)->node->style == NODE_FLOW;

	return build_close(r->b, flow ? mark_byte(r, e->end_mark) : 0);
}

static bool
take_event(struct reader *r, const yaml_event_t *e)
{
	switch (e->type) {
	case YAML_ALIAS_EVENT:
		diag_error(r->diag, mark_span(r, e->start_mark),
			   "alias '*%.40s': anchors and aliases are not "
			   "allowed, write the value",
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
		if (!r->b->root)
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
	if (!good)
		build_say_fault(r->b, r->diag);
	return good;
}

bool
event_read(struct builder *b, bool ascii, struct diag *d)
{
	struct reader r = { .b = b, .diag = d,
			    .places = { .text = b->text, .ascii = ascii } };
	bool good;

	if (!yaml_parser_initialize(&r.parser))
		die("out of memory");
	yaml_parser_set_encoding(&r.parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(&r.parser,
				     (const unsigned char *)b->text.p,
				     b->text.n);
	good = read_events(&r);
	yaml_parser_delete(&r.parser);
	return good;
}

static struct node *
parse(struct arena *a, struct span at, size_t most, struct diag *d)
{
	struct builder b = { .arena = a, .most = most };
	bool ascii;

	if (str_starts(span_str(at), STR("\xef\xbb\xbf")))
		at = span_slice(at, 3, at.n - 3);
	if (!bytes_check(at, &ascii, d))
		return NULL;
	b.at = at;
	b.text = span_str(at);
	if (simple_read(&b))
		return build_end(&b);
	b = (struct builder){ .arena = a, .at = at, .text = b.text,
			      .most = most };
	return event_read(&b, ascii, d) ? build_end(&b) : NULL;
}

struct node *
yaml_parse(struct arena *a, struct span at, struct diag *d)
{
	return parse(a, at, YAML_NODES_MAX, d);
}

struct node *
yaml_parse_data(struct arena *a, struct span at, struct diag *d)
{
	return parse(a, at, YAML_DATA_NODES_MAX, d);
}
