/*
 * What `row` means in a row of a table, and a column's rule for that row.
 *
 * The idea: the name in a row's cell is a name of a probe as tables show it, a
 * text that the marker maps, or a member of what it prefixes. It is put into
 * the rule's tree wherever that says `row`, and the name of its base for
 * `row.base`; spans stay, so that a fault is shown in the rule.
 */
#include "arena.h"
#include "claim.h"
#include "claim_parts.h"
#include "expr.h"
#include "marker.h"
#include "page.h"
#include "wiki.h"

static const struct probe_name *
probe_shown_as(const struct gather *g, struct str text)
{
	for (size_t i = 0; i < g->page->nprobes; i++)
		if (str_equal(g->page->probes[i].as, text)) {
			gather_use(g, &g->page->probes[i]);
			return &g->page->probes[i];
		}
	for (size_t i = 0; i < g->wiki->config.nprobes; i++)
		if (str_equal(g->wiki->config.probes[i].as, text))
			return &g->wiki->config.probes[i];
	return gather_probe(g, text);
}

/* The mapping of `rows HEAD: "text" = name`, or NULL. */
static const struct column *
mapped_row(const struct gather *g, const struct marker *m, struct span cell)
{
	for (const struct column *r = m->row_names; r; r = r->next)
		if (gather_cell_is(g->arena, cell, r->head))
			return r;
	return NULL;
}

struct row_name
gather_row_name(const struct gather *g, const struct marker *m,
		struct span cell)
{
	struct row_name out = { .text = gather_cell_text(g->arena, cell) };
	const struct column *map = mapped_row(g, m, cell);

	if (map) {
		out.name = expr_text(g->arena, map->expr);
		out.call = map->expr->kind == EXPR_CALL ? map->expr : NULL;
		return out;
	}
	if (m->rows_prefix) {
		out.name = arena_printf(g->arena, STR_FMT "." STR_FMT,
			STR_ARG(expr_text(g->arena, m->rows_prefix)),
			STR_ARG(out.text));
		return out;
	}
	out.probe = probe_shown_as(g, out.text);
	if (out.probe)
		out.name = out.probe->name;
	else if (!m->row_names)
		out.name = out.text;
	return out;
}

/* Names that mean something of the row. */
enum { NAMES_ROW = 1, NAMES_BASE = 2 };

/* Which of them the tree has. */
static unsigned
names_of(const struct expr *e)
{
	unsigned all = 0;

	if (!e)
		return 0;
	if (e->kind == EXPR_NAME || e->kind == EXPR_MEMBER) {
		all |= str_equal(e->text, STR("row")) ? NAMES_ROW : 0;
		all |= str_equal(e->text, STR("base")) ? NAMES_BASE : 0;
	}
	for (const struct expr *arg = e->args; arg; arg = arg->next)
		all |= names_of(arg);
	return all | names_of(e->left) | names_of(e->right);
}

static bool
is_row_base(const struct expr *e)
{
	return e->kind == EXPR_MEMBER && str_equal(e->text, STR("base")) &&
	       e->left->kind == EXPR_NAME &&
	       str_equal(e->left->text, STR("row"));
}

/* Puts the base probe's name for every `row.base` of a fresh copy. */
static void
replace_base(struct expr *e, struct str base)
{
	if (!e)
		return;
	if (is_row_base(e)) {
		e->kind = EXPR_NAME;
		e->text = base;
		e->left = NULL;
		return;
	}
	for (struct expr *arg = e->args; arg; arg = arg->next)
		replace_base(arg, base);
	replace_base(e->left, base);
	replace_base(e->right, base);
}

/* Puts a probe with values of its own for every `row` of a fresh copy. */
static void
put_call(struct arena *a, struct expr *e, const struct expr *call)
{
	struct expr *next = e->next;

	if (e->kind == EXPR_NAME && str_equal(e->text, STR("row"))) {
		*e = *expr_copy(a, call);
		e->next = next;
		return;
	}
	for (struct expr *arg = e->args; arg; arg = arg->next)
		put_call(a, arg, call);
	if (e->left)
		put_call(a, e->left, call);
	if (e->right)
		put_call(a, e->right, call);
}

struct expr *
gather_row_expression(const struct gather *g, const struct expr *rule,
	       const struct row_name *row)
{
	struct str base = row->probe ? row->probe->base : STR("");
	struct expr *e = expr_copy(g->arena, rule);
	unsigned names = names_of(rule);

	if (row->probe && base.n == 0)
		base = row->name;
	if (names & NAMES_BASE) {
		if (base.n == 0)
			return NULL;
		replace_base(e, base);
		names = names_of(e);
	}
	if (!(names & NAMES_ROW))
		return e;
	if (row->name.n == 0)
		return NULL;
	if (!row->call)
		return expr_replace(g->arena, e, STR("row"), row->name);
	put_call(g->arena, e, row->call);
	return e;
}
