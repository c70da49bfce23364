/*
 * The families of facts, in one table: what they are called, what they need.
 * `kbc --help facts`, the man page's test and every `not run (needs …)` read
 * it, so they cannot disagree.
 */
#include "fact.h"

#include "arena.h"

static const struct row {
	struct str name, examples, needs;
} rows[] = {
	[FACT_NONE] = { STR_INIT(""), STR_INIT(""), STR_INIT("") },
	[FACT_FORMAT] = { STR_INIT("format"),
		STR_INIT("format.fp16.max .min_normal .min_subnormal .ulp "
			 ".roundoff .exponent_bits .mantissa_bits .bits"),
		STR_INIT("nothing") },
	[FACT_OCCUPANCY] = { STR_INIT("occupancy"),
		STR_INIT("occupancy(threads=128, regs=132, smem=0).blocks "
			 ".warps .fraction .limit"),
		STR_INIT("nothing") },
	[FACT_DOCUMENTED] = { STR_INIT("documented"),
		STR_INIT("device.per_clock.fp32 device(B200).sm_count"),
		STR_INIT("nothing") },
	[FACT_CLAIM] = { STR_INIT("cross-page"),
		STR_INIT("NAME PAGE#NAME"), STR_INIT("nothing") },
	[FACT_TABLE] = { STR_INIT("table"),
		STR_INIT("row row.base col(\"Columns\") "
			 "cell(\"row\", \"col\")"),
		STR_INIT("nothing") },
	[FACT_API] = { STR_INIT("api"),
		STR_INIT("exists exists(__hfma2) min_sm(ptx \"mov.b32\")"),
		STR_INIT("nvcc") },
	[FACT_LISTING] = { STR_INIT("listing"),
		STR_INIT("ptx(x) has \"glob\" sass(x) lacks \"glob\" at loop "
			 "ptx(x) count \"glob\""),
		STR_INIT("nvcc") },
	[FACT_RESOURCES] = { STR_INIT("resources"),
		STR_INIT("regs(k) spills(k) shared(k) stack(k)"),
		STR_INIT("nvcc") },
	[FACT_RUN] = { STR_INIT("run"),
		STR_INIT("TEST TEST.max_rel value(__hmul(a, b))"),
		STR_INIT("emu or gpu") },
	[FACT_DEVICE] = { STR_INIT("device"),
		STR_INIT("device.l2_bytes toolkit driver"),
		STR_INIT("gpu") },
	[FACT_MEASURED] = { STR_INIT("measured"),
		STR_INIT("NAME NAME.rate NAME.share NAME.enough(chains)"),
		STR_INIT("gpu") },
	[FACT_COUNTER] = { STR_INIT("counter"),
		STR_INIT("metric(k, \"sm__…\") metric_exists(\"…\") "
			 "metric_text(\"…\") has \"…\""),
		STR_INIT("ncu") },
};

struct str
fact_need(enum fact_family family)
{
	return rows[family].needs;
}

bool
fact_row(size_t i, struct str *name, struct str *examples, struct str *needs)
{
	if (i + 1 >= COUNT_OF(rows))
		return false;
	*name = rows[i + 1].name;
	*examples = rows[i + 1].examples;
	*needs = rows[i + 1].needs;
	return true;
}

bool
fact_is_metric(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!byte_is_name(s.p[i]) && s.p[i] != '.' && s.p[i] != '*')
			return false;
	return s.n > 0;
}

bool
fact_is_stall(struct str s)
{
	struct str head = STR("stall_");

	if (!str_starts(s, head) || s.n == head.n)
		return false;
	for (size_t i = head.n; i < s.n; i++)
		if (!byte_is_lower(s.p[i]) && s.p[i] != '_')
			return false;
	return s.p[s.n - 1] != '_';
}

struct str
fact_metric(struct arena *a, struct str s)
{
	struct str board = STR("_sb"), reason;

	if (!fact_is_stall(s))
		return s;
	reason = str_skip(s, strlen("stall_"));
	if (str_ends(reason, board))
		reason = arena_printf(a, STR_FMT "_scoreboard",
				      STR_ARG(str_slice(reason, 0, reason.n -
							board.n)));
	return arena_printf(a, "*issue_stalled_" STR_FMT "*", STR_ARG(reason));
}
