/* Which page a reference means, pages that come and go, summaries. */
#include "arena.h"
#include "check.h"
#include "diag.h"
#include "file.h"
#include "hash.h"
#include "page.h"
#include "path.h"
#include "summary.h"
#include "wiki.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct {
	const char *name, *id, *body;
} files[] = {
	{ "a/deep/copies.md", "guide-deep-copies", "# One\n" },
	{ "a/ilp.md", "skill-ilp",
	  "# Costs\n\nIt has 32 rows<!-- kbc: let rows -->.\n" },
	{ "b/ilp.md", "pitfall-chains", "# Two words\n" },
	{ "b/plain.md", "", "# Three\n" },
	{ "b/twin.md", "skill-ilp", "# Four\n" },
};

static const struct {
	const char *ref, *from, *want; /* NULL: no page */
} refs[] = {
	{ "skill-ilp", "b/plain.md", "a/ilp.md" },     /* the first of two */
	{ "pitfall-chains", "a/ilp.md", "b/ilp.md" },
	{ "chains", "a/ilp.md", "b/ilp.md" },
	{ "deep-copies", "a/ilp.md", "a/deep/copies.md" },
	{ "copies", "b/plain.md", "a/deep/copies.md" }, /* by its file */
	{ "deep/copies", "b/plain.md", "a/deep/copies.md" },
	{ "a/deep/copies.md", "b/plain.md", "a/deep/copies.md" },
	{ "ilp", "b/plain.md", "b/ilp.md" },            /* the nearest */
	{ "ilp", "a/deep/copies.md", "a/ilp.md" },      /* without `skill-` */
	{ "../ilp", "a/deep/copies.md", "a/ilp.md" },
	{ "./plain.md", "b/ilp.md", "b/plain.md" },
	{ "deep", "b/plain.md", "a/deep/copies.md" },   /* its folder */
	{ "b", "a/ilp.md", "b/ilp.md" },
	{ "lp", "b/plain.md", NULL },
	{ "opies", "b/plain.md", NULL },
	{ "eep", "b/plain.md", NULL },
	{ "", "b/plain.md", NULL },
	{ "skill", "b/plain.md", NULL },
};

static size_t
page_named(const struct wiki *w, const char *name)
{
	for (size_t i = 0; i < w->npages; i++)
		if (str_equal(w->summaries[i].name, str_of(name)))
			return i;
	return SIZE_MAX;
}

static void
write_files(struct arena *a, struct str root)
{
	struct diag *d = diag_make(a);

	for (size_t i = 0; i < COUNT_OF(files); i++)
		file_update(path_join(a, root, str_of(files[i].name)),
			    arena_printf(a, "---\nid: '%s'\n---\n\n%s",
					 files[i].id, files[i].body), d);
	CHECK(!diag_failed(d));
}

static void
check_refs(const struct wiki *w)
{
	for (size_t i = 0; i < COUNT_OF(refs); i++) {
		size_t found = wiki_find(w, str_of(refs[i].ref),
					 page_named(w, refs[i].from));

		CHECK_ROW(refs[i].ref);
		if (!refs[i].want)
			CHECK(found == SIZE_MAX);
		else if (found == SIZE_MAX)
			CHECK(!"found");
		else
			CHECK_STR(w->summaries[found].name, refs[i].want);
	}
	CHECK_ROW("");
}

/* What others may ask of a page, whether it is kept or not. */
static void
check_summary(struct wiki *w)
{
	size_t ilp = page_named(w, "a/ilp.md");
	const struct summary *s = wiki_summary(w, ilp);

	CHECK_NUM(s->nvalues, 1);
	CHECK_STR(s->values[0].name, "rows");
	CHECK_NUM(s->values[0].number, 32);
	CHECK(wiki_has_anchor(w, ilp, STR("costs")));
	CHECK(wiki_has_anchor(w, page_named(w, "b/ilp.md"),
			      STR("two-words")));
	CHECK(!wiki_has_anchor(w, ilp, STR("two-words")));
}

static void
check_twin(struct wiki *w)
{
	size_t twin = page_named(w, "b/twin.md");
	size_t first = page_named(w, "a/ilp.md");
	const struct page *p = w->pages[twin];

	wiki_check_id(w, twin);
	CHECK_NUM(p->diag->count[DIAG_ERROR], 1);
	CHECK_NUM(p->diag->n, 2);
	CHECK_STR(p->diag->items[1].text, "it is here");
	CHECK_NUM(p->diag->items[1].at.at, 8);
	if (!w->pages[first])
		return;
	wiki_check_id(w, first);
	CHECK_NUM(w->pages[first]->diag->n, 0);
}

static void
check_kept(struct str root)
{
	struct arena *a = arena_make();
	struct wiki w;

	CHECK(wiki_open(a, &w, root, STR("compiler")));
	CHECK_NUM(w.npages, COUNT_OF(files));
	CHECK(wiki_parse(&w, 2));
	check_refs(&w);
	check_summary(&w);
	check_twin(&w);
	wiki_close(&w);
	arena_free(a);
}

/* Only one page is wanted: of the others what may be asked of them stays. */
static void
check_some(struct str root)
{
	struct arena *a = arena_make();
	bool stay[COUNT_OF(files)] = { false };
	struct wiki w, view;
	size_t own = COUNT_OF(files) - 1;

	CHECK(wiki_open(a, &w, root, STR("compiler")));
	stay[own] = true;
	wiki_parse_some(&w, 2, stay);
	check_refs(&w);
	wiki_view(&view, &w);
	check_summary(&view);
	for (size_t i = 0; i < w.npages; i++) {
		struct digest now;
		struct str text;

		CHECK((w.pages[i] != NULL) == (i == own));
		CHECK(file_read(a, &text, w.paths[i], 1 << 20, w.diag));
		hash_bytes(&now, text);
		CHECK(i == own || memcmp(&now, &w.digests[i], sizeof now) == 0);
	}
	wiki_view_close(&view);
	wiki_close(&w);
	arena_free(a);
}

static void
check_let_go(struct str root)
{
	struct arena *a = arena_make();
	struct wiki w, view;

	CHECK(wiki_open(a, &w, root, STR("compiler")));
	wiki_scan(&w, 2, NULL);
	check_refs(&w);
	wiki_view(&view, &w);
	check_summary(&view);
	for (size_t i = 0; i < w.npages; i++) {
		CHECK(page_is_good(wiki_page(&view, i)));
		if (i == page_named(&w, "b/twin.md"))
			check_twin(&view);
		wiki_release(&view, i);
		CHECK(w.pages[i] == NULL);
	}
	check_summary(&view);
	wiki_view_close(&view);
	wiki_close(&w);
	arena_free(a);
}

int
main(void)
{
	char folder[] = "/tmp/kbc-unit-wiki-XXXXXX";
	struct arena *a = arena_make();
	struct str root = str_of(mkdtemp(folder));

	write_files(a, root);
	check_kept(root);
	check_some(root);
	check_let_go(root);
	for (size_t i = 0; i < COUNT_OF(files); i++)
		unlink(arena_text(a, path_join(a, root,
					       str_of(files[i].name))));
	rmdir(arena_text(a, path_join(a, root, STR("a/deep"))));
	rmdir(arena_text(a, path_join(a, root, STR("a"))));
	rmdir(arena_text(a, path_join(a, root, STR("b"))));
	rmdir(folder);
	arena_free(a);
	CHECK_DONE();
}
