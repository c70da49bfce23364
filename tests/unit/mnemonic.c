/*
 * Mnemonics: what may be one, what a recorded log says of some, and, with
 * ptxas, what it says now.
 */
#include <ftw.h>
#include <stdlib.h>
#include <unistd.h>

#include "arena.h"
#include "buf.h"
#include "check.h"
#include "diag.h"
#include "file.h"
#include "mnemonic.h"
#include "step.h"
#include "toolkit.h"

struct row {
	struct str name;
	bool exists;
	const char *min_sm;
	const char *why; /* glob */
};

/* Of a toolkit 13.0; a later one may know more rungs, so lists are open. */
static const struct row rows[] = {
	{ STR_INIT("add.f32"), true, "sm_20", "" },
	{ STR_INIT("add.f16x2"), true, "sm_53", "" },
	{ STR_INIT("fma.rn.f16x2"), true, "sm_53", "" },
	{ STR_INIT("fma.rn.bf16x2"), true, "sm_80", "" },
	{ STR_INIT("fma.rn.relu.f16"), true, "sm_80", "" },
	{ STR_INIT("tanh.approx.f16"), true, "sm_75", "" },
	{ STR_INIT("ex2.approx.f32"), true, "sm_20", "" },
	{ STR_INIT("ex2.approx"), true, "sm_20", "" },
	{ STR_INIT("ex2.approx.ftz.bf16"), true, "sm_90", "" },
	{ STR_INIT("atom.add.noftz.f16"), true, "sm_70", "" },
	{ STR_INIT("atom.add.noftz.bf16"), true, "sm_90", "" },
	{ STR_INIT("red.global.add.noftz.f16x2"), true, "sm_60", "" },
	{ STR_INIT("cvt.rn.f16x2.e2m1x2"), true, "sm_100a", "sm_100a *" },
	{ STR_INIT("cvt.rn.satfinite.e4m3x2.f32"), true, "sm_89", "" },
	{ STR_INIT("tcgen05.alloc"), true, "sm_100a", "sm_100a *" },
	{ STR_INIT("tcgen05.mma.cta_group::1.kind::mxf4"), true, "sm_100a",
	  "sm_100a *" },
	{ STR_INIT("tcgen05.ld.sync.aligned.16x64b.x128.b32"), true,
	  "sm_100a", "sm_100a *" },
	{ STR_INIT("ld.global.L1::no_allocate.v4.u64"), true, "sm_100", "" },
	{ STR_INIT("ld.global.nc.f32"), true, "sm_32", "" },
	{ STR_INIT("clusterlaunchcontrol.try_cancel.async.shared::cta."
		   "mbarrier::complete_tx::bytes.b128"), true, "sm_100", "" },
	{ STR_INIT("wgmma.fence.sync.aligned"), true, "sm_90a", "sm_90a" },
	{ STR_INIT("wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16"),
	  true, "sm_90a", "sm_90a" },
	{ STR_INIT("setmaxnreg.inc"), true, "sm_90a", "sm_90a sm_100a *" },
	{ STR_INIT("ldmatrix.sync.aligned.m8n8.x4.shared.b16"), true, "sm_75",
	  "" },
	{ STR_INIT("mma.sync"), true, "sm_70", "" },
	{ STR_INIT("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"), true,
	  "sm_80", "" },
	{ STR_INIT("mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale."
		   "scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0"), true, "sm_120a",
	  "sm_120a *" },
	{ STR_INIT("wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32"), true,
	  "sm_70", "" },
	{ STR_INIT("cp.async.bulk.tensor"), true, "sm_90", "" },
	{ STR_INIT("fence.proxy.tensormap::generic.acquire.gpu"), true,
	  "sm_90", "*sm_90 *" },
	{ STR_INIT("call"), true, "sm_20", "" },
	{ STR_INIT("bra"), true, "sm_20", "" },
	{ STR_INIT("ret"), true, "sm_20", "" },
	{ STR_INIT("fma.rn.relux.f16"), false, "",
	  "Unknown modifier '.relux'" },
	{ STR_INIT("foo.bar"), false, "", "*" },
	{ STR_INIT("fma.rn.relu.f32"), false, "",
	  "Unexpected instruction types *" },
	{ STR_INIT("add.relu.f32"), false, "", "Illegal modifier '.relu' *" },
	{ STR_INIT("fma.f32"), false, "", "Rounding modifier required *" },
	{ STR_INIT("tanh.f32"), false, "", "*.approx*" },
	{ STR_INIT("redux.sync.add.f32"), false, "", "*" },
	{ STR_INIT("tcgen05.mmx"), false, "", "*" },
	{ STR_INIT("HFMA2"), false, "", "Not a name *" },
	{ STR_INIT("add.1x"), false, "", "Parsing error *" },
	{ STR_INIT("add f32"), false, "", "no mnemonic" },
	{ STR_INIT("add..f32"), false, "", "no mnemonic" },
	{ STR_INIT("add.f32;}trap"), false, "", "no mnemonic" },
	{ STR_INIT("add.f32"), true, "sm_20", "" },
};

static void
test_names(void)
{
	static const struct {
		struct str name;
		bool asked;
	} names[] = {
		{ STR_INIT("add"), true }, { STR_INIT("a.b::c.d_e"), true },
		{ STR_INIT(""), false }, { STR_INIT("."), false },
		{ STR_INIT(".f32"), false }, { STR_INIT("add."), false },
		{ STR_INIT("1add"), false }, { STR_INIT("a:b"), false },
		{ STR_INIT("a.::b"), false }, { STR_INIT("a.b::"), false },
		{ STR_INIT("a*"), false }, { STR_INIT("a\nb"), false },
		{ STR_INIT("a;b"), false }, { STR_INIT("a{"), false },
		{ STR_INIT("a.\xc3\xa9"), false }, { STR_INIT("a\0b"), false },
		{ STR_INIT("%r1"), false }, { STR_INIT("// x"), false },
	};

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		struct buf b = { 0 };

		CHECK_ROW(names[i].name);
		CHECK_NUM(mnemonic_emit(&b, &names[i].name, 1),
			  names[i].asked);
		CHECK(mnemonic_is_module(buf_str(&b)));
		buf_free(&b);
	}
	CHECK_ROW("");
	CHECK(!mnemonic_is_module(STR(".version 8.0\n")));
}

static void
test_needs(void)
{
	static const struct {
		struct str text;
		uint32_t need;
		bool specific;
	} needs[] = {
		{ STR_INIT("Feature '.bf16' requires .target sm_80 or higher"),
		  80, false },
		{ STR_INIT("Modifier '.x' on 'ld' requires .target sm_100 or "
			   "higher"), 100, false },
		{ STR_INIT("Instruction 'wmma.mma' requires .target 70 or "
			   "higher"), 70, false },
		{ STR_INIT("'x' requires .target sm_90a"), 0, true },
		{ STR_INIT("Instruction 'wgmma.fence' not supported on "
			   ".target 'sm_20'"), 0, true },
		{ STR_INIT("Instruction 'x' cannot be compiled for "
			   "architecture 'sm_100'"), 0, true },
		{ STR_INIT("Illegal modifier '.a' for instruction 'b', for "
			   "arch 'sm_20'"), 0, true },
		{ STR_INIT("Illegal modifier '.a' for instruction 'b'"), 0,
		  false },
		{ STR_INIT("requires .target sm_"), 0, false },
		{ STR_INIT("requires .target "), 0, false },
		{ STR_INIT(""), 0, false },
	};
	bool specific;

	for (size_t i = 0; i < COUNT_OF(needs); i++) {
		CHECK_ROW(needs[i].text);
		CHECK_NUM(mnemonic_need(needs[i].text, &specific),
			  needs[i].need);
		CHECK_NUM(specific, needs[i].specific);
	}
	CHECK_ROW("");
}

/* A recorded log: one statement a name, from line 8 on. */
static void
test_log(struct arena *a)
{
	static const struct str names[] = {
		STR_INIT("rcp.rn.f32"), STR_INIT("abs.bf16"),
		STR_INIT("neg.what.f32"), STR_INIT("wgmma.fence"),
		STR_INIT("sin.approx.f32"),
	};
	static const struct str log = STR_INIT(
		"ptxas sm_20.ptx, line 9; error   : Feature '.bf16' requires "
		".target sm_80 or higher\n"
		"ptxas sm_20.ptx, line 9; error   : Feature 'abs.bf16' "
		"requires .target sm_75 or higher\n"
		"ptxas sm_20.ptx, line 10; error   : Unknown modifier "
		"'.what'\n"
		"ptxas sm_20.ptx, line 11; error   : Instruction "
		"'wgmma.fence' not supported on .target 'sm_20'\n"
		"ptxas sm_20.ptx, line 4000; error   : Unknown modifier\n"
		"assembled sm_20.ptx\n"
		"ptxas sm_90.ptx, line 11; error   : Instruction "
		"'wgmma.fence' not supported on .target 'sm_90'\n"
		"assembled sm_90.ptx\n"
		"assembled sm_90a.ptx\n"
		"ptxas sm_100a.ptx, line 11; error   : Instruction "
		"'wgmma.fence' not supported on .target 'sm_100a'\n"
		"assembled sm_100a.ptx\n");
	struct mnemonic m[COUNT_OF(names)];

	mnemonic_read(a, m, names, COUNT_OF(names), log);
	CHECK(m[0].exists && m[0].sure);
	CHECK_STR(m[0].min_sm, "sm_20");
	CHECK(m[1].exists && m[1].sure);
	CHECK_STR(m[1].min_sm, "sm_80");
	CHECK(!m[2].exists && m[2].sure);
	CHECK_STR(m[2].why, "Unknown modifier '.what'");
	CHECK(m[3].exists);
	CHECK_STR(m[3].min_sm, "sm_90a");
	CHECK_STR(m[3].why, "sm_90a");
	/* Silence of a run that did not come to its end is no consent. */
	mnemonic_read(a, m, names, COUNT_OF(names), STR(""));
	for (size_t i = 0; i < COUNT_OF(names); i++)
		CHECK(!m[i].exists && !m[i].sure);
}

static void
test_real(struct arena *a, const struct toolkit *t)
{
	struct str args[] = { STR("cubin"), STR("sm_90a"), STR("names.ptx"),
			      STR("names.cubin") };
	struct str names[COUNT_OF(rows)];
	struct mnemonic m[COUNT_OF(rows)];
	struct buf module = { 0 };
	struct diag *d = diag_make(a);
	struct result r;

	for (size_t i = 0; i < COUNT_OF(rows); i++)
		names[i] = rows[i].name;
	CHECK(mnemonic_emit(&module, names, COUNT_OF(names)));
	CHECK(file_update(args[2], buf_str(&module), d));
	buf_free(&module);
	CHECK_NUM(step_run(a, args, COUNT_OF(args), t, d), 0);
	step_result(a, &r, args[3]);
	CHECK(r.there && !r.ok && r.status == 0);
	mnemonic_read(a, m, names, COUNT_OF(names), r.log);
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		CHECK_ROW(rows[i].name);
		CHECK(m[i].sure);
		CHECK_NUM(m[i].exists, rows[i].exists);
		CHECK_STR(m[i].min_sm, rows[i].min_sm);
		if (!str_match(str_of(rows[i].why), m[i].why))
			CHECK_STR(m[i].why, rows[i].why);
	}
	CHECK_ROW("");
}

static int
remove_one(const char *path, const struct stat *st, int kind, struct FTW *at)
{
	(void)st;
	(void)kind;
	(void)at;
	return remove(path);
}

int
main(void)
{
	char folder[] = "/tmp/kbc-mnemonic-XXXXXX";
	struct arena *a = arena_make();
	struct toolkit t;

	if (!mkdtemp(folder) || chdir(folder) != 0)
		return 1;
	toolkit_locate(a, &t, STR(""));
	test_names();
	test_needs();
	test_log(a);
	if (t.ptxas.path.n)
		test_real(a, &t);
	else
		printf("skipped: no ptxas\n");
	CHECK(chdir("/") == 0);
	CHECK(nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS) == 0);
	arena_free(a);
	CHECK_DONE();
}
