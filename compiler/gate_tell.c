/*
 * What the gate found, as text for people and as JSON.
 *
 * The idea: a line a finding, in order of places, with the source line and a
 * caret where it fails; what is let through is named without them. The last
 * line has all counts, also when there is nothing else to say.
 */
#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "gate.h"
#include "gate_parts.h"
#include "json.h"
#include "source.h"

#include <jansson.h>
#include <stdlib.h>

struct str
gate_path(const struct gate_finding *f)
{
	return f->at.source ? f->at.source->name : f->path;
}

static int
compare_places(const void *x, const void *y)
{
	const struct gate_finding *a = *(const struct gate_finding *const *)x;
	const struct gate_finding *b = *(const struct gate_finding *const *)y;
	int by_path = str_compare(gate_path(a), gate_path(b));

	if (by_path != 0)
		return by_path;
	if (a->at.at != b->at.at)
		return a->at.at < b->at.at ? -1 : 1;
	return a < b ? -1 : a > b;
}

const struct gate_finding **
gate_sorted(const struct gate *g)
{
	const struct gate_finding **out =
		arena_alloc(g->arena, (g->n + 1) * sizeof *out);

	for (size_t i = 0; i < g->n; i++)
		out[i] = &g->findings[i];
	if (g->n > 0)
		qsort(out, g->n, sizeof *out, compare_places);
	return out;
}

static struct str
sentence(struct arena *a, const struct gate_finding *f)
{
	struct str path = f->at.source ? STR("") : f->path;

	return arena_printf(a, STR_FMT ": " STR_FMT "%s" STR_FMT "%s" STR_FMT
			    "%s", STR_ARG(gate_word(f->rule)), STR_ARG(path),
			    path.n > 0 ? ": " : "", STR_ARG(f->text),
			    f->id.n > 0 ? "  [" : "", STR_ARG(f->id),
			    f->id.n > 0 ? "]" : "");
}

/* `a.md:3:5: let through: not-run: …`, without the source line. */
static void
add_line(struct buf *out, struct arena *a, const struct gate_finding *f)
{
	uint32_t line, column;

	if (f->at.source) {
		source_place(f->at.source, f->at.at, &line, &column);
		diag_emit_text(out, f->at.source->name);
		buf_printf(out, ":%u:%u: ", line, column);
	}
	buf_add(out, STR("let through: "));
	diag_emit_text(out, sentence(a, f));
	buf_add_byte(out, '\n');
}

void
gate_total(struct buf *out, const struct gate *g)
{
	buf_printf(out, "gate: %s, %zu finding%s, %zu let through; against "
		   STR_FMT ": %zu of %zu page%s changed, %zu of %zu claim%s "
		   "new or changed", g->failed > 0 ? "failed" : "passed",
		   g->failed, g->failed == 1 ? "" : "s", g->n - g->failed,
		   STR_ARG(g->rev), g->changed, g->pages,
		   g->pages == 1 ? "" : "s", g->touched, g->claims,
		   g->claims == 1 ? "" : "s");
	if (g->old > 0)
		buf_printf(out, ", %zu failing as before", g->old);
	if (g->rebuilt + g->other_toolkit > 0)
		buf_printf(out, "; %zu record%s of the cubin made here, %zu "
			   "of another toolkit", g->rebuilt,
			   g->rebuilt == 1 ? "" : "s", g->other_toolkit);
	buf_add_byte(out, '\n');
}

void
gate_text(struct buf *out, const struct gate *g, bool quiet)
{
	const struct gate_finding **all = gate_sorted(g);

	for (size_t i = 0; i < g->n; i++) {
		if (all[i]->fails)
			diag_emit_at(out, all[i]->at, STR("gate"),
				     sentence(g->arena, all[i]));
		else if (!quiet)
			add_line(out, g->arena, all[i]);
	}
	gate_total(out, g);
}

/* --- JSON ---------------------------------------------------------------- */

static void
set_count(json_t *o, const char *key, size_t n)
{
	json_object_set_new(o, key, json_integer((json_int_t)n));
}

static json_t *
finding_json(const struct gate_finding *f)
{
	json_t *o = json_object();
	uint32_t line = 0, column = 0;

	if (f->at.source)
		source_place(f->at.source, f->at.at, &line, &column);
	json_object_set_new(o, "path", json_text(gate_path(f)));
	set_count(o, "line", line);
	set_count(o, "column", column);
	json_object_set_new(o, "rule", json_text(gate_word(f->rule)));
	json_object_set_new(o, "fails", json_boolean(f->fails));
	json_object_set_new(o, "id", json_text(f->id));
	json_object_set_new(o, "text", json_text(f->text));
	return o;
}

static json_t *
head_json(const struct gate *g)
{
	json_t *o = json_object();

	json_object_set_new(o, "format", json_string("kbc-gate 1"));
	json_object_set_new(o, "base", json_text(g->base));
	json_object_set_new(o, "passed", json_boolean(g->failed == 0));
	set_count(o, "pages", g->pages);
	set_count(o, "changed", g->changed);
	set_count(o, "claims", g->claims);
	set_count(o, "touched", g->touched);
	set_count(o, "before", g->old);
	set_count(o, "rebuilt", g->rebuilt);
	set_count(o, "other_toolkit", g->other_toolkit);
	return o;
}

void
gate_json(struct buf *out, const struct gate *g)
{
	const struct gate_finding **all = gate_sorted(g);

	json_emit(out, head_json(g));
	out->n--; /* the closing brace: the findings follow inside */
	buf_add(out, STR(",\"findings\":["));
	for (size_t i = 0; i < g->n; i++) {
		buf_add(out, i > 0 ? STR(",\n") : STR("\n"));
		json_emit(out, finding_json(all[i]));
	}
	buf_add(out, STR("]}\n"));
}
