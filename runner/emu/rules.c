/*
 * The instructions: a table of their forms.
 *
 * A row says which mods a form has, which it may have, for which types, and
 * who decodes it; the first row that fits a statement is taken. Rows of one
 * opcode stand together, the opcodes in the order of their names, so that they
 * are found by halving.
 */
#include <stddef.h>
#include <string.h>

#include "approximate.h"
#include "arith.h"
#include "async.h"
#include "code.h"
#include "decode.h"
#include "flow.h"
#include "int.h"
#include "lanes_ops.h"
#include "matrix.h"
#include "memory_ops.h"
#include "num.h"
#include "ptx_type.h"
#include "rules.h"
#include "sync.h"

enum {
	U16 = 1 << PTX_U16,
	S16 = 1 << PTX_S16,
	U32 = 1 << PTX_U32,
	S32 = 1 << PTX_S32,
	U64 = 1 << PTX_U64,
	S64 = 1 << PTX_S64,
	B16 = 1 << PTX_B16,
	B32 = 1 << PTX_B32,
	B64 = 1 << PTX_B64,
	PRED = 1 << PTX_PRED,
	F16 = 1 << PTX_F16,
	BF16 = 1 << PTX_BF16,
	F16X2 = 1 << PTX_F16X2,
	BF16X2 = 1 << PTX_BF16X2,
	F32 = 1 << PTX_F32,
	F64 = 1 << PTX_F64,
	WORDS = U32 | S32,
	INTS = U16 | S16 | U32 | S32 | U64 | S64,
	SIGNED = S16 | S32 | S64,
	BITS = B16 | B32 | B64,
	HALVES = F16 | F16X2,
	BRAINS = BF16 | BF16X2,
	SMALL = HALVES | BRAINS,
	ANY = 0,
	PAIR = ANY, /* u16x2, s16x2: no type of their own */
};

static const struct rule rules[] = {
	{ "abs", "", "", SIGNED, decode_int, INT_ABS },
	{ "abs", "", "ftz", F32 | F64 | SMALL, decode_float, NUM_ABS },
	{ "activemask", "", "", B32, decode_activemask, 0 },
	{ "add", "", "", INTS, decode_int, INT_ADD },
	{ "add", "sat", "", S32, decode_int, INT_ADD },
	{ "add", "cc", "", U32 | S32 | U64 | S64 | B32, decode_carry,
	  CARRY_ADD },
	{ "add", "", "rn rz rm rp ftz sat", F32, decode_float, NUM_ADD },
	{ "add", "", "rn rz rm rp", F64, decode_float, NUM_ADD },
	{ "add", "", "rn ftz sat", HALVES, decode_float, NUM_ADD },
	{ "add", "", "rn", BRAINS, decode_float, NUM_ADD },
	{ "add", "", "", PAIR, decode_int_pair, INT_ADD },
	{ "addc", "", "", WORDS | U64 | S64, decode_carry, CARRY_ADD },
	{ "and", "", "", BITS | PRED, decode_logic, INT_AND },
	{ "atom", "", "", ANY, decode_atom, 0 },
	{ "bar", "sync", "", ANY, decode_bar, BAR_SYNC },
	{ "bar", "warp sync", "", ANY, decode_bar_warp, 0 },
	{ "bar", "cta sync", "", ANY, decode_bar, BAR_SYNC },
	{ "bar", "arrive", "cta", ANY, decode_bar, BAR_ARRIVE },
	{ "bar", "red", "cta", U32 | PRED, decode_bar, BAR_RED },
	{ "barrier", "sync", "cta aligned", ANY, decode_bar, BAR_SYNC },
	{ "barrier", "arrive", "cta aligned", ANY, decode_bar, BAR_ARRIVE },
	{ "barrier", "red", "cta aligned", U32 | PRED, decode_bar, BAR_RED },
	{ "bfe", "", "", U32 | S32 | U64 | S64, decode_int, INT_BFE },
	{ "bfi", "", "", B32 | B64, decode_bfi, 0 },
	{ "bfind", "", "", U32 | S32 | U64 | S64, decode_int, INT_BFIND },
	{ "bfind", "shiftamt", "", U32 | S32 | U64 | S64, decode_int,
	  INT_BFIND_SHIFT },
	{ "bmsk", "wrap", "", B32, decode_int, INT_BMSK_WRAP },
	{ "bmsk", "clamp", "", B32, decode_int, INT_BMSK_CLAMP },
	{ "bra", "", "uni", ANY, decode_bra, 0 },
	{ "brev", "", "", B32 | B64, decode_int, INT_BREV },
	{ "brkpt", "", "", ANY, decode_nothing, 0 },
	{ "brx", "", "uni", ANY, decode_brx, 0 },
	{ "call", "", "uni", ANY, decode_call, 0 },
	{ "clz", "", "", B32 | B64, decode_int, INT_CLZ },
	{ "cnot", "", "", BITS, decode_int, INT_CNOT },
	{ "copysign", "", "", F32 | F64, decode_float, NUM_COPYSIGN },
	{ "cos", "approx", "ftz", F32, decode_approximate, NUM_COS_APPROX },
	{ "cp", "async bulk", "", ANY, decode_bulk, 0 },
	{ "cp", "async", "ca cg", ANY, decode_cp_async, 0 },
	{ "cvt", "pack sat", "", ANY, decode_cvt_pack, 0 },
	{ "cvt", "",
	  "rn rz rm rp rna rni rzi rmi rpi ftz sat satfinite relu", ANY,
	  decode_cvt, 0 },
	{ "cvta", "", "", U32 | U64, decode_cvta, 0 },
	{ "discard", "", "", ANY, decode_nothing, 0 },
	{ "div", "", "", INTS, decode_int, INT_DIV },
	{ "div", "approx", "ftz", F32, decode_approximate, NUM_DIV_APPROX },
	{ "div", "full", "ftz", F32, decode_approximate, NUM_DIV_FULL },
	{ "div", "", "rn rz rm rp ftz", F32, decode_float, NUM_DIV },
	{ "div", "", "rn rz rm rp", F64, decode_float, NUM_DIV },
	{ "dp2a", "", "", WORDS, decode_dot, 2 },
	{ "dp4a", "", "", WORDS, decode_dot, 4 },
	{ "elect", "sync", "", ANY, decode_elect, 0 },
	{ "ex2", "approx", "ftz", F32 | HALVES | BRAINS, decode_approximate,
	  NUM_EX2_APPROX },
	{ "exit", "", "", ANY, decode_end, FLOW_EXIT },
	{ "fence", "", "sc acq_rel acquire release cta gpu sys cluster",
	  ANY, decode_fence, 0 },
	{ "fence", "proxy", "async alias global shared::cta generic",
	  ANY, decode_fence, 0 },
	{ "fence", "mbarrier_init release cluster", "", ANY, decode_fence, 0 },
	{ "fma", "", "rn rz rm rp ftz sat", F32, decode_float, NUM_FMA },
	{ "fma", "", "rn rz rm rp", F64, decode_float, NUM_FMA },
	{ "fma", "", "rn ftz sat relu", HALVES, decode_float, NUM_FMA },
	{ "fma", "", "rn relu", BRAINS, decode_float, NUM_FMA },
	{ "fns", "", "", B32, decode_int, INT_FNS },
	{ "griddepcontrol", "", "", ANY, decode_nothing, 0 },
	{ "isspacep", "", "", ANY, decode_isspacep, 0 },
	{ "ld", "", "", ANY, decode_ld, 0 },
	{ "ldmatrix", "sync aligned m8n8", "trans shared shared::cta", B16,
	  decode_ldmatrix, 0 },
	{ "ldu", "", "", ANY, decode_ld, 0 },
	{ "lg2", "approx", "ftz", F32, decode_approximate, NUM_LG2_APPROX },
	{ "lop3", "", "", B32, decode_lop3, 0 },
	{ "mad", "lo", "", INTS, decode_int, INT_MAD_LO },
	{ "mad", "hi", "", INTS, decode_int, INT_MAD_HI },
	{ "mad", "hi sat", "", S32, decode_int, INT_MAD_HI },
	{ "mad", "wide", "", U16 | S16 | WORDS, decode_int, INT_MAD_WIDE },
	{ "mad", "lo cc", "", WORDS | U64 | S64, decode_carry, CARRY_MAD_LO },
	{ "mad", "hi cc", "", WORDS | U64 | S64, decode_carry, CARRY_MAD_HI },
	{ "mad", "", "rn rz rm rp ftz sat", F32, decode_float, NUM_FMA },
	{ "mad", "", "rn rz rm rp", F64, decode_float, NUM_FMA },
	{ "mad24", "lo", "", WORDS, decode_int, INT_MAD24_LO },
	{ "mad24", "hi", "", WORDS, decode_int, INT_MAD24_HI },
	{ "mad24", "hi sat", "", S32, decode_int, INT_MAD24_HI },
	{ "madc", "lo", "", WORDS | U64 | S64, decode_carry, CARRY_MAD_LO },
	{ "madc", "hi", "", WORDS | U64 | S64, decode_carry, CARRY_MAD_HI },
	{ "match", "sync", "", B32 | B64, decode_match, 0 },
	{ "max", "", "", INTS, decode_int, INT_MAX },
	{ "max", "relu", "", S32, decode_int, INT_MAX },
	{ "max", "", "ftz NaN xorsign abs", F32, decode_float, NUM_MAX },
	{ "max", "", "", F64, decode_float, NUM_MAX },
	{ "max", "", "ftz NaN xorsign abs", HALVES, decode_float, NUM_MAX },
	{ "max", "", "NaN xorsign abs", BRAINS, decode_float, NUM_MAX },
	{ "max", "", "relu", PAIR, decode_int_pair, INT_MAX },
	{ "mbarrier", "", "", ANY, decode_mbarrier, 0 },
	{ "membar", "", "cta gl sys", ANY, decode_fence, 0 },
	{ "min", "", "", INTS, decode_int, INT_MIN },
	{ "min", "relu", "", S32, decode_int, INT_MIN },
	{ "min", "", "ftz NaN xorsign abs", F32, decode_float, NUM_MIN },
	{ "min", "", "", F64, decode_float, NUM_MIN },
	{ "min", "", "ftz NaN xorsign abs", HALVES, decode_float, NUM_MIN },
	{ "min", "", "NaN xorsign abs", BRAINS, decode_float, NUM_MIN },
	{ "min", "", "relu", PAIR, decode_int_pair, INT_MIN },
	{ "mma", "sync aligned", "", ANY, decode_mma, MATRIX_MMA },
	{ "mov", "", "", ANY, decode_mov, INT_MOVE },
	{ "movmatrix", "sync aligned m8n8 trans", "", B16, decode_movmatrix,
	  0 },
	{ "mul", "lo", "", INTS, decode_int, INT_MUL_LO },
	{ "mul", "hi", "", INTS, decode_int, INT_MUL_HI },
	{ "mul", "wide", "", U16 | S16 | WORDS, decode_int, INT_MUL_WIDE },
	{ "mul", "", "rn rz rm rp ftz sat", F32, decode_float, NUM_MUL },
	{ "mul", "", "rn rz rm rp", F64, decode_float, NUM_MUL },
	{ "mul", "", "rn ftz sat", HALVES, decode_float, NUM_MUL },
	{ "mul", "", "rn", BRAINS, decode_float, NUM_MUL },
	{ "mul24", "lo", "", WORDS, decode_int, INT_MUL24_LO },
	{ "mul24", "hi", "", WORDS, decode_int, INT_MUL24_HI },
	{ "nanosleep", "", "", U32, decode_nothing, 0 },
	{ "neg", "", "", SIGNED, decode_int, INT_NEG },
	{ "neg", "", "ftz", F32 | F64 | SMALL, decode_float, NUM_NEG },
	{ "not", "", "", BITS | PRED, decode_logic, INT_NOT },
	{ "or", "", "", BITS | PRED, decode_logic, INT_OR },
	{ "pmevent", "", "", ANY, decode_nothing, 0 },
	{ "popc", "", "", B32 | B64, decode_int, INT_POPC },
	{ "prefetch", "", "", ANY, decode_prefetch, 0 },
	{ "prefetchu", "", "", ANY, decode_prefetch, 0 },
	{ "prmt", "", "", B32, decode_int, INT_PRMT },
	{ "prmt", "f4e", "", B32, decode_int, INT_PRMT_F4E },
	{ "prmt", "b4e", "", B32, decode_int, INT_PRMT_B4E },
	{ "prmt", "rc8", "", B32, decode_int, INT_PRMT_RC8 },
	{ "prmt", "ecl", "", B32, decode_int, INT_PRMT_ECL },
	{ "prmt", "ecr", "", B32, decode_int, INT_PRMT_ECR },
	{ "prmt", "rc16", "", B32, decode_int, INT_PRMT_RC16 },
	{ "rcp", "approx", "ftz", F32 | F64, decode_approximate,
	  NUM_RCP_APPROX },
	{ "rcp", "", "rn rz rm rp ftz", F32, decode_float, NUM_RCP },
	{ "rcp", "", "rn rz rm rp", F64, decode_float, NUM_RCP },
	{ "red", "", "", ANY, decode_atom, 1 },
	{ "redux", "sync", "NaN", WORDS | B32 | F32, decode_redux, 0 },
	{ "rem", "", "", INTS, decode_int, INT_REM },
	{ "ret", "", "uni", ANY, decode_end, FLOW_RETURN },
	{ "rsqrt", "approx", "ftz", F32 | F64, decode_approximate,
	  NUM_RSQRT_APPROX },
	{ "sad", "", "", INTS, decode_int, INT_SAD },
	{ "selp", "", "", INTS | BITS | F32 | F64, decode_selp, 0 },
	{ "set", "", "ftz", ANY, decode_set, 0 },
	{ "setmaxnreg", "", "", ANY, decode_nothing, 0 },
	{ "setp", "", "ftz", ANY, decode_setp, 0 },
	{ "shf", "l wrap", "", B32, decode_int, INT_SHF_L_WRAP },
	{ "shf", "l clamp", "", B32, decode_int, INT_SHF_L_CLAMP },
	{ "shf", "r wrap", "", B32, decode_int, INT_SHF_R_WRAP },
	{ "shf", "r clamp", "", B32, decode_int, INT_SHF_R_CLAMP },
	{ "shfl", "sync", "", B32, decode_shfl, 0 },
	{ "shl", "", "", BITS, decode_int, INT_SHL },
	{ "shr", "", "", BITS | INTS, decode_int, INT_SHR },
	{ "sin", "approx", "ftz", F32, decode_approximate, NUM_SIN_APPROX },
	{ "slct", "", "ftz", INTS | BITS | F32 | F64, decode_slct, 0 },
	{ "sqrt", "approx", "ftz", F32, decode_approximate, NUM_SQRT_APPROX },
	{ "sqrt", "", "rn rz rm rp ftz", F32, decode_float, NUM_SQRT },
	{ "sqrt", "", "rn rz rm rp", F64, decode_float, NUM_SQRT },
	{ "st", "", "", ANY, decode_st, 0 },
	{ "stmatrix", "sync aligned m8n8", "trans shared shared::cta", B16,
	  decode_stmatrix, 0 },
	{ "sub", "", "", INTS, decode_int, INT_SUB },
	{ "sub", "sat", "", S32, decode_int, INT_SUB },
	{ "sub", "cc", "", WORDS | U64 | S64, decode_carry, CARRY_SUB },
	{ "sub", "", "rn rz rm rp ftz sat", F32, decode_float, NUM_SUB },
	{ "sub", "", "rn rz rm rp", F64, decode_float, NUM_SUB },
	{ "sub", "", "rn ftz sat", HALVES, decode_float, NUM_SUB },
	{ "sub", "", "rn", BRAINS, decode_float, NUM_SUB },
	{ "sub", "", "", PAIR, decode_int_pair, INT_SUB },
	{ "subc", "", "", WORDS | U64 | S64, decode_carry, CARRY_SUB },
	{ "szext", "wrap", "", WORDS, decode_int, INT_SZEXT_WRAP },
	{ "szext", "clamp", "", WORDS, decode_int, INT_SZEXT_CLAMP },
	{ "tanh", "approx", "", F32 | SMALL, decode_approximate,
	  NUM_TANH_APPROX },
	{ "testp", "", "", F32 | F64, decode_testp, 0 },
	{ "trap", "", "", ANY, decode_end, FLOW_TRAP },
	{ "vote", "sync", "", PRED | B32, decode_vote, 0 },
	{ "wmma", "load sync aligned", "", ANY, decode_wmma_load, 0 },
	{ "wmma", "mma sync aligned", "rn", ANY, decode_mma, MATRIX_WMMA },
	{ "wmma", "store sync aligned", "", ANY, decode_wmma_store, 0 },
	{ "xor", "", "", BITS | PRED, decode_logic, INT_XOR },
};

enum { RULES = sizeof(rules) / sizeof(rules[0]) };

const struct rule *
rules_find(const char *name)
{
	size_t low = 0, high = RULES, middle;

	while (low < high) {
		middle = (low + high) / 2;
		if (strcmp(rules[middle].name, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == RULES || strcmp(rules[low].name, name))
		return NULL;
	return &rules[low];
}

const struct rule *
rules_next(const struct rule *r)
{
	const struct rule *next = r + 1;

	return next < rules + RULES && !strcmp(next->name, r->name) ? next
								     : NULL;
}

bool
rules_sorted(void)
{
	size_t i;

	for (i = 1; i < RULES; i++) {
		if (strcmp(rules[i - 1].name, rules[i].name) > 0)
			return false;
	}
	return true;
}
