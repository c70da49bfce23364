/*
 * Coverage told: counts as lines for people and as JSON, and the share as a
 * badge.
 *
 * The idea: three forms of the same few numbers, which coverage.c has counted.
 * The badge is drawn with a fixed width for each letter, so that it needs no
 * font to be measured and looks alike wherever it is made; its texts are
 * stretched to that width by whoever shows it.
 */
#include "coverage.h"

#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "json.h"
#include "page.h"
#include "source.h"

#include <jansson.h>

/* --- lines ---------------------------------------------------------------- */

struct str
coverage_word(enum coverage_kind kind)
{
	static const struct str words[COVERAGE_KINDS] = {
		[COVERAGE_BOUND] = STR_INIT("bound"),
		[COVERAGE_DERIVED] = STR_INIT("derived"),
		[COVERAGE_RETIRED] = STR_INIT("retired"),
		[COVERAGE_IGNORED] = STR_INIT("ignored"),
		[COVERAGE_UNBOUND] = STR_INIT("unbound"),
	};

	return words[kind];
}

static size_t
count_all(const struct coverage *c)
{
	size_t n = 0;

	for (int i = 0; i < COVERAGE_KINDS; i++)
		n += c->count[i];
	return n;
}

void
coverage_line(struct buf *out, struct str name, const struct coverage *c)
{
	size_t n = count_all(c);
	int percent = coverage_percent(c);

	diag_emit_text(out, name);
	buf_add(out, STR(": "));
	if (percent >= 0)
		buf_printf(out, "%d%% checked, ", percent);
	buf_printf(out, "%zu number%s", n, n == 1 ? "" : "s");
	for (int i = 0; i < COVERAGE_KINDS && n > 0; i++)
		buf_printf(out, "%s%zu " STR_FMT, i > 0 ? ", " : ": ",
			   c->count[i],
			   STR_ARG(coverage_word((enum coverage_kind)i)));
	buf_add_byte(out, '\n');
}

void
coverage_list(struct buf *out, const struct page *p, const struct coverage *c)
{
	for (size_t i = 0; i < c->n; i++) {
		uint32_t line, column;

		if (c->items[i].kind != COVERAGE_UNBOUND)
			continue;
		source_place(p->source, c->items[i].at.at, &line, &column);
		diag_emit_text(out, p->path);
		buf_printf(out, ":%u:%u: ", line, column);
		diag_emit_text(out, str_trim(span_str(c->items[i].at)));
		buf_add_byte(out, '\n');
	}
}

/* --- JSON ----------------------------------------------------------------- */

static void
set(json_t *o, const char *key, struct str text)
{
	json_object_set_new(o, key, json_text(text));
}

static json_t *
number_object(const struct page *p, const struct covered *c)
{
	uint32_t line, column;
	json_t *o = json_object();

	source_place(p->source, c->at.at, &line, &column);
	json_object_set_new(o, "line", json_integer(line));
	json_object_set_new(o, "column", json_integer(column));
	set(o, "text", str_trim(span_str(c->at)));
	set(o, "kind", coverage_word(c->kind));
	set(o, "why", c->why);
	return o;
}

void
coverage_json(struct buf *out, const struct page *p, const struct coverage *c)
{
	json_t *o = json_object(), *numbers = json_array();
	int percent = coverage_percent(c);

	if (p)
		set(o, "path", p->path);
	json_object_set_new(o, "percent", percent < 0 ? json_null() :
			    json_integer(percent));
	for (int i = 0; i < COVERAGE_KINDS; i++)
		json_object_set_new(o, coverage_word((enum coverage_kind)i).p,
				    json_integer((json_int_t)c->count[i]));
	for (size_t i = 0; p && i < c->n; i++)
		json_array_append_new(numbers, number_object(p, &c->items[i]));
	if (p)
		json_object_set(o, "numbers", numbers);
	json_decref(numbers);
	json_emit(out, o);
}

/* --- the badge ------------------------------------------------------------ */

/* Width of a letter, and of the space at both ends of a text. */
#define LETTER 7
#define SPACE 10

/* Grounds on which white text has a contrast of 4.5 and more. */
static const char *
ground_of(int percent)
{
	if (percent < 0)
		return "#595959";
	return percent >= 90 ? "#1a7f37" : percent >= 50 ? "#8a5a00" :
							   "#b42318";
}

static void
badge_text(struct buf *out, size_t x, struct str text)
{
	buf_printf(out, "<text x=\"%zu\" y=\"14\" textLength=\"%zu\">" STR_FMT
		   "</text>\n", x + SPACE, text.n * LETTER, STR_ARG(text));
}

void
coverage_badge(struct buf *out, const struct coverage *c)
{
	struct arena *a = arena_make();
	int percent = coverage_percent(c);
	struct str label = STR("numbers checked");
	struct str text = percent < 0 ? STR("none") :
					arena_printf(a, "%d%%", percent);
	size_t left = label.n * LETTER + 2 * SPACE;
	size_t right = text.n * LETTER + 2 * SPACE;

	buf_printf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" "
		   "width=\"%zu\" height=\"20\" role=\"img\" "
		   "aria-labelledby=\"t\">\n<title id=\"t\">" STR_FMT ": "
		   STR_FMT "</title>\n", left + right, STR_ARG(label),
		   STR_ARG(text));
	buf_printf(out, "<rect width=\"%zu\" height=\"20\" fill=\"#3b3b3b\"/>\n"
		   "<rect x=\"%zu\" width=\"%zu\" height=\"20\" fill=\"%s\"/>\n"
		   "<g fill=\"#fff\" font-family=\"Verdana,DejaVu Sans,"
		   "sans-serif\" font-size=\"11\" aria-hidden=\"true\">\n",
		   left, left, right, ground_of(percent));
	badge_text(out, 0, label);
	badge_text(out, left, text);
	buf_add(out, STR("</g>\n</svg>\n"));
	arena_free(a);
}
