/*
 * Names of an expression -> facts: what each leaf is and, where nothing has
 * to be built or run for it, what it is worth.
 *
 * The idea: a leaf is recognised by its first word (`format`, `device`,
 * `ptx`, …), else it is a name: a named value of this page (`let`, id), a
 * probe, a test, a value of another page. Each becomes one fact with a
 * canonical key; the tree keeps the fact's index, so evaluation never looks
 * at names again.
 *
 * What is known now is claim_known.c, cells of tables are claim_cell.c, probes
 * and their parameters claim_probe.c. It evaluates nothing that is measured.
 */
#include "arena.h"
#include "claim.h"
#include "claim_bind.h"
#include "claim_parts.h"
#include "expr.h"
#include "fact.h"
#include "library.h"
#include "map.h"
#include "marker.h"
#include "page.h"
#include "scan.h"
#include "summary.h"
#include "value.h"
#include "wiki.h"

struct fact *
gather_fact(struct gather *g, struct claim *c, struct expr *e, int family)
{
	struct fact *grown = arena_alloc(g->arena, (c->nfacts + 1) *
							   sizeof *grown);

	for (size_t i = 0; i < c->nfacts; i++)
		grown[i] = c->facts[i];
	c->facts = grown;
	e->fact = (int)c->nfacts;
	grown[c->nfacts] = (struct fact){ .family = family, .expr = e };
	return &grown[c->nfacts++];
}

bool
gather_known(struct gather *g, struct claim *c, struct expr *e, int family,
	     struct value v)
{
	struct value *kept = arena_alloc(g->arena, sizeof *kept);

	if (v.kind == VALUE_NONE) {
		gather_trouble(g, c, e->at, STR_FMT, STR_ARG(v.reason));
		return false;
	}
	*kept = v;
	gather_fact(g, c, e, family)->value = kept;
	return true;
}

/* The NAME or CALL of a name that a path starts with. */
static struct expr *
head_of(struct expr *e)
{
	while (e->kind == EXPR_MEMBER)
		e = e->left;
	return e;
}

static struct str
head_name(const struct expr *head)
{
	if (head->kind == EXPR_CALL && head->left->kind == EXPR_NAME)
		return head->left->text;
	return head->kind == EXPR_NAME ? head->text : STR("");
}

/* --- names ------------------------------------------------------------ */

const struct named_value *
gather_value(const struct gather *g, size_t i, struct str name)
{
	const struct summary *s = wiki_summary(g->wiki, i);
	size_t k;

	if (i == g->index) { /* the page's own are asked for most */
		k = map_find(g->values, name);
		return k < s->nvalues ? &s->values[k] : NULL;
	}
	for (k = 0; k < s->nvalues; k++)
		if (str_equal(s->values[k].name, name))
			return &s->values[k];
	return NULL;
}

const struct marker *
gather_test(const struct gather *g, struct str name, int kind)
{
	for (size_t i = 0; i < g->page->scan->ncomments; i++) {
		const struct marker *m = g->page->markers[i];

		if (m && (int)m->kind == kind &&
		    str_equal(kind == MARKER_TEST ? m->options.id : m->name,
			      name))
			return m;
	}
	return NULL;
}

/* A value that another place names, unless it leans on itself. */
static bool
bind_value(struct gather *g, struct claim *c, struct expr *e,
	   const struct named_value *v, size_t page)
{
	struct str circle = gather_circle(g, c, e->page, e->text);

	if (circle.n == 0) {
		gather_known(g, c, e, FACT_CLAIM,
			     value_number(v->number, v->unit));
		c->facts[e->fact].writer = g->wiki->paths[page];
		c->facts[e->fact].written = v;
		return true;
	}
	gather_trouble(g, c, e->at, "'" STR_FMT "' rests on itself: " STR_FMT,
		       STR_ARG(expr_text(g->arena, e)), STR_ARG(circle));
	return false;
}

/* `TEST` is whether it came out as it says, `TEST.max_rel` how far off. */
static bool
bind_test(struct gather *g, struct claim *c, struct expr *e,
	  const struct expr *head)
{
	static const struct str members[] = {
		STR_INIT("max_rel"), STR_INIT("max_abs"), STR_INIT("max_ulp"),
	};

	gather_fact(g, c, e, FACT_RUN)->subject = head->text;
	if (e == head)
		return true;
	for (size_t i = 0; e->left == head && i < COUNT_OF(members); i++)
		if (str_equal(e->text, members[i]))
			return true;
	gather_trouble(g, c, e->at, "a test has 'max_rel', 'max_abs' and "
		       "'max_ulp'");
	return false;
}

/* `NAME(n=4096)`: values of variables that take several. */
static bool
set_values(struct gather *g, struct claim *c, struct fact *f,
	   const struct marker *m, const struct expr *call)
{
	struct setting *set = arena_alloc(g->arena, MARKER_VARIABLES_MAX *
							    sizeof *set);
	const struct variable *v;

	f->settings = set;
	for (const struct expr *arg = call->args; arg; arg = arg->next) {
		for (v = m->variables; v; v = v->next)
			if (v->ranges && str_equal(v->name, arg->argument))
				break;
		if (!v || f->nsettings == MARKER_VARIABLES_MAX) {
			gather_trouble(g, c, arg->at, "no variable of the "
				       "probe that takes values has this name");
			return false;
		}
		set[f->nsettings++] = (struct setting){
			v->name, expr_text(g->arena, arg) };
	}
	return true;
}

/* `NAME` and `NAME.rate` is work over time, `NAME.time` that of a launch. */
static bool
bind_page_probe(struct gather *g, struct claim *c, struct expr *e,
		const struct expr *head)
{
	struct str name = head_name(head);
	const struct marker *m = gather_test(g, name, MARKER_PROBE);
	struct fact *f = gather_fact(g, c, e, FACT_MEASURED);

	f->subject = name;
	if (head->kind == EXPR_CALL && !set_values(g, c, f, m, head))
		return false;
	f->metric = e == head ? STR("rate") : e->text;
	if (e == head || (e->left == head &&
			  (str_equal(e->text, STR("rate")) ||
			   str_equal(e->text, STR("time")))))
		return true;
	gather_trouble(g, c, e->at, "a page probe has 'time' and 'rate'");
	return false;
}

static bool
bind_plain_name(struct gather *g, struct claim *c, struct expr *e,
		struct expr *head)
{
	const struct probe_name *probe = gather_probe(g, head->text);
	size_t page = head->page.n ? wiki_find(g->wiki, head->page, g->index) :
				     g->index;
	const struct named_value *v = NULL;

	if (e == head && page != SIZE_MAX)
		v = gather_value(g, page, head->text);
	if (v)
		return bind_value(g, c, e, v, page);
	if (probe && head->page.n == 0)
		return gather_probe_fact(g, c, e, probe);
	if (gather_test(g, head->text, MARKER_TEST))
		return bind_test(g, c, e, head);
	if (gather_test(g, head->text, MARKER_PROBE))
		return bind_page_probe(g, c, e, head);
	gather_trouble(g, c, head->at, "unknown name '" STR_FMT "'",
		       STR_ARG(expr_text(g->arena, head)));
	gather_probe_hint(g, head, head->text);
	if (head->page.n == 0)
		gather_near_name(g, head->at, head->text);
	return false;
}

/* --- raw functions ---------------------------------------------------- */

struct raw_family {
	struct str name;
	int family;
};

static const struct raw_family raw_families[] = {
	{ STR_INIT("exists"), FACT_API },
	{ STR_INIT("metric"), FACT_COUNTER },
	{ STR_INIT("metric_exists"), FACT_COUNTER },
	{ STR_INIT("metric_text"), FACT_COUNTER },
	{ STR_INIT("min_sm"), FACT_API },
	{ STR_INIT("ptx"), FACT_LISTING },
	{ STR_INIT("regs"), FACT_RESOURCES },
	{ STR_INIT("sass"), FACT_LISTING },
	{ STR_INIT("shared"), FACT_RESOURCES },
	{ STR_INIT("spills"), FACT_RESOURCES },
	{ STR_INIT("stack"), FACT_RESOURCES },
	{ STR_INIT("value"), FACT_RUN },
};

struct str
gather_raw_name(size_t i)
{
	return i < COUNT_OF(raw_families) ? raw_families[i].name : STR("");
}

static int
raw_family(struct str name)
{
	for (size_t i = 0; i < COUNT_OF(raw_families); i++)
		if (str_equal(raw_families[i].name, name))
			return raw_families[i].family;
	return FACT_NONE;
}

static bool
bind_raw(struct gather *g, struct claim *c, struct expr *e,
	 const struct expr *raw)
{
	int family = raw_family(raw->kind == EXPR_CALL ? raw->left->text :
				raw->text);
	struct fact *f;

	if (family == FACT_NONE) {
		gather_trouble(g, c, e->at, "unknown function '" STR_FMT "'",
			       STR_ARG(raw->text));
		return false;
	}
	if (family == FACT_COUNTER)
		return gather_counter(g, c, e, raw);
	f = gather_fact(g, c, e, family);
	f->subject = raw->kind == EXPR_CALL && raw->args ?
		expr_text(g->arena, raw->args) : raw->raw;
	f->op = e->kind == EXPR_LISTING ? (int)e->op : OP_NONE;
	f->glob = e->kind == EXPR_LISTING ? e->text : STR("");
	f->loop = e->kind == EXPR_LISTING && e->loop;
	if (f->op != OP_NONE && !e->text_given)
		f->glob = str_trim(c->text);
	if (gather_probe(g, f->subject) &&
	    !gather_settings(g, c, f, gather_probe(g, f->subject)))
		return false;
	return true;
}

/* A name that stands for a function of the text before the marker. */
static bool
bind_bare(struct gather *g, struct claim *c, struct expr *e)
{
	struct fact *f;

	if (str_equal(e->text, STR("toolkit")) ||
	    str_equal(e->text, STR("driver"))) {
		gather_fact(g, c, e, FACT_DEVICE);
		return true;
	}
	if (!str_equal(e->text, STR("exists")) &&
	    !str_equal(e->text, STR("metric_exists")))
		return false;
	if (raw_family(e->text) == FACT_COUNTER)
		return gather_counter(g, c, e, e);
	f = gather_fact(g, c, e, raw_family(e->text));
	f->subject = str_trim(c->text);
	return true;
}

/* --- the tree --------------------------------------------------------- */

static bool
bind_arguments(struct gather *g, struct claim *c, struct expr *call)
{
	for (struct expr *arg = call->args; arg; arg = arg->next)
		if (!gather_bind(g, c, arg))
			return false;
	return true;
}

/* A path: NAME, NAME.x, f(…), f(…).x, NAME.x(…). */
static bool
bind_path(struct gather *g, struct claim *c, struct expr *e)
{
	struct expr *whole = e->kind == EXPR_CALL &&
		e->left->kind == EXPR_MEMBER ? e->left : e;
	struct expr *head = head_of(whole);
	struct str name = head_name(head);

	if (head->kind == EXPR_CALL && value_is_function(name) && e == head)
		return bind_arguments(g, c, e);
	if (head->kind == EXPR_CALL && e == head &&
	    raw_family(name) == FACT_COUNTER)
		return bind_raw(g, c, e, e);
	if (str_equal(name, STR("format")))
		return gather_format(g, c, e, head);
	if (str_equal(name, STR("device")))
		return gather_device(g, c, e, head);
	if (str_equal(name, STR("occupancy")))
		return gather_occupancy(g, c, e, head);
	if (str_equal(name, STR("col")) && e == head)
		return gather_col(g, c, e);
	if (str_equal(name, STR("cell")) && e == head)
		return gather_cell_named(g, c, e);
	if (head->kind == EXPR_NAME && e == head && head->page.n == 0 &&
	    bind_bare(g, c, e))
		return true;
	if (head->kind == EXPR_NAME)
		return bind_plain_name(g, c, e, head);
	if (gather_test(g, name, MARKER_PROBE))
		return bind_page_probe(g, c, e, head);
	gather_trouble(g, c, e->at, "unknown function '" STR_FMT "'",
		       STR_ARG(name));
	gather_probe_hint(g, head, name);
	gather_near_function(g, head->at, name);
	return false;
}

bool
gather_bind(struct gather *g, struct claim *c, struct expr *e)
{
	switch (e->kind) {
	case EXPR_NUMBER:
	case EXPR_STRING:
	case EXPR_ARCH:
		return true;
	case EXPR_UNIT:
	case EXPR_UNARY:
		return gather_bind(g, c, e->left);
	case EXPR_BINARY:
		return gather_bind(g, c, e->left) &&
		       gather_bind(g, c, e->right);
	case EXPR_RAW:
		return bind_raw(g, c, e, e);
	case EXPR_LISTING:
		return bind_raw(g, c, e, e->left);
	case EXPR_NAME:
	case EXPR_MEMBER:
	case EXPR_CALL:
		return bind_path(g, c, e);
	case EXPR_INDEX:
	default:
		gather_trouble(g, c, e->at, "elements of arrays are known "
			       "within a test only");
		return false;
	}
}
