/*
 * Any bytes as a listing, a report or a compiler's words. Promised: of each
 * function the glob `*` counts all instructions, every one of them has a
 * mnemonic that its text holds and that is no NOP, those of a hot loop are
 * some of them and there when it says so; a function is found by its name; two
 * readings are the same; a message has one line of text.
 */

#include "arena.h"
#include "fuzz.h"
#include "listing.h"

static void
expect_kernel(const struct listing *l, const struct kernel *k)
{
	size_t all = listing_count(k, STR("*"), false);
	size_t loop = listing_count(k, STR("*"), true);

	expect(all == k->n);
	expect(loop <= all && (loop > 0) == k->has_loop);
	for (size_t i = 0; i < k->n; i++) {
		const struct instruction *it = &k->items[i];

		expect(it->mnemonic.n > 0);
		expect(str_find(it->text, it->mnemonic) < it->text.n);
		expect(str_find_byte(it->text, '\n') == it->text.n);
		if (str_find_byte(it->mnemonic, '?') < it->mnemonic.n ||
		    str_find_byte(it->mnemonic, '*') < it->mnemonic.n)
			continue;
		expect(listing_count(k, it->mnemonic, false) > 0);
	}
	expect(k->name.n == 0 || listing_find(l, k->name) != NULL);
}

static void
expect_same(const struct listing *x, const struct listing *y)
{
	expect(x->n == y->n);
	for (size_t i = 0; i < x->n; i++) {
		expect(str_equal(x->kernels[i].name, y->kernels[i].name));
		expect(x->kernels[i].n == y->kernels[i].n);
		expect(listing_count(&x->kernels[i], STR("*"), true) ==
		       listing_count(&y->kernels[i], STR("*"), true));
	}
}

static void
expect_words(struct arena *a, struct str text)
{
	struct complaint *c;
	struct resources *r;
	size_t n = complaints_parse(a, &c, text);

	for (size_t i = 0; i < n; i++) {
		expect(str_find_byte(c[i].text, '\n') == c[i].text.n);
		expect(str_find_byte(c[i].file, '\n') == c[i].file.n);
	}
	n = resources_parse(a, &r, text);
	for (size_t i = 1; i < n; i++)
		expect(!str_equal(r[i].kernel, r[i - 1].kernel));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct arena *a = arena_make();
	struct str text = { (const char *)data, len }, file;
	struct listing one, two;
	uint32_t line;
	bool good = listing_parse_ptx(a, &one, text);

	expect(good == listing_parse_ptx(a, &two, text));
	for (size_t i = 0; good && i < one.n; i++)
		expect_kernel(&one, &one.kernels[i]);
	if (good)
		expect_same(&one, &two);
	for (uint32_t i = 0; i < 40; i++)
		ptx_page_line(text, i, &file, &line);
	good = listing_parse_sass(a, &one, text);
	expect(good == listing_parse_sass(a, &two, text));
	for (size_t i = 0; good && i < one.n; i++)
		expect_kernel(&one, &one.kernels[i]);
	expect_same(&one, &two);
	expect_words(a, text);
	arena_free(a);
	return 0;
}
