/*
 * Operands to the device, one launch, results back. The same for the driver
 * and the emulator; neither knows what it is asked for.
 */
#include "launch.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "device.h"
#include "forms.h"
#include "matrices.h"
#include "results.h"

enum {
	BUFFERS = 5, /* result, a, b, c, e */
	BUFFER_BYTES = 8192, /* of any fragments, any operands */
};

struct buffers {
	uint64_t at[BUFFERS];
};

static bool
failed(struct device *d, const char *what, const char *name, int code)
{
	struct finding f;

	fprintf(stderr, "%s: %s: %s\n", name, what, d->ops->error(d, code));
	while (d->ops->finding && d->ops->finding(d, &f))
		fprintf(stderr, "\t%s\n", f.text);
	return false;
}

static bool
make_buffers(struct device *d, struct buffers *b)
{
	int code = 0;

	memset(b, 0, sizeof(*b));
	for (unsigned i = 0; i < BUFFERS && !code; i++)
		code = d->ops->allocate(d, BUFFER_BYTES, &b->at[i]);
	if (!code)
		code = d->ops->fill_words(d, b->at[0], 0, BUFFER_BYTES / 4);
	return !code || failed(d, "memory", "buffers", code);
}

static void
free_buffers(struct device *d, const struct buffers *b)
{
	for (unsigned i = 0; i < BUFFERS; i++)
		if (b->at[i])
			d->ops->release(d, b->at[i]);
}

/* TO has BYTES of room for what the kernel stores. */
static bool
launch(struct device *d, void *module, struct buffers *b,
       struct device_launch *l, const char *name, void *to, size_t bytes)
{
	void *args[BUFFERS];
	int code = d->ops->find(d, module, name, &l->entry);

	if (code)
		return failed(d, "find", name, code);
	for (unsigned i = 0; i < BUFFERS; i++)
		args[i] = &b->at[i];
	l->args = args;
	code = d->ops->launch(d, l);
	if (!code)
		code = d->ops->synchronise(d);
	if (code)
		return failed(d, "launch", name, code);
	code = d->ops->copy_out(d, to, b->at[0], bytes);
	return !code || failed(d, "copy", name, code);
}

static bool
load_operands(struct device *d, const struct form *f, struct buffers *b)
{
	uint64_t x[FORM_SOURCES], words[FORM_TUPLES];
	int code = 0;

	for (unsigned s = 0; s < f->sources && !code; s++) {
		for (unsigned t = 0; t < f->tuples; t++) {
			form_operands(f, t, x);
			words[t] = x[s];
		}
		code = d->ops->copy_in(d, b->at[s + 1], words,
				       f->tuples * sizeof(*words));
	}
	return !code || failed(d, "copy", f->text, code);
}

bool
launch_form(struct device *d, void *module, unsigned i, const struct form *f,
	    struct result *r)
{
	struct device_launch l = {.grid = {1, 1, 1}, .block = {1, 1, 1}};
	uint64_t words[FORM_TUPLES];
	struct buffers b;
	char name[16];
	bool ok;

	snprintf(name, sizeof(name), "k%04u", i);
	snprintf(r->form, sizeof(r->form), "%s", f->text);
	r->print = form_print(f);
	r->size = 0;
	l.block[0] = f->tuples;
	ok = make_buffers(d, &b) && load_operands(d, f, &b) &&
	     launch(d, module, &b, &l, name, words,
		    f->tuples * sizeof(*words));
	free_buffers(d, &b);
	for (unsigned t = 0; ok && t < f->tuples; t++) {
		memcpy(r->bytes + r->size, &words[t], f->result->kept);
		r->size += f->result->kept;
	}
	return ok;
}

static bool
load_fragments(struct device *d, const struct matrix_case *m,
	       struct buffers *b)
{
	unsigned char bytes[BUFFER_BYTES];
	unsigned each = m->bits / 8;
	uint64_t word;
	int code = 0;

	for (unsigned p = 0; p < 3 && !code; p++) {
		size_t n = 0;

		for (unsigned i = 0; i < m->blocks * m->registers[p] * 32;
		     i++) {
			word = matrix_word(m, i / (m->registers[p] * 32), p,
					   i / 32 % m->registers[p], i % 32);
			memcpy(bytes + n, &word, each);
			n += each;
		}
		code = d->ops->copy_in(d, b->at[p + 1], bytes, n);
	}
	return !code || failed(d, "copy", m->text, code);
}

bool
launch_matrix(struct device *d, void *module, unsigned i,
	      const struct matrix_case *m, struct result *r)
{
	struct device_launch l = {.grid = {1, 1, 1}, .block = {32, 1, 1}};
	struct buffers b;
	char name[16];
	bool ok;

	snprintf(name, sizeof(name), "m%04u", i);
	snprintf(r->form, sizeof(r->form), "%s", m->text);
	r->print = matrix_print(m);
	l.grid[0] = m->blocks;
	r->size = m->blocks * m->registers[3] * 32 * (m->bits / 8);
	ok = make_buffers(d, &b) && load_fragments(d, m, &b) &&
	     launch(d, module, &b, &l, name, r->bytes, r->size);
	free_buffers(d, &b);
	return ok;
}
