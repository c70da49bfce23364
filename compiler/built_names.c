/*
 * The answers for names: whether they exist, and since which architecture.
 *
 * A CUDA name exists when its line of the source brings no error; since when,
 * `built_needs` knows. Of a call a step of its own has asked the assembler; of
 * mnemonics, `mnemonic` knows what its words mean.
 */
#include "arena.h"
#include "built.h"
#include "built_parts.h"
#include "emit.h"
#include "listing.h"
#include "mnemonic.h"
#include "plan.h"
#include "quantity.h"
#include "step.h"

/* What a source of names calls its lines. */
static const struct str lines_file = STR_INIT("names");

/* The message of each name, empty if none. */
struct answers {
	bool there;         /* it ran to its end */
	struct str *faults;
};

/* Whether a log says that the compiler gave up counting. */
static bool
is_cut(struct str log)
{
	return str_find(log, STR("Error limit reached")) < log.n;
}

static void
take_faults(struct reader *r, struct answers *out, struct str log)
{
	struct complaint *all;
	size_t n = complaints_parse(r->arena, &all, log);
	uint32_t last = 0;

	for (size_t i = 0; i < n; i++) {
		const struct complaint *c = &all[i];

		if (!c->is_error || !str_equal(c->file, lines_file) ||
		    c->line < EMIT_NAMES_LINE ||
		    c->line - EMIT_NAMES_LINE >= r->target->nnames)
			continue;
		out->faults[c->line - EMIT_NAMES_LINE] = c->text;
		last = c->line - EMIT_NAMES_LINE + 1;
	}
	/* Of the names behind the last message nothing is known. */
	for (size_t i = last; is_cut(log) && i < r->target->nnames; i++)
		out->faults[i] = STR("too many other names do not exist");
	/* It failed, and not for a name. */
	if (last == 0)
		out->there = false;
}

static void
read_answers(struct reader *r, struct answers *out, const char *suffix)
{
	struct result result;
	struct str path;

	built_result(r, &result, &path, suffix);
	*out = (struct answers){ .there = result.there && !result.stopped };
	out->faults = arena_alloc(r->arena, (r->target->nnames + 1) *
						   sizeof(*out->faults));
	if (out->there && result.status != 0)
		take_faults(r, out, result.log);
}

static void
read_names(struct reader *r)
{
	const struct target *t = r->target;
	struct answers own;
	struct name_found *found;

	read_answers(r, &own, ".ptx");
	if (!own.there)
		return;
	found = arena_alloc(r->arena, (t->nnames + 1) * sizeof(*found));
	for (size_t i = 0; i < t->nnames; i++) {
		bool known = emit_is_name(t->names[i]);

		found[i].exists = known && own.faults[i].n == 0;
		found[i].why = known ? own.faults[i] :
				       STR("no name that can be looked up");
	}
	built_needs(r, found);
	r->built->names = found;
}

/* --- calls --------------------------------------------------------------- */

static void
read_least(struct reader *r, struct name_found *found)
{
	struct result result;
	struct str path, text;

	built_result(r, &result, &path, ".least");
	if (result.ok && built_read_text(r, &text, path))
		found->min_sm = str_trim(text);
	else if (result.there && !result.stopped)
		found->why = STR("the assembler does not say what it needs");
}

static void
read_call(struct reader *r)
{
	struct built *b = r->built;
	struct name_found *found;

	if (!b->tried || b->stopped)
		return;
	found = arena_alloc(r->arena, sizeof(*found));
	found->exists = b->ok;
	found->why = b->why;
	if (b->ok && r->least)
		read_least(r, found);
	b->names = found;
}

/* --- mnemonics ----------------------------------------------------------- */

static void
read_mnemonics(struct reader *r)
{
	const struct target *t = r->target;
	struct mnemonic *all;
	struct name_found *found;
	struct result result;
	struct str path;

	built_result(r, &result, &path, ".cubin");
	r->built->tried = result.there && !result.stopped;
	if (!r->built->tried) {
		built_blame(r, &result);
		return;
	}
	r->built->ok = true;
	all = arena_alloc(r->arena, (t->nnames + 1) * sizeof(*all));
	found = arena_alloc(r->arena, (t->nnames + 1) * sizeof(*found));
	mnemonic_read(r->arena, all, t->names, t->nnames, result.log);
	for (size_t i = 0; i < t->nnames; i++)
		found[i] = (struct name_found){ .exists = all[i].exists,
						.unsure = !all[i].sure,
						.min_sm = all[i].min_sm,
						.why = all[i].why };
	r->built->names = found;
}

void
built_names(struct reader *r)
{
	if (r->target->kind == TARGET_CALL)
		read_call(r);
	else if (r->target->ptx_names)
		read_mnemonics(r);
	else
		read_names(r);
}

/* Whether the target is among those that have an instruction. */
static bool
is_for(const struct target *t, const struct mnemonic *m)
{
	struct str rest = m->why, word;

	if (m->min_sm.n == 0 || str_equal(m->min_sm, t->sm))
		return true;
	/* of some architectures: why has them all */
	if (!byte_is_digit(m->min_sm.p[m->min_sm.n - 1])) {
		while (str_split(&word, &rest, ' '))
			if (str_equal(word, t->sm))
				return true;
		return false;
	}
	return arch_compare(m->min_sm, t->sm) <= 0;
}

void
built_mnemonics(struct reader *r)
{
	struct built *b = r->built;
	struct mnemonic *all;
	struct result result;
	struct str path, *names;
	uint32_t *lines;
	size_t n = emit_ptx_mnemonics(r->arena, &names, &lines, r->target);

	if (n == 0)
		return;
	built_result(r, &result, &path, "-names.cubin");
	if (!result.there || result.stopped) {
		b->ok = false;
		b->tried = result.there;
		built_blame(r, &result);
		return;
	}
	all = arena_alloc(r->arena, n * sizeof(*all));
	mnemonic_read(r->arena, all, names, n, result.log);
	for (size_t i = 0; i < n && b->ok; i++) {
		if (!all[i].sure) {
			b->unsure = arena_printf(r->arena, "'" STR_FMT "': "
						 STR_FMT, STR_ARG(names[i]),
						 STR_ARG(all[i].why));
			continue;
		}
		if (!all[i].exists)
			b->why = arena_printf(r->arena, "'" STR_FMT "': "
					      STR_FMT, STR_ARG(names[i]),
					      STR_ARG(all[i].why));
		else if (!is_for(r->target, &all[i]))
			b->why = arena_printf(r->arena, "'" STR_FMT "' is not "
					      "for " STR_FMT ", but for "
					      STR_FMT, STR_ARG(names[i]),
					      STR_ARG(r->target->sm),
					      STR_ARG(all[i].min_sm));
		else
			continue;
		b->line = lines[i];
		b->ok = false;
	}
}
