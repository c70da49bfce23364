/*
 * API, PTX and metric names in code spans must exist: each distinct one
 * becomes a claim, at its first place.
 *
 * The idea: only what can be nothing else is taken. `__hfma2` with small
 * letters behind the underscores is an intrinsic, `fma.rn.f16x2` begins with
 * an instruction and goes on with a dot, `sm__cycles_active.avg` with a unit of
 * the profiler and two underscores, and `stall_imc` is one of its reasons. A
 * span with blanks, a glob, a capital letter or an argument is code or prose
 * and none of our business.
 */
#include "claim.h"
#include "claim_parts.h"
#include "fact.h"
#include "map.h"
#include "mark.h"
#include "page.h"

/* First words of PTX instructions that are no words of other dotted names.
   Source: PTX ISA, instruction set. */
static const struct str instructions[] = {
	STR_INIT("abs"), STR_INIT("add"), STR_INIT("atom"), STR_INIT("bar"),
	STR_INIT("barrier"), STR_INIT("cvt"), STR_INIT("cvta"),
	STR_INIT("div"), STR_INIT("elect"), STR_INIT("ex2"), STR_INIT("fma"),
	STR_INIT("griddepcontrol"), STR_INIT("ld"), STR_INIT("ldmatrix"),
	STR_INIT("lg2"), STR_INIT("mad"), STR_INIT("mbarrier"),
	STR_INIT("membar"), STR_INIT("mma"), STR_INIT("mov"), STR_INIT("mul"),
	STR_INIT("prmt"), STR_INIT("rcp"), STR_INIT("red"), STR_INIT("redux"),
	STR_INIT("rsqrt"), STR_INIT("setp"), STR_INIT("shfl"),
	STR_INIT("sqrt"), STR_INIT("st"), STR_INIT("stmatrix"),
	STR_INIT("tanh"), STR_INIT("tcgen05"), STR_INIT("wgmma"),
};

static bool
is_intrinsic(struct str s)
{
	if (!str_starts(s, STR("__")) || s.n < 4)
		return false;
	for (size_t i = 2; i < s.n; i++)
		if (!byte_is_digit(s.p[i]) && s.p[i] != '_' &&
		    !byte_is_lower(s.p[i]))
			return false;
	return s.p[2] != '_' && s.p[s.n - 1] != '_';
}

static bool
is_mnemonic(struct str s)
{
	size_t dot = str_find_byte(s, '.');

	if (dot == s.n || s.p[s.n - 1] == '.')
		return false;
	for (size_t i = 0; i < s.n; i++)
		if (!byte_is_name(s.p[i]) && s.p[i] != '.' && s.p[i] != ':')
			return false;
	for (size_t i = 0; i < COUNT_OF(instructions); i++)
		if (str_equal(instructions[i], str_slice(s, 0, dot)))
			return true;
	return false;
}

/* Units of the chip, and what else a metric of the profiler begins with.
   Source: Nsight Compute, metrics reference. */
static const struct str metric_units[] = {
	STR_INIT("ctc"), STR_INIT("derived"), STR_INIT("device"),
	STR_INIT("dram"), STR_INIT("fbpa"), STR_INIT("fe"), STR_INIT("gpc"),
	STR_INIT("gpu"), STR_INIT("gr"), STR_INIT("idc"), STR_INIT("l1tex"),
	STR_INIT("launch"), STR_INIT("ltc"), STR_INIT("lts"), STR_INIT("mcc"),
	STR_INIT("nvlrx"), STR_INIT("nvltx"), STR_INIT("pcie"),
	STR_INIT("pm"), STR_INIT("profiler"), STR_INIT("sass"),
	STR_INIT("sm"), STR_INIT("smsp"), STR_INIT("sys"), STR_INIT("tpc"),
};

static bool
is_metric(struct str s)
{
	size_t unit = str_find(s, STR("__"));

	if (unit + strlen("__") >= s.n || s.p[s.n - 1] == '.')
		return false;
	for (size_t i = 0; i < s.n; i++)
		if (!byte_is_digit(s.p[i]) && s.p[i] != '_' && s.p[i] != '.' &&
		    !byte_is_lower(s.p[i]))
			return false;
	for (size_t i = 0; i < COUNT_OF(metric_units); i++)
		if (str_equal(metric_units[i], str_slice(s, 0, unit)))
			return true;
	return false;
}

/* Words of the language that begin like intrinsics. */
static bool
is_keyword(struct str s)
{
	static const struct str words[] = {
		STR_INIT("__align"), STR_INIT("__asm"), STR_INIT("__attribute"),
		STR_INIT("__declspec"), STR_INIT("__restrict"),
	};

	for (size_t i = 0; i < COUNT_OF(words); i++)
		if (str_equal(words[i], s))
			return true;
	return false;
}

/* The names that claims of the page ask for already. */
static struct map
asked_names(const struct gather *g)
{
	struct map asked = { .arena = g->arena };

	for (size_t i = 0; i < g->out->n; i++)
		if (g->out->items[i].kind == CLAIM_CHECK)
			map_add(&asked, g->out->items[i].text, i);
	return asked;
}

/* The check that a name in code asks for; empty for all other code. */
static struct str
kind_of(struct str name)
{
	if (is_intrinsic(name) ? !is_keyword(name) : is_mnemonic(name))
		return STR("api");
	return is_metric(name) || fact_is_stall(name) ? STR("metric") : STR("");
}

void
gather_code_names(struct gather *g)
{
	const struct mark *m = g->page->mark;
	struct map asked = asked_names(g);

	for (size_t i = 0; i < m->ncodes; i++) {
		struct str name = span_str(m->codes[i]), kind;
		struct claim *c;

		if (str_ends(name, STR("()")))
			name.n -= 2;
		kind = kind_of(name);
		if (kind.n == 0 || map_find(&asked, name) != SIZE_MAX ||
		    g->covered[m->codes[i].at]) /* asked in its own way */
			continue;
		map_add(&asked, name, i);
		c = gather_claim(g, CLAIM_CHECK, m->codes[i]);
		c->text = name;
		c->check = kind;
	}
}
