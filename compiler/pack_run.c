/*
 * Tests and page probes -> job blocks.
 *
 * What a test says is text of the page alone and part of the key. What its
 * kernels are called in the code, and of how many bytes their parameters are,
 * is read off the code and is not: it follows from the source, which is.
 */
#include "arena.h"
#include "buf.h"
#include "built.h"
#include "expr.h"
#include "listing.h"
#include "marker.h"
#include "pack_run.h"
#include "plan.h"
#include "recipe.h"

/* Seconds that a test may take, with all its sizes. */
#define TEST_SECONDS 600

bool
pack_emit_run(struct buf *out, const struct target *t, struct diag *d)
{
	bool test = t->run->kind == MARKER_TEST;

	buf_printf(out, "target " STR_FMT "\n", STR_ARG(t->sm));
	if (test)
		buf_printf(out, "limit %d\ntest\n", TEST_SECONDS);
	if (!(test ? recipe_emit(out, t->run, d)
		   : recipe_emit_probe(out, t->run, d)))
		return false;
	buf_add(out, STR("end\n"));
	return true;
}

static size_t
count_passed(const struct marker *m, const struct launch *l)
{
	size_t n = 0;

	if (!l->target) {
		for (const struct expr *arg = l->args; arg; arg = arg->next)
			n++;
		return n;
	}
	for (const struct variable *v = m->variables; v; v = v->next)
		n += recipe_takes(l, v);
	return n + 1;
}

static size_t
count_words(struct str s)
{
	size_t n = s.n > 0;

	for (size_t i = 0; i < s.n; i++)
		n += s.p[i] == ' ';
	return n;
}

/* The name without template arguments. */
static struct str
plain_name(struct str kernel)
{
	return str_trim(str_slice(kernel, 0, str_find_byte(kernel, '<')));
}

/* The i-th symbol of the table of kernels, of PTX text. */
static const struct kernel *
find_in_table(const struct listing *l, struct str ptx, size_t i)
{
	struct str rest = str_skip(ptx, str_find(ptx, STR("kbc_kernels[")));
	struct str one;

	rest = str_skip(rest, str_find_byte(rest, '{') + 1);
	rest = str_slice(rest, 0, str_find_byte(rest, '}'));
	while (str_split(&one, &rest, ','))
		if (i-- == 0)
			return listing_find(l, str_trim(one));
	return NULL;
}

static const struct kernel *
find_kernel(struct arena *a, const struct target *t, const struct built *b,
	    size_t i, struct str *why)
{
	const struct launch *l = recipe_launch(t->run, i);
	struct str name = recipe_kernel(a, t->run, l);
	const struct kernel *k = listing_entry(b->ptx, plain_name(name), 0);

	if (k && listing_entry(b->ptx, plain_name(name), 1))
		k = b->ptx_table.n > 0 ? find_in_table(b->ptx, b->ptx_table,
						       i) : NULL;
	if (!k)
		*why = arena_printf(a, "the code has not one kernel '" STR_FMT
				    "'", STR_ARG(name));
	return k;
}

static void
add_name(struct buf *out, struct str name)
{
	for (size_t i = 0; i < name.n; i++)
		if (!byte_is_blank(name.p[i]))
			buf_add_byte(out, name.p[i]);
}

/* Whether an earlier launch is of the same kernel. */
static bool
is_known(struct arena *a, const struct marker *m, size_t i)
{
	struct str name = recipe_kernel(a, m, recipe_launch(m, i));

	for (size_t k = 0; k < i; k++)
		if (str_equal(recipe_kernel(a, m, recipe_launch(m, k)), name))
			return true;
	return false;
}

/* Whether a function reads where the grid's barrier lies, which only launches
   of all blocks together have. */
static bool
reads_barrier(const struct kernel *k)
{
	return listing_count(k, STR("mov.* %envreg*"), false) > 0;
}

/* Whether the blocks of a kernel wait for each other, in it or in a function
   that is not inlined. */
static bool
is_cooperative(const struct listing *l, const struct kernel *k)
{
	if (reads_barrier(k))
		return true;
	for (size_t i = 0; i < l->n && listing_count(k, STR("call*"), false);
	     i++)
		if (!l->kernels[i].parameters.p &&
		    reads_barrier(&l->kernels[i]))
			return true;
	return false;
}

static void
add_symbol(struct buf *out, struct str name, const struct listing *l,
	   const struct kernel *k)
{
	buf_add(out, STR("symbol "));
	add_name(out, name);
	buf_printf(out, " " STR_FMT "%s" STR_FMT "\n", STR_ARG(k->name),
		   k->parameters.n > 0 ? " " : "", STR_ARG(k->parameters));
	if (!is_cooperative(l, k))
		return;
	buf_add(out, STR("cooperative "));
	add_name(out, name);
	buf_add_byte(out, '\n');
}

bool
pack_symbols(struct buf *out, struct arena *a, const struct target *t,
	     const struct built *b, struct str *why)
{
	const struct launch *l;

	for (size_t i = 0; (l = recipe_launch(t->run, i)); i++) {
		const struct kernel *k = find_kernel(a, t, b, i, why);
		size_t takes = k ? count_words(k->parameters) : 0;
		size_t passed = count_passed(t->run, l);

		if (!k)
			return false;
		if (takes != passed) {
			*why = arena_printf(a, "'" STR_FMT "' takes %zu "
				"parameters, the launch passes %zu",
				STR_ARG(l->kernel), takes, passed);
			return false;
		}
		if (is_known(a, t->run, i))
			continue;
		add_symbol(out, t->run->kind == MARKER_PROBE ?
			   recipe_entry(a, t->run, l) :
			   recipe_kernel(a, t->run, l), b->ptx, k);
	}
	return true;
}
