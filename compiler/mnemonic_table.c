/*
 * What is known of PTX by heart: its types and the operands of its
 * instructions. ptxas decides on all else; a row that is missing here makes
 * an answer unsure, not wrong.
 *
 * Operands go by the first words of a mnemonic. A letter stands for one:
 *
 *     L F   a register of the last, the first type      W  twice L's width
 *     c h r d q p   8 16 32 64 128 bits, a predicate
 *     m t   an address in memory, in tensor memory
 *     V     as many L as .v2, .v4, .v8 say               X  r, by .x1 .. .x128
 *     M     r, by .x1, .x2, .x4 of a matrix load         T  a tensor's place
 *     A B D C   a fragment of mma                        G  wgmma's result
 *     S     half of A: sparse                            I  an image's offsets
 *
 * `;` parts alternatives, `=` stands before a word that is meant as it is,
 * and all else stands for itself.
 */
#include "mnemonic_parts.h"

struct type {
	struct str name;
	unsigned bits;
};

static const struct type types[] = {
	{ STR_INIT("b8"), 8 }, { STR_INIT("u8"), 8 }, { STR_INIT("s8"), 8 },
	{ STR_INIT("b16"), 16 }, { STR_INIT("u16"), 16 },
	{ STR_INIT("s16"), 16 }, { STR_INIT("f16"), 16 },
	{ STR_INIT("bf16"), 16 }, { STR_INIT("b32"), 32 },
	{ STR_INIT("u32"), 32 }, { STR_INIT("s32"), 32 },
	{ STR_INIT("f32"), 32 }, { STR_INIT("tf32"), 32 },
	{ STR_INIT("f16x2"), 32 }, { STR_INIT("bf16x2"), 32 },
	{ STR_INIT("u16x2"), 32 }, { STR_INIT("s16x2"), 32 },
	{ STR_INIT("b64"), 64 }, { STR_INIT("u64"), 64 },
	{ STR_INIT("s64"), 64 }, { STR_INIT("f64"), 64 },
	{ STR_INIT("f32x2"), 64 }, { STR_INIT("b128"), 128 },
	{ STR_INIT("u128"), 128 }, { STR_INIT("pred"), 1 },
	{ STR_INIT("e2m1x2"), 8 }, { STR_INIT("e4m3x2"), 16 },
	{ STR_INIT("e5m2x2"), 16 }, { STR_INIT("e2m3x2"), 16 },
	{ STR_INIT("e3m2x2"), 16 }, { STR_INIT("ue8m0x2"), 16 },
	{ STR_INIT("e2m1x4"), 16 }, { STR_INIT("e4m3x4"), 32 },
	{ STR_INIT("e5m2x4"), 32 }, { STR_INIT("e2m3x4"), 32 },
	{ STR_INIT("e3m2x4"), 32 }, { STR_INIT("e4m3"), 8 },
	{ STR_INIT("e5m2"), 8 }, { STR_INIT("e2m3"), 8 },
	{ STR_INIT("e3m2"), 8 }, { STR_INIT("e2m1"), 8 },
	{ STR_INIT("u4"), 4 }, { STR_INIT("s4"), 4 }, { STR_INIT("b1"), 1 },
};

struct shape {
	struct str words;    /* a mnemonic begins with these */
	struct str operands;
};

/* Where one row's words begin with another's the longer stand first. */
static const struct shape shapes[] = {
	{ STR_INIT("add"), STR_INIT("L,L,L;F,L,F") },
	{ STR_INIT("sub"), STR_INIT("L,L,L;F,L,F") },
	{ STR_INIT("mul.wide"), STR_INIT("W,L,L") },
	{ STR_INIT("mul"), STR_INIT("L,L,L") },
	{ STR_INIT("mad.wide"), STR_INIT("W,L,L,W") },
	{ STR_INIT("mad"), STR_INIT("L,L,L,L") },
	{ STR_INIT("fma"), STR_INIT("L,L,L,L;F,L,L,F") },
	{ STR_INIT("addc"), STR_INIT("L,L,L") },
	{ STR_INIT("subc"), STR_INIT("L,L,L") },
	{ STR_INIT("madc"), STR_INIT("L,L,L,L") },
	{ STR_INIT("mul24"), STR_INIT("L,L,L") },
	{ STR_INIT("mad24"), STR_INIT("L,L,L,L") },
	{ STR_INIT("sad"), STR_INIT("L,L,L,L") },
	{ STR_INIT("div"), STR_INIT("L,L,L") },
	{ STR_INIT("rem"), STR_INIT("L,L,L") },
	{ STR_INIT("min"), STR_INIT("L,L,L;L,L,L,L") },
	{ STR_INIT("max"), STR_INIT("L,L,L;L,L,L,L") },
	{ STR_INIT("abs"), STR_INIT("L,L") },
	{ STR_INIT("neg"), STR_INIT("L,L") },
	{ STR_INIT("not"), STR_INIT("L,L") },
	{ STR_INIT("cnot"), STR_INIT("L,L") },
	{ STR_INIT("and"), STR_INIT("L,L,L") },
	{ STR_INIT("or"), STR_INIT("L,L,L") },
	{ STR_INIT("xor"), STR_INIT("L,L,L") },
	{ STR_INIT("copysign"), STR_INIT("L,L,L") },
	{ STR_INIT("popc"), STR_INIT("r,L") },
	{ STR_INIT("clz"), STR_INIT("r,L") },
	{ STR_INIT("bfind"), STR_INIT("r,L") },
	{ STR_INIT("brev"), STR_INIT("L,L") },
	{ STR_INIT("bfe"), STR_INIT("L,L,r,r") },
	{ STR_INIT("bfi"), STR_INIT("L,L,L,r,r") },
	{ STR_INIT("bmsk"), STR_INIT("r,r,r") },
	{ STR_INIT("szext"), STR_INIT("r,r,r") },
	{ STR_INIT("fns"), STR_INIT("r,r,r,r") },
	{ STR_INIT("dp4a"), STR_INIT("r,r,r,r") },
	{ STR_INIT("dp2a"), STR_INIT("r,r,r,r") },
	{ STR_INIT("rcp"), STR_INIT("L,L") },
	{ STR_INIT("sqrt"), STR_INIT("L,L") },
	{ STR_INIT("rsqrt"), STR_INIT("L,L") },
	{ STR_INIT("sin"), STR_INIT("L,L") },
	{ STR_INIT("cos"), STR_INIT("L,L") },
	{ STR_INIT("lg2"), STR_INIT("L,L") },
	{ STR_INIT("ex2"), STR_INIT("L,L") },
	{ STR_INIT("tanh"), STR_INIT("L,L") },
	{ STR_INIT("testp"), STR_INIT("p,L") },
	{ STR_INIT("setp"),
	  STR_INIT("p,L,L;p|p,L,L;p,L,L,p;p|p,L,L,p") },
	{ STR_INIT("set"), STR_INIT("F,L,L;F,L,L,p") },
	{ STR_INIT("selp"), STR_INIT("L,L,L,p") },
	{ STR_INIT("slct"), STR_INIT("F,F,F,L") },
	{ STR_INIT("shl"), STR_INIT("L,L,r") },
	{ STR_INIT("shr"), STR_INIT("L,L,r") },
	{ STR_INIT("shf"), STR_INIT("r,r,r,r") },
	{ STR_INIT("prmt"), STR_INIT("r,r,r,r") },
	{ STR_INIT("lop3.or"), STR_INIT("r|p,r,r,r,1,p") },
	{ STR_INIT("lop3.and"), STR_INIT("r|p,r,r,r,1,p") },
	{ STR_INIT("lop3"), STR_INIT("r,r,r,r,1") },
	{ STR_INIT("mov"), STR_INIT("L,L;d,{r,r};q,{d,d}") },
	{ STR_INIT("cvt.pack"), STR_INIT("F,r,r,r;F,r,r") },
	{ STR_INIT("cvt"), STR_INIT("F,L;F,L,L;F,L,L,r;F,{L,L,L,L},r;"
				    "F,L,L,h;F,L,h") },
	{ STR_INIT("cvta"), STR_INIT("L,L") },
	{ STR_INIT("isspacep"), STR_INIT("p,d;p,r") },
	{ STR_INIT("ld"), STR_INIT("V,m;V,m,d") },
	{ STR_INIT("ldu"), STR_INIT("V,m") },
	{ STR_INIT("st.async"), STR_INIT("m,V,m;m,V") },
	{ STR_INIT("st.bulk"), STR_INIT("m,d,0;m,r,0") },
	{ STR_INIT("st"), STR_INIT("m,V;m,V,d") },
	{ STR_INIT("prefetch"), STR_INIT("m") },
	{ STR_INIT("prefetchu"), STR_INIT("m") },
	{ STR_INIT("discard"), STR_INIT("m,128") },
	{ STR_INIT("applypriority"), STR_INIT("m,128") },
	{ STR_INIT("createpolicy.range"), STR_INIT("d,m,r,r") },
	{ STR_INIT("createpolicy.cvt"), STR_INIT("d,r") },
	{ STR_INIT("createpolicy"), STR_INIT("d;d,1.0") },
	{ STR_INIT("atom"), STR_INIT("L,m,L;L,m,L,L;V,m,V") },
	{ STR_INIT("red.async"), STR_INIT("m,L,m;m,L") },
	{ STR_INIT("red"), STR_INIT("m,V") },
	{ STR_INIT("multimem.ld_reduce"), STR_INIT("V,m") },
	{ STR_INIT("multimem.st"), STR_INIT("m,V") },
	{ STR_INIT("multimem.red"), STR_INIT("m,V") },
	{ STR_INIT("multimem.cp"), STR_INIT("m,m,r") },
	{ STR_INIT("shfl.sync"), STR_INIT("r,r,r,r,r;r|p,r,r,r,r") },
	{ STR_INIT("shfl"), STR_INIT("r,r,r,r") },
	{ STR_INIT("vote.sync.ballot"), STR_INIT("r,p,r") },
	{ STR_INIT("vote.sync"), STR_INIT("p,p,r") },
	{ STR_INIT("vote.ballot"), STR_INIT("r,p") },
	{ STR_INIT("vote"), STR_INIT("p,p") },
	{ STR_INIT("match.all"), STR_INIT("r|p,L,r;r,L,r") },
	{ STR_INIT("match.any"), STR_INIT("r,L,r") },
	{ STR_INIT("redux.sync"), STR_INIT("r,r,r") },
	{ STR_INIT("elect.sync"), STR_INIT("r|p,r") },
	{ STR_INIT("activemask"), STR_INIT("r") },
	{ STR_INIT("barrier.cluster"), STR_INIT("") },
	{ STR_INIT("bar.warp.sync"), STR_INIT("r") },
	{ STR_INIT("bar.red.popc"), STR_INIT("r,1,p;r,1,32,p") },
	{ STR_INIT("bar.red"), STR_INIT("p,1,p;p,1,32,p") },
	{ STR_INIT("bar.cta.red.popc"), STR_INIT("r,1,p") },
	{ STR_INIT("bar.cta.red"), STR_INIT("p,1,p") },
	{ STR_INIT("bar"), STR_INIT("1;1,32") },
	{ STR_INIT("barrier.red.popc"), STR_INIT("r,1,p") },
	{ STR_INIT("barrier.red"), STR_INIT("p,1,p") },
	{ STR_INIT("barrier.cta.red.popc"), STR_INIT("r,1,p") },
	{ STR_INIT("barrier.cta.red"), STR_INIT("p,1,p") },
	{ STR_INIT("barrier"), STR_INIT("1;1,32") },
	{ STR_INIT("membar"), STR_INIT("") },
	{ STR_INIT("fence.proxy.tensormap::generic"),
	  STR_INIT(";m,128") },
	{ STR_INIT("fence"), STR_INIT("") },
	{ STR_INIT("mbarrier.init"), STR_INIT("m,r") },
	{ STR_INIT("mbarrier.inval"), STR_INIT("m") },
	{ STR_INIT("mbarrier.expect_tx"), STR_INIT("m,r") },
	{ STR_INIT("mbarrier.complete_tx"), STR_INIT("m,r") },
	{ STR_INIT("mbarrier.arrive"), STR_INIT("d,m;d,m,r;_,m;_,m,r") },
	{ STR_INIT("mbarrier.arrive_drop"),
	  STR_INIT("d,m;d,m,r;_,m;_,m,r") },
	{ STR_INIT("mbarrier.test_wait.parity"), STR_INIT("p,m,r") },
	{ STR_INIT("mbarrier.test_wait"), STR_INIT("p,m,d;p,m,r") },
	{ STR_INIT("mbarrier.try_wait.parity"), STR_INIT("p,m,r;p,m,r,r") },
	{ STR_INIT("mbarrier.try_wait"), STR_INIT("p,m,d;p,m,d,r;p,m,r") },
	{ STR_INIT("mbarrier.pending_count"), STR_INIT("r,d") },
	{ STR_INIT("cp.async.commit_group"), STR_INIT("") },
	{ STR_INIT("cp.async.wait_group"), STR_INIT("1") },
	{ STR_INIT("cp.async.wait_all"), STR_INIT("") },
	{ STR_INIT("cp.async.mbarrier.arrive"), STR_INIT("m") },
	{ STR_INIT("cp.async.bulk.commit_group"), STR_INIT("") },
	{ STR_INIT("cp.async.bulk.wait_group"), STR_INIT("1") },
	{ STR_INIT("cp.async.bulk.prefetch.tensor"),
	  STR_INIT("T;T,I;T,d") },
	{ STR_INIT("cp.async.bulk.prefetch"), STR_INIT("m,r;m,r,d") },
	{ STR_INIT("cp.async.bulk.tensor"),
	  STR_INIT("m,T,m;m,T,m,h;m,T,m,I;m,T,m,I,h;T,m;m,T,m,h,d;m,T,m,d;"
		   "T,m,d;m,T,m,I,h,d;m,T,m,I,d") },
	{ STR_INIT("cp.async.bulk"),
	  STR_INIT("m,m,r,m;m,m,r;m,m,r,m,h;m,m,r,h;m,m,r,m,d;m,m,r,d;"
		   "m,m,r,m,h,d") },
	{ STR_INIT("cp.async"), STR_INIT("m,m,16;m,m,4;m,m,16,d;m,m,4,d") },
	{ STR_INIT("cp.reduce.async.bulk.tensor"), STR_INIT("T,m;T,m,d") },
	{ STR_INIT("cp.reduce.async.bulk"),
	  STR_INIT("m,m,r,m;m,m,r;m,m,r,d") },
	{ STR_INIT("tensormap.replace"), STR_INIT("m,L;m,1,L;m,1") },
	{ STR_INIT("tensormap.cp_fenceproxy"), STR_INIT("m,m,128") },
	{ STR_INIT("ldmatrix"), STR_INIT("M,m;{r,r},m;{r,r,r,r},m") },
	{ STR_INIT("stmatrix"), STR_INIT("m,M") },
	{ STR_INIT("movmatrix"), STR_INIT("r,r") },
	{ STR_INIT("mma.sp"), STR_INIT("D,S,B,C,r,0;D,S,B,C,r,0,r,{h,h},r,"
				       "{h,h}") },
	{ STR_INIT("mma"), STR_INIT("D,A,B,C;D,A,B,C,r,{0,0},r,{0,0}") },
	{ STR_INIT("wgmma.fence"), STR_INIT("") },
	{ STR_INIT("wgmma.commit_group"), STR_INIT("") },
	{ STR_INIT("wgmma.wait_group"), STR_INIT("1") },
	{ STR_INIT("wgmma.mma_async.sp"),
	  STR_INIT("G,d,d,r,0,p,1,1,0,0;G,d,d,r,0,p,1,1;G,d,d,r,0,p") },
	{ STR_INIT("wgmma.mma_async"),
	  STR_INIT("G,d,d,p,1,1,0,0;G,d,d,p,1,1;G,d,d,p") },
	{ STR_INIT("tcgen05.alloc"), STR_INIT("m,r") },
	{ STR_INIT("tcgen05.dealloc"), STR_INIT("r,r") },
	{ STR_INIT("tcgen05.relinquish_alloc_permit"), STR_INIT("") },
	{ STR_INIT("tcgen05.ld"), STR_INIT("X,t;X,t,1;X,r,t") },
	{ STR_INIT("tcgen05.st"), STR_INIT("t,X;t,1,X") },
	{ STR_INIT("tcgen05.wait::ld"), STR_INIT("") },
	{ STR_INIT("tcgen05.wait::st"), STR_INIT("") },
	{ STR_INIT("tcgen05.cp"), STR_INIT("t,d") },
	{ STR_INIT("tcgen05.shift"), STR_INIT("t") },
	{ STR_INIT("tcgen05.commit"), STR_INIT("m;m,h") },
	{ STR_INIT("tcgen05.fence::before_thread_sync"), STR_INIT("") },
	{ STR_INIT("tcgen05.fence::after_thread_sync"), STR_INIT("") },
	{ STR_INIT("tcgen05.mma.ws.sp"),
	  STR_INIT("t,d,d,t,r,p;t,d,d,t,r,p,d;t,t,d,t,r,p;t,t,d,t,r,p,d") },
	{ STR_INIT("tcgen05.mma.ws"),
	  STR_INIT("t,d,d,r,p;t,d,d,r,p,d;t,t,d,r,p;t,t,d,r,p,d") },
	{ STR_INIT("tcgen05.mma.sp"),
	  STR_INIT("t,d,d,t,r,p;t,d,d,t,r,t,t,p;t,t,d,t,r,p;"
		   "t,t,d,t,r,t,t,p") },
	{ STR_INIT("tcgen05.mma"),
	  STR_INIT("t,d,d,r,p;t,d,d,r,t,t,p;t,t,d,r,p;t,t,d,r,t,t,p") },
	{ STR_INIT("griddepcontrol"), STR_INIT("") },
	{ STR_INIT("nanosleep"), STR_INIT("r") },
	{ STR_INIT("setmaxnreg"), STR_INIT("40") },
	{ STR_INIT("mapa"), STR_INIT("L,L,r") },
	{ STR_INIT("getctarank"), STR_INIT("r,L;r,d") },
	{ STR_INIT("clusterlaunchcontrol.try_cancel"), STR_INIT("m,m") },
	{ STR_INIT("clusterlaunchcontrol.query_cancel.is_canceled"),
	  STR_INIT("p,q") },
	{ STR_INIT("clusterlaunchcontrol.query_cancel"),
	  STR_INIT("{r,r,r,_},q;r,q") },
	{ STR_INIT("alloca"), STR_INIT("L,L") },
	{ STR_INIT("stacksave"), STR_INIT("L") },
	{ STR_INIT("stackrestore"), STR_INIT("L") },
	{ STR_INIT("pmevent"), STR_INIT("1") },
	{ STR_INIT("brkpt"), STR_INIT("") },
	{ STR_INIT("trap"), STR_INIT("") },
	{ STR_INIT("exit"), STR_INIT("") },
	{ STR_INIT("ret"), STR_INIT("") },
	{ STR_INIT("bra"), STR_INIT("=end") },
	{ STR_INIT("call"), STR_INIT("=mnemonics") },
	{ STR_INIT("wmma.load"), STR_INIT("{r,r,r,r,r,r,r,r},m;"
					  "{r,r,r,r},m;{r,r},m;r,m;"
					  "{r,r,r,r,r,r,r,r},m,r") },
	{ STR_INIT("wmma.store"), STR_INIT("m,{r,r,r,r,r,r,r,r};"
					   "m,{r,r,r,r}") },
	{ STR_INIT("wmma.mma"),
	  STR_INIT("{r,r,r,r,r,r,r,r},{r,r,r,r,r,r,r,r},{r,r,r,r,r,r,r,r},"
		   "{r,r,r,r,r,r,r,r};{r,r,r,r},{r,r,r,r,r,r,r,r},"
		   "{r,r,r,r,r,r,r,r},{r,r,r,r};{r,r,r,r,r,r,r,r},"
		   "{r,r,r,r,r,r,r,r},{r,r,r,r,r,r,r,r},{r,r,r,r};"
		   "{r,r,r,r},{r,r,r,r,r,r,r,r},{r,r,r,r,r,r,r,r},"
		   "{r,r,r,r,r,r,r,r};{r,r,r,r,r,r,r,r},{r,r,r,r},"
		   "{r,r,r,r},{r,r,r,r,r,r,r,r}") },
	{ STR_INIT("vadd2"), STR_INIT("r,r,r,r") },
	{ STR_INIT("vadd4"), STR_INIT("r,r,r,r") },
	{ STR_INIT("vabsdiff2"), STR_INIT("r,r,r,r") },
	{ STR_INIT("vabsdiff4"), STR_INIT("r,r,r,r") },
	{ STR_INIT("vadd"), STR_INIT("r,r,r") },
	{ STR_INIT("vsub"), STR_INIT("r,r,r") },
	{ STR_INIT("vmin"), STR_INIT("r,r,r") },
	{ STR_INIT("vmax"), STR_INIT("r,r,r") },
	{ STR_INIT("vmad"), STR_INIT("r,r,r,r") },
	{ STR_INIT("tex"), STR_INIT("{r,r,r,r},[d,{r}];{r,r,r,r},[d,{r,r}];"
				    "{r,r,r,r},[d,{r,r,r,r}]") },
	{ STR_INIT("tld4"), STR_INIT("{r,r,r,r},[d,{r,r}]") },
	{ STR_INIT("suld"), STR_INIT("V,[d,{r}];V,[d,{r,r}];"
				     "V,[d,{r,r,r,r}]") },
	{ STR_INIT("sust"), STR_INIT("[d,{r}],V;[d,{r,r}],V;"
				     "[d,{r,r,r,r}],V") },
	{ STR_INIT("sured"), STR_INIT("[d,{r}],L;[d,{r,r}],L") },
	{ STR_INIT("txq"), STR_INIT("r,[d]") },
	{ STR_INIT("suq"), STR_INIT("r,[d]") },
};

unsigned
mnemonic_type_bits(struct str word)
{
	for (size_t i = 0; i < COUNT_OF(types); i++) {
		if (str_equal(types[i].name, word))
			return types[i].bits;
	}
	return 0;
}

/* Whether a name begins with these whole words. */
static bool
begins(struct str name, struct str words)
{
	return str_starts(name, words) &&
	       (name.n == words.n || name.p[words.n] == '.');
}

struct str
mnemonic_operands(struct str name)
{
	for (size_t i = 0; i < COUNT_OF(shapes); i++) {
		if (begins(name, shapes[i].words))
			return shapes[i].operands;
	}
	/* Not known: whether it exists it says with any. */
	return STR(";L,L;L,L,L");
}
