/*
 * Evidence: records as kbc-run writes them, made here from slopes; what is
 * read of them, looked up, worked out and put together.
 */
#include "check.h"
#include "../throttle.h"
#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "evidence.h"
#include "fact.h"
#include "file.h"
#include "library.h"
#include "pack.h"
#include "path.h"
#include "quantity.h"
#include "source.h"
#include "value.h"
#include "evidence_table.h"

#include <stdlib.h>
#include <unistd.h>

#define KEY "1a2b3c4d00000000000000000000000000000000000000000000000000000000"
#define JOB "made-fp16-1a2b3c4d"
#define MONDAY "2026-11-30T03:20:11Z"
#define TUESDAY "2026-12-01T10:00:00Z"
#define WEDNESDAY "2026-12-02T10:00:00Z"
#define CASES 6
#define REPLICATES 8

static const char probe_text[] =
	"/*\nprobe: made\n"
	"parameters:\n"
	"  type: {values: [fp16, fp32], sweep: false}\n"
	"  chains: {values: [1, 4, 8], at: compile}\n"
	"  threads: {values: [256]}\n"
	"  blocks: {values: [sm, 2*sm]}\n"
	"let: {lanes: {fp16: 2, fp32: 1}, flops: lanes * chains * blocks}\n"
	"metrics:\n"
	"  rate: {value: flops / time, unit: FLOP/s, best: max}\n"
	"  time: {value: 10^3 * time / flops, unit: s, best: min}\n"
	"  ticks: {value: cycles, unit: cycles, best: min}\n"
	"  clocks: {value: time * device.clock_hz, best: min}\n"
	"  l2s: {value: l2 * time / time, unit: B}\n"
	"  odd: {value: time * nothing}\n"
	"ceiling: {metric: rate, value: device.peak.$type}\n*/\n";

static const char below_text[] =
	"/*\nprobe: below\n"
	"parameters: {chains: {values: [1, 4]}}\n"
	"metrics: {cycles: {value: cycles / 2, unit: cycles, best: min}}\n"
	"ceiling: {metric: cycles, value: 128 / device.per_clock.fp32, "
	"bound: below, reach: 0.5}\n*/\n";

static const char device_text[] =
	"name: Made\naliases: [NVIDIA Made 9]\ncc: \"9.0\"\nsm: sm_90\n"
	"sm_count: 4\nclock_hz: 1e9\nper_clock: {fp32: 128}\n"
	"peak: {fp16: 4e9}\nlaunch: {gap_s: 30e-10, least_s: 11e-9}\n";

/* Slopes of the cases in ns: chains 1 4 8 with blocks sm, then 2*sm. Rates in
   FLOP/ns: 0.8 1.6 3.2, 0.4 3.2 3.168. */
static const double slopes[CASES] = { 10, 20, 20, 40, 20, 1.28e2 / 3.168 };

/* --- making records ------------------------------------------------------ */

struct spec {
	const char *job, *key, *harness, *cubin, *device, *driver, *error;
	const char *toolkit;
	int sm;
	double n;             /* launch length of every case */
	const char *started;
	size_t replicates;
	size_t valid;         /* the first so many; the rest is throttled */
	double scale;         /* of the slopes */
	const char *extra;    /* text before "started" */
	bool cycles;
	unsigned left;        /* bits: cases that the sweep has left out */
	unsigned seen;        /* bits: those of the pilot; 0: there was none */
	bool gpus;            /* two took turns */
	const char *issue;    /* the host's shares, of launches; or NULL */
};

static const struct spec usual = {
	.job = JOB, .key = KEY, .harness = PACK_HARNESS, .cubin = "c0de",
	.device = "NVIDIA Made 9", .driver = "580.1", .error = "null",
	.toolkit = "13.0.88",
	.sm = 4, .n = 1024, .started = MONDAY, .replicates = REPLICATES,
	.valid = REPLICATES, .scale = 1, .extra = "",
};

static void
add_device(struct buf *out, const struct spec *s)
{
	buf_printf(out, "{\"name\":\"%s\",\"cc\":\"9.0\",\"sm_count\":%d,"
		   "\"l2_bytes\":1048576,\"clock_khz\":1500000,"
		   "\"memory_bytes\":null,\"driver\":\"%s\",\"ecc\":true,"
		   "\"date\":\"%.10s\"}", s->device, s->sm, s->driver,
		   s->started);
}

static void
add_cases(struct buf *out, const struct spec *s)
{
	static const int chains[CASES] = { 1, 4, 8, 1, 4, 8 };

	buf_printf(out, ",\n\"cases\":[");
	for (int c = 0; c < CASES; c++)
		buf_printf(out, "%s\n{\"params\":{\"type\":\"fp16\",\"chains\":"
			   "\"%d\",\"threads\":\"256\",\"blocks\":\"%s\"},"
			   "\"entry\":\"made_c%d\",\"n\":%.0f,%s"
			   "\"unit\":\"%s\"}",
			   c ? "," : "", chains[c], c < 3 ? "sm" : "2*sm",
			   chains[c], s->n,
			   s->issue ? "\"slope\":\"launches\"," : "",
			   s->cycles ? "cycles" : "ns");
}

/* Five samples of a launch of n units: one of them late, one early. */
static void
add_half(struct buf *out, double slope, double n)
{
	double t = 5000 + slope * n;

	buf_printf(out, "[%.17g,%.17g,%.17g,%.17g,%.17g]", t, t * 3, t, t / 2,
		   t);
}

/* The samples of some cases, and null. */
static void
add_samples(struct buf *out, const struct spec *s, unsigned cases)
{
	for (int c = 0; c < CASES; c++) {
		double slope = slopes[c] * s->scale;

		buf_printf(out, "%s", c ? "," : "");
		if (!(cases >> c & 1)) {
			buf_printf(out, "null");
			continue;
		}
		buf_printf(out, "[");
		add_half(out, slope, s->n);
		buf_printf(out, ",");
		add_half(out, slope, 4 * s->n);
		buf_printf(out, "]");
	}
}

static void
add_replicate(struct buf *out, const struct spec *s, size_t i)
{
	bool valid = i < s->valid;

	buf_printf(out, "%s\n{\"valid\":%s,\"dropped\":%s,\"conditions\":"
		   "{\"mig\":false},", i ? "," : "",
		   valid ? "true" : "false",
		   valid ? "null" : "\"power-cap\"");
	if (s->gpus)
		buf_printf(out, "\"gpu\":%zu,", i % 2);
	if (s->issue)
		buf_printf(out, "\"issue\":[%s],", s->issue);
	buf_printf(out, "\"samples\":[");
	add_samples(out, s, ~s->left);
	buf_printf(out, "]}");
}

static struct str
record_text(struct arena *a, const struct spec *s)
{
	struct buf out = { 0 };
	struct str text;

	buf_printf(&out, "{\"format\":\"kbc-evidence 1\",\"job\":\"%s\","
		   "\"key\":\"%s\",\"harness\":\"%s\",\"cubin\":\"%s\","
		   "\"target\":\"sm_90a\",\"toolkit\":\"%s\","
		   "\"runner\":\"0.1.0\",\n\"device\":", s->job, s->key,
		   s->harness, s->cubin, s->toolkit);
	add_device(&out, s);
	add_cases(&out, s);
	buf_printf(&out, "],\n\"runs\":[{%s\"started\":\"%s\",\"ended\":\"%s\","
		   "\"replicates\":[", s->extra, s->started, s->started);
	for (size_t i = 0; i < s->replicates; i++)
		add_replicate(&out, s, i);
	buf_printf(&out, "]");
	if (s->seen) {
		buf_printf(&out, ",\n\"pilot\":[");
		add_samples(&out, s, s->seen);
		buf_printf(&out, "]");
	}
	buf_printf(&out, "}],\n\"error\":%s}\n", s->error);
	text = arena_copy(a, buf_str(&out));
	buf_free(&out);
	return text;
}

/* --- a folder of its own ------------------------------------------------- */

struct room {
	struct arena *arena;
	struct str path;
	const struct library *library;
	const struct devices *devices;
};

static struct str
room_path(const struct room *r, const char *name)
{
	return path_join(r->arena, r->path, str_of(name));
}

static void
room_write(const struct room *r, const char *name, struct str text)
{
	struct diag *d = diag_make(r->arena);

	CHECK(file_update(room_path(r, name), text, d));
}

static struct str
room_read(const struct room *r, const char *name)
{
	struct diag *d = diag_make(r->arena);
	struct str text = STR("");

	CHECK(file_read(r->arena, &text, room_path(r, name), 1u << 22, d));
	return text;
}

/* Removes all files under a folder of the room. */
static void
room_clear(const struct room *r, const char *name)
{
	struct diag *d = diag_make(r->arena);
	struct paths files = { 0 };

	if (file_kind(room_path(r, name)) == FILE_NONE)
		return;
	file_walk(r->arena, &files, room_path(r, name), STR(""), d);
	for (size_t i = 0; i < files.n; i++)
		file_remove(files.items[i], d);
	for (size_t i = 0; i < files.n; i++)
		rmdir(arena_copy(r->arena, path_dir(files.items[i])).p);
	rmdir(room_path(r, name).p);
}

/* `2:14: text` of the first message, or `text`, or empty. */
static struct str
first_message(struct arena *a, const struct diag *d)
{
	const struct message *m = d->items;
	uint32_t line, column;

	if (d->n == 0)
		return STR("");
	if (!m->at.source)
		return m->text;
	source_place(m->at.source, m->at.at, &line, &column);
	return arena_printf(a, "%u:%u: " STR_FMT, line, column,
			    STR_ARG(m->text));
}

static bool
holds(struct str s, const char *part)
{
	return str_find(s, str_of(part)) < s.n;
}

/* The only evidence of a ledger with this record; NULL with *said. */
static const struct evidence *
read_one(const struct room *r, const char *path, struct str text,
	 struct str *said)
{
	struct ledger *l = arena_alloc(r->arena, sizeof *l);
	struct diag *d = diag_make(r->arena);

	room_clear(r, "one");
	room_write(r, path, text);
	CHECK(ledger_read(r->arena, l, room_path(r, "one"), d));
	*said = first_message(r->arena, d);
	CHECK_NUM(l->n, d->n == 0 ? 1 : 0);
	return l->n ? &l->items[0] : NULL;
}

/* --- reading ------------------------------------------------------------- */

#define PLACE "one/made-9/" JOB ".json"

static struct str
replace(struct arena *a, struct str text, struct str from, struct str to)
{
	size_t at = str_find(text, from);

	return arena_printf(a, STR_FMT STR_FMT STR_FMT, (int)at, text.p,
			    STR_ARG(to), STR_ARG(str_skip(text,
							  at + from.n)));
}

/* What a replicate that calls itself valid may not have been; the device's
   clock is 1500 MHz. */
static const struct condition_row {
	const char *text, *dropped; /* NULL: it counts */
} condition_rows[] = {
	{ "\"mig\":true", "mig" },
	{ "\"mps\":true", "mps" },
	{ "\"other_processes\":2", "other-process" },
	{ "\"power_cap\":true", "power-cap" },
	{ "\"throttle\":null,\"power_cap\":true", "power-cap" },
	{ "\"sm_clock_mhz\":345", "clock" },
	{ "\"sm_clock_mhz\":0", "clock" },
	{ "\"sm_clock_mhz\":500", NULL },
	{ "\"sm_clock_mhz\":1980", NULL },
	{ "\"sm_clock_mhz\":null", NULL },
	{ "\"throttle\":null,\"other_processes\":0,\"mps\":null", NULL },
};

/* What is no condition at all. */
static const char *const wrong_conditions[] = {
	"\"mig\":1", "\"throttle\":\"8\"", "\"throttle\":-1",
	"\"throttle\":8.0", "\"other_processes\":true",
	"\"sm_clock_mhz\":\"1980\"", "\"power_cap\":0",
};

/* The first replicate with other conditions. */
static struct str
with_conditions(const struct room *r, struct str text)
{
	return replace(r->arena, record_text(r->arena, &usual),
		       STR("\"mig\":false"), text);
}

/* Checks that of all replicates the first one was dropped, or none. */
static void
check_condition(const struct room *r, struct str text, const char *dropped)
{
	const struct evidence *e;
	struct str said;

	CHECK_ROW(text);
	e = read_one(r, PLACE, with_conditions(r, text), &said);
	CHECK_STR(said, "");
	if (!e)
		return;
	CHECK_NUM(e->runs[0].ndropped, dropped ? 1 : 0);
	CHECK_STR(e->runs[0].dropped, dropped ? dropped : "");
	CHECK(isnan(e->runs[0].slope[0][0]) == (dropped != NULL));
}

static void
check_conditions(const struct room *r)
{
	struct str said;

	for (size_t i = 0; i < COUNT_OF(condition_rows); i++)
		check_condition(r, str_of(condition_rows[i].text),
				condition_rows[i].dropped);
	for (size_t i = 0; i < COUNT_OF(throttle_rows); i++)
		check_condition(r, arena_printf(r->arena, "\"throttle\":%llu",
						throttle_rows[i].reason),
				throttle_rows[i].word);
	for (size_t i = 0; i < COUNT_OF(wrong_conditions); i++) {
		CHECK_ROW(wrong_conditions[i]);
		CHECK(!read_one(r, PLACE, with_conditions(r,
			str_of(wrong_conditions[i])), &said));
		CHECK(str_find(said, STR("expected '")) < said.n);
	}
}

static void
check_reading(const struct room *r)
{
	struct spec s = usual;
	const struct evidence *e;
	struct str said;

	CHECK_ROW("reading");
	s.valid = 6;
	e = read_one(r, PLACE, record_text(r->arena, &s), &said);
	CHECK_STR(said, "");
	if (!e)
		return;
	CHECK_STR(e->name, JOB);
	CHECK_STR(e->key, KEY);
	CHECK_STR(e->toolkit, "13.0.88");
	CHECK_STR(e->device.slug, "made-9");
	CHECK_STR(e->device.sm, "sm_90");
	CHECK_STR(e->device.date, "2026-11-30");
	CHECK_STR(e->error, "");
	CHECK_NUM(e->ncases, CASES);
	CHECK_NUM(e->cases[3].nsettings, 4);
	CHECK_STR(e->cases[3].settings[3].value, "2*sm");
	CHECK_NUM(e->nruns, 1);
	CHECK_NUM(e->runs[0].nreplicates, REPLICATES);
	CHECK_NUM(e->runs[0].ndropped, 2);
	CHECK_STR(e->runs[0].dropped, "power-cap");
	CHECK_NUM(e->runs[0].slope[0][0], 10 * 1e-9);
	CHECK_NUM(e->runs[0].slope[5][1], 20 * 1e-9);
	CHECK(isnan(e->runs[0].slope[6][1]));
}

/* A sweep that was measured in part, by two devices. */
static void
check_left(const struct room *r)
{
	struct spec s = usual;
	const struct evidence *e;
	struct str said;

	CHECK_ROW("left out");
	s.left = 0x05;
	s.seen = 0x3b;
	s.gpus = true;
	e = read_one(r, PLACE, record_text(r->arena, &s), &said);
	CHECK_STR(said, "");
	if (!e)
		return;
	CHECK_NUM(e->runs[0].nfaults, 0);
	CHECK(e->runs[0].left[0] && !e->runs[0].left[1]);
	CHECK(isnan(e->runs[0].slope[0][0]));
	CHECK_NUM(e->runs[0].slope[0][1], 20 * 1e-9);
	CHECK_NUM(e->runs[0].gpu[0], 0);
	CHECK_NUM(e->runs[0].gpu[1], 1);
	CHECK_NUM(e->runs[0].pilot[0], 10 * 1e-9);
	CHECK(isnan(e->runs[0].pilot[2]));
	e = read_one(r, PLACE, record_text(r->arena, &usual), &said);
	CHECK(e && !e->runs[0].pilot && !e->runs[0].left[0] &&
	      e->runs[0].gpu[0] == -1);
}

/* Who could leave out a case of one replicate would choose the result. */
static void
check_left_alone(const struct room *r)
{
	static const struct {
		const char *from, *to, *want;
	} rows[] = {
		{ "\"samples\":[null,", "\"samples\":[[[1,1,1,1,1],"
		  "[4,4,4,4,4]],", "12:76: a case is left out of all "
		  "replicates of a run or of none" },
		{ "\"pilot\":[null", "\"pilot\":[0",
		  "19:10: expected 5 samples at N and 5 at 4N" },
		{ "\"pilot\":[null,", "\"pilot\":[",
		  "19:9: expected 'pilot' to be one pair a case" },
		{ "\"gpu\":0", "\"gpu\":-1",
		  "11:63: expected 'gpu' to be the number of a device" },
		{ "\"gpu\":0", "\"gpu\":\"0\"", NULL },
	};
	struct spec s = usual;
	struct str text, said;

	s.left = 0x01;
	s.seen = 0x3e;
	s.gpus = true;
	text = record_text(r->arena, &s);
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		CHECK_ROW(rows[i].to);
		CHECK(holds(text, rows[i].from));
		CHECK(read_one(r, PLACE, replace(r->arena, text, str_of(
			rows[i].from), str_of(rows[i].to)), &said) == NULL);
		if (rows[i].want)
			CHECK_STR(said, rows[i].want);
	}
}

static const struct slug_row {
	const char *name, *slug;
} slug_rows[] = {
	{ "NVIDIA H200", "h200" },
	{ "NVIDIA H100 80GB HBM3", "h100-80gb-hbm3" },
	{ "nvidia Made (9)", "made-9" },
	{ "Tesla V100-SXM2", "tesla-v100-sxm2" },
	{ "NVIDIA ../../x", "x" },
};

static void
check_slugs(const struct room *r)
{
	for (size_t i = 0; i < COUNT_OF(slug_rows); i++) {
		struct spec s = usual;
		struct str said;

		s.device = slug_rows[i].name;
		CHECK_ROW(s.device);
		CHECK(read_one(r, arena_printf(r->arena, "one/%s/" JOB ".json",
			slug_rows[i].slug).p, record_text(r->arena, &s),
			&said) != NULL);
		CHECK_STR(said, "");
	}
}

static struct value
entry(const struct device_record *v, const char *name)
{
	for (size_t i = 0; i < v->nentries; i++)
		if (str_equal(v->entries[i].name, str_of(name)))
			return v->entries[i].value;
	return value_lack(LACK_ERROR, STR(""));
}

static void
check_device(const struct room *r)
{
	struct diag *d = diag_make(r->arena);
	const struct device_record *v;
	struct buf text = { 0 };
	struct ledger l;

	CHECK_ROW("device");
	room_clear(r, "one");
	add_device(&text, &usual);
	room_write(r, "one/made-9/device.json", buf_str(&text));
	buf_free(&text);
	CHECK(ledger_read(r->arena, &l, room_path(r, "one"), d));
	CHECK_STR(first_message(r->arena, d), "");
	CHECK_NUM(l.n, 0);
	CHECK_NUM(l.ndevices, 1);
	v = ledger_device(&l, STR("made*"));
	CHECK(v != NULL);
	if (!v)
		return;
	CHECK_NUM(entry(v, "device.sm_count").number, 4);
	CHECK_NUM(entry(v, "device.l2_bytes").number, 1048576);
	CHECK_NUM(entry(v, "device.l2_bytes").unit->byte, 1);
	CHECK_NUM(entry(v, "device.clock_hz").number, 1.5e9);
	CHECK_STR(entry(v, "driver").text, "580.1");
	CHECK_NUM(entry(v, "device.memory_bytes").kind, VALUE_NONE);
	CHECK(ledger_device(&l, STR("h200")) == NULL);
}

/* A record in which `from` reads `to`, and what is said of it. */
static const struct fault {
	const char *path, *from, *to, *want;
} faults[] = {
	{ PLACE, "kbc-evidence 1", "kbc-evidence 2",
	  "1:11: 'kbc-evidence 2' is of a later kbc: this one reads "
	  "'kbc-evidence 1'" },
	{ PLACE, "kbc-evidence 1", "kbc-evidence 0",
	  "1:11: expected 'format' to be 'kbc-evidence 1'" },
	{ PLACE, "\"job\":\"made", "\"job\":\"fake", "1:34: the evidence of "
	  "job 'fake-fp16-1a2b3c4d' lies in a file named '" JOB "'" },
	{ PLACE, "\"key\":\"1a2b", "\"key\":\"ffff", "1:61: the file's name "
	  "does not end in the first 8 digits of its key" },
	{ PLACE, "\"key\":\"1a2b", "\"key\":\"1A2B",
	  "1:61: expected 'key' to be lower-case hexadecimal" },
	{ "one/made-9/made-fp16.json", JOB, "made-fp16", NULL },
	{ "one/h200/" JOB ".json", "", "", "2:18: "
	  "evidence of this device lies in the folder 'made-9', not in 'h200'"
	},
	{ PLACE, "\"cc\":\"9.0\"", "\"cc\":\"nine\"",
	  "2:39: expected 'cc' to be a compute capability" },
	{ PLACE, "\"sm_count\":4", "\"sm_count\":-4",
	  "2:56: expected 'sm_count' to be a number above 0, or null" },
	{ PLACE, "\"sm_count\":4", "\"sm_count\":\"4\"", NULL },
	{ PLACE, "NVIDIA Made 9", "NVIDIA ??",
	  "2:18: expected 'name' to be a device's name" },
	{ PLACE, "\"n\":1024", "\"n\":0",
	  "4:92: expected 'n' to be a power of two of at least 2" },
	{ PLACE, "\"n\":1024", "\"n\":1",
	  "4:92: expected 'n' to be a power of two of at least 2" },
	{ PLACE, "\"n\":1024", "\"n\":1000",
	  "4:92: expected 'n' to be a power of two of at least 2" },
	{ PLACE, "sm_90a", "sm_80",
	  "1:166: no code of 'sm_80' runs on a device of sm_90" },
	{ PLACE, "\"cc\":\"9.0\"", "\"cc\":\"8.0\"",
	  "1:166: no code of 'sm_90a' runs on a device of sm_80" },
	{ PLACE, "\"unit\":\"ns\"", "\"unit\":\"ms\"",
	  "4:104: expected 'unit' to be 'ns' or 'cycles'" },
	{ PLACE, "\"chains\":\"1\"", "\"chains\":1",
	  "4:11: expected 'params' to be an object of texts" },
	{ PLACE, "T03:20:11Z\",\"ended", "\",\"ended", "10:20: expected "
	  "'started' to be a time, as 2026-11-30T03:20:11Z" },
	{ PLACE, "\"valid\":true", "\"valid\":1",
	  "11:10: expected 'valid' to be true or false" },
	{ PLACE, "\"valid\":true,", "", "11:1: expected a member 'valid', "
	  "true or false" },
	{ PLACE, "[[[15240,", "[[[", "11:68: expected 5 samples at N and 5 at "
	  "4N" },
	{ PLACE, "[[[15240,", "[[[-1,", NULL },
	{ PLACE, "[[[15240,", "[[[null,", NULL },
	{ PLACE, "[[[15240,", "[[[1e999,",
	  "11:74: no JSON: real number overflow near '1e999'" },
	{ PLACE, "[[[15240,", "[[[NaN,",
	  "11:72: no JSON: invalid token near 'NaN'" },
	{ PLACE, "\"started\"", "\"n\":[1,2],\"started\"", "10:14: expected "
	  "'n' to be a power of two of at least 2 a case" },
	{ PLACE, "\"error\":null", "\"error\":\"none\"",
	  "19:9: expected 'error' to be an object or null" },
	{ PLACE, "\"error\":null", "\"error\":{}",
	  "19:9: expected a member 'kind', a text" },
	{ PLACE, "\"error\":null}", "\"error\":nul", NULL },
	{ PLACE, "\"error\":null", "\"error\":null,\"error\":null", NULL },
	{ PLACE, "\"cubin\"", "\"cubic\"",
	  "1:1: expected a member 'cubin', a text" },
	{ "one/loose.json", "", "", NULL },
	{ "one/made-9/deeper/" JOB ".json", "", "", NULL },
};

static void
check_faults(const struct room *r)
{
	struct str text = record_text(r->arena, &usual), said;

	for (size_t i = 0; i < COUNT_OF(faults); i++) {
		const struct fault *f = &faults[i];

		CHECK_ROW(arena_printf(r->arena, "%s: %s", f->path, f->to));
		CHECK(holds(text, f->from) || f->from[0] == '\0');
		CHECK(read_one(r, f->path, replace(r->arena, text, str_of(
			f->from), str_of(f->to)), &said) == NULL);
		if (f->want)
			CHECK_STR(said, f->want);
	}
}

/* Files whose place says something else than they do. */
static void
check_places(const struct room *r)
{
	struct diag *d = diag_make(r->arena);
	struct buf text = { 0 };
	struct ledger l;

	CHECK_ROW("places");
	room_clear(r, "one");
	add_device(&text, &usual);
	room_write(r, "one/h200/device.json", buf_str(&text));
	room_write(r, "one/loose.json", buf_str(&text));
	buf_free(&text);
	CHECK(ledger_read(r->arena, &l, room_path(r, "one"), d));
	CHECK_NUM(l.ndevices, 0);
	CHECK_NUM(d->n, 2);
	CHECK_STR(d->items[0].text, arena_printf(r->arena,
		"'" STR_FMT "' describes a device whose folder is 'made-9'",
		STR_ARG(room_path(r, "one/h200/device.json"))));
	CHECK_STR(d->items[1].text, arena_printf(r->arena,
		"'" STR_FMT "' lies in no device's folder",
		STR_ARG(room_path(r, "one/loose.json"))));
}

/* Every prefix of a record is refused, and none is a crash. */
static void
check_prefixes(const struct room *r)
{
	struct spec s = usual;
	struct str text, said;

	s.replicates = s.valid = 1;
	text = record_text(r->arena, &s);
	CHECK_ROW("prefixes");
	for (size_t n = 0; n + 1 < text.n; n += 7)
		CHECK(read_one(r, PLACE, str_slice(text, 0, n), &said) == NULL);
}

/* --- metrics ------------------------------------------------------------- */

/* `chains=4 blocks=8` */
static size_t
read_settings(struct arena *a, struct setting **out, const char *text)
{
	struct str rest = str_of(text), part;
	size_t n = 0;

	*out = arena_alloc(a, 8 * sizeof **out);
	while (str_split(&part, &rest, ' ')) {
		size_t at = str_find_byte(part, '=');

		if (part.n > 0)
			(*out)[n++] = (struct setting){ str_slice(part, 0, at),
				str_skip(part, at + 1) };
	}
	return n;
}

static const struct metric_row {
	const char *metric, *asked;
	double number, share;
	bool pinned;
	const char *at;
} metric_rows[] = {
	{ "rate", "", 3.2e9, 0.8, false, "chains=8 blocks=sm" },
	{ "rate", "type=fp16", 3.2e9, 0.8, false, "chains=8 blocks=sm" },
	{ "rate", "chains=1", 0.8e9, 0.2, true, "blocks=sm" },
	{ "rate", "blocks=2*sm", 3.2e9, 0.8, true, "chains=4" },
	{ "rate", "blocks=8", 3.2e9, 0.8, true, "chains=4" },
	{ "rate", "blocks=2*sm chains=8", 3.168e9, 0.792, true, "" },
	{ "rate", "chains=4 blocks=4", 1.6e9, 0.4, true, "" },
	{ "rate", "threads=256", 3.2e9, 0.8, false, "chains=8 blocks=sm" },
	{ "time", "", 1e3 / 3.2e9, 0.8, false, "chains=8 blocks=sm" },
	{ "clocks", "", 10, 0.2, false, "chains=1 blocks=sm" },
	{ "l2s", "chains=4 blocks=sm", 1048576, 0.4, true, "" },
};

static bool
near(double x, double y)
{
	return fabs(x - y) <= 1e-9 * fabs(y);
}

static void
check_metrics(const struct room *r)
{
	const struct probe *p = library_find(r->library, STR("made"));
	struct str said;
	const struct evidence *e = read_one(r, PLACE, record_text(r->arena,
						&usual), &said);

	for (size_t i = 0; e && i < COUNT_OF(metric_rows); i++) {
		const struct metric_row *row = &metric_rows[i];
		struct setting *s;
		size_t n = read_settings(r->arena, &s, row->asked);
		struct value v = evidence_metric(r->arena,
			&(struct asked){ e, p, s, n, r->devices },
			probe_metric(p, str_of(row->metric)));

		CHECK_ROW(arena_printf(r->arena, "%s of %s", row->metric,
				       row->asked));
		CHECK_NUM(v.kind, VALUE_NUMBER);
		CHECK_STR(v.reason, "");
		CHECK(near(v.number, row->number));
		CHECK(near(v.share, row->share));
		CHECK(v.pinned == row->pinned);
		CHECK_STR(v.at, row->at);
		CHECK_NUM(v.nruns, 1);
		if (v.nruns == 1) {
			CHECK_STR(v.runs[0].id, MONDAY);
			CHECK_NUM(v.runs[0].n, REPLICATES);
		}
		CHECK((v.unit != NULL) == (row->metric[0] != 'c'));
	}
}

/* Of a sweep measured in part: its best is there, and what was asked for by
   itself is, or is not. Cases 0 and 2 are left out, and 1, 3, 4, 5 are not. */
static const struct left_row {
	const char *metric, *asked, *at; /* at NULL: it was left out */
	double number;
} left_rows[] = {
	{ "rate", "", "chains=4 blocks=2*sm", 3.2e9 },
	{ "rate", "chains=4", "blocks=2*sm", 3.2e9 },
	{ "rate", "chains=1 blocks=2*sm", "", 0.4e9 },
	{ "rate", "chains=1", NULL, 0 },
	{ "rate", "chains=8 blocks=sm", NULL, 0 },
	{ "time", "", NULL, 0 },
	{ "time", "chains=4", "blocks=2*sm", 1e3 / 3.2e9 },
	{ "enough", "", NULL, 0 },
};

static struct value
ask(const struct room *r, const struct evidence *e, const char *metric,
    const char *asked)
{
	const struct probe *p = library_find(r->library, STR("made"));
	struct asked q = { .evidence = e, .probe = p, .devices = r->devices };
	struct setting *s;

	q.nsettings = read_settings(r->arena, &s, asked);
	q.settings = s;
	if (!strcmp(metric, "enough"))
		return evidence_enough(r->arena, &q, STR("chains"));
	return evidence_metric(r->arena, &q, probe_metric(p, str_of(metric)));
}

static void
check_left_metrics(const struct room *r)
{
	struct spec s = usual;
	const struct evidence *e;
	struct str said;

	s.left = 0x05;
	s.seen = 0x13;
	e = read_one(r, PLACE, record_text(r->arena, &s), &said);
	for (size_t i = 0; e && i < COUNT_OF(left_rows); i++) {
		const struct left_row *row = &left_rows[i];
		struct value v = ask(r, e, row->metric, row->asked);

		CHECK_ROW(arena_printf(r->arena, "%s of %s", row->metric,
				       row->asked));
		CHECK_STR(v.reason, row->at ? "" : "needs gpu: its sweep has "
			  "left that out");
		if (!row->at) {
			CHECK_NUM(v.lack, LACK_UNMEASURED);
			continue;
		}
		CHECK_STR(v.at, row->at);
		CHECK(near(v.number, row->number));
	}
}

/* Cases 1 (chains=4, blocks=sm) and 3 (chains=1, blocks=2*sm) were refused; the
   others answer for all. */
static void
check_refused(const struct room *r)
{
	static const struct left_row rows[] = {
		{ "rate", "", "chains=4 blocks=2*sm", 3.2e9 },
		{ "time", "", "chains=4 blocks=2*sm", 1e3 / 3.2e9 },
		{ "rate", "chains=4", "blocks=2*sm", 3.2e9 },
		{ "rate", "blocks=sm", "chains=8", 3.2e9 },
		{ "rate", "chains=4 blocks=sm", NULL, 0 },
	};
	const struct setting want[] = { { STR("chains"), STR("1") },
					{ STR("blocks"), STR("2*sm") } };
	struct spec s = usual;
	const struct evidence *e;
	struct str said;
	struct value v;

	s.left = 0x0a;
	s.extra = "\"refused\":[{\"case\":1,\"kind\":\"launch\",\"text\":"
		  "\"failed with 1\"},{\"kind\":\"memory\",\"case\":3}],";
	e = read_one(r, PLACE, record_text(r->arena, &s), &said);
	CHECK_STR(said, "");
	if (!e)
		return;
	CHECK(evidence_has(e, want, COUNT_OF(want)));
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		v = ask(r, e, rows[i].metric, rows[i].asked);
		CHECK_ROW(rows[i].asked);
		CHECK_STR(v.reason, rows[i].at ? "" : "launch: failed with 1");
		CHECK(rows[i].at ? near(v.number, rows[i].number) :
				   v.lack == LACK_ERROR);
	}
	v = ask(r, e, "rate", "chains=1 blocks=2*sm");
	CHECK_STR(v.reason, "memory");
	CHECK_NUM(v.lack, LACK_INCONCLUSIVE);
	s.left = 0x0b;
	e = read_one(r, PLACE, record_text(r->arena, &s), &said);
	v = e ? ask(r, e, "rate", "blocks=sm") : v;
	CHECK_STR(v.reason, "needs gpu: its sweep has left that out");
}

static void
check_refused_faults(const struct room *r)
{
	static const struct {
		const char *refused, *want;
	} rows[] = {
		{ "3", "expected 'refused' to be a list" },
		{ "[1]", "case" },
		{ "[{\"kind\":\"launch\"}]", "number of a case" },
		{ "[{\"case\":6,\"kind\":\"launch\"}]", "number of a case" },
		{ "[{\"case\":-1,\"kind\":\"launch\"}]", "number of a case" },
		{ "[{\"case\":1}]", "kind" },
		{ "[{\"case\":2,\"kind\":\"launch\"}]",
		  "a case that was refused has samples" },
	};
	struct spec s = usual;
	struct str said;

	s.left = 0x02;
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		s.extra = arena_text(r->arena, arena_printf(
			r->arena, "\"refused\":%s,", rows[i].refused));
		CHECK_ROW(rows[i].refused);
		CHECK(!read_one(r, PLACE, record_text(r->arena, &s), &said));
		CHECK(holds(said, rows[i].want));
		if (!holds(said, rows[i].want))
			CHECK_STR(said, rows[i].want);
	}
}

/* Launches that the host was late with, and short ones, on a device of which
   the gap between launches is documented (3 ns), and on another. Case 0 (8 at
   a time) is left to the host; in the shortest launch, 11 ns, it would do 0.73
   in a ns, less than the best; case 2 would do 5.8, more. */
static const struct launch_row {
	const char *issue, *want;
	bool documented;
	double gap;
} launch_rows[] = {
	{ "0,0,0,0,0,0", "", true, 3e-9 },
	{ "0.8,0.8,0.8,0.8,0.8,0.8", "", true, 3e-9 },
	{ "0.81,0,0,0,0,0", "", true, 3e-9 },
	{ "0,0,0.81,0,0,0", "launch-bound at chains=8 blocks=sm, which may be "
	  "the best of all", true, 0 },
	{ "0,0,0,0,0,0", "", false, 0 },
	{ "0.81,0,0,0,0,0", "launch-bound at chains=1 blocks=sm, which may be "
	  "the best of all", false, 0 },
};

static void
check_launches(const struct room *r)
{
	const struct probe *p = library_find(r->library, STR("made"));

	for (size_t i = 0; i < COUNT_OF(launch_rows); i++) {
		const struct launch_row *row = &launch_rows[i];
		struct asked q = { .probe = p };
		struct spec s = usual;
		struct str said;
		struct value v;

		CHECK_ROW(row->issue);
		s.issue = row->issue;
		q.devices = row->documented ? r->devices : NULL;
		q.evidence = read_one(r, PLACE, record_text(r->arena, &s),
				      &said);
		CHECK_STR(said, "");
		if (!q.evidence)
			continue;
		v = evidence_metric(r->arena, &q, &p->metrics[0]);
		CHECK_STR(v.reason, row->want);
		CHECK(fabs(v.gap - row->gap) < 1e-15);
		CHECK((v.brief > 0) == (row->gap > 0));
	}
}

/* All that was looked at, by the replicates or by the pilot alone. */
static void
check_curve(const struct room *r)
{
	const struct probe *p = library_find(r->library, STR("made"));
	struct asked q = { .probe = p, .devices = r->devices };
	struct curve_point *points = NULL;
	struct case_found *all = NULL;
	struct spec s = usual;
	struct str said;

	CHECK_ROW("curve");
	s.left = 0x05;
	s.seen = 0x13;
	q.evidence = read_one(r, PLACE, record_text(r->arena, &s), &said);
	CHECK_NUM(evidence_curve(r->arena, &q, &points), 5);
	CHECK_STR(points[0].at, "chains=1 blocks=sm");
	CHECK(points[0].pilot && !points[1].pilot && !points[4].pilot);
	CHECK(near(points[0].value->number, 0.8e9));
	CHECK(near(points[3].value->number, 3.2e9));
	CHECK_NUM(evidence_cases(r->arena, &all, &q, &p->metrics[0]), CASES);
	CHECK(all[0].pilot && near(all[0].value.number, 0.8e9));
	CHECK(all[2].pilot && all[2].value.kind == VALUE_NONE);
	CHECK_STR(all[2].value.reason, "left out");
	CHECK(!all[4].pilot && all[4].best && !all[0].best);
	CHECK(evidence_has(q.evidence, q.evidence->cases[1].settings, 4));
	CHECK(!evidence_has(q.evidence, q.evidence->cases[2].settings, 4));
	q.evidence = read_one(r, PLACE, record_text(r->arena, &usual), &said);
	CHECK_NUM(evidence_curve(r->arena, &q, &points), 0);
	CHECK(evidence_has(q.evidence, q.evidence->cases[2].settings, 4));
}

static const struct lack_row {
	const char *name, *metric, *asked;
	size_t replicates, valid;
	const char *error, *device, *harness;
	int sm;
	enum lack lack;
	const char *reason;
} lack_rows[] = {
	{ "throttled", "rate", "", 8, 4, NULL, NULL, NULL, 4,
	  LACK_INCONCLUSIVE, "power-cap: 4 of 8 replicates dropped, no run has "
	  "5 left" },
	{ "one good sample", "rate", "", 3, 1, NULL, NULL, NULL, 4,
	  LACK_INCONCLUSIVE, "power-cap: 2 of 3 replicates dropped, no run has "
	  "5 left" },
	{ "none", "rate", "", 0, 0, NULL, NULL, NULL, 4, LACK_INCONCLUSIVE,
	  "0 replicates, a run needs 5" },
	{ "crash", "rate", "", 8, 8, "{\"kind\":\"crash\",\"text\":\"signal "
	  "11\\nand more\"}", NULL, NULL, 4, LACK_ERROR, "crash: signal 11" },
	{ "no image", "rate", "", 0, 0, "{\"kind\":\"no-image\",\"text\":"
	  "null}", NULL, NULL, 4, LACK_INCONCLUSIVE, "no kernel image for "
	  "this device: built for sm_90a, it has compute capability 9.0" },
	{ "check", "rate", "", 0, 0, "{\"kind\":\"check\",\"text\":\"out[3] "
	  "is NaN\"}", NULL, NULL, 4, LACK_ERROR, "check: out[3] is NaN" },
	{ "memory", "rate", "", 0, 0, "{\"kind\":\"memory\"}", NULL, NULL, 4,
	  LACK_INCONCLUSIVE, "memory" },
	{ "hang", "rate", "", 0, 0, "{\"kind\":\"hang\",\"text\":\"the visit "
	  "took longer than 60 s\"}", NULL, NULL, 4, LACK_ERROR,
	  "hang: the visit took longer than 60 s" },
	{ "timeout", "rate", "", 8, 8, "{\"kind\":\"hang\",\"text\":\"the "
	  "visit took longer than 60 s\"}", NULL, NULL, 4, LACK_INCONCLUSIVE,
	  "timeout: the visit took longer than 60 s" },
	{ "slice", "rate", "", 8, 8, NULL, NULL, NULL, 2, LACK_INCONCLUSIVE,
	  "the device had 2 multiprocessors, of NVIDIA Made 9 4 are "
	  "documented" },
	{ "harness", "rate", "", 8, 8, NULL, NULL, "0", 4, LACK_STALE,
	  "measured by another version of the harness" },
	{ "case", "rate", "chains=3 blocks=4", 8, 8, NULL, NULL, NULL, 4,
	  LACK_ERROR, "the evidence has no case with chains=3 blocks=4" },
	{ "parameter", "rate", "lanes=2", 8, 8, NULL, NULL, NULL, 4,
	  LACK_ERROR, "the evidence has no case with lanes=2" },
	{ "cycles of time", "ticks", "", 8, 8, NULL, NULL, NULL, 4,
	  LACK_ERROR, "unknown name 'cycles'" },
	{ "unknown name", "odd", "", 8, 8, NULL, NULL, NULL, 4, LACK_ERROR,
	  "unknown name 'nothing'" },
};

static void
check_lacks(const struct room *r)
{
	const struct probe *p = library_find(r->library, STR("made"));

	for (size_t i = 0; i < COUNT_OF(lack_rows); i++) {
		const struct lack_row *row = &lack_rows[i];
		struct spec s = usual;
		const struct evidence *e;
		struct setting *set;
		size_t n = read_settings(r->arena, &set, row->asked);
		struct value v;
		struct str said;

		s.replicates = row->replicates;
		s.valid = row->valid;
		s.error = row->error ? row->error : s.error;
		s.harness = row->harness ? row->harness : s.harness;
		s.sm = row->sm;
		CHECK_ROW(row->name);
		e = read_one(r, PLACE, record_text(r->arena, &s), &said);
		CHECK_STR(said, "");
		if (!e)
			continue;
		v = evidence_metric(r->arena,
			&(struct asked){ e, p, set, n, r->devices },
			probe_metric(p, str_of(row->metric)));
		CHECK_NUM(v.kind, VALUE_NONE);
		CHECK_NUM(v.lack, row->lack);
		CHECK_STR(v.reason, row->reason);
	}
}

/* What the head says of the device holds for all replicates. */
static void
check_parts(const struct room *r)
{
	const struct probe *p = library_find(r->library, STR("made"));
	const struct evidence *e;
	struct value v;
	struct str said;

	CHECK_ROW("a device in parts");
	e = read_one(r, PLACE, replace(r->arena, record_text(r->arena, &usual),
		STR("\"ecc\":true"), STR("\"mig\":true")), &said);
	CHECK_STR(said, "");
	if (!e)
		return;
	v = evidence_metric(r->arena,
		&(struct asked){ e, p, NULL, 0, r->devices }, &p->metrics[0]);
	CHECK_NUM(v.lack, LACK_INCONCLUSIVE);
	CHECK_STR(v.reason, "mig: measured on a device that was cut into "
		  "parts");
}

/* A launch of 4N that is no longer than one of N is no slope, and a run of
   such is none. */
static void
check_slopes(const struct room *r)
{
	const struct probe *p = library_find(r->library, STR("made"));
	struct spec s = usual;
	const struct evidence *e;
	struct value v;
	struct str said;

	CHECK_ROW("slopes");
	s.scale = 0;
	e = read_one(r, PLACE, record_text(r->arena, &s), &said);
	CHECK_STR(said, "");
	if (!e)
		return;
	CHECK_NUM(e->runs[0].nfaults, CASES * REPLICATES);
	CHECK_NUM(e->runs[0].ndropped, 0);
	v = evidence_metric(r->arena,
		&(struct asked){ e, p, NULL, 0, r->devices }, &p->metrics[0]);
	CHECK_NUM(v.lack, LACK_INCONCLUSIVE);
	CHECK_STR(v.reason, "time does not grow with the work: 48 slopes of 8 "
		  "replicates are not above 0");
}

/* Without a document the device's own numbers serve, and no share is known. */
static void
check_undocumented(const struct room *r)
{
	const struct probe *p = library_find(r->library, STR("made"));
	struct spec s = usual;
	const struct evidence *e;
	struct value v;
	struct str said;

	CHECK_ROW("undocumented");
	s.device = "NVIDIA New";
	e = read_one(r, "one/new/" JOB ".json", record_text(r->arena, &s),
		     &said);
	CHECK_STR(said, "");
	if (!e)
		return;
	v = evidence_metric(r->arena,
		&(struct asked){ e, p, NULL, 0, r->devices }, &p->metrics[0]);
	CHECK(near(v.number, 3.2e9));
	CHECK_NUM(v.share, 0);
	v = evidence_metric(r->arena,
		&(struct asked){ e, p, NULL, 0, NULL },
		probe_metric(p, STR("clocks")));
	CHECK(near(v.number, 15));
	v = evidence_share(r->arena,
		&(struct asked){ e, p, NULL, 0, r->devices });
	CHECK_NUM(v.lack, LACK_ERROR);
	CHECK_STR(v.reason, "no ceiling of 'made' is known for NVIDIA New");
}

/* A bound from below, and a reach that is close enough. */
static void
check_below(const struct room *r)
{
	const struct probe *p = library_find(r->library, STR("below"));
	struct spec s = usual;
	const struct evidence *e;
	struct value v;
	struct str said;

	CHECK_ROW("below");
	s.cycles = true;
	s.scale = 0.3;
	e = read_one(r, PLACE, record_text(r->arena, &s), &said);
	CHECK_STR(said, "");
	if (!e)
		return;
	v = evidence_metric(r->arena,
		&(struct asked){ e, p, NULL, 0, r->devices }, &p->metrics[0]);
	CHECK(near(v.number, 1.5));
	CHECK(near(v.share, 1 / 1.5));
	CHECK(v.pinned);
	CHECK_NUM(v.unit->cycle, 1);
}

static const struct enough_row {
	const char *parameter, *asked;
	double number, share;
	const char *reason;
} enough_rows[] = {
	{ "chains", "", 4, 0.8, "" },
	{ "chains", "blocks=sm", 8, 0.8, "" },
	{ "chains", "blocks=2*sm", 4, 0.8, "" },
	{ "blocks", "chains=8", 4, 0.8, "" },
	{ "blocks", "chains=4", 8, 0.8, "" },
	{ "threads", "", 256, 0.8, "" },
	{ "type", "", 0, 0, "'type' is no numeric parameter of 'made'" },
	{ "lanes", "", 0, 0, "'lanes' is no numeric parameter of 'made'" },
	{ "chains", "chains=5", 0, 0, "the evidence has no case with "
	  "chains=5" },
};

static void
check_enough(const struct room *r)
{
	const struct probe *p = library_find(r->library, STR("made"));
	struct spec spec = usual;
	const struct evidence *e;
	struct str said;

	spec.valid = 7;
	e = read_one(r, PLACE, record_text(r->arena, &spec), &said);
	for (size_t i = 0; e && i < COUNT_OF(enough_rows); i++) {
		const struct enough_row *row = &enough_rows[i];
		struct setting *s;
		size_t n = read_settings(r->arena, &s, row->asked);
		struct value v = evidence_enough(r->arena,
			&(struct asked){ e, p, s, n, r->devices },
			str_of(row->parameter));

		CHECK_ROW(arena_printf(r->arena, "enough %s of %s",
				       row->parameter, row->asked));
		CHECK_STR(v.reason, row->reason);
		CHECK(v.kind == VALUE_NONE || near(v.number, row->number));
		CHECK(v.kind == VALUE_NONE || near(v.share, row->share));
		CHECK(v.kind != VALUE_NONE || v.lack == LACK_ERROR);
		if (v.kind == VALUE_NONE)
			continue;
		CHECK_NUM(v.runs[0].n, REPLICATES);
		CHECK_NUM(v.runs[0].v[3], row->number);
		CHECK(isnan(v.runs[0].v[7]));
	}
}

static void
check_share(const struct room *r)
{
	const struct probe *p = library_find(r->library, STR("made"));
	struct setting s = { STR("chains"), STR("1") };
	struct str said;
	const struct evidence *e = read_one(r, PLACE, record_text(r->arena,
						&usual), &said);
	struct value v;

	CHECK_ROW("share");
	if (!e)
		return;
	v = evidence_share(r->arena,
		&(struct asked){ e, p, NULL, 0, r->devices });
	CHECK(near(v.number, 0.8));
	CHECK(near(v.runs[0].v[2], 0.8));
	CHECK(v.unit == NULL);
	v = evidence_share(r->arena,
		&(struct asked){ e, p, &s, 1, r->devices });
	CHECK(near(v.number, 0.2));
	CHECK(v.pinned);
}

/* --- looking up ---------------------------------------------------------- */

static const struct find_row {
	const char *job, *device, *path, *stale;
} find_rows[] = {
	{ JOB, "", "h200", "h200" },
	{ JOB, "H200*", "h200", "h200" },
	{ JOB, "h?00*", "h200", "h200" },
	{ JOB, "nvidia made 9", "made-9", NULL },
	{ JOB, "MADE-9", "made-9", NULL },
	{ JOB, "made", NULL, NULL },
	{ JOB, "*9", "made-9", NULL },
	{ "made-fp16-00000000", "made*", NULL, "made-9" },
	{ "made-fp16-ffffffff", "", "h200", "h200" },
	{ "made-fp32-1a2b3c4d", "", NULL, NULL },
	{ "1a2b3c4d", "", NULL, NULL },
};

static void
write_record(const struct room *r, const char *path, struct spec s)
{
	room_write(r, path, record_text(r->arena, &s));
}

static void
check_finding(const struct room *r)
{
	struct diag *d = diag_make(r->arena);
	struct spec s = usual;
	struct ledger l;

	room_clear(r, "one");
	write_record(r, PLACE, s);
	s.device = "NVIDIA H200";
	write_record(r, "one/h200/" JOB ".json", s);
	s.job = "made-fp16-ffffffff";
	s.key = "ffffffff00";
	write_record(r, "one/h200/made-fp16-ffffffff.json", s);
	CHECK(ledger_read(r->arena, &l, room_path(r, "one"), d));
	CHECK_ROW("finding");
	CHECK_STR(first_message(r->arena, d), "");
	CHECK_NUM(l.n, 3);
	CHECK_NUM(l.ndevices, 2);
	for (size_t i = 0; i < COUNT_OF(find_rows); i++) {
		const struct find_row *row = &find_rows[i];
		const struct evidence *e = ledger_find(&l, str_of(row->job),
						str_of(row->device));

		CHECK_ROW(arena_printf(r->arena, "%s on %s", row->job,
				       row->device));
		CHECK_STR(e ? e->device.slug : STR("none"),
			  row->path ? row->path : "none");
		e = ledger_find_stale(&l, str_of(row->job), STR("sm_90a"),
				      str_of(row->device));
		CHECK_STR(e ? e->device.slug : STR("none"),
			  row->stale ? row->stale : "none");
		e = ledger_find_other(&l, str_of(row->job), STR("sm_90a"));
		CHECK(!e);
	}
	CHECK(ledger_read(r->arena, &l, room_path(r, "nowhere"), d));
	CHECK_NUM(l.n, 0);
}

/* --- collecting ---------------------------------------------------------- */

#define KEPT "two/made-9/" JOB ".json"

/* Collects one record; its message, and how many were written. */
static struct str
collect(const struct room *r, const struct spec *s, size_t *taken)
{
	struct diag *d = diag_make(r->arena);
	struct buf device = { 0 };
	bool good;

	room_clear(r, "out");
	add_device(&device, s);
	room_write(r, "out/device.json", buf_str(&device));
	buf_free(&device);
	room_write(r, arena_printf(r->arena, "out/%s.json", s->job).p,
		   record_text(r->arena, s));
	good = ledger_collect(r->arena, room_path(r, "two"),
			      room_path(r, "out"), taken, d);
	CHECK(good == !diag_failed(d));
	return first_message(r->arena, d);
}

static const struct evidence *
read_kept(const struct room *r)
{
	struct ledger *l = arena_alloc(r->arena, sizeof *l);
	struct diag *d = diag_make(r->arena);

	CHECK(ledger_read(r->arena, l, room_path(r, "two"), d));
	CHECK_STR(first_message(r->arena, d), "");
	CHECK_NUM(l->n, 1);
	return l->n ? &l->items[0] : NULL;
}

/* A run and where it goes: later, between, and again. */
static void
check_runs(const struct room *r)
{
	static const struct {
		const char *started;
		double n, scale;
		const char *driver;
		size_t taken;
		const char *order;
	} steps[] = {
		{ TUESDAY, 1024, 1, "580.1", 1, "01" },
		{ TUESDAY, 1024, 1, "580.1", 0, "01" },
		{ WEDNESDAY, 2048, 1.25, "590.2", 1, "01 02" },
		{ MONDAY, 512, 1.5, "580.1", 1, "30 01 02" },
		{ WEDNESDAY, 2048, 1.25, "590.2", 0, "30 01 02" },
		{ TUESDAY, 1024, 1, "580.1", 0, "30 01 02" },
	};
	const struct evidence *e;

	room_clear(r, "two");
	for (size_t i = 0; i < COUNT_OF(steps); i++) {
		struct spec s = usual;
		struct buf order = { 0 };
		size_t taken;

		s.started = steps[i].started;
		s.n = steps[i].n;
		s.scale = steps[i].scale;
		s.driver = steps[i].driver;
		s.toolkit = steps[i].n > 2000 ? "13.1.2" : "13.0.88";
		CHECK_ROW(arena_printf(r->arena, "run %zu", i));
		CHECK_STR(collect(r, &s, &taken), "");
		CHECK_NUM(taken, steps[i].taken);
		e = read_kept(r);
		for (size_t k = 0; e && k < e->nruns; k++)
			buf_printf(&order, "%s%.2s", k ? " " : "",
				   e->runs[k].started.p + 8);
		CHECK_STR(buf_str(&order), steps[i].order);
		buf_free(&order);
	}
	if (!e || e->nruns != 3)
		return;
	CHECK(near(e->runs[0].slope[0][0], 15e-9));
	CHECK(near(e->runs[1].slope[0][0], 10e-9));
	CHECK(near(e->runs[2].slope[0][0], 12.5e-9));
	CHECK_STR(e->device.driver, "590.2");
	CHECK_STR(e->toolkit, "13.1.2");
	CHECK_STR(e->device.date, "2026-12-02");
	CHECK_STR(entry(&e->device, "driver").text, "590.2");
	CHECK(holds(room_read(r, "two/made-9/device.json"), "2026-12-02"));
}

/* The first file is taken as it is; a run keeps its bytes in another one. */
static void
check_bytes(const struct room *r)
{
	struct spec s = usual;
	struct str text = record_text(r->arena, &s), run;
	size_t taken;

	CHECK_ROW("bytes");
	room_clear(r, "two");
	CHECK_STR(collect(r, &s, &taken), "");
	CHECK_STR(room_read(r, KEPT), text);
	s.started = TUESDAY;
	s.scale = 1.001;
	CHECK_STR(collect(r, &s, &taken), "");
	run = record_text(r->arena, &s);
	run = str_skip(run, str_find(run, STR("{\"started\"")));
	CHECK_STR(room_read(r, KEPT), replace(r->arena, text,
		STR("],\n\"error\""), arena_printf(r->arena, ",\n" STR_FMT,
		(int)str_find(run, STR(":null}\n")), run.p)));
}

/* The newest run says whether there is an error. */
static void
check_errors(const struct room *r)
{
	struct spec s = usual;
	const struct evidence *e;
	size_t taken;

	CHECK_ROW("errors");
	room_clear(r, "two");
	CHECK_STR(collect(r, &s, &taken), "");
	s.started = WEDNESDAY;
	s.replicates = s.valid = 0;
	s.error = "{\"kind\":\"hang\",\"text\":\"20 s\"}";
	CHECK_STR(collect(r, &s, &taken), "");
	e = read_kept(r);
	CHECK_STR(e ? e->error : STR(""), "hang: 20 s");
	CHECK_NUM(e ? e->nruns : 0, 2);
	s = usual;
	s.started = TUESDAY;
	s.scale = 1.01;
	CHECK_STR(collect(r, &s, &taken), "");
	e = read_kept(r);
	CHECK_STR(e ? e->error : STR(""), "hang: 20 s");
	s.started = "2026-12-03T00:00:00Z";
	s.scale = 1.02;
	CHECK_STR(collect(r, &s, &taken), "");
	e = read_kept(r);
	CHECK_STR(e ? e->error : STR("?"), "");
	CHECK_NUM(e ? e->nruns : 0, 4);
}

/* What is no run of the file's job is refused, and the file stays. */
static void
check_refusals(const struct room *r)
{
	static const struct {
		const char *name;
		struct spec s;
		const char *want;
	} rows[] = {
		{ "cubin", { .cubin = "beef" }, "another 'cubin'" },
		{ "harness", { .harness = "2" }, "another 'harness'" },
		{ "key", { .key = "1a2b3c4dff" }, "another 'key'" },
		{ "cases", { .cycles = true }, "other cases" },
		{ "samples", { .scale = 1.1 }, "with other samples" },
		{ "time", { .started = TUESDAY, .scale = 1 },
		  "with the same samples" },
		{ "machine", { .started = TUESDAY, .error =
		  "{\"kind\":\"machine\",\"text\":\"no device\"}" },
		  "machine: no device" },
	};

	room_clear(r, "two");
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		const struct spec *o = &rows[i].s;
		struct spec s = usual;
		struct str was, said;
		size_t taken;

		CHECK_ROW(rows[i].name);
		CHECK_STR(collect(r, &s, &taken), "");
		was = room_read(r, KEPT);
		s.cubin = o->cubin ? o->cubin : s.cubin;
		s.harness = o->harness ? o->harness : s.harness;
		s.key = o->key ? o->key : s.key;
		s.started = o->started ? o->started : s.started;
		s.error = o->error ? o->error : s.error;
		s.sm = o->sm ? o->sm : s.sm;
		s.scale = o->scale > 0 ? o->scale : 1.3;
		s.cycles = o->cycles;
		said = collect(r, &s, &taken);
		CHECK(holds(said, rows[i].want));
		CHECK_NUM(taken, 0);
		CHECK_STR(room_read(r, KEPT), was);
	}
}

/* A part of a device has its name and is another one. */
static void
check_slice(const struct room *r)
{
	struct spec s = usual;
	size_t taken;

	CHECK_ROW("slice");
	room_clear(r, "two");
	CHECK_STR(collect(r, &s, &taken), "");
	s.started = TUESDAY;
	s.scale = 1.1;
	s.sm = 2;
	CHECK_STR(collect(r, &s, &taken), arena_printf(r->arena,
	"'" STR_FMT "': 2 multiprocessors, in the ledger NVIDIA Made 9 has 4",
		STR_ARG(room_path(r, "out/device.json"))));
	CHECK_NUM(read_kept(r)->nruns, 1);
}

/* What would be too large to be read again is not written. */
static void
check_size(const struct room *r)
{
	struct spec s = usual;
	size_t taken;

	CHECK_ROW("size");
	room_clear(r, "two");
	s.replicates = s.valid = 1000;
	CHECK_STR(collect(r, &s, &taken), "");
	CHECK_NUM(taken, 1);
	s.started = TUESDAY;
	s.scale = 1.1;
	CHECK_STR(collect(r, &s, &taken), arena_printf(r->arena,
		"'" STR_FMT "' would be larger than 1048576 bytes",
		STR_ARG(room_path(r, KEPT))));
	CHECK_NUM(taken, 0);
	CHECK_NUM(read_kept(r)->nruns, 1);
}

/* A run in which a job was not come to leaves nothing; one without
   device.json is none. */
static void
check_nothing(const struct room *r)
{
	struct diag *d = diag_make(r->arena);
	struct spec s = usual;
	size_t taken;

	CHECK_ROW("nothing");
	room_clear(r, "two");
	s.replicates = 0;
	CHECK_STR(collect(r, &s, &taken), "");
	CHECK_NUM(taken, 0);
	CHECK_NUM(file_kind(room_path(r, KEPT)), FILE_NONE);
	room_clear(r, "out");
	room_write(r, "out/" JOB ".json", record_text(r->arena, &usual));
	CHECK(!ledger_collect(r->arena, room_path(r, "two"),
			      room_path(r, "out"), &taken, d));
	CHECK(diag_failed(d));
}

/* --- all of it ----------------------------------------------------------- */

static void
room_fill(struct room *r)
{
	struct library *library = arena_alloc(r->arena, sizeof *library);
	struct devices *devices = NULL;
	struct diag *d = diag_make(r->arena);

	room_write(r, "probes/made.cu", str_of(probe_text));
	room_write(r, "probes/below.cu", str_of(below_text));
	room_write(r, "devices/made.yaml", str_of(device_text));
	CHECK(library_read(r->arena, library, room_path(r, "probes"), d));
	CHECK(devices_read(r->arena, &devices, room_path(r, "devices"), d));
	CHECK_STR(first_message(r->arena, d), "");
	r->library = library;
	r->devices = devices;
}

int
main(void)
{
	static const char *const folders[] = { "probes", "devices", "one",
					       "two", "out" };
	char template[] = "/tmp/kbc-unit-evidence-XXXXXX";
	struct room r = { .arena = arena_make() };

	r.path = str_of(mkdtemp(template));
	room_fill(&r);
	check_conditions(&r);
	check_reading(&r);
	check_left(&r);
	check_left_alone(&r);
	check_slugs(&r);
	check_device(&r);
	check_faults(&r);
	check_places(&r);
	check_prefixes(&r);
	check_metrics(&r);
	check_left_metrics(&r);
	check_refused(&r);
	check_refused_faults(&r);
	check_curve(&r);
	check_launches(&r);
	check_lacks(&r);
	check_parts(&r);
	check_slopes(&r);
	check_undocumented(&r);
	check_below(&r);
	check_enough(&r);
	check_share(&r);
	check_finding(&r);
	check_runs(&r);
	check_bytes(&r);
	check_errors(&r);
	check_refusals(&r);
	check_slice(&r);
	check_size(&r);
	check_nothing(&r);
	for (size_t i = 0; i < COUNT_OF(folders); i++)
		room_clear(&r, folders[i]);
	CHECK_NUM(rmdir(template), 0);
	arena_free(r.arena);
	CHECK_DONE();
}
