/*
 * A report as JSON, through jansson: one object, keys in a fixed order, a
 * line a claim, so that it is read by programs and compared by people.
 * schemas/report.schema.json describes it.
 */
#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "json.h"
#include "page.h"
#include "report.h"
#include "report_parts.h"
#include "source.h"
#include "value.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"

#include <jansson.h>
#include <math.h>

static json_t *
json_number_or_null(double x)
{
	return isfinite(x) ? json_real(x) : json_null();
}

/* What a question comes to, or null. */
static json_t *
answer_object(const struct answer *answer)
{
	struct str rest, line;
	json_t *o, *lines;

	if (!answer)
		return json_null();
	o = json_object();
	lines = json_array();
	rest = answer->lines;
	while (str_split(&line, &rest, '\n'))
		if (line.n > 0)
			json_array_append_new(lines, json_text(line));
	json_set(o, "answer", answer->text);
	json_set(o, "offer", answer->offer);
	json_object_set_new(o, "lines", lines);
	return o;
}

/* By which floor it was judged, or null. */
static json_t *
floor_object(const struct verdict *v)
{
	json_t *o;

	if (!(v->floor > 0))
		return json_null();
	o = json_object();
	json_set(o, "class", v->class);
	json_object_set_new(o, "value", json_real(v->floor));
	json_object_set_new(o, "pairs", json_integer((json_int_t)v->npairs));
	return o;
}

static json_t *
claim_object(const struct report *r, const struct claim *c,
	     const struct verdict *v)
{
	uint32_t line, column;
	json_t *o = json_object();
	struct arena *a = arena_make();

	source_place_now(c->page->source, c->at.at, &line, &column);
	json_set(o, "id", claim_id(c));
	json_object_set_new(o, "line", json_integer(line));
	json_object_set_new(o, "column", json_integer(column));
	json_set(o, "status", status_text(v->status));
	json_set(o, "basis", basis_text(v->basis));
	json_set(o, "says", v->says);
	json_set(o, "is", verdict_is(a, c, v));
	json_set(o, "reason", report_left(r, v) ? LEFT :
		 verdict_reason(a, c, v));
	arena_free(a);
	if (c->kind == CLAIM_OPEN)
		json_object_set_new(o, "open", answer_object(v->answer));
	json_object_set_new(o, "value", json_number_or_null(v->value));
	json_object_set_new(o, "low", json_number_or_null(v->low));
	json_object_set_new(o, "high", json_number_or_null(v->high));
	json_object_set_new(o, "share", v->share > 0 ?
			    json_real(v->share) : json_null());
	json_set(o, "at", v->measured && v->shown ? v->shown->at : STR(""));
	json_object_set_new(o, "floor", floor_object(v));
	json_object_set_new(o, "dropped", json_integer(v->shown ?
			    (json_int_t)v->shown->ndropped : 0));
	json_object_set_new(o, "firm", json_boolean(v->firm));
	json_object_set_new(o, "between", json_boolean(v->between));
	json_object_set_new(o, "wants", json_integer((json_int_t)v->wants));
	return o;
}

void
report_json_page(struct buf *out, const struct report *r,
		 const struct page_verdicts *p)
{
	const struct page *page = r->wiki->pages[p->page];
	json_t *o = json_object();

	json_set(o, "path", page->path);
	json_object_set_new(o, "read", json_boolean(page_is_good(page)));
	json_set(o, "status", writeback_status(p));
	json_object_set_new(o, "unbound",
			    json_integer((json_int_t)p->claims->nunbound));
	json_emit(out, o);
	out->n--; /* the closing brace: the claims follow inside */
	buf_add(out, STR(",\"claims\":["));
	for (size_t i = 0; i < p->claims->n; i++) {
		buf_add(out, i ? STR(",\n") : STR("\n"));
		json_emit(out, claim_object(r, &p->claims->items[i],
					      &p->verdicts[i]));
	}
	buf_add(out, STR("]}"));
}
