/*
 * The hot loop that was measured, as SASS: how many of which instructions, and
 * the loop itself.
 *
 * The idea: a body that is unrolled a thousand times is read by its counts. So
 * a run of instructions with one mnemonic is shown by its first, and a long
 * loop by its beginning. Kernels without a loop are shown whole.
 */
#include "arena.h"
#include "buf.h"
#include "built.h"
#include "evidence.h"
#include "listing.h"
#include "marker.h"
#include "plan.h"
#include "value.h"

#include "evidence_table.h"
#include "protocol_parts.h"

/* Lines of a loop that are shown, and how long a run may be before only its
   first instruction is. */
#define LINES_MAX 40
#define RUN_MAX 3

static bool
is_shown(const struct kernel *k, size_t i)
{
	return i < k->n && (k->items[i].in_loop || !k->has_loop);
}

/* Instructions from i on that are shown and have its mnemonic. */
static size_t
run_length(const struct kernel *k, size_t i)
{
	size_t n = 0;

	while (is_shown(k, i + n) && str_equal(k->items[i + n].mnemonic,
					       k->items[i].mnemonic))
		n++;
	return n;
}

struct count {
	struct str mnemonic;
	size_t n;
};

/* `1024 HFMA2, 1 BRA`, in order of the first of each. */
static void
add_counts(const struct writing *w, const struct kernel *k)
{
	struct count *all = arena_alloc(w->arena, (k->n + 1) * sizeof *all);
	size_t n = 0;

	for (size_t i = 0; i < k->n; i++) {
		size_t c = 0;

		if (!is_shown(k, i))
			continue;
		while (c < n && !str_equal(all[c].mnemonic,
					   k->items[i].mnemonic))
			c++;
		if (c == n)
			all[n++].mnemonic = k->items[i].mnemonic;
		all[c].n++;
	}
	for (size_t c = 0; c < n; c++)
		buf_printf(w->out, "%s%zu `" STR_FMT "`", c > 0 ? ", " : "",
			   all[c].n, STR_ARG(all[c].mnemonic));
	buf_add(w->out, STR(".\n"));
}

static void
add_lines(const struct writing *w, const struct kernel *k)
{
	size_t lines = 0, i = 0;

	buf_add(w->out, STR("\n```sass\n"));
	while (i < k->n && lines < LINES_MAX) {
		size_t n = is_shown(k, i) ? run_length(k, i) : 1;
		size_t shown = n > RUN_MAX ? 1 : n;

		if (!is_shown(k, i)) {
			i++;
			continue;
		}
		for (size_t j = 0; j < shown; j++)
			buf_printf(w->out, STR_FMT "\n",
				   STR_ARG(k->items[i + j].text));
		if (n > RUN_MAX)
			buf_printf(w->out, "... %zu more " STR_FMT "\n", n - 1,
				   STR_ARG(k->items[i].mnemonic));
		lines += shown + (n > RUN_MAX);
		i += n;
	}
	while (i < k->n && !is_shown(k, i))
		i++;
	buf_add(w->out, i < k->n ? STR("...\n```\n") : STR("```\n"));
}

static void
add_kernel(const struct writing *w, struct str name)
{
	/* of a template its instance is so called */
	struct str bare = str_slice(name, 0, str_find_byte(name, '<'));
	const struct kernel *k = listing_find(w->built->sass, bare);

	if (!k)
		return;
	buf_printf(w->out, "\n`" STR_FMT "`%s: ", STR_ARG(name),
		   k->has_loop ? "" : ", which has no loop");
	add_counts(w, k);
	add_lines(w, k);
}

void
protocol_code(const struct writing *w, size_t c)
{
	const struct target *t = w->target;

	buf_add(w->out, STR("\n## Hot loop\n"));
	if (t->probe && c < w->details->ncases)
		add_kernel(w, w->details->cases[c].entry);
	for (const struct launch *l = t->run ? t->run->launches : NULL; l;
	     l = l->next)
		add_kernel(w, l->kernel);
}
