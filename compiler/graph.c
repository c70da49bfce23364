/*
 * A plan -> build.ninja.
 *
 *	build .build/ilp/sum.ptx.result: ptx ilp/sum.cu | .build/toolkit
 *	  sm = sm_90a
 *	  from = ilp/sum.cu
 *	  to = .build/ilp/sum.ptx
 *
 * The one idea: an edge's output is the step's result file, which is there
 * also when the source does not compile, so a broken page is compiled once
 * and not at every run. What is made, the PTX or cubin, stands beside it; its
 * hash is in the result, so ninja's restat sees whether it has changed.
 *
 * No command holds more than one source, no name a byte that ninja, a shell
 * or nvcc reads in its own way, and the program's own path comes from the
 * environment, so the text is the same on every machine. Every edge depends
 * on .build/toolkit, which names the tools: another compiler builds all anew.
 */
#include "graph.h"

#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "emit.h"
#include "expr.h"
#include "plan.h"
#include "share.h"
#include "toolkit.h"

/* One edge: `.build/NAME` with these suffixes. */
struct edge {
	const char *rule;
	struct str sm;
	struct str source;    /* not empty: from it, not from an output */
	const char *from, *to;
	const char *more;     /* options of the step, or NULL */
};

struct str
graph_output(struct arena *a, const struct target *t, const char *suffix)
{
	return arena_printf(a, ".build/" STR_FMT "%s", STR_ARG(t->name),
			    suffix);
}

/* --- what claims ask for ------------------------------------------------- */

static bool
is_least(const struct expr *e)
{
	return e && e->kind == EXPR_RAW && str_equal(e->text, STR("min_sm"));
}

static bool
use_asks_least(const struct making *m, const struct use *u)
{
	const struct claims *all = m->claims ? m->claims[u->page] : NULL;
	const struct claim *c;

	if (!all || u->claim >= all->n)
		return false;
	c = &all->items[u->claim];
	return u->fact < c->nfacts && is_least(c->facts[u->fact].expr);
}

bool *
graph_least(struct arena *a, const struct making *m)
{
	const struct plan *p = m->plan;
	bool *least = arena_alloc(a, p->ntargets + 1);

	for (size_t i = 0; i < p->nuses; i++)
		if (p->targets[p->uses[i].target].kind == TARGET_CALL &&
		    use_asks_least(m, &p->uses[i]))
			least[p->uses[i].target] = true;
	return least;
}

/* --- edges --------------------------------------------------------------- */

static void
emit_rules(struct buf *out)
{
	static const char *const rules[] = { "ptx", "cubin", "sass", "least",
					     "needs" };

	buf_add(out, STR("# kbc: how the sources here are built; "
			 "KBC is the program\n"
			 "ninja_required_version = 1.5\n"
			 "builddir = .build\n"));
	for (size_t i = 0; i < COUNT_OF(rules); i++) {
		buf_printf(out, "\nrule %s\n"
			   "  command = \"$$KBC\" step %s $sm $from $to $more\n"
			   "  description = %s $to\n"
			   "  restat = 1\n", rules[i], rules[i], rules[i]);
		if (i == 0)
			buf_add(out, STR("  depfile = $to.d\n"
					 "  deps = gcc\n"));
	}
}

/* The name of what an edge reads or makes. */
static void
add_name(struct buf *out, const struct target *t, const char *suffix)
{
	buf_printf(out, ".build/" STR_FMT "%s", STR_ARG(t->name), suffix);
}

static void
add_input(struct buf *out, const struct target *t, const struct edge *e)
{
	if (e->source.n > 0)
		buf_printf(out, STR_FMT STR_FMT, STR_ARG(t->name),
			   STR_ARG(e->source));
	else
		add_name(out, t, e->from);
}

static void
emit_edge(struct buf *out, const struct target *t, const struct edge *e)
{
	buf_add(out, STR("\nbuild "));
	add_name(out, t, e->to);
	buf_printf(out, ".result: %s ", e->rule);
	add_input(out, t, e);
	buf_printf(out, "%s | .build/toolkit\n  sm = " STR_FMT "\n  from = ",
		   e->source.n > 0 ? "" : ".result", STR_ARG(e->sm));
	/* a page may be named like an option */
	if (e->source.n > 0 && str_starts(t->name, STR("-")))
		buf_add(out, STR("./"));
	add_input(out, t, e);
	buf_add(out, STR("\n  to = "));
	add_name(out, t, e->to);
	buf_add_byte(out, '\n');
	if (e->more)
		buf_printf(out, "  more = %s\n", e->more);
}

/*
 * Device functions that a kernel has taken in, or none calls, are not in its
 * cubin: those of a page are in one of their own, made only to be read.
 */
static void
emit_disassembled(struct buf *out, const struct target *t)
{
	emit_edge(out, t, &(struct edge){ .rule = "sass", .sm = t->sm,
					  .from = ".cubin", .to = ".sass" });
	if (t->kind != TARGET_FENCE || t->body)
		return;
	emit_edge(out, t, &(struct edge){ .rule = "cubin", .sm = t->sm,
					  .from = ".ptx",
					  .to = ".parts.cubin",
					  .more = "--check" });
	emit_edge(out, t, &(struct edge){ .rule = "sass", .sm = t->sm,
					  .from = ".parts.cubin",
					  .to = ".parts.sass" });
}

/* Whether it is to be disassembled; on this machine, only where one can. */
static bool
asks_sass(const struct making *m, const struct target *t, bool machine)
{
	return t->sass && (!machine || m->toolkit->nvdisasm.path.n > 0);
}

static void
emit_assembled(struct buf *out, const struct making *m,
	       const struct target *t, bool machine)
{
	struct buf names = { 0 };

	if (emit_mnemonics(&names, t))
		emit_edge(out, t, &(struct edge){
			.rule = "cubin", .sm = t->sm,
			.source = STR("-names.ptx"), .to = "-names.cubin" });
	buf_free(&names);
	emit_edge(out, t, &(struct edge){ .rule = "cubin", .sm = t->sm,
					  .source = STR(".ptx"),
					  .to = ".cubin" });
	if (asks_sass(m, t, machine))
		emit_disassembled(out, t);
}

/* The edges that find the least architecture. */
static void
emit_least(struct buf *out, const struct target *t, bool asked)
{
	struct buf bodies = { 0 };

	if (asked)
		emit_edge(out, t, &(struct edge){
			.rule = "least", .sm = t->sm, .from = ".ptx",
			.to = ".least" });
	if (emit_bodies(&bodies, t))
		emit_edge(out, t, &(struct edge){
			.rule = "needs", .sm = t->sm,
			.source = STR("-bodies.cu"), .to = ".needs" });
	buf_free(&bodies);
}

static void
emit_compiled(struct buf *out, const struct making *m,
	      const struct target *t, bool machine)
{
	struct edge e = { .rule = "ptx", .sm = t->sm, .source = STR(".cu"),
			  .to = ".ptx", .more = t->check ? "--check" :
			  t->kind == TARGET_RUN ? "--lines" : NULL };

	emit_edge(out, t, &e);
	if (t->cubin)
		emit_edge(out, t, &(struct edge){
			.rule = "cubin", .sm = t->sm, .from = ".ptx",
			.to = ".cubin", .more = e.more });
	if (asks_sass(m, t, machine))
		emit_disassembled(out, t);
}

void
graph_emit(struct buf *out, const struct making *m, bool machine)
{
	struct arena *a = arena_make();
	const bool *least = graph_least(a, m);

	emit_rules(out);
	for (size_t i = 0; i < m->plan->ntargets; i++) {
		const struct target *t = &m->plan->targets[i];

		if (machine && share_is_good(a, m, t))
			continue;
		if (str_equal(emit_suffix(t), STR(".ptx")))
			emit_assembled(out, m, t, machine);
		else
			emit_compiled(out, m, t, machine);
		emit_least(out, t, least[i]);
	}
	arena_free(a);
}
