/*
 * The passes of the corridor, in order; commands are lists of them.
 *
 * The idea: read, gather, make, measure, judge, write are each one function
 * over one struct, so a command reads like the picture in ARCHITECTURE.md.
 * Exit status 2 (could not do the job) is never hidden by 1 (a claim failed).
 *
 * Not here: what commands there are (cmd), what people see (report).
 */
#include "arena.h"
#include "buf.h"
#include "built.h"
#include "claim.h"
#include "diag.h"
#include "evidence.h"
#include "file.h"
#include "graph.h"
#include "hash.h"
#include "observe.h"
#include "page.h"
#include "plan.h"
#include "proc.h"
#include "schema.h"
#include "session.h"
#include "toolkit.h"
#include "value.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"

#include <stdio.h>
#include <unistd.h>

void
session_init(struct session *s, struct arena *a, struct str kbc)
{
	struct str root = path_clean(a, path_join(a, path_dir(kbc),
						  STR("../..")));
	struct str tree = path_join(a, root, STR("compiler"));
	struct str given = proc_env(STR("KBC_DATA"));

	s->arena = a;
	s->kbc = kbc;
	s->diag = diag_make(a);
	if (given.n > 0)
		s->data = given;
	else if (file_kind(path_join(a, tree, STR("probes"))) == FILE_FOLDER)
		s->data = tree;
	else
		s->data = STR(KBC_DATA_DIR);
}

static unsigned
count_cores(void)
{
	long n = sysconf(_SC_NPROCESSORS_ONLN);

	return n > 0 ? (unsigned)n : 1;
}

/* --- reading ---------------------------------------------------------------- */

static void
select_pages(struct session *s)
{
	struct wiki *w = s->wiki;

	s->selected = arena_alloc(s->arena, w->npages + 1);
	for (size_t i = 0; i < w->npages; i++)
		for (size_t k = 0; k < s->given.npaths; k++)
			if (!s->selected[i] &&
			    wiki_selects(w, i, s->given.paths[k])) {
				s->selected[i] = true;
				s->nselected++;
			}
}

bool
session_read(struct session *s)
{
	struct wiki *w = arena_alloc(s->arena, sizeof *w);

	s->wiki = w;
	if (!wiki_open(s->arena, w, s->given.paths[0], s->data)) {
		diag_join(s->diag, w->diag);
		return false;
	}
	wiki_parse(w, s->given.jobs ? s->given.jobs : count_cores());
	select_pages(s);
	if (s->nselected == 0) {
		diag_fail(s->diag, "0 pages checked: no *.md under '" STR_FMT
			  "'", STR_ARG(s->given.paths[0]));
		return false;
	}
	wiki_check_ids(w);
	for (size_t i = 0; i < w->npages; i++)
		if (s->selected[i])
			wiki_check_links(w, i);
	return true;
}

/* --- claims ------------------------------------------------------------------ */

static bool
is_wanted(const struct session *s, const struct claim *c)
{
	return s->given.only.n == 0 || str_match(s->given.only, c->id) ||
	       str_ends(c->id, s->given.only);
}

/* Leaves only the claims that --only names; how many are left. */
static size_t
filter_claims(const struct session *s, struct claims *all)
{
	size_t n = 0;

	if (s->given.only.n == 0)
		return all->n;
	for (size_t i = 0; i < all->n; i++)
		if (is_wanted(s, &all->items[i]))
			all->items[n++] = all->items[i];
	for (size_t i = 0; i < n; i++)
		all->items[i].number = i;
	all->n = n;
	return n;
}

static void
collect_schema(struct session *s, size_t i)
{
	const struct page *p = s->wiki->pages[i];
	const struct schema *schema = schema_find(s->wiki->schemas, p->type);
	struct diag *said = diag_make(p->arena); /* by claim_collect already */

	if (schema && p->front)
		schema_check(p->arena, &s->schemas[i], schema, p->front, said);
}

bool
session_claims(struct session *s)
{
	struct wiki *w = s->wiki;
	size_t total = 0;

	s->claims = arena_alloc(s->arena, (w->npages + 1) *
						  sizeof(struct claims *));
	s->schemas = arena_alloc(s->arena, (w->npages + 1) *
						   sizeof *s->schemas);
	for (size_t i = 0; i < w->npages; i++) {
		struct arena *a = w->pages[i]->arena;

		if (!s->selected[i])
			continue;
		s->claims[i] = arena_alloc(a, sizeof *s->claims[i]);
		claim_collect(a, s->claims[i], w, i);
		total += filter_claims(s, s->claims[i]);
		collect_schema(s, i);
	}
	if (total == 0 && s->given.only.n > 0) {
		diag_fail(s->diag, "no claim is named '" STR_FMT "'",
			  STR_ARG(s->given.only));
		return false;
	}
	return true;
}

/* --- making -------------------------------------------------------------------- */

/* generated/ of the configuration, else a folder of the user's cache. */
static struct str
find_folder(struct session *s)
{
	struct arena *a = s->arena;
	struct str cache = proc_env(STR("XDG_CACHE_HOME"));
	struct str home = proc_env(STR("HOME")), root;

	if (s->wiki->config.generated.n > 0 && !s->given.dry_run)
		return s->wiki->config.generated;
	if (cache.n == 0)
		cache = path_join(a, home.n ? home : STR("."),
				  STR(".cache"));
	root = str_slice(hash_hex(a, path_real(a, s->wiki->root)), 0, 16);
	return path_join(a, path_join(a, cache, STR("kbc")), root);
}

static struct making
make_making(const struct session *s)
{
	return (struct making){
		.wiki = s->wiki, .claims = s->claims, .plan = s->plan,
		.toolkit = s->toolkit, .folder = s->folder,
		.jobs = s->given.jobs, .quiet = !isatty(2), .kbc = s->kbc,
	};
}

static bool
has_toolkit(const struct session *s)
{
	return s->toolkit && s->toolkit->nvcc.path.n > 0 &&
	       s->toolkit->ptxas.path.n > 0 && s->toolkit->ninja.path.n > 0;
}

bool
session_make(struct session *s, bool build)
{
	struct making m;

	s->plan = arena_alloc(s->arena, sizeof *s->plan);
	s->toolkit = arena_alloc(s->arena, sizeof *s->toolkit);
	plan_make(s->arena, s->plan, s->wiki, s->claims);
	if (!build)
		return true;
	if (!toolkit_find(s->arena, s->toolkit, s->diag))
		return false;
	s->folder = find_folder(s);
	m = make_making(s);
	/* one claim's sources are no picture of the wiki: leave the rest */
	if (!graph_write(s->arena, &m, s->diag))
		return false;
	if (!has_toolkit(s) || s->plan->ntargets == 0)
		return true;
	if (!graph_run(s->arena, &m, s->diag))
		return false;
	s->built = built_read(s->arena, &m, s->diag);
	return s->built != NULL;
}

/* --- judging --------------------------------------------------------------------- */

bool
session_ledger(struct session *s)
{
	s->ledger = arena_alloc(s->arena, sizeof *s->ledger);
	ledger_read(s->arena, s->ledger, s->wiki->config.evidence, s->diag);
	s->world = arena_alloc(s->arena, sizeof *s->world);
	*s->world = (struct world){
		.wiki = s->wiki, .claims = s->claims, .plan = s->plan,
		.built = s->built, .toolkit = s->toolkit,
		.ledger = s->ledger,
	};
	return true;
}

static void
judge_page(struct session *s, struct page_verdicts *out, size_t i)
{
	struct arena *a = s->wiki->pages[i]->arena;
	const struct claims *all = s->claims[i];
	struct verdict *v = arena_alloc(a, (all->n + 1) * sizeof *v);

	for (size_t k = 0; k < all->n; k++) {
		const struct claim *c = &all->items[k];
		struct environment env = {
			.facts = observe_facts(a, s->world, i, c),
			.nfacts = c->nfacts,
		};

		verdict_judge(a, &v[k], c, &env,
			      observe_claim(a, s->world, i, c));
	}
	*out = (struct page_verdicts){ i, all, v, &s->schemas[i] };
}

void
session_judge(struct session *s)
{
	size_t n = 0;

	s->verdicts = arena_alloc(s->arena, (s->nselected + 1) *
						    sizeof *s->verdicts);
	for (size_t i = 0; i < s->wiki->npages; i++)
		if (s->selected[i])
			judge_page(s, &s->verdicts[n++], i);
}

/* --- telling ----------------------------------------------------------------------- */

void
session_say(const struct session *s)
{
	struct diag *all = diag_make(s->arena);
	struct buf out = { 0 };

	for (size_t i = 0; s->wiki && s->wiki->pages && i < s->wiki->npages;
	     i++)
		if (s->selected && s->selected[i] && s->wiki->pages[i])
			diag_join(all, s->wiki->pages[i]->diag);
	diag_join(all, s->diag);
	diag_emit(&out, all);
	fwrite(out.p, 1, out.n, stderr);
	buf_free(&out);
}

static bool
page_failed(const struct session *s, const struct page_verdicts *v)
{
	if (!page_is_good(s->wiki->pages[v->page]))
		return true;
	for (size_t k = 0; k < v->claims->n; k++)
		if (v->verdicts[k].status == STATUS_REFUTED ||
		    v->verdicts[k].status == STATUS_ERROR)
			return true;
	return false;
}

enum exit_status
session_status(const struct session *s)
{
	enum exit_status status = EXIT_HELD;

	if (s->diag->count[DIAG_FAIL] > 0)
		return EXIT_UNABLE;
	if (s->diag->count[DIAG_ERROR] > 0)
		status = EXIT_CLAIM;
	for (size_t i = 0; s->verdicts && i < s->nselected; i++)
		if (page_failed(s, &s->verdicts[i]))
			status = EXIT_CLAIM;
	return status;
}
