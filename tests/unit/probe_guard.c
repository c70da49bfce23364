/*
 * What the guard says of kernels that hold the promised instructions, others,
 * or no loop. Heads are made here; kernels are lists of mnemonics.
 */
#include "check.h"
#include "arena.h"
#include "built.h"
#include "diag.h"
#include "evidence.h"
#include "file.h"
#include "library.h"
#include "listing.h"
#include "plan.h"
#include "probe_guard.h"
#include "value.h"

#include <stdlib.h>
#include <unistd.h>

/* The only probe of a library whose head has these lines. */
static const struct probe *
read_probe(struct arena *a, const char *lines)
{
	char folder[] = "/tmp/kbc-unit-guard-XXXXXX";
	struct library *all = arena_alloc(a, sizeof(*all));
	struct diag *d = diag_make(a);
	struct str path;

	CHECK(mkdtemp(folder) != NULL);
	path = arena_printf(a, "%s/made.cu", folder);
	CHECK(file_replace(path, arena_printf(a, "/*\nprobe: made\n"
		"parameters: {space: {values: [near, far], at: compile}}\n"
		"%smetrics: {rate: {value: 1 / time}}\n*/\n", lines),
		(struct str){ NULL, 0 }, d));
	CHECK(library_read(a, all, str_of(folder), d));
	CHECK(file_remove(path, d));
	rmdir(folder);
	return &all->items[0];
}

/* `LDS *LDS`: the second is of the hot loop. */
static struct listing
make_listing(struct arena *a, const char *code)
{
	struct listing l = { .n = 1 };
	struct kernel *k = arena_alloc(a, sizeof(*k));
	struct str rest = str_of(code), word;

	k->name = STR("made_far");
	k->items = arena_alloc(a, (str_of(code).n + 1) * sizeof(*k->items));
	while (str_split(&word, &rest, ' ')) {
		bool loop = str_starts(word, STR("*"));

		word = str_skip(word, loop ? 1 : 0);
		k->items[k->n++] = (struct instruction){ word, word, loop };
		k->has_loop |= loop;
	}
	l.kernels = k;
	return l;
}

#define HEAD(measure) \
	"measure: {near: cycles iterations 2, far: " measure "}\n" \
	"loop: {instruction: {far: LDS*}, count: {near: 1, far: 2}}\n"
#define TURNS HEAD("events iterations 2")
#define LAUNCHES HEAD("events launches 2")

static const struct row {
	const char *head, *code, *want; /* want: empty if all is well */
} rows[] = {
	{ TURNS, "LDS *LDS.64 *LDS *BRA EXIT", "" },
	{ TURNS, "LDS *LDS *BRA EXIT",
	  "the hot loop of made_far holds 1 LDS*, the probe promises 2" },
	{ TURNS, "*LDS *LDS *LDS *BRA EXIT",
	  "the hot loop of made_far holds 3 LDS*, the probe promises 2" },
	{ TURNS, "LDS LDS *BRA EXIT", "" },
	{ TURNS, "LDS LDS EXIT", "made_far has no loop" },
	{ TURNS, "", "made_far has no loop" },
	{ LAUNCHES, "LDS LDS EXIT", "" },
	{ LAUNCHES, "LDS EXIT",
	  "the hot loop of made_far holds 1 LDS*, the probe promises 2" },
	{ "measure: events iterations 2\n", "LDS EXIT", "" },
};

int
main(void)
{
	static const struct setting far = { STR_INIT("space"),
					    STR_INIT("far") };
	const struct evidence none = { 0 };
	struct arena *a = arena_make();

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct point point = { .entry = STR("made_far"),
				       .nsettings = 1 };
		struct target t = { .kind = TARGET_PROBE, .sm = STR("sm_90a"),
				    .points = &point, .npoints = 1 };
		struct listing sass = make_listing(a, rows[i].code);
		struct built b = { .tried = true, .ok = true, .sass = &sass };
		struct setting settings[] = { far };
		struct value v;

		CHECK_ROW(arena_printf(a, "%s%s", rows[i].head, rows[i].code));
		point.settings = settings;
		t.probe = read_probe(a, rows[i].head);
		v = probe_guard(a, &t, &b, &none, NULL);
		CHECK(v.kind == (rows[i].want[0] ? VALUE_NONE : VALUE_TRUTH));
		CHECK_STR(v.reason, rows[i].want);
	}
	arena_free(a);
	CHECK_DONE();
}
