/*
 * Branches, calls and ends.
 *
 * Parameters of a call are in the local memory of the caller's frame, formal
 * ones in the callee's; a call copies them for its threads, a return copies
 * the result back. An indirect call is one for each function that its threads
 * name. printf and assert are functions of the system, which the module only
 * declares: system.c has them.
 */
#include <string.h>

#include "arena.h"
#include "code.h"
#include "decode.h"
#include "device.h"
#include "finding.h"
#include "flow.h"
#include "machine.h"
#include "ptx.h"
#include "stop.h"
#include "system.h"
#include "warp.h"

/* What a call moves. */
struct call {
	const struct function *function; /* NULL: the address in ref[0] */
	const struct system_call *system; /* or this */
	const struct symbol *results[4], *params[64];
	unsigned nresults, nparams;
};

void
decode_bra(struct decoder *d)
{
	const struct operand *o = decode_operand(d, 0);

	if (d->s->n != 1 || o->kind != OPERAND_NAME ||
	    !decode_label(d, o->name, &d->i->target))
		d->bad = true;
	d->i->kind = KIND_BRANCH;
}

struct targets {
	uint32_t n;
	uint32_t pc[];
};

static enum next
run_brx(struct warp *w, const struct insn *i, uint32_t mask)
{
	const struct targets *t = i->more;
	const uint32_t *index = warp_at(w, i->ref[0]);
	uint32_t part;
	unsigned lane, n;

	while (mask) {
		lane = first_lane(mask);
		for (part = 0, n = lane; n < LANES; n++) {
			if (mask >> n & 1 && index[n] == index[lane])
				part |= UINT32_C(1) << n;
		}
		if (index[lane] >= t->n) {
			finding_add(w, i, lane, FINDING_TRAP,
				    "branch to target %u of %u", index[lane],
				    t->n);
			return NEXT_STOP;
		}
		warp_split(w, part, t->pc[index[lane]]);
		mask &= ~part;
	}
	return NEXT_CHOOSE;
}

static const struct label *
find_list(const struct decoder *d, const char *name)
{
	size_t i;

	for (i = 0; i < d->function->nlabels; i++) {
		if (!strcmp(d->function->labels[i].name, name))
			return &d->function->labels[i];
	}
	return NULL;
}

void
decode_brx(struct decoder *d)
{
	const struct operand *list = decode_operand(d, 1);
	const struct label *l = NULL;
	struct targets *t;
	size_t i;

	if (list->kind == OPERAND_NAME)
		l = find_list(d, list->name);
	if (d->s->n != 2 || !l || !l->ntargets || !decode_take(d, "idx")) {
		d->bad = true;
		return;
	}
	t = arena_make(d->module->arena,
		       sizeof(*t) + l->ntargets * sizeof(t->pc[0]));
	t->n = (uint32_t)l->ntargets;
	for (i = 0; i < l->ntargets; i++)
		d->bad |= !decode_label(d, l->targets[i], &t->pc[i]);
	d->i->ref[0] = decode_source(d, decode_operand(d, 0), PTX_U32);
	d->i->more = t;
	d->i->run = run_brx;
}

/* The local memory of LANE. */
static unsigned char *
local_at(const struct warp *w, unsigned lane, uint64_t offset)
{
	return w->local + (size_t)lane * LOCAL_STRIDE + offset;
}

static enum next
call_function(struct warp *w, const struct insn *i, const struct function *f,
	      uint32_t mask)
{
	const struct call *c = i->more;
	uint32_t from = w->frame->local;
	const struct frame *frame;
	const struct symbol *s;
	unsigned lane, n;

	frame = warp_call(w, f, mask, i);
	if (!frame) {
		finding_add(w, i, first_lane(mask), FINDING_BOUNDS,
			    "the stack of %u bytes is full at depth %u",
			    LOCAL_BYTES, w->frame->depth + 1);
		return NEXT_STOP;
	}
	for (n = 0; n < c->nparams && f->nresults + n < f->nparams; n++) {
		s = f->params[f->nresults + n];
		for (lane = 0; lane < LANES; lane++) {
			if (mask >> lane & 1)
				memcpy(local_at(w, lane, frame->local + s->at),
				       local_at(w, lane,
						from + c->params[n]->at),
				       s->bytes);
		}
	}
	return NEXT_CHOOSE;
}

static enum next
run_call(struct warp *w, const struct insn *i, uint32_t mask)
{
	const struct call *c = i->more;

	return call_function(w, i, c->function, mask);
}

static const struct function *
find_function(const struct module *m, uint64_t address)
{
	size_t i;

	for (i = 0; i < m->nsymbols; i++) {
		if (m->symbols[i]->space == SPACE_CODE &&
		    m->symbols[i]->at == address &&
		    m->symbols[i]->function->defined)
			return m->symbols[i]->function;
	}
	return NULL;
}

/* One function a turn: the other threads come back to this instruction. */
static enum next
run_call_indirect(struct warp *w, const struct insn *i, uint32_t mask)
{
	const uint64_t *address = warp_at(w, i->ref[0]);
	const struct module *m = w->frame->function->module;
	unsigned first = first_lane(mask), lane;
	const struct function *f = find_function(m, address[first]);
	uint32_t part = 0;

	if (!f) {
		finding_add(w, i, first, FINDING_TRAP,
			    "call of 0x%llx, which is no function",
			    (unsigned long long)address[first]);
		return NEXT_STOP;
	}
	for (lane = 0; lane < LANES; lane++) {
		if (mask >> lane & 1 && address[lane] == address[first])
			part |= UINT32_C(1) << lane;
	}
	warp_split(w, mask & ~part, w->pc - 1);
	return call_function(w, i, f, part);
}

static enum next
run_call_system(struct warp *w, const struct insn *i, uint32_t mask)
{
	const struct call *c = i->more;
	uint64_t v[SYSTEM_ARGS];
	unsigned lane, n;
	enum next next;

	for (lane = 0; lane < LANES; lane++) {
		if (!(mask >> lane & 1))
			continue;
		memset(v, 0, sizeof(v));
		for (n = 0; n < c->nparams && n < SYSTEM_ARGS; n++)
			memcpy(&v[n],
			       local_at(w, lane,
					w->frame->local + c->params[n]->at),
			       c->params[n]->bytes > 8 ? 8
						       : c->params[n]->bytes);
		next = c->system->run(w, i, lane, v);
		if (c->nresults)
			memcpy(local_at(w, lane,
					w->frame->local + c->results[0]->at),
			       &v[0], c->results[0]->bytes > 8
					      ? 8
					      : c->results[0]->bytes);
		if (next != NEXT_ON)
			return next;
	}
	return NEXT_ON;
}

static unsigned
list_symbols(struct decoder *d, const struct operand *o,
	     const struct symbol **list, unsigned most)
{
	unsigned i;

	if (o->kind != OPERAND_VECTOR || o->nparts > most) {
		d->bad = true;
		return 0;
	}
	for (i = 0; i < o->nparts; i++) {
		list[i] = o->parts[i].symbol;
		if (o->parts[i].kind != OPERAND_SYMBOL ||
		    list[i]->space != SPACE_PARAM) {
			d->bad = true;
			return 0;
		}
	}
	return o->nparts;
}

static void
note_callee(struct decoder *d, struct function *f)
{
	struct function *caller = d->function;

	caller->callees = arena_grow(d->module->arena, caller->callees,
				     caller->ncallees, sizeof(f));
	caller->callees[caller->ncallees++] = f;
}

static void
decode_callee(struct decoder *d, struct call *c, const struct operand *o)
{
	if (o->kind == OPERAND_REGISTER) {
		d->i->ref[0] = decode_source(d, o, PTX_B64);
		d->i->run = run_call_indirect;
		d->function->indirect = true;
		return;
	}
	if (o->kind != OPERAND_SYMBOL || o->symbol->space != SPACE_CODE) {
		d->bad = true;
		return;
	}
	c->function = o->symbol->function;
	d->i->run = run_call;
	if (c->function->defined) {
		note_callee(d, o->symbol->function);
		return;
	}
	c->system = system_find(c->function->name);
	d->i->run = run_call_system;
	d->function->needs[NEED_PRINT] = true;
	if (!c->system)
		stop_set(d->i, c->function->name);
}

void
decode_call(struct decoder *d)
{
	struct call *c = arena_make(d->module->arena, sizeof(*c));
	unsigned at = 0;

	if (decode_operand(d, 0)->kind == OPERAND_VECTOR)
		c->nresults = list_symbols(d, decode_operand(d, at++),
					   c->results, 4);
	decode_callee(d, c, decode_operand(d, at++));
	if (at < d->s->n && decode_operand(d, at)->kind == OPERAND_VECTOR)
		c->nparams = list_symbols(d, decode_operand(d, at), c->params,
					  64);
	if (!d->i->more)
		d->i->more = c;
}

/* The results of the call that made this frame go to the caller. */
static void
copy_results(struct warp *w, uint32_t mask)
{
	const struct frame *frame = w->frame;
	const struct call *c = frame->call->more;
	const struct function *f = frame->function;
	uint32_t to = frame->parent->local;
	unsigned lane, n;

	for (n = 0; n < c->nresults && n < f->nresults; n++) {
		for (lane = 0; lane < LANES; lane++) {
			if (mask >> lane & 1)
				memcpy(local_at(w, lane,
						to + c->results[n]->at),
				       local_at(w, lane,
						frame->local +
							f->params[n]->at),
				       f->params[n]->bytes);
		}
	}
}

static enum next
run_end(struct warp *w, const struct insn *i, uint32_t mask)
{
	if (i->op == FLOW_TRAP) {
		finding_add(w, i, first_lane(mask), FINDING_TRAP, "trap");
		return NEXT_STOP;
	}
	if (i->op == FLOW_EXIT || !w->frame->parent) {
		warp_exit(w, mask);
	} else {
		copy_results(w, mask);
		warp_return(w, mask);
	}
	return NEXT_CHOOSE;
}

void
decode_end(struct decoder *d)
{
	d->i->run = run_end;
	d->bad |= d->s->n != 0;
}

void
flow_set_return(struct insn *i)
{
	i->kind = KIND_RUN;
	i->op = FLOW_RETURN;
	i->run = run_end;
}

static enum next
run_nothing(struct warp *w, const struct insn *i, uint32_t mask)
{
	(void)w;
	(void)i;
	(void)mask;
	return NEXT_ON;
}

void
decode_nothing(struct decoder *d)
{
	d->used = (1u << d->s->nmods) - 1;
	d->i->run = run_nothing;
}
