/*
 * What decoders ask: mods of the statement, operands as refs and slots,
 * addresses, labels.
 *
 * Nothing is guessed: an operand of another width or kind than the instruction
 * wants marks the statement as bad, and another rule is tried.
 */
#include <string.h>

#include "arena.h"
#include "code.h"
#include "decode.h"
#include "ptx.h"
#include "ptx_type.h"

bool
decode_take(struct decoder *d, const char *mod)
{
	unsigned i;

	for (i = 0; i < d->s->nmods; i++) {
		if (!(d->used >> i & 1) && !strcmp(d->s->mods[i], mod)) {
			d->used |= 1u << i;
			return true;
		}
	}
	return false;
}

int
decode_take_of(struct decoder *d, const char *const *mods)
{
	int i;

	for (i = 0; mods[i]; i++) {
		if (decode_take(d, mods[i]))
			return i;
	}
	return -1;
}

const struct operand *
decode_operand(const struct decoder *d, unsigned n)
{
	static const struct operand none = { .kind = OPERAND_NONE };

	return n < d->s->n ? &d->s->o[n] : &none;
}

bool
decode_is_wide(enum ptx_type type)
{
	return ptx_type_bits(type) == 64;
}

uint32_t
decode_register(const struct decoder *d, uint32_t reg, enum ptx_type *type)
{
	*type = (enum ptx_type)d->function->regs[reg].type;
	return d->function->regs[reg].at;
}

/* A new constant behind the others; the whole is moved when it is full. */
static uint32_t
add_constant(struct module *m, const void *lanes, size_t bytes)
{
	unsigned char *more;
	size_t cap;

	if (m->nconstants + bytes > m->constants_cap) {
		cap = 2 * m->constants_cap + 64 * SLOT64;
		more = arena_make(m->arena, cap + 64);
		more += 64 - (uintptr_t)more % 64;
		if (m->nconstants)
			memcpy(more, m->constants, m->nconstants);
		m->constants = more;
		m->constants_cap = cap;
	}
	memcpy(m->constants + m->nconstants, lanes, bytes);
	m->nconstants += bytes;
	return (uint32_t)(m->nconstants - bytes) | REF_CONSTANT;
}

/* A constant of one width is found again by its first 64 bytes. */
uint32_t
decode_constant(struct module *m, uint64_t value, bool wide)
{
	uint64_t lanes[LANES];
	uint32_t narrow[LANES];
	size_t bytes = wide ? SLOT64 : SLOT32, at;
	const void *all = wide ? (void *)lanes : (void *)narrow;
	unsigned i;

	for (i = 0; i < LANES; i++) {
		lanes[i] = value;
		narrow[i] = (uint32_t)value;
	}
	for (at = 0; at + bytes <= m->nconstants; at += SLOT32) {
		if (!memcmp(m->constants + at, all, bytes))
			return (uint32_t)at | REF_CONSTANT;
	}
	return add_constant(m, all, bytes);
}

static uint64_t
number_bits(const struct operand *o, enum ptx_type type)
{
	double real;
	float narrow;
	uint32_t bits;

	if (o->real != 'd' || type != PTX_F32)
		return o->number;
	memcpy(&real, &o->number, sizeof(real));
	narrow = (float)real;
	memcpy(&bits, &narrow, sizeof(bits));
	return bits;
}

/* Where a symbol is, for instructions that take its address. */
static uint64_t
symbol_address(struct decoder *d, const struct symbol *s)
{
	if (s->space == SPACE_CODE)
		return s->at;
	if (s->space == SPACE_PARAM || s->space == SPACE_LOCAL)
		d->bad = true; /* relative to the frame: mov alone */
	return s->at;
}

uint32_t
decode_source(struct decoder *d, const struct operand *o, enum ptx_type type)
{
	unsigned bits = ptx_type_bits(type);
	bool wide = decode_is_wide(type);
	enum ptx_type own;
	uint32_t at;
	uint64_t value;

	switch ((int)o->kind) {
	case OPERAND_REGISTER:
		at = decode_register(d, o->reg, &own);
		if (decode_is_wide(own) != wide || own == PTX_PRED ||
		    own == PTX_B128 || o->negated)
			d->bad = true;
		return at;
	case OPERAND_NUMBER:
		value = number_bits(o, type);
		break;
	case OPERAND_SYMBOL:
		value = symbol_address(d, o->symbol) + o->number;
		break;
	case OPERAND_NONE:
	case OPERAND_ADDRESS:
	case OPERAND_NAME:
	case OPERAND_VECTOR:
	case OPERAND_SINK:
	default:
		d->bad = true;
		return 0;
	}
	if (bits < 32)
		value &= (UINT64_C(1) << bits) - 1;
	return decode_constant(d->module, value, wide);
}

uint32_t
decode_sink(struct decoder *d)
{
	(void)d;
	return 0; /* the first slot of a frame is nobody's */
}

uint32_t
decode_destination(struct decoder *d, const struct operand *o,
		   enum ptx_type type)
{
	enum ptx_type own;
	uint32_t at;

	if (o->kind == OPERAND_SINK)
		return decode_sink(d);
	if (o->kind != OPERAND_REGISTER) {
		d->bad = true;
		return 0;
	}
	at = decode_register(d, o->reg, &own);
	if (decode_is_wide(own) != decode_is_wide(type) || own == PTX_PRED ||
	    own == PTX_B128)
		d->bad = true;
	return at;
}

uint32_t
decode_predicate(struct decoder *d, const struct operand *o, bool *negated)
{
	enum ptx_type own = PTX_NONE;
	uint32_t at = 0;

	*negated = o->negated;
	if (o->kind == OPERAND_NUMBER)
		return decode_constant(d->module, o->number ? ALL_LANES : 0,
				       false);
	if (o->kind == OPERAND_REGISTER)
		at = decode_register(d, o->reg, &own);
	if (own != PTX_PRED)
		d->bad = true;
	return at;
}

void
decode_address(struct decoder *d, unsigned n)
{
	const struct operand *o = decode_operand(d, n);
	struct insn *i = d->i;
	enum ptx_type own;

	if (o->kind != OPERAND_ADDRESS) {
		d->bad = true;
		return;
	}
	i->offset = (int64_t)o->number;
	if (o->reg != PTX_NO_REGISTER) {
		i->ref[0] = decode_register(d, o->reg, &own);
		if (decode_is_wide(own))
			i->flags |= ADDRESS_WIDE;
		if (own == PTX_PRED || own == PTX_B128)
			d->bad = true;
		return;
	}
	i->flags |= ADDRESS_NONE;
	if (!o->symbol)
		return;
	i->offset += (int64_t)o->symbol->at;
	if (o->symbol->space == SPACE_LOCAL ||
	    (o->symbol->space == SPACE_PARAM && !o->symbol->kernel))
		i->flags |= ADDRESS_FRAME;
	else if (o->symbol->space == SPACE_PARAM)
		i->flags |= ADDRESS_PARAM;
}

bool
decode_label(const struct decoder *d, const char *name, uint32_t *pc)
{
	const struct label *l = d->function->labels;
	size_t low = 0, high = d->function->nlabels, middle;
	int order;

	while (low < high) {
		middle = (low + high) / 2;
		order = strcmp(name, l[middle].name);
		if (!order) {
			*pc = (uint32_t)l[middle].statement;
			return true;
		}
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return false;
}

void
decode_lanes(struct decoder *d, enum ptx_type result)
{
	d->i->kind = decode_is_wide(result) ? KIND_LANES64 : KIND_LANES32;
	d->i->d = decode_destination(d, decode_operand(d, 0), result);
}

void
decode_sources(struct decoder *d, unsigned n, enum ptx_type type)
{
	unsigned i;

	for (i = 0; i < n; i++)
		d->i->ref[i] = decode_source(d, decode_operand(d, i + 1), type);
	if (d->s->n != n + 1)
		d->bad = true;
}
