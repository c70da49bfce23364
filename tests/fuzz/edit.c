/*
 * Any bytes as a page, edited. Promised: no edit, the same bytes; what
 * edit_verify lets pass is a good page whose body keeps its bytes, and in which
 * setting the same again changes nothing.
 */

#include "arena.h"
#include "diag.h"
#include "edit.h"
#include "fuzz.h"
#include "page.h"
#include "source.h"

#define BLOCK "verification: # by kbc\n  claims: {confirmed: 1}\n"

static struct page *
read(struct arena *a, struct str text)
{
	return page_parse(a, source_make(a, STR("page.md"),
					 arena_copy(a, text)), STR("page.md"));
}

/* Sets a key and a block; false where the page takes one of them not. */
static bool
set(struct arena *a, const struct page *p, struct str *now)
{
	struct edits e = { 0 };
	bool good = edit_set(a, &e, p, STR("status"), STR("it's: set")) &&
		    edit_set_block(a, &e, p, STR("verification"), STR(BLOCK));

	*now = edit_apply(a, p, &e);
	return good;
}

static void
expect_edited(struct arena *a, const struct page *p)
{
	static const struct str keys[] = { STR_INIT("status"),
					   STR_INIT("verification") };
	static const struct edit_owned owned = { keys, COUNT_OF(keys), NULL };
	struct str now, again;
	struct page *q;

	if (!set(a, p, &now) || !page_is_good(p))
		return;
	if (!edit_verify(a, p, now, &owned, diag_make(a)))
		return; /* `? key` on lines of its own: it is not written */
	q = read(a, now);
	expect(page_is_good(q));
	expect(str_equal(span_str(q->body), span_str(p->body)));
	expect(set(a, q, &again) && str_equal(again, now));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct arena *a = arena_make();
	struct edits none = { 0 };
	struct page *p = read(a, (struct str){ (const char *)data, len });

	expect(str_equal(edit_apply(a, p, &none), p->source->text));
	expect_edited(a, p);
	arena_free(a);
	return 0;
}
