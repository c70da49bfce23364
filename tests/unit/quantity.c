/* Quantities as pages write them: whole cells, before markers, in prose. */
#include "check.h"

#include "arena.h"
#include "buf.h"
#include "quantity.h"
#include "source.h"

#include <string.h>

static struct span
span_of(struct arena *a, const char *text)
{
	struct source *s = source_make(a, STR("page.md"),
				       arena_copy(a, str_of(text)));

	return source_span(s, 0, s->text.n);
}

/*
 * A quantity in one line: digits, value, half a last digit, then what else is
 * said: `>` `>=` `<` `<=`, `~`, `best`, `x`, `to 5`, `+-2`, the unit, `or`
 * the binary reading, `+` of an architecture, `either` of `3 to 5`.
 */
static struct str
show(struct arena *a, const struct quantity *q)
{
	static const char *const kinds[] = { "", "", "arch ", "version " };
	static const char *const relations[] = { "", " >=", " >", " <=", " <" };
	struct buf b = { 0 };
	struct str out;

	buf_printf(&b, "%s" STR_FMT, kinds[q->kind],
		   STR_ARG(span_str(q->number)));
	if (q->kind == QUANTITY_ARCH)
		buf_printf(&b, " " STR_FMT, STR_ARG(q->arch));
	else
		buf_printf(&b, " %.10g %.5g", q->value, q->half_digit);
	buf_printf(&b, "%s", relations[q->relation]);
	buf_printf(&b, "%s", q->approximate ? " ~" : "");
	buf_printf(&b, "%s", q->up_to ? " best" : "");
	buf_printf(&b, "%s", q->factor ? " x" : "");
	if (q->kind == QUANTITY_RANGE)
		buf_printf(&b, " to %.10g", q->high);
	if (q->plus_minus > 0)
		buf_printf(&b, " +-%g", q->plus_minus);
	if (q->unit.text.n)
		buf_printf(&b, " " STR_FMT, STR_ARG(q->unit.text));
	if (q->unit.binary_may)
		buf_printf(&b, " or %g", q->unit.binary);
	buf_printf(&b, "%s%s", q->or_later ? " +" : "",
		   q->either ? " either" : "");
	out = arena_copy(a, buf_str(&b));
	buf_free(&b);
	return out;
}

struct row {
	const char *text, *want; /* NULL: no quantity */
};

static const struct row wholes[] = {
	/* plain digits, separators of thousands */
	{ "65536", "65536 65536 0.5" },
	{ "0.5", "0.5 0.5 0.05" },
	{ "4.00", "4.00 4 0.005" },
	{ "007", "007 7 0.5" },
	{ "14,675", "14,675 14675 0.5" },
	{ "14,675.5", "14,675.5 14675.5 0.05" },
	{ "1,234,567", "1,234,567 1234567 0.5" },
	{ "14\xe2\x80\xaf" "675", "14\xe2\x80\xaf" "675 14675 0.5" },
	{ "14\xc2\xa0" "675", "14\xc2\xa0" "675 14675 0.5" },
	{ "1\xe2\x80\x89" "234.5", "1\xe2\x80\x89" "234.5 1234.5 0.05" },
	{ "14\xc2\xa0" "675\xc2\xa0" "cycles",
	  "14\xc2\xa0" "675 14675 0.5 cycles" },
	{ "1\\.5", "1\\.5 1.5 0.05" },
	{ "  33 ", "33 33 0.5" },
	/* signs */
	{ "\xe2\x88\x92" "120", "\xe2\x88\x92" "120 -120 0.5" },
	{ "-3", "-3 -3 0.5" },
	{ "+14%", "+14 14 0.5 %" },
	/* exponents, powers, fractions */
	{ "6.55e+4", "6.55e+4 65500 50" },
	{ "6.55E4", "6.55E4 65500 50" },
	{ "6.1e-05", "6.1e-05 6.1e-05 5e-07" },
	{ "1.5e\xe2\x88\x92" "3", "1.5e\xe2\x88\x92" "3 0.0015 5e-05" },
	{ "6.55\xc3\x97" "10^4", "6.55\xc3\x97" "10^4 65500 50" },
	{ "6.1 \xc3\x97 10\xe2\x81\xbb\xe2\x81\xb5",
	  "6.1 \xc3\x97 10\xe2\x81\xbb\xe2\x81\xb5 6.1e-05 5e-07" },
	{ "3x10^8", "3x10^8 300000000 5e+07" },
	{ "2^-10", "2^-10 0.0009765625 0" },
	{ "2^20", "2^20 1048576 0" },
	{ "10\xe2\x81\xbb\xc2\xb3", "10\xe2\x81\xbb\xc2\xb3 0.001 0" },
	{ "2\xc2\xb9\xe2\x81\xb0", "2\xc2\xb9\xe2\x81\xb0 1024 0" },
	{ "10^4", "10^4 10000 0" },
	{ "1/4", "1/4 0.25 0" },
	{ "3/4 cycles", "3/4 0.75 0 cycles" },
	{ "1/4\xc3\x97", "1/4 0.25 0 x" },
	/* thousands in letters and words */
	{ "65k", "65 65000 500" },
	{ "65K", "65 65000 500 or 1.024" },
	{ "64K registers", "64 64000 500 registers or 1.024" },
	{ "1.5M elements", "1.5 1500000 50000 elements or 1.04858" },
	{ "2 million", "2 2000000 5e+05" },
	{ "32K+ tokens", "32 32000 500 >= tokens or 1.024" },
	/* ratios and percent */
	{ "1.58x", "1.58 1.58 0.005 x" },
	{ "1.58\xc3\x97", "1.58 1.58 0.005 x" },
	{ "1.6 \xc3\x97", "1.6 1.6 0.05 x" },
	{ "75%", "75 75 0.5 %" },
	{ "85 %", "85 85 0.5 %" },
	{ "12 percent", "12 12 0.5 percent" },
	/* units */
	{ "28.6 TFLOPS", "28.6 28.6 0.05 TFLOPS" },
	{ "67 TFLOP/s", "67 67 0.5 TFLOP/s" },
	{ "256KB", "256 256 0.5 KB or 1.024" },
	{ "256 kB", "256 256 0.5 kB" },
	{ "47.68 MiB", "47.68 47.68 0.005 MiB" },
	{ "50 MB", "50 50 0.5 MB or 1.04858" },
	{ "8 TB/s", "8 8 0.5 TB/s" },
	{ "4.8 Tb/s", "4.8 4.8 0.05 Tb/s" },
	{ "8.6\xce\xbcs", "8.6 8.6 0.05 \xce\xbcs" },
	{ "550 ns", "550 550 0.5 ns" },
	{ "1.98 GHz", "1.98 1.98 0.005 GHz" },
	{ "4.01 cycles per FMA", "4.01 4.01 0.005 cycles per FMA" },
	{ "4.01 cycles/FMA", "4.01 4.01 0.005 cycles/FMA" },
	{ "0.25 FMA per clock per warp",
	  "0.25 0.25 0.005 FMA per clock per warp" },
	{ "128 registers/thread", "128 128 0.5 registers/thread" },
	{ "128 per SM", "128 128 0.5 per SM" },
	{ "420-cycle", "420 420 0.5 cycle" },
	{ "32-bit", "32 32 0.5 bit" },
	{ "16 bits", "16 16 0.5 bits" },
	{ "10s", "10 10 0.5 s" },
	{ "0.1109 ms", "0.1109 0.1109 5e-05 ms" },
	/* relations, approximation */
	{ "~4.00 cycles/FMA", "4.00 4 0.005 ~ cycles/FMA" },
	{ "~33", "33 33 0.5 ~" },
	{ "\xe2\x89\x88 33", "33 33 0.5 ~" },
	{ "about 3", "3 3 0.5 ~" },
	{ "Roughly ~3", "3 3 0.5 ~" },
	{ "typically 4", "4 4 0.5 ~" },
	{ "\xe2\x89\xa5 50", "50 50 0.5 >=" },
	{ ">= 4", "4 4 0.5 >=" },
	{ "&gt;= 4", "4 4 0.5 >=" },
	{ "&lt;4", "4 4 0.5 <" },
	{ "<= 4", "4 4 0.5 <=" },
	{ "< 0.05%", "0.05 0.05 0.005 < %" },
	{ "> 2", "2 2 0.5 >" },
	{ "> ~100", "100 100 0.5 > ~" },
	{ "128+", "128 128 0.5 >=" },
	{ "128+ registers", "128 128 0.5 >= registers" },
	{ "50%+", "50 50 0.5 >= %" },
	{ "at least 4", "4 4 0.5 >=" },
	{ "At  most\n32 registers", "32 32 0.5 <= registers" },
	{ "at least about 4", "4 4 0.5 >= ~" },
	{ "no more than 5%", "5 5 0.5 <= %" },
	{ "no less than 5%", "5 5 0.5 >= %" },
	{ "not below 5", "5 5 0.5 >=" },
	{ "under 3", "3 3 0.5 <" },
	{ "more than 2.5x", "2.5 2.5 0.05 > x" },
	{ "up to 2.1x", "2.1 2.1 0.05 best x" },
	/* ranges, tolerances */
	{ "3\xe2\x80\x93" "5", "3 3 0.5 to 5" },
	{ "3-5", "3 3 0.5 to 5" },
	{ "1.58\xe2\x80\x93" "1.84\xc3\x97", "1.58 1.58 0.005 x to 1.84" },
	{ "1.1-1.3x", "1.1 1.1 0.05 x to 1.3" },
	{ "1-1.25x", "1 1 0.5 x to 1.25" },
	{ "2x-3x", "2 2 0.5 x to 3" },
	{ "10us\xe2\x80\x93" "20us", "10 10 0.5 to 20 us" },
	{ "1000 ns-2000 ns", "1000 1000 0.5 to 2000 ns" },
	{ "3-5k", "3 3000 500 to 5000" },
	{ "\xe2\x88\x92" "3\xe2\x80\x93" "5", "\xe2\x88\x92" "3 -3 0.5 to 5" },
	{ "~128-256 regs", "128 128 0.5 ~ to 256 regs" },
	{ "1.01 \xc2\xb1 0.02", "1.01 1.01 0.005 +-0.02" },
	{ "33 \xc2\xb1 2 cycles", "33 33 0.5 +-2 cycles" },
	{ "33 cycles \xc2\xb1 2 cycles", "33 33 0.5 +-2 cycles" },
	{ "33 cycles \xc2\xb1 5%", "33 33 0.5 +-1.65 cycles" },
	{ "33 +/- 2", "33 33 0.5 +-2" },
	/* architectures, versions, code */
	{ "sm_90a", "arch sm_90a sm_90a" },
	{ "sm_80+", "arch sm_80 sm_80 +" },
	{ "SM100", "arch SM100 sm_100" },
	{ "9.0a", "arch 9.0a sm_90a" },
	{ "compute capability 7.0+", "arch 7.0 sm_70 +" },
	{ "570.124.06", "version 570.124.06 570.124 0" },
	{ "0.2402265069591007f",
	  "0.2402265069591007 0.240226507 5e-17" },
	{ "1e-5f", "1e-5 1e-05 5e-06" },
	{ "10.0f", "10.0 10 0.05" },
	/* marks around the whole */
	{ "**33.0**", "33.0 33 0.05" },
	{ "*33*", "33 33 0.5" },
	{ "***33***", "33 33 0.5" },
	{ "_33_", "33 33 0.5" },
	{ "**1.97x**", "1.97 1.97 0.005 x" },
	{ "**33** cycles", "33 33 0.5 cycles" },
	{ "`128`", "128 128 0.5" },
	{ "``~4.00 cycles/FMA``", "4.00 4 0.005 ~ cycles/FMA" },
	{ "**`33`**", "33 33 0.5" },
	{ "[33](#note)", "33 33 0.5" },
	{ "\"0.1109 ms\"", "0.1109 0.1109 5e-05 ms" },
	{ "'12.9'", "12.9 12.9 0.05" },
	/* words */
	{ "half", "half 0.5 0.05 x" },
	{ "twice", "twice 2 0.2 x" },
	{ "about half", "half 0.5 0.05 ~ x" },
	{ "two blocks", "two 2 0.5 blocks" },
	{ "one", "one 1 0.5" },
	{ "a thousand", NULL },
	{ "thousand", "thousand 1000 100" },
	{ "two thousand", "two thousand 2000 200" },
};

static const char *const no_wholes[] = {
	/* markup inside */
	"128*64*2", "~~33~~35", "~~33~~", "~1.8~2.0", "33<sub>1</sub>",
	"<b>33</b>", "&minus;5", "&#8722;5", "33[^1]", "33 [^1]",
	"[33](#note) x", "[33](a) [34](b)", "**33", "33**", "**33** **34**",
	"*33* 4", "`33", "33`", "33\\*", "**33**35", "`33` `34`", "33_1",
	/* more than one quantity, or less */
	"14 of 15", "33 34", "33 cycles each", "12% slower", "(33)", "33.",
	"33,", "33;", "half the footprint", "4 (double)", "33 furlong",
	"128 / 32 = 4", "128 x 512", "128x256", "2\xc3\x97" "3", "1+2", "2^3^2",
	"2 per", "8 GB/furlong", "8 GB/", "5%3", "6.1e-5 to 6.55e4", "3:1",
	/* separators of other places, signs that get lost */
	"1,2", "3,14", "0,123", "12,34", "1,2345", "14,675,5", "1.234,5",
	"14 675", "1 234 567", "14\xc2\xa0" "67", "1,234\xc2\xa0" "567",
	"\xe2\x88\x92", "\xe2\x88\x92 5", "--5", "\xe2\x80\x93" "5", ".5",
	"1..2", "1_000", "14'675",
	/* numbers that are none */
	"5e", "5e+", "2^n", "2^", "2^99999", "2^-99999", "1e999", "1/0",
	"1/2/3", "1/K", "K/2", "64/128 KB", "infinity-band", "nan", "0x10",
	"5\xc2\xbd", "\xc2\xbd", "33\xc2\xb2", "33\xe2\x82\x81", "33\xc3\xa9",
	"33\xff", "\xff" "33", "2026-04-23", "12:30", "1/4/2025",
	/* ranges and tolerances that are none */
	"3-5-7", "5-3", "3-3", "3x\xe2\x80\x93" "5", "3us\xe2\x80\x93" "5ns",
	"10 us\xe2\x80\x93" "20 ms", "33 \xc2\xb1 5%", "33 \xc2\xb1",
	"\xc2\xb1 2", "5 \xc2\xb1 x", "1.2.3-1.2.4", "3-5+", "3\xe2\x80\x93",
	/* names, nothing */
	"P3", "fp16", "A100", "2CTA", "2D", "1st", "1990s", "fast", "x",
	"\xc3\x97", "%", "GB/s", "", " ", "-", "\xe2\x80\x94", "n/a", "``",
	"****", "[]()", "[](33)", "`half`", "![33](a)", "`` ` ``",
	"sm_9", "sm_90ax", "sm_90a,",
};

static void
test_whole(struct arena *a)
{
	struct quantity q;

	for (size_t i = 0; i < COUNT_OF(wholes); i++) {
		struct span cell = span_of(a, wholes[i].text);
		bool good = quantity_whole(&q, cell);

		CHECK_ROW(wholes[i].text);
		CHECK(good == (wholes[i].want != NULL));
		if (good && wholes[i].want)
			CHECK_STR(show(a, &q), wholes[i].want);
	}
	for (size_t i = 0; i < COUNT_OF(no_wholes); i++) {
		CHECK_ROW(no_wholes[i]);
		CHECK(!quantity_whole(&q, span_of(a, no_wholes[i])));
	}
	CHECK_ROW("");
}

/* The places: lead to unit, digits alone, both ends of a range. */
static void
test_places(struct arena *a)
{
	static const struct {
		const char *text, *at, *number, *high;
	} rows[] = {
		{ "**~1.58\xc3\x97**", "~1.58\xc3\x97", "1.58", "" },
		{ "up to  about 14,675 GB/s", "up to  about 14,675 GB/s",
		  "14,675", "" },
		{ "1.58\xe2\x80\x93" "1.84x", "1.58\xe2\x80\x93" "1.84x",
		  "1.58", "1.84" },
		{ "`65k`", "65k", "65", "" },
		{ "1.01 \xc2\xb1 0.02 cycles", "1.01 \xc2\xb1 0.02 cycles",
		  "1.01", "" },
		{ "sm_80+", "sm_80+", "sm_80", "" },
	};
	struct quantity q, high;

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		CHECK_ROW(rows[i].text);
		CHECK(quantity_whole(&q, span_of(a, rows[i].text)));
		CHECK_STR(span_str(q.at), rows[i].at);
		CHECK_STR(span_str(q.number), rows[i].number);
		CHECK_STR(span_str(q.number_high), rows[i].high);
		high = quantity_end(&q);
		if (*rows[i].high)
			CHECK_STR(span_str(high.number), rows[i].high);
	}
	CHECK_ROW("");
}

/* want: NULL for no quantity, `? to` where `to` joins it to another one */
static const struct {
	const char *before, *after, *want;
} befores[] = {
	/* the number nearest to the marker, with its unit */
	{ "Packed runs at **1.97x**", " scalar", "1.97 1.97 0.005 x" },
	{ "only **1.16\xc3\x97", " more** than", "1.16 1.16 0.005 x" },
	{ "a **3.97x", " improvement** from", "3.97 3.97 0.005 x" },
	{ "run at **~1.58\xc3\x97**", " scalar", "1.58 1.58 0.005 ~ x" },
	{ "~**4.00**", " cycles/FMA", "4.00 4 0.005 ~ cycles/FMA" },
	{ "two values differ by <0.05%", ", then", "0.05 0.05 0.005 < %" },
	{ "the infamous \"65k", " ceiling\".", "65 65000 500" },
	{ "sum \xe2\x89\x88 6.55e4", ";", "6.55e4 65500 50 ~" },
	{ "min-normal (fp16: 6e-5", ", bf16", "6e-5 6e-05 5e-06" },
	{ "N chains (N >= 4", " for", "4 4 0.5 >=" },
	{ "N>=4", " for", "4 4 0.5 >=" },
	{ "SOL = 78%", ".", "78 78 0.5 %" },
	{ "K=16", "", "16 16 0.5" },
	{ "throughput is 1.58\xe2\x80\x93" "1.84\xc3\x97", " vs",
	  "1.58 1.58 0.005 x to 1.84" },
	{ "6.1e-5 to 6.55e4", "", "6.1e-5 6.1e-05 50 to 65500" },
	{ "128 / 32 = 4", " warps", "4 4 0.5 warps" },
	{ "| Rows | 128", " | lanes", "128 128 0.5" },
	{ "a (4-byte", ") element", "4 4 0.5 byte" },
	{ "TMEM has ~420-cycle", " latency", "420 420 0.5 ~ cycle" },
	{ "4.01 cycles per FMA", ", so", "4.01 4.01 0.005 cycles per FMA" },
	{ "a **256KB", " of", "256 256 0.5 KB or 1.024" },
	{ "uses 128+ registers", " per", "128 128 0.5 >= registers" },
	{ "**128** threads", " each", "128 128 0.5 threads" },
	{ "_128_", " x", "128 128 0.5" },
	{ "(443us", " to", "443 443 0.5 us" },
	{ "443us -> 27us", ")", "27 27 0.5 us" },
	{ "443us->27us", ")", "27 27 0.5 us" },
	{ "is 2.6x", " off SOL", "2.6 2.6 0.05 x" },
	{ "about\n4 cycles ", "", "4 4 0.5 ~ cycles" },
	{ "on CUDA 12.9", ",", "12.9 12.9 0.05" },
	{ "driver 570.124.06", ")", "version 570.124.06 570.124 0" },
	/* code spans and links are whole */
	{ "is `128`", " wide", "128 128 0.5" },
	{ "about `~4.00 cycles/FMA`", "", "4.00 4 0.005 ~ cycles/FMA" },
	{ "at least `128`", " threads", "128 128 0.5 >= threads" },
	{ "is **[33](#n)**", "", "33 33 0.5" },
	{ "`x` is 5", "", "5 5 0.5" },
	{ "the `N >= 4`", "", NULL },
	{ "`unroll 4`", "", NULL },
	{ "`fma.rn.f16x2`", " x", NULL },
	{ "`5", "", NULL },
	{ "![33](a.png)", "", NULL },
	/* one word about a ratio may stand between */
	{ "it is 12% slower", " than", "12 12 0.5 %" },
	{ "gives 2\xc3\x97 instantly", ";", "2 2 0.5 x" },
	{ "gives **2x** speedup", "", "2 2 0.5 x" },
	{ "takes 4 more", "", NULL },
	{ "gives 2x the rate", "", NULL },
	{ "runs 4 cycles late", "", NULL },
	/* units behind the marker */
	{ "only 7", " bits, about", "7 7 0.5 bits" },
	{ "only **7", "** bits, about", "7 7 0.5 bits" },
	{ "only 0.25", " FMA per clock per warp (", "0.25 0.25 0.005 FMA "
						    "per clock per warp" },
	{ "throughput of 128", " operations per clock per SM (",
	  "128 128 0.5 operations per clock per SM" },
	{ "units (128", " per SM)", "128 128 0.5 per SM" },
	{ "16 bytes", " per clock", "16 16 0.5 bytes" },
	{ "64K", " registers", "64 64000 500 registers or 1.024" },
	{ "256", " KB of", "256 256 0.5 KB or 1.024" },
	{ "12", "% slower", "12 12 0.5 %" },
	{ "16", "\xc3\x97 coarser", "16 16 0.5 x" },
	{ "16", "x coarser", "16 16 0.5 x" },
	{ "4", "-byte loads", "4 4 0.5 byte" },
	{ "65536", " 32-bit registers", "65536 65536 0.5" },
	{ "3", " decimal digits", "3 3 0.5 decimal" },
	{ "4", " B200 cards", "4 4 0.5" },
	{ "4", ", cycles", "4 4 0.5" },
	{ "2x", " cycles", "2 2 0.5 x" },
	{ "12%", " cycles", "12 12 0.5 %" },
	{ "8 GB", "/s", "8 8 0.5 GB" },
	{ "8", " GB/furlong", NULL },
	{ "33", "5 cycles", NULL },
	{ "33", "rd", NULL },
	{ "16 B", "ytes", NULL },
	{ "33", "<sub>1</sub>", NULL },
	{ "33", "<br>1", "33 33 0.5" },
	{ "33", "</td>", "33 33 0.5" },
	{ "33", "<BR/>", "33 33 0.5" },
	{ "33", "<bra>", NULL },
	{ "33", "<p=1", NULL },
	{ "33", "[^1]", NULL },
	{ "33", " thousand", NULL },
	{ "33", ".5", NULL },
	/* architectures */
	{ "Available on sm_70+", " (fp16)", "arch sm_70 sm_70 +" },
	{ "P6 (bf16 sm_80+", " only)", "arch sm_80 sm_80 +" },
	{ "on SM100", "", "arch SM100 sm_100" },
	{ "on H200 (sm_9.0a", ")", "arch sm_9.0a sm_90a" },
	{ "compute capability 7.0+", ")", "arch 7.0 sm_70 +" },
	{ "compute capability 9.0", ")", "arch 9.0 sm_90" },
	{ "at least sm_90", "", "arch sm_90 sm_90 >=" },
	{ "sm_9", "", NULL },
	{ "x-sm_90", "", NULL },
	/* words */
	{ "half", " of", "half 0.5 0.05 x" },
	{ "half the footprint", " of", "half 0.5 0.05 x" },
	{ "**doubles effective memory bandwidth**", " for",
	  "doubles 2 0.2 x" },
	{ "**Memory bandwidth is halved**", ".", "halved 0.5 0.05 x" },
	{ "bf16 halves the bytes moved", ".", "halves 0.5 0.05 x" },
	{ "will double the rate", "", "double 2 0.2 x" },
	{ "roughly twice as fast", "", "twice 2 0.2 ~ x" },
	{ "more than half", "", "half 0.5 0.05 > x" },
	{ "in half precision", "", NULL },
	{ "a double buffer", "", NULL },
	{ "halves the number of bytes moved", "", NULL },
	{ "a `half`", "", NULL },
	{ "Only one thread", " issues", "one 1 0.5 thread" },
	{ "all thirty-two lanes", "", "thirty-two 32 0.5 lanes" },
	{ "sixteen warps", "", "sixteen 16 0.5 warps" },
	{ "the ninety-twelve", "", NULL },
	{ "the one-two", "", NULL },
	{ "all thirty two", " lanes", "? two" },
	{ "a hundred two", "", "? two" },
	{ "one hundred and five", "", "? hundred and five" },
	{ "two point five", "", "? point five" },
	{ "at this point two warps", "", "two 2 0.5 warps" },
	{ "the first one and two", "", "two 2 0.5" },
	{ "takes two", " blocks", "two 2 0.5 blocks" },
	{ "two cycles per FMA", "", "two 2 0.5 cycles per FMA" },
	{ "summing a thousand", " terms", "thousand 1000 100 terms" },
	{ "at most two thousand", "", "two thousand 2000 200 <=" },
	{ "2 thousand", "", "2 2000 500" },
	{ "flushed to zero", "", "zero 0 0.5" },
	{ "one half of the", "", "half 0.5 0.05 x" },
	{ "seventwo", "", NULL },
	{ "x_two", "", NULL },
	/* `>` of a quote, a list, a tag, a comment, an arrow is no bound */
	{ "x\n> 5", " us", "5 5 0.5 us" },
	{ "x\n  >  5 us", "", "5 5 0.5 us" },
	{ "x\n>5 us", "", "5 5 0.5 us" },
	{ "x\n- > 5 us", "", "5 5 0.5 us" },
	{ "x\n1. > 5 us", "", "5 5 0.5 us" },
	{ "x\n> > 5 us", "", "5 5 0.5 us" },
	{ "x\n>= 5 us", "", "5 5 0.5 us" },
	{ "<p>\n5 us", "", "5 5 0.5 us" },
	{ "<p> 5 us", "", "5 5 0.5 us" },
	{ "<a href=\"x\"> 5 us", "", "5 5 0.5 us" },
	{ "<td class=\"a\">5 us", "", "5 5 0.5 us" },
	{ "<br/>5 us", "", "5 5 0.5 us" },
	{ "<!-- a --> 5 us", "", "5 5 0.5 us" },
	{ "<!-- a -->5 us", "", "5 5 0.5 us" },
	{ "4\xe2\x80\x93> 5 us", "", "5 5 0.5 us" },
	{ "N \xe2\x80\x94> 5 us", "", "5 5 0.5 us" },
	{ "N -> 5 us", "", "5 5 0.5 us" },
	{ "N ->5 us", "", "5 5 0.5 us" },
	{ "N => 5 us", "", "5 5 0.5 us" },
	{ "N --> 5 us", "", "5 5 0.5 us" },
	{ "a > 5 us", "", "5 5 0.5 > us" },
	{ "x\na > 5 us", "", "5 5 0.5 > us" },
	{ "x\n- a > 5 us", "", "5 5 0.5 > us" },
	{ "x\n5 > 4 us", "", "4 4 0.5 > us" },
	{ "(>5", "%)", "5 5 0.5 > %" },
	{ "a >\n5 us", "", "5 5 0.5 > us" },
	{ "N>5", "", "5 5 0.5 >" },
	{ "N>=5", "", "5 5 0.5 >=" },
	{ "a &gt; 5 us", "", "5 5 0.5 > us" },
	{ "x\n> about\n> 5 us", "", "5 5 0.5 ~ us" },
	{ "x\n> at\n> least 5 us", "", "5 5 0.5 us" },
	/* signs that no lead knows */
	{ "N != 5", "", "? !=" },
	{ "N \xe2\x89\xa0 5", "", "? \xe2\x89\xa0" },
	{ "N >> 5", "", "? >>" },
	{ "N \xe2\x89\xab 5", "", "? \xe2\x89\xab" },
	{ "N <> 5", "", "? <>" },
	{ "N =< 5", "", "? =<" },
	{ "N == 5", "", "5 5 0.5" },
	/* more bounds in words, and their negations */
	{ "less than or equal to 5", "", "5 5 0.5 <=" },
	{ "greater than or equal to 5", "", "5 5 0.5 >=" },
	{ "no greater than 5", "", "5 5 0.5 <=" },
	{ "not greater than 5", "", "5 5 0.5 <=" },
	{ "not at least 5", "", "5 5 0.5 <" },
	{ "never more than 5", "", "5 5 0.5 <=" },
	{ "no fewer than 5", "", "5 5 0.5 >=" },
	{ "isn't above 5", "", "5 5 0.5 <=" },
	{ "does not exceed 5", "", "5 5 0.5 <=" },
	{ "exceeding 5", "", "5 5 0.5" },
	{ "at rates exceeding 5", "", "? exceeding" },
	{ "never exceeds 5", "", "5 5 0.5 <=" },
	{ "knot above 5", "", "5 5 0.5 >" },
	/* words that turn a bound around, and those that are one */
	{ "is not > 5", "", "5 5 0.5 <=" },
	{ "is never \xe2\x89\xa5 5", "", "5 5 0.5 <" },
	{ "_not_ above 5", "", "5 5 0.5 <=" },
	{ "not&nbsp;above 5", "", "5 5 0.5 <=" },
	{ "not\xc2\xa0" "above 5", "", "5 5 0.5 <=" },
	{ "isn\xe2\x80\x99t above 5", "", "5 5 0.5 <=" },
	{ "not exceeding 5", "", "5 5 0.5 <=" },
	{ "exceeds 5", "", "5 5 0.5 >" },
	{ "surpasses 5", "", "5 5 0.5 >" },
	{ "in excess of 5", "", "5 5 0.5 >" },
	{ "upwards of 5", "", "5 5 0.5 >=" },
	{ "just over 5", "", "5 5 0.5 >" },
	{ "well over 5", "", "5 5 0.5 >" },
	{ "a maximum of 5", "", "5 5 0.5 <=" },
	{ "at the most 5", "", "5 5 0.5 <=" },
	{ "at the least 5", "", "5 5 0.5 >=" },
	{ "just short of 5", "", "5 5 0.5 <" },
	{ "unrolled over 5", "", "5 5 0.5" },
	{ "66 TFLOP/s<!-- kbc: a --> over 5", " GB/s", "5 5 0.5 GB/s" },
	{ "It has over 5", "", "5 5 0.5 >" },
	{ "Two chains have\nover 5", "", "5 5 0.5 >" },
	{ "It is unrolled\n  over 5", "", "5 5 0.5" },
	{ "This goes on\n\nover 5", "", "5 5 0.5 >" },
	{ "Over 5", " SMs", "5 5 0.5 > SMs" },
	{ "runs at *over* 5 us", "", "5 5 0.5 > us" },
	{ "is not over 5", "", "5 5 0.5 <=" },
	{ "is over about 5", "", "5 5 0.5 > ~" },
	{ "way over 5", "", "5 5 0.5 >" },
	{ "carried over 5", "", "? over" },
	{ "handed over 5", "", "? over" },
	{ "north of 5", "", "5 5 0.5 >" },
	{ "wider than 5 bytes", "", "5 5 0.5 > bytes" },
	{ "faster than 5 us", "", "? than" },
	{ "worse than 5 us", "", "? than" },
	{ "a better one than 5 us", "", "5 5 0.5 us" },
	{ "rather than 5", "", "? rather than" },
	{ "instead of 5", "", "5 5 0.5" },
	{ "without 5", "", "? without" },
	{ "without padding it takes 5", "", "5 5 0.5" },
	{ "past 5", "", "? past" },
	{ "greater or equal to 5", "", "5 5 0.5 >=" },
	{ "equal to or less than 5", "", "5 5 0.5 <=" },
	{ "at minimum 5", "", "5 5 0.5 >=" },
	{ "N \\geq 5", "", "5 5 0.5 >=" },
	{ "N \xe2\x89\xa7 5", "", "5 5 0.5 >=" },
	{ "on the order of 5", "", "? on the order of" },
	{ "5", " or greater", "? or greater" },
	{ "5", " SMs and up.", "? and up" },
	{ "5", " and more SMs", "5 5 0.5" },
	{ "5", "+ SMs", "5 5 0.5 >= SMs" },
	{ "5", "+.", "5 5 0.5 >=" },
	{ "5", " or so", "? or so" },
	{ "beyond 5", "", "? beyond" },
	{ "at best 5", "", "? at best" },
	/* a negation in the clause of a bound */
	{ "cannot be more than 5", "", "? cannot" },
	{ "does not take more than 5", "", "? not" },
	{ "never takes more than 5", "", "? never" },
	{ "No block can have more than 5", "", "? No" },
	{ "no longer above 5", "", "? no" },
	{ "Nothing above 5", "", "? Nothing" },
	{ "does not drop below 5", "", "? not" },
	{ "cannot go below 5", "", "? cannot" },
	{ "whether or not more than 5", "", "? not" },
	{ "why not above 5", "", "? not" },
	{ "doesn\xe2\x80\x99t go up to 5", "", "? doesn\xe2\x80\x99t" },
	{ "cannot have no more than 5", "", "? cannot" },
	{ "does not let `f(x)` (on any GPU) take more than 5", "", "? not" },
	{ "never, on any GPU, more than 5", "", "? never" },
	{ "if not, more than 5", "", "5 5 0.5 >" },
	{ "in fp16, not bf16, at least 5", "", "5 5 0.5 >=" },
	{ "does not spill and takes more than 5", "", "5 5 0.5 >" },
	{ "does not spill; takes more than 5", "", "5 5 0.5 >" },
	{ "does not spill. Takes more than 5", "", "5 5 0.5 >" },
	{ "does not spill (at most 5", " bytes)", "5 5 0.5 <= bytes" },
	{ "is not needed: `not` above 5", "", "5 5 0.5 >" },
	{ "not 3<!-- kbc: a --> more than 5", "", "5 5 0.5 >" },
	{ "no-op above 5", "", "5 5 0.5 >" },
	{ "not so in the long run of a page that goes on for more than a line "
	  "of the text, where more than 5", "", "5 5 0.5 >" },
	/* a negation before a plain number */
	{ "is not 5", "", "? not" },
	{ "is not equal to 5", "", "? not" },
	{ "isn't about 5", "", "? isn't" },
	{ "is not half", "", "? not" },
	{ "does not double the rate", "", "? not" },
	{ "never takes 5 us", "", "? never" },
	{ "not really ever quite 5", "", "? not" },
	{ "cannot be as high as 5", "", "? cannot" },
	{ "as high as 5", "", "5 5 0.5 best" },
	{ "not between 3 and 5", "", "? not" },
	{ "is not 3-5", "", "? not" },
	{ "is **not** `5`", "", "? not" },
	{ "is not sm_90", "", "? not" },
	{ "does not fit in 48 KB", "", "48 48 0.5 KB or 1.024" },
	{ "are not the 5", " that", "5 5 0.5" },
	{ "not before sm_90", "", "arch sm_90 sm_90" },
	{ "if it does not spill, it takes 5 us", "", "5 5 0.5 us" },
	{ "not only 5 us", "", "5 5 0.5 us" },
	/* what is beside the number, or a multiple of it */
	{ "outside 3\xe2\x80\x93" "5", "", "? outside" },
	{ "outside of 3-5", "", "? outside of" },
	{ "other than 5", "", "? other than" },
	{ "different from 5", "", "? different from" },
	{ "all but 5", "", "? all but" },
	{ "N \xe2\x89\xb0 5", "", "? \xe2\x89\xb0" },
	{ "N &ne; 5", "", "? &ne;" },
	{ "is minus 5", "", "? minus" },
	{ "is negative 5", "", "? negative" },
	{ "is \xe2\x88\x92 5", "", "? \xe2\x88\x92" },
	{ "is twice 5", "", "? twice" },
	{ "a multiple of 5", "", "5 5 0.5" },
	{ "is *twice* 5", "", "? twice" },
	{ "half of 5", "", "? half of" },
	{ "half of the 5", "", "5 5 0.5" },
	{ "takes two and a half", "", "? and a half" },
	{ "takes 3 and a half", "", "? and a half" },
	{ "two and a half the rate", "", "? and a half" },
	{ "5 stages and a quarter of the", "", "quarter 0.25 0.025 x" },
	{ "three halves", "", "? halves" },
	{ "fp16 halves", "", "halves 0.5 0.05 x" },
	{ "half a dozen", "", "? dozen" },
	{ "half a million", "", "? half a" },
	{ "several hundred", "", "? several" },
	{ "half again as fast", "", NULL },
	{ "twice again", "", "? again" },
	{ "half as fast", "", "half 0.5 0.05 x" },
	/* words behind the marker */
	{ "takes 3", " or more", "? or more" },
	{ "takes 3", " us or\nless", "? or\nless" },
	{ "takes 3 us", " at most.", "? at most" },
	{ "takes **3", "** and a half", "? and a half" },
	{ "takes 3", " dozen", NULL },
	{ "takes 3", " or more<!-- kbc: x -->", "? or more" },
	{ "takes 3", " or moreover", "3 3 0.5" },
	{ "takes 3", " and up to 5", "3 3 0.5" },
	{ "for 3", " at least 5 us", "3 3 0.5" },
	{ "on sm_80", " or above", "arch sm_80 sm_80" },
	/* widths */
	{ "is 4 us \xc2\xb1 100 ns", "", "4 4 0.5 +-0.1 us" },
	{ "is 4 \xc2\xb1 0", "", "? \xc2\xb1" },
	{ "is 4 +- 0.0", "", "? +-" },
	{ "is 1.01 \xc2\xb1 2%", "", "? \xc2\xb1" },
	{ "is 4 us \xc2\xb1 100 B", "", "? \xc2\xb1" },
	/* tolerances and ranges are one quantity */
	{ "is 1.01 +- 0.02", "", "1.01 1.01 0.005 +-0.02" },
	{ "is 1.01+-0.02 us", "", "1.01 1.01 0.005 +-0.02 us" },
	{ "is 1.01 +/- 0.02", "", "1.01 1.01 0.005 +-0.02" },
	{ "is 5 plus or minus 1", " us", "5 5 0.5 +-1 us" },
	{ "is 5 &plusmn; 1", " us", "5 5 0.5 +-1 us" },
	{ "is 3--5", " us", "3 3 0.5 to 5 us" },
	{ "is 3 us--5 us", "", "3 3 0.5 to 5 us" },
	{ "is 3 us to 5 us", "", "3 3 0.5 to 5 us" },
	{ "from 3 to 5", "", "3 3 0.5 to 5 either" },
	{ "from **3** to **5**", " us", "3 3 0.5 to 5 us either" },
	{ "from `3` to `5`", " us", "3 3 0.5 to 5 us either" },
	{ "from 443us to 27us", "", "443 443 0.5 to 27 us either" },
	{ "443us to 27us", "", "443 443 0.5 to 27 us either" },
	{ "from 3 up to 5 us", "", "3 3 0.5 to 5 us either" },
	{ "about 3 to 5 us", "", "3 3 0.5 ~ to 5 us" },
	{ "3 to about 5 us", "", "3 3 0.5 ~ to 5 us" },
	{ "from\n3 to\n5 us", "", "3 3 0.5 to 5 us either" },
	{ "3 through 5", "", "3 3 0.5 to 5" },
	{ "two to four warps", "", "two 2 0.5 to 4 warps" },
	{ "between 3 and 5", "", "3 3 0.5 to 5" },
	{ "between 3 us and 5 us", "", "3 3 0.5 to 5 us" },
	{ "Between 3 and 5", " us", "3 3 0.5 to 5 us" },
	{ "between about 3 and 5x", "", "3 3 0.5 ~ x to 5" },
	{ "3 and 5", "", "5 5 0.5" },
	{ "5 and 3", "", "3 3 0.5" },
	{ "both 3 and 5", "", "5 5 0.5" },
	{ "from x to 5 us", "", "5 5 0.5 us" },
	{ "fp16 to 5 us", "", "5 5 0.5 us" },
	{ "halved to 5 us", "", "5 5 0.5 us" },
	{ "at 4 up to 5 us", "", "5 5 0.5 best us" },
	{ "from 3<!-- kbc: a --> to 5", "", "5 5 0.5" },
	/* what joins two numbers and says neither range nor tolerance */
	{ "between 5 and 3", "", "? and" },
	{ "between 3 us and 5 GB", "", "? and" },
	{ "between at least 3 and 5", "", "? and" },
	{ "3 us to 5 GB", "", "? to" },
	{ "3 to 5k", "", "? to" },
	{ "sm_80 to sm_90", "", "? to" },
	{ "3 - 5 us", "", "? -" },
	{ "3 -5 us", "", "? -" },
	{ "3 -- 5 us", "", "? --" },
	{ "3---5 us", "", "? ---" },
	{ "3 \xe2\x80\x93 5 us", "", "? \xe2\x80\x93" },
	{ "3\xe2\x80\x94" "5 us", "", "? \xe2\x80\x94" },
	{ "N=3 \xe2\x80\x94 5 us", "", "5 5 0.5 us" },
	{ "3 ~ 5 us", "", "? ~" },
	{ "3 ... 5 us", "", "? ..." },
	{ "3\xe2\x80\xa6" "5 us", "", "? \xe2\x80\xa6" },
	{ "3 or 5 us", "", "? or" },
	{ "3 x 5", "", "? x" },
	{ "3 * 5", "", "? *" },
	{ "3 *5*", "", "5 5 0.5" },
	{ "3 \xc3\x97 5", "", "? \xc3\x97" },
	{ "3 / 5", "", "? /" },
	{ "3 + 5", "", "? +" },
	{ "3 times 5", "", "? times" },
	{ "1 per 4 cycles", "", "? per" },
	/* a share is of what follows; a count of things is not */
	{ "80% of 4.8", "", "? of" },
	{ "80 percent of about **4.8**", " us", "? of" },
	{ "1/4 of 8", "", "? of" },
	{ "0.8\nof 8 us", "", "? of" },
	{ "1.5x of 8 us", "", "? of" },
	{ "two thirds of 9", "", "? thirds of" },
	{ "80% of the 4.8 us", "", "4.8 4.8 0.05 us" },
	{ "3 of 8", "", "8 8 0.5" },
	{ "8 warps of 32", "", "32 32 0.5" },
	{ "8 MB of 32 B", "", "32 32 0.5 B" },
	{ "3-5 \xc2\xb1 1", "", "? \xc2\xb1" },
	{ "33 \xc2\xb1 5%", "", "? \xc2\xb1" },
	{ "128 / 32 = 4", "", "4 4 0.5" },
	{ "-5--3", "", "? --" },
	{ "-5 to -3", "", "-5 -5 0.5 to -3" },
	{ "less than 5 or 6", "", "? or" },
	{ "no more than 3 to 5", "", "? to" },
	{ "between 3 and at most 5", "", "? and" },
	{ "3-5x to 8x", "", "? to" },
	{ "a tile is 128 / 32", " = 4 warps", "? /" },
	{ "(4 warps x 32", " lanes)", "? x" },
	{ "tiles % SMs != 0", "", "? !=" },
	{ "sends 80% of tokens to 20%", " of", "20 20 0.5 %" },
	{ "443us \xe2\x86\x92 27us", "", "27 27 0.5 us" },
	{ "3 vs 5", "", "5 5 0.5" },
	{ "70 KB", "/token", "70 70 0.5 KB or 1.024" },
	{ "by at least 2-3x", ".", "2 2 0.5 >= x to 3" },
	{ "a - 5 us", "", "5 5 0.5 us" },
	{ "x\n- 5 us", "", "5 5 0.5 us" },
	{ "1.01", " \xc2\xb1 0.02", NULL },
	{ "128", "+ registers", "128 128 0.5 >= registers" },
	{ "sm_80", "+ only", "arch sm_80 sm_80 +" },
	/* parts of versions, dates, names */
	{ "2.5.3", "", "version 2.5.3 2.5 0" },
	{ "1.2.3.4", "", "version 1.2.3.4 1.2 0" },
	{ "v2.5.3", "", NULL },
	{ "v2.5", "", NULL },
	{ "2024-10-05", "", NULL },
	{ "2024/10/05", "", NULL },
	{ "10/05", "", NULL },
	{ "05/10", "", NULL },
	{ "12/16", "", "12/16 0.75 0" },
	{ "05.10.2024", "", "version 05.10.2024 5.1 0" },
	{ "0x1f.3", "", NULL },
	{ "0x1f", "", NULL },
	{ "H100x8", "", NULL },
	{ "8xH100", "", NULL },
	{ "2.5.x", "", NULL },
	{ "1.2.3-rc1", "", NULL },
	{ "10.1.2.3/24", "", NULL },
	{ "1h30m", "", NULL },
	{ "a.3", "", NULL },
	/* a unit on the next line */
	{ "is 6", "\nbytes of", "6 6 0.5 bytes" },
	{ "is 6", "\nGB of", "6 6 0.5 GB or 1.07374" },
	{ "is 6", "\nMiB of", "6 6 0.5 MiB" },
	{ "is 6", "\nLine two", "6 6 0.5" },
	{ "is 6", "\r\nLine two", "6 6 0.5" },
	{ "is 6", "\nBytes are", "6 6 0.5" },
	{ "is 6", "  \nbytes", "6 6 0.5" },
	{ "is 6", "\n\nbytes", "6 6 0.5" },
	{ "is 6", "\n- bytes", "6 6 0.5" },
	{ "is 6", "\n# bytes", "6 6 0.5" },
	{ "is 6", "\n| bytes", "6 6 0.5" },
	{ "is 6\nbytes", "", "6 6 0.5 bytes" },
	{ "is 6\nBytes", "", NULL },
	/* never by a piece */
	{ "14 675", " cycles", NULL },
	{ "in 2025 128", "", "128 128 0.5" },
	{ "x \xe2\x88\x92" "5", "", "\xe2\x88\x92" "5 -5 0.5" },
	{ "x\xe2\x88\x92" "5", "", NULL },
	{ "x-5", "", NULL },
	{ "(-5", "", "-5 -5 0.5" },
	{ "a long dash\xe2\x80\x94" "5", "", "5 5 0.5" },
	{ "two dashes--5", "", "5 5 0.5" },
	{ "3.97x--5", "", "? --" },
	{ "&minus;5", "", NULL },
	{ "&nbsp;5", "", "5 5 0.5" },
	{ "&lt; 5", "", "5 5 0.5 <" },
	{ "128*64*2", "", NULL },
	{ "**128*64**2", "", NULL },
	{ "~~33~~35", "", NULL },
	{ "~~33~~", "", NULL },
	{ "1.8~2.0", "", NULL },
	{ "<b>33", "", NULL },
	{ "<td>33", "", "33 33 0.5" },
	{ "1<td align=\"right\">-33", "", "-33 -33 0.5" },
	{ "1<br />33", "", "33 33 0.5" },
	{ "</b>33", "", NULL },
	{ "33<br>", "", NULL },
	{ "a<b 33", "", "33 33 0.5" },
	{ "33<sub>1</sub>", "", NULL },
	{ "33[^1]", "", NULL },
	{ "1.2,3", "", NULL },
	{ "1,2,3", "", NULL },
	{ "\xc2\xa7" "5.4.11.2", "", NULL },
	{ "#33", "", NULL },
	{ "$33", "", NULL },
	{ "v33", "", NULL },
	{ "fp16", "", NULL },
	{ "x/33", "", NULL },
	{ "f(33", "", NULL },
	{ "2^x", "", NULL },
	{ "T%32", "", NULL },
	{ "5%3", "", NULL },
	{ "33,", "", NULL },
	{ "(33)", "", NULL },
	{ "\"65k\"", "", NULL },
	{ "3:1", "", NULL },
	{ "2026-04-23", "", NULL },
	{ "x::2", "", NULL },
	{ "5e", "", NULL },
	{ "", "", NULL },
	{ "**", "", NULL },
	{ "nothing here", "", NULL },
	{ "4 cycles. Then", "", NULL },
	{ "4<!-- kbc: x --> cycles", "", NULL },
};

static void
test_before(struct arena *a)
{
	struct quantity q;

	for (size_t i = 0; i < COUNT_OF(befores); i++) {
		struct span before = span_of(a, befores[i].before);
		struct span after = span_of(a, befores[i].after);
		const char *want = befores[i].want;
		bool good = quantity_before(&q, before, after) && !q.doubt.n;

		CHECK_ROW(befores[i].before);
		CHECK(good == (want && *want != '?'));
		CHECK(good || (q.doubt.n > 0) == (want != NULL));
		if (!good && q.doubt.n > 0)
			CHECK_STR(arena_printf(a, "? " STR_FMT,
					       STR_ARG(span_str(q.doubt))),
				  want);
		if (good && want)
			CHECK_STR(show(a, &q), want);
	}
	CHECK_ROW("");
}

/* What stands behind the marker changes the unit's dimension. */
static void
test_after(struct arena *a)
{
	struct quantity q;

	CHECK(quantity_before(&q, span_of(a, "moves 16 bytes"),
			      span_of(a, " per clock per SM")));
	CHECK_NUM(q.unit.byte, 1);
	CHECK_NUM(q.unit.cycle, -1);
	CHECK(quantity_before(&q, span_of(a, "is 8 GB"), span_of(a, "/s")));
	CHECK_NUM(q.unit.second, -1);
	CHECK(!q.unit.binary_may);
	CHECK(quantity_before(&q, span_of(a, "is 8 GB"), span_of(a, " s")));
	CHECK_NUM(q.unit.second, 0);
}

/* What is said of texts that no quantity ends in. */
static void
test_hint(struct arena *a)
{
	static const struct {
		const char *text, *part; /* NULL: nothing is said */
	} rows[] = {
		{ "of (3)", "directly behind" },
		{ "is **3 us**,", "directly behind" },
		{ "is \"65k\"", "directly behind" },
		{ "is 33[^1]", "before the footnote" },
		{ "is **3 us**[^a note]", "before the footnote" },
		{ "words[^1]", NULL },
		{ "[^1]", NULL },
		{ "is 3]", "before the sign" },
		{ "is .5", "`0.5`" },
		{ "is 14_675", "`14,675`" },
		{ "is 14'675", "`14,675`" },
		{ "is 14 675", "`14,675`" },
		{ "is 0,123", "`0.5` or `14,675`" },
		{ "fp16", NULL },
		{ "(fp16)", NULL },
		{ "nothing here", NULL },
		{ "()", NULL },
		{ "", NULL },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		const char *hint = quantity_hint(span_of(a, rows[i].text));

		CHECK_ROW(rows[i].text);
		CHECK((hint != NULL) == (rows[i].part != NULL));
		if (hint && rows[i].part)
			CHECK(strstr(hint, rows[i].part));
	}
	CHECK_ROW("");
}

static void
test_none(void)
{
	static const char *const nones[] = { "",  " ",	 "-",	  " - ",
					     "n/a", "N/A", "\xe2\x80\x93",
					     "\xe2\x80\x94",
					     "\xc2\xa0\xe2\x80\x94 " };
	static const char *const others[] = { "0", "--", "-1", "n/b", "none",
					      "\xe2\x88\x92", "x" };

	for (size_t i = 0; i < COUNT_OF(nones); i++) {
		CHECK_ROW(nones[i]);
		CHECK(quantity_is_none(str_of(nones[i])));
	}
	for (size_t i = 0; i < COUNT_OF(others); i++) {
		CHECK_ROW(others[i]);
		CHECK(!quantity_is_none(str_of(others[i])));
	}
	CHECK_ROW("");
}

/* Prose, and the texts of the quantities found in it, joined by `|`. */
static const struct row proses[] = {
	{ "Packed runs at **1.97x** scalar, bf16 12% slower.", "1.97x|12%" },
	{ "with 128 / 32 = 4 warps per SM.", "128|32|4 warps per SM" },
	{ "from 6.1e-5 to 6.55e4", "6.1e-5|6.55e4" },
	{ "86% \xe2\x86\x92 98%", "86%|98%" },
	{ "8 SMs (5.6%)", "8 SMs|5.6%" },
	{ "in [-0.5, 0.5]", "-0.5|0.5" },
	{ "(142 + 8)", "142|8" },
	{ "4 warps x 32 lanes", "4 warps|32 lanes" },
	{ "128 x 512 x 4 bytes = 256 KB", "128|512|4 bytes|256 KB" },
	{ "M=7168, K=16", "7168|16" },
	{ "128-bit and 32- and 64-bit", "128-bit|32|64-bit" },
	{ "up to 3-5 stages", "up to 3-5 stages" },
	{ "const float c = 0.2402265069591007f;", "0.2402265069591007f" },
	{ "about `128` and `~4 cycles`", "128|~4 cycles" },
	{ "| a | **5** | 3.4e+38 |", "5|3.4e+38" },
	/* names, shapes, formulas */
	{ "sm_90a, SM100, P3, fp16/bf16, H200-SXM, x86-64, FA-4, v2", "" },
	{ "a 128x256 tile, m128n256k16, 2D, 1st, 2CTA, 2-SM, 4-FMA", "" },
	{ "in `W*32 + T%32` and `unroll 4`", "" },
	{ "O(1), exp(2), 2^x, T%32, 0x3F31, cta::2, a/2, 3:1, #12", "" },
	{ "~10s of cycles in the 1990s", "" },
	{ "5\xc2\xbd and \xc2\xa7" "5.4", "" },
	{ "one thread, half the bytes, twice", "" },
	/* lists, references, citations */
	{ "1. First\n2. Second 5\n", "5" },
	{ "### 3. Third", "" },
	{ "a number 3. Then", "3" },
	{ "Table 5, Step 2, problem 4, thread 0, Fig. 7, lines 3-5", "" },
	{ "(1) wide loads and (2) hints, 32 lines", "32 lines" },
	{ "the depth (4) is", "4" },
	{ "see [12] and [^3], [5](a-6.md), [7 cycles](b8.md)",
	  "5|7 cycles" },
	/* dates, versions */
	{ "2026-04-23, Nov 2025, 23 April 2026, ICLR 2025, in 2024", "" },
	{ "CUDA 12.9, CUTLASS 4.5.0, driver 570.124.06, Triton 3.6+", "" },
	{ "the 3.6 release; compute capability 7.0+", "" },
	{ "sums near 2000, 2048 threads", "near 2000|2048 threads" },
	/* markup that is no prose */
	{ "a <b>5</b> <!-- 6 --> <https://x/7> https://y/8 9", "9" },
	{ "1 us<br>2 us<br/><p>3</p> 4<sup>5</sup> <td>6</td>",
	  "1 us|2 us|3|6" },
	{ "~~33~~ 35", "35" },
	{ "a ` lone 5\n\nnext ` 6", "5|6" },
	{ "x [y](z 5\n\n6", "5|6" },
	{ "14,675 1,2 3,14 33[^1] 7", "14,675|7" },
	{ "", "" },
};

static void
test_collect(struct arena *a)
{
	for (size_t i = 0; i < COUNT_OF(proses); i++) {
		struct quantity *found;
		struct span text = span_of(a, proses[i].text);
		size_t n = quantity_collect(a, &found, text);
		struct buf b = { 0 };

		for (size_t k = 0; k < n; k++) {
			buf_add(&b, k ? STR("|") : STR(""));
			buf_add(&b, span_str(found[k].at));
		}
		CHECK_ROW(proses[i].text);
		CHECK_STR(buf_str(&b), proses[i].want);
		buf_free(&b);
	}
	CHECK_ROW("");
}

/* The walk looks at eight bytes at once: what stops it may lie anywhere. */
static void
test_collect_anywhere(struct arena *a)
{
	static const struct {
		const char *text, *want;
	} rows[] = {
		{ "7 cycles", "7 cycles" }, { "`5`", "5" },
		{ "~4", "~4" }, { "[x](a-3.md) 9", "9" },
		{ "\xc2\xb5" "3 8", "8" }, { "<b>6</b> 2", "2" },
		{ "@ \\ ^ | ? 1", "1" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++)
		for (size_t pad = 0; pad < 20; pad++) {
			struct str text = arena_printf(a,
				"%.*s %s in the Zzyzx", (int)pad,
				"word, a (word); \"yz\"", rows[i].text);
			struct quantity *found;
			size_t n = quantity_collect(a, &found, source_span(
				source_make(a, STR("page.md"), text), 0,
				text.n));

			CHECK_ROW(rows[i].text);
			CHECK(n == 1);
			if (n == 1)
				CHECK_STR(span_str(found[0].at), rows[i].want);
		}
	CHECK_ROW("");
}

static const struct {
	const char *old;
	double value; /* coherent */
	const char *want;
} writes[] = {
	{ "1.16x", 1.9666, "1.97" },
	{ "**1.84\xc3\x97**", 2, "2.00" },
	{ "2x", 1.6, "2" },
	{ "14,675", 28633.2, "28,633" },
	{ "14,675", 675, "675" },
	{ "14,675", 1234567, "1,234,567" },
	{ "14\xe2\x80\xaf" "675.5", 28633.27, "28\xe2\x80\xaf" "633.3" },
	{ "675", 14675, "14675" },
	{ "12%", 0.0312, "3" },
	{ "2.4%", -0.001, "-0.1" },
	{ "2.4%", -0.0001, "-0.010" },
	{ "28.6 TFLOPS", 66.9e12, "66.9" },
	{ "8.6us", 22.4e-6, "22.4" },
	{ "256 KB", 232448, "232" },
	{ "65k", 65504, "66" },
	{ "3-5k", 4400, "4" },
	{ "6.55e+4", 65504, "6.55e+4" },
	{ "6.55e+4", 3.39e38, "3.39e+38" },
	{ "6.1e-05", 1.18e-38, "1.2e-38" },
	{ "6.1e-05", 0.5, "5.0e-01" },
	{ "9.9e4", 99999, "1.0e5" },
	{ "4.88e-4", 9.765625e-4, "9.77e-4" },
	{ "1.5e\xe2\x88\x92" "3", 2.5e-7, "2.5e\xe2\x88\x92" "7" },
	{ "6.1 \xc3\x97 10\xe2\x81\xbb\xe2\x81\xb5", 1.2e10,
	  "1.2 \xc3\x97 10\xc2\xb9\xe2\x81\xb0" },
	{ "6.1\xc3\x97" "10^-5", 0.0012, "1.2\xc3\x97" "10^-3" },
	{ "2^-10", 9.5367431640625e-07, "2^-20" },
	{ "2^-10", 0.37, "0.370" },
	{ "10\xe2\x81\xbb\xc2\xb3", 1e-6, "10\xe2\x81\xbb\xe2\x81\xb6" },
	{ "1/4", 0.75, "3/4" },
	{ "1/4", 0.2, "1/5" },
	{ "1/4", 0.2513, "0.251" },
	{ "\xe2\x88\x92" "120", -33, "\xe2\x88\x92" "33" },
	{ "\xe2\x88\x92" "120", 33, "33" },
	{ "+14%", 0.02, "+2" },
	{ "+14%", -0.02, "-2" },
	{ "0.0005", 0.00000012, "0.0000001" },
	{ "5", 0, "0" },
	{ "1.01 \xc2\xb1 0.02", 4.015, "4.01" },
	{ "~4.00 cycles/FMA", 1.0049, "1.00" },
	{ "1\\.5", 2.25, "2.2" },
	{ "half", 0.51, "half" },
	{ "half", 0.92, "0.92\xc3\x97" },
	{ "twice", 1.84, "twice" },
	{ "twice", 1.09, "1.09\xc3\x97" },
	{ "two blocks", 3, "three" },
	{ "two blocks", 32, "32" },
	{ "thousand", 2048, "2048" },
	{ "sm_80+", 900, "" },
	{ "570.124.06", 1, "" },
};

/* What is written is read again as what was meant. */
static void
test_write(struct arena *a)
{
	struct quantity q, again;

	for (size_t i = 0; i < COUNT_OF(writes); i++) {
		struct str text, fresh;
		size_t at;

		CHECK_ROW(writes[i].old);
		CHECK(quantity_whole(&q, span_of(a, writes[i].old)));
		text = quantity_write(a, &q, writes[i].value);
		CHECK_STR(text, writes[i].want);
		if (q.kind > QUANTITY_NUMBER || !byte_is_digit(text.p[0]))
			continue;
		at = q.number.at;
		fresh = arena_printf(a, "%.*s" STR_FMT "%s", (int)at,
				     writes[i].old, STR_ARG(text),
				     writes[i].old + at + q.number.n);
		if (str_find(text, STR("\xc3\x97")) < text.n &&
		    !byte_is_digit(writes[i].old[0]))
			fresh = text;
		CHECK(quantity_whole(&again, span_of(a, fresh.p)));
		CHECK(fabs(again.value * again.unit.scale - writes[i].value) <=
		      again.half_digit * again.unit.scale * 1.000001 +
			      1e-9 * fabs(writes[i].value));
	}
	CHECK_ROW("");
	/* a verb has no other form */
	CHECK(quantity_before(&q, span_of(a, "doubles the rate"),
			      span_of(a, "")));
	CHECK_STR(quantity_write(a, &q, 1.5), "");
	CHECK_STR(quantity_write(a, &q, 1.95), "doubles");
	/* both ends of a range */
	CHECK(quantity_whole(&q, span_of(a, "1.5-2.25x")));
	CHECK_STR(quantity_write(a, &q, 1.04), "1.0");
	q = quantity_end(&q);
	CHECK_STR(quantity_write(a, &q, 1.97), "1.97");
	CHECK_STR(quantity_write(a, &q, (double)NAN), "");
	CHECK_STR(quantity_write(a, &q, (double)INFINITY), "");
}

/* What a page needs, and what else it may have meant. */
static const struct {
	const char *text, *sm, *near;
} archs[] = {
	{ ">=7.0", "sm_70", NULL },
	{ ">= sm_90", "sm_90", NULL },
	{ "\xe2\x89\xa5 8.0", "sm_80", NULL },
	{ "> 7.0", "sm_70", NULL },
	{ "<=9.0", "sm_90", NULL },
	{ "8.0", "sm_80", NULL },
	{ "8.0+", "sm_80", NULL },
	{ "sm_80+", "sm_80", NULL },
	{ "sm_80 +", "sm_80", NULL },
	{ "SM90a", "sm_90a", NULL },
	{ "compute_90a", "sm_90a", NULL },
	{ "compute capability 8.0 or later", "sm_80", NULL },
	{ "at least CC 8.0", "sm_80", NULL },
	{ "8.0 and newer", "sm_80", NULL },
	{ "7.x", "sm_70", NULL },
	{ "Hopper", "sm_90", NULL },
	{ "Hopper+", "sm_90", NULL },
	{ ">= Ampere", "sm_80", NULL },
	{ "blackwell or later", "sm_100", NULL },
	{ "sm_9", NULL, "sm_90" },
	{ "sm_91", NULL, "sm_90" },
	{ "sm_77", NULL, "sm_70" },
	{ "sm_90b", NULL, "sm_90" },
	{ "sm_100x", NULL, "sm_100" },
	{ "9", NULL, "sm_90" },
	{ "90b", NULL, "sm_90" },
	{ "Hoper+", NULL, "sm_90" },
	{ "Amper", NULL, "sm_80" },
	{ "3.x", NULL, NULL },
	{ "gfx942", NULL, NULL },
	{ "fast", NULL, NULL },
	{ "", NULL, NULL },
	{ ">=", NULL, NULL },
};

static void
test_multiple(struct arena *a)
{
	static const struct {
		const char *text, *want;
	} rows[] = {
		{ "65k", "k" }, { "64K", "K" }, { "3 million", " million" },
		{ "3\xc2\xa0thousand threads", "\xc2\xa0thousand" },
		{ "3-5k", "k" }, { "3k-5k", "k" }, { "1.5M FMA", "M" },
		{ "64KB", "" }, { "64 KB", "" }, { "33", "" },
		{ "2x", "" }, { "3-5", "" },
	};
	struct quantity q;

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		CHECK_ROW(rows[i].text);
		CHECK(quantity_whole(&q, span_of(a, rows[i].text)));
		CHECK_STR(quantity_multiple(&q), rows[i].want);
	}
	CHECK_ROW("");
}

static void
test_archs(struct arena *a)
{
	for (size_t i = 0; i < COUNT_OF(archs); i++) {
		struct str text = str_of(archs[i].text), sm;
		bool good = arch_require(&sm, text);

		CHECK_ROW(archs[i].text);
		CHECK(good == (archs[i].sm != NULL));
		if (good && archs[i].sm)
			CHECK_STR(sm, archs[i].sm);
		if (!archs[i].sm)
			CHECK_STR(arch_nearest(text),
				  archs[i].near ? archs[i].near : "");
	}
	CHECK_ROW("");
	CHECK_STR(arch_complaint(a, STR("sm_9")), "unknown architecture 'sm_9'"
		  "; the nearest known is 'sm_90'");
	CHECK_STR(arch_complaint(a, STR("gfx942")), "unknown architecture "
		  "'gfx942'; a known one is 'sm_90a'");
	CHECK_STR(arch_complaint(a, STR("hopper")), "unknown architecture "
		  "'hopper'; the nearest known is 'sm_90'");
}

static void
test_runs(void)
{
	static const struct {
		const char *device, *code;
		bool runs;
	} rows[] = {
		{ "sm_90", "sm_90", true }, { "sm_90", "sm_90a", true },
		{ "sm_90", "sm_80", false }, { "sm_86", "sm_80", true },
		{ "sm_80", "sm_86", false }, { "sm_103", "sm_100f", true },
		{ "sm_103", "sm_100a", false }, { "sm_110", "sm_100", false },
		{ "sm_90", "sm_9", false }, { "", "sm_90", false },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		CHECK_ROW(rows[i].code);
		CHECK(arch_runs(str_of(rows[i].device),
				str_of(rows[i].code)) == rows[i].runs);
	}
}

static void
test_dump(struct arena *a)
{
	struct buf b = { 0 };
	struct quantity q;

	CHECK(quantity_whole(&q, span_of(a, "at least ~256 KB")));
	quantity_dump(&b, &q);
	CHECK_STR(buf_str(&b), "number at least 256 half 0.5 unit 'KB' 1000 "
			       "s0 B1 F0 c0 or 1.024 about "
			       "at 'at least ~256 KB' digits '256'\n");
	buf_free(&b);
}

int
main(void)
{
	struct arena *a = arena_make();

	test_whole(a);
	test_places(a);
	test_before(a);
	test_after(a);
	test_hint(a);
	test_none();
	test_collect(a);
	test_collect_anywhere(a);
	test_write(a);
	test_multiple(a);
	test_archs(a);
	test_runs();
	test_dump(a);
	arena_free(a);
	CHECK_DONE();
}
