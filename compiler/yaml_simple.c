/*
 * The quick reader of YAML: front matters of plain forms, many times as fast
 * as libyaml and with the same tree, which a fuzz target compares.
 *
 * A line is a blank, a comment, `key: value`, `key:` or one of these behind
 * `- `; a value is on that line: a plain text, a quoted one without escapes,
 * or a list or map of such in brackets. Indents open and close block lists
 * and maps. At anything else (a tab, a CR, a text over lines, `|`, an anchor,
 * a fault) the reader gives up, and libyaml reads the text from the start:
 * this file decides nothing about what YAML is, it only knows a part where
 * there is nothing to decide.
 *
 * It neither reports nor repairs, and never guesses.
 */
#include "yaml.h"

#include "yaml_parts.h"

/* libyaml takes no key that is longer; neither do we, by a wide margin. */
#define KEY_MAX 500

/* A line, and how far it has been read. */
struct line {
	size_t at, end;  /* the rest, without the line feed */
	size_t start;    /* its first byte */
};

static char
byte_at(const struct builder *b, size_t at, size_t end)
{
	return at < end ? b->text.p[at] : '\n';
}

/* Where the blanks from `at` on end. */
static size_t
skip_blanks(const struct builder *b, size_t at, size_t end)
{
	while (at < end && b->text.p[at] == ' ')
		at++;
	return at;
}

/* Whether nothing but blanks and a comment follows `at`. */
static bool
line_is_over(const struct builder *b, size_t at, size_t end)
{
	size_t next = skip_blanks(b, at, end);

	return next == end || (b->text.p[next] == '#' && next > at);
}

/* ---- scalars ----------------------------------------------------------- */

/* The end of a quoted text without escapes behind its first quote; 0: none. */
static size_t
quoted_end(const struct builder *b, size_t at, size_t end)
{
	char quote = b->text.p[at];

	for (at++; at < end && b->text.p[at] != quote; at++) {
		if (b->text.p[at] == '\\' && quote == '"')
			return 0;
	}
	if (at == end || byte_at(b, at + 1, end) == quote)
		return 0;
	return at + 1;
}

/* Characters that may start a plain text whatever follows. */
static bool
starts_plain(char c)
{
	return byte_is_name(c) || (unsigned char)c >= 0x80 || c == '/' ||
		c == '(' || c == '+' || c == '$' || c == '^' || c == '<' ||
		c == '~' || c == '=' || c == '.' || c == ';';
}

/*
 * The end of a plain text, without the blanks behind it; 0 where it holds
 * what could mean something. Inside brackets it ends at a comma or bracket.
 */
static size_t
plain_end(const struct builder *b, size_t at, size_t end, bool flow)
{
	size_t last = at;

	if (at >= end || !starts_plain(b->text.p[at]))
		return 0;
	for (; at < end; at++) {
		char c = b->text.p[at];
		char next = byte_at(b, at + 1, end);

		if (flow && (c == ',' || c == ']' || c == '}'))
			break;
		if (flow && (c == '[' || c == '{' || c == '#' || c == '?' ||
			     c == ':'))
			return 0;
		if (c == ':' && (next == ' ' || next == '\n'))
			return 0;
		if (c == '#' && b->text.p[at - 1] == ' ')
			break;
		if (c != ' ')
			last = at + 1;
	}
	return last;
}

/* Builds the scalar at `at`; where it ends, or 0. */
static size_t
read_scalar(struct builder *b, size_t at, size_t end, bool flow)
{
	char c = byte_at(b, at, end);
	bool quoted = c == '\'' || c == '"';
	size_t to = quoted ? quoted_end(b, at, end) :
			     plain_end(b, at, end, flow);
	struct span span;
	enum node_style style = c == '"' ? NODE_DOUBLE :
		quoted ? NODE_SINGLE : NODE_PLAIN;

	if (to == 0)
		return 0;
	span = build_span(b, at, to);
	if (!build_scalar(b, style, str_slice(b->text, at + quoted,
					      to - at - 2 * (size_t)quoted),
			  span))
		return 0;
	return to;
}

/* ---- keys -------------------------------------------------------------- */

/* The end of a key that a `: ` or a line's end follows; 0 if none is there. */
static size_t
key_end(const struct builder *b, size_t at, size_t end)
{
	size_t to = at;

	if (!byte_is_name(byte_at(b, at, end)))
		return 0;
	while (to < end && (byte_is_name(b->text.p[to]) ||
			    b->text.p[to] == '-' || b->text.p[to] == '.' ||
			    b->text.p[to] == '/'))
		to++;
	if (to - at > KEY_MAX || byte_at(b, to, end) != ':')
		return 0;
	return byte_at(b, to + 1, end) == ' ' || to + 1 == end ? to : 0;
}

static bool
read_key(struct builder *b, size_t at, size_t to)
{
	return build_key(b, str_slice(b->text, at, to - at),
			 build_span(b, at, to));
}

/* A key whose value is not there: nothing, just behind the colon. */
static bool
fill_key(struct builder *b, struct frame *f)
{
	size_t at = f->key_at.at - b->at.at + f->key_at.n + 1;

	return build_scalar(b, NODE_PLAIN, str_slice(b->text, at, 0),
			    build_span(b, at, at));
}

/* ---- brackets ---------------------------------------------------------- */

/* Builds one entry of a list or map in brackets; where it ends, or 0. */
static size_t
read_entry(struct builder *b, size_t at, size_t end, enum node_kind kind)
{
	size_t to;

	if (kind == NODE_LIST)
		return read_scalar(b, at, end, true);
	to = key_end(b, at, end);
	if (to == 0 || !read_key(b, at, to))
		return 0;
	return read_scalar(b, skip_blanks(b, to + 1, end), end, true);
}

/* Builds a list or map in brackets; where it ends, or 0. */
static size_t
read_brackets(struct builder *b, size_t at, size_t end)
{
	enum node_kind kind = b->text.p[at] == '[' ? NODE_LIST : NODE_MAP;
	char close = kind == NODE_LIST ? ']' : '}';

	if (!build_open(b, kind, NODE_FLOW, build_span(b, at, at + 1)))
		return 0;
	at = skip_blanks(b, at + 1, end);
	if (byte_at(b, at, end) == close)
		return build_close(b, at + 1) ? at + 1 : 0;
	for (;;) {
		at = read_entry(b, at, end, kind);
		if (at == 0)
			return 0;
		at = skip_blanks(b, at, end);
		if (byte_at(b, at, end) == close)
			return build_close(b, at + 1) ? at + 1 : 0;
		if (byte_at(b, at, end) != ',')
			return 0;
		at = skip_blanks(b, at + 1, end);
	}
}

/* ---- lines ------------------------------------------------------------- */

/* Closes the innermost collection; a key that waits gets nothing. */
static bool
close_top(struct builder *b)
{
	struct frame *f = build_top(b);

	return (!f->has_key || fill_key(b, f)) && build_close(b, 0);
}

/* Closes what is open and cannot hold an entry at this indent. */
static bool
close_to(struct builder *b, size_t indent, bool item)
{
	struct frame *f;

	while ((f = build_top(b))) {
		bool list = f->node->kind == NODE_LIST;

		if (f->indent < indent ||
		    (f->indent == indent && (!list || item)))
			break;
		if (!close_top(b))
			return false;
	}
	return true;
}

/*
 * Makes the innermost open collection the one of this kind at this indent;
 * opens it where a value may stand.
 */
static bool
enter(struct builder *b, enum node_kind kind, size_t indent, size_t at)
{
	struct frame *f = build_top(b);

	if (f && f->indent == indent && f->node->kind == kind)
		return !f->has_key || fill_key(b, f);
	if (f ? !f->has_key : b->root || indent > 0)
		return false;
	if (!build_open(b, kind, NODE_BLOCK, build_span(b, at, at)))
		return false;
	build_top(b)->indent = indent;
	return true;
}

/* The value that starts on this line behind a key or a `- `. */
static bool
read_value(struct builder *b, size_t at, size_t end)
{
	char c = byte_at(b, at, end);

	at = c == '[' || c == '{' ? read_brackets(b, at, end) :
				    read_scalar(b, at, end, false);
	return at > 0 && line_is_over(b, at, end);
}

static bool
read_pair(struct builder *b, struct line *l)
{
	size_t indent = l->at - l->start;
	size_t to = key_end(b, l->at, l->end);

	if (to == 0 || !close_to(b, indent, false) ||
	    !enter(b, NODE_MAP, indent, l->at) || !read_key(b, l->at, to))
		return false;
	if (line_is_over(b, to + 1, l->end))
		return true;
	return read_value(b, skip_blanks(b, to + 1, l->end), l->end);
}

/* `- value`, `- key: value`. */
static bool
read_item(struct builder *b, struct line *l)
{
	size_t indent = l->at - l->start;

	if (!close_to(b, indent, true) ||
	    !enter(b, NODE_LIST, indent, l->at))
		return false;
	l->at = skip_blanks(b, l->at + 1, l->end);
	if (key_end(b, l->at, l->end) == 0)
		return read_value(b, l->at, l->end);
	indent = l->at - l->start;
	if (!build_open(b, NODE_MAP, NODE_BLOCK, build_span(b, l->at, l->at)))
		return false;
	build_top(b)->indent = indent;
	return read_pair(b, l);
}

static bool
read_line(struct builder *b, struct line *l)
{
	l->at = skip_blanks(b, l->start, l->end);
	if (l->at == l->end || b->text.p[l->at] == '#')
		return true;
	if (b->text.p[l->at] == '-' &&
	    byte_at(b, l->at + 1, l->end) == ' ')
		return read_item(b, l);
	return read_pair(b, l);
}

bool
simple_read(struct builder *b)
{
	size_t at = 0;

	if (str_find_byte(b->text, '\t') < b->text.n ||
	    str_find_byte(b->text, '\r') < b->text.n)
		return false;
	while (at < b->text.n) {
		struct line l = { .start = at };

		l.end = at + str_find_byte(str_skip(b->text, at), '\n');
		if (!read_line(b, &l))
			return false;
		at = l.end + 1;
	}
	while (build_top(b)) {
		if (!close_top(b))
			return false;
	}
	return true;
}
