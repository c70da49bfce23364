/*
 * Constants of number formats: format.fp16.max and its like.
 *
 * The idea: a format is its widths and the largest finite significand; all
 * else is arithmetic. IEEE formats keep the top exponent for infinities and
 * NaN; the small ones of the OCP specifications use it for numbers.
 *
 * Sources: IEEE 754-2019 table 3.5 (binary16, 32, 64); PTX ISA, alternate
 * floating-point formats (bf16, tf32); OCP 8-bit Floating Point
 * Specification 1.0 (E4M3, E5M2); OCP Microscaling Formats 1.0 (E2M1).
 */
#include "arena.h"
#include "fact.h"
#include "value.h"

#include <math.h>

struct format {
	struct str name;
	int exponent_bits, mantissa_bits;
	int top_exponent;   /* of the largest finite number */
	double top;         /* its significand; 0: all ones */
};

static const struct format formats[] = {
	{ STR_INIT("fp64"), 11, 52, 1023, 0 },
	{ STR_INIT("fp32"), 8, 23, 127, 0 },
	{ STR_INIT("tf32"), 8, 10, 127, 0 },
	{ STR_INIT("fp16"), 5, 10, 15, 0 },
	{ STR_INIT("bf16"), 8, 7, 127, 0 },
	{ STR_INIT("e4m3"), 4, 3, 8, 1.75 }, /* 1.875 * 2^8 is NaN */
	{ STR_INIT("e5m2"), 5, 2, 15, 1.75 },
	{ STR_INIT("e2m1"), 2, 1, 2, 1.5 },
};

static const struct format *
find_format(struct str name)
{
	for (size_t i = 0; i < COUNT_OF(formats); i++)
		if (str_equal(formats[i].name, name))
			return &formats[i];
	return NULL;
}

/* Exponent of the least normal number: 1 - bias. */
static int
least_exponent(const struct format *f)
{
	return 2 - (1 << (f->exponent_bits - 1));
}

enum entry { ENTRY_MAX, ENTRY_MIN_NORMAL, ENTRY_MIN_SUBNORMAL, ENTRY_ULP,
	     ENTRY_ROUNDOFF, ENTRY_EXPONENT_BITS, ENTRY_MANTISSA_BITS,
	     ENTRY_BITS };

static const struct {
	struct str name;
	enum entry entry;
} entries[] = {
	{ STR_INIT("max"), ENTRY_MAX },
	{ STR_INIT("min_normal"), ENTRY_MIN_NORMAL },
	{ STR_INIT("min_subnormal"), ENTRY_MIN_SUBNORMAL },
	{ STR_INIT("ulp"), ENTRY_ULP },
	{ STR_INIT("roundoff"), ENTRY_ROUNDOFF },
	{ STR_INIT("exponent_bits"), ENTRY_EXPONENT_BITS },
	{ STR_INIT("mantissa_bits"), ENTRY_MANTISSA_BITS },
	{ STR_INIT("bits"), ENTRY_BITS },
};

static double
top_significand(const struct format *f)
{
	return f->top > 0 ? f->top : 2 - ldexp(1, -f->mantissa_bits);
}

static double
entry_number(const struct format *f, enum entry e)
{
	switch (e) {
	case ENTRY_MAX:
		return ldexp(top_significand(f), f->top_exponent);
	case ENTRY_MIN_NORMAL:
		return ldexp(1, least_exponent(f));
	case ENTRY_MIN_SUBNORMAL:
		return ldexp(1, least_exponent(f) - f->mantissa_bits);
	case ENTRY_ULP:
		return ldexp(1, -f->mantissa_bits);
	case ENTRY_ROUNDOFF:
		return ldexp(1, -f->mantissa_bits - 1);
	case ENTRY_EXPONENT_BITS:
		return f->exponent_bits;
	case ENTRY_MANTISSA_BITS:
		return f->mantissa_bits;
	case ENTRY_BITS:
	default:
		return 1 + f->exponent_bits + f->mantissa_bits;
	}
}

struct value
format_entry(struct arena *a, struct str format, struct str entry)
{
	const struct format *f = find_format(format);

	if (!f)
		return value_lack(LACK_ERROR, arena_printf(a,
			"no format '" STR_FMT "' (fp64 fp32 tf32 fp16 bf16 "
			"e4m3 e5m2 e2m1)", STR_ARG(format)));
	for (size_t i = 0; i < COUNT_OF(entries); i++)
		if (str_equal(entries[i].name, entry))
			return value_number(entry_number(f, entries[i].entry),
					    NULL);
	return value_lack(LACK_ERROR, arena_printf(a,
		"a format has no '" STR_FMT "' (max min_normal min_subnormal "
		"ulp roundoff exponent_bits mantissa_bits bits)",
		STR_ARG(entry)));
}

bool
format_name(size_t i, struct str *out)
{
	if (i >= COUNT_OF(formats))
		return false;
	*out = formats[i].name;
	return true;
}

bool
format_member(size_t i, struct str *out)
{
	if (i >= COUNT_OF(entries))
		return false;
	*out = entries[i].name;
	return true;
}
