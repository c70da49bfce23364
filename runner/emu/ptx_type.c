/*
 * One table of PTX's types: name, size, class and what num.h calls it.
 */
#include <stdint.h>
#include <string.h>

#include "code.h"
#include "num.h"
#include "ptx_type.h"

enum class { BITS, UNSIGNED, SIGNED, FLOAT };

static const struct {
	char name[8];
	unsigned char bits, class;
	signed char num;
} types[PTX_TYPES] = {
	[PTX_NONE] = { "", 0, BITS, -1 },
	[PTX_PRED] = { "pred", 0, BITS, -1 },
	[PTX_B8] = { "b8", 8, BITS, NUM_U8 },
	[PTX_U8] = { "u8", 8, UNSIGNED, NUM_U8 },
	[PTX_S8] = { "s8", 8, SIGNED, NUM_S8 },
	[PTX_B16] = { "b16", 16, BITS, NUM_U16 },
	[PTX_U16] = { "u16", 16, UNSIGNED, NUM_U16 },
	[PTX_S16] = { "s16", 16, SIGNED, NUM_S16 },
	[PTX_F16] = { "f16", 16, FLOAT, NUM_F16 },
	[PTX_BF16] = { "bf16", 16, FLOAT, NUM_BF16 },
	[PTX_E4M3X2] = { "e4m3x2", 16, FLOAT, NUM_E4M3X2 },
	[PTX_E5M2X2] = { "e5m2x2", 16, FLOAT, NUM_E5M2X2 },
	[PTX_B32] = { "b32", 32, BITS, NUM_U32 },
	[PTX_U32] = { "u32", 32, UNSIGNED, NUM_U32 },
	[PTX_S32] = { "s32", 32, SIGNED, NUM_S32 },
	[PTX_F32] = { "f32", 32, FLOAT, NUM_F32 },
	[PTX_TF32] = { "tf32", 32, FLOAT, NUM_TF32 },
	[PTX_F16X2] = { "f16x2", 32, FLOAT, NUM_F16X2 },
	[PTX_BF16X2] = { "bf16x2", 32, FLOAT, NUM_BF16X2 },
	[PTX_E4M3] = { "e4m3", 8, FLOAT, NUM_E4M3 },
	[PTX_E5M2] = { "e5m2", 8, FLOAT, NUM_E5M2 },
	[PTX_B64] = { "b64", 64, BITS, NUM_U64 },
	[PTX_U64] = { "u64", 64, UNSIGNED, NUM_U64 },
	[PTX_S64] = { "s64", 64, SIGNED, NUM_S64 },
	[PTX_F64] = { "f64", 64, FLOAT, NUM_F64 },
	[PTX_B128] = { "b128", 128, BITS, -1 },
};

enum ptx_type
ptx_type_find(const char *name, size_t len)
{
	int t;

	for (t = PTX_NONE + 1; t < PTX_TYPES; t++) {
		if (strlen(types[t].name) == len &&
		    !memcmp(types[t].name, name, len))
			return (enum ptx_type)t;
	}
	return PTX_NONE;
}

unsigned
ptx_type_bits(enum ptx_type t)
{
	return types[t].bits;
}

bool
ptx_type_signed(enum ptx_type t)
{
	return types[t].class == SIGNED;
}

bool
ptx_type_float(enum ptx_type t)
{
	return types[t].class == FLOAT;
}

int
ptx_type_num(enum ptx_type t)
{
	return types[t].num;
}
