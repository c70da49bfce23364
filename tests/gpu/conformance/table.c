/*
 * The table of patterns. {x|y} is a choice, # the type of the row's list; a
 * form is made of each combination. The signature names what the result and
 * the sources are, # again the type.
 */
#include "table.h"

#include <stddef.h>

#define COMPARE "{eq|ne|lt|le|gt|ge|equ|neu|ltu|leu|gtu|geu|num|nan}"
#define TESTED "{finite|infinite|number|notanumber|normal|subnormal}"
#define ROUNDED "{.rn|.rz|.rm|.rp}"
#define INTEGRAL "{.rni|.rzi|.rmi|.rpi}"
#define TRUTH " $p, $a, $b; selp.b32 $d, 1, 0, $p;"
#define INTEGERS "u16 s16 u32 s32 u64 s64"
#define ALL_INTEGERS "u8 s8 u16 s16 u32 s32 u64 s64"

static const struct pattern patterns[] = {
	/* --- fp32 */
	{"f32", 128, "{add|sub|mul}{|.rz|.rm|.rp}{|.ftz}{|.sat}.f32 "
		     "$d, $a, $b;", "f32 f32 f32", NULL},
	{"f32", 128, "fma" ROUNDED "{|.ftz}{|.sat}.f32 $d, $a, $b, $c;",
	 "f32 f32 f32 f32", NULL},
	{"f32", 128, "div" ROUNDED "{|.ftz}.f32 $d, $a, $b;",
	 "f32 f32 f32", NULL},
	{"f32", 128, "{rcp|sqrt}" ROUNDED "{|.ftz}.f32 $d, $a;", "f32 f32",
	 NULL},
	{"f32", 128, "div.{approx|full}{|.ftz}.f32 $d, $a, $b;",
	 "f32 f32 f32", NULL},
	{"f32", 128, "{rcp|sqrt|rsqrt|sin|cos|lg2|ex2}.approx{|.ftz}.f32 "
		     "$d, $a;", "f32 f32", NULL},
	{"f32", 128, "tanh.approx.f32 $d, $a;", "f32 f32", NULL},
	{"f32", 128, "{min|max}{|.ftz}{|.NaN}{|.xorsign.abs}.f32 $d, $a, $b;",
	 "f32 f32 f32", NULL},
	{"f32", 128, "{neg|abs}{|.ftz}.f32 $d, $a;", "f32 f32", NULL},
	{"f32", 128, "copysign.f32 $d, $a, $b;", "f32 f32 f32", NULL},
	{"f32", 128, "testp." TESTED ".f32 $p, $a; selp.b32 $d, 1, 0, $p;",
	 "pred f32", NULL},
	{"f32", 128, "setp." COMPARE "{|.ftz}.f32" TRUTH, "pred f32 f32",
	 NULL},
	{"f32", 64, "set.{lt|neu}{|.ftz}.{u32|f32}.f32 $d, $a, $b;",
	 "u32 f32 f32", NULL},
	{"f32", 64, "slct{|.ftz}.u32.f32 $d, $a, $b, $c;",
	 "u32 u32 u32 f32", NULL},

	/* --- fp64 */
	{"f64", 96, "{add|sub|mul}{|.rz|.rm|.rp}.f64 $d, $a, $b;",
	 "f64 f64 f64", NULL},
	{"f64", 96, "fma" ROUNDED ".f64 $d, $a, $b, $c;",
	 "f64 f64 f64 f64", NULL},
	{"f64", 96, "div" ROUNDED ".f64 $d, $a, $b;", "f64 f64 f64", NULL},
	{"f64", 96, "{rcp|sqrt}" ROUNDED ".f64 $d, $a;", "f64 f64", NULL},
	{"f64", 96, "{rcp.approx.ftz|rsqrt.approx|rsqrt.approx.ftz}.f64 "
		    "$d, $a;", "f64 f64", NULL},
	{"f64", 96, "{min|max}.f64 $d, $a, $b;", "f64 f64 f64", NULL},
	{"f64", 96, "{neg|abs}.f64 $d, $a;", "f64 f64", NULL},
	{"f64", 96, "copysign.f64 $d, $a, $b;", "f64 f64 f64", NULL},
	{"f64", 96, "testp." TESTED ".f64 $p, $a; selp.b32 $d, 1, 0, $p;",
	 "pred f64", NULL},
	{"f64", 96, "setp." COMPARE ".f64" TRUTH, "pred f64 f64", NULL},

	/* --- fp16 and bf16 */
	{"half", 128, "{add|sub|mul}{|.ftz}{|.sat}.# $d, $a, $b;", "# # #",
	 "f16 f16x2"},
	{"half", 128, "fma.rn{|.ftz}{|.sat|.relu}.# $d, $a, $b, $c;",
	 "# # # #", "f16 f16x2"},
	{"half", 128, "{add|sub|mul}.# $d, $a, $b;", "# # #",
	 "bf16 bf16x2"},
	{"half", 128, "fma.rn{|.relu}.# $d, $a, $b, $c;", "# # # #",
	 "bf16 bf16x2"},
	{"half", 128, "{min|max}{|.ftz}{|.NaN}{|.xorsign.abs}.# $d, $a, $b;",
	 "# # #", "f16 f16x2"},
	{"half", 128, "{min|max}{|.NaN}{|.xorsign.abs}.# $d, $a, $b;",
	 "# # #", "bf16 bf16x2"},
	{"half", 96, "{neg|abs}{|.ftz}.# $d, $a;", "# #", "f16 f16x2"},
	{"half", 96, "{neg|abs}.# $d, $a;", "# #", "bf16 bf16x2"},
	{"half", 128, "{ex2|tanh}.approx.# $d, $a;", "# #", "f16 f16x2"},
	{"half", 128, "{ex2.approx.ftz|tanh.approx}.# $d, $a;", "# #",
	 "bf16 bf16x2"},
	{"half", 96, "setp." COMPARE "{|.ftz}.f16" TRUTH, "pred f16 f16",
	 NULL},
	{"half", 96, "setp." COMPARE ".bf16" TRUTH, "pred bf16 bf16", NULL},
	{"half", 64, "set.{lt|neu|geu}.f16x2.f16x2 $d, $a, $b;",
	 "f16x2 f16x2 f16x2", NULL},
	{"half", 64, "setp.{lt|neu|geu}.# $p|$q, $a, $b; "
		     "selp.b32 $d, 1, 0, $p; selp.b32 $t, 2, 0, $q; "
		     "or.b32 $d, $d, $t;", "pred # #", "f16x2 bf16x2"},

	/* --- conversions between floats */
	{"cvt", 96, "cvt" ROUNDED "{|.sat}.f16.f32 $d, $a;", "f16 f32", NULL},
	{"cvt", 96, "cvt{.rn|.rz}{.relu|.satfinite|.relu.satfinite}.#.f32 "
		    "$d, $a;", "# f32", "f16 bf16"},
	{"cvt", 96, "cvt" ROUNDED ".bf16.f32 $d, $a;", "bf16 f32", NULL},
	{"cvt", 96, "cvt{.rn|.rz}{|.relu}{|.satfinite}.#.f32 $d, $a, $b;",
	 "# f32 f32", "f16x2 bf16x2"},
	{"cvt", 96, "cvt{|.ftz}{|.sat}.f32.f16 $d, $a;", "f32 f16", NULL},
	{"cvt", 96, "cvt.f32.bf16 $d, $a;", "f32 bf16", NULL},
	{"cvt", 96, "cvt" ROUNDED "{|.ftz}{|.sat}.f32.f64 $d, $a;",
	 "f32 f64", NULL},
	{"cvt", 96, "cvt{|.ftz}{|.sat}.f64.f32 $d, $a;", "f64 f32", NULL},
	{"cvt", 96, "cvt.f64.# $d, $a;", "f64 #", "f16 bf16"},
	{"cvt", 96, "cvt" ROUNDED "{|.sat}.f16.f64 $d, $a;", "f16 f64", NULL},
	{"cvt", 96, "cvt" ROUNDED ".bf16.f64 $d, $a;", "bf16 f64", NULL},
	{"cvt", 96, "cvt" ROUNDED ".bf16.f16 $d, $a;", "bf16 f16", NULL},
	{"cvt", 96, "cvt" ROUNDED ".f16.bf16 $d, $a;", "f16 bf16", NULL},
	{"cvt", 96, "cvt" INTEGRAL "{|.ftz}{|.sat}.f32.f32 $d, $a;",
	 "f32 f32", NULL},
	{"cvt", 96, "cvt" INTEGRAL "{|.sat}.#.# $d, $a;", "# #", "f16 f64"},
	{"cvt", 96, "cvt" INTEGRAL ".bf16.bf16 $d, $a;", "bf16 bf16", NULL},
	{"cvt", 96, "cvt{.ftz|.sat|.ftz.sat}.f32.f32 $d, $a;", "f32 f32",
	 NULL},
	{"cvt", 96, "cvt.sat.#.# $d, $a;", "# #", "f16 f64"},
	{"cvt", 96, "cvt.rna{|.satfinite}.tf32.f32 $d, $a;", "f32 f32",
	 NULL},
	{"cvt", 96, "cvt{.rn|.rz}{|.relu}.tf32.f32 $d, $a;", "f32 f32",
	 NULL},
	{"cvt", 128, "cvt.rn.satfinite{|.relu}.#.f32 $d, $a, $b;",
	 "# f32 f32", "e4m3x2 e5m2x2"},
	{"cvt", 128, "cvt.rn.satfinite{|.relu}.#.f16x2 $d, $a;", "# f16x2",
	 "e4m3x2 e5m2x2"},
	{"cvt", 128, "cvt.rn{|.relu}.f16x2.# $d, $a;", "f16x2 #",
	 "e4m3x2 e5m2x2"},

	/* --- between floats and integers */
	{"cvti", 64, "cvt" INTEGRAL "{|.ftz}.#.f32 $d, $a;", "# f32",
	 ALL_INTEGERS},
	{"cvti", 64, "cvt" INTEGRAL ".#.f64 $d, $a;", "# f64", ALL_INTEGERS},
	{"cvti", 64, "cvt" INTEGRAL ".#.f16 $d, $a;", "# f16", ALL_INTEGERS},
	{"cvti", 64, "cvt" INTEGRAL ".#.bf16 $d, $a;", "# bf16", INTEGERS},
	{"cvti", 64, "cvt" ROUNDED ".f32.# $d, $a;", "f32 #", ALL_INTEGERS},
	{"cvti", 64, "cvt" ROUNDED ".f64.# $d, $a;", "f64 #", "u64 s64"},
	{"cvti", 64, "cvt.rn.f64.# $d, $a;", "f64 #",
	 "u8 s8 u16 s16 u32 s32"},
	{"cvti", 64, "cvt" ROUNDED ".f16.# $d, $a;", "f16 #", ALL_INTEGERS},
	{"cvti", 64, "cvt" ROUNDED ".bf16.# $d, $a;", "bf16 #", INTEGERS},
	{"cvti", 48, "cvt.#.u8 $d, $a;", "# u8", ALL_INTEGERS},
	{"cvti", 48, "cvt.sat.#.u8 $d, $a;", "# u8",
	 "s8"},
	{"cvti", 48, "cvt.#.s8 $d, $a;", "# s8", ALL_INTEGERS},
	{"cvti", 48, "cvt.sat.#.s8 $d, $a;", "# s8",
	 "u8 u16 u32 u64"},
	{"cvti", 48, "cvt.#.u16 $d, $a;", "# u16", ALL_INTEGERS},
	{"cvti", 48, "cvt.sat.#.u16 $d, $a;", "# u16",
	 "u8 s8 s16"},
	{"cvti", 48, "cvt.#.s16 $d, $a;", "# s16", ALL_INTEGERS},
	{"cvti", 48, "cvt.sat.#.s16 $d, $a;", "# s16",
	 "u8 s8 u16 u32 u64"},
	{"cvti", 48, "cvt.#.u32 $d, $a;", "# u32", ALL_INTEGERS},
	{"cvti", 48, "cvt.sat.#.u32 $d, $a;", "# u32",
	 "u8 s8 u16 s16 s32"},
	{"cvti", 48, "cvt.#.s32 $d, $a;", "# s32", ALL_INTEGERS},
	{"cvti", 48, "cvt.sat.#.s32 $d, $a;", "# s32",
	 "u8 s8 u16 s16 u32 u64"},
	{"cvti", 48, "cvt.#.u64 $d, $a;", "# u64", ALL_INTEGERS},
	{"cvti", 48, "cvt.sat.#.u64 $d, $a;", "# u64",
	 "u8 s8 u16 s16 u32 s32 s64"},
	{"cvti", 48, "cvt.#.s64 $d, $a;", "# s64", ALL_INTEGERS},
	{"cvti", 48, "cvt.sat.#.s64 $d, $a;", "# s64",
	 "u8 s8 u16 s16 u32 s32 u64"},
	{"cvti", 64, "cvt.pack.sat.{u8|s8}.s32.b32 $d, $a, $b, $c;",
	 "u32 s32 s32 u32", NULL},
	{"cvti", 64, "cvt.pack.sat.{u16|s16}.s32 $d, $a, $b;",
	 "u32 s32 s32", NULL},

	/* --- integers */
	{"int", 64, "{add|sub|mul.lo|div|rem|min|max}.# $d, $a, $b;",
	 "# # #", INTEGERS},
	{"int", 64, "mul.hi.# $d, $a, $b;", "# # #", INTEGERS},
	{"int", 64, "mad.{lo|hi}.# $d, $a, $b, $c;", "# # # #", INTEGERS},
	{"int", 64, "{add|sub}.sat.s32 $d, $a, $b;", "s32 s32 s32", NULL},
	{"int", 64, "mad.hi.sat.s32 $d, $a, $b, $c;", "s32 s32 s32 s32",
	 NULL},
	{"int", 64, "mul.wide.{u16|s16} $d, $a, $b;", "u32 u16 u16", NULL},
	{"int", 64, "mul.wide.{u32|s32} $d, $a, $b;", "u64 u32 u32", NULL},
	{"int", 64, "mad.wide.{u16|s16} $d, $a, $b, $c;", "u32 u16 u16 u32",
	 NULL},
	{"int", 64, "mad.wide.{u32|s32} $d, $a, $b, $c;", "u64 u32 u32 u64",
	 NULL},
	{"int", 64, "mul24.{lo|hi}.# $d, $a, $b;", "# # #", "u32 s32"},
	{"int", 64, "mad24.{lo|hi}.# $d, $a, $b, $c;", "# # # #",
	 "u32 s32"},
	{"int", 64, "sad.# $d, $a, $b, $c;", "# # # #", INTEGERS},
	{"int", 64, "{abs|neg}.# $d, $a;", "# #", "s16 s32 s64"},
	{"int", 64, "{popc|clz}.b32 $d, $a;", "u32 u32", NULL},
	{"int", 64, "{popc|clz}.b64 $d, $a;", "u32 u64", NULL},
	{"int", 64, "bfind{|.shiftamt}.{u32|s32} $d, $a;", "u32 u32", NULL},
	{"int", 64, "bfind{|.shiftamt}.{u64|s64} $d, $a;", "u32 u64", NULL},
	{"int", 64, "{brev|not|cnot}.b32 $d, $a;", "u32 u32", NULL},
	{"int", 64, "{brev|not|cnot}.b64 $d, $a;", "u64 u64", NULL},
	{"int", 64, "{not|cnot}.b16 $d, $a;", "u16 u16", NULL},
	{"int", 64, "{and|or|xor}.b16 $d, $a, $b;", "u16 u16 u16", NULL},
	{"int", 64, "{and|or|xor}.b32 $d, $a, $b;", "u32 u32 u32", NULL},
	{"int", 64, "{and|or|xor}.b64 $d, $a, $b;", "u64 u64 u64", NULL},
	{"int", 64, "bfe.{u32|s32} $d, $a, $b, $c;", "u32 u32 small small",
	 NULL},
	{"int", 64, "bfe.{u64|s64} $d, $a, $b, $c;", "u64 u64 small small",
	 NULL},
	{"int", 64, "bfi.b32 $d, $a, $b, $c, $e;",
	 "u32 u32 u32 small small", NULL},
	{"int", 64, "bfi.b64 $d, $a, $b, $c, $e;",
	 "u64 u64 u64 small small", NULL},
	{"int", 64, "fns.b32 $d, $a, $b, $c;", "u32 u32 lane tiny", NULL},
	{"int", 64, "bmsk.{clamp|wrap}.b32 $d, $a, $b;", "u32 small small",
	 NULL},
	{"int", 64, "szext.{clamp|wrap}.{u32|s32} $d, $a, $b;",
	 "u32 u32 small", NULL},
	{"int", 64, "{shl.b16|shr.b16|shr.u16|shr.s16} $d, $a, $b;",
	 "u16 u16 small", NULL},
	{"int", 64, "{shl.b32|shr.b32|shr.u32|shr.s32} $d, $a, $b;",
	 "u32 u32 small", NULL},
	{"int", 64, "{shl.b64|shr.b64|shr.u64|shr.s64} $d, $a, $b;",
	 "u64 u64 small", NULL},
	{"int", 64, "shf.{l|r}.{wrap|clamp}.b32 $d, $a, $b, $c;",
	 "u32 u32 u32 small", NULL},
	{"int", 64, "lop3.b32 $d, $a, $b, $c, "
		    "{0x00|0x1b|0x3c|0x78|0x96|0xca|0xe8|0xfe};",
	 "u32 u32 u32 u32", NULL},
	{"int", 64, "prmt.b32{|.f4e|.b4e|.rc8|.ecl|.ecr|.rc16} "
		    "$d, $a, $b, $c;", "u32 u32 u32 u32", NULL},
	{"int", 64, "dp4a.{u32.u32|u32.s32|s32.u32|s32.s32} $d, $a, $b, $c;",
	 "u32 u32 u32 u32", NULL},
	{"int", 64, "dp2a.{lo|hi}.{u32.u32|u32.s32|s32.u32|s32.s32} "
		    "$d, $a, $b, $c;", "u32 u32 u32 u32", NULL},
	{"int", 64, "add.cc.u32 $t, $a, $b; addc.u32 $d, $c, 0;",
	 "u32 u32 u32 u32", NULL},
	{"int", 64, "add.cc.u32 $t, $a, $b; addc.cc.u32 $t, $t, $c; "
		    "addc.u32 $d, $t, $a;", "u32 u32 u32 u32", NULL},
	{"int", 64, "sub.cc.u32 $t, $a, $b; subc.u32 $d, $c, $t;",
	 "u32 u32 u32 u32", NULL},
	{"int", 64, "mad.lo.cc.u32 $t, $a, $b, $c; "
		    "madc.hi.u32 $d, $a, $b, $t;", "u32 u32 u32 u32", NULL},
	{"int", 64, "mad.hi.cc.{u32|s32} $t, $a, $b, $c; "
		    "addc.u32 $d, $t, 0;", "u32 u32 u32 u32", NULL},
	{"int", 64, "add.cc.u64 $u, $a, $b; addc.u64 $d, $u, $c;",
	 "u64 u64 u64 u64", NULL},
	{"int", 64, "sub.cc.u64 $u, $a, $b; subc.u64 $d, $u, $c;",
	 "u64 u64 u64 u64", NULL},
	{"int", 64, "setp.{eq|ne|lt|le|gt|ge}.#" TRUTH, "pred # #",
	 INTEGERS},
	{"int", 64, "setp.{lo|ls|hi|hs}.#" TRUTH, "pred # #",
	 "u16 u32 u64"},
	{"int", 64, "set.{lt|ge}.{u32|f32}.{u32|s32} $d, $a, $b;",
	 "u32 u32 u32", NULL},
	{"int", 64, "slct.u32.s32 $d, $a, $b, $c;", "u32 u32 u32 s32", NULL},
	{"int", 64, "slct.u64.s32 $d, $a, $b, $c;", "u64 u64 u64 s32", NULL},
	{"int", 64, "{min|max}{|.relu}.s32 $d, $a, $b;", "s32 s32 s32",
	 NULL},
	{"int", 64, "{min|max}{|.relu}.s16x2 $d, $a, $b;", "u32 u32 u32",
	 NULL},
	{"int", 64, "{min|max}.u16x2 $d, $a, $b;", "u32 u32 u32", NULL},
	{"int", 64, "add.{u16x2|s16x2} $d, $a, $b;", "u32 u32 u32", NULL},

	/* --- across lanes */
	{"warp", 128, "shfl.sync.{idx|up|down|bfly}.b32 $d|$p, $a, $b, "
		      "{0x1f|0x181f|0x1c03|0}, 0xffffffff; "
		      "selp.b32 $t, 0x80000000, 0, $p; "
		      "xor.b32 $d, $d, $t;", "u32 u32 small", NULL},
	{"warp", 128, "vote.sync.{all|any|uni}.pred $p, $q, 0xffffffff; "
		      "selp.b32 $d, 1, 0, $p;", "pred odd", NULL},
	{"warp", 128, "vote.sync.ballot.b32 $d, $q, 0xffffffff;",
	 "u32 odd", NULL},
	{"warp", 128, "match.any.sync.b32 $d, $a, 0xffffffff;", "u32 tiny",
	 NULL},
	{"warp", 128, "match.any.sync.b64 $d, $a, 0xffffffff;", "u32 tiny64",
	 NULL},
	{"warp", 128, "match.all.sync.b32 $d|$p, $a, 0xffffffff;",
	 "u32 odd", NULL},
	{"warp", 128, "redux.sync.{add|min|max}.{u32|s32} $d, $a, "
		      "0xffffffff;", "u32 u32", NULL},
	{"warp", 128, "redux.sync.{and|or|xor}.b32 $d, $a, 0xffffffff;",
	 "u32 u32", NULL},
	{"warp", 128, "activemask.b32 $d;", "u32 u32", NULL},
	{"warp", 128, "movmatrix.sync.aligned.m8n8.trans.b16 $d, $a;",
	 "u32 u32", NULL},

	/* --- atomics, each thread on a word of its own */
	{"atom", 64, "st.global.b32 [$m], $a; "
		     "red.global.{add|min|max|inc|dec}.u32 [$m], $b; "
		     "ld.global.b32 $d, [$m];", "u32 u32 u32", NULL},
	{"atom", 64, "st.global.b32 [$m], $a; "
		     "red.global.{add|min|max}.s32 [$m], $b; "
		     "ld.global.b32 $d, [$m];", "s32 s32 s32", NULL},
	{"atom", 64, "st.global.b32 [$m], $a; "
		     "red.global.{and|or|xor}.b32 [$m], $b; "
		     "ld.global.b32 $d, [$m];", "u32 u32 u32", NULL},
	{"atom", 64, "st.global.b64 [$m], $a; "
		     "red.global.{add|min|max}.u64 [$m], $b; "
		     "ld.global.b64 $d, [$m];", "u64 u64 u64", NULL},
	{"atom", 64, "st.global.b64 [$m], $a; "
		     "red.global.{min|max}.s64 [$m], $b; "
		     "ld.global.b64 $d, [$m];", "s64 s64 s64", NULL},
	{"atom", 64, "st.global.b64 [$m], $a; "
		     "red.global.{and|or|xor}.b64 [$m], $b; "
		     "ld.global.b64 $d, [$m];", "u64 u64 u64", NULL},
	{"atom", 96, "st.global.b32 [$m], $a; "
		     "red.global.add.f32 [$m], $b; ld.global.b32 $d, [$m];",
	 "f32 f32 f32", NULL},
	{"atom", 96, "st.global.b64 [$m], $a; "
		     "red.global.add.f64 [$m], $b; ld.global.b64 $d, [$m];",
	 "f64 f64 f64", NULL},
	{"atom", 96, "st.global.b32 [$m], $a; "
		     "red.global.add.noftz.# [$m], $b; "
		     "ld.global.b32 $d, [$m];", "# # #", "f16x2 bf16x2"},
	{"atom", 96, "st.global.b16 [$m], $a; "
		     "red.global.add.noftz.# [$m], $b; "
		     "ld.global.b16 $d, [$m];", "# # #", "f16 bf16"},
	{"atom", 64, "st.global.b32 [$m], $a; "
		     "atom.global.{exch.b32|add.u32|max.s32} $d, [$m], $b;",
	 "u32 u32 u32", NULL},
	{"atom", 64, "st.global.b32 [$m], $a; "
		     "atom.global.cas.b32 $d, [$m], $b, $c;",
	 "u32 tiny tiny u32", NULL},
};

const struct pattern *
pattern_at(unsigned i)
{
	return i < sizeof(patterns) / sizeof(*patterns) ? &patterns[i] : NULL;
}
