/*
 * What probes have in common, and what the values of a parameter stand for.
 *
 *	like: op			of op_latency.cu: compiler/probes/op.cuh
 *	values:
 *	  add_f32: {word: f32, sass: FADD*}
 *
 * The idea: what probes share is a file like theirs, a head and code. A head
 * that names it gets the entries that it lacks, those under `parameters`, `let`
 * and `buffers` one by one, and the code stands before its own. A value that
 * stands for more than itself is a row, whose words are settings for all who
 * read the head: an instruction is a row, and no code.
 *
 * Not here: which value a page may give (claim).
 */
#include "arena.h"
#include "diag.h"
#include "library.h"
#include "path.h"
#include "source.h"
#include "yaml.h"

#include "library_parts.h"

/* --- what is shared ------------------------------------------------------- */

/* The children of `from` that `to` lacks, behind its own. */
static void
add_children(struct arena *a, struct node *to, const struct node *from)
{
	struct node **end = &to->child;

	while (*end)
		end = &(*end)->next;
	for (const struct node *n = from->child; n; n = n->next) {
		if (yaml_find(to, n->key))
			continue;
		*end = arena_alloc(a, sizeof **end);
		**end = *n;
		(*end)->parent = to;
		(*end)->next = NULL;
		end = &(*end)->next;
		to->count++;
	}
}

static void
add_common(struct arena *a, struct node *head, const struct node *common)
{
	static const struct str parts[] = {
		STR_INIT("parameters"), STR_INIT("let"), STR_INIT("buffers"),
	};

	for (struct node *n = head->child; n; n = n->next)
		for (size_t i = 0; i < COUNT_OF(parts); i++) {
			const struct node *more = yaml_find(common, parts[i]);

			if (str_equal(n->key, parts[i]) && more &&
			    n->kind == NODE_MAP && more->kind == NODE_MAP)
				add_children(a, n, more);
		}
	add_children(a, head, common);
}

/* [a-z0-9_]+: it becomes the name of a file. */
static bool
is_plain(struct str name)
{
	for (size_t i = 0; i < name.n; i++)
		if (!byte_is_name(name.p[i]))
			return false;
	return name.n > 0;
}

bool
library_take_common(struct arena *a, struct probe *p, struct str folder,
		    struct diag *d)
{
	const struct node *like = yaml_find(p->head, STR("like"));
	struct node *common;
	struct span head;

	if (!like)
		return true;
	if (!is_plain(like->text)) {
		diag_error(d, like->at, "expected the name of a file of the "
			   "library, without its end");
		return false;
	}
	p->common = library_source(a, path_join(a, folder,
		arena_printf(a, STR_FMT ".cuh", STR_ARG(like->text))), d);
	if (!p->common)
		return false;
	if (!library_split(p->common, &head, &p->common_code)) {
		diag_error(d, source_span(p->common, 0, 0), "what probes have "
			   "in common begins with a comment that says it");
		return false;
	}
	common = yaml_parse(a, head, d);
	if (common)
		add_common(a, p->head, common);
	return common != NULL;
}

/* --- rows ----------------------------------------------------------------- */

/* The row of a setting's value; NULL if its parameter has none. */
static const struct node *
row_of(const struct probe *p, const struct setting *s)
{
	const struct parameter *q = probe_parameter(p, s->name);

	return q && q->rows ? yaml_find(q->rows, s->value) : NULL;
}

bool
probe_row_says(const struct probe *p, const struct setting *all, size_t n,
	       struct str name, struct str *out)
{
	for (size_t i = 0; i < n; i++) {
		const struct node *row = row_of(p, &all[i]);
		const struct node *said = row ? yaml_find(row, name) : NULL;

		if (!said || said->kind != NODE_SCALAR)
			continue;
		*out = said->text;
		return true;
	}
	return false;
}

bool
probe_says(const struct probe *p, const struct setting *all, size_t n,
	   struct str name, struct str *out)
{
	const struct setting *s = setting_find(all, n, name);

	if (!s || s->value.n == 0)
		return probe_row_says(p, all, n, name, out);
	*out = s->value;
	return true;
}

/* The child that a word of the row names. */
static const struct node *
choose_by_row(const struct node *map, const struct node *row)
{
	for (const struct node *n = row ? row->child : NULL; n; n = n->next) {
		const struct node *child = n->kind == NODE_SCALAR ?
			yaml_find(map, n->text) : NULL;

		if (child)
			return child;
	}
	return NULL;
}

/* The child of a map for the first setting that has one; NULL if none has. */
static const struct node *
choose(const struct probe *p, const struct node *map,
       const struct setting *all, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct node *child = yaml_find(map, all[i].value);

		if (!child)
			child = choose_by_row(map, row_of(p, &all[i]));
		if (child)
			return child;
	}
	return NULL;
}

const struct node *
probe_resolve(const struct probe *p, const struct node *at,
	      const struct setting *all, size_t n)
{
	const struct node *chosen = at;

	while (chosen && chosen->kind == NODE_MAP) {
		at = chosen;
		chosen = choose(p, at, all, n);
	}
	return chosen ? chosen : at;
}
