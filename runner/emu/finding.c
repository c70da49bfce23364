/*
 * Findings: one for each place, kind and text, at its first thread.
 *
 * Blocks may take turns, so a finding carries its block and when it happened
 * in it, and the list of a launch is put into that order at its end. The list
 * is bounded; what comes after is only counted at the places that are known.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "code.h"
#include "device.h"
#include "die.h"
#include "finding.h"
#include "machine.h"
#include "ptx.h"

struct found {
	struct finding finding;
	struct place place;
	uint64_t block, time;
	bool open; /* of the launch that runs */
};

static struct found *
add_item(struct findings *f)
{
	if (f->n == FINDINGS)
		return NULL;
	if (!f->items)
		f->items = calloc(FINDINGS, sizeof(*f->items));
	if (!f->items)
		die("out of memory");
	memset(&f->items[f->n], 0, sizeof(*f->items));
	return &f->items[f->n++];
}

static struct place
find_place(const struct warp *w, const struct insn *i)
{
	const struct function *fn = w->frame->function;
	size_t at = (size_t)(i - fn->code);
	struct place none = { 0, 0 };

	if (at < fn->nstatements)
		return fn->statements[at].place;
	return fn->nstatements ? fn->statements[fn->nstatements - 1].place
			       : none;
}

static void
set_place(struct found *f, const struct warp *w)
{
	const struct module *m = w->frame->function->module;
	const char *name = "";

	if (f->place.file < m->nfiles && m->files[f->place.file])
		name = m->files[f->place.file];
	f->finding.line = f->place.line;
	snprintf(f->finding.file, sizeof(f->finding.file), "%s", name);
}

/* What was found of this kind at this place; NULL: nothing. */
static struct found *
find_known(struct findings *f, unsigned kind, const struct place *p)
{
	struct found *item;
	size_t n;

	for (n = f->n; n > f->taken; n--) {
		item = &f->items[n - 1];
		if (item->open && item->finding.kind == kind &&
		    item->place.line == p->line && item->place.file == p->file)
			return item;
	}
	return NULL;
}

static void
set_thread(struct finding *f, const struct warp *w, unsigned lane)
{
	const struct launch *l = w->block->launch;
	unsigned t = w->index * LANES + lane;

	memcpy(f->block, w->block->index, sizeof(f->block));
	f->thread[0] = t % l->threads[0];
	f->thread[1] = t / l->threads[0] % l->threads[1];
	f->thread[2] = t / l->threads[0] / l->threads[1];
}

void
finding_add(struct warp *w, const struct insn *i, unsigned lane,
	    unsigned kind, const char *format, ...)
{
	struct launch *l = w->block->launch;
	struct findings *f = l->findings;
	struct place place = find_place(w, i);
	struct found *item = find_known(f, kind, &place);
	va_list ap;

	l->found = true;
	l->wrong |= kind != FINDING_RACE;
	if (item) {
		item->finding.count++;
		return;
	}
	item = add_item(f);
	if (!item)
		return;
	item->place = place;
	item->open = true;
	item->block = w->block->number;
	item->time = f->n;
	item->finding.kind = (enum finding_kind)kind;
	item->finding.count = 1;
	snprintf(item->finding.kernel, sizeof(item->finding.kernel), "%s",
		 l->function->name);
	set_place(item, w);
	set_thread(&item->finding, w, lane);
	va_start(ap, format);
	vsnprintf(item->finding.text, sizeof(item->finding.text), format, ap);
	va_end(ap);
}

void
finding_add_launch(struct launch *l, unsigned kind, const char *text)
{
	struct found *item = add_item(l->findings);

	l->found = true;
	if (!item)
		return;
	item->finding.kind = (enum finding_kind)kind;
	item->finding.count = 1;
	snprintf(item->finding.kernel, sizeof(item->finding.kernel), "%s",
		 l->function ? l->function->name : "");
	snprintf(item->finding.text, sizeof(item->finding.text), "%s", text);
}

static int
compare_found(const void *a, const void *b)
{
	const struct found *x = a, *y = b;

	if (x->block != y->block)
		return x->block < y->block ? -1 : 1;
	return x->time < y->time ? -1 : x->time > y->time;
}

void
finding_sort(struct findings *f, size_t from)
{
	size_t i;

	if (!f->items)
		return;
	qsort(f->items + from, f->n - from, sizeof(*f->items), compare_found);
	for (i = from; i < f->n; i++)
		f->items[i].open = false;
}

bool
finding_take(struct findings *f, struct finding *out)
{
	if (f->taken == f->n) {
		f->taken = f->n = 0;
		return false;
	}
	*out = f->items[f->taken++].finding;
	return true;
}

void
finding_free(struct findings *f)
{
	free(f->items);
	memset(f, 0, sizeof(*f));
}
