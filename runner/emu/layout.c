/*
 * Addresses of variables and functions.
 *
 * Global variables are blocks of global memory, named in findings. Shared
 * ones stand apart by guard bytes: first those of the module and of device
 * functions, at addresses that all kernels have in common, then each kernel's
 * own, which may overlap another's. Dynamic shared memory is in a range of its
 * own. Functions are numbers in a window that is no memory.
 */
#include <string.h>

#include "arena.h"
#include "code.h"
#include "layout.h"
#include "machine.h"
#include "memory.h"
#include "ptx.h"

enum { GUARD = 64, DYNAMIC_ALIGN = 1024 };

static void
place_shared(struct symbol *s, uint32_t *at)
{
	uint64_t align = s->align > 16 ? s->align : 16;

	if (s->space != SPACE_SHARED)
		return;
	if (s->dynamic) {
		s->at = SHARED_DYNAMIC;
		return;
	}
	s->at = (*at + align - 1) / align * align;
	*at = (uint32_t)(s->at + s->bytes) + GUARD;
}

static void
place_all_shared(struct module *m)
{
	uint32_t at = SHARED_START, own;
	struct function *f;
	size_t i, j;

	for (i = 0; i < m->nsymbols; i++)
		place_shared(m->symbols[i], &at);
	for (i = 0; i < m->nfunctions; i++) {
		f = m->functions[i];
		for (j = 0; j < f->nsymbols && !f->entry; j++)
			place_shared(f->symbols[j], &at);
	}
	for (i = 0; i < m->nfunctions; i++) {
		f = m->functions[i];
		own = at;
		for (j = 0; j < f->nsymbols && f->entry; j++)
			place_shared(f->symbols[j], &own);
	}
}

static void
fill_global(const struct symbol *s, struct memory *memory)
{
	memset(memory_find(memory, s->at, s->bytes), 0, s->bytes);
	if (s->image)
		memcpy(memory_find(memory, s->at, s->bytes), s->image,
		       s->bytes);
	memory_set_written(memory, s->at, s->bytes, true);
}

/* Addresses in the initial bytes of S. */
static void
apply_patches(struct module *m, struct symbol *s, struct memory *memory)
{
	unsigned char *at = memory_find(memory, s->at, s->bytes);
	const struct patch *p;
	const struct symbol *to;
	uint64_t value;
	size_t i;

	for (i = 0; i < s->npatches && at; i++) {
		p = &s->patches[i];
		to = ptx_find_symbol(m, p->symbol);
		if (!to || p->at + p->bytes > s->bytes)
			continue;
		value = (to->at + p->add) >> p->shift;
		memcpy(at + p->at, &value, p->bytes > 8 ? 8 : p->bytes);
	}
}

void
layout_renew(struct module *m, struct memory *memory)
{
	size_t i;

	for (i = 0; i < m->nsymbols; i++) {
		if (m->symbols[i]->space == SPACE_GLOBAL) {
			fill_global(m->symbols[i], memory);
			apply_patches(m, m->symbols[i], memory);
		}
	}
}

bool
layout_module(struct module *m, struct memory *memory)
{
	struct symbol *s;
	size_t i;

	place_all_shared(m);
	for (i = 0; i < m->nsymbols; i++) {
		s = m->symbols[i];
		if (s->space == SPACE_CODE)
			s->at = CODE_WINDOW + 16 * (i + 1);
		if (s->space == SPACE_GLOBAL &&
		    !memory_allocate(memory, s->bytes ? s->bytes : 1, s->name,
				     &s->at))
			return false;
	}
	layout_renew(m, memory); /* addresses of all are known */
	return true;
}

void
layout_release(struct module *m, struct memory *memory)
{
	size_t i;

	for (i = 0; i < m->nsymbols; i++) {
		if (m->symbols[i]->space == SPACE_GLOBAL && m->symbols[i]->at)
			memory_release(memory, m->symbols[i]->at);
	}
}

static bool
reach(const struct module *m, const struct function *f, bool *reached)
{
	bool more = false;
	size_t i, j;

	for (i = 0; i < m->nfunctions; i++) {
		if (reached[i])
			continue;
		for (j = 0; j < f->ncallees; j++)
			reached[i] |= f->callees[j] == m->functions[i];
		/* through an address: any that is no kernel */
		reached[i] |= f->indirect && !m->functions[i]->entry;
		more |= reached[i];
	}
	return more;
}

void
layout_reach(const struct function *f, bool *reached)
{
	const struct module *m = f->module;
	bool more = true;
	size_t i;

	for (i = 0; i < m->nfunctions; i++)
		reached[i] = m->functions[i] == f;
	while (more) {
		more = false;
		for (i = 0; i < m->nfunctions; i++) {
			if (reached[i])
				more |= reach(m, m->functions[i], reached);
		}
	}
}

static uint32_t
allow_shared(struct symbol *const *s, size_t n, uint64_t *valid)
{
	uint32_t bytes = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		if (s[i]->space != SPACE_SHARED || s[i]->dynamic)
			continue;
		if (s[i]->at + s[i]->bytes > SHARED_DYNAMIC)
			return SHARED_DYNAMIC; /* more than any device has */
		memory_set_bits(valid, s[i]->at, s[i]->bytes, true);
		bytes += (uint32_t)s[i]->bytes;
	}
	return bytes;
}

uint32_t
layout_shared(const struct function *f, uint32_t dynamic, uint64_t *valid)
{
	const struct module *m = f->module;
	uint32_t bytes = allow_shared(m->symbols, m->nsymbols, valid);
	struct arena a = { 0 };
	bool *reached = arena_make(&a, m->nfunctions + 1);
	size_t i;

	layout_reach(f, reached);
	for (i = 0; i < m->nfunctions; i++) {
		if (reached[i])
			bytes += allow_shared(m->functions[i]->symbols,
					      m->functions[i]->nsymbols,
					      valid);
	}
	arena_free(&a);
	if (dynamic <= SHARED_MOST)
		memory_set_bits(valid, SHARED_DYNAMIC, dynamic, true);
	return bytes;
}
