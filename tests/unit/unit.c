/* Units: the table, prefixes, chains, and their arithmetic. */
#include "check.h"

#include "quantity.h"

struct row {
	const char *text;
	double scale;
	int second, byte, flop, cycle;
};

static const struct row good[] = {
	/* time and its inverse */
	{ "s", 1, 1, 0, 0, 0 },
	{ "sec", 1, 1, 0, 0, 0 },
	{ "seconds", 1, 1, 0, 0, 0 },
	{ "ms", 1e-3, 1, 0, 0, 0 },
	{ "us", 1e-6, 1, 0, 0, 0 },
	{ "\xc2\xb5s", 1e-6, 1, 0, 0, 0 },
	{ "\xce\xbcs", 1e-6, 1, 0, 0, 0 },
	{ "ns", 1e-9, 1, 0, 0, 0 },
	{ "ps", 1e-12, 1, 0, 0, 0 },
	{ "microseconds", 1e-6, 1, 0, 0, 0 },
	{ "hours", 3600, 1, 0, 0, 0 },
	{ "Hz", 1, -1, 0, 0, 0 },
	{ "kHz", 1e3, -1, 0, 0, 0 },
	{ "MHz", 1e6, -1, 0, 0, 0 },
	{ "GHz", 1e9, -1, 0, 0, 0 },
	/* bytes and bits */
	{ "B", 1, 0, 1, 0, 0 },
	{ "bytes", 1, 0, 1, 0, 0 },
	{ "byte", 1, 0, 1, 0, 0 },
	{ "kB", 1e3, 0, 1, 0, 0 },
	{ "KB", 1e3, 0, 1, 0, 0 },
	{ "KiB", 1024, 0, 1, 0, 0 },
	{ "MB", 1e6, 0, 1, 0, 0 },
	{ "MiB", 1048576, 0, 1, 0, 0 },
	{ "GiB", 1073741824, 0, 1, 0, 0 },
	{ "TB", 1e12, 0, 1, 0, 0 },
	{ "TiB", 1099511627776, 0, 1, 0, 0 },
	{ "megabytes", 1e6, 0, 1, 0, 0 },
	{ "bit", 0.125, 0, 1, 0, 0 },
	{ "bits", 0.125, 0, 1, 0, 0 },
	{ "Kbit", 125, 0, 1, 0, 0 },
	{ "Mb", 125000, 0, 1, 0, 0 },
	/* rates */
	{ "GB/s", 1e9, -1, 1, 0, 0 },
	{ "GiB/s", 1073741824, -1, 1, 0, 0 },
	{ "TB/s", 1e12, -1, 1, 0, 0 },
	{ "TiB/s", 1099511627776, -1, 1, 0, 0 },
	{ "Tb/s", 1.25e11, -1, 1, 0, 0 },
	{ "Gbps", 1.25e8, -1, 1, 0, 0 },
	{ "GBps", 1e9, -1, 1, 0, 0 },
	{ "B/clk", 1, 0, 1, 0, -1 },
	{ "B/clk/SM", 1, 0, 1, 0, -1 },
	{ "bytes per cycle per SM", 1, 0, 1, 0, -1 },
	{ "bytes/clock cycle", 1, 0, 1, 0, -1 },
	/* work */
	{ "FLOP", 1, 0, 0, 1, 0 },
	{ "GFLOP", 1e9, 0, 0, 1, 0 },
	{ "GFLOPs", 1e9, 0, 0, 1, 0 },
	{ "FLOP/s", 1, -1, 0, 1, 0 },
	{ "FLOPS", 1, -1, 0, 1, 0 },
	{ "GFLOPS", 1e9, -1, 0, 1, 0 },
	{ "GFLOP/s", 1e9, -1, 0, 1, 0 },
	{ "TFLOPS", 1e12, -1, 0, 1, 0 },
	{ "TFLOP/s", 1e12, -1, 0, 1, 0 },
	{ "Tflop/s", 1e12, -1, 0, 1, 0 },
	{ "Tflops", 1e12, -1, 0, 1, 0 },
	{ "PFLOPS", 1e15, -1, 0, 1, 0 },
	{ "TOPS", 1e12, -1, 0, 0, 0 },
	{ "FLOP/B", 1, 0, -1, 1, 0 },
	/* cycles */
	{ "cycles", 1, 0, 0, 0, 1 },
	{ "cycle", 1, 0, 0, 0, 1 },
	{ "clk", 1, 0, 0, 0, 1 },
	{ "clocks", 1, 0, 0, 0, 1 },
	{ "clock cycles", 1, 0, 0, 0, 1 },
	{ "cycles/FMA", 1, 0, 0, 0, 1 },
	{ "cycles / FMA", 1, 0, 0, 0, 1 },
	{ "cycles per FMA", 1, 0, 0, 0, 1 },
	{ "FMA/clk", 1, 0, 0, 0, -1 },
	{ "FMA per clock per warp", 1, 0, 0, 0, -1 },
	{ "per clock", 1, 0, 0, 0, -1 },
	{ "/clk", 1, 0, 0, 0, -1 },
	/* counts have no dimension */
	{ "threads", 1, 0, 0, 0, 0 },
	{ "Thread", 1, 0, 0, 0, 0 },
	{ "SMs", 1, 0, 0, 0, 0 },
	{ "FMAs", 1, 0, 0, 0, 0 },
	{ "registers/thread", 1, 0, 0, 0, 0 },
	{ "warp-instructions", 1, 0, 0, 0, 0 },
	{ "ULP", 1, 0, 0, 0, 0 },
	{ "accesses", 1, 0, 0, 0, 0 },
	{ "x", 1, 0, 0, 0, 0 },
	{ "\xc3\x97", 1, 0, 0, 0, 0 },
	{ "%", 0.01, 0, 0, 0, 0 },
	{ "percent", 0.01, 0, 0, 0, 0 },
	{ " GB/s ", 1e9, -1, 1, 0, 0 },
	/* products */
	{ "B\xc2\xb7s", 1, 1, 1, 0, 0 },
	{ "GB/s per SM", 1e9, -1, 1, 0, 0 },
};

static const char *const bad[] = {
	"",	"foo",	   "gb/s",   "tb",    "kb/S",	  "GB/foo", "GB/",
	"b",	"K",	   "HZ",     "mB",    "Ms",	  "per",    "per foo",
	"GB s", "cycle(s", "B200",   "GB/s2", "clk_rate", "GB//s",  "1/s",
	"us/",	"%%",	   "GB/s\n2", "KIB",   "KiBs",	  "FLOP/ s", "Gs",
};

static void
test_parse(void)
{
	struct unit u;

	for (size_t i = 0; i < COUNT_OF(good); i++) {
		CHECK_ROW(good[i].text);
		CHECK(unit_parse(&u, str_of(good[i].text)));
		CHECK(fabs(u.scale / good[i].scale - 1) < 1e-15);
		CHECK_NUM(u.second, good[i].second);
		CHECK_NUM(u.byte, good[i].byte);
		CHECK_NUM(u.flop, good[i].flop);
		CHECK_NUM(u.cycle, good[i].cycle);
		CHECK(u.percent == (good[i].scale < 0.02 &&
				    good[i].scale > 0.005));
	}
	for (size_t i = 0; i < COUNT_OF(bad); i++) {
		CHECK_ROW(bad[i]);
		CHECK(!unit_parse(&u, str_of(bad[i])));
	}
	CHECK_ROW("");
}

/* A capacity in KB, MB, GB may be binary; kB, bits and rates never. */
static void
test_binary(void)
{
	static const struct {
		const char *text;
		double binary;
	} rows[] = {
		{ "KB", 1024.0 / 1e3 },
		{ "MB", 1048576.0 / 1e6 },
		{ "GB", 1073741824.0 / 1e9 },
		{ "KB/SM", 1024.0 / 1e3 },
		{ "KB per thread", 1024.0 / 1e3 },
		{ "kB", 1 },
		{ "KiB", 1 },
		{ "TB", 1 },
		{ "B", 1 },
		{ "Kb", 1 },
		{ "GB/s", 1 },
		{ "KB/clk", 1 },
		{ "MB per second", 1 },
		{ "KFLOP", 1 },
		{ "MHz", 1 },
	};
	struct unit u;

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		CHECK_ROW(rows[i].text);
		CHECK(unit_parse(&u, str_of(rows[i].text)));
		CHECK_NUM(u.binary, rows[i].binary);
		CHECK(u.binary_may == (rows[i].binary > 1));
	}
	CHECK_ROW("");
}

/* What a text begins with, and whether it goes on in a way nobody knows. */
static void
test_read(void)
{
	static const struct {
		const char *text;
		bool good;
		const char *unit;
	} rows[] = {
		{ "cycles per FMA on", true, "cycles per FMA" },
		{ "cycles per warm-up", true, "cycles" },
		{ "% per addition", true, "% per addition" },
		{ "cycles, then", true, "cycles" },
		{ "per SM)", true, "per SM" },
		{ "percentage", true, "" },
		{ "performance", true, "" },
		{ "perB", true, "" },
		{ "B200", true, "" },
		{ "32-bit", true, "" },
		{ "", true, "" },
		{ "GB/furlong", false, "GB" },
		{ "GB/s/x", false, "GB/s" },
		{ "GB/s / x", true, "GB/s" },
		{ "clock rate", true, "clock" },
		{ "clock cycles each", true, "clock cycles" },
	};
	struct unit u;
	size_t taken;

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		CHECK_ROW(rows[i].text);
		CHECK(unit_read(&u, &taken, str_of(rows[i].text)) ==
		      rows[i].good);
		CHECK_STR(u.text, rows[i].unit);
		CHECK_NUM(taken, strlen(rows[i].unit));
	}
	CHECK_ROW("");
}

static void
test_combine(void)
{
	static const struct {
		const char *a, *b;
		int power;
		const char *same; /* the kind of the result */
		double scale;
	} rows[] = {
		{ "GB", "s", -1, "GB/s", 1e9 },
		{ "FLOP/s", "GHz", -1, "FLOP", 1e-9 },
		{ "cycles", "GHz", -1, "cycles\xc2\xb7s", 1e-9 },
		{ "FMA", "cycles/FMA", -1, "FMA/clk", 1 },
		{ "GB/s", "us", 1, "B", 1e3 },
		{ "KiB", "bits", -1, "threads", 8192 },
		{ "%", "cycles", 1, "cycles", 0.01 },
	};
	struct unit a, b, c, want;

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		CHECK_ROW(rows[i].a);
		CHECK(unit_parse(&a, str_of(rows[i].a)));
		CHECK(unit_parse(&b, str_of(rows[i].b)));
		CHECK(unit_parse(&want, str_of(rows[i].same)));
		c = unit_combine(&a, &b, rows[i].power);
		CHECK(fabs(c.scale / rows[i].scale - 1) < 1e-12);
		CHECK(unit_same_kind(&c, &want));
	}
	CHECK_ROW("");
	unit_parse(&a, STR("GB"));
	unit_parse(&b, STR("GB/s"));
	CHECK(!unit_same_kind(&a, &b));
	unit_parse(&a, STR("Tb/s"));
	CHECK(unit_same_kind(&a, &b));
	/* percent stays one only over bare counts */
	unit_parse(&a, STR("%"));
	unit_parse(&b, STR("threads"));
	CHECK(unit_combine(&a, &b, -1).percent);
	CHECK(!unit_combine(&a, &a, -1).percent);
	CHECK_NUM(unit_combine(&a, &a, -1).scale, 1);
}

static void
test_arch(void)
{
	static const struct {
		const char *text, *name;
		int number;
		char suffix;
	} rows[] = {
		{ "sm_90a", "sm_90a", 90, 'a' },
		{ "sm90a", "sm_90a", 90, 'a' },
		{ "SM90A", "sm_90a", 90, 'a' },
		{ "9.0a", "sm_90a", 90, 'a' },
		{ "sm_9.0a", "sm_90a", 90, 'a' },
		{ "compute_90a", "sm_90a", 90, 'a' },
		{ "90a", "sm_90a", 90, 'a' },
		{ "90", "sm_90", 90, '\0' },
		{ "9.0", "sm_90", 90, '\0' },
		{ "sm_100", "sm_100", 100, '\0' },
		{ "SM100", "sm_100", 100, '\0' },
		{ "10.0", "sm_100", 100, '\0' },
		{ "sm_100f", "sm_100f", 100, 'f' },
		{ "12.1a", "sm_121a", 121, 'a' },
		{ "sm_89", "sm_89", 89, '\0' },
		{ "compute capability 7.0", "sm_70", 70, '\0' },
		{ "sm_7.5", "sm_75", 75, '\0' },
	};
	static const char *const unknown[] = {
		"sm_9",	 "sm_91",   "sm_90b", "sm_89a", "sm_90f", "sm_1000",
		"sm_",	 "",	    "9",      "9.",	"a",	  "sm_90aa",
		"9.0.0", "sm_9.00", "sm 90",  "sm-90",	"H200",	  "sm_090",
		".90",	 "sm_100x", "sm_90 ", "9.0 a",	"+90",	  "10.0b",
	};
	struct str name;
	int number;
	char suffix;

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		CHECK_ROW(rows[i].text);
		CHECK(arch_parse(&name, &number, &suffix,
				 str_of(rows[i].text)));
		CHECK_STR(name, rows[i].name);
		CHECK_NUM(number, rows[i].number);
		CHECK_NUM(suffix, rows[i].suffix);
	}
	for (size_t i = 0; i < COUNT_OF(unknown); i++) {
		CHECK_ROW(unknown[i]);
		CHECK(!arch_parse(&name, &number, &suffix,
				  str_of(unknown[i])));
	}
	CHECK_ROW("");
}

static void
test_order(void)
{
	static const char *const sorted[] = {
		"sm_9",	   "sm_91",   "sm_75",	 "sm_89",   "sm_90",  "sm_90a",
		"sm_100",  "sm_100f", "sm_100a", "sm_120a", "sm_121",
	};

	for (size_t i = 0; i < COUNT_OF(sorted); i++) {
		for (size_t k = 0; k < COUNT_OF(sorted); k++) {
			int order = arch_compare(str_of(sorted[i]),
						 str_of(sorted[k]));

			CHECK_ROW(sorted[i]);
			CHECK((order > 0) - (order < 0) == (i > k) - (i < k));
		}
	}
	CHECK_ROW("");
	CHECK_NUM(arch_compare(STR("SM90A"), STR("9.0a")), 0);
	CHECK_NUM(arch_compare(STR("compute_90"), STR("sm90")), 0);
}

int
main(void)
{
	test_parse();
	test_binary();
	test_read();
	test_combine();
	test_arch();
	test_order();
	CHECK_DONE();
}
