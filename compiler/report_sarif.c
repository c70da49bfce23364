/*
 * A report as SARIF 2.1.0 (OASIS): one run, a rule for each kind of entry, a
 * result for each entry.
 *
 * The idea: a result that is no `fail` has no level, as the standard wants it;
 * what makes a page fail is one whatever its rule says. A result is known again
 * by its file and its id, which stays when lines move.
 *
 * Columns are those of UTF-16, which is what most readers count. Paths become
 * relative URIs; texts are escaped so that a reader finds no placeholder and no
 * link in them.
 */
#include "arena.h"
#include "buf.h"
#include "hash.h"
#include "json.h"
#include "page.h"
#include "path.h"
#include "report.h"
#include "report_entry.h"
#include "report_parts.h"
#include "source.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"

#include <jansson.h>

#define SCHEMA "https://json.schemastore.org/sarif-2.1.0.json"

/* --- texts ---------------------------------------------------------------- */

/* In a message braces are doubled, and a bracket behind a stroke begins no
   link. */
static json_t *
message(struct str s)
{
	bool link = str_find(s, STR("](")) < s.n;
	struct buf b = { 0 };
	json_t *o = json_object();

	for (size_t i = 0; i < s.n; i++) {
		if (byte_among(s.p[i], "{}"))
			buf_add_byte(&b, s.p[i]);
		if (link && byte_among(s.p[i], "[]"))
			buf_add_byte(&b, '\\');
		buf_add_byte(&b, s.p[i]);
	}
	json_set(o, "text", buf_str(&b));
	buf_free(&b);
	return o;
}

/* A path as a URI: relative, or of a file from the root on. */
static json_t *
artifact(struct str path)
{
	struct arena *a = arena_make();
	struct str clean = path_clean(a, path);
	struct buf b = { 0 };
	json_t *o = json_object();

	if (str_starts(clean, STR("/")))
		buf_add(&b, STR("file://"));
	for (size_t i = 0; i < clean.n; i++) {
		if (byte_is_name(clean.p[i]) || byte_among(clean.p[i], "-.~/"))
			buf_add_byte(&b, clean.p[i]);
		else
			buf_printf(&b, "%%%02X", (unsigned char)clean.p[i]);
	}
	json_set(o, "uri", buf_str(&b));
	if (!str_starts(clean, STR("/")))
		json_set(o, "uriBaseId", STR("%SRCROOT%"));
	buf_free(&b);
	arena_free(a);
	return o;
}

/* What a result is known by again: its page, and its id there. */
static json_t *
fingerprint(const struct told_file *f, const struct entry *e)
{
	struct arena *a = arena_make();
	struct str whole = arena_printf(a, STR_FMT "\n" STR_FMT,
					STR_ARG(f->name), STR_ARG(e->id));
	json_t *o = json_object();

	json_set(o, "kbcClaim/v1", hash_hex(a, whole));
	arena_free(a);
	return o;
}

/* --- results -------------------------------------------------------------- */

static json_t *
region_object(struct span at)
{
	struct region r = report_region(at);

	return json_pack("{s:I, s:I, s:I, s:I}",
			 "startLine", (json_int_t)r.line,
			 "startColumn", (json_int_t)r.column,
			 "endLine", (json_int_t)r.last_line,
			 "endColumn", (json_int_t)r.last_column);
}

/* Where it is, as a list of one place; a claim's id is a place, too. */
static json_t *
location_list(const struct told_file *f, const struct entry *e)
{
	json_t *place = json_object(), *list = json_array();
	json_t *where = json_object();

	json_object_set_new(where, "artifactLocation",
			    artifact(e->at.source ? e->at.source->name :
						    f->path));
	if (e->at.source)
		json_object_set_new(where, "region", region_object(e->at));
	json_object_set_new(place, "physicalLocation", where);
	if (e->claim)
		json_object_set_new(place, "logicalLocations",
			json_pack("[{s:o}]", "fullyQualifiedName",
				  json_text(e->id)));
	json_array_append_new(list, place);
	return list;
}

static json_t *
result_object(const struct told_file *f, const struct entry *e)
{
	struct arena *a = arena_make();
	json_t *o = json_object();

	json_set(o, "ruleId", report_rule(e)->id);
	json_object_set_new(o, "ruleIndex",
			    json_integer(e->kind));
	json_set(o, "kind", e->fails ? STR("fail") : report_rule(e)->kind);
	json_set(o, "level", e->fails ? STR("error") : report_rule(e)->level);
	json_object_set_new(o, "message", message(report_sentence(a, e)));
	if (e->at.source || f->path.n > 0)
		json_object_set_new(o, "locations", location_list(f, e));
	json_object_set_new(o, "partialFingerprints", fingerprint(f, e));
	arena_free(a);
	return o;
}

void
report_sarif_file(struct buf *out, const struct told_file *f)
{
	size_t before = out->n;

	for (size_t i = 0; i < f->all.n; i++) {
		if (f->all.items[i].repeated)
			continue;
		if (out->n > before)
			buf_add(out, STR(",\n"));
		json_emit(out, result_object(f, &f->all.items[i]));
	}
}

/* --- the run -------------------------------------------------------------- */

static json_t *
rule_object(const struct rule *rule)
{
	return json_pack("{s:o, s:o, s:{s:o}}", "id", json_text(rule->id),
			 "shortDescription", message(rule->does),
			 "defaultConfiguration",
			 "level", json_text(rule->level));
}

/* All up to the results, a rule a line. */
void
report_sarif_begin(struct buf *out)
{
	buf_add(out, STR("{\"$schema\":\"" SCHEMA "\",\"version\":\"2.1.0\","
			 "\"runs\":[\n{\"tool\":{\"driver\":{"
			 "\"name\":\"kbc\",\"version\":\"" KBC_VERSION "\","
			 "\"rules\":["));
	for (size_t i = 0; i < ENTRY_COUNT; i++) {
		buf_add(out, i > 0 ? STR(",\n") : STR("\n"));
		json_emit(out, rule_object(&report_rules()[i]));
	}
	buf_add(out, STR("]}},\"columnKind\":\"utf16CodeUnits\","
			 "\"results\":[\n"));
}

/* What was said of no page, as notes of the program on itself. */
static json_t *
notification_list(const struct run_told *run)
{
	struct arena *a = arena_make();
	struct entries all = { 0 };
	json_t *list = json_array();

	report_messages(a, &all, run->diag);
	for (size_t i = 0; i < all.n; i++) {
		const struct entry *e = &all.items[i];

		json_array_append_new(list, json_pack("{s:o, s:o}",
			"level", json_text(report_rule(e)->level),
			"message", message(e->text)));
	}
	arena_free(a);
	return list;
}

void
report_sarif_end(struct buf *out, const struct run_told *run)
{
	json_t *one = json_pack("{s:b, s:i, s:o}",
		"executionSuccessful", run->status < 2,
		"exitCode", run->status,
		"toolExecutionNotifications", notification_list(run));

	buf_add(out, STR("\n],\"invocations\":[\n"));
	json_emit(out, one);
	buf_add(out, STR("\n]}]}\n"));
}
