/*
 * Front matter -> claims: values that a schema binds to facts, and names that
 * must exist.
 *
 * The idea: a schema's annotation is a marker that stands beside the key
 * instead of the number. A text may hold several numbers; a list of
 * expressions binds them in order.
 */
#include "arena.h"
#include "claim.h"
#include "claim_parts.h"
#include "diag.h"
#include "expr.h"
#include "fact.h"
#include "file.h"
#include "page.h"
#include "path.h"
#include "quantity.h"
#include "schema.h"
#include "source.h"
#include "wiki.h"
#include "yaml.h"

/* The bytes of a scalar without its quotes. */
static struct span
inner_span(const struct node *n)
{
	if (n->style == NODE_SINGLE || n->style == NODE_DOUBLE)
		return span_slice(n->at, 1, n->at.n - 2);
	return n->at;
}

static bool
find_quantity(struct gather *g, struct quantity *q,
	      const struct schema_fact *f)
{
	struct quantity *all;
	size_t n;

	if (!f->listed)
		return quantity_first(g->arena, q, inner_span(f->value));
	n = quantity_collect(g->arena, &all, inner_span(f->value));
	if (f->index >= n)
		return false;
	*q = all[f->index];
	return true;
}

static struct expr *
parse_expression(struct gather *g, struct claim *c,
		 const struct schema_fact *f)
{
	struct diag *d = diag_make(g->arena);
	struct source *s = source_make(g->arena, STR("schema"),
				       arena_copy(g->arena, f->expr));
	struct span text = source_span(s, 0, f->expr.n);
	struct expr *e = expr_parse(g->arena, &text, d);

	if (!e || diag_failed(d)) {
		gather_trouble(g, c, c->at, "the schema's expression '"
			       STR_FMT "' is wrong", STR_ARG(f->expr));
		return NULL;
	}
	return e;
}

/* The error of a leaf points at the value, not into the schema. The tree is at
   most EXPR_DEPTH_MAX high. */
static void
move_places(struct expr *e, struct span at)
{
	for (; e; e = e->next) {
		e->at = at;
		move_places(e->args, at);
		move_places(e->left, at);
		move_places(e->right, at);
	}
}

static void
claim_value(struct gather *g, const struct schema_fact *f)
{
	struct quantity *q = arena_alloc(g->arena, sizeof *q);
	struct claim *c;
	struct expr *e;

	if (f->value->kind != NODE_SCALAR)
		return;
	c = gather_claim(g, CLAIM_EQUALS, f->value->at);
	c->node = f->value;
	e = parse_expression(g, c, f);
	if (!e)
		return;
	c->expr = e;
	if (!find_quantity(g, q, f)) {
		gather_trouble(g, c, c->at, "expected a number");
		return;
	}
	c->quantity = q;
	c->at = q->at;
	c->text = span_str(q->at);
	move_places(e, c->at);
	gather_bind(g, c, e);
}

static void
claim_name(struct gather *g, const struct schema_check *k)
{
	struct claim *c;

	c = gather_claim(g, CLAIM_CHECK, k->value->at);
	c->text = k->value->kind == NODE_SCALAR ? k->value->text :
						  k->value->key;
	if (c->text.n == 0) /* the list that a record is */
		c->text = k->argument;
	c->node = k->value;
	c->check = k->kind;
	c->anchor = k->argument;
	c->otherwise = k->otherwise;
	gather_arguments(g, c);
}

void
gather_schema(struct gather *g)
{
	for (const struct schema_fact *f = g->schema->facts; f; f = f->next)
		claim_value(g, f);
	for (const struct schema_check *k = g->schema->checks; k; k = k->next)
		claim_name(g, k);
}

/* --- scope of the page --------------------------------------------------- */

/* The highest architecture of a list or text of the front matter; of those
   that a device runs if there are any. */
static struct str
highest_sm(const struct node *n, const struct device_file *device)
{
	struct str best = STR(""), sm;
	bool best_runs = false, runs;

	if (!n)
		return best;
	if (n->kind == NODE_SCALAR)
		return arch_require(&sm, n->text) ? sm : best;
	for (n = n->child; n; n = n->next) {
		if (n->kind != NODE_SCALAR || !arch_require(&sm, n->text))
			continue;
		runs = device && arch_runs(device_sm(device), sm);
		if (best.n > 0 && (runs < best_runs || (runs == best_runs &&
					arch_compare(sm, best) <= 0)))
			continue;
		best = sm;
		best_runs = runs;
	}
	return best;
}

/* On a page without schema nothing else says what is no architecture. */
static void
check_architecture(const struct gather *g, const struct node *n)
{
	struct str ignored;

	if (n->kind == NODE_SCALAR && n->text.n > 0 &&
	    !arch_require(&ignored, n->text))
		diag_warning(g->page->diag, n->at, "arch", STR_FMT,
			     STR_ARG(arch_complaint(g->arena, n->text)));
}

static void
check_architectures(const struct gather *g)
{
	const struct node *n = yaml_find(g->page->front,
					 STR("architectures"));

	if (!n)
		return;
	check_architecture(g, n);
	for (n = n->child; n; n = n->next)
		check_architecture(g, n);
}

/* The architecture of code for the page's device. */
static struct str
sm_of(const struct gather *g, const struct node *all)
{
	struct str sm = highest_sm(all, g->device.n == 0 ? NULL :
			devices_find(g->wiki->devices, g->device));
	struct str own = g->wiki->config.sm;

	/* `sm100` of a page is the wiki's `sm_100a`, if that is what it says */
	if (sm.n > 0 && own.n == sm.n + 1 && str_starts(own, sm) &&
	    yaml_find(g->wiki->config.root, STR("sm")))
		return own;
	return sm.n > 0 ? sm : own;
}

/* On a page without schema nothing else says what is no device. */
static void
check_device(const struct gather *g)
{
	const struct node *n = yaml_find(g->page->front, STR("device"));

	if (n && n->kind == NODE_SCALAR && n->text.n > 0 &&
	    !gather_knows_device(g, n->text))
		diag_warning(g->page->diag, n->at, "device", "no device '"
			     STR_FMT "' is documented, and the ledger has none",
			     STR_ARG(n->text));
}

/* What the schema calls a scope; a page without one says `architectures` and
   `device`. */
static void
read_scope(struct gather *g, bool typed)
{
	const struct node *all = yaml_find(g->page->front,
					   STR("architectures"));
	const struct schema_scope *s = g->schema->scopes;
	const struct node *device = typed ? NULL :
		yaml_find(g->page->front, STR("device"));

	g->device = device && device->kind == NODE_SCALAR &&
		    device->text.n > 0 ? device->text : g->wiki->config.device;
	for (; s; s = s->next) {
		if (str_equal(s->kind, STR("sm")))
			all = s->value;
		else if (s->value->kind == NODE_SCALAR && s->value->text.n > 0)
			g->device = s->value->text;
	}
	g->own_device = g->device;
	g->own_sm = g->sm = sm_of(g, all);
	if (g->wiki->on.n > 0) {
		g->device = g->wiki->on;
		g->sm = gather_sm_on(g, g->wiki->on, sm_of(g, all));
	}
	g->out->sm = g->sm;
	g->out->wiki_sm = g->wiki->config.sm;
}

void
gather_front(struct gather *g)
{
	const struct schema *s = schema_find(g->wiki->schemas, g->page->type);

	g->schema = arena_alloc(g->arena, sizeof *g->schema);
	if (s && g->page->front)
		schema_check(g->arena, g->schema, s, g->page->front,
			     g->page->diag);
	if (!s) {
		check_architectures(g);
		check_device(g);
	}
	read_scope(g, s != NULL);
}

/* --- kbc's own key ------------------------------------------------------- */

void
gather_own_key(struct gather *g)
{
	struct span foreign;

	if (g->page->record || (g->out->n == 0 && !g->schema->writes) ||
	    page_block(g->page, &foreign) || foreign.n == 0)
		return;
	diag_error(g->page->diag, foreign, "'verification' is where kbc writes "
		   "what it found (device, toolkit, date, claims, run, "
		   "refuted), and this is something else");
	diag_note(g->page->diag, foreign, "give it another key: nothing is "
		  "written over it");
}

/* --- pages without a type ------------------------------------------------ */

/* Whether kbc reads a key without any schema. */
static bool
is_known_key(struct str key)
{
	static const struct str keys[] = {
		STR_INIT("architectures"), STR_INIT("confidence"),
		STR_INIT("device"), STR_INIT("id"), STR_INIT("probes"),
		STR_INIT("status"), STR_INIT("title"), STR_INIT("type"),
		STR_INIT("verification"),
	};

	for (size_t i = 0; i < COUNT_OF(keys); i++)
		if (str_equal(keys[i], key))
			return true;
	return false;
}

/* The first entry of the front matter that a schema alone would read. */
static const struct node *
unread_entry(const struct node *front)
{
	for (const struct node *n = front->child; n; n = n->next)
		if (!is_known_key(n->key))
			return n;
	return NULL;
}

static void
say_untyped(const struct gather *g, struct span at, struct str what)
{
	struct diag *d = g->page->diag;

	if ((g->wiki->config.strict && g->out->n > 0) ||
	    wiki_type(g->wiki, g->page->name).n > 0)
		diag_error(d, at, STR_FMT, STR_ARG(what));
	else
		diag_warning(d, at, "untyped", STR_FMT, STR_ARG(what));
}

/* The preset that has such a page type, looked for by its plain name. */
static struct str
find_preset(const struct gather *g)
{
	struct str all = path_join(g->arena, g->wiki->data, STR("presets"));
	struct str type = g->page->type;
	struct paths presets = { 0 };

	for (size_t i = 0; i < type.n; i++)
		if (!byte_is_name(type.p[i]) && type.p[i] != '-')
			return STR("");
	file_folders(g->arena, &presets, all);
	for (size_t i = 0; i < presets.n; i++)
		if (file_kind(arena_printf(g->arena, STR_FMT "/schemas/"
					   STR_FMT ".yaml",
					   STR_ARG(presets.items[i]),
					   STR_ARG(type))) == FILE_PLAIN)
			return path_base(presets.items[i]);
	return STR("");
}

static void
say_no_type(const struct gather *g, const struct node *type)
{
	struct str preset = find_preset(g);

	say_untyped(g, type->at, arena_printf(g->arena, "no schema is named '"
		STR_FMT "': nothing checks this front matter",
		STR_ARG(g->page->type)));
	if (preset.n > 0)
		diag_note(g->page->diag, type->at, "`kbc init --preset " STR_FMT
			  "` has a page type of that name", STR_ARG(preset));
}

void
gather_untyped(const struct gather *g)
{
	const struct page *p = g->page;
	const struct node *type, *unread;

	if (!p->front || schema_find(g->wiki->schemas, p->type))
		return;
	type = yaml_find(p->front, STR("type"));
	if (type) {
		say_no_type(g, type);
		return;
	}
	unread = unread_entry(p->front);
	if (!unread)
		return;
	say_untyped(g, unread->key_at, arena_printf(g->arena,
		"the page has no 'type', so no schema checks '" STR_FMT "'",
		STR_ARG(unread->key)));
	diag_note(p->diag, unread->key_at, "'type: NAME' chooses the page type "
		  "NAME.yaml in the folder of schemas; `kbc init` begins one");
}
