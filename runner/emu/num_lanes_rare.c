/*
 * Whole warps of instructions that are rare: a function each, through
 * num_lanes_slow, so that a decoded instruction is one pointer for all.
 */
#include "num.h"

#include <stddef.h>

#include "num_parts.h"

static void
f16_min(void *d, const void *const abc[3], unsigned how)
{
	num_lanes_slow(NUM_MIN, NUM_F16, d, abc, how);
}

static void
bf16_min(void *d, const void *const abc[3], unsigned how)
{
	num_lanes_slow(NUM_MIN, NUM_BF16, d, abc, how);
}

static void
f64_min(void *d, const void *const abc[3], unsigned how)
{
	num_lanes_slow(NUM_MIN, NUM_F64, d, abc, how);
}

static void
f16_max(void *d, const void *const abc[3], unsigned how)
{
	num_lanes_slow(NUM_MAX, NUM_F16, d, abc, how);
}

static void
bf16_max(void *d, const void *const abc[3], unsigned how)
{
	num_lanes_slow(NUM_MAX, NUM_BF16, d, abc, how);
}

static void
f64_max(void *d, const void *const abc[3], unsigned how)
{
	num_lanes_slow(NUM_MAX, NUM_F64, d, abc, how);
}

static void
f16_neg(void *d, const void *const abc[3], unsigned how)
{
	num_lanes_slow(NUM_NEG, NUM_F16, d, abc, how);
}

static void
bf16_neg(void *d, const void *const abc[3], unsigned how)
{
	num_lanes_slow(NUM_NEG, NUM_BF16, d, abc, how);
}

static void
f16x2_neg(void *d, const void *const abc[3], unsigned how)
{
	num_lanes_slow(NUM_NEG, NUM_F16X2, d, abc, how);
}

static void
bf16x2_neg(void *d, const void *const abc[3], unsigned how)
{
	num_lanes_slow(NUM_NEG, NUM_BF16X2, d, abc, how);
}

static void
f64_neg(void *d, const void *const abc[3], unsigned how)
{
	num_lanes_slow(NUM_NEG, NUM_F64, d, abc, how);
}

static void
f16_abs(void *d, const void *const abc[3], unsigned how)
{
	num_lanes_slow(NUM_ABS, NUM_F16, d, abc, how);
}

static void
bf16_abs(void *d, const void *const abc[3], unsigned how)
{
	num_lanes_slow(NUM_ABS, NUM_BF16, d, abc, how);
}

static void
f16x2_abs(void *d, const void *const abc[3], unsigned how)
{
	num_lanes_slow(NUM_ABS, NUM_F16X2, d, abc, how);
}

static void
bf16x2_abs(void *d, const void *const abc[3], unsigned how)
{
	num_lanes_slow(NUM_ABS, NUM_BF16X2, d, abc, how);
}

static void
f64_abs(void *d, const void *const abc[3], unsigned how)
{
	num_lanes_slow(NUM_ABS, NUM_F64, d, abc, how);
}

static void
f32_copysign(void *d, const void *const abc[3], unsigned how)
{
	num_lanes_slow(NUM_COPYSIGN, NUM_F32, d, abc, how);
}

static void
f64_copysign(void *d, const void *const abc[3], unsigned how)
{
	num_lanes_slow(NUM_COPYSIGN, NUM_F64, d, abc, how);
}

static void
f64_rcp(void *d, const void *const abc[3], unsigned how)
{
	num_lanes_slow(NUM_RCP, NUM_F64, d, abc, how);
}

static void
f64_rcp_approx(void *d, const void *const abc[3], unsigned how)
{
	num_lanes_slow(NUM_RCP_APPROX, NUM_F64, d, abc, how);
}

static void
f64_rsqrt_approx(void *d, const void *const abc[3], unsigned how)
{
	num_lanes_slow(NUM_RSQRT_APPROX, NUM_F64, d, abc, how);
}

static void
f16_ex2_approx(void *d, const void *const abc[3], unsigned how)
{
	num_lanes_slow(NUM_EX2_APPROX, NUM_F16, d, abc, how);
}

static void
bf16_ex2_approx(void *d, const void *const abc[3], unsigned how)
{
	num_lanes_slow(NUM_EX2_APPROX, NUM_BF16, d, abc, how);
}

static void
f16x2_ex2_approx(void *d, const void *const abc[3], unsigned how)
{
	num_lanes_slow(NUM_EX2_APPROX, NUM_F16X2, d, abc, how);
}

static void
bf16x2_ex2_approx(void *d, const void *const abc[3], unsigned how)
{
	num_lanes_slow(NUM_EX2_APPROX, NUM_BF16X2, d, abc, how);
}

static void
f16_tanh_approx(void *d, const void *const abc[3], unsigned how)
{
	num_lanes_slow(NUM_TANH_APPROX, NUM_F16, d, abc, how);
}

static void
bf16_tanh_approx(void *d, const void *const abc[3], unsigned how)
{
	num_lanes_slow(NUM_TANH_APPROX, NUM_BF16, d, abc, how);
}

static void
f16x2_tanh_approx(void *d, const void *const abc[3], unsigned how)
{
	num_lanes_slow(NUM_TANH_APPROX, NUM_F16X2, d, abc, how);
}

static void
bf16x2_tanh_approx(void *d, const void *const abc[3], unsigned how)
{
	num_lanes_slow(NUM_TANH_APPROX, NUM_BF16X2, d, abc, how);
}

num_lanes *
num_lanes_rare(enum num_op op, enum num_type t)
{
	static num_lanes *const rare[NUM_OPS][NUM_F64 + 1] = {
		[NUM_MIN] = {
			[NUM_F16] = f16_min,
			[NUM_BF16] = bf16_min,
			[NUM_F64] = f64_min,
		},
		[NUM_MAX] = {
			[NUM_F16] = f16_max,
			[NUM_BF16] = bf16_max,
			[NUM_F64] = f64_max,
		},
		[NUM_NEG] = {
			[NUM_F16] = f16_neg,
			[NUM_BF16] = bf16_neg,
			[NUM_F16X2] = f16x2_neg,
			[NUM_BF16X2] = bf16x2_neg,
			[NUM_F64] = f64_neg,
		},
		[NUM_ABS] = {
			[NUM_F16] = f16_abs,
			[NUM_BF16] = bf16_abs,
			[NUM_F16X2] = f16x2_abs,
			[NUM_BF16X2] = bf16x2_abs,
			[NUM_F64] = f64_abs,
		},
		[NUM_COPYSIGN] = {
			[NUM_F32] = f32_copysign,
			[NUM_F64] = f64_copysign,
		},
		[NUM_RCP] = {
			[NUM_F64] = f64_rcp,
		},
		[NUM_RCP_APPROX] = {
			[NUM_F64] = f64_rcp_approx,
		},
		[NUM_RSQRT_APPROX] = {
			[NUM_F64] = f64_rsqrt_approx,
		},
		[NUM_EX2_APPROX] = {
			[NUM_F16] = f16_ex2_approx,
			[NUM_BF16] = bf16_ex2_approx,
			[NUM_F16X2] = f16x2_ex2_approx,
			[NUM_BF16X2] = bf16x2_ex2_approx,
		},
		[NUM_TANH_APPROX] = {
			[NUM_F16] = f16_tanh_approx,
			[NUM_BF16] = bf16_tanh_approx,
			[NUM_F16X2] = f16x2_tanh_approx,
			[NUM_BF16X2] = bf16x2_tanh_approx,
		},
	};

	return t <= NUM_F64 ? rare[op][t] : NULL;
}
