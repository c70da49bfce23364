/*
 * compiler/probes/NAME.cu -> what kbc knows of each probe.
 *
 * The idea: a probe is one file. Its head, a YAML map in the first comment,
 * says everything that generating, launching and judging need; nothing in C
 * knows a probe by name. An entry of the head may be a map by the values of a
 * parameter (`instruction: {fp32: FFMA*, fp16: HFMA2*}`);
 * probe_resolve (library_common.c) finds what it is for given settings.
 *
 * Not here: choosing sweep points (plan), their launch (pack), what samples
 * are worth (evidence).
 */
#include "arena.h"
#include "diag.h"
#include "expr.h"
#include "file.h"
#include "library.h"
#include "path.h"
#include "source.h"
#include "yaml.h"

#include "library_parts.h"

/* A probe file larger than this is no probe. */
#define PROBE_MAX (256u << 10)

bool
library_split(const struct source *s, struct span *head, struct str *code)
{
	size_t open = str_find(s->text, STR("/*"));
	struct str rest = str_skip(s->text, open + 2);
	size_t close = str_find(rest, STR("*/"));

	if (open > 0 || close == 0 || close == rest.n)
		return false;
	*head = source_span(s, open + 2, close);
	*code = str_skip(rest, close + 2);
	return true;
}

const struct source *
library_source(struct arena *a, struct str path, struct diag *d)
{
	struct str text;

	if (!file_read(a, &text, path, PROBE_MAX, d))
		return NULL;
	return source_make(a, path, text);
}

/* A list of values, or a map of them, each with what it stands for. */
static bool
read_values(struct arena *a, struct parameter *p, const struct node *n,
	    struct diag *d)
{
	const struct node *list = yaml_find(n, STR("values"));
	bool rows = list && list->kind == NODE_MAP;

	if (!list || list->kind == NODE_SCALAR || list->count == 0) {
		diag_error(d, n->key_at, "parameter '" STR_FMT "' has no list "
			   "of values", STR_ARG(p->name));
		return false;
	}
	p->rows = rows ? list : NULL;
	p->values = arena_alloc(a, list->count * sizeof *p->values);
	for (const struct node *v = list->child; v; v = v->next)
		p->values[p->nvalues++] = rows ? v->key : v->text;
	return true;
}

static bool
read_parameter(struct arena *a, struct parameter *p, const struct node *n,
	       struct diag *d)
{
	struct str at = yaml_text(n, STR("at"));
	bool sweep = true;

	p->name = n->key;
	p->compile = str_equal(at, STR("compile"));
	p->text = str_equal(at, STR("text"));
	if (yaml_find(n, STR("sweep")))
		yaml_bool(yaml_find(n, STR("sweep")), &sweep);
	p->unsaid = yaml_text(n, STR("default"));
	p->fixed = !sweep || p->unsaid.n > 0;
	return p->text || read_values(a, p, n, d);
}

static bool
read_parameters(struct arena *a, struct probe *p, struct diag *d)
{
	const struct node *map = yaml_find(p->head, STR("parameters"));

	if (!map || map->kind != NODE_MAP)
		return true;
	p->parameters = arena_alloc(a, (map->count + 1) *
					       sizeof *p->parameters);
	for (const struct node *n = map->child; n; n = n->next)
		if (!read_parameter(a, &p->parameters[p->nparameters++], n, d))
			return false;
	return true;
}

static bool
read_metric(struct arena *a, struct metric *m, const struct node *n,
	    struct diag *d)
{
	const struct node *value = yaml_find(n, STR("value"));
	struct span text;

	if (!value || value->kind != NODE_SCALAR) {
		diag_error(d, n->key_at, "metric '" STR_FMT "' has no value",
			   STR_ARG(n->key));
		return false;
	}
	text = value->at;
	m->name = n->key;
	m->unit = yaml_text(n, STR("unit"));
	m->best_is_least = str_equal(yaml_text(n, STR("best")), STR("min"));
	m->value = expr_parse(a, &text, d);
	return m->value != NULL;
}

static bool
read_metrics(struct arena *a, struct probe *p, struct diag *d)
{
	const struct node *map = yaml_find(p->head, STR("metrics"));

	if (!map || map->kind != NODE_MAP || map->count == 0) {
		diag_error(d, p->head->at, "probe '" STR_FMT
			   "' has no metrics", STR_ARG(p->name));
		return false;
	}
	p->metrics = arena_alloc(a, map->count * sizeof *p->metrics);
	for (const struct node *n = map->child; n; n = n->next)
		if (!read_metric(a, &p->metrics[p->nmetrics++], n, d))
			return false;
	return true;
}

/* foo/fma_latency.cu -> fma_latency */
static struct str
stem(struct str path)
{
	struct str base = path_base(path);

	return str_slice(base, 0, base.n - STR(".cu").n);
}

/* Adds the text of NAME.cuh, which stands beside the probe. */
static bool
add_shared(struct arena *a, struct probe *p, const struct node *name,
	   struct diag *d)
{
	struct str path, text;

	path = path_join(a, path_dir(p->source->name),
			 arena_printf(a, STR_FMT ".cuh", STR_ARG(name->text)));
	if (file_kind(path) != FILE_PLAIN) {
		diag_error(d, name->at, "there is no '" STR_FMT "' to use",
			   STR_ARG(path));
		return false;
	}
	if (!file_read(a, &text, path, PROBE_MAX, d))
		return false;
	p->shared = arena_printf(a, STR_FMT STR_FMT, STR_ARG(p->shared),
				 STR_ARG(text));
	return true;
}

/* `uses: [clock, mma]`: code that probes share. */
static bool
read_shared(struct arena *a, struct probe *p, struct diag *d)
{
	const struct node *uses = yaml_find(p->head, STR("uses"));

	for (const struct node *n = uses ? uses->child : NULL; n; n = n->next)
		if (!add_shared(a, p, n, d))
			return false;
	return true;
}

static bool
read_head(struct arena *a, struct probe *p, struct str path, struct diag *d)
{
	struct span head;

	if (!library_split(p->source, &head, &p->code)) {
		diag_error(d, source_span(p->source, 0, 0),
			   "a probe begins with a comment that describes it");
		return false;
	}
	p->head = yaml_parse(a, head, d);
	if (!p->head)
		return false;
	p->name = yaml_text(p->head, STR("probe"));
	if (str_equal(p->name, stem(path)))
		return true;
	diag_error(d, head, "the probe of this file must be named '"
		   STR_FMT "'", STR_ARG(stem(path)));
	return false;
}

static bool
read_probe(struct arena *a, struct probe *p, struct str path, struct diag *d)
{
	*p = (struct probe){ .source = library_source(a, path, d) };
	return p->source && read_head(a, p, path, d) &&
	       library_take_common(a, p, path_dir(path), d) &&
	       read_parameters(a, p, d) && read_metrics(a, p, d) &&
	       library_check_ceiling(p, d) && read_shared(a, p, d);
}

bool
library_read(struct arena *a, struct library *out, struct str folder,
	     struct diag *d)
{
	struct paths files = { 0 };
	bool good = true;

	*out = (struct library){ 0 };
	if (!file_walk(a, &files, folder, STR(".cu"), d))
		return false;
	for (size_t i = 0; i < files.n; i++) {
		out->items = arena_grow(a, out->items, out->n, &out->cap,
					sizeof *out->items);
		if (read_probe(a, &out->items[out->n], files.items[i], d))
			out->n++;
		else
			good = false;
	}
	return good;
}

const struct probe *
library_find(const struct library *l, struct str name)
{
	for (size_t i = 0; i < l->n; i++)
		if (str_equal(l->items[i].name, name))
			return &l->items[i];
	return NULL;
}

const struct metric *
probe_metric(const struct probe *p, struct str name)
{
	for (size_t i = 0; i < p->nmetrics; i++)
		if (str_equal(p->metrics[i].name, name))
			return &p->metrics[i];
	return NULL;
}

const struct parameter *
probe_parameter(const struct probe *p, struct str name)
{
	for (size_t i = 0; i < p->nparameters; i++)
		if (str_equal(p->parameters[i].name, name))
			return &p->parameters[i];
	return NULL;
}

const struct setting *
setting_find(const struct setting *all, size_t n, struct str name)
{
	for (size_t i = 0; i < n; i++)
		if (str_equal(all[i].name, name))
			return &all[i];
	return NULL;
}
