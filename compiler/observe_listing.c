/*
 * What building said of code, answered: instructions in a listing, registers
 * and spills in ptxas' report.
 *
 * A fact names a kernel, or what has one: a fence, a probe, a call. The idea:
 * one rule finds it for all, the name first, then what the target says of
 * itself, then the only one there is. Nothing is counted that the assembler
 * may have dropped from around a fragment.
 */
#include "observe.h"

#include "arena.h"
#include "buf.h"
#include "built.h"
#include "claim.h"
#include "emit.h"
#include "expr.h"
#include "fact.h"
#include "library.h"
#include "listing.h"
#include "observe_parts.h"
#include "plan.h"
#include "value.h"

/* Mnemonics that a message names at most. */
#define NAMED_MAX 4

/* Code of a fence that is all of headers is not the fence's, whose own check
   says so, too. */
static bool
is_of_others(const struct built *b)
{
	return b && b->ok && b->empty;
}

static struct value
lack_of_code(void)
{
	return value_lack(LACK_NOT_RUN, STR("its fence holds no device code"));
}

/* Whether a sweep point has the values that the page pins. */
static bool
is_pinned_point(const struct point *p, const struct fact *f)
{
	for (size_t i = 0; i < f->nsettings; i++)
		for (size_t k = 0; k < p->nsettings; k++)
			if (str_equal(p->settings[k].name,
				      f->settings[i].name) &&
			    !str_equal(p->settings[k].value,
				       f->settings[i].value))
				return false;
	return true;
}

/* The kernel a fact speaks of: named, of that entry, the last of a probe's
   points with the values that the page pins, or the only one. */
static const struct kernel *
find_kernel(const struct listing *l, const struct target *t,
	    const struct fact *f)
{
	const struct kernel *k = listing_find(l, f->subject);

	if (!k && t->entry.n > 0)
		k = listing_find(l, t->entry);
	for (size_t i = t->npoints; !k && i-- > 0;)
		if (is_pinned_point(&t->points[i], f))
			k = listing_find(l, t->points[i].entry);
	if (!k && l->n == 1)
		k = &l->kernels[0];
	return k;
}

/* The instructions that a fact speaks of, a line each. */
static struct str
matching_lines(struct arena *a, const struct kernel *k, struct str glob,
	       bool loop)
{
	struct buf text = { 0 };
	struct str out;

	for (size_t i = 0; i < k->n; i++)
		if (listing_matches(&k->items[i], glob, loop))
			buf_printf(&text, "%s" STR_FMT, text.n > 0 ? "\n" : "",
				   STR_ARG(k->items[i].text));
	out = arena_copy(a, buf_str(&text));
	buf_free(&text);
	return out;
}

/* The mnemonic's first word, which says what it does: `ld` of `ld.global`. */
static struct str
first_word(struct str mnemonic)
{
	return str_slice(mnemonic, 0, str_find_byte(mnemonic, '.'));
}

/* Adds a mnemonic to what is there, once; false if there are too many. */
static bool
add_named(struct str *named, size_t *n, struct str mnemonic)
{
	for (size_t i = 0; i < *n; i++)
		if (str_equal(named[i], mnemonic))
			return true;
	if (*n == NAMED_MAX)
		return false;
	named[(*n)++] = mnemonic;
	return true;
}

/* `it has LDS.128 and LDS, but ...`: what it has of the kind asked for. */
static struct str
say_near(struct arena *a, const struct kernel *k, const struct fact *f)
{
	struct str named[NAMED_MAX], word = first_word(f->glob);
	struct buf text = { 0 };
	bool all = true;
	size_t n = 0;
	struct str out;

	for (size_t i = 0; i < k->n; i++)
		if (str_equal(first_word(k->items[i].mnemonic), word) &&
		    (k->items[i].in_loop || !f->loop))
			all = add_named(named, &n, k->items[i].mnemonic) && all;
	buf_add(&text, f->loop ? STR("its loop has ") : STR("it has "));
	if (n == 0)
		buf_printf(&text, "no " STR_FMT, STR_ARG(word));
	for (size_t i = 0; i < n; i++)
		buf_printf(&text, "%s" STR_FMT, i > 0 ? ", " : "",
			   STR_ARG(named[i]));
	buf_add(&text, all ? STR("") : STR(", ..."));
	out = arena_copy(a, buf_str(&text));
	buf_free(&text);
	return out;
}

/* What the instructions that match say: whether there are any, how many; or
   without a test that they are so many. */
static struct value
test_value(struct arena *a, const struct kernel *k, const struct fact *f,
	   size_t count)
{
	if (f->op == OP_NONE)
		return value_text(arena_printf(a, "%zu instruction%s", count,
					       count == 1 ? "" : "s"));
	if (f->op == OP_COUNT)
		return value_number((double)count, NULL);
	if (f->op == OP_LACKS)
		return observe_answer(count == 0, say_near(a, k, f));
	return observe_answer(count > 0, say_near(a, k, f));
}

/* Of a fragment of PTX the assembler keeps what has an effect in a kernel of
   ours: what is not there may be so in the page's own. */
static bool
may_be_dropped(const struct target *t, const struct fact *f, size_t count)
{
	return t->kind == TARGET_PTX && claim_asks_sass(f) &&
	       !(f->op == OP_HAS && count > 0) && !emit_ptx_is_module(t);
}

/* A symbol as a page names it: `foo` of `_Z3fooPf`; a longer name as it is. */
static struct str
plain_name(struct str symbol)
{
	struct str rest = str_skip(symbol, 2);
	size_t n = 0, digits = 0;

	if (!str_starts(symbol, STR("_Z")))
		return symbol;
	while (digits < rest.n && byte_is_digit(rest.p[digits]) && n < rest.n)
		n = 10 * n + (size_t)(rest.p[digits++] - '0');
	return n > 0 && n <= rest.n - digits ? str_slice(rest, digits, n) :
					       symbol;
}

/* No kernel of that name, and which there are. */
static struct value
lack_of_kernel(struct arena *a, const struct listing *l, struct str name)
{
	struct buf text = { 0 };
	struct value out;

	buf_printf(&text, "its code has no kernel '" STR_FMT "'",
		   STR_ARG(name));
	for (size_t i = 0; i < l->n && i < NAMED_MAX; i++)
		buf_printf(&text, "%s" STR_FMT, i ? ", " : "; it has ",
			   STR_ARG(plain_name(l->kernels[i].name)));
	buf_add(&text, l->n > NAMED_MAX ? STR(", ...") : STR(""));
	out = value_lack(LACK_ERROR, arena_copy(a, buf_str(&text)));
	buf_free(&text);
	return out;
}

struct value
observe_listing(struct arena *a, const struct world *w,
		const struct target *t, const struct claim *c,
		const struct fact *f)
{
	const struct built *b = observe_built(w, t);
	const struct listing *l = !b ? NULL :
				  claim_asks_sass(f) ? b->sass : b->ptx;
	struct str glob = f->glob.n > 0 ? f->glob : STR("*");
	const struct kernel *k;
	struct value out;
	size_t count;

	if (!l)
		return observe_built_lack(a, w, t);
	if (is_of_others(b))
		return lack_of_code();
	k = find_kernel(l, t, f);
	if (!k)
		return lack_of_kernel(a, l, f->subject);
	if (f->loop && !k->has_loop)
		return value_lack(LACK_ERROR, STR("its code has no loop"));
	count = listing_count(k, glob, f->loop);
	if (may_be_dropped(t, f, count))
		return value_lack(LACK_ERROR, STR("a fragment of PTX keeps "
			"only what has an effect: its SASS is known of an "
			"`.entry` that uses the results"));
	out = test_value(a, k, f, count);
	if (c->kind == CLAIM_OPEN)
		out.lines = matching_lines(a, k, glob, f->loop);
	return out;
}

static const struct resources *
resources_of(const struct built *b, struct str kernel)
{
	for (size_t i = 0; i < b->nresources; i++)
		if (listing_is_named(b->resources[i].kernel, kernel))
			return &b->resources[i];
	return NULL;
}

/* Those of the kernel that find_kernel takes. */
static const struct resources *
find_resources(const struct target *t, const struct built *b,
	       const struct fact *f)
{
	const struct resources *r = b ? resources_of(b, f->subject) : NULL;

	if (!b || r)
		return r;
	r = resources_of(b, t->entry);
	for (size_t i = t->npoints; !r && i-- > 0;)
		if (is_pinned_point(&t->points[i], f))
			r = resources_of(b, t->points[i].entry);
	return r || b->nresources != 1 ? r : &b->resources[0];
}

struct value
observe_resources(struct arena *a, const struct world *w,
		  const struct target *t, const struct fact *f)
{
	const struct built *b = observe_built(w, t);
	const struct resources *r = find_resources(t, b, f);
	struct str name = f->expr->text;

	if (!r)
		return observe_built_lack(a, w, t);
	if (is_of_others(b))
		return lack_of_code();
	if (str_equal(name, STR("regs")))
		return value_number(r->registers, NULL);
	if (str_equal(name, STR("spills")))
		return value_number(r->spill_stores + r->spill_loads, NULL);
	if (str_equal(name, STR("stack")))
		return value_number(r->stack, NULL);
	return value_number(r->shared, NULL);
}
