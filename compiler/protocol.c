/*
 * A record of the ledger and the code that it is of -> a page for people.
 *
 *	# fma_throughput type=fp16 on NVIDIA H200
 *	## What ran, ## Conditions, ## Results, ## Counters, ## Hot loop
 *
 * The idea: who doubts a number wants to see the run and not only the verdict.
 * All that is told here follows from the record, the probe and the cubin, so
 * that the text is the same wherever it is made; no page and no claim is in
 * it, and a run that is added changes its own line.
 *
 * The sweep is told by protocol_table.c, what the profiler counted by
 * protocol_counters.c, the code by protocol_code.c. Which files are written is
 * session's.
 */
#include "protocol.h"

#include "arena.h"
#include "buf.h"
#include "built.h"
#include "diag.h"
#include "evidence.h"
#include "library.h"
#include "marker.h"
#include "observe.h"
#include "page.h"
#include "plan.h"
#include "value.h"
#include "wiki.h"
#include "yaml.h"

#include "evidence_table.h"
#include "protocol_parts.h"

#define MADE "<!-- Made by kbc from "

struct str
protocol_path(struct arena *a, struct str record)
{
	return arena_printf(a, STR_FMT ".md", (int)(record.n - 5), record.p);
}

bool
protocol_is_made(struct str text)
{
	return str_starts(text, STR(MADE));
}

struct str
protocol_cell(struct arena *a, struct str text)
{
	struct buf b = { 0 };
	struct str out;

	for (size_t i = 0; i < text.n; i++) {
		if (text.p[i] == '|')
			buf_add_byte(&b, '\\');
		buf_add_byte(&b, byte_is_blank(text.p[i]) ? ' ' : text.p[i]);
	}
	out = arena_copy(a, buf_str(&b));
	buf_free(&b);
	return out;
}

/* --- what ran ------------------------------------------------------------- */

/* ` type=fp16` of what the page fixed. */
static void
add_fixed(struct buf *out, const struct target *t)
{
	for (size_t i = 0; i < t->nfixed; i++)
		buf_printf(out, " " STR_FMT "=" STR_FMT,
			   STR_ARG(t->fixed[i].name),
			   STR_ARG(t->fixed[i].value));
}

static void
add_row(const struct writing *w, const char *name, struct str text)
{
	if (text.n > 0)
		buf_printf(w->out, "| %s | " STR_FMT " |\n", name,
			   STR_ARG(protocol_cell(w->arena, text)));
}

static struct str
code_text(struct arena *a, const char *before, struct str text)
{
	return text.n == 0 ? text : arena_printf(a, "%s`" STR_FMT "`", before,
						 STR_ARG(text));
}

/* How time was taken: of the first case, as of all. */
static struct str
measure_text(const struct writing *w)
{
	const struct details *d = w->details;

	if (d->ncases == 0 || d->cases[0].measure.n == 0)
		return STR("");
	return arena_printf(w->arena, "slope over " STR_FMT " between N and "
			    "4N, by " STR_FMT "; five samples of each, and "
			    "their medians", STR_ARG(d->cases[0].slope),
			    STR_ARG(d->cases[0].measure));
}

static void
add_run(const struct writing *w)
{
	const struct evidence *e = w->asked->evidence;
	struct arena *a = w->arena;
	const struct target *t = w->target;
	struct str kernel = t->probe ? STR("") :
			    t->run->launches->kernel;

	buf_add(w->out, STR("\n## What ran\n\n| | |\n|---|---|\n"));
	add_row(w, "Kernel", code_text(a, "", kernel));
	add_row(w, "Source", code_text(a, "", arena_printf(a, STR_FMT ".cu",
							STR_ARG(t->name))));
	add_row(w, "Code", arena_printf(a, STR_FMT ", nvcc " STR_FMT,
					STR_ARG(e->target),
					STR_ARG(e->toolkit)));
	add_row(w, "Cubin", code_text(a, "sha256 ", e->cubin));
	add_row(w, "Key", code_text(a, "", e->key));
	add_row(w, "Harness", arena_printf(a, STR_FMT "%s" STR_FMT,
		STR_ARG(e->harness), e->runner.n > 0 ? ", kbc-run " : "",
		STR_ARG(e->runner)));
	add_row(w, "Measured", measure_text(w));
}

/* --- conditions ----------------------------------------------------------- */

/* `1980 MHz`, `33–36 C`, or a dash. */
static struct str
range_text(struct arena *a, const struct condition_range *r, double scale,
	   const char *unit)
{
	if (r->n == 0)
		return STR("\xe2\x80\x94");
	if (!(r->high > r->low))
		return arena_printf(a, "%.0f %s", r->low * scale, unit);
	return arena_printf(a, "%.0f\xe2\x80\x93%.0f %s", r->low * scale,
			    r->high * scale, unit);
}

static void
add_conditions_row(const struct writing *w, size_t i)
{
	const struct run *run = &w->asked->evidence->runs[i];
	const struct condition_range *r = w->details->runs[i].ranges;
	struct arena *a = w->arena;

	buf_printf(w->out, "| " STR_FMT " | %zu | %zu%s" STR_FMT " | " STR_FMT
		   " | " STR_FMT " | " STR_FMT " | " STR_FMT " |\n",
		   STR_ARG(run->started), run->nreplicates, run->ndropped,
		   run->dropped.n > 0 ? ": " : "",
		   STR_ARG(protocol_cell(a, run->dropped)),
		   STR_ARG(range_text(a, &r[CONDITION_SM_CLOCK], 1, "MHz")),
		   STR_ARG(range_text(a, &r[CONDITION_MEMORY_CLOCK], 1,
				      "MHz")),
		   STR_ARG(range_text(a, &r[CONDITION_TEMPERATURE], 1,
				      "\xc2\xb0" "C")),
		   STR_ARG(range_text(a, &r[CONDITION_POWER], 1e-3, "W")));
}

static void
add_conditions(const struct writing *w)
{
	const struct evidence *e = w->asked->evidence;

	buf_printf(w->out, "\n## Conditions\n\nOn " STR_FMT " (" STR_FMT
		   "), driver " STR_FMT "%s.\n\n", STR_ARG(e->device.name),
		   STR_ARG(e->device.sm), STR_ARG(e->device.driver),
		   e->device.mig ? ", a part of the device" : "");
	buf_add(w->out, STR("| Run | Replicates | Dropped | SM clock | "
		"Memory clock | Temperature | Power |\n"
		"|---|--:|--:|--:|--:|--:|--:|\n"));
	for (size_t i = 0; i < e->nruns; i++)
		add_conditions_row(w, i);
	if (e->error.n > 0)
		buf_printf(w->out, "\nIt ended in an error: " STR_FMT "\n",
			   STR_ARG(e->error));
}

/* --- all ------------------------------------------------------------------ */

static struct str
summary_of(const struct target *t)
{
	return t->probe ? str_trim(yaml_text(t->probe->head, STR("summary"))) :
			  STR("");
}

static void
add_title(const struct writing *w)
{
	const struct evidence *e = w->asked->evidence;
	const struct target *t = w->target;
	struct str summary = summary_of(t);

	buf_printf(w->out, MADE STR_FMT ".json: do not edit. -->\n# " STR_FMT,
		   STR_ARG(e->name), STR_ARG(t->probe ? t->probe->name :
					     t->run->name));
	add_fixed(w->out, t);
	if (t->page)
		buf_printf(w->out, " of " STR_FMT, STR_ARG(t->page->name));
	buf_printf(w->out, " on " STR_FMT "\n", STR_ARG(e->device.name));
	if (summary.n > 0)
		buf_printf(w->out, "\n" STR_FMT "\n", STR_ARG(summary));
}

/* Whether the code at hand is that of the record. */
static bool
has_code(const struct built *b, const struct evidence *e)
{
	return b && b->ok && b->sass && str_equal(b->cubin_hash, e->cubin);
}

bool
protocol_emit(struct buf *out, const struct world *world, size_t i,
	      const struct evidence *e, struct diag *d)
{
	const struct target *t = &world->plan->targets[i];
	const struct built *b = observe_built(world, t);
	struct arena *a = arena_make();
	struct asked q = { .evidence = e, .devices = world->wiki->devices };
	struct details details;
	struct writing w = { a, out, t, b, &q, &details };
	bool good = has_code(b, e);
	size_t best = 0;

	if (good)
		good = evidence_details(a, &details, e, d);
	if (good) {
		q.probe = t->probe ? t->probe : observe_page_metrics(a, t->run);
		add_title(&w);
		add_run(&w);
		add_conditions(&w);
		protocol_results(&w, &best);
		protocol_counters(&w, world->ledger, best);
		protocol_code(&w, best);
	}
	arena_free(a);
	return good;
}
