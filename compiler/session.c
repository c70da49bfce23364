/*
 * The passes of the corridor, in order; commands are lists of them.
 *
 * The idea: read, gather, make, measure, judge, write are each one function
 * over one struct, so a command reads like the picture in ARCHITECTURE.md.
 * Exit status 2 (could not do the job) is never hidden by 1 (a claim failed).
 *
 * Here are reading, gathering and the end; making is session_make.c, measuring
 * session_measure.c, judging session_judge.c, writing session_write.c, what is
 * no pass session_pass.c. Not here: what commands there are (cmd), what people
 * see (report).
 */
#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "crew.h"
#include "diag.h"
#include "evidence.h"
#include "file.h"
#include "page.h"
#include "path.h"
#include "proc.h"
#include "report.h"
#include "session.h"
#include "session_parts.h"
#include "session_seen.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"

#include <stdio.h>

/* What came with the program: where it lies from it, so that an installed tree
   may be moved, else where it was to be installed. */
static struct str
installed_data(struct arena *a, struct str kbc)
{
	struct str near = path_clean(a, path_join(a, path_dir(kbc),
						  STR(KBC_DATA_NEAR)));

	if (file_kind(path_join(a, near, STR("probes"))) == FILE_FOLDER)
		return near;
	return STR(KBC_DATA_DIR);
}

void
session_init(struct session *s, struct arena *a, struct str kbc)
{
	struct str root = path_clean(a, path_join(a, path_dir(kbc),
						  STR("../..")));
	struct str tree = path_join(a, root, STR("compiler"));
	struct str given = proc_env(STR("KBC_DATA"));

	s->arena = a;
	s->kbc = kbc;
	/* a program that kbcw built, beside whose sources it puts tools */
	if (file_kind(path_join(a, tree, STR("toolkit.txt"))) == FILE_PLAIN)
		s->fetched = path_join(a, root, STR(".toolkit"));
	s->diag = diag_make(a);
	if (given.n > 0)
		s->data = given;
	else if (file_kind(path_join(a, tree, STR("probes"))) == FILE_FOLDER)
		s->data = tree;
	else
		s->data = installed_data(a, kbc);
}

struct session
session_beside(const struct session *s)
{
	return (struct session){
		.arena = s->arena, .given = s->given, .kbc = s->kbc,
		.data = s->data, .fetched = s->fetched,
		.diag = diag_make(s->arena),
	};
}

void
session_close(struct session *s)
{
	if (s->wiki)
		wiki_close(s->wiki);
	if (s->lock > 0)
		file_unlock(s->lock);
	s->lock = 0;
	seen_free(s->seen);
	s->seen = NULL;
	unread_free(s->unread);
	s->unread = NULL;
}

unsigned
session_threads(const struct session *s)
{
	return crew_size(s->given.jobs);
}

/* --- reading ---------------------------------------------------------- */

/* Selects the pages under one path; how many there are. */
static size_t
select_under(struct session *s, struct str below)
{
	size_t n = 0;

	for (size_t i = 0; i < s->wiki->npages; i++)
		if (wiki_selects(s->wiki, i, below)) {
			s->nselected += !s->selected[i];
			s->selected[i] = true;
			n++;
		}
	return n;
}

/* Selects the pages under all paths; a path without any is a fail. */
static bool
select_pages(struct session *s)
{
	bool good = true;

	s->selected = arena_alloc(s->arena, s->wiki->npages + 1);
	for (size_t k = 0; k < s->given.npaths; k++) {
		struct str path = s->given.paths[k], below;

		if (file_kind(path) == FILE_NONE)
			diag_fail(s->diag, "'" STR_FMT "' does not exist",
				  STR_ARG(path));
		else if (!wiki_below(s->arena, &below, s->wiki, path))
			diag_fail(s->diag, "'" STR_FMT "' is not in the wiki "
				  "'" STR_FMT "'", STR_ARG(path),
				  STR_ARG(s->wiki->root));
		else if (select_under(s, below) == 0)
			diag_fail(s->diag, "0 pages checked: no *.md under '"
				  STR_FMT "'", STR_ARG(path));
		else
			continue;
		good = false;
	}
	return good;
}

bool
session_paths(struct session *s)
{
	if (s->given.npaths > 0)
		return true;
	if (wiki_around(s->arena, STR("."), &s->given.paths[0])) {
		s->given.npaths = 1;
		return true;
	}
	diag_fail(s->diag, "there is no kbc.yaml here or above: name a page "
		  "or a folder of pages (`wiki/`), or give the wiki's root a "
		  "kbc.yaml; it may be empty");
	return false;
}

/* Whether the folder of kbc's own data is one; a fail names what is not. */
static bool
has_data(struct session *s)
{
	if (file_kind(path_join(s->arena, s->data, STR("devices"))) ==
	    FILE_FOLDER)
		return true;
	diag_fail(s->diag, "'" STR_FMT "' is no folder with kbc's own data "
		  "(probes, devices): %s", STR_ARG(s->data),
		  proc_env(STR("KBC_DATA")).n > 0 ? "KBC_DATA names it" :
		  "KBC_DATA names another");
	return false;
}

bool
session_open(struct session *s)
{
	bool good;

	if (!has_data(s) || !session_paths(s))
		return false;
	s->wiki = arena_alloc(s->arena, sizeof *s->wiki);
	good = wiki_open(s->arena, s->wiki, s->given.paths[0], s->data) &&
	       claim_check_config(s->wiki);
	diag_join(s->diag, s->wiki->diag);
	s->wiki->instead = s->instead;
	s->wiki->on = s->given.on;
	if (good && s->unsaved)
		wiki_add_unsaved(s->wiki, s->unsaved);
	if (good)
		wiki_check_records(s->wiki, s->diag);
	if (good)
		return select_pages(s);
	if (s->diag->count[DIAG_FAIL] == 0) /* an error in a file of it */
		diag_fail(s->diag, "the wiki '" STR_FMT "' cannot be read",
			  STR_ARG(s->wiki->root));
	return false;
}

void
session_parse(struct session *s)
{
	wiki_parse(s->wiki, session_threads(s));
	wiki_check_listings(s->wiki, s->diag);
}

void
session_parse_selected(struct session *s)
{
	wiki_parse_some(s->wiki, session_threads(s), s->selected);
	wiki_check_listings(s->wiki, s->diag);
}

bool
session_read(struct session *s)
{
	if (!session_open(s))
		return false;
	session_parse(s);
	return true;
}

bool
session_open_alone(struct session *s)
{
	return session_open(s) && session_hold(s);
}

bool
session_read_alone(struct session *s)
{
	if (!session_open_alone(s))
		return false;
	session_parse(s);
	return true;
}

/* --- claims ----------------------------------------------------------- */

static void *
gather_pages(void *shared)
{
	struct round *r = shared;
	struct session *s = r->s;
	struct wiki view;
	size_t k;

	wiki_view(&view, s->wiki);
	while ((k = r->next++) < s->nselected) {
		size_t i = r->pages[k];
		struct arena *a = view.pages[i]->arena;

		wiki_check_id(&view, i);
		wiki_check_links(&view, i);
		wiki_check_listed(&view, i);
		s->claims[i] = arena_alloc(a, sizeof *s->claims[i]);
		claim_collect(a, s->claims[i], &view, i);
		r->total += session_only(s, s->claims[i]);
	}
	seen_add(s->seen, &view, NULL);
	wiki_view_close(&view);
	return NULL;
}

size_t *
session_selected(const struct session *s)
{
	size_t *out = arena_alloc(s->arena, (s->nselected + 1) * sizeof *out);
	size_t n = 0;

	for (size_t i = 0; i < s->wiki->npages; i++)
		if (s->selected[i])
			out[n++] = i;
	return out;
}

bool
session_claims(struct session *s)
{
	struct wiki *w = s->wiki;
	struct round r = { .s = s, .pages = session_selected(s) };

	s->claims = arena_alloc(s->arena, (w->npages + 1) *
						  sizeof(struct claims *));
	crew_run(session_threads(s), gather_pages, &r);
	if (r.total == 0 && s->given.only.n > 0) {
		session_only_none(s);
		return false;
	}
	return true;
}

/* --- telling ---------------------------------------------------------- */

/* Leaves out that nothing asks for a probe, which is advice to who checks. */
static void
leave_out_unused(struct diag *d)
{
	size_t n = 0;

	for (size_t i = 0; i < d->n; i++)
		if (!str_equal(d->items[i].name, STR("unused")))
			d->items[n++] = d->items[i];
	d->n = n;
}

void
session_words(struct buf *out, const struct session *s)
{
	struct diag *all = diag_make(s->arena);

	for (size_t i = 0; s->wiki && s->wiki->pages && i < s->wiki->npages;
	     i++)
		if (s->selected && s->selected[i] && s->wiki->pages[i])
			diag_join(all, s->wiki->pages[i]->diag);
	diag_join(all, s->diag);
	if (!s->advises)
		leave_out_unused(all);
	diag_emit(out, all);
}

void
session_say(const struct session *s)
{
	struct buf out = { 0 }, safe = { 0 };

	session_words(&out, s);
	report_guard(&safe, (enum report_form)s->given.format, buf_str(&out));
	if (safe.n > 0)
		fwrite(safe.p, 1, safe.n, stderr);
	buf_free(&safe);
	buf_free(&out);
}

bool
session_page_failed(const struct wiki *w, const struct page_verdicts *v)
{
	if (!page_is_good(w->pages[v->page]))
		return true;
	for (size_t k = 0; k < v->claims->n; k++)
		if (verdict_fails(&v->verdicts[k], w->config.strict))
			return true;
	return false;
}

bool
session_page_unable(const struct wiki *w, size_t i)
{
	return w->pages[i] && w->pages[i]->diag->count[DIAG_FAIL] > 0;
}

bool
session_unread(const struct session *s)
{
	for (size_t i = 0; i < s->wiki->npages; i++)
		if (session_page_unable(s->wiki, i))
			return true;
	return s->diag->count[DIAG_FAIL] > 0;
}

enum exit_status
session_status(const struct session *s)
{
	enum exit_status status = EXIT_HELD;

	if (s->diag->count[DIAG_FAIL] > 0 || s->nunable > 0)
		return EXIT_UNABLE;
	if (s->diag->count[DIAG_ERROR] > 0 || s->nfailed > 0)
		status = EXIT_CLAIM;
	for (size_t i = 0; s->nselected > 0 && i < s->wiki->npages; i++) {
		const struct page *p = s->wiki->pages[i];

		if (!s->selected[i] || !p)
			continue;
		if (session_page_unable(s->wiki, i))
			return EXIT_UNABLE;
		if (!page_is_good(p))
			status = EXIT_CLAIM;
	}
	for (size_t i = 0; s->verdicts && i < s->nselected; i++)
		if (session_page_failed(s->wiki, &s->verdicts[i]))
			status = EXIT_CLAIM;
	return status;
}
