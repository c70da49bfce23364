/*
 * Verdicts into pages: edits, checked by parsing their result, written
 * atomically; with --dry-run shown as a diff instead. A page that has errors
 * is not written, and that is left for the report.
 *
 * A page that was written has its lines elsewhere than the page that was read:
 * the source of what was read is told, so that all that is reported afterwards
 * names lines of the file as it is.
 *
 * Generated sources and their INDEX name lines of pages. Where writing has
 * moved lines they are made again, from the pages as they are now: else what
 * is committed would be of pages that nobody has any more. Nothing is built
 * or measured anew by that: lines change no code. With --dry-run the same is
 * done of the pages as they would be, and what would change is told.
 */
#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "edit.h"
#include "file.h"
#include "graph.h"
#include "page.h"
#include "path.h"
#include "report.h"
#include "session.h"
#include "source.h"
#include "summary.h"
#include "wiki.h"
#include "writeback.h"

#include <stdio.h>

/* On standard output, unless a report for programs has that for itself. */
static void
show(struct session *s, struct buf *text)
{
	enum report_form form = (enum report_form)s->given.format;
	struct buf out = { 0 };

	s->shown = s->shown || text->n > 0;
	report_guard(&out, form, buf_str(text));
	if (out.n > 0)
		fwrite(out.p, 1, out.n, form == REPORT_TEXT ? stdout : stderr);
	buf_free(&out);
	buf_free(text);
}

static void
show_diff(struct session *s, const struct page *p, struct str now)
{
	struct buf out = { 0 };

	edit_diff(&out, p->path, p->source->text, now);
	show(s, &out);
}

/* What is said of the page from now on has the lines that it has now. */
static void
follow_lines(struct session *s, size_t i, const struct edits *e)
{
	const struct page *p = s->wiki->pages[i];
	struct summary *known = &s->wiki->summaries[i];

	edit_moved(p->arena, p, e);
	for (size_t k = 0; k < known->nvalues; k++)
		known->values[k].line = source_line_now(p->source,
							known->values[k].line);
}

/* What writing the pages has come to. */
struct written {
	bool moved;          /* a page has more or fewer lines than before */
	struct texts texts;  /* dry run: what the pages would be */
};

static void
keep_text(struct session *s, struct texts *all, const struct page *p,
	  struct str now)
{
	if (!all->paths) {
		all->paths = arena_alloc(s->arena, s->nselected *
							   sizeof *all->paths);
		all->items = arena_alloc(s->arena, s->nselected *
							   sizeof *all->items);
	}
	all->paths[all->n] = p->path;
	all->items[all->n++] = now;
}

static bool
write_page(struct session *s, struct page_verdicts *v, struct written *out)
{
	const struct page *p = s->wiki->pages[v->page];
	struct edits edits = { 0 };
	struct edit_owned owned = { NULL, 0, NULL };
	struct str *keys, now;

	v->unwritten = !page_is_good(p);
	if (v->unwritten || p->record)
		return true;
	writeback_make(p->arena, &edits, s->world, v, s->diag);
	if (edits.n == 0)
		return true;
	now = edit_apply(p->arena, p, &edits);
	owned.n = writeback_owned(p->arena, v->schema, &keys);
	owned.keys = keys;
	if (!edit_verify(p->arena, p, now, &owned, s->diag))
		return false;
	if (str_count_byte(now, '\n') != str_count_byte(p->source->text, '\n'))
		out->moved = true;
	if (s->given.dry_run) {
		show_diff(s, p, now);
		keep_text(s, &out->texts, p, now);
		return true;
	}
	if (!file_replace(p->path, now, p->source->text, s->diag))
		return false;
	follow_lines(s, v->page, &edits);
	return true;
}

/* Why a page could not be read; the page itself goes with its session. */
static void
repeat_fails(struct session *s, const struct page *p)
{
	for (size_t i = 0; p && i < p->diag->n; i++)
		if (p->diag->items[i].level == DIAG_FAIL)
			diag_fail(s->diag, STR_FMT,
				  STR_ARG(p->diag->items[i].text));
}

/* What is wrong with a second session is said by the first. */
static void
join_faults(struct session *s, const struct session *now)
{
	diag_join(s->diag, now->diag);
	for (size_t i = 0; now->wiki->pages && i < now->wiki->npages; i++)
		repeat_fails(s, now->wiki->pages[i]);
}

/* What is generated, of the pages as they are on disk now, or would be. */
static bool
generate_again(struct session *s, const struct texts *instead,
	       struct changes *dry)
{
	struct session now = session_beside(s);
	bool good;

	now.toolkit = s->toolkit;
	now.folder = s->folder;
	now.instead = instead;
	now.dry = dry;
	good = session_open(&now);
	if (good)
		session_parse_selected(&now);
	good = good && !session_unread(&now) && session_claims(&now) &&
	       session_generate(&now);
	if (!good)
		join_faults(s, &now);
	session_close(&now);
	return good;
}

static void
show_changes(struct session *s, const struct changes *c)
{
	size_t n = c->n - c->nremoved;
	struct buf out = { 0 };

	if (c->n == 0 || s->given.format != REPORT_TEXT)
		return;
	for (size_t i = 0; s->given.verbose && i < c->n; i++)
		buf_printf(&out, STR_FMT "/" STR_FMT ": would be %s\n",
			   STR_ARG(s->folder), STR_ARG(c->items[i].name),
			   c->items[i].removed ? "removed" : "written");
	buf_printf(&out, STR_FMT ": %zu file%s would be written, %zu "
		   "removed%s\n", STR_ARG(s->folder), n, n == 1 ? "" : "s",
		   c->nremoved,
		   s->given.verbose ? "" : " (--verbose names them)");
	show(s, &out);
}

/* Tells what a run that writes would leave changed in generated/. */
static bool
tell_generated(struct session *s, const struct written *w)
{
	struct changes dry = { 0 };
	struct session real = *s;
	bool good;

	real.folder = s->wiki->config.generated;
	real.dry = &dry;
	good = w->moved ? generate_again(&real, &w->texts, &dry) :
			  session_generate(&real);
	show_changes(&real, &dry);
	s->shown = s->shown || real.shown;
	return good;
}

bool
session_may_write(struct session *s)
{
	struct str checked = STR("");

	if (s->given.dry_run || s->given.only.n > 0)
		return true;
	for (size_t i = 0; i < s->wiki->npages; i++) {
		struct str folder = path_dir(s->wiki->paths[i]);

		if (!s->selected[i] || wiki_is_record(s->wiki, i) ||
		    str_equal(folder, checked))
			continue;
		if (!file_can_write(folder, s->diag)) {
			diag_note(s->diag, (struct span){ 0 },
				  "--dry-run shows what would be written");
			return false;
		}
		checked = folder;
	}
	return true;
}

bool
session_write(struct session *s)
{
	bool good = true;
	struct written w = { .moved = false };

	if (s->given.only.n > 0) /* a part says nothing of the page */
		return true;
	if (session_unread(s))
		return false;
	for (size_t i = 0; i < s->nselected; i++)
		good = write_page(s, &s->verdicts[i], &w) && good;
	if (s->wiki->config.generated.n == 0)
		return good;
	if (s->given.dry_run)
		return tell_generated(s, &w) && good;
	return (!w.moved || generate_again(s, NULL, NULL)) && good;
}
