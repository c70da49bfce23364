/*
summary: Instructions, and how a probe steps through a chain of them.
parameters:
  op:
    at: compile
    sweep: false
    values:
      # fp32
      add_f32:
        {data: fine_f32, word: f32, limit: fp32, sass: FADD*, a: 1,
         ptx: "sub.rn.f32 x, a, x;"}
      mul_f32:
        {word: f32, limit: fp32, sass: FMUL*, a: -1, ptx: "mul.rn.f32 x, x, a;"}
      fma_f32:
        {word: f32, limit: fp32, sass: FFMA*, flops: 2,
         ptx: "fma.rn.f32 x, a, x, x;"}
      min_f32:
        {word: f32, limit: compare, sass: FMNMX*, a: 2,
         ptx: "neg.f32 t, x; min.f32 x, t, a;"}
      max_f32:
        {word: f32, limit: compare, sass: FMNMX*,
         ptx: "neg.f32 t, x; max.f32 x, t, a;"}
      fma_max_f32:
        {data: fine_f32, word: f32, limit: compare, sass: FFMA* FMNMX*, size: 2,
         a: -1, flops: 2,
         ptx: "fma.rn.f32 x, a, x, b; max.f32 x, x, 0f00000000;"}
      setp_selp_f32:
        {data: bit_f32, word: f32, limit: compare, sass: FSETP* FSEL*, size: 2,
         results: 2, a: 1, b: 0,
         ptx: "setp.lt.f32 p, x, a; selp.f32 x, a, b, p;"}
      # fp64
      add_f64:
        {data: fine_f64, word: f64, limit: fp64, sass: DADD*, a: 1,
         ptx: "sub.rn.f64 x, a, x;"}
      mul_f64:
        {word: f64, limit: fp64, sass: DMUL*, a: -1, ptx: "mul.rn.f64 x, x, a;"}
      fma_f64:
        {word: f64, limit: fp64, sass: DFMA*, flops: 2,
         ptx: "fma.rn.f64 x, a, x, x;"}
      # half precision; ptxas packs two chains of scalars
      add_f16:
        {data: fine_f16, word: f16, pack: pairs, limit: fp16,
         sass: HADD2* HFMA2*, a: 1, ptx: "sub.rn.f16 x, a, x;"}
      mul_f16:
        {word: f16, pack: pairs, limit: fp16, sass: HMUL2* HFMA2*, a: -1,
         ptx: "mul.rn.f16 x, x, a;"}
      fma_f16:
        {word: f16, pack: pairs, limit: fp16, sass: HFMA2*, flops: 2,
         ptx: "fma.rn.f16 x, a, x, x;"}
      fma_ab_f16:
        {data: fine_f16, word: f16, pack: pairs, limit: fp16, sass: HFMA2*,
         a: -1, flops: 2, ptx: "fma.rn.f16 x, a, x, b;"}
      fma_relu_f16:
        {data: fine_f16, word: f16, pack: pairs, limit: fp16, sass: HFMA2*,
         a: -1, flops: 2, ptx: "fma.rn.relu.f16 x, a, x, b;"}
      fma_max_f16:
        {data: fine_f16, word: f16, pack: pairs, limit: none,
         sass: HFMA2* HMNMX2*, size: 2, a: -1, flops: 2,
         ptx: "mov.b16 h, 0; fma.rn.f16 x, a, x, b; max.f16 x, x, h;"}
      min_f16:
        {word: f16, pack: pairs, limit: none, sass: HMNMX2*, a: 2,
         ptx: "neg.f16 h, x; min.f16 x, h, a;"}
      max_f16:
        {word: f16, pack: pairs, limit: none, sass: HMNMX2*,
         ptx: "neg.f16 h, x; max.f16 x, h, a;"}
      minmax_f16:
        {word: f16, pack: pairs, limit: none, sass: HMNMX2*, size: 2, depth: 2,
         results: 2 * lanes, ptx: "max.f16 x, x, a; min.f16 x, x, b;"}
      add_f16x2:
        {data: fine_f16, word: f16x2, limit: fp16x2, sass: HADD2* HFMA2*, a: 1,
         ptx: "sub.rn.f16x2 x, a, x;"}
      mul_f16x2:
        {word: f16x2, limit: fp16x2, sass: HMUL2* HFMA2*, a: -1,
         ptx: "mul.rn.f16x2 x, x, a;"}
      fma_f16x2:
        {word: f16x2, limit: fp16x2, sass: HFMA2*, flops: 2,
         ptx: "fma.rn.f16x2 x, a, x, x;"}
      fma_ab_f16x2:
        {data: fine_f16, word: f16x2, limit: fp16x2, sass: HFMA2*, a: -1,
         flops: 2, ptx: "fma.rn.f16x2 x, a, x, b;"}
      fma_relu_f16x2:
        {data: fine_f16, word: f16x2, limit: fp16x2, sass: HFMA2*, a: -1,
         flops: 2, ptx: "fma.rn.relu.f16x2 x, a, x, b;"}
      fma_max_f16x2:
        {data: fine_f16, word: f16x2, limit: none, sass: HFMA2* HMNMX2*,
         size: 2, a: -1, flops: 2,
         ptx: "mov.b32 t, 0; fma.rn.f16x2 x, a, x, b; max.f16x2 x, x, t;"}
      min_f16x2:
        {word: f16x2, limit: none, sass: HMNMX2*, a: 2,
         ptx: "neg.f16x2 t, x; min.f16x2 x, t, a;"}
      max_f16x2:
        {word: f16x2, limit: none, sass: HMNMX2*,
         ptx: "neg.f16x2 t, x; max.f16x2 x, t, a;"}
      minmax_f16x2:
        {word: f16x2, limit: none, sass: HMNMX2*, size: 2, depth: 2,
         results: 2 * lanes, ptx: "max.f16x2 x, x, a; min.f16x2 x, x, b;"}
      add_bf16:
        {data: fine_bf16, word: bf16, pack: pairs, limit: bf16,
         sass: HADD2* HFMA2*, a: 1, ptx: "sub.rn.bf16 x, a, x;"}
      mul_bf16:
        {word: bf16, pack: pairs, limit: bf16, sass: HMUL2* HFMA2*, a: -1,
         ptx: "mul.rn.bf16 x, x, a;"}
      fma_bf16:
        {word: bf16, pack: pairs, limit: bf16, sass: HFMA2*, flops: 2,
         ptx: "fma.rn.bf16 x, a, x, x;"}
      fma_ab_bf16:
        {data: fine_bf16, word: bf16, pack: pairs, limit: bf16, sass: HFMA2*,
         a: -1, flops: 2, ptx: "fma.rn.bf16 x, a, x, b;"}
      fma_relu_bf16:
        {data: fine_bf16, word: bf16, pack: pairs, limit: bf16, sass: HFMA2*,
         a: -1, flops: 2, ptx: "fma.rn.relu.bf16 x, a, x, b;"}
      fma_max_bf16:
        {data: fine_bf16, word: bf16, pack: pairs, limit: none,
         sass: HFMA2* HMNMX2*, size: 2, a: -1, flops: 2,
         ptx: "mov.b16 h, 0; fma.rn.bf16 x, a, x, b; max.bf16 x, x, h;"}
      minmax_bf16:
        {word: bf16, pack: pairs, limit: none, sass: HMNMX2*, size: 2, depth: 2,
         results: 2 * lanes, ptx: "max.bf16 x, x, a; min.bf16 x, x, b;"}
      add_bf16x2:
        {data: fine_bf16, word: bf16x2, limit: bf16x2, sass: HADD2* HFMA2*,
         a: 1, ptx: "sub.rn.bf16x2 x, a, x;"}
      mul_bf16x2:
        {word: bf16x2, limit: bf16x2, sass: HMUL2* HFMA2*, a: -1,
         ptx: "mul.rn.bf16x2 x, x, a;"}
      fma_bf16x2:
        {word: bf16x2, limit: bf16x2, sass: HFMA2*, flops: 2,
         ptx: "fma.rn.bf16x2 x, a, x, x;"}
      fma_ab_bf16x2:
        {data: fine_bf16, word: bf16x2, limit: bf16x2, sass: HFMA2*, a: -1,
         flops: 2, ptx: "fma.rn.bf16x2 x, a, x, b;"}
      fma_relu_bf16x2:
        {data: fine_bf16, word: bf16x2, limit: bf16x2, sass: HFMA2*, a: -1,
         flops: 2, ptx: "fma.rn.relu.bf16x2 x, a, x, b;"}
      fma_max_bf16x2:
        {data: fine_bf16, word: bf16x2, limit: none, sass: HFMA2* HMNMX2*,
         size: 2, a: -1, flops: 2,
         ptx: "mov.b32 t, 0; fma.rn.bf16x2 x, a, x, b; max.bf16x2 x, x, t;"}
      minmax_bf16x2:
        {word: bf16x2, limit: none, sass: HMNMX2*, size: 2, depth: 2,
         results: 2 * lanes, ptx: "max.bf16x2 x, x, a; min.bf16x2 x, x, b;"}
      # int32 and int64
      add_s32:
        {word: s32, limit: none, sass: IADD3* VIADD* IMAD.IADD*, more: 1,
         a: 1430257664, ptx: "setp.ne.s32 p, a, b; @p add.s32 x, x, a;"}
      mul_lo_s32:
        {word: s32, limit: int32, sass: IMAD*, a: -1,
         ptx: "mul.lo.s32 x, x, a;"}
      mad_lo_s32:
        {word: s32, limit: int32, sass: IMAD*, ptx: "mad.lo.s32 x, x, a, x;"}
      mad_hi_u32:
        {word: s32, limit: none, sass: IMAD.HI*, first: "or.b32 x, x, 1;",
         a: -1, b: 1430257665, ptx: "mad.hi.u32 x, x, a, b;"}
      mul_wide_u32:
        {word: s64, limit: none, sass: IMAD.WIDE* LOP3*, size: 2, a: 65536,
         first: "mov.b64 {t, u}, x; cvt.u32.u64 v, a; xor.b32 t, t, u; mul.wide.u32 x, t, v;",
         ptx: "mov.b64 {t, u}, x; cvt.u32.u64 v, a; xor.b32 t, t, u; mul.wide.u32 x, t, v;"}
      mad_lo_s64:
        {word: s64, limit: none, sass: IMAD*, per: 3, size: 4,
         others: body + 64, ptx: "mad.lo.s64 x, x, a, x;"}
      shl_shr_b32:
        {word: s32, limit: int32, sass: SHF*, size: 2, depth: 2, results: 2,
         a: 7, first: "shl.b32 x, x, a; shr.u32 x, x, a;",
         ptx: "shl.b32 x, x, a; shr.u32 x, x, a;"}
      shf_b32:
        {word: s32, limit: int32, sass: SHF*, a: 5,
         ptx: "shf.l.wrap.b32 x, x, x, a;"}
      xor_b32:
        {word: s32, limit: int32, sass: LOP3*, a: 1431655765,
         ptx: "setp.ne.s32 p, a, b; @p xor.b32 x, x, a;"}
      lop3_b32:
        {word: s32, limit: int32, sass: LOP3*, a: 1431655765, b: 858993459,
         ptx: "lop3.b32 x, x, a, b, 0x96;"}
      prmt_b32:
        {word: s32, limit: none, sass: PRMT*, a: 291,
         ptx: "prmt.b32 x, x, x, a;"}
      minmax_s32:
        {data: middle, word: s32, limit: compare, sass: VIMNMX* IMNMX*, size: 2,
         depth: 2, results: 2, a: -1000000, b: 1000000,
         ptx: "max.s32 x, x, a; min.s32 x, x, b;"}
      setp_selp_s32:
        {data: bit_s32, word: s32, limit: compare, sass: ISETP* SEL*, size: 2,
         more: 1, results: 2, a: 1, b: 0,
         ptx: "setp.lt.s32 p, x, a; selp.b32 x, a, b, p;"}
      dp4a_s32:
        {data: byte, word: s32, limit: none, sass: IDP*, a: 255, b: 100,
         ptx: "dp4a.s32.s32 x, x, a, b;"}
      sad_u32:
        {data: byte, word: s32, limit: int32, sass: VABSDIFF*, a: 100, b: 0,
         ptx: "sad.u32 x, x, a, b;"}
      popc_b32:
        {data: bit_s32, word: s32, limit: popc, sass: POPC*,
         ptx: "popc.b32 x, x;"}
      clz_b32:
        {data: powers, word: s32, limit: clz, sass: FLO*, per: 1, size: 3,
         others: 2 * body + 16, a: 1, ptx: "clz.b32 t, x; shl.b32 x, a, t;"}
      bfind_u32:
        {word: s32, limit: clz, sass: FLO*,
         first: "and.b32 x, x, 31; bfind.u32 x, x; bfind.u32 x, x;",
         ptx: "bfind.u32 x, x;"}
      brev_b32:
        {word: s32, limit: brev, sass: BREV*, ptx: "brev.b32 x, x;"}
      # special functions, each with what leads its result back
      rcp_f32:
        {data: onetwo, word: f32, limit: sfu, sass: MUFU.RCP*,
         ptx: "setp.ne.f32 p, a, b; @p rcp.approx.ftz.f32 x, x;"}
      div_f32:
        {data: onetwo, word: f32, limit: sfu, sass: MUFU.RCP* FMUL*, size: 2,
         a: 0.5, ptx: "div.approx.ftz.f32 x, a, x;"}
      rsqrt_f32:
        {data: bits, word: f32, limit: sfu, sass: MUFU.RSQ*,
         first: "and.b32 t, x, 1; setp.eq.u32 p, t, 0; selp.f32 x, 0f00000000, 0f7F800000, p;",
         ptx: "rsqrt.approx.ftz.f32 x, x;"}
      sqrt_f32:
        {data: bit_f32, word: f32, limit: sfu, sass: MUFU.SQRT*,
         ptx: "sqrt.approx.ftz.f32 x, x;"}
      ex2_lg2_f32:
        {data: small, word: f32, limit: sfu, sass: MUFU.EX2* MUFU.LG2*, size: 2,
         depth: 2, results: 2,
         ptx: "ex2.approx.ftz.f32 x, x; lg2.approx.ftz.f32 x, x;"}
      ex2_f32:
        {data: bit_f32, word: f32, limit: sfu, sass: MUFU.EX2* FADD*, size: 2,
         a: 2, ptx: "ex2.approx.ftz.f32 t, x; sub.rn.f32 x, a, t;"}
      lg2_f32:
        {data: onetwo, word: f32, limit: sfu, sass: MUFU.LG2* FADD*, size: 2,
         a: 2, ptx: "lg2.approx.ftz.f32 t, x; sub.rn.f32 x, a, t;"}
      sin_f32:
        {data: quarters, result: near, word: f32, limit: sfu,
         sass: MUFU.SIN* FMUL* FFMA*, size: 3, a: 1.5707963267948966,
         ptx: "sin.approx.ftz.f32 t, x; fma.rn.f32 x, t, a, a;"}
      cos_f32:
        {data: halves, result: near, word: f32, limit: sfu,
         sass: MUFU.COS* FMUL* FFMA*, size: 3, a: -1.5707963267948966,
         b: 4.7123889803846899,
         ptx: "cos.approx.ftz.f32 t, x; fma.rn.f32 x, t, a, b;"}
      tanh_f32:
        {data: zero16_f32, word: f32, limit: sfu, sass: MUFU.TANH* FFMA*,
         size: 2, a: -16, b: 16,
         ptx: "tanh.approx.f32 t, x; fma.rn.f32 x, t, a, b;"}
      ex2_f16:
        {data: bit_f16, word: f16, limit: none, sass: MUFU.EX2*,
         others: 2 * body, a: 2,
         ptx: "ex2.approx.f16 h, x; sub.rn.f16 x, a, h;"}
      tanh_f16:
        {data: zero16_f16, word: f16, limit: none, sass: MUFU.TANH*,
         others: 2 * body, a: -16, b: 16,
         ptx: "tanh.approx.f16 h, x; fma.rn.f16 x, h, a, b;"}
      ex2_f16x2:
        {data: bit_f16, word: f16x2, limit: none, sass: MUFU.EX2*, per: 2,
         size: 4, others: 3 * body, a: 2,
         ptx: "ex2.approx.f16x2 t, x; sub.rn.f16x2 x, a, t;"}
      tanh_f16x2:
        {data: zero16_f16, word: f16x2, limit: none, sass: MUFU.TANH*, per: 2,
         size: 4, others: 3 * body, a: -16, b: 16,
         ptx: "tanh.approx.f16x2 t, x; fma.rn.f16x2 x, t, a, b;"}
      ex2_bf16x2:
        {data: bit_bf16, word: bf16x2, limit: none, sass: MUFU.EX2*, per: 2,
         size: 4, others: 3 * body, a: 2,
         ptx: "ex2.approx.ftz.bf16x2 t, x; sub.rn.bf16x2 x, a, t;"}
      tanh_bf16x2:
        {data: zero16_bf16, word: bf16x2, limit: none, sass: MUFU.TANH*, per: 2,
         size: 4, others: 3 * body, a: -16, b: 16,
         ptx: "tanh.approx.bf16x2 t, x; fma.rn.bf16x2 x, t, a, b;"}
      # conversions, there and back
      cvt_f32_f16:
        {data: coarse, word: f32, limit: none, sass: F2FP* HADD2*,
         per: "1 + 1 / pairs", size: 2,
         ptx: "cvt.rn.f16.f32 h, x; cvt.f32.f16 x, h;"}
      cvt_f32_f16x2:
        {data: coarse, word: f32, limit: none, sass: F2FP* HADD2*, size: 2,
         ptx: "cvt.rn.f16x2.f32 t, x, a; mov.b32 {h, i}, t; cvt.f32.f16 x, i;"}
      cvt_f32_bf16:
        {data: coarse, word: f32, limit: cvt, sass: F2F* SHF* IMAD.U32*,
         size: 2, ptx: "cvt.rn.bf16.f32 h, x; cvt.f32.bf16 x, h;"}
      cvt_f32_bf16x2:
        {data: coarse, word: f32, limit: none, sass: F2FP*, per: 1, size: 2,
         others: 2 * body + 16,
         ptx: "cvt.rn.bf16x2.f32 t, x, a; mov.b32 {h, i}, t; cvt.f32.bf16 x, i;"}
      cvt_s32_f32:
        {data: middle, word: s32, limit: cvt, sass: I2FP* F2I*, size: 2,
         ptx: "cvt.rn.f32.s32 t, x; neg.f32 t, t; cvt.rzi.s32.f32 x, t;"}
      cvt_f32_f64:
        {word: f32, limit: cvt_64, sass: F2F*, size: 2, results: 2,
         ptx: "cvt.f64.f32 w, x; neg.f64 w, w; cvt.rn.f32.f64 x, w;"}
      cvt_s32_f64:
        {word: s32, limit: cvt_64, sass: I2F* F2I*, size: 2, results: 2,
         ptx: "cvt.rn.f64.s32 w, x; cvt.rzi.s32.f64 x, w;"}
      cvt_e4m3x2:
        {word: f16x2, limit: none, sass: F2FP*, size: 2,
         first: "cvt.rn.satfinite.e4m3x2.f16x2 h, x; cvt.rn.f16x2.e4m3x2 x, h;",
         ptx: "cvt.rn.satfinite.e4m3x2.f16x2 h, x; cvt.rn.f16x2.e4m3x2 x, h;"}
      cvt_e5m2x2:
        {word: f16x2, limit: none, sass: F2FP*, size: 2,
         first: "cvt.rn.satfinite.e5m2x2.f16x2 h, x; cvt.rn.f16x2.e5m2x2 x, h;",
         ptx: "cvt.rn.satfinite.e5m2x2.f16x2 h, x; cvt.rn.f16x2.e5m2x2 x, h;"}
      # between the lanes of a warp
      shfl_idx:
        {word: s32, limit: shuffle, sass: SHFL*,
         ptx: "shfl.sync.idx.b32 x, x, l, 31, -1;"}
      shfl_bfly:
        {word: s32, limit: shuffle, sass: SHFL*, a: 16,
         ptx: "shfl.sync.bfly.b32 x, x, a, 31, -1;"}
      shfl_down:
        {word: s32, limit: shuffle, sass: SHFL*, a: 16,
         first: "shfl.sync.down.b32 x, x, a, 31, -1;",
         ptx: "shfl.sync.down.b32 x, x, a, 31, -1;"}
      shfl_up:
        {word: s32, limit: shuffle, sass: SHFL*, a: 16,
         first: "shfl.sync.up.b32 x, x, a, 0, -1;",
         ptx: "shfl.sync.up.b32 x, x, a, 0, -1;"}
      vote_ballot:
        {word: s32, limit: vote, sass: LOP3* VOTE*, size: 2, results: 2,
         first: "shfl.sync.idx.b32 x, x, 0, 31, -1;",
         ptx: "and.b32 t, x, m; setp.eq.u32 p, t, 0; vote.sync.ballot.b32 x, p, -1;"}
      vote_all:
        {word: s32, limit: vote, sass: ISETP.NE* VOTE* SEL*, size: 3,
         results: 3, a: 1, b: 0,
         first: "shfl.sync.idx.b32 x, x, 0, 31, -1; and.b32 x, x, 1;",
         ptx: "setp.eq.u32 p, x, a; vote.sync.all.pred p, p, -1; selp.b32 x, b, a, p;"}
      vote_any:
        {word: s32, limit: vote, sass: ISETP.NE* VOTE* SEL*, size: 3,
         results: 3, a: 1, b: 0,
         first: "shfl.sync.idx.b32 x, x, 0, 31, -1; and.b32 x, x, 1;",
         ptx: "setp.eq.u32 p, x, a; vote.sync.any.pred p, p, -1; selp.b32 x, b, a, p;"}
      match_any:
        {word: s32, limit: none, sass: MATCH* LOP3*, size: 2,
         ptx: "match.any.sync.b32 t, x, -1; xor.b32 x, x, t;"}
      match_any_same:
        {word: s32, limit: none, sass: MATCH* LOP3*, size: 2,
         first: "shfl.sync.idx.b32 x, x, 0, 31, -1;",
         ptx: "match.any.sync.b32 t, x, -1; xor.b32 x, x, t;"}
      match_all:
        {word: s32, limit: none, sass: MATCH* LOP3*, size: 2,
         first: "shfl.sync.idx.b32 x, x, 0, 31, -1;",
         ptx: "match.all.sync.b32 t|p, x, -1; xor.b32 x, x, t;"}
      redux_max:
        {word: s32, limit: redux, sass: REDUX*, per: 1, size: 2,
         others: body + 16, first: "shfl.sync.idx.b32 x, x, 0, 31, -1;",
         ptx: "redux.sync.max.u32 x, x, -1;"}
      redux_add:
        {word: s32, limit: redux, sass: REDUX* MOV* IMAD*, size: 3,
         a: 2818572288,
         ptx: "redux.sync.add.s32 t, x, -1; mad.lo.s32 x, t, a, x;"}
      # a page's own: a is -2, b is 1
      own_b32:
        {result: varied, word: s32, limit: none}
      own_b64:
        {result: varied, word: s64, limit: none}
      own_f32:
        {result: varied, word: f32, limit: none}
      own_f64:
        {result: varied, word: f64, limit: none}
      own_f16:
        {result: varied, word: f16, limit: none}
      own_f16x2:
        {result: varied, word: f16x2, limit: none}
      own_bf16:
        {result: varied, word: bf16, limit: none}
      own_bf16x2:
        {result: varied, word: bf16x2, limit: none}
  ptx:          {at: text}
  sass:         {at: text}
  instructions: {values: [1]}
texts: [ptx, first, size, instructions]
operands: [x, a, b, l, m]
let:
  bytes:    {f32: 4, f64: 8, f16: 2, f16x2: 4, bf16: 2, bf16x2: 4, s32: 4, s64: 8}
  lanes:    {f32: 1, f64: 1, f16: 1, f16x2: 2, bf16: 1, bf16x2: 2, s32: 1, s64: 1}
  size:     instructions
  per:      size
  pairs:    min(chains, 2)
  pack:     1
  more:     0
  others:   8 + 4 * chains
  depth:    1
  results:  lanes
  flops:    1
  a:        -2
  b:        1
buffers:
  in:
    bytes: bytes * chains * threads * blocks
    fill:
      bits:       random bits
      fine_f32:   grid f32 0.25 0.75 5.9604644775390625e-8
      fine_f64:   grid f64 0.25 0.75 9.313225746154785e-10
      fine_f16:   grid f16 0.25 0.75 0.00048828125
      fine_bf16:  grid bf16 0.25 0.75 0.00390625
      coarse:     grid f32 0.5 1 0.00390625
      bit_s32:    random u32 0 1
      bit_f32:    grid f32 0 1 1
      bit_f16:    grid f16 0 1 1
      bit_bf16:   grid bf16 0 1 1
      zero16_f32: grid f32 0 16 16
      zero16_f16: grid f16 0 16 16
      zero16_bf16: grid bf16 0 16 16
      onetwo:     grid f32 1 2 1
      quarters:   grid f32 1.5707963267948966 3.1415926535897931 1.5707963267948966
      halves:     grid f32 3.1415926535897931 6.2831853071795862 3.1415926535897931
      middle:     random s32 -1000000 1000000
      byte:       random u32 0 100
      small:      grid f32 1 8 1
      powers:     grid u32 32768 65536 32768
      f32:        random f32 0.5 1
      f64:        random f64 0.5 1
      f16:        random f16 0.5 1
      f16x2:      random f16 0.5 1
      bf16:       random bf16 0.5 1
      bf16x2:     random bf16 0.5 1
      s32:        random bits
      s64:        random bits
  out:
    bytes: bytes * chains * threads * blocks
    fill: poison
check:
  near:   out affine f32 in 1 0 1e-5
  varied: out varied
  f32:    out same in
  f64:    out same in
  f16:    out same in
  f16x2:  out same in
  bf16:   out same in
  bf16x2: out same in
  s32:    out same in
  s64:    out same in
loop:
  instruction: $sass
  count: body * per / pack
  more: more
  others: others
*/

/*
 * A step is x = f(x): PTX over x, the constants a and b, l (31 less the lane's
 * number), m (the lane's bit), and registers for what lies between: p, q are
 * predicates, h, i have 16 bits, t, u, v 32 and w 64. All are untyped, of
 * x's size if not said.
 *
 * Every f of the table is, on the values that it starts from, a permutation
 * whose order is a small power of two; most are their own inverse. So values
 * stay as random as they were, none settles, and after the steps of a launch
 * they are back bit for bit (`near`: but for rounding): the check sees any
 * wrong one. Where random data are not such values, `first` makes them so, and
 * what is stored is the input with what changed since, nothing if all is right.
 * a and b are arguments, since a compiler that knew them would do other things.
 *
 * What ptxas does to a chain, and so why a step looks as it does:
 * additions, subtractions and XOR of the same number are merged (as is a
 * reciprocal of a reciprocal), so they have a guard that holds; a negation is
 * an operand's sign for FADD, FMNMX and HMNMX2 of fp16 and an HFMA2 for bf16;
 * two chains of half-precision scalars become the halves of one instruction,
 * and so do two conversions to half.
 *
 * Instructions that are no permutation have others beside them that lead the
 * result back (`sass` of a row names all), on another pipe where there is one:
 * the rate is that of the slower, the latency that of both and of the way from
 * one pipe to the other and back, a cycle or two each. ex2_lg2_f32 is there and
 * back, and pure. A predicate for a vote costs an instruction of the same pipe;
 * `results` counts all of it, so that the share is that of the pipe.
 *
 * Seen on an H200 (sm_90a), one chain: FP32, FMNMX, HFMA2, HMNMX2, IMAD, LOP3,
 * SHF, PRMT, dot products 4 cycles, FP64 8, MUFU, POPC, FLO, BREV 17, shuffles
 * 26, FFMA and FMNMX in turn 10. A single chain of packed half precision takes
 * 8, since ptxas lets HFMA2 and HFMA2.MMA alternate; IADD3 and VIADD, which
 * alternate likewise, take 5 and give 127 results a clock where 64 are
 * documented, so add_s32 has no ceiling. IMAD.HI and IMAD.WIDE run at 32 a
 * clock, conversions that are F2F or F2I at 16, others at 64. MATCH.ANY takes
 * longer the more values a warp holds: 375 cycles for 32 of them, 34 for one.
 */
#define WORD(name, bits, letter, convert)                                \
	struct name {                                                    \
		using word = bits;                                       \
		static __device__ __forceinline__ word                   \
		step(word x, word a, word b, const lane &z)              \
		{                                                        \
			asm volatile(kbc_ptx                             \
			    : "+" letter(x)                              \
			    : letter(a), letter(b), "r"(z.l), "r"(z.m)); \
			return x;                                        \
		}                                                        \
		static __device__ __forceinline__ word                   \
		first(word x, word a, word b, const lane &z)             \
		{                                                        \
			asm volatile(kbc_first                           \
			    : "+" letter(x)                              \
			    : letter(a), letter(b), "r"(z.l), "r"(z.m)); \
			return x;                                        \
		}                                                        \
		static __device__ __forceinline__ word                   \
		from(double number)                                      \
		{                                                        \
			return convert;                                  \
		}                                                        \
	}

struct lane {
	unsigned l, m;
};

static __device__ __forceinline__ unsigned short
to_f16(float x)
{
	unsigned short h;

	asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(x));
	return h;
}

static __device__ __forceinline__ unsigned short
to_bf16(float x)
{
	unsigned short h;

	asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(h) : "f"(x));
	return h;
}

WORD(s32, unsigned, "r", unsigned((long long)number));
WORD(s64, unsigned long long, "l", (unsigned long long)(long long)number);
WORD(f32, float, "f", float(number));
WORD(f64, double, "d", number);
WORD(f16, unsigned short, "h", to_f16(float(number)));
WORD(bf16, unsigned short, "h", to_bf16(float(number)));
WORD(f16x2, unsigned, "r", to_f16(float(number)) * 0x10001u);
WORD(bf16x2, unsigned, "r", to_bf16(float(number)) * 0x10001u);

/* Instructions of a step, a digit: a loop stays within the cache for code. */
constexpr int size = sizeof kbc_size > 1 ? kbc_size[0] - '0'
					 : kbc_instructions[0] - '0';
constexpr bool has_first = sizeof kbc_first > 1;

static __device__ __forceinline__ lane
this_lane()
{
	const unsigned at = threadIdx.x % 32;

	return { 31 - at, 1u << at };
}

template <int bytes> struct raw;
template <> struct raw<2> { using bits = unsigned short; };
template <> struct raw<4> { using bits = unsigned; };
template <> struct raw<8> { using bits = unsigned long long; };

/* The chains of one thread. */
template <class type, int chains, int body>
struct walk {
	using word = typename type::word;
	using bits = typename raw<sizeof(word)>::bits;
	word x[chains], a, b;
	lane z;

	__device__ __forceinline__
	walk(const void *in, double first, double second)
	    : a(type::from(first)), b(type::from(second)), z(this_lane())
	{
		asm volatile(".reg .pred p, q;\n\t.reg .b16 h, i;\n\t"
			     ".reg .b32 t, u, v;\n\t.reg .b64 w;");
		for (int c = 0; c < chains; c++)
			x[c] = start(in, c);
	}

	static __device__ __forceinline__ size_t
	place(int c)
	{
		const size_t threads = size_t(gridDim.x) * blockDim.x;

		return blockIdx.x * blockDim.x + threadIdx.x + c * threads;
	}

	__device__ __forceinline__ word
	start(const void *in, int c) const
	{
		const word own = static_cast<const word *>(in)[place(c)];

		return has_first ? type::first(own, a, b, z) : own;
	}

	__device__ __forceinline__ void
	turn()
	{
		static_assert(body % (2 * chains) == 0,
		    "chains must be a power of two, 32 at most");
		#pragma unroll
		for (int step = 0; step < body / chains; step++)
			for (int c = 0; c < chains; c++)
				x[c] = type::step(x[c], a, b, z);
	}

	static __device__ __forceinline__ bits
	as_bits(word w)
	{
		union {
			word w;
			bits b;
		} u = { w };

		return u.b;
	}

	__device__ __forceinline__ void
	finish(void *out, const void *in) const
	{
		for (int c = 0; c < chains; c++) {
			const bits own =
			    static_cast<const bits *>(in)[place(c)];
			const bits end = as_bits(x[c]);

			static_cast<bits *>(out)[place(c)] = !has_first ? end :
			    bits(own ^ end ^ as_bits(start(in, c)));
		}
	}
};
