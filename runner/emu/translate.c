/*
 * Decoding: each statement becomes one instruction, by the first rule whose
 * form it has (rules.c).
 *
 * A modifier that the rule does not know, or an operand that its decoder does
 * not want, leads to the next rule; a statement without one is unsupported: an
 * instruction that ends the launch with its name when a thread gets there.
 */
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "code.h"
#include "decode.h"
#include "flow.h"
#include "num.h"
#include "ptx.h"
#include "ptx_type.h"
#include "rules.h"
#include "stop.h"
#include "translate.h"

static const struct {
	const char *mod;
	uint32_t how;
} hows[] = {
	{ "rn", NUM_RN },	    { "rz", NUM_RZ },
	{ "rm", NUM_RM },	    { "rp", NUM_RP },
	{ "rna", NUM_RNA },	    { "ftz", NUM_FTZ },
	{ "sat", NUM_SAT },	    { "satfinite", NUM_SATFINITE },
	{ "relu", NUM_RELU },	    { "NaN", NUM_NAN },
	{ "xorsign", NUM_XORSIGN }, { "rni", NUM_RN | NUM_INTEGRAL },
	{ "rzi", NUM_RZ | NUM_INTEGRAL },
	{ "rmi", NUM_RM | NUM_INTEGRAL },
	{ "rpi", NUM_RP | NUM_INTEGRAL },
};

/* Take each word of LIST that is there; ALL: or fail. */
static bool
take_words(struct decoder *d, const char *list, bool all)
{
	char word[32];
	size_t len;

	for (; *list; list += len + (list[len] == ' ')) {
		len = strcspn(list, " ");
		memcpy(word, list, len);
		word[len] = '\0';
		if (!decode_take(d, word) && all)
			return false;
	}
	return true;
}

static void
take_hows(struct decoder *d)
{
	unsigned i, j;

	for (i = 0; i < d->s->nmods; i++) {
		for (j = 0; j < sizeof(hows) / sizeof(hows[0]); j++) {
			if (!strcmp(d->s->mods[i], hows[j].mod))
				d->how |= hows[j].how;
		}
	}
}

static void
take_types(struct decoder *d)
{
	enum ptx_type t;
	unsigned i;

	for (i = 0; i < d->s->nmods; i++) {
		t = ptx_type_find(d->s->mods[i], strlen(d->s->mods[i]));
		if (t == PTX_NONE || d->ntypes == 4)
			continue;
		d->types[d->ntypes++] = t;
		d->used |= 1u << i;
	}
}

static void
decode_guard(struct decoder *d)
{
	enum ptx_type type;

	if (d->s->guard == PTX_NO_REGISTER)
		return;
	d->i->guard = d->s->guard_negated ? 2 : 1;
	d->i->predicate = decode_register(d, d->s->guard, &type);
	d->bad |= type != PTX_PRED;
}

static bool
decode_by(struct decoder *d, const struct rule *r)
{
	memset(d->i, 0, sizeof(*d->i));
	d->rule = r;
	d->used = d->how = 0;
	d->ntypes = 0;
	d->bad = false;
	memset(d->types, 0, sizeof(d->types));
	take_types(d);
	take_hows(d);
	if (!take_words(d, r->needs, true))
		return false;
	take_words(d, r->may, false);
	if (r->types && !(r->types >> d->types[0] & 1))
		return false;
	d->i->type = (unsigned char)d->types[0];
	d->i->how = d->how;
	d->i->op = (unsigned char)r->op;
	d->i->kind = KIND_RUN;
	decode_guard(d);
	r->decode(d);
	return !d->bad && d->used == (1u << d->s->nmods) - 1;
}

/* Families within an opcode that is known. */
static const char *const families[] = {
	"barrier.cluster", "cp.async.bulk.prefetch.tensor",
	"cp.async.bulk.tensor", "cp.reduce.async.bulk.tensor",
};

/*
 * What a reader is told that the emulator lacks: a family ("wgmma"), a form of
 * a known opcode, or a special register.
 */
static const char *
name_lacking(const struct statement *s)
{
	size_t i, len;

	for (i = 0; i < sizeof(families) / sizeof(families[0]); i++) {
		len = strlen(families[i]);
		if (!strncmp(s->full, families[i], len) &&
		    (s->full[len] == '.' || !s->full[len]))
			return families[i];
	}
	if (!strcmp(s->op, "mov") && s->n == 2 && s->o[1].kind == OPERAND_NAME)
		return s->o[1].name;
	return rules_find(s->op) ? s->full : s->op;
}

static void
decode_statement(struct decoder *d)
{
	const struct rule *r = d->s->odd ? NULL : rules_find(d->s->op);

	for (; r; r = rules_next(r)) {
		if (decode_by(d, r))
			return;
	}
	memset(d->i, 0, sizeof(*d->i));
	decode_guard(d);
	stop_set(d->i, name_lacking(d->s));
}

/* Each register a place of its own: predicates, then 32, then 64 bits. */
static void
place_registers(struct function *f)
{
	uint32_t at = SLOT64, wide;
	size_t i;

	for (i = 0; i < f->nregs; i++) {
		if (f->regs[i].type != PTX_PRED)
			continue;
		f->regs[i].at = at;
		at += 4;
	}
	at = (at + 63) / 64 * 64;
	for (wide = 32; wide <= 128; wide *= 2) {
		for (i = 0; i < f->nregs; i++) {
			unsigned bits = ptx_type_bits(
				(enum ptx_type)f->regs[i].type);

			bits = bits < 32 && bits ? 32 : bits;
			if (bits != wide)
				continue;
			f->regs[i].at = at;
			at += SLOT32 * wide / 32;
		}
	}
	f->frame_bytes = at;
}

static void
decode_function(struct module *m, struct function *f)
{
	struct decoder d = { .module = m, .function = f };
	size_t i;

	place_registers(f);
	f->code = arena_make(m->arena, (f->nstatements + 1) * sizeof(*f->code));
	for (i = 0; i < f->nstatements; i++) {
		d.s = &f->statements[i];
		d.i = &f->code[i];
		decode_statement(&d);
	}
	flow_set_return(&f->code[i]);
}

void
translate_module(struct module *m)
{
	size_t i;

	for (i = 0; i < m->nfunctions; i++) {
		if (m->functions[i]->defined)
			decode_function(m, m->functions[i]);
	}
}
