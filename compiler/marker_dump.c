/*
 * Markers as text, for tests: one line with what was said in the marker's own
 * words and order of fields, further lines for what has lines of its own.
 *
 *	at
 *	  every "142 SMs": equals device(B200).sm_count id=sms
 */
#include "marker.h"

#include "buf.h"
#include "expr.h"
#include "marker_parts.h"

static const char *const kinds[] = {
	[MARKER_EQUALS] = "equals", [MARKER_HOLDS] = "holds",
	[MARKER_REPEAT] = "repeat", [MARKER_AT] = "at",
	[MARKER_LET] = "let", [MARKER_CITES] = "cites",
	[MARKER_OPEN] = "open", [MARKER_IGNORE] = "ignore",
	[MARKER_RETIRED] = "retired", [MARKER_TABLE] = "table",
	[MARKER_GIVEN] = "given", [MARKER_FENCE] = "fence",
	[MARKER_CODE] = "code", [MARKER_TEST] = "test",
	[MARKER_PROBE] = "probe",
};

static const char *const compares[] = {
	[COMPARE_EQ] = "==", [COMPARE_NE] = "!=", [COMPARE_LT] = "<",
	[COMPARE_LE] = "<=", [COMPARE_GT] = ">", [COMPARE_GE] = ">=",
};

/* `LABEL TEXT` when there is a text. */
static void
dump_text(struct buf *out, const char *label, struct str text)
{
	if (text.n)
		buf_printf(out, "%s" STR_FMT, label, STR_ARG(text));
}

static void
dump_quoted(struct buf *out, const char *label, struct str text)
{
	if (text.n)
		buf_printf(out, "%s\"" STR_FMT "\"", label, STR_ARG(text));
}

static void
dump_expr(struct buf *out, const char *label, const struct expr *e)
{
	if (!e)
		return;
	buf_add(out, str_of(label));
	expr_dump(out, e);
}

static void
dump_list(struct buf *out, const char *label, const struct expr *e)
{
	for (; e; e = e->next) {
		dump_expr(out, label, e);
		label = ", ";
	}
}

static void
dump_options(struct buf *out, const struct options *o)
{
	dump_expr(out, " within ", o->within);
	buf_add(out, o->within_percent ? STR("%") : STR(""));
	dump_expr(out, " between ", o->low);
	dump_expr(out, " and ", o->high);
	dump_text(out, " on ", o->on);
	dump_text(out, " in ", o->in);
	dump_text(out, " id=", o->id);
	dump_quoted(out, " because ", o->because);
}

static void
dump_head(struct buf *out, const struct marker *m)
{
	buf_add(out, str_of(kinds[m->kind]));
	dump_expr(out, " ", m->expr);
	dump_expr(out, m->range ? " to " : " and ", m->expr2);
	dump_text(out, " ", m->name);
	dump_text(out, " ", m->anchor);
	dump_quoted(out, " why ", m->why);
	dump_options(out, &m->options);
}

static void
dump_items(struct buf *out, const struct marker *items)
{
	for (const struct marker *m = items; m; m = m->next) {
		dump_quoted(out, m->every ? "\n  every " : "\n  ", m->text);
		buf_add(out, STR(": "));
		dump_head(out, m);
	}
}

static void
dump_columns(struct buf *out, const char *label, const struct column *c)
{
	for (; c; c = c->next) {
		dump_quoted(out, label, c->head);
		dump_expr(out, " = ", c->expr);
		dump_options(out, &c->options);
	}
}

static void
dump_table(struct buf *out, const struct marker *m)
{
	if (m->rows_at.n)
		buf_printf(out, "\n  rows \"" STR_FMT "\"", STR_ARG(m->rows));
	dump_expr(out, " of ", m->rows_prefix);
	dump_columns(out, "\n    ", m->row_names);
	dump_columns(out, "\n  column ", m->columns);
	if (m->per_device)
		buf_add(out, STR("\n  per device"));
}

static void
dump_span(struct buf *out, const char *label, struct span at)
{
	if (at.n)
		buf_printf(out, "%s\n" STR_FMT, label, STR_ARG(span_str(at)));
}

static void
dump_given(struct buf *out, const struct marker *m)
{
	for (size_t i = 0; i < m->nparameters; i++)
		dump_text(out, "\n  ", m->parameters[i]);
	dump_span(out, "\n  before", m->before);
	dump_span(out, "\n  after", m->after);
}

static void
dump_launch(struct buf *out, const char *label, const struct launch *l)
{
	dump_text(out, label, l->kernel);
	dump_expr(out, "<<<", l->grid);
	dump_expr(out, ", ", l->block);
	dump_expr(out, ", ", l->shared);
	buf_add(out, l->grid ? STR(">>>(") : STR("("));
	dump_list(out, "", l->args);
	buf_add_byte(out, ')');
	dump_expr(out, " into ", l->target);
}

static void
dump_check(struct buf *out, const struct check *c)
{
	buf_add(out, c->kind == CHECK_FAILS ? STR("\n  fails")
					    : STR("\n  check"));
	dump_text(out, " ", c->fails);
	dump_expr(out, " ", c->left);
	if (c->left)
		buf_printf(out, " %s ", compares[c->compare]);
	dump_expr(out, "", c->right);
	if (c->oracle)
		dump_launch(out, "", c->oracle);
	dump_expr(out, " rel ", c->rel);
	dump_expr(out, " abs ", c->abs);
	dump_expr(out, " ulp ", c->ulp);
}

static void
dump_test(struct buf *out, const struct marker *m)
{
	for (const struct variable *v = m->variables; v; v = v->next) {
		buf_printf(out, "\n  " STR_FMT " " STR_FMT, STR_ARG(v->type),
			   STR_ARG(v->name));
		dump_expr(out, " of ", v->size);
		dump_list(out, " in ", v->ranges);
		dump_expr(out, " = ", v->init);
	}
	for (const struct launch *l = m->launches; l; l = l->next)
		dump_launch(out, "\n  run ", l);
	for (const struct check *c = m->checks; c; c = c->next)
		dump_check(out, c);
	dump_text(out, "\n  work ", m->work_kind);
	dump_expr(out, " ", m->work);
	if (m->allow_races)
		buf_add(out, STR("\n  allow races"));
}

void
marker_dump(struct buf *out, const struct marker *m)
{
	dump_head(out, m);
	dump_items(out, m->items);
	dump_table(out, m);
	dump_given(out, m);
	dump_text(out, " words ", span_str(m->words));
	dump_span(out, "\n  code", m->code);
	dump_test(out, m);
	buf_add_byte(out, '\n');
}
