/*
 * What is known of architectures: whether a toolkit builds one, and from which
 * on a feature is there.
 *
 * The idea: two tables with their source. An architecture that no toolkit of
 * today builds is one that this machine lacks, not a mistake of the page.
 *
 * Entries of one device (sizes, peaks) are the device's file.
 */
#include "arena.h"
#include "claim.h"
#include "observe.h"
#include "observe_parts.h"
#include "quantity.h"
#include "toolkit.h"
#include "value.h"

/* Architectures that were, before all that any toolkit of today builds.
   Source: CUDA Toolkit release notes, removed architectures. */
static bool
is_older(struct str text)
{
	static const struct str names[] = {
		STR_INIT("1.0"), STR_INIT("1.1"), STR_INIT("1.2"),
		STR_INIT("1.3"), STR_INIT("2.0"), STR_INIT("2.1"),
		STR_INIT("3.0"), STR_INIT("3.2"), STR_INIT("3.5"),
		STR_INIT("3.7"), STR_INIT("sm_20"), STR_INIT("sm_30"),
		STR_INIT("sm_35"), STR_INIT("sm_37"),
	};

	text = arch_without_comparison(text);
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (str_equal(names[i], text))
			return true;
	return false;
}

struct value
observe_arch(struct arena *a, const struct world *w, const struct claim *c)
{
	struct str sm;

	if (is_older(c->text))
		return observe_lacks(STR("needs a toolkit that builds so old "
					 "an architecture"));
	if (!arch_require(&sm, c->text))
		return observe_answer(false, arch_complaint(a, c->text));
	if (!w->toolkit || w->toolkit->nvcc.path.n == 0)
		return observe_lacks_tool(STR("needs nvcc"));
	if (!toolkit_has_sm(w->toolkit, sm))
		return observe_lacks(arena_printf(a, "needs a toolkit that "
			"builds " STR_FMT "; this one starts at " STR_FMT,
			STR_ARG(sm), STR_ARG(toolkit_least_sm(w->toolkit))));
	return observe_answer(true, STR(""));
}

/* Features that pages ask for, and the first architecture that has them.
   Source: CUDA C++ Programming Guide, feature support by compute capability;
   PTX ISA, target notes of the instructions. */
static const struct {
	struct str name, sm;
} features[] = {
	{ STR_INIT("bf16-simd"), STR_INIT("sm_80") },
	{ STR_INIT("clusters"), STR_INIT("sm_90") },
	{ STR_INIT("cp-async"), STR_INIT("sm_80") },
	{ STR_INIT("fp16-simd"), STR_INIT("sm_53") },
	{ STR_INIT("fp8"), STR_INIT("sm_89") },
	{ STR_INIT("mbarrier"), STR_INIT("sm_80") },
	{ STR_INIT("tcgen05"), STR_INIT("sm_100a") },
	{ STR_INIT("tensor-cores"), STR_INIT("sm_70") },
	{ STR_INIT("tma"), STR_INIT("sm_90") },
	{ STR_INIT("warp-reduce"), STR_INIT("sm_80") },
	{ STR_INIT("wgmma"), STR_INIT("sm_90a") },
};

struct value
observe_feature(struct arena *a, const struct claim *c)
{
	for (size_t i = 0; i < COUNT_OF(features); i++)
		if (str_equal_case(features[i].name, c->text))
			return observe_remark(
				arch_compare(c->sm, features[i].sm) >= 0,
				arena_printf(a, "from " STR_FMT,
					     STR_ARG(features[i].sm)));
	return observe_answer(false, STR("no feature of that name is known"));
}
