/*
 * Whole mnemonics of PTX, one of each kind that pages shorten.
 *
 * A page says `tcgen05.mma` or `ldmatrix.x4` of what ptxas only takes with
 * all its words. Such a name exists when one of these, of which it has words
 * in order, does. ptxas judges each like any other name, so a wrong row finds
 * nothing and claims nothing.
 *
 * This is data: which row a name is short for, mnemonic_candidate.c says.
 */
#include "mnemonic_parts.h"

/* Mnemonics that pages name by some of their words, in order. */
static const struct str specimens[] = {
	STR_INIT("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"),
	STR_INIT("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32"),
	STR_INIT("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32"),
	STR_INIT("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32"),
	STR_INIT("mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32"),
	STR_INIT("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64"),
	STR_INIT("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32"),
	STR_INIT("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32"),
	STR_INIT("mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32"),
	STR_INIT("mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale."
		 "scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0"),
	STR_INIT("mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4."
		 "block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3"),
	STR_INIT("mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4."
		 "block_scale.scale_vec::1X.f32.e4m3.e4m3.f32.ue8m0"),
	STR_INIT("mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e2m1."
		 "e2m1.f32"),
	STR_INIT("wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16"),
	STR_INIT("wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16"),
	STR_INIT("wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16"),
	STR_INIT("wgmma.mma_async.sync.aligned.m64n64k32.f32.e4m3.e4m3"),
	STR_INIT("wgmma.fence.sync.aligned"),
	STR_INIT("wgmma.commit_group.sync.aligned"),
	STR_INIT("wgmma.wait_group.sync.aligned"),
	STR_INIT("ldmatrix.sync.aligned.m8n8.x4.trans.shared::cta.b16"),
	STR_INIT("ldmatrix.sync.aligned.m8n8.x4.shared.b16"),
	STR_INIT("ldmatrix.sync.aligned.m8n8.x2.shared.b16"),
	STR_INIT("ldmatrix.sync.aligned.m8n8.x1.shared.b16"),
	STR_INIT("stmatrix.sync.aligned.m8n8.x4.trans.shared::cta.b16"),
	STR_INIT("stmatrix.sync.aligned.m8n8.x4.shared.b16"),
	STR_INIT("movmatrix.sync.aligned.m8n8.trans.b16"),
	STR_INIT("cp.async.ca.shared.global"),
	STR_INIT("cp.async.cg.shared.global"),
	STR_INIT("cp.async.bulk.shared::cluster.global."
		 "mbarrier::complete_tx::bytes"),
	STR_INIT("cp.async.bulk.global.shared::cta.bulk_group"),
	STR_INIT("cp.async.bulk.tensor.1d.shared::cluster.global.tile."
		 "mbarrier::complete_tx::bytes"),
	STR_INIT("cp.async.bulk.tensor.2d.shared::cluster.global.tile."
		 "mbarrier::complete_tx::bytes.multicast::cluster"),
	STR_INIT("cp.async.bulk.tensor.3d.shared::cluster.global.tile."
		 "mbarrier::complete_tx::bytes"),
	STR_INIT("cp.async.bulk.tensor.2d.global.shared::cta.tile."
		 "bulk_group"),
	STR_INIT("cp.async.bulk.prefetch.tensor.2d.L2.global.tile"),
	STR_INIT("cp.reduce.async.bulk.global.shared::cta.bulk_group.add."
		 "f32"),
	STR_INIT("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add."
		 "tile.bulk_group"),
	STR_INIT("cp.async.bulk.wait_group.read"),
	STR_INIT("cp.async.mbarrier.arrive.noinc.shared::cta.b64"),
	STR_INIT("mbarrier.init.shared::cta.b64"),
	STR_INIT("mbarrier.inval.shared::cta.b64"),
	STR_INIT("mbarrier.arrive.release.cta.shared::cta.b64"),
	STR_INIT("mbarrier.arrive.expect_tx.shared::cta.b64"),
	STR_INIT("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64"),
	STR_INIT("mbarrier.test_wait.shared::cta.b64"),
	STR_INIT("mbarrier.test_wait.parity.shared::cta.b64"),
	STR_INIT("mbarrier.try_wait.shared::cta.b64"),
	STR_INIT("mbarrier.try_wait.parity.shared::cta.b64"),
	STR_INIT("mbarrier.expect_tx.relaxed.cta.shared::cta.b64"),
	STR_INIT("mbarrier.complete_tx.relaxed.cta.shared::cta.b64"),
	STR_INIT("fence.proxy.async.shared::cta"),
	STR_INIT("fence.proxy.async"), STR_INIT("fence.acq_rel.gpu"),
	STR_INIT("fence.mbarrier_init.release.cluster"),
	STR_INIT("fence.sc.gpu"),
	STR_INIT("barrier.cluster.arrive.release.aligned"),
	STR_INIT("barrier.cluster.wait.acquire.aligned"),
	STR_INIT("griddepcontrol.wait"),
	STR_INIT("griddepcontrol.launch_dependents"),
	STR_INIT("shfl.sync.bfly.b32"), STR_INIT("shfl.sync.idx.b32"),
	STR_INIT("shfl.sync.up.b32"), STR_INIT("shfl.sync.down.b32"),
	STR_INIT("vote.sync.ballot.b32"), STR_INIT("vote.sync.any.pred"),
	STR_INIT("match.any.sync.b32"), STR_INIT("match.all.sync.b32"),
	STR_INIT("redux.sync.add.s32"), STR_INIT("redux.sync.max.s32"),
	STR_INIT("elect.sync"), STR_INIT("setmaxnreg.inc.sync.aligned.u32"),
	STR_INIT("setmaxnreg.dec.sync.aligned.u32"),
	STR_INIT("mapa.shared::cluster.u32"),
	STR_INIT("atom.global.add.f32"), STR_INIT("atom.global.cas.b32"),
	STR_INIT("red.global.add.f32"),
	STR_INIT("red.async.relaxed.cluster.shared::cluster."
		 "mbarrier::complete_tx::bytes.add.u32"),
	STR_INIT("st.async.shared::cluster.mbarrier::complete_tx::bytes.b32"),
	STR_INIT("multimem.ld_reduce.relaxed.sys.global.add.f32"),
	STR_INIT("multimem.red.relaxed.sys.global.add.f32"),
	STR_INIT("multimem.st.relaxed.sys.global.f32"),
	STR_INIT("tensormap.replace.tile.global_address.shared::cta.b1024."
		 "b64"),
	STR_INIT("tensormap.cp_fenceproxy.global.shared::cta."
		 "tensormap::generic.release.gpu.sync.aligned"),
	STR_INIT("clusterlaunchcontrol.try_cancel.async.shared::cta."
		 "mbarrier::complete_tx::bytes.b128"),
	STR_INIT("clusterlaunchcontrol.query_cancel.is_canceled.pred.b128"),
	STR_INIT("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32"),
	STR_INIT("tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32"),
	STR_INIT("tcgen05.dealloc.cta_group::1.sync.aligned.b32"),
	STR_INIT("tcgen05.relinquish_alloc_permit.cta_group::1.sync."
		 "aligned"),
	STR_INIT("tcgen05.ld.sync.aligned.32x32b.x32.b32"),
	STR_INIT("tcgen05.ld.sync.aligned.16x256b.x1.b32"),
	STR_INIT("tcgen05.st.sync.aligned.32x32b.x32.b32"),
	STR_INIT("tcgen05.wait::ld.sync.aligned"),
	STR_INIT("tcgen05.wait::st.sync.aligned"),
	STR_INIT("tcgen05.cp.cta_group::1.128x256b"),
	STR_INIT("tcgen05.shift.cta_group::1.down"),
	STR_INIT("tcgen05.commit.cta_group::1.mbarrier::arrive::one."
		 "shared::cluster.b64"),
	STR_INIT("tcgen05.commit.cta_group::2.mbarrier::arrive::one."
		 "shared::cluster.multicast::cluster.b64"),
	STR_INIT("tcgen05.fence::before_thread_sync"),
	STR_INIT("tcgen05.fence::after_thread_sync"),
	STR_INIT("tcgen05.mma.cta_group::1.kind::f16"),
	STR_INIT("tcgen05.mma.cta_group::2.kind::f16"),
	STR_INIT("tcgen05.mma.cta_group::1.kind::tf32"),
	STR_INIT("tcgen05.mma.cta_group::1.kind::f8f6f4"),
	STR_INIT("tcgen05.mma.cta_group::1.kind::i8"),
	STR_INIT("tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale."
		 "scale_vec::1X"),
	STR_INIT("tcgen05.mma.cta_group::1.kind::mxf4.block_scale."
		 "scale_vec::2X"),
	STR_INIT("tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale."
		 "scale_vec::4X"),
	STR_INIT("tcgen05.mma.cta_group::2.kind::mxf8f6f4.block_scale."
		 "scale_vec::1X"),
	STR_INIT("tcgen05.mma.cta_group::2.kind::mxf4.block_scale."
		 "scale_vec::2X"),
	STR_INIT("tcgen05.mma.cta_group::2.kind::mxf4nvf4.block_scale."
		 "scale_vec::4X"),
	STR_INIT("tcgen05.mma.sp.cta_group::1.kind::f16"),
	STR_INIT("tcgen05.mma.ws.cta_group::1.kind::f16"),
};

bool
mnemonic_specimen(size_t i, struct str *name)
{
	if (i >= COUNT_OF(specimens))
		return false;
	*name = specimens[i];
	return true;
}
