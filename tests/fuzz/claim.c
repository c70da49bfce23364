/*
 * Any bytes as a page of a wiki that is judged and written. Promised: claims
 * come in order, within the page, and those of a good page have ids of their
 * own; each has a verdict; the same a second time; what writing makes of a good
 * page differs in its front matter alone, keeps every claim, its text and its
 * verdict, and writing that again changes nothing.
 */
#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "diag.h"
#include "edit.h"
#include "fuzz.h"
#include "page.h"
#include "session.h"
#include "source.h"
#include "verdict.h"
#include "writeback.h"

#include "judged.h"

static const struct page *
page_of(const struct session *s)
{
	return s->wiki->pages[s->verdicts[0].page];
}

static void
expect_names(const struct claims *all)
{
	for (size_t i = 0; i < all->n; i++)
		for (size_t k = 0; k < i; k++)
			expect(!str_equal(claim_id(&all->items[i]),
					  claim_id(&all->items[k])));
}

static void
expect_claims(const struct session *s)
{
	const struct page_verdicts *v = &s->verdicts[0];
	const struct claims *all = v->claims;
	size_t len = page_of(s)->source->text.n, from = 0;

	for (size_t i = 0; i < all->n; i++) {
		const struct claim *c = &all->items[i];

		expect(c->at.source == page_of(s)->source);
		expect((size_t)c->at.at + c->at.n <= len && c->at.at >= from);
		from = c->at.at;
		expect(v->verdicts[i].status < STATUS_UNBOUND);
	}
	if (page_is_good(page_of(s)))
		expect_names(all);
}

/* What is found of each claim, and how it is called. */
static struct str
tell(struct arena *a, const struct session *s)
{
	const struct page_verdicts *v = &s->verdicts[0];
	struct buf out = { 0 };
	struct str text;

	for (size_t i = 0; i < v->claims->n; i++)
		buf_printf(&out, STR_FMT " %d " STR_FMT "\n",
			   STR_ARG(claim_id(&v->claims->items[i])),
			   (int)v->verdicts[i].status,
			   STR_ARG(v->verdicts[i].says));
	text = arena_copy(a, buf_str(&out));
	buf_free(&out);
	return text;
}

/* The page as a run leaves it; false where it is not written. */
static bool
write_page(struct arena *a, struct session *s, struct str *now)
{
	const struct page *p = page_of(s);
	struct edit_owned owned = { NULL, 0, NULL };
	struct edits e = { 0 };
	struct str *keys;

	if (!page_is_good(p))
		return false;
	writeback_make(a, &e, s->world, &s->verdicts[0], s->diag);
	*now = edit_apply(a, p, &e);
	owned.n = writeback_owned(a, s->verdicts[0].schema, &keys);
	owned.keys = keys;
	return edit_verify(a, p, *now, &owned, diag_make(a));
}

static void
expect_written(struct arena *a, struct session *s, struct str now)
{
	struct str path = PAGE_PATH, again;
	const struct texts texts = { &path, &now, 1 };
	struct session t = judge(a, &texts);

	expect(page_is_good(page_of(&t)));
	expect(str_equal(span_str(page_of(s)->body),
			 span_str(page_of(&t)->body)));
	expect(str_equal(tell(a, s), tell(a, &t)));
	expect(write_page(a, &t, &again) && str_equal(again, now));
	session_close(&t);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct arena *a = arena_make();
	struct str path = PAGE_PATH, now;
	struct str text = arena_copy(a, (struct str){ (const char *)data,
						      len });
	const struct texts texts = { &path, &text, 1 };
	struct session s = judge(a, &texts), same = judge(a, &texts);

	expect_claims(&s);
	expect(str_equal(tell(a, &s), tell(a, &same)));
	if (write_page(a, &s, &now))
		expect_written(a, &s, now);
	session_close(&same);
	session_close(&s);
	arena_free(a);
	return 0;
}
