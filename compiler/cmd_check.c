/*
 * kbc check: the corridor as far as it goes without a toolchain.
 *
 * The idea: nothing here needs all pages at once, so each page goes the whole
 * way by itself, on whichever thread is free, and is let go. What people see
 * stays in the order of pages: a page that is done early waits as text. Lines
 * of pages, and messages, come when all failures have been said.
 */
#include "arena.h"
#include "buf.h"
#include "cmd.h"
#include "crew.h"
#include "diag.h"
#include "file.h"
#include "page.h"
#include "past.h"
#include "past_ledger.h"
#include "plan.h"
#include "recall.h"
#include "report.h"
#include "report_progress.h"
#include "session.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"
#include "cmd_check.h" /* has structs of buf, report and verdict */

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

struct desk {
	struct session *s;
	atomic_size_t next;    /* page to take */
	pthread_mutex_t lock;  /* of all below */
	struct leaf *leaves;   /* one a page */
	size_t said;           /* pages before this one are */
	struct telling telling;
	struct buf messages;
	struct tally total;
	struct past *past;
	struct past_ledger *ledger;
	struct progress progress;
};

/* A thread's own. */
struct hand {
	struct wiki view;
	struct arena *arena;   /* of a turn */
	struct memory known;
};

static void
write_leaf(struct leaf *out, const struct session *s, const struct hand *h,
	   const struct page_verdicts *v)
{
	const struct report r = {
		.wiki = &h->view, .form = (enum report_form)s->given.format,
		.verbose = s->given.verbose, .quiet = s->given.quiet,
		.unbuilt = true,
	};

	session_check_word(s, &h->view, v);
	report_count(&out->tally, &r, v);
	report_tell(out->parts, &r, v);
	diag_emit(&out->messages, h->view.pages[v->page]->diag);
	out->unable = session_page_unable(&h->view, v->page);
	out->failed = session_page_failed(&h->view, v);
}

/* Prints what can be said so far. */
static void
say(struct telling *t)
{
	report_print(t->form, &t->parts[0]);
	buf_clear(&t->parts[0]);
}

static void
say_leaf(struct desk *d, struct leaf *leaf)
{
	report_join(&d->telling, leaf->parts);
	if (d->telling.parts[0].n > 0)
		progress_end(&d->progress);
	say(&d->telling);
	buf_add(&d->messages, buf_str(&leaf->messages));
	report_add(&d->total, &leaf->tally);
	d->s->nfailed += leaf->failed;
	d->s->nunable += leaf->unable;
	buf_free(&leaf->messages);
}

/* Lays down what page i left, and says all that has no gap before it. */
static void
hand_in(struct desk *d, size_t i, struct leaf leaf)
{
	const struct session *s = d->s;

	pthread_mutex_lock(&d->lock);
	d->leaves[i] = leaf;
	d->leaves[i].done = true;
	while (d->said < s->wiki->npages &&
	       (!s->selected[d->said] || d->leaves[d->said].done)) {
		if (s->selected[d->said])
			say_leaf(d, &d->leaves[d->said]);
		d->said++;
	}
	progress_tell(&d->progress, "pages", d->said, s->wiki->npages);
	pthread_mutex_unlock(&d->lock);
}

static void
keep_leaf(struct past *past, const struct wiki *view, size_t i,
	  const struct leaf *leaf)
{
	struct buf bytes = { 0 };

	leaf_emit(&bytes, leaf);
	past_keep(past, view, i, &bytes);
}

static void
check_page(struct desk *d, struct hand *h, size_t i)
{
	struct page_verdicts v;
	struct leaf leaf = { 0 };

	wiki_page(&h->view, i);
	session_turn(h->arena, &v, d->s, &h->view, i, &h->known);
	write_leaf(&leaf, d->s, h, &v);
	if (!leaf.unable)
		keep_leaf(d->past, &h->view, i, &leaf);
	wiki_release(&h->view, i);
	arena_clear(h->arena);
	hand_in(d, i, leaf);
}

static void *
check_pages(void *shared)
{
	struct desk *d = shared;
	struct hand h = { .arena = arena_make() };
	struct str known;
	size_t i;

	wiki_view(&h.view, d->s->wiki);
	h.known.recall = recall_make(h.view.arena);
	h.known.sweeps = sweeps_make(h.view.arena);
	while ((i = d->next++) < d->s->wiki->npages)
		if (d->s->selected[i] && !past_result(d->past, i, &known))
			check_page(d, &h, i);
	pthread_mutex_lock(&d->lock);
	past_looked(d->past, &h.view, h.known.recall);
	pthread_mutex_unlock(&d->lock);
	wiki_view_close(&h.view);
	arena_free(h.arena);
	return NULL;
}

static void
say_end(struct desk *d)
{
	const struct session *s = d->s;
	const struct run_told run = {
		&d->total, s->diag, (int)session_status(s), false,
	};
	struct buf out = { 0 };

	progress_end(&d->progress);
	report_end(&d->telling, &run);
	say(&d->telling);
	report_guard(&out, d->telling.form, buf_str(&d->messages));
	if (out.n > 0)
		fwrite(out.p, 1, out.n, stderr);
	buf_free(&out);
	buf_free(&d->telling.parts[0]);
	buf_free(&d->messages);
}

/* Lays down what an earlier run has left of pages that are as they were. */
static void
take_known(struct desk *d)
{
	const struct session *s = d->s;
	struct leaf leaf;
	struct str bytes;

	for (size_t i = 0; i < s->wiki->npages; i++)
		if (s->selected[i] && past_result(d->past, i, &bytes)) {
			leaf_parse(&leaf, bytes);
			hand_in(d, i, leaf);
		}
}

/* Finds what no earlier run has; false with a fail. */
static bool
check_rest(struct desk *d)
{
	struct session *s = d->s;
	unsigned threads = session_threads(s);
	size_t said = s->diag->n;

	wiki_scan(s->wiki, threads, past_ids(d->past));
	wiki_check_listings(s->wiki, s->diag);
	past_check_ids(d->past, s->wiki);
	past_ledger_find(d->ledger, s);
	if (!session_ledger(s))
		return false;
	if (s->diag->n > said)
		past_forget(d->past);
	take_known(d);
	crew_run(threads, check_pages, d);
	if (!session_held(s))
		past_forget(d->past);
	past_ledger_keep(d->ledger, s);
	return true;
}

/* The whole of it; false with a fail. */
static bool
check(struct desk *d)
{
	struct session *s = d->s;
	bool good;

	past_read(d->past, s);
	d->leaves = arena_alloc(s->arena, (s->wiki->npages + 1) *
						 sizeof *d->leaves);
	report_begin(&d->telling);
	pthread_mutex_init(&d->lock, NULL);
	good = past_has_all(d->past, s);
	if (good)
		take_known(d);
	else
		good = check_rest(d);
	pthread_mutex_destroy(&d->lock);
	return good;
}

int
cmd_check(struct session *s)
{
	struct buf parts[REPORT_PARTS] = { { 0 } };
	struct desk d = {
		.s = s, .past = past_make(s->arena),
		.ledger = past_ledger_make(s->arena),
		.telling = { .form = (enum report_form)s->given.format,
			     .parts = parts },
	};

	progress_begin(&d.progress, file_clock(), isatty(STDERR_FILENO));
	if (session_open(s) && check(&d)) {
		session_check_total(s, &d.total);
		say_end(&d);
		past_write(d.past, s);
	}
	past_close(d.past);
	return cmd_finish(s);
}
