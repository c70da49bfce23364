/*
 * The pages of a wiki, side by side: read, summed up, let go.
 *
 * The idea: each thread has a view of the wiki, a struct wiki of its own that
 * shares everything but the memory it allocates from. Either all pages are
 * parsed at once and those that a run is about stay (wiki_parse), or only their
 * ids are read (wiki_scan) and a page is there from wiki_page to wiki_release.
 * What others ask of a
 * page beyond its id (anchors, named values) is learned when it is first asked
 * for; the page is then kept until its turn, unless too many are waiting.
 *
 * A page's state says who may touch it: UNREAD nobody yet, BUSY the thread
 * that reads it, KNOWN its summary is there for all to read and stays; the
 * page itself then belongs to the thread that calls wiki_page.
 */
#include "arena.h"
#include "crew.h"
#include "diag.h"
#include "file.h"
#include "hash.h"
#include "page.h"
#include "path.h"
#include "source.h"
#include "summary.h"
#include "wiki.h"
#include "wiki_parts.h"

#include <pthread.h>
#include <stdatomic.h>

/* Bytes of pages that may wait parsed for their turn: a parsed page takes
   about six times its bytes. */
#define WAITING_MAX ((size_t)4 << 20)
#define VIEWS_MAX 256

enum state { UNREAD, BUSY, KNOWN };

struct shelf {
	pthread_mutex_t lock;
	pthread_cond_t known;
	atomic_uchar *states;  /* one a page */
	atomic_size_t waiting; /* bytes of pages */
	bool keep;             /* pages are never let go */
	struct arena **renewed; /* [page]: of the summary of one that has
				   changed, else NULL */
	struct arena *arenas[VIEWS_MAX]; /* of views */
	size_t narenas;
};

static struct shelf *
make_shelf(const struct wiki *w, bool keep)
{
	struct shelf *s = arena_alloc(w->arena, sizeof *s);

	pthread_mutex_init(&s->lock, NULL);
	pthread_cond_init(&s->known, NULL);
	s->states = arena_alloc(w->arena, (w->npages + 1) *
						  sizeof *s->states);
	s->renewed = arena_alloc(w->arena, (w->npages + 1) *
						   sizeof(struct arena *));
	s->keep = keep;
	return s;
}

/* What a view's page has asked of others. */
struct needs {
	struct arena *arena;
	uint32_t *turns;       /* [page]: the last turn that asked for it */
	uint32_t turn, own;    /* of the view's page */
	uint32_t *items;
	size_t n, cap;
	bool missed;           /* something of another could not be read */
};

/* --- views --------------------------------------------------------------- */

/* Pages that stay have no turns. */
static struct needs *
make_needs(const struct wiki *view)
{
	struct needs *n;

	if (view->shelf->keep)
		return NULL;
	n = arena_alloc(view->arena, sizeof *n);
	n->arena = view->arena;
	n->turns = arena_alloc(view->arena,
			       (view->npages + 1) * sizeof *n->turns);
	return n;
}

/* Page i has the turn. */
static void
begin_turn(struct needs *n, size_t i)
{
	if (!n)
		return;
	n->n = 0;
	n->own = (uint32_t)i;
	n->turn++;
}

static void
add_need(struct needs *n, size_t i)
{
	if (!n || i == n->own || n->turns[i] == n->turn)
		return;
	n->turns[i] = n->turn;
	n->items = arena_grow(n->arena, n->items, n->n, &n->cap,
			      sizeof *n->items);
	n->items[n->n++] = (uint32_t)i;
}

size_t
wiki_needs(const struct wiki *view, const uint32_t **out)
{
	*out = view->needs ? view->needs->items : NULL;
	return view->needs ? view->needs->n : 0;
}

bool
wiki_missed(const struct wiki *view)
{
	return view->needs && view->needs->missed;
}

void
wiki_view(struct wiki *view, const struct wiki *w)
{
	struct shelf *s = w->shelf;

	*view = *w;
	view->arena = arena_make();
	view->scratch = arena_make();
	view->found = files_found_make(view->arena);
	view->needs = make_needs(view);
	view->nspare = 0;
	pthread_mutex_lock(&s->lock);
	if (s->narenas == VIEWS_MAX)
		bug("too many views of a wiki");
	s->arenas[s->narenas++] = view->arena;
	pthread_mutex_unlock(&s->lock);
}

void
wiki_view_close(struct wiki *view)
{
	while (view->nspare > 0)
		arena_free(view->spare[--view->nspare]);
	arena_free(view->scratch);
}

void
wiki_close(struct wiki *w)
{
	for (size_t i = 0; w->shelf && i < w->npages; i++)
		if (w->pages[i])
			arena_free(w->pages[i]->arena);
	for (size_t i = 0; w->shelf && i < w->shelf->narenas; i++)
		arena_free(w->shelf->arenas[i]);
	for (size_t i = 0; w->shelf && i < w->npages; i++)
		arena_free(w->shelf->renewed[i]);
	arena_free(w->scratch);
}

struct str
scratch_path(const struct wiki *w, struct str folder, struct str path)
{
	arena_clear(w->scratch);
	return path_clean(w->scratch, path_join(w->scratch, folder, path));
}

/* --- reading ------------------------------------------------------------- */

static struct arena *
take_arena(struct wiki *view)
{
	return view->nspare > 0 ? view->spare[--view->nspare] : arena_make();
}

static void
drop_arena(struct wiki *view, struct arena *a)
{
	if (view->nspare == COUNT_OF(view->spare)) {
		arena_free(a);
		return;
	}
	arena_clear(a);
	view->spare[view->nspare++] = a;
}

static struct page *
read_page(struct wiki *view, size_t i)
{
	struct arena *a = take_arena(view);
	struct diag *d = diag_make(a);
	struct str path = view->paths[i], text, name = wiki_name(view, i);
	bool record = wiki_is_record(view, i);
	bool good = text_read(a, &text, view, path, d);
	struct page *p;

	if (!good)
		text = record ? STR("") : STR("---\n---\n");
	p = record ? page_record(a, source_make(a, path, text), name,
				 view->records[i]) :
		     page_parse(a, source_make(a, path, text), name);
	if (!good)
		p->diag = d;
	if (!record && p->front && p->type.n == 0)
		p->type = wiki_type(view, name);
	return p;
}

static struct page *
parse_head(struct arena *a, const struct wiki *w, size_t i, struct str text)
{
	return page_head(a, source_make(a, w->paths[i], text),
			 wiki_name(w, i));
}

struct page *
wiki_head(struct arena *a, const struct wiki *w, size_t i)
{
	struct str text = text_read_head(a, w, i);

	add_need(w->needs, i);
	if (w->needs && text.n == 0)
		w->needs->missed = true;
	return parse_head(a, w, i, text);
}

/* --- summaries ----------------------------------------------------------- */

/* Reads page i, which the caller has made BUSY, and makes it KNOWN. Its name
   and id are left as they are: others may be reading them. */
static void
learn(struct wiki *view, size_t i, bool keep)
{
	struct shelf *s = view->shelf;
	struct page *p = read_page(view, i);
	struct arena *own = s->renewed[i];
	struct summary now, *out = &view->summaries[i];

	summary_make(own ? own : view->arena, &now, p);
	out->anchors = now.anchors;
	out->nanchors = now.nanchors;
	out->values = now.values;
	out->nvalues = now.nvalues;
	out->statements = now.statements;
	out->nstatements = now.nstatements;
	keep = keep || s->waiting < WAITING_MAX;
	if (keep) {
		s->waiting += p->source->text.n;
		view->pages[i] = p;
	} else {
		drop_arena(view, p->arena);
	}
	pthread_mutex_lock(&s->lock);
	s->states[i] = KNOWN;
	pthread_cond_broadcast(&s->known);
	pthread_mutex_unlock(&s->lock);
}

static void
know(struct wiki *view, size_t i, bool keep)
{
	struct shelf *s = view->shelf;
	unsigned char unread = UNREAD;

	if (s->states[i] == KNOWN)
		return;
	if (atomic_compare_exchange_strong(&s->states[i], &unread, BUSY)) {
		learn(view, i, keep);
		return;
	}
	pthread_mutex_lock(&s->lock);
	while (s->states[i] != KNOWN)
		pthread_cond_wait(&s->known, &s->lock);
	pthread_mutex_unlock(&s->lock);
}

const struct summary *
wiki_summary(struct wiki *view, size_t i)
{
	add_need(view->needs, i);
	know(view, i, view->shelf->keep);
	return &view->summaries[i];
}

struct page *
wiki_page(struct wiki *view, size_t i)
{
	struct page *p;

	begin_turn(view->needs, i);
	know(view, i, true);
	p = view->pages[i];
	if (p)
		view->shelf->waiting -= p->source->text.n;
	else
		p = view->pages[i] = read_page(view, i);
	return p;
}

void
wiki_release(struct wiki *view, size_t i)
{
	struct arena *a = view->pages[i]->arena;

	view->pages[i] = NULL;
	drop_arena(view, a);
}

void
wiki_renew(struct wiki *view, size_t i)
{
	struct shelf *s = view->shelf;

	if (s->renewed[i])
		arena_clear(s->renewed[i]);
	else
		s->renewed[i] = arena_make();
	if (view->pages[i]) {
		s->waiting -= view->pages[i]->source->text.n;
		wiki_release(view, i);
	}
	s->states[i] = UNREAD;
}

/* --- all pages ----------------------------------------------------------- */

struct round {
	struct wiki *wiki;
	const struct str *ids;  /* that are known, or NULL */
	const bool *stay;       /* [page]; NULL: all do */
	atomic_size_t next;
};

/* Page i, of which nothing but what others may ask is wanted any more. */
static void
let_go(struct wiki *view, size_t i)
{
	const struct page *p = view->pages[i];

	if (p->diag->count[DIAG_FAIL] > 0)
		return;
	view->summaries[i].id = arena_copy(view->arena, p->id);
	hash_bytes(&view->digests[i], p->source->text);
	view->shelf->waiting -= p->source->text.n;
	wiki_release(view, i);
}

static void *
parse_pages(void *shared)
{
	struct round *r = shared;
	struct wiki view;
	size_t i;

	wiki_view(&view, r->wiki);
	while ((i = r->next++) < view.npages) {
		struct summary *s = &view.summaries[i];

		know(&view, i, true);
		s->name = wiki_name(&view, i);
		s->id = view.pages[i]->id;
		if (r->stay && !r->stay[i])
			let_go(&view, i);
	}
	wiki_view_close(&view);
	return NULL;
}

void
wiki_parse_some(struct wiki *w, unsigned threads, const bool *stay)
{
	struct round r = { .wiki = w, .stay = stay };

	w->shelf = make_shelf(w, true);
	w->digests = arena_alloc(w->arena, (w->npages + 1) *
						   sizeof *w->digests);
	crew_run(threads, parse_pages, &r);
	index_make(w);
}

bool
wiki_parse(struct wiki *w, unsigned threads)
{
	struct round r = { .wiki = w };
	bool good = true;

	w->shelf = make_shelf(w, true);
	crew_run(threads, parse_pages, &r);
	index_make(w);
	for (size_t i = 0; i < w->npages; i++)
		good = page_is_good(w->pages[i]) && good;
	return good;
}

/* Reads the id of page i. */
static struct str
scan_id(struct wiki *view, size_t i)
{
	struct str text, id;

	if (wiki_is_record(view, i))
		return STR("");
	text = text_read_head(view->scratch, view, i);

	if (!page_find_id(&id, text))
		id = parse_head(view->scratch, view, i, text)->id;
	id = arena_copy(view->arena, id);
	arena_clear(view->scratch);
	return id;
}

static void *
scan_pages(void *shared)
{
	struct round *r = shared;
	struct wiki view;
	size_t i;

	wiki_view(&view, r->wiki);
	while ((i = r->next++) < view.npages) {
		struct summary *s = &view.summaries[i];

		s->name = wiki_name(&view, i);
		s->id = r->ids && r->ids[i].p ? r->ids[i] :
						scan_id(&view, i);
	}
	wiki_view_close(&view);
	return NULL;
}

void
wiki_scan(struct wiki *w, unsigned threads, const struct str *ids)
{
	struct round r = { .wiki = w, .ids = ids };

	w->shelf = make_shelf(w, false);
	crew_run(threads, scan_pages, &r);
	index_make(w);
}
