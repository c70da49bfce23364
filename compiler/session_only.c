/*
 * Which claims a run is about: all, or those that --only or `explain` names.
 *
 * The idea: a claim is named by its id, the end of it or a pattern, or by its
 * place as reports print it, PAGE:LINE or PAGE:LINE:COLUMN. A page is meant by
 * any path to it; where no file has that, by an end of its own. A line has each
 * claim that begins or goes on there.
 *
 * What is asked of these claims, other passes know.
 */
#include "session.h"

#include "claim.h"
#include "diag.h"
#include "file.h"
#include "page.h"
#include "session_parts.h"
#include "source.h"

/* A place of a page. */
struct place {
	struct str page, real; /* real: empty if there is no such file */
	uint64_t line, column; /* 0: any column */
};

/* Takes `:N` from the end of s. */
static bool
take_number(struct str *s, uint64_t *n)
{
	size_t at = s->n;

	while (at > 0 && byte_is_digit(s->p[at - 1]))
		at--;
	if (at < 2 || s->p[at - 1] != ':' || !str_unsigned(str_skip(*s, at), n))
		return false;
	s->n = at - 1;
	return true;
}

/* PAGE:LINE or PAGE:LINE:COLUMN; false of what is none. */
static bool
parse_place(struct place *out, struct str text)
{
	uint64_t last;

	*out = (struct place){ .page = text };
	if (!take_number(&out->page, &last))
		return false;
	out->line = last;
	if (take_number(&out->page, &out->line))
		out->column = last;
	return out->line > 0 && str_ends(out->page, STR(".md"));
}

bool
session_only_page(struct str only, struct str *page)
{
	struct place p;
	bool good = parse_place(&p, only);

	*page = p.page;
	return good;
}

/* Whether a path is the other, or ends in it from a slash on. */
static bool
ends_in(struct str path, struct str end)
{
	while (str_starts(end, STR("./")))
		end = str_skip(end, 2);
	return str_ends(path, end) && (path.n == end.n ||
		path.p[path.n - end.n - 1] == '/');
}

static bool
is_meant(struct arena *a, const struct page *page, const struct place *p)
{
	if (p->real.n > 0)
		return str_equal(p->real, file_real(a, page->path));
	return ends_in(page->path, p->page);
}

static bool
is_at(const struct claim *c, const struct place *p)
{
	const struct source *s = c->page->source;
	uint32_t line, column, last, end;

	source_place(s, c->at.at, &line, &column);
	source_place(s, c->at.at + c->at.n, &last, &end);
	if (p->column == 0)
		return line <= p->line && p->line <= last;
	return line == p->line && column <= p->column &&
	       (last > line || p->column < end || p->column == column);
}

static bool
is_wanted(struct str only, const struct place *place, const struct claim *c)
{
	return str_match(only, claim_id(c)) || str_ends(claim_id(c), only) ||
	       (place && is_at(c, place));
}

size_t
session_only(const struct session *s, struct claims *all)
{
	struct str only = s->given.only;
	struct place place;
	bool placed;
	size_t n = 0;

	if (only.n == 0 || all->n == 0)
		return all->n;
	placed = parse_place(&place, only);
	if (placed)
		place.real = file_real(all->items[0].page->arena, place.page);
	placed = placed && is_meant(all->items[0].page->arena,
				    all->items[0].page, &place);
	for (size_t i = 0; i < all->n; i++)
		if (is_wanted(only, placed ? &place : NULL, &all->items[i]))
			all->items[n++] = all->items[i];
	for (size_t i = 0; i < n; i++)
		all->items[i].number = i;
	all->n = n;
	return n;
}

void
session_only_none(struct session *s)
{
	struct place place;

	if (parse_place(&place, s->given.only))
		diag_fail(s->diag, "no claim is at '" STR_FMT "'",
			  STR_ARG(s->given.only));
	else
		diag_fail(s->diag, "no claim is named '" STR_FMT "'",
			  STR_ARG(s->given.only));
}
