/*
 * The `at` marker: its lines in, a list of markers with a text each out.
 *
 *     at
 *     "148 SMs" device(B200).sm_count id=sms
 *     every "2 waves" ceil(150 / sms)
 *
 * An item is a text in quotes, perhaps all places of it (`every`), and a marker
 * that speaks of it. The next item starts on a line that begins with a quote or
 * `every`; other lines belong to the one before.
 *
 * Where in the page the text stands is not looked for here.
 */
#include "marker.h"

#include "arena.h"
#include "diag.h"
#include "expr_lex.h"
#include "marker_parts.h"

/* Offset of the line in text, not the first, that begins the next item. */
static size_t
item_length(struct span text)
{
	struct str s = span_str(text);
	size_t at = str_find_byte(s, '\n');

	while (at < s.n) {
		struct span line = span_slice(text, at, text.n);

		lex_take_name(&line, "every");
		if (!lex_end(&line) && lex_byte(line, 0) == '"')
			return at;
		at++;
		at += str_find_byte(str_skip(s, at), '\n');
	}
	return s.n;
}

static struct marker *
parse_item(struct reader *r, struct span text)
{
	struct marker *m = arena_alloc(r->arena, sizeof(*m));
	struct reader item = *r;

	text = lex_trim(text);
	m->at = text;
	item.rest = text;
	m->every = lex_take_name(&item.rest, "every");
	lex_end(&item.rest);
	m->text_at = item.rest;
	if (!lex_string(r->arena, &item.rest, &m->text, r->diag))
		return NULL;
	m->text_at.n = item.rest.at - m->text_at.at;
	if (m->text.n == 0) {
		diag_error(r->diag, m->text_at, "text is empty");
		return NULL;
	}
	lex_end(&item.rest);
	m->body = item.rest;
	return marker_parse_directive(&item, m, NESTING_ITEM) ? m : NULL;
}

bool
marker_parse_at(struct reader *r, struct marker *m)
{
	struct marker **end = &m->items;
	bool good = true;

	if (lex_end(&r->rest)) {
		lex_expected(r->diag, r->rest, "a text in quotes");
		return false;
	}
	while (!lex_end(&r->rest)) {
		size_t n = item_length(r->rest);

		*end = parse_item(r, span_slice(r->rest, 0, n));
		lex_advance(&r->rest, n);
		if (*end)
			end = &(*end)->next;
		else
			good = false;
	}
	return good;
}
