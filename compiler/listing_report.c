/*
 * ptxas -v's report to the resources of each function.
 *
 *     ptxas info    : Compiling entry function 'k' for 'sm_90a'
 *     ptxas info    : Function properties for k
 *         160 bytes stack frame, 8 bytes spill stores, 4 bytes spill loads
 *     ptxas info    : Used 42 registers, used 1 barriers, 256 bytes smem
 *
 * "Used" is of the entry function that is being compiled; properties come for
 * each function, device functions too, which have no line of their own for
 * registers. Banks of constants come one by one, `376 bytes cmem[0]`.
 */
#include "listing.h"

#include "arena.h"

struct reports {
	struct arena *a;
	struct resources *items;
	size_t n, cap;
};

/* A number and what it counts, as a report words it. */
struct word {
	struct str text;
	size_t field; /* its offset in struct resources */
};

static const struct word words[] = {
	{ STR_INIT(" registers"), offsetof(struct resources, registers) },
	{ STR_INIT(" bytes stack frame"), offsetof(struct resources, stack) },
	{ STR_INIT(" bytes spill stores"),
	  offsetof(struct resources, spill_stores) },
	{ STR_INIT(" bytes spill loads"),
	  offsetof(struct resources, spill_loads) },
	{ STR_INIT(" bytes smem"), offsetof(struct resources, shared) },
	{ STR_INIT(" bytes cmem["), offsetof(struct resources, constant) },
};

/* The report of a function, made when it is new. */
static size_t
find_report(struct reports *r, struct str kernel)
{
	for (size_t i = 0; i < r->n; i++) {
		if (str_equal(r->items[i].kernel, kernel))
			return i;
	}
	r->items = arena_grow(r->a, r->items, r->n, &r->cap,
			      sizeof(*r->items));
	r->items[r->n].kernel = arena_copy(r->a, kernel);
	return r->n++;
}

/* Adds one part between commas, `42 registers`, to the field it names. */
static void
add_part(struct resources *r, struct str part)
{
	uint64_t n;

	part = str_trim(part);
	if (str_starts(part, STR("Used ")))
		part = str_skip(part, 5);
	if (!str_take_unsigned(&part, &n) || n > UINT32_MAX)
		return;
	for (size_t i = 0; i < COUNT_OF(words); i++) {
		uint32_t *field = (uint32_t *)(void *)((char *)r +
						       words[i].field);

		if (str_starts(part, words[i].text))
			*field += (uint32_t)n;
	}
}

static void
add_parts(struct reports *r, size_t function, struct str line)
{
	struct str part;

	while (function < r->n && str_split(&part, &line, ','))
		add_part(&r->items[function], part);
}

size_t
resources_parse(struct arena *a, struct resources **out, struct str report)
{
	static const struct str entry = STR_INIT("Compiling entry function '");
	static const struct str of = STR_INIT("Function properties for ");
	struct reports r = { .a = a };
	size_t compiled = SIZE_MAX, described = SIZE_MAX;
	struct str line;

	while (str_split(&line, &report, '\n')) {
		bool info = str_starts(line, STR("ptxas info"));
		size_t at = str_find_byte(line, ':') + 1;
		struct str text = str_trim(info ? str_skip(line, at) : line);

		if (info && str_starts(text, entry)) {
			text = str_skip(text, entry.n);
			text = str_slice(text, 0, str_find_byte(text, '\''));
			compiled = find_report(&r, text);
		} else if (info && str_starts(text, of)) {
			described = find_report(&r, str_skip(text, of.n));
		} else if (info && str_starts(text, STR("Used "))) {
			add_parts(&r, compiled, text);
		} else if (!info) {
			add_parts(&r, described, text);
			described = SIZE_MAX;
		}
	}
	*out = r.items;
	return r.n;
}
