/*
 * Packs: a head and the points of a target as MANIFEST text, keys, names, and
 * the folder that is written. Heads are made here, so that the probes that
 * ship may change.
 */
#include "check.h"
#include "arena.h"
#include "buf.h"
#include "built.h"
#include "diag.h"
#include "emit.h"
#include "file.h"
#include "hash.h"
#include "library.h"
#include "listing.h"
#include "pack.h"
#include "pack_sweep.h"
#include "path.h"
#include "plan.h"
#include "source.h"
#include "toolkit.h"

#include <stdlib.h>
#include <unistd.h>

/* A head of one entry a line; a row replaces some of them. */
static const struct {
	const char *key, *text;
} base[] = {
	{ "probe", "probe: made" },
	{ "parameters", "parameters: {type: {values: [fp16, fp32], "
	  "sweep: false}, chains: {values: [1, 4], at: compile}, "
	  "blocks: {values: [sm, 2*sm]}, mode: {values: [a]}}" },
	{ "let", "let: {size: {fp16: 2, fp32: 4}, words: size * chains, "
	  "all: words * blocks * 128, twice: 2 * alias, alias: words}" },
	{ "in", "buffers: {in: {bytes: all, fill: {fp16: random f16 0.5 1, "
	  "fp32: random f32 0.5 1}}," },
	{ "out", "  out: {bytes: all, fill: poison}, "
	  "clk: {bytes: 8, fill: zero}}" },
	{ "arguments", "arguments: [out, in, iterations, {f32: -2.0}]" },
	{ "grid", "grid: blocks" },
	{ "block", "block: 128" },
	{ "measure", "measure: {1: events iterations 32, "
	  "4: events iterations 32, 2: cycles iterations 32}" },
	{ "check", "check: out same in" },
	{ "metrics", "metrics: {rate: {value: words / time, unit: 1/s}}" },
};

struct folder {
	struct arena *arena;
	struct str path;
};

/* The library of one probe `made`, with the row's lines. */
static const struct probe *
make_probe(const struct folder *f, const char *key, const char *line)
{
	struct diag *d = diag_make(f->arena);
	struct library *all = arena_alloc(f->arena, sizeof *all);
	struct str none = { NULL, 0 };
	struct buf text = { 0 };

	buf_printf(&text, "/*\n");
	for (size_t i = 0; i < COUNT_OF(base); i++)
		buf_printf(&text, "%s\n", key && !strcmp(key, base[i].key) ?
			   line : base[i].text);
	buf_printf(&text, "*/\ncode\n");
	CHECK(file_replace(path_join(f->arena, f->path,
				     STR("probes/made.cu")),
			   buf_str(&text), none, d));
	buf_free(&text);
	library_read(f->arena, all, path_join(f->arena, f->path,
					      STR("probes")), d);
	text = (struct buf){ 0 };
	diag_emit(&text, d);
	CHECK_STR(buf_str(&text), "");
	buf_free(&text);
	return library_find(all, STR("made"));
}

/* A point `fp16 4 2*sm`: the settings in the probe's order. */
static struct point
make_point(struct arena *a, const struct probe *p, const char *values)
{
	struct point point = { .entry = STR("made_c4") };
	struct str rest = str_of(values), value;

	point.settings = arena_alloc(a, (p->nparameters + 1) *
						sizeof *point.settings);
	for (size_t i = 0; i < p->nparameters && str_split(&value, &rest, ' ');
	     i++)
		point.settings[point.nsettings++] = (struct setting){
			p->parameters[i].name, value };
	return point;
}

static struct target
make_target(struct arena *a, const struct probe *p, const char *const *points,
	    size_t n)
{
	struct target t = { .kind = TARGET_PROBE, .name = STR("probes/made"),
			    .sm = STR("sm_90a"), .probe = p };

	t.points = arena_alloc(a, (n + 1) * sizeof *t.points);
	for (; t.npoints < n; t.npoints++)
		t.points[t.npoints] = make_point(a, p, points[t.npoints]);
	if (n > 0) {
		t.fixed = t.points[0].settings;
		t.nfixed = 1;
	}
	return t;
}

/* `7:11: text` of the first message, `text` without a place, or empty. */
static struct str
first_message(struct arena *a, const struct diag *d)
{
	uint32_t line, column;
	const struct message *m = d->items;

	if (d->n == 0)
		return STR("");
	if (!m->at.source)
		return m->text;
	source_place(m->at.source, m->at.at, &line, &column);
	return arena_printf(a, "%u:%u: " STR_FMT, line, column,
			    STR_ARG(m->text));
}

/* --- text ---------------------------------------------------------------- */

static const char *const two_points[] = { "fp16 1 2*sm", "fp16 4 2*sm" };

#define BUFFERS(n)                                          \
	"buffer in " n "*sm random f16 0.5 1\nbuffer out " n \
	"*sm poison\n"
#define REST                                                         \
	"entry made_c4\ngrid 2*sm 1 1\nblock 128 1 1\narg buffer out\n" \
	"arg buffer in\narg iterations\narg f32 -2.0\n"             \
	"measure events iterations 32\ncheck out same in\n"
#define PARAMS(chains) \
	"param type fp16\nparam chains " chains "\nparam blocks 2*sm\n"

static void
check_text(const struct folder *f)
{
	const struct probe *p = make_probe(f, NULL, NULL);
	struct target t = make_target(f->arena, p, two_points, 2);
	struct diag *d = diag_make(f->arena);
	struct buf text = { 0 };

	CHECK_ROW("text");
	CHECK(pack_emit_job(&text, &t, d));
	CHECK_STR(buf_str(&text), "target sm_90a\nbuffer clk 8 zero\n"
		  "case\n" PARAMS("1") BUFFERS("512") REST
		  "case\n" PARAMS("4") BUFFERS("2048") REST "end\n");
	CHECK_STR(first_message(f->arena, d), "");
	buf_free(&text);
}

/* A head's line and the line of the MANIFEST that comes of it. */
static const struct row {
	const char *key, *line, *point, *want;
} rows[] = {
	{ "grid", "grid: 4", "fp16 4 sm", "grid 4 1 1" },
	{ "grid", "grid: sm", "fp16 4 sm", "grid sm 1 1" },
	{ "grid", "grid: [sm, 2, chains]", "fp16 4 sm", "grid sm 2 4" },
	{ "grid", "grid: sm * l2 / 1", "fp16 4 sm", "grid sm*l2 1 1" },
	{ "grid", "grid: (2 * sm)^2", "fp16 4 sm", "grid 4*sm*sm 1 1" },
	{ "grid", "grid: 3 * sm / 3", "fp16 4 sm", "grid sm 1 1" },
	{ "grid", "grid: sm * l2 / l2", "fp16 4 sm", "grid sm 1 1" },
	{ "grid", "grid: blocks", "fp16 4 264", "grid 264 1 1" },
	{ "grid", "grid: blocks * (1 + 3)", "fp16 4 3*sm",
	  "grid 12*sm 1 1" },
	{ "grid", "grid: \"min(chains, 2) * sm\"", "fp16 4 sm",
	  "grid 2*sm 1 1" },
	{ "grid", "grid: '2^23 / ceil(1.5) / size'", "fp32 1 sm",
	  "grid 1048576 1 1" },
	{ "grid", "grid: twice", "fp32 4 sm", "grid 32 1 1" },
	{ "grid", "grid: {fp16: 5, fp32: 6}", "fp32 4 sm", "grid 6 1 1" },
	{ "grid", "grid: {fp16: {1: 7, 4: 8}, fp32: 6}", "fp16 4 sm",
	  "grid 8 1 1" },
	{ "let", "let: {all: 8, words: {fp16: {1: all, 4: 3}}, size: words}",
	  "fp16 1 sm", "buffer in 8 random f16 0.5 1" },
	{ "grid", "grid: $chains * 3", "fp32 4 sm", "grid 12 1 1" },
	{ "block", "block: [32, chains]", "fp16 4 sm", "block 32 4 1" },
	{ "block", "block: 128\nshared: 1024 * chains", "fp16 4 sm",
	  "shared 4096" },
	{ "arguments", "arguments: [{u32: chains * 3}, iterations]",
	  "fp16 4 sm", "arg u32 12" },
	{ "arguments", "arguments: {fp16: [iterations, in], fp32: [out]}",
	  "fp16 4 sm", "arg buffer in" },
	{ "check", "check: {fp16:  out   same in , fp32: out written}",
	  "fp16 4 sm", "check out same in" },
	{ "check", "check: [out same in, clk written]", "fp16 4 sm",
	  "check clk written" },
	{ "check", "check: out affine $type in 1 0 0", "fp16 4 sm",
	  "check out affine fp16 in 1 0 0" },
	{ "check", "check: out total in $twice", "fp16 4 sm",
	  "check out total in 16" },
	{ "check", "check: out total in $all", "fp16 4 sm",
	  "check out total in $all" },
	{ "check", "check: out total in $none $", "fp16 4 sm",
	  "check out total in $none $" },
	{ "measure", "measure: cycles iterations 64", "fp16 4 sm",
	  "cycles clk" },
};

static bool
has_line(struct str text, struct str want)
{
	struct str line;

	while (str_split(&line, &text, '\n'))
		if (str_equal(line, want))
			return true;
	return false;
}

static void
check_rows(const struct folder *f)
{
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		const struct row *r = &rows[i];
		const struct probe *p = make_probe(f, r->key, r->line);
		struct target t = make_target(f->arena, p, &r->point, 1);
		struct diag *d = diag_make(f->arena);
		struct buf text = { 0 };

		CHECK_ROW(arena_printf(f->arena, "%s, %s", r->line,
				       r->point));
		CHECK(pack_emit_job(&text, &t, d));
		CHECK(has_line(buf_str(&text), str_of(r->want)));
		CHECK_STR(first_message(f->arena, d), "");
		buf_free(&text);
	}
}

/* A head's line, and what is said of it where; place NULL: nothing is, want
   NULL: anything. */
static const struct fault {
	const char *key, *line, *point, *place, *want;
} faults[] = {
	{ "grid", "grid: blocks + 1", "fp16 4 sm", "8:7",
	  "'blocks + 1' is known on a device only: with 'sm' and 'l2' there "
	  "are products and quotients alone" },
	{ "grid", "grid: 2 * sizes", "fp16 4 sm", "8:11",
	  "'sizes' is an unknown name" },
	{ "grid", "grid: 2 * (3", "fp16 4 sm", "", NULL },
	{ "grid", "grid: 2 * 3 4", "fp16 4 sm", "8:13",
	  "expected the end of the expression" },
	{ "grid", "grid: chains / 3", "fp16 4 sm", "8:7",
	  "comes to 1.33333, no whole number times at most 2 of 'sm' and 'l2'"
	},
	{ "grid", "grid: l2 / 3", "fp16 4 sm", "8:7",
	  "comes to 0.333333*l2, no whole number times at most 2 of 'sm' and "
	  "'l2'" },
	{ "grid", "grid: 2 / sm", "fp16 4 sm", "8:7",
	  "comes to 2*sm^-1, no whole number times at most 2 of 'sm' and 'l2'"
	},
	{ "grid", "grid: 0", "fp16 4 sm", "8:7", NULL },
	{ "grid", "grid: -1", "fp16 4 sm", "8:7", NULL },
	{ "grid", "grid: 4 / (chains - 4)", "fp16 4 sm", "8:7",
	  "divides by zero" },
	{ "grid", "grid: sm / (chains - 4)", "fp16 4 sm", "8:7",
	  "'sm / (chains - 4)' divides by zero" },
	{ "grid", "grid: sm * 10^200 * 10^200", "fp16 4 sm", "8:7", NULL },
	{ "grid", "grid: 2 * sm * l2 * sm", "fp16 4 sm", "8:7", NULL },
	{ "grid", "grid: sm^9", "fp16 4 sm", "8:7", NULL },
	{ "grid", "grid: sm^0.5", "fp16 4 sm", "8:7", NULL },
	{ "grid", "grid: min(blocks, 2)", "fp16 4 sm", "8:11",
	  "'blocks' is known on a device only" },
	{ "grid", "grid: blocks", "fp16 4 2*foo", "1:3",
	  "'foo' is an unknown name" },
	{ "grid", "grid: blocks", "fp16 4 blocks", "1:1",
	  "'blocks' leads from name to name without an end" },
	{ "grid", "grid: type", "fp16 4 sm", "1:1",
	  "'fp16' is an unknown name" },
	{ "grid", "grid: [1, 2, 3, 4]", "fp16 4 sm", "8:17",
	  "a launch has at most three dimensions" },
	{ "grid", "grid: {fp64: 3}", "fp16 4 sm", "8:7",
	  "expected an expression, or a map by the values of a parameter" },
	{ "grid", "grid: {fp16: {2: 3}}", "fp16 4 sm", "8:14",
	  "expected an expression, or a map by the values of a parameter" },
	{ "grid", "summary: none", "fp16 4 sm", "2:1",
	  "the head has no 'grid'" },
	{ "grid", "grid: device.sm_count", "fp16 4 sm", "8:7",
	  "'device.sm_count' has no place in a probe's head" },
	{ "grid", "grid: other#name", "fp16 4 sm", "8:7",
	  "'other#name' has no place in a probe's head" },
	{ "grid", "grid: 2 < 3", "fp16 4 sm", "8:7", "'2 < 3' is no number" },
	{ "let", "let: {size: 2, words: all, all: words}", "fp16 4 sm", "",
	  NULL },
	{ "block", "block: sm", "fp16 4 sm", "9:8",
	  "expected a whole number above 0 that is the same on every device" },
	{ "block", "block: 128\nshared: blocks", "fp16 4 sm", "10:9",
	  "expected a whole number above 0 that is the same on every device" },
	{ "measure", "measure: events iterations 33", "fp16 4 sm", "10:10",
	  "expected 'WHAT SLOPE N', N a power of two from 2 to 1048576" },
	{ "measure", "measure: events iterations", "fp16 4 sm", "10:10", NULL },
	{ "measure", "measure: events iterations 32 7", "fp16 4 sm", "10:10",
	  NULL },
	{ "measure", "measure: events iterations 2097152", "fp16 4 sm",
	  "10:10", NULL },
	{ "out", "  out: {bytes: all, fill: poison}}", "fp16 4 sm", NULL,
	  NULL },
	{ "out", "  out: {bytes: all, fill: poison}}", "fp16 2 sm", "10:64",
	  "cycles are stored in a buffer 'clk', and there is none" },
	{ "out", "  'o ut': {bytes: all, fill: poison}}", "fp16 4 sm", "6:3",
	  "a buffer's name is one word" },
	{ "out", "  out: {bytes: all}}", "fp16 4 sm", "2:1",
	  "the head has no 'buffers.out.fill'" },
	{ "arguments", "arguments: [outer]", "fp16 4 sm", "7:13",
	  "'outer' is no buffer of this probe" },
	{ "arguments", "arguments: [{u32: blocks}]", "fp16 4 sm", "7:19",
	  "a constant must be the same on every device" },
	{ "arguments", "arguments: [{u32: 1, f32: 2}]", "fp16 4 sm", "7:13",
	  "expected a buffer, 'iterations' or a constant with its type" },
	{ "check", "check: \"out same in\\nentry forged\"", "fp16 4 sm", NULL,
	  NULL },
	{ "check", "check: 'out same \xc3\xa9'", "fp16 4 sm", "11:8",
	  "expected printable words, or a map by the values of a parameter" },
	{ "check", "check: ''", "fp16 4 sm", "11:8", NULL },
	{ "check", "check: out same in", "fp16 4 sm a\x01", "2:1",
	  "the value 'a\x01' of parameter 'mode' is not printable" },
	{ "check", "check: out same in", "fp16 4 sm a\nentry\tforged", NULL,
	  NULL },
};

static void
check_fault(const struct folder *f, const struct fault *r)
{
	const struct probe *p = make_probe(f, r->key, r->line);
	struct target t = make_target(f->arena, p, &r->point, 1);
	struct diag *d = diag_make(f->arena);
	struct buf text = { 0 };
	bool good = pack_emit_job(&text, &t, d);
	struct str said = first_message(f->arena, d);

	CHECK(good == !r->place);
	CHECK(diag_failed(d) == !good);
	CHECK_NUM(d->count[DIAG_ERROR], good ? 0 : 1);
	if (r->place && r->want)
		CHECK_STR(said, arena_printf(f->arena, "%s: %s", r->place,
					     r->want));
	else if (r->place)
		CHECK(str_starts(said, str_of(r->place)));
	CHECK(!has_line(buf_str(&text), STR("entry forged")));
	CHECK((pack_key(f->arena, &t).n > 0) == good);
	buf_free(&text);
}

static void
check_faults(const struct folder *f)
{
	for (size_t i = 0; i < COUNT_OF(faults); i++) {
		CHECK_ROW(arena_printf(f->arena, "%s, %s", faults[i].line,
				       faults[i].point));
		check_fault(f, &faults[i]);
	}
}

/* Faults that no line of a head makes alone. */
static void
check_point_faults(const struct folder *f)
{
	static const char *const points[] = { "fp16 4 sm" };
	struct target t = make_target(f->arena, make_probe(f, "measure",
		"measure: cycles iterations 32"), points, 1);
	struct diag *d = diag_make(f->arena);
	struct buf text = { 0 };

	CHECK_ROW("point");
	t.points[0].entry = STR("two words");
	CHECK(!pack_emit_job(&text, &t, d));
	CHECK_STR(first_message(f->arena, d),
		  "2:1: the kernel 'two words' has no launchable name");
	buf_free(&text);
}

/* --- key and name -------------------------------------------------------- */

/* Is a part of the name of each fixed setting. */
static const struct naming {
	const char *point;
	size_t nfixed;
	const char *want;
} namings[] = {
	{ "fp16 4 sm", 0, "made" },
	{ "fp16 4 sm", 1, "made-fp16" },
	{ "fp16 4 sm", 2, "made-fp16-chains4" },
	{ "FP16 4 2*sm", 3, "made-fp16-chains4-blocks2_sm" },
};

static void
check_names(const struct folder *f)
{
	const struct probe *p = make_probe(f, NULL, NULL);

	for (size_t i = 0; i < COUNT_OF(namings); i++) {
		const struct naming *r = &namings[i];
		struct target t = make_target(f->arena, p, &r->point, 1);
		struct str key, name;

		if (r->point[0] == 'F')
			t.points[0].settings = make_point(f->arena, p,
				"fp16 4 2*sm").settings;
		t.nfixed = r->nfixed;
		key = pack_key(f->arena, &t);
		name = pack_name(f->arena, &t);
		CHECK_ROW(r->want);
		CHECK_NUM(key.n, HASH_HEX);
		CHECK_STR(name, arena_printf(f->arena, "%s-" STR_FMT, r->want,
				STR_ARG(str_slice(key, 0, 8))));
	}
}

/* The key changes with all that decides a measurement, and with nothing
   else. */
static void
check_key(const struct folder *f)
{
	const struct probe *p = make_probe(f, NULL, NULL);
	struct target t = make_target(f->arena, p, two_points, 2);
	struct target other = t;
	struct str key = pack_key(f->arena, &t);

	CHECK_ROW("key");
	CHECK_STR(pack_key(f->arena, &t), key);
	other.sm = STR("sm_100a");
	CHECK(!str_equal(pack_key(f->arena, &other), key));
	other = t;
	other.npoints = 1;
	CHECK(!str_equal(pack_key(f->arena, &other), key));
	other = t;
	other.probe = make_probe(f, "check", "check: out written");
	CHECK(!str_equal(pack_key(f->arena, &other), key));
	other.probe = make_probe(f, "measure", "measure: events iterations 64");
	CHECK(!str_equal(pack_key(f->arena, &other), key));
	other.probe = make_probe(f, "metrics",
				 "metrics: {rate: {value: 2 * words / time}}");
	CHECK_STR(pack_key(f->arena, &other), key);
}

/* --- large sweeps -------------------------------------------------------- */

#define LARGE "parameters: {type: {values: [fp16, fp32], sweep: false}, " \
	"chains: {values: [1, 2, 4, 8, 16, 32, 64]}, " \
	"blocks: {values: [sm, 2*sm]}, mode: {values: [a]}}"

/* All points of the probe: 14, of which some are kept. */
static struct target
make_large(struct arena *a, const struct probe *p, size_t chains)
{
	static const char *const points[] = {
		"fp16 1 sm a", "fp16 1 2*sm a", "fp16 2 sm a",
		"fp16 2 2*sm a", "fp16 4 sm a", "fp16 4 2*sm a",
		"fp16 8 sm a", "fp16 8 2*sm a", "fp16 16 sm a",
		"fp16 16 2*sm a", "fp16 32 sm a", "fp16 32 2*sm a",
		"fp16 64 sm a", "fp16 64 2*sm a",
	};
	struct target t = make_target(a, p, points, 2 * chains);

	t.keep = arena_alloc(a, t.npoints + 1);
	return t;
}

static struct str
points_of(struct arena *a, const struct target *t)
{
	struct buf text = { 0 };
	struct str out;

	pack_add_points(&text, a, t);
	out = arena_copy(a, buf_str(&text));
	buf_free(&text);
	return out;
}

/* Metrics, and the weight of the point of 4 chains on 2*sm blocks; "": there
   are none. */
static const struct weight_row {
	const char *metrics, *weight;
} weight_rows[] = {
	{ "metrics: {rate: {value: words / time, unit: 1/s}}", "4" },
	{ "metrics: {cost: {value: time / words, best: min}}", "4" },
	{ "metrics: {cost: {value: 3 * cycles / words, best: min}}", "4" },
	{ "metrics: {rate: {value: sm * words / time}}", "4" },
	{ "metrics: {rate: {value: all / time}}", "8" },
	{ "metrics: {rate: {value: words / (time + 1)}}", "" },
	{ "metrics: {rate: {value: time * words}}", "" },
	{ "metrics: {cost: {value: words / time, best: min}}", "" },
	{ "metrics: {rate: {value: (words + sm) / time}}", "" },
	{ "metrics: {rate: {value: words / time / device.sm_count}}", "" },
};

static void
check_weights(const struct folder *f)
{
	struct arena *a = f->arena;
	const struct probe *p;
	struct target t;

	for (size_t i = 0; i < COUNT_OF(weight_rows); i++) {
		const struct weight_row *row = &weight_rows[i];
		struct str line, text;

		CHECK_ROW(row->metrics);
		p = make_probe(f, "metrics", row->metrics);
		t = make_large(a, p, 7);
		text = points_of(a, &t);
		for (size_t k = 0; k < 6; k++)
			if (!str_split(&line, &text, '\n'))
				line = STR("");
		line = str_slice(str_skip(line, STR("point ").n), 0,
				 strlen(row->weight));
		CHECK_STR(line, row->weight);
		CHECK_NUM(text.n > 0, row->weight[0] != '\0');
	}
}

static void
check_points(const struct folder *f)
{
	struct arena *a = f->arena;
	const struct probe *p = make_probe(f, "parameters", LARGE);
	struct target t = make_large(a, p, 7);
	struct str key = pack_key(a, &t);

	CHECK_ROW("points");
	t.keep[3] = t.keep[4] = true;
	CHECK_STR(points_of(a, &t), "point 1 coarse\npoint 1\npoint 2\n"
		  "point 2 keep\npoint 4 coarse keep\npoint 4\npoint 8\n"
		  "point 8\npoint 16 coarse\npoint 16\npoint 32\npoint 32\n"
		  "point 64 coarse\npoint 64\n");
	CHECK_STR(pack_key(a, &t), key);
	for (size_t k = 0; k < t.npoints; k++)
		t.keep[k] = true;
	CHECK_STR(points_of(a, &t), "");
	t = make_large(a, p, 6); /* not large */
	CHECK_STR(points_of(a, &t), "");
}

/* --- the folder ---------------------------------------------------------- */

static const char head_text[] =
	"kbc-pack 1\ntoolkit 13.0.88\nharness " PACK_HARNESS "\nseed 1\n";

static const struct pack_wants all = { 0 };

static void
check_folder(const struct folder *f)
{
	struct arena *a = f->arena;
	struct target t = make_target(a, make_probe(f, NULL, NULL),
				      two_points, 2);
	struct target targets[] = { t, t };
	const struct plan plan = { .targets = targets, .ntargets = 2 };
	const struct toolkit kit = { .nvcc = { .version = STR("13.0.88") } };
	struct built built[2] = { { .ok = true }, { .ok = false } };
	struct str to = path_join(a, f->path, STR("pack")), text, name;
	struct str none = { NULL, 0 };
	struct diag *d = diag_make(a);
	struct buf job = { 0 };

	CHECK_ROW("folder");
	built[0].cubin = path_join(a, f->path, STR("made.cubin"));
	built[0].cubin_hash = hash_hex(a, STR("code"));
	CHECK(file_replace(built[0].cubin, STR("code"), none, d));
	CHECK(pack_write(a, to, &plan, built, &all, &kit, d));
	CHECK_STR(first_message(a, d), "");
	CHECK(pack_emit_job(&job, &t, d));
	name = pack_name(a, &t);
	CHECK(file_read(a, &text, path_join(a, to, STR("MANIFEST")), 100000,
			d));
	CHECK_STR(text, arena_printf(a, "%s\njob " STR_FMT "\nkey " STR_FMT
		"\ncubin bin/" STR_FMT ".cubin " STR_FMT "\n" STR_FMT,
		head_text, STR_ARG(name), STR_ARG(pack_key(a, &t)),
		STR_ARG(name), STR_ARG(built[0].cubin_hash),
		STR_ARG(buf_str(&job))));
	CHECK(file_read(a, &text, arena_printf(a, STR_FMT "/bin/" STR_FMT
		".cubin", STR_ARG(to), STR_ARG(name)), 100000, d));
	CHECK_STR(text, "code");
	buf_free(&job);
}

/* What is not built, not wanted, changed or not there is never launched. */
static void
check_refusals(const struct folder *f)
{
	struct arena *a = f->arena;
	struct target t = make_target(a, make_probe(f, NULL, NULL),
				      two_points, 1);
	const struct plan plan = { .targets = &t, .ntargets = 1 };
	struct built built = { .ok = true };
	struct str to = path_join(a, f->path, STR("refused"));
	struct listing listing = { 0 };
	const size_t wanted = 0;
	struct diag *d;

	CHECK_ROW("refusals");
	built.cubin = path_join(a, f->path, STR("made.cubin"));
	built.cubin_hash = hash_hex(a, STR("other code"));
	d = diag_make(a);
	CHECK(!pack_write(a, to, &plan, &built, &all, NULL, d));
	CHECK_STR(first_message(a, d), arena_printf(a,
		"'" STR_FMT "' has changed since it was built",
		STR_ARG(built.cubin)));
	d = diag_make(a);
	CHECK(!pack_write(a, to, &plan, &built,
			  &(struct pack_wants){ .replicates = &wanted }, NULL,
			  d));
	CHECK_STR(first_message(a, d),
		  "nothing was built that can be run");
	built.cubin_hash = STR("");
	built.ptx = &listing;
	d = diag_make(a);
	CHECK(!pack_write(a, to, &plan, &built, &all, NULL, d));
	CHECK_STR(first_message(a, d),
		  "the code of 'probes/made' has no kernel 'made_c4'");
	CHECK_NUM(file_kind(path_join(a, to, STR("MANIFEST"))), FILE_NONE);
}

int
main(void)
{
	char template[] = "/tmp/kbc-unit-pack-XXXXXX";
	struct folder f = { .arena = arena_make() };
	struct diag *d = diag_make(f.arena);
	struct paths left = { 0 };

	f.path = str_of(mkdtemp(template));
	check_text(&f);
	check_rows(&f);
	check_faults(&f);
	check_point_faults(&f);
	check_names(&f);
	check_key(&f);
	check_weights(&f);
	check_points(&f);
	check_folder(&f);
	check_refusals(&f);
	file_walk(f.arena, &left, f.path, STR(""), d);
	for (size_t i = 0; i < left.n; i++)
		file_remove(left.items[i], d);
	rmdir(arena_printf(f.arena, "%s/pack/bin", template).p);
	rmdir(arena_printf(f.arena, "%s/pack", template).p);
	rmdir(arena_printf(f.arena, "%s/probes", template).p);
	rmdir(template);
	arena_free(f.arena);
	CHECK_DONE();
}
