/*
 * Names that are nearly right: what a writer may have meant.
 *
 * The idea: whatever could stand in a name's place is looked at once, and the
 * nearest is told as a note if a slip of the pen leads there. Nothing is taken
 * for another name.
 */
#include "arena.h"
#include "claim.h"
#include "claim_parts.h"
#include "diag.h"
#include "library.h"
#include "marker.h"
#include "page.h"
#include "scan.h"
#include "slips.h"
#include "summary.h"
#include "value.h"
#include "wiki.h"
#include "yaml.h"

static void
say_near(const struct gather *g, struct span at, const struct nearest *near)
{
	if (near->best.n > 0)
		diag_note(g->page->diag, at, "did you mean '" STR_FMT "'?",
			  STR_ARG(near->best));
}

struct str
gather_near_text(struct arena *a, const struct nearest *near)
{
	if (near->best.n == 0)
		return STR("");
	return arena_printf(a, ": did you mean '" STR_FMT "'?",
			    STR_ARG(near->best));
}

void
gather_near_parameter(const struct gather *g, struct span at,
		      const struct probe *probe, struct str name)
{
	struct nearest near = { .word = name };

	for (size_t i = 0; i < probe->nparameters; i++)
		nearest_add(&near, probe->parameters[i].name);
	say_near(g, at, &near);
}

void
gather_near_setting(const struct gather *g, struct span at,
		    const struct parameter *parameter, struct str value)
{
	struct nearest near = { .word = value };

	for (size_t i = 0; i < parameter->nvalues; i++)
		nearest_add(&near, parameter->values[i]);
	say_near(g, at, &near);
}

/* Values, probes, tests and families of facts. */
void
gather_near_name(const struct gather *g, struct span at, struct str name)
{
	struct nearest near = { .word = name };
	const struct summary *s = wiki_summary(g->wiki, g->index);

	for (size_t i = 0; i < s->nvalues; i++)
		nearest_add(&near, s->values[i].name);
	for (size_t i = 0; i < g->page->nprobes; i++)
		nearest_add(&near, g->page->probes[i].name);
	for (size_t i = 0; i < g->wiki->config.nprobes; i++)
		nearest_add(&near, g->wiki->config.probes[i].name);
	for (size_t i = 0; i < g->page->scan->ncomments; i++) {
		const struct marker *m = g->page->markers[i];

		if (m && m->kind == MARKER_TEST && m->options.id.n > 0)
			nearest_add(&near, m->options.id);
		else if (m && m->kind == MARKER_PROBE)
			nearest_add(&near, m->name);
	}
	nearest_add(&near, STR("device"));
	nearest_add(&near, STR("format"));
	nearest_add(&near, STR("toolkit"));
	nearest_add(&near, STR("driver"));
	say_near(g, at, &near);
}

void
gather_near_function(const struct gather *g, struct span at, struct str name)
{
	static const struct str others[] = {
		STR_INIT("cell"), STR_INIT("col"), STR_INIT("device"),
		STR_INIT("occupancy"),
	};
	struct nearest near = { .word = name };
	struct str one;

	for (size_t i = 0; i < COUNT_OF(others); i++)
		nearest_add(&near, others[i]);
	for (size_t i = 0; (one = value_function(i)).n > 0; i++)
		nearest_add(&near, one);
	for (size_t i = 0; (one = gather_raw_name(i)).n > 0; i++)
		nearest_add(&near, one);
	say_near(g, at, &near);
}
