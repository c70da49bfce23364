/*
 * Unit tests of the runner's parts that need no process and no device:
 * number formats, hashes, bounded logs, the two line protocols, conditions.
 */
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../throttle.h"
#include "arena.h"
#include "buf.h"
#include "conditions.h"
#include "cost.h"
#include "device.h"
#include "fault.h"
#include "file.h"
#include "fill.h"
#include "formula.h"
#include "intake.h"
#include "log.h"
#include "measure.h"
#include "number.h"
#include "orders.h"
#include "pack.h"
#include "pack_test.h"
#include "pattern.h"
#include "random.h"
#include "report.h"
#include "results.h"
#include "sha256.h"
#include "sweep.h"
#include "trial.h"
#include "trial_outcome.h"

#define CHECK(good) check((good), #good, __LINE__)

static int
check(bool good, const char *what, int line)
{
	static int failed;

	if (!good) {
		fprintf(stderr, "unit.c:%d: failed: %s\n", line, what);
		failed++;
	}
	return failed;
}

static uint16_t
store16(enum number_type type, double value)
{
	uint16_t bits;

	number_store(type, &bits, value);
	return bits;
}

static double
load16(enum number_type type, unsigned bits)
{
	uint16_t b = (uint16_t)bits;

	return number_load(type, &b);
}

/* Every value comes back; half way between two neighbours goes to the even. */
static void
test_16_bits(enum number_type type, unsigned infinity)
{
	double here, next;
	unsigned bits;

	for (bits = 0; bits < infinity; bits++) {
		here = load16(type, bits);
		CHECK(store16(type, here) == bits);
		CHECK(store16(type, -here) == (bits | 0x8000));
		CHECK(load16(type, bits | 0x8000) == -here);
		if (bits + 1 == infinity)
			break;
		next = load16(type, bits + 1);
		CHECK(store16(type, (here + next) / 2) == bits + (bits & 1));
		CHECK(store16(type, here * 0.25 + next * 0.75) == bits + 1);
	}
}

static unsigned
store8(enum number_type type, double value)
{
	unsigned char b;

	number_store(type, &b, value);
	return b;
}

static double
load8(enum number_type type, unsigned bits)
{
	unsigned char b = (unsigned char)bits;

	return number_load(type, &b);
}

/* Likewise of those up to MOST, which is what more becomes. */
static void
test_8_bits(enum number_type type, unsigned most)
{
	double here, next;
	unsigned bits;

	for (bits = 0; bits <= most; bits++) {
		here = load8(type, bits);
		CHECK(store8(type, here) == bits);
		CHECK(store8(type, -here) == (bits | 0x80));
		CHECK(load8(type, bits | 0x80) == -here);
		if (bits == most)
			break;
		next = load8(type, bits + 1);
		CHECK(next > here);
		CHECK(store8(type, (here + next) / 2) == bits + (bits & 1));
		CHECK(store8(type, here * 0.25 + next * 0.75) == bits + 1);
	}
	CHECK(store8(type, 1e6) == most && store8(type, -1e30) == 0x80 + most);
	CHECK(store8(type, (double)INFINITY) == most);
	CHECK(isnan(load8(type, store8(type, (double)NAN))));
}

static void
test_numbers(void)
{
	enum number_type type;
	uint32_t word;

	test_16_bits(NUMBER_F16, 0x7c00);
	test_16_bits(NUMBER_BF16, 0x7f00);
	test_8_bits(NUMBER_E4M3, 0x7e);
	test_8_bits(NUMBER_E5M2, 0x7b);
	CHECK(load8(NUMBER_E4M3, 0x7e) == 448);
	CHECK(load8(NUMBER_E4M3, 1) == 0x1p-9);
	CHECK(load8(NUMBER_E5M2, 0x7b) == 57344);
	CHECK(load8(NUMBER_E5M2, 0x7c) == (double)INFINITY);
	CHECK(isnan(load8(NUMBER_E5M2, 0x7d)));
	CHECK(isnan(load8(NUMBER_E4M3, 0xff)));
	CHECK(store16(NUMBER_F16, 65504) == 0x7bff);
	CHECK(store16(NUMBER_F16, 65519.99) == 0x7bff);
	CHECK(store16(NUMBER_F16, 65520) == 0x7c00);
	CHECK(store16(NUMBER_F16, -1e30) == 0xfc00);
	CHECK(load16(NUMBER_F16, 0x3555) == 0.333251953125);
	CHECK(load16(NUMBER_BF16, 0x3f80) == 1);
	CHECK(store16(NUMBER_BF16, 1e39) == 0x7f80);
	CHECK(load16(NUMBER_F16, 0x7e00) != load16(NUMBER_F16, 0x7e00));
	number_store(NUMBER_U32, &word, 4294967295.0);
	CHECK(word == 4294967295u);
	CHECK(number_load(NUMBER_U32, &word) == 4294967295.0);
	CHECK(number_find("bf16", &type) && type == NUMBER_BF16);
	CHECK(!number_find("f8", &type));
}

/* Many at once are what each is alone, wherever they stand: all bits. */
static void
test_all_numbers(enum number_type type)
{
	enum { COUNT = 4096 };
	static unsigned char bytes[COUNT * 8 + 1], again[COUNT * 8 + 1];
	static double values[COUNT];
	struct random r = random_make(5, (uint64_t)type, 0);
	size_t size = number_size(type), at, i;
	double one;

	for (at = 0; at < 2; at++) {
		for (i = 0; i < sizeof(bytes); i++)
			bytes[i] = (unsigned char)random_next(&r);
		number_load_all(type, bytes + at, COUNT, values);
		number_store_all(type, again + at, COUNT, values);
		for (i = 0; i < COUNT; i++) {
			one = number_load(type, bytes + at + i * size);
			CHECK(!memcmp(&one, &values[i], sizeof(one)));
			number_store(type, bytes + at + i * size, one);
		}
		CHECK(!memcmp(bytes + at, again + at, COUNT * size));
	}
}

/* The same data whenever it is asked for, other data for another place. */
static void
test_patterns(void)
{
	static struct arena a;
	static struct patterns p = { .arena = &a, .seed = 3 };
	struct pack_fill fill = { .kind = FILL_RANDOM, .type = NUMBER_F16,
				  .low = 1, .high = 2 };
	unsigned char first[1000];
	const unsigned char *at;
	size_t i;

	memcpy(first, pattern_find(&p, &fill, 0, sizeof(first)),
	       sizeof(first));
	at = pattern_find(&p, &fill, 0, FILL_PERIOD);
	CHECK(!memcmp(at, first, sizeof(first)));
	CHECK(pattern_find(&p, &fill, 0, 10) == at);
	CHECK(memcmp(pattern_find(&p, &fill, 1, sizeof(first)), first,
		     sizeof(first)));
	for (i = 2; i < PATTERNS; i++)
		pattern_find(&p, &fill, i, sizeof(first));
	CHECK(!p.dropped && pattern_find(&p, &fill, 0, 10) == at);
	pattern_find(&p, &fill, i, sizeof(first));
	CHECK(p.dropped == 1 && pattern_find(&p, &fill, 0, 10) == at);
	for (i = 0; i < PATTERNS; i++) {
		fill.high = 3 + (double)i;
		pattern_find(&p, &fill, 0, sizeof(first));
	}
	fill.high = 2;
	CHECK(!memcmp(pattern_find(&p, &fill, 0, sizeof(first)), first,
		      sizeof(first)));
	arena_free(&a);
}

/* The poison is NaN in every format, at every place. */
static void
test_poison(void)
{
	uint32_t word[2] = { PACK_POISON, PACK_POISON };
	double f16 = load16(NUMBER_F16, PACK_POISON & 0xffff);
	double high = load16(NUMBER_F16, PACK_POISON >> 16);
	double bf16 = load16(NUMBER_BF16, PACK_POISON & 0xffff);
	double f32 = number_load(NUMBER_F32, word);
	double f64 = number_load(NUMBER_F64, word);

	CHECK(f16 != f16 && high != high && bf16 != bf16);
	CHECK(f32 != f32 && f64 != f64);
}

static bool
has_hash(const char *text, size_t len, const char *want)
{
	char hash[SHA256_TEXT];

	sha256_text(text, len, hash);
	return !strcmp(hash, want);
}

/* Vectors of FIPS 180-4, and lengths around the padding's edges. */
static double
keep(enum number_type type, double value)
{
	uint64_t bits = 0xaaaaaaaaaaaaaaaa;

	number_store(type, &bits, value);
	return number_load(type, &bits);
}

/* Whole numbers are cut off, and kept in their range. */
static void
test_whole_numbers(void)
{
	static const struct {
		enum number_type type;
		double low, high;
	} ranges[] = {
		{ NUMBER_S8, -0x1p7, 0x1p7 - 1 },
		{ NUMBER_U8, 0, 0x1p8 - 1 },
		{ NUMBER_S16, -0x1p15, 0x1p15 - 1 },
		{ NUMBER_U16, 0, 0x1p16 - 1 },
		{ NUMBER_S32, -0x1p31, 0x1p31 - 1 },
		{ NUMBER_U32, 0, 0x1p32 - 1 },
		{ NUMBER_S64, -0x1p63, 0x1p63 },
		{ NUMBER_U64, 0, 0x1p64 },
	};
	size_t i;

	for (i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++) {
		CHECK(number_is_whole(ranges[i].type));
		CHECK(keep(ranges[i].type, -1e30) == ranges[i].low);
		CHECK(keep(ranges[i].type, 1e30) == ranges[i].high);
		CHECK(keep(ranges[i].type, ranges[i].low) == ranges[i].low);
		CHECK(keep(ranges[i].type, 100.9) == 100);
		CHECK(keep(ranges[i].type, -1.5) ==
		      (ranges[i].low < 0 ? -1 : 0));
		CHECK(keep(ranges[i].type, (double)NAN) == 0);
	}
	CHECK(!number_is_whole(NUMBER_BF16));
	CHECK(keep(NUMBER_S64, -123456789012345) == -123456789012345);
}

/* A formula over x = {1, 2, 3} (before: 0), n = 7, u = 3 without a sign and
   w = 2^64 - 1; NaN: none. */
static double
worth_of(const char *text, double *magnitude)
{
	static const char *const variables[] = { "x", "n", "u", "w" };
	const struct formula_names names = { variables, 4, 1 };
	const float x[] = { 1, 2, 3 }, old[] = { 0, 0, 0 };
	const int32_t n = 7;
	const uint32_t u = 3;
	const uint64_t w = UINT64_MAX;
	struct worth items[] = { worth_real(10), worth_real(20) };
	const struct formula_variable views[] = {
		{ (const unsigned char *)old, (const unsigned char *)x,
		  NUMBER_F32, 1, 3 },
		{ (const unsigned char *)&n, (const unsigned char *)&n,
		  NUMBER_S32, 1, 1 },
		{ (const unsigned char *)&u, (const unsigned char *)&u,
		  NUMBER_U32, 1, 1 },
		{ (const unsigned char *)&w, (const unsigned char *)&w,
		  NUMBER_U64, 1, 1 },
	};
	const struct formula_reference reference = { items, 2 };
	const struct formula_world world = { views, &reference, 1 };
	struct worth out = worth_real((double)NAN);
	struct arena a = { 0 };
	struct formula f;
	const char *why;

	items[0].magnitude = 11;
	items[1].magnitude = 21;
	if (!formula_parse(&a, text, strlen(text), &names, &f, &why) ||
	    !formula_eval(&f, &world, &out))
		out.value = (double)NAN;
	arena_free(&a);
	*magnitude = out.magnitude;
	return out.value;
}

static void
test_formula(void)
{
	static const struct {
		const char *text;
		double value, magnitude;
	} rows[] = {
		{ "1.5", 1.5, 1.5 },
		{ ".n 2 div", 3, 3 },
		{ ".n neg 2 div", -3, 3 },
		{ ".n neg 2 mod", -1, 1 },
		{ ".n 2 /", 3.5, 3.5 },
		{ "i @x", 2, 2 },
		{ "i ~x", 0, 0 },
		{ "i @x 5 -", -3, 7 },
		{ "i @x 5 - 3 *", -9, 21 },
		{ "2 @x neg abs", 3, 3 },
		{ "2 3 4 fma", 10, 10 },
		{ "2 -3 4 fma", -2, 10 },
		{ "$0", 10, 11 },
		{ "i @$0", 20, 21 },
		{ "2 10 ^", 1024, 1024 },
		{ "1 2 < 1 & 5 6 if", 5, 5 },
		{ "1 2 max 3 min", 2, 2 },
		{ "16 sqrt 2 exp2 + 8 log2 +", 11, 11 },
		/* C's whole numbers: the magnitude does not wrap */
		{ ".u 4 -", 4294967295.0, 7 },
		{ ".u neg", 4294967293.0, 3 },
		{ ".u neg abs", 4294967293.0, 3 },
		{ ".u .n - 0 <", 0, 0 },
		{ ".n neg .u <", 0, 0 },
		{ ".n neg .u min", 3, 3 },
		{ ".u 4.0 -", -1, 7 },
		{ ".u .n - 2 div", 2147483646, 2147483646 },
		{ ".n .u - 2 div", 2, 2 },
		{ "3000000000 .u + 2 div", 1500000001, 1500000001 },
		{ "2147483647 .n +", 2147483654, 2147483654 },
		{ "4294967296 .u .n - +", 8589934588, 4294967306 },
		{ ".w 3 + 2 ==", 1, 1 },
		{ ".w 2 div 9223372036854775807 ==", 1, 1 },
		{ ".w 1 - .w <", 1, 1 },
		{ "9223372036854775807 1 + 0 <", 1, 1 },
		{ "9007199254740993 9007199254740992 -", 1, 0x1p54 },
		{ "1 .u .n neg if", 3, 3 },
		{ "1 0.5 2.0 - .u if", -1.5, 2.5 },
		{ "0 .u .n neg if", 4294967289.0, 4294967289.0 },
		{ ".u .u 4 fma", 13, 13 },
		{ ".u wide 4 -", -1, 7 },
		{ ".w wide .w ==", 1, 1 },
		{ "0.5 wide", 0.5, 0.5 },
	};
	static const char *const wrong[] = {
		"", "1 2", "+", "1 +", ".m", "@m", "$1", "x", "1 2 frob",
		"3 @x", "1 neg @x", "2 @$0", "1e", "--1", "1 0 div",
		".u 0 mod", "1 .u .u - div",
	};
	double magnitude;
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		CHECK(worth_of(rows[i].text, &magnitude) == rows[i].value);
		CHECK(magnitude == rows[i].magnitude);
	}
	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		CHECK(!(worth_of(wrong[i], &magnitude) < 1e300));
}

/* Whether the nine hashes are told; they are not if a point lacks its bits. */
static bool
has_last_hash(const struct outcome *o, const struct pack_test *t)
{
	struct buf json = { 0 };
	bool has;

	outcome_emit(o, t, &json);
	has = strstr(json.data, "\"bits\":") &&
	      strstr(json.data, ",\"ffffffffffffffff\"]}],");
	CHECK(has || !strstr(json.data, "hashes"));
	buf_free(&json);
	return has;
}

/* What a worker says of a test comes back; what is malformed does not. */
static void
test_outcome(void)
{
	struct pack_span span = { 1, 9 };
	struct pack_variable variables[2] = {
		{ .name = "n", .scalar = true, .start = START_RANGE,
		  .spans = &span, .nspans = 1 },
		{ .name = "y" }
	};
	struct pack_assertion equal = { .array = 1, .text = "y == 1" };
	struct pack_test t = { .variables = variables, .nvariables = 2,
			       .names = { "n", "y" }, .checks = &equal,
			       .nchecks = 1 };
	struct outcome *o = calloc(1, sizeof(*o)), *back = calloc(1,
								  sizeof(*o));
	struct finding f = { .kind = FINDING_RACE, .kernel = "_Z1kPf",
			     .file = "a b%.md", .line = 7, .count = 2,
			     .text = "two at\none place" };
	const int64_t point[TEST_RANGES] = { 5, 0, 0, 0 };
	struct buf text = { 0 }, again = { 0 };
	size_t i;

	o->points = o->hashed = 9;
	o->outputs[1].bits[8] = UINT64_MAX;
	o->checks[0].bad = 1;
	o->checks[0].max_rel = (double)INFINITY;
	o->checks[0].first.got = worth_real((double)NAN);
	o->outputs[1].nan = 3;
	outcome_add_finding(o, &f, point);
	outcome_add_finding(o, &f, point);
	CHECK(o->nfindings == 1 && o->findings[0].finding.count == 4);
	outcome_dump(o, &t, &text);
	CHECK(outcome_parse(text.data, &t, back));
	outcome_dump(back, &t, &again);
	CHECK(!strcmp(text.data, again.data));
	CHECK(!strcmp(back->findings[0].finding.text, f.text));
	CHECK(!strcmp(back->findings[0].finding.file, f.file));
	CHECK(has_last_hash(back, &t));
	back->hashed = 8;
	CHECK(!has_last_hash(back, &t));
	for (i = 0; i < text.len; i++) {
		if (text.data[i] != ' ')
			continue;
		text.data[i] = '\0';
		CHECK(!outcome_parse(text.data, &t, back));
		text.data[i] = ' ';
	}
	buf_free(&text);
	buf_free(&again);
	free(o);
	free(back);
}

static void
test_sha256(void)
{
	static const char many[] =
		"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
	char a[120];

	memset(a, 'a', sizeof(a));
	CHECK(has_hash("", 0,
		       "e3b0c44298fc1c149afbf4c8996fb924"
		       "27ae41e4649b934ca495991b7852b855"));
	CHECK(has_hash("abc", 3,
		       "ba7816bf8f01cfea414140de5dae2223"
		       "b00361a396177a9cb410ff61f20015ad"));
	CHECK(has_hash(many, 56,
		       "248d6a61d20638b8e5c026930c3e6039"
		       "a33ce45964ff2167f6ecedd419db06c1"));
	CHECK(has_hash(a, 55,
		       "9f4390f8d30c2dd92ec9f095b65e2b9a"
		       "e9b0a925a5258e241c9f1e910f734318"));
	CHECK(has_hash(a, 64,
		       "ffe054fe7ae0cb6dc65c3af9b61d5209"
		       "f439851db43d0ba5997337df154668eb"));
}

static bool
has_log(const struct log *l, size_t len, const char *part)
{
	struct buf out = { 0 };
	bool ok;

	log_emit(l, &out);
	ok = out.len == len && (!part || strstr(out.data, part));
	buf_free(&out);
	return ok;
}

static void
test_log(void)
{
	struct log *l = calloc(1, sizeof(*l));
	struct buf end = { 0 };
	size_t i;

	if (!l)
		abort();
	log_add(l, "head\n", 5);
	CHECK(has_log(l, 5, "head\n"));
	for (i = 5; i < LOG_HALF - 1; i++)
		log_add(l, "x", 1);
	log_add(l, "AB", 2);
	CHECK(has_log(l, LOG_HALF + 1, "xAB"));
	log_emit_end(l, 3, &end);
	CHECK(end.len == 3 && !memcmp(end.data, "xAB", 3));
	for (i = 0; i < 3 * LOG_HALF; i += 3)
		log_add(l, "yyy", 3);
	log_add(l, "end", 3);
	CHECK(has_log(l, 2 * LOG_HALF + strlen("\n[65540 bytes left out]\n"),
		      "\n[65540 bytes left out]\n"));
	buf_free(&end);
	free(l);
}

static void
test_json(void)
{
	struct buf out = { 0 };
	const char text[] = "a\"\\\n\t\001\377\xc3\xa4\xc0\xaf"
			    "\xed\xa0\x80\xc2\x9b";

	buf_add_json(&out, text, sizeof(text) - 1);
	CHECK(!strcmp(out.data,
		      "\"a\\\"\\\\\\n\\t\\\\x01\\\\xff\xc3\xa4"
		      "\\\\xc0\\\\xaf\\\\xed\\\\xa0\\\\x80\\\\xc2\\\\x9b\""));
	buf_free(&out);
}

static void
test_random(void)
{
	struct random r = random_make(1, 2, 3), s = random_make(1, 2, 4);
	size_t order[50], seen[50] = { 0 }, i, moved = 0;
	double low = 1, high = 0, u;

	CHECK(random_next(&r) != random_next(&s));
	for (i = 0; i < 1000; i++) {
		u = random_unit(&r);
		low = u < low ? u : low;
		high = u > high ? u : high;
		CHECK(random_below(&r, 7) < 7);
	}
	CHECK(low >= 0 && low < 0.01 && high < 1 && high > 0.99);
	for (i = 0; i < 50; i++)
		order[i] = i;
	random_shuffle(&r, order, 50);
	for (i = 0; i < 50; i++) {
		seen[order[i]]++;
		moved += order[i] != i;
	}
	for (i = 0; i < 50; i++)
		CHECK(seen[i] == 1);
	CHECK(moved > 30);
}

static void
test_report(void)
{
	struct report r = { .kind = REPORT_FAULT, .job = 7 }, back;
	struct buf line = { 0 };
	size_t i;

	fault_set(&r.fault, FAULT_NO_IMAGE, "for %s,\nnot sm_80", "sm_90a");
	r.fault.code = 209;
	r.fault.kase = 3;
	report_dump(&r, &line);
	line.data[line.len - 1] = '\0';
	CHECK(report_parse(line.data, &back) && back.job == 7);
	CHECK(back.fault.kind == FAULT_NO_IMAGE && back.fault.code == 209);
	CHECK(back.fault.kase == 3 && !back.fault.name[0]);
	CHECK(!strcmp(back.fault.text, "for sm_90a, not sm_80"));
	r.kind = REPORT_SAMPLE;
	r.n = 4096;
	for (i = 0; i < REPORT_VALUES; i++)
		r.values[i] = 1.0 / 3 + (double)i;
	line.len = 0;
	report_dump(&r, &line);
	line.data[line.len - 1] = '\0';
	CHECK(report_parse(line.data, &back) && back.n == 4096);
	CHECK(!memcmp(back.values, r.values, sizeof(r.values)));
	buf_free(&line);
}

static void
test_orders(void)
{
	uint32_t n[3] = { 4096, ORDER_LEFT, 0 };
	struct order one = { 5, n, 3 };
	struct orders o = { "/a b", "00ff", 1, 3, 0, &one, 1 }, back;
	struct arena a = { 0 };
	struct buf text = { 0 };

	orders_dump(&o, &text);
	CHECK(orders_parse(&a, text.data, &back));
	CHECK(!strcmp(back.folder, "/a b") && back.replicate == 3);
	CHECK(back.njobs == 1 && back.jobs[0].job == 5);
	CHECK(back.jobs[0].ncases == 3 && back.jobs[0].n[0] == 4096);
	CHECK(back.jobs[0].n[1] == ORDER_LEFT && back.jobs[0].n[2] == 0);
	CHECK(!back.rounds);
	o.rounds = 2;
	text.len = 0;
	orders_dump(&o, &text);
	CHECK(orders_parse(&a, text.data, &back) && back.rounds == 2);
	text.data[text.len - 2] = 'x';
	CHECK(!orders_parse(&a, text.data, &back));
	text.data[text.len - 3] = '\0';
	CHECK(!orders_parse(&a, text.data, &back));
	buf_free(&text);
	arena_free(&a);
}

static void
test_throttle(void)
{
	for (size_t i = 0; i < sizeof(throttle_rows) / sizeof(*throttle_rows);
	     i++) {
		const struct throttle_row *row = &throttle_rows[i];
		struct conditions c = conditions_make();
		const char *word;

		c.throttle = (int64_t)row->reason;
		word = conditions_dropped(&c);
		CHECK(!word == !row->word);
		CHECK(!word || !row->word || !strcmp(word, row->word));
	}
}

static void
test_conditions(void)
{
	struct conditions c = conditions_make(), one = c, back;
	struct buf text = { 0 };

	CHECK(!conditions_dropped(&c));
	one.sm_clock_mhz = 1980;
	one.throttle = 1;
	conditions_add(&c, &one);
	one.sm_clock_mhz = 1700;
	one.throttle = 0x20;
	one.temperature_c = 90;
	conditions_add(&c, &one);
	CHECK(c.sm_clock_mhz == 1700 && c.throttle == 0x21);
	CHECK(c.temperature_c == 90 && c.power_mw == -1);
	CHECK(!strcmp(conditions_dropped(&c), "sw-thermal"));
	conditions_dump(&c, &text);
	CHECK(conditions_parse(text.data, &back));
	CHECK(!memcmp(&back, &c, sizeof(c)));
	CHECK(!conditions_parse(" 1 2 3", &back));
	buf_free(&text);
}

static void
test_sizes(void)
{
	struct device_attributes d = { .sm_count = 132, .l2_bytes = -1 };
	struct pack_size s = { 4096, 1, 0 };
	uint64_t bytes = 0;

	CHECK(pack_size_find(&s, &d, &bytes) && bytes == 4096 * 132);
	s = (struct pack_size){ INT64_MAX, 1, 0 };
	CHECK(!pack_size_find(&s, &d, &bytes));
	s = (struct pack_size){ 1, 0, 1 };
	CHECK(!pack_size_find(&s, &d, &bytes));
}

/* Feed one job's worth of lines, some of them wrong. */
static struct fault
feed(const char *lines, size_t step, size_t *replicates)
{
	struct pack_case k = { 0 };
	struct pack_job job = { .name = "a", .cases = &k, .ncases = 1 };
	struct pack p = { .jobs = &job, .njobs = 1 };
	struct arena a = { 0 };
	struct fault machine = { 0 }, found;
	struct results r;
	bool visited[1] = { false };
	struct order order = { 0, NULL, 1 };
	struct orders orders = { .jobs = &order, .njobs = 1,
				 .replicate = 1 };
	struct intake t = { .arena = &a,
			    .results = &r,
			    .orders = &orders,
			    .visited = visited,
			    .job = -1,
			    .kase = -1,
			    .machine = &machine };
	size_t len = strlen(lines), i, n;

	results_make(&a, &p, &r);
	results_add_device(&a, &r, 0);
	order.n = r.jobs[0].n;
	for (i = 0; i < len; i += n) {
		n = len - i < step ? len - i : step;
		if (!intake_add(&t, lines + i, n))
			break;
	}
	*replicates = r.jobs[0].nreplicates;
	found = machine.kind ? machine : r.jobs[0].fault;
	buf_free(&t.line);
	arena_free(&a);
	return found;
}

static const char opening[] =
	"device 9 0 132 32 1 1 1 1 1 1 1 1 1 1 1 0 1\tH200\t580\t0000:1b\n"
	"ready\n";

static void
test_intake(void)
{
	static const struct {
		const char *lines;
		enum fault_kind fault;
		size_t replicates;
	} rows[] = {
		{ "begin 0\ncase 0 0\nsample 0 0 8 1 1 1 1 1 4 4 4 4 4 0 0\n"
		  "conditions 0 1 1 1 1 1 1 1 1 1\ndone 0\nbye\n",
		  FAULT_NONE, 1 },
		{ "begin 0\ncase 0 0\nsample 0 0 8 1 1 1 1 1 4 4 4 4 4 0 0\n"
		  "conditions 0 1 1 1 1 1 1 1 1 1\ncost 0 9 1 2 3 4 0\n"
		  "done 0\nbye\n", FAULT_NONE, 1 },
		{ "begin 0\ncase 0 0\ndone 0\n", FAULT_CRASH, 0 },
		{ "begin 1\n", FAULT_MACHINE, 0 },
		{ "begin 0\ncase 0 1\n", FAULT_CRASH, 0 },
		{ "begin 0\nbegin 0\n", FAULT_CRASH, 0 },
		{ "begin 0\nsample 0 0 8 1 1 1 1 1 4 4 4 4 4 0 0\n",
		  FAULT_CRASH, 0 },
		{ "begin 0\ncase 0 0\nsample 0 0 8 1 1 1 1 1 4 4 4 4 4 0\n",
		  FAULT_CRASH, 0 },
		{ "begin 0\ncase 0 0\nsample 0 0 8 1 1 1 1 1 4 4 4 4 nan 0 0\n",
		  FAULT_CRASH, 0 },
		{ "begin 0\nfault 0 -1 memory 2 0 NAME too much\ndone 0\nbye\n",
		  FAULT_MEMORY, 0 },
		{ "begin 0\nfault 0 -1 frob 2 0 NAME text\n", FAULT_CRASH, 0 },
		{ "begin 0\nfault 0 -1 machine 2 0 NAME text\n", FAULT_MACHINE,
		  0 },
		{ "begin 0\nfault 0 0 launch 700 1 NAME text\ndone 0\n",
		  FAULT_LAUNCH, 0 },
		{ "begin 0\ncost 0 9 1 2 3 4 0\ndone 0\nbye\n", FAULT_CRASH,
		  0 },
		{ "begin 0\ncost 0 9 1 2 3 4\n", FAULT_CRASH, 0 },
		{ "begin 0\ncost 0 9 1 2 3 4 -1\n", FAULT_CRASH, 0 },
		{ "begin 0\ncost 1 9 1 2 3 4 0\n", FAULT_CRASH, 0 },
		{ "cost 0 9 1 2 3 4 0\n", FAULT_MACHINE, 0 },
		{ "frob\n", FAULT_MACHINE, 0 },
		{ "bye\nbye\n", FAULT_MACHINE, 0 },
		{ "begin 0\nbye\n", FAULT_CRASH, 0 },
	};
	struct buf text = { 0 };
	size_t i, step, replicates;
	struct fault f;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		text.len = 0;
		buf_addf(&text, "%s%s", opening, rows[i].lines);
		for (step = 1; step < 40; step += 12) {
			f = feed(text.data, step, &replicates);
			if (f.kind != rows[i].fault ||
			    replicates != rows[i].replicates)
				fprintf(stderr, "row %zu: %s: %s\n", i,
					fault_word(f.kind), f.text);
			CHECK(f.kind == rows[i].fault);
			CHECK(replicates == rows[i].replicates);
		}
	}
	buf_free(&text);
}

/* Damaged reports never do worse than a fault. */
static void
test_intake_damaged(void)
{
	static const char good[] =
		"begin 0\ncase 0 0\n"
		"sample 0 0 8 1 1 1 1 1 4 4 4 4 4 0 0\n"
		"conditions 0 1 1 1 1 1 1 1 1 1\ndone 0\nbye\n";
	struct random r = random_make(1, 0, 0);
	struct buf text = { 0 };
	size_t i, replicates;

	for (i = 0; i < 20000; i++) {
		text.len = 0;
		buf_addf(&text, "%s%s", opening, good);
		do
			text.data[random_below(&r, text.len)] =
				"\n 0-x\t\1"[random_below(&r, 7)];
		while (random_below(&r, 3));
		feed(text.data, 1 + random_below(&r, 100), &replicates);
		CHECK(replicates <= 1);
	}
	buf_free(&text);
}

/* A manifest with damage is read or refused, and nothing else happens. */
static void
test_manifest_damaged(const char *path)
{
	struct buf good = { 0 }, text = { 0 }, at = { 0 };
	char folder[] = "kbc-run-unit.XXXXXX";
	struct random r = random_make(2, 0, 0);
	struct arena a = { 0 };
	struct pack p;
	size_t i, read = 0;
	FILE *f;

	CHECK(file_read(path, 1 << 20, &good) && mkdtemp(folder));
	buf_addf(&at, "%s/MANIFEST", folder);
	for (i = 0; i < 1000; i++) {
		text.len = 0;
		buf_add(&text, good.data, good.len);
		do
			text.data[random_below(&r, text.len)] =
				"\n 0-*x9e.ms"[random_below(&r, 11)];
		while (random_below(&r, 3));
		f = fopen(at.data, "w");
		CHECK(f && fwrite(text.data, 1, text.len, f) == text.len);
		CHECK(f && fclose(f) == 0);
		read += pack_read(&a, folder, &p);
		arena_free(&a);
	}
	CHECK(read > 30 && read < 970);
	file_remove_folder(folder);
	buf_free(&good);
	buf_free(&text);
	buf_free(&at);
}

/* Replicates stand by their numbers, whoever was first. */
static void
test_replicate_order(void)
{
	static const unsigned numbers[] = { 2, 1, 4, 3, 6, 5 };
	struct pack_case k = { 0 };
	struct pack_job job = { .name = "a", .cases = &k, .ncases = 1 };
	struct pack p = { .jobs = &job, .njobs = 1 };
	struct arena a = { 0 };
	struct results r;
	struct replicate *rep;
	size_t i;

	results_make(&a, &p, &r);
	for (i = 0; i < 6; i++) {
		rep = results_make_replicate(&a, &r, 0);
		rep->number = numbers[i];
		rep->conditions.mig = numbers[i] == 4;
		results_add(&a, &r, 0, rep);
	}
	for (i = 0; i < 6; i++)
		CHECK(r.jobs[0].replicates[i].number == i + 1);
	CHECK(results_dropped(&r.jobs[0]) == 1);
	arena_free(&a);
}

/* The slope does not look at what lies far out. */
static void
test_slope(void)
{
	static const double rows[][2 * MEASURE_PAIRS] = {
		{ 10, 10, 10, 10, 10, 40, 40, 40, 40, 40 },
		{ 9, 10, 99, 0, 10, 40, 41, 39, 0, 99 },
		{ 12, 11, 10, 9, 8, 38, 42, 40, 41, 39 },
	};
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		CHECK(measure_slope(rows[i], 2) == 5);
}

/* A grid of 5 by 4 whose slopes are given, most worth first; what a pilot
   sees, in order, and what is left in the end. */
struct grid {
	struct pack_job job;
	struct pack_case cases[20];
	struct pack_param params[20][2];
	struct pack_point points[20];
};

static void
make_grid(struct grid *g)
{
	static const char *const chains[] = { "1", "2", "4", "8", "16" };
	static const char *const threads[] = { "64", "128", "256", "512" };
	size_t i;

	memset(g, 0, sizeof(*g));
	for (i = 0; i < 20; i++) {
		g->params[i][0] = (struct pack_param){ "chains",
						       chains[i / 4] };
		g->params[i][1] = (struct pack_param){ "threads",
						       threads[i % 4] };
		g->cases[i].params = g->params[i];
		g->cases[i].nparams = 2;
		g->points[i].weight = 1;
		g->points[i].coarse = i / 4 % 2 == 0 && i % 4 % 2 == 0;
	}
	g->job = (struct pack_job){ .cases = g->cases, .ncases = 20,
				    .points = g->points, .npoints = 20 };
}

/* Slopes of a valley whose bottom is at (chains, threads). */
static double
valley(size_t k, size_t chains, size_t threads)
{
	double x = (double)(k / 4) - (double)chains;
	double y = (double)(k % 4) - (double)threads;

	return 10 + x * x + y * y;
}

static void
test_sweep(void)
{
	struct arena a = { 0 };
	struct grid g;
	struct sweep s;
	size_t best, k, seen, left;

	for (best = 0; best < 20; best++) {
		make_grid(&g);
		g.points[0].keep = true;
		s = sweep_make(&a, &g.job);
		for (seen = 0; (k = sweep_next(&s)) < 20; seen++) {
			CHECK(!s.seen[k]);
			sweep_add(&s, k, valley(k, best / 4, best % 4));
		}
		CHECK(seen >= 6 && seen <= 16);
		for (k = left = 0; k < 20; k++) {
			bool off = valley(k, best / 4, best % 4) > 11.5;

			CHECK(sweep_leaves(&s, k) == (off && k != 0));
			left += sweep_leaves(&s, k);
		}
		CHECK(left >= 14);
	}
	arena_free(&a);
}

/* Weights count, and slopes that are none do not. */
static void
test_sweep_worth(void)
{
	struct arena a = { 0 };
	struct grid g;
	struct sweep s;
	size_t k;

	make_grid(&g);
	for (k = 0; k < 20; k++)
		g.points[k].weight = k == 18 ? 40 : 1;
	s = sweep_make(&a, &g.job);
	while ((k = sweep_next(&s)) < 20)
		sweep_add(&s, k, k == 0 ? -1 : k == 18 ? 20 : 1);
	CHECK(!sweep_leaves(&s, 18) && !sweep_leaves(&s, 19));
	CHECK(sweep_leaves(&s, 0) && sweep_leaves(&s, 4));
	s = sweep_make(&a, &g.job);
	while ((k = sweep_next(&s)) < 20)
		sweep_add(&s, k, 0);
	for (k = 0; k < 20; k++)
		CHECK(sweep_leaves(&s, k) == !g.points[k].coarse);
	arena_free(&a);
}

int
main(int argc, char **argv)
{
	test_numbers();
	for (int type = NUMBER_F64; type <= NUMBER_U64; type++)
		test_all_numbers((enum number_type)type);
	test_patterns();
	test_poison();
	test_whole_numbers();
	test_formula();
	test_outcome();
	test_sha256();
	test_log();
	test_json();
	test_random();
	test_report();
	test_orders();
	test_replicate_order();
	test_slope();
	test_sweep();
	test_sweep_worth();
	test_conditions();
	test_throttle();
	test_sizes();
	test_intake();
	test_intake_damaged();
	CHECK(argc == 2);
	if (argc == 2 && freopen("/dev/null", "w", stderr))
		test_manifest_damaged(argv[1]);
	return CHECK(true) != 0;
}
