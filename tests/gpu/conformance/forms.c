/*
 * Patterns -> forms -> operands.
 *
 * A form is a pattern with its choices made. Its operands come from a sequence
 * whose seed is the form's text, so that two forms of the same types see other
 * tuples and a form's tuples stay when the table grows. First specials, then
 * tuples whose exponents lie near each other, then what else is interesting
 * for the class: floats near integers, integers of every width.
 */
#include "forms.h"

#include <stdio.h>
#include <string.h>

#include "operands.h"
#include "table.h"

enum {
	KIND_SMALL = 250, /* in place of a width */
	KIND_LANE,
	KIND_TINY,
	KIND_ODD,
};

static const struct class classes[] = {
	{"f32", 32, 4, 32, 23, 1, 0},
	{"f64", 64, 8, 64, 52, 1, 0},
	{"f16", 16, 2, 16, 10, 1, 0},
	{"bf16", 16, 2, 16, 7, 1, 0},
	{"f16x2", 32, 4, 16, 10, 2, 0},
	{"bf16x2", 32, 4, 16, 7, 2, 0},
	{"e4m3x2", 16, 2, 8, 3, 2, 0},
	{"e5m2x2", 16, 2, 8, 2, 2, 0},
	{"u8", 32, 4, 0, 0, 0, 8},
	{"s8", 32, 4, 0, 0, 0, 8},
	{"u16", 16, 2, 0, 0, 0, 16},
	{"s16", 16, 2, 0, 0, 0, 16},
	{"u32", 32, 4, 0, 0, 0, 32},
	{"s32", 32, 4, 0, 0, 0, 32},
	{"u64", 64, 8, 0, 0, 0, 64},
	{"s64", 64, 8, 0, 0, 0, 64},
	{"pred", 32, 1, 0, 0, 0, 32},
	{"small", 32, 4, 0, 0, 0, KIND_SMALL},
	{"lane", 32, 4, 0, 0, 0, KIND_LANE},
	{"tiny", 32, 4, 0, 0, 0, KIND_TINY},
	{"tiny64", 64, 8, 0, 0, 0, KIND_TINY},
	{"odd", 32, 4, 0, 0, 0, KIND_ODD},
};

static const struct class *
class_named(const char *name, size_t length)
{
	for (unsigned i = 0; i < sizeof(classes) / sizeof(*classes); i++)
		if (strlen(classes[i].name) == length &&
		    !memcmp(classes[i].name, name, length))
			return &classes[i];
	return NULL;
}

/* --- choices --- */

struct choice {
	unsigned rest; /* the number of the form, used up digit by digit */
	const char *type;
	size_t type_length;
	char *to;
	size_t used;
};

static void
put(struct choice *c, const char *s, size_t n)
{
	if (c->to && c->used + n < FORM_TEXT) {
		memcpy(c->to + c->used, s, n);
		c->to[c->used + n] = '\0';
	}
	c->used += n;
}

static unsigned
alternatives(const char *s)
{
	unsigned n = 1;

	for (; *s != '}'; s++)
		n += *s == '|';
	return n;
}

/* {x|y}: the one that REST asks for; gives the end. */
static const char *
choose(struct choice *c, const char *s)
{
	unsigned n = alternatives(s), want = c->rest % n;
	const char *end;

	c->rest /= n;
	for (; want; s++)
		want -= *s == '|';
	end = s + strcspn(s, "|}");
	put(c, s, (size_t)(end - s));
	return end + strcspn(end, "}") + 1;
}

static void
expand(struct choice *c, const char *s)
{
	while (*s) {
		if (*s == '{') {
			s = choose(c, s + 1);
		} else if (*s == '#') {
			put(c, c->type, c->type_length);
			s++;
		} else {
			put(c, s++, 1);
		}
	}
}

static unsigned
combinations(const struct pattern *p)
{
	unsigned n = 1;

	for (const char *s = p->text; *s; s++)
		if (*s == '{')
			n *= alternatives(s + 1);
	return n;
}

static unsigned
type_count(const struct pattern *p)
{
	unsigned n = 1;

	if (!p->types)
		return 1;
	for (const char *s = p->types; *s; s++)
		n += *s == ' ';
	return n;
}

static void
signature(const struct pattern *p, const struct choice *c, struct form *f)
{
	const char *s = p->signature;
	const struct class *found;
	size_t n;

	for (unsigned i = 0; *s; i++) {
		n = strcspn(s, " ");
		if (*s == '#')
			found = class_named(c->type, c->type_length);
		else
			found = class_named(s, n);
		if (i == 0)
			f->result = found;
		else
			f->source[f->sources++] = found;
		s += n + (s[n] == ' ');
	}
}

static void
make(const struct pattern *p, unsigned number, struct form *f)
{
	struct choice c = {.to = f->text, .type = p->types};
	unsigned type = number / combinations(p);

	memset(f, 0, sizeof(*f));
	for (; type; c.type++)
		type -= *c.type == ' ';
	if (c.type)
		c.type_length = strcspn(c.type, " ");
	c.rest = number % combinations(p);
	f->group = p->group;
	f->tuples = p->tuples;
	expand(&c, p->text);
	signature(p, &c, f);
}

bool
form_at(unsigned i, struct form *f)
{
	const struct pattern *p;
	unsigned n;

	for (unsigned k = 0; (p = pattern_at(k)); k++) {
		n = combinations(p) * type_count(p);
		if (i < n) {
			make(p, i, f);
			return true;
		}
		i -= n;
	}
	return false;
}

unsigned
form_count(void)
{
	struct form f;
	unsigned n = 0;

	while (form_at(n, &f))
		n++;
	return n;
}

/* --- operands --- */

static uint64_t
seed_of(const char *text)
{
	uint64_t h = 14695981039346656037u;

	for (; *text; text++)
		h = (h ^ (unsigned char)*text) * 1099511628211u;
	return h;
}

static uint64_t
integer_operand(uint64_t *seed, unsigned width)
{
	static const uint64_t edges[] = {0, 1, 2, 3, 7, 8, 31, 32, 63, 64,
					 127, 128, 255, 256, 0x5555, 0x7fff,
					 0x8000, 0xffff, 0x7fffffff,
					 0x80000000, 0xffffffff,
					 0x7fffffffffffffff,
					 0x8000000000000000};
	uint64_t r = operand_random(seed), x = operand_random(seed);

	if (r % 4 == 0)
		x = edges[x % (sizeof(edges) / sizeof(*edges))];
	else if (r % 4 == 1)
		x >>= x % 64;
	else if (r % 4 == 2)
		x = 0 - (x >> (x % 64));
	if (width == KIND_SMALL)
		return (r >> 8) % 16 ? (r >> 16) % 70 : x & 0xffffffff;
	if (width == KIND_LANE)
		return x % 32;
	if (width == KIND_TINY)
		return (r >> 8) % 7 - 3;
	return x;
}

/* A multiple of a half or quarter, of any size: roundings to integer tie. */
static uint64_t
near_integer(uint64_t *seed, const struct class *c)
{
	uint64_t r = operand_random(seed), one;
	int bias = (1 << (c->format - c->fraction - 2)) - 1;
	int exponent = (int)(r % 66) - 2;
	unsigned keep = (unsigned)(exponent + 2 < 0 ? 0 : exponent + 2);

	if (exponent > bias)
		exponent = (int)(r % 16);
	one = (uint64_t)(bias + exponent) << c->fraction;
	r = operand_random(seed);
	r &= (1ull << c->fraction) - 1;
	if (keep < c->fraction)
		r &= ~((1ull << (c->fraction - keep)) - 1);
	return one | r | (operand_random(seed) & 1) << (c->format - 1);
}

/* Where conversion to a smaller format is subnormal there, or ties. */
static uint64_t
narrowing(uint64_t *seed, const struct class *c, bool tie)
{
	uint64_t r = operand_random(seed), x = operand_random(seed);
	int bias = (1 << (c->format - c->fraction - 2)) - 1;
	int low = c->format == 64 && r & 1 ? 126 : 14;
	unsigned cut = 1 + (unsigned)(r >> 8) % (c->fraction - 1u);
	int exponent = (int)(r >> 16) % 8 - 4;

	x &= (1ull << c->fraction) - 1;
	if (tie)
		x = (x >> cut << cut) | 1ull << (cut - 1);
	else
		exponent = -low - (int)(r >> 16) % (low == 14 ? 13 : 26);
	if (exponent + bias < 0)
		exponent = -bias;
	return x | (uint64_t)(bias + exponent) << c->fraction |
	       (r >> 63) << (c->format - 1);
}

/* Products and quotients that round up to the smallest normal. */
static void
smallest_normal(const struct class *c, bool quotient, uint64_t to[3])
{
	uint64_t unit = 1ull << c->fraction;
	uint64_t one = ((1ull << (c->format - c->fraction - 2)) - 1) * unit;

	to[0] = quotient ? unit : one - 1;
	to[1] = quotient ? one + 1 : unit;
	to[2] = 0;
}

/* All sources of a tuple that are floats of class C, at once. */
static void
float_operands(uint64_t *seed, const struct class *c, unsigned t,
	       uint64_t to[3])
{
	uint64_t specials[OPERAND_SPECIALS];
	unsigned n;

	if (c->format == 8) {
		to[0] = operand_random(seed) & 0xff;
		return;
	}
	n = operand_specials(c->format, c->fraction, specials);
	operand_tuple(seed, c->format, c->fraction, to);
	if (t == 48 || t == 49)
		smallest_normal(c, t == 49, to);
	for (unsigned i = 0; i < 3 && t != 48 && t != 49; i++) {
		if (t < 48)
			to[i] = specials[(i ? operand_random(seed) : t) % n];
		else if (t % 4 == 1)
			to[i] = near_integer(seed, c);
		else if (t % 4 == 2)
			to[i] = narrowing(seed, c, t % 8 == 2);
	}
}

static void
pair_operands(uint64_t *seed, const struct class *c, unsigned t,
	      uint64_t to[3])
{
	uint64_t upper[3] = {0, 0, 0};

	float_operands(seed, c, t, to);
	if (c->repeat < 2)
		return;
	float_operands(seed, c, 64, upper);
	for (unsigned i = 0; i < 3; i++)
		to[i] |= upper[i] << c->format;
	if (c->format == 8 && t < 128) /* each value once */
		to[0] = t * 2 | (t * 2 + 1) << 8;
}

static uint64_t
odd_operand(uint64_t *seed, unsigned t)
{
	uint64_t r = operand_random(seed);

	return t < 32 ? 1 : t < 64 ? 0 : r & 1;
}

void
form_operands(const struct form *f, unsigned t, uint64_t to[FORM_SOURCES])
{
	uint64_t seed = seed_of(f->text) + t * 0x1234567u, floats[3];
	const struct class *drawn = NULL;

	for (unsigned i = 0; i < f->sources; i++) {
		const struct class *c = f->source[i];

		if (c->format && c != drawn) {
			pair_operands(&seed, c, t, floats);
			drawn = c;
		}
		if (c->format)
			to[i] = floats[i % 3];
		else if (c->width == KIND_ODD)
			to[i] = odd_operand(&seed, t);
		else
			to[i] = integer_operand(&seed, c->width);
		if (c->bits < 64)
			to[i] &= (1ull << c->bits) - 1;
	}
}

uint32_t
form_print(const struct form *f)
{
	uint64_t x[FORM_SOURCES] = {0, 0, 0, 0}, h = seed_of(f->text);

	for (unsigned t = 0; t < f->tuples; t++) {
		form_operands(f, t, x);
		for (unsigned i = 0; i < FORM_SOURCES; i++)
			h = (h ^ x[i]) * 1099511628211u;
	}
	return (uint32_t)(h ^ h >> 32);
}
