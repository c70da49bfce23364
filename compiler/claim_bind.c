/*
 * Names of an expression -> facts: what each leaf is and, where nothing has
 * to be built or run for it, what it is worth.
 *
 * The idea: a leaf is recognised by its first word (`format`, `device`,
 * `ptx`, …), else it is a name: a named value of this page (`let`, id), a
 * probe, a test, a value of another page. Each becomes one fact with a
 * canonical key; the tree keeps the fact's index, so evaluation never looks
 * at names again.
 */
#include "arena.h"
#include "claim.h"
#include "claim_parts.h"
#include "diag.h"
#include "expr.h"
#include "fact.h"
#include "library.h"
#include "marker.h"
#include "page.h"
#include "quantity.h"
#include "scan.h"
#include "summary.h"
#include "value.h"
#include "wiki.h"
#include "yaml.h"

#include <math.h>

/* Names of probes may go through other names: `ilp1: ilp(chains=1)`. */
#define PROBE_DEPTH 8

static struct fact *
add_fact(struct gather *g, struct claim *c, struct expr *e, int family)
{
	struct fact *grown = arena_alloc(g->arena, (c->nfacts + 1) *
							   sizeof *grown);

	for (size_t i = 0; i < c->nfacts; i++)
		grown[i] = c->facts[i];
	c->facts = grown;
	e->fact = (int)c->nfacts;
	grown[c->nfacts] = (struct fact){ .family = family, .expr = e,
					  .key = expr_text(g->arena, e) };
	return &grown[c->nfacts++];
}

/* A fact that is known now; a lack is an error at the leaf. */
static bool
add_known(struct gather *g, struct claim *c, struct expr *e, int family,
	  struct value v)
{
	struct value *kept = arena_alloc(g->arena, sizeof *kept);

	if (v.kind == VALUE_NONE) {
		gather_trouble(g, c, e->at, STR_FMT, STR_ARG(v.reason));
		return false;
	}
	*kept = v;
	add_fact(g, c, e, family)->value = kept;
	return true;
}

/* The dotted names of a path below its head: `a.b.c` -> b.c. */
static struct str
path_below(struct arena *a, const struct expr *e, const struct expr *head)
{
	struct str text = expr_text(a, e), start = expr_text(a, head);

	return text.n > start.n ? str_skip(text, start.n + 1) : STR("");
}

/* The NAME or CALL of a name that a path starts with. */
static struct expr *
path_head(struct expr *e)
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

/* --- format, device, occupancy ------------------------------------------- */

static bool
bind_format(struct gather *g, struct claim *c, struct expr *e,
	    struct expr *head)
{
	struct str entry = path_below(g->arena, e, head), format;

	if (!str_split(&format, &entry, '.') || !entry.p) {
		gather_trouble(g, c, e->at, "expected format.NAME.ENTRY");
		return false;
	}
	return add_known(g, c, e, FACT_FORMAT,
			 format_entry(g->arena, format, entry));
}

/* The documented file of a device scope (`H200*`), or NULL. */
static const struct device_file *
scope_device(const struct gather *g, struct str pattern)
{
	while (pattern.n > 0 && pattern.p[pattern.n - 1] == '*')
		pattern.n--;
	return pattern.n ? devices_find(g->wiki->devices, pattern) : NULL;
}

/* device.ENTRY of the page's scope: documented if the file has it, else what
   was read off the device. */
static bool
bind_own_device(struct gather *g, struct claim *c, struct expr *e,
		struct str entry)
{
	const struct device_file *f = scope_device(g, c->device);
	struct value v = value_lack(LACK_NOT_RUN, STR(""));

	if (f)
		v = device_entry(g->arena, f, entry);
	if (v.kind != VALUE_NONE)
		return add_known(g, c, e, FACT_DOCUMENTED, v);
	add_fact(g, c, e, FACT_DEVICE);
	return true;
}

static bool
bind_device(struct gather *g, struct claim *c, struct expr *e,
	    struct expr *head)
{
	struct str entry = path_below(g->arena, e, head), name;
	const struct device_file *f;

	if (entry.n == 0) {
		gather_trouble(g, c, e->at, "expected device.ENTRY");
		return false;
	}
	if (head->kind == EXPR_NAME)
		return bind_own_device(g, c, e, entry);
	name = head->args ? expr_text(g->arena, head->args) : STR("");
	f = devices_find(g->wiki->devices, name);
	if (!f) {
		gather_trouble(g, c, head->at, "no device '" STR_FMT
			       "' is documented", STR_ARG(name));
		return false;
	}
	return add_known(g, c, e, FACT_DOCUMENTED,
			 device_entry(g->arena, f, entry));
}

/* A number that needs no building: numbers, named values, arithmetic. */
static bool
known_number(struct gather *g, struct claim *c, struct expr *e, double *out)
{
	struct environment env = { 0 };
	struct value *values;
	struct value v;

	if (!gather_bind(g, c, e))
		return false;
	values = arena_alloc(g->arena, (c->nfacts + 1) * sizeof *values);
	for (size_t i = 0; i < c->nfacts; i++)
		values[i] = c->facts[i].value ? *c->facts[i].value :
			value_lack(LACK_NOT_RUN, STR(""));
	env.facts = values;
	env.nfacts = c->nfacts;
	v = value_eval(g->arena, e, &env);
	*out = v.number;
	return v.kind == VALUE_NUMBER && !v.runs;
}

static bool
read_occupancy(struct gather *g, struct claim *c, struct expr *call,
	       uint32_t numbers[3])
{
	static const struct str names[] = {
		STR_INIT("threads"), STR_INIT("regs"), STR_INIT("smem"),
	};
	double number;

	for (struct expr *arg = call->args; arg; arg = arg->next) {
		size_t i = 0;

		while (i < COUNT_OF(names) &&
		       !str_equal(names[i], arg->argument))
			i++;
		if (i == COUNT_OF(names)) {
			gather_trouble(g, c, arg->at, "occupancy takes "
				       "threads=, regs= and smem=");
			return false;
		}
		if (!known_number(g, c, arg, &number) || number < 0 ||
		    number > 1e9) {
			if (c->trouble.n == 0)
				gather_trouble(g, c, arg->at,
					       "expected a known number");
			return false;
		}
		numbers[i] = (uint32_t)number;
	}
	return true;
}

static struct value
occupancy_entry(struct arena *a, const struct occupancy *o, struct str entry)
{
	if (str_equal(entry, STR("blocks")))
		return value_number(o->blocks, NULL);
	if (str_equal(entry, STR("warps")))
		return value_number(o->warps, NULL);
	if (str_equal(entry, STR("fraction")))
		return value_number(o->fraction, NULL);
	if (str_equal(entry, STR("limit")))
		return value_text(o->limit);
	return value_lack(LACK_ERROR, arena_printf(a,
		"an occupancy has no '" STR_FMT "' (blocks warps fraction "
		"limit)", STR_ARG(entry)));
}

static bool
bind_occupancy(struct gather *g, struct claim *c, struct expr *e,
	       struct expr *head)
{
	const struct device_file *f = scope_device(g, c->device);
	uint32_t numbers[3] = { 0, 0, 0 };
	struct occupancy o;
	struct str why;

	if (!f)
		f = devices_find(g->wiki->devices, STR("H200"));
	if (!f || head->kind != EXPR_CALL) {
		gather_trouble(g, c, e->at,
			       "expected occupancy(threads=…).blocks");
		return false;
	}
	if (!read_occupancy(g, c, head, numbers))
		return false;
	if (!occupancy_find(&o, f, numbers, &why)) {
		gather_trouble(g, c, head->at, STR_FMT, STR_ARG(why));
		return false;
	}
	return add_known(g, c, e, FACT_OCCUPANCY,
			 occupancy_entry(g->arena, &o,
					 path_below(g->arena, e, head)));
}

/* --- tables -------------------------------------------------------------- */

/* Text of a cell without emphasis and blanks. */
static struct str
plain_cell(struct span cell)
{
	struct str s = str_trim(span_str(cell));

	while (s.n > 1 && str_find_byte(STR("*_`"), s.p[0]) < 3 &&
	       s.p[s.n - 1] == s.p[0])
		s = str_slice(s, 1, s.n - 2);
	return s;
}

static size_t
find_column(const struct block *table, struct str head)
{
	for (size_t i = 0; i < table->rows[0].n; i++)
		if (str_equal(plain_cell(table->rows[0].cells[i]), head))
			return i;
	return SIZE_MAX;
}

static bool
bind_cell_number(struct gather *g, struct claim *c, struct expr *e,
		 const struct row *row, size_t column)
{
	struct quantity q;

	if (!row || column >= row->n ||
	    !summary_quantity(g->arena, &q, row->cells[column])) {
		gather_trouble(g, c, e->at, "that cell holds no number");
		return false;
	}
	return add_known(g, c, e, FACT_TABLE,
			 value_number(q.value * (q.unit.scale > 0 ?
				      q.unit.scale : 1),
				      summary_unit(g->arena, &q)));
}

static bool
bind_col(struct gather *g, struct claim *c, struct expr *e)
{
	const struct expr *arg = e->args;
	size_t column;

	if (!g->place.row || !arg || arg->kind != EXPR_STRING) {
		gather_trouble(g, c, e->at, "col(\"HEAD\") stands in a "
			       "column of a table marker");
		return false;
	}
	column = find_column(g->place.table, arg->text);
	if (column == SIZE_MAX) {
		gather_trouble(g, c, arg->at, "the table has no column '"
			       STR_FMT "'", STR_ARG(arg->text));
		return false;
	}
	return bind_cell_number(g, c, e, g->place.row, column);
}

/* The last table that starts before `at`. */
static const struct block *
table_above(const struct gather *g, uint32_t at)
{
	const struct scan *s = g->page->scan;
	const struct block *found = NULL;

	for (size_t i = 0; i < s->nblocks && s->blocks[i].at.at < at; i++)
		if (s->blocks[i].kind == BLOCK_TABLE)
			found = &s->blocks[i];
	return found;
}

static bool
bind_cell(struct gather *g, struct claim *c, struct expr *e)
{
	const struct block *t = g->place.table ? g->place.table :
		table_above(g, c->at.at + c->at.n);
	const struct expr *row = e->args, *col = row ? row->next : NULL;

	if (!t || !row || !col || row->kind != EXPR_STRING ||
	    col->kind != EXPR_STRING) {
		gather_trouble(g, c, e->at, "expected cell(\"row\", \"col\") "
			       "below a table");
		return false;
	}
	for (size_t i = 1; i < t->nrows; i++)
		if (t->rows[i].n > 0 &&
		    str_equal(plain_cell(t->rows[i].cells[0]), row->text))
			return bind_cell_number(g, c, e, &t->rows[i],
						find_column(t, col->text));
	gather_trouble(g, c, row->at, "the table has no row '" STR_FMT "'",
		       STR_ARG(row->text));
	return false;
}

/* --- probes -------------------------------------------------------------- */

const struct probe_name *
gather_probe(const struct gather *g, struct str name)
{
	for (size_t i = 0; i < g->page->nprobes; i++)
		if (str_equal(g->page->probes[i].name, name))
			return &g->page->probes[i];
	for (size_t i = 0; i < g->wiki->config.nprobes; i++)
		if (str_equal(g->wiki->config.probes[i].name, name))
			return &g->wiki->config.probes[i];
	return NULL;
}

/* Whether a parameter may have a value: words (`type`) only those listed. */
static bool
may_be(const struct parameter *p, struct str value)
{
	for (size_t i = 0; i < p->nvalues; i++)
		if (str_equal(p->values[i], value))
			return true;
	return p->nvalues > 0 && byte_is_digit(p->values[0].p[0]);
}

/* Sets a parameter; one set nearer to the claim stays. */
static bool
set_parameter(struct gather *g, struct claim *c, struct fact *f,
	      struct setting *set, const struct expr *arg)
{
	for (size_t i = 0; i < f->probe->nparameters; i++) {
		const struct parameter *p = &f->probe->parameters[i];
		struct str value = expr_text(g->arena, arg);

		if (!str_equal(p->name, arg->argument))
			continue;
		if (!may_be(p, value)) {
			gather_trouble(g, c, arg->at, "probe '" STR_FMT
				       "' knows no " STR_FMT " '" STR_FMT "'",
				       STR_ARG(f->probe->name),
				       STR_ARG(p->name), STR_ARG(value));
			return false;
		}
		if (set[i].value.n == 0)
			set[i].value = value;
		return true;
	}
	gather_trouble(g, c, arg->at,
		       "probe '" STR_FMT "' has no parameter '" STR_FMT "'",
		       STR_ARG(f->probe->name), STR_ARG(arg->argument));
	return false;
}

/* Follows a probe's name to the library; calls[] from the name outward. */
static const struct probe *
follow_probe(struct gather *g, const struct probe_name *name,
	     const struct expr **calls, size_t *ncalls)
{
	*ncalls = 0;
	for (int depth = 0; depth < PROBE_DEPTH && name; depth++) {
		const struct probe_name *next;

		if (name->call)
			calls[(*ncalls)++] = name->call;
		next = gather_probe(g, name->target);
		if (!next || next == name)
			return library_find(g->wiki->library, name->target);
		name = next;
	}
	return NULL;
}

static bool
compact_settings(struct gather *g, struct claim *c, struct fact *f,
		 const struct setting *set)
{
	struct setting *kept = arena_alloc(g->arena,
		(f->probe->nparameters + 1) * sizeof *kept);

	for (size_t i = 0; i < f->probe->nparameters; i++) {
		const struct parameter *p = &f->probe->parameters[i];

		if (set[i].value.n > 0)
			kept[f->nsettings++] = (struct setting){
				p->name, set[i].value };
		else if (p->fixed) {
			gather_trouble(g, c, c->marker_at.n ? c->marker_at :
				       c->at, "probe '" STR_FMT "' needs '"
				       STR_FMT "='", STR_ARG(f->probe->name),
				       STR_ARG(p->name));
			return false;
		}
	}
	f->settings = kept;
	return true;
}

/* The settings that a chain of probe names fixes. */
static bool
read_settings(struct gather *g, struct claim *c, struct fact *f,
	      const struct probe_name *name)
{
	const struct expr *calls[PROBE_DEPTH];
	struct setting *set;
	size_t n;

	f->probe = follow_probe(g, name, calls, &n);
	if (!f->probe) {
		gather_trouble(g, c, name->at, "no probe '" STR_FMT
			       "' in the library", STR_ARG(name->target));
		return false;
	}
	set = arena_alloc(g->arena, (f->probe->nparameters + 1) * sizeof *set);
	for (size_t i = 0; i < n; i++)
		for (const struct expr *arg = calls[i]->args; arg;
		     arg = arg->next)
			if (!set_parameter(g, c, f, set, arg))
				return false;
	return compact_settings(g, c, f, set);
}

static bool
read_metric_name(struct gather *g, struct claim *c, struct fact *f,
		 struct expr *e)
{
	struct expr *path = e->kind == EXPR_CALL ? e->left : e;

	if (path->kind != EXPR_MEMBER)
		return true;
	f->metric = path->text;
	if (str_equal(f->metric, STR("enough"))) {
		if (e->kind == EXPR_CALL && e->args &&
		    probe_parameter(f->probe, expr_text(g->arena, e->args))) {
			f->argument = expr_text(g->arena, e->args);
			return true;
		}
		gather_trouble(g, c, e->at,
			       "enough(NAME) takes a parameter of the probe");
		return false;
	}
	if (probe_metric(f->probe, f->metric) ||
	    str_equal(f->metric, STR("share")))
		return true;
	gather_trouble(g, c, e->at, "probe '" STR_FMT "' has no metric '"
		       STR_FMT "'", STR_ARG(f->probe->name),
		       STR_ARG(f->metric));
	return false;
}

static bool
bind_probe(struct gather *g, struct claim *c, struct expr *e,
	   const struct probe_name *name)
{
	struct fact *f = add_fact(g, c, e, FACT_MEASURED);

	return read_settings(g, c, f, name) && read_metric_name(g, c, f, e);
}

/* --- names --------------------------------------------------------------- */

bool
gather_named(const struct gather *g, struct str page, struct str name,
	     struct value *out)
{
	size_t i = page.n ? wiki_find(g->wiki, page, g->index) : g->index;
	const struct summary *s;

	if (i == SIZE_MAX)
		return false;
	s = wiki_summary(g->wiki, i);
	for (size_t k = 0; k < s->nvalues; k++)
		if (str_equal(s->values[k].name, name)) {
			*out = value_number(s->values[k].number,
					    s->values[k].unit);
			return true;
		}
	return false;
}

/* Whether a test or page probe of the page has this name. */
static bool
is_test(const struct gather *g, struct str name, int kind)
{
	for (size_t i = 0; i < g->page->scan->ncomments; i++) {
		const struct marker *m = g->page->markers[i];

		if (m && (int)m->kind == kind &&
		    str_equal(kind == MARKER_TEST ? m->options.id : m->name,
			      name))
			return true;
	}
	return false;
}

static bool
bind_plain_name(struct gather *g, struct claim *c, struct expr *e,
		struct expr *head)
{
	const struct probe_name *probe = gather_probe(g, head->text);
	struct value v;

	if (e == head && gather_named(g, head->page, head->text, &v))
		return add_known(g, c, e, FACT_CLAIM, v);
	if (probe && head->page.n == 0)
		return bind_probe(g, c, e, probe);
	if (is_test(g, head->text, MARKER_TEST)) {
		add_fact(g, c, e, FACT_RUN)->subject = head->text;
		return true;
	}
	if (is_test(g, head->text, MARKER_PROBE)) {
		add_fact(g, c, e, FACT_MEASURED)->subject = head->text;
		return true;
	}
	gather_trouble(g, c, head->at, "unknown name '" STR_FMT "'",
		       STR_ARG(expr_text(g->arena, head)));
	return false;
}

/* --- raw functions ------------------------------------------------------- */

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
	f = add_fact(g, c, e, family);
	f->subject = raw->kind == EXPR_CALL && raw->args ?
		expr_text(g->arena, raw->args) : raw->raw;
	f->op = e->kind == EXPR_LISTING ? (int)e->op : OP_NONE;
	f->glob = e->kind == EXPR_LISTING ? e->text : STR("");
	f->loop = e->kind == EXPR_LISTING && e->loop;
	if (f->op != OP_NONE && !e->text_given)
		f->glob = str_trim(c->text);
	if (gather_probe(g, f->subject) &&
	    !read_settings(g, c, f, gather_probe(g, f->subject)))
		return false;
	if (f->op != OP_NONE && !e->text_given) /* the text is in the key */
		f->key = arena_printf(g->arena, STR_FMT " of " STR_FMT,
				      STR_ARG(f->key), STR_ARG(f->glob));
	return true;
}

/* A name that stands for a function of the text before the marker. */
static bool
bind_bare(struct gather *g, struct claim *c, struct expr *e)
{
	struct fact *f;

	if (str_equal(e->text, STR("toolkit")) ||
	    str_equal(e->text, STR("driver"))) {
		add_fact(g, c, e, FACT_DEVICE);
		return true;
	}
	if (!str_equal(e->text, STR("exists")) &&
	    !str_equal(e->text, STR("metric_exists")))
		return false;
	f = add_fact(g, c, e, raw_family(e->text));
	f->subject = str_trim(c->text);
	f->key = arena_printf(g->arena, STR_FMT "(" STR_FMT ")",
			      STR_ARG(e->text), STR_ARG(f->subject));
	return true;
}

/* --- the tree ------------------------------------------------------------ */

/* Functions of value_eval: their arguments are bound, not they. */
static bool
is_arithmetic(struct str name)
{
	static const struct str names[] = {
		STR_INIT("abs"), STR_INIT("ceil"), STR_INIT("exp"),
		STR_INIT("exp2"), STR_INIT("floor"), STR_INIT("log"),
		STR_INIT("log10"), STR_INIT("log2"), STR_INIT("max"),
		STR_INIT("min"), STR_INIT("pow"), STR_INIT("round"),
		STR_INIT("sqrt"),
	};

	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (str_equal(names[i], name))
			return true;
	return false;
}

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
	struct expr *head = path_head(whole);
	struct str name = head_name(head);

	if (head->kind == EXPR_CALL && is_arithmetic(name) && e == head)
		return bind_arguments(g, c, e);
	if (head->kind == EXPR_CALL && e == head &&
	    raw_family(name) == FACT_COUNTER)
		return bind_raw(g, c, e, e);
	if (str_equal(name, STR("format")))
		return bind_format(g, c, e, head);
	if (str_equal(name, STR("device")))
		return bind_device(g, c, e, head);
	if (str_equal(name, STR("occupancy")))
		return bind_occupancy(g, c, e, head);
	if (str_equal(name, STR("col")) && e == head)
		return bind_col(g, c, e);
	if (str_equal(name, STR("cell")) && e == head)
		return bind_cell(g, c, e);
	if (head->kind == EXPR_NAME && e == head && head->page.n == 0 &&
	    bind_bare(g, c, e))
		return true;
	if (head->kind == EXPR_NAME)
		return bind_plain_name(g, c, e, head);
	gather_trouble(g, c, e->at, "unknown function '" STR_FMT "'",
		       STR_ARG(name));
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
