/*
 * Targets -> CUDA or PTX text. This part: what all kinds have in common, the
 * first line, and the bookkeeping of lines.
 *
 * The one idea: every line belongs either to a page (or a probe's file) or to
 * kbc, and the compiler always knows which. Before a page's line that does
 * not follow the last one there is a #line with the page's name; before kbc's
 * next own line there is one with the source's name. So a complaint names the
 * page's line or says that the fault is ours.
 *
 * Page text stands in a source only as code, where code is expected. Names of
 * pages, which can hold any byte, are written with %XX for all that is not
 * plain: nothing can end a comment or a string, and no line of kbc's ends in
 * a backslash.
 *
 * The text is a function of the target alone: no date, version or path of
 * this machine. What is in a source of each kind, the other parts know.
 */
#include "emit.h"

#include <stdarg.h>
#include <string.h>

#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "emit_parts.h"
#include "library.h"
#include "marker.h"
#include "mnemonic.h"
#include "page.h"
#include "path.h"
#include "plan.h"
#include "source.h"

/* Of all sources' first lines; graph knows its own files by it. */
#define TITLE "kbc: "

/* --- lines --------------------------------------------------------------- */

void
emit_begin(struct emitter *e, struct buf *out, const struct target *t)
{
	*e = (struct emitter){ .out = out, .target = t, .seen = out->n,
			       .line = 1 };
}

/* The number of the line that is written next. */
static uint32_t
current_line(struct emitter *e)
{
	for (; e->seen < e->out->n; e->seen++)
		e->line += e->out->p[e->seen] == '\n';
	return e->line;
}

/* A backslash at the end of a page's line must not swallow what follows. */
static void
end_splice(struct emitter *e)
{
	if (e->spliced)
		buf_add_byte(e->out, '\n');
	e->spliced = false;
}

void
emit_begin_own(struct emitter *e)
{
	end_splice(e);
	if (e->next != 0)
		buf_printf(e->out, "#line %u \"" STR_FMT STR_FMT "\"\n",
			   current_line(e) + 1, STR_ARG(e->target->name),
			   STR_ARG(emit_suffix(e->target)));
	e->next = 0;
}

void
emit_own(struct emitter *e, const char *fmt, ...)
{
	char line[256];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(line, sizeof(line), fmt, ap);
	va_end(ap);
	if (n < 0 || (size_t)n >= sizeof(line))
		bug("a line of kbc's own is too long");
	emit_begin_own(e);
	buf_add(e->out, str_of(line));
	buf_add_byte(e->out, '\n');
}

/* The file that the lines of a target's code come from. */
static void
add_file(struct emitter *e)
{
	const struct target *t = e->target;

	if (t->kind == TARGET_PROBE) {
		buf_add(e->out, STR("probes/"));
		buf_add(e->out, path_base(e->common ?
					  t->probe->common->name :
					  t->probe->source->name));
		return;
	}
	emit_quoted(e->out, t->page ? t->page->name : t->name);
}

/* Directives after which the compiler still counts as before. */
static const struct str harmless[] = {
	STR_INIT("pragma"), STR_INIT("define"), STR_INIT("undef"),
	STR_INIT("if"), STR_INIT("else"), STR_INIT("elif"),
	STR_INIT("endif"), STR_INIT("include"), STR_INIT("error"),
};

bool
emit_directive(struct str *line)
{
	struct str s = str_trim(*line);

	if (str_starts(s, STR("#")))
		s = str_skip(s, 1);
	else if (str_starts(s, STR("%:")))
		s = str_skip(s, 2);
	else
		return false;
	*line = str_trim(s);
	return true;
}

/* Whether a line could name another place: `#line`, `# 1 "x"`. */
static bool
is_misleading(struct str line)
{
	if (!emit_directive(&line))
		return false;
	for (size_t i = 0; i < COUNT_OF(harmless); i++)
		if (str_starts(line, harmless[i]))
			return false;
	return true;
}

void
emit_page_line(struct emitter *e, struct str line, uint32_t number)
{
	if (e->next != number) {
		end_splice(e);
		buf_printf(e->out, "#line %u \"", number);
		add_file(e);
		buf_add(e->out, STR("\"\n"));
	}
	buf_add(e->out, line);
	buf_add_byte(e->out, '\n');
	e->misled = e->spliced ? e->misled : is_misleading(line);
	e->spliced = str_ends(str_trim(line), STR("\\"));
	/* Whatever it said, the next line says it anew: UINT32_MAX is no
	   line's number. */
	e->next = e->misled && !e->spliced ? UINT32_MAX : number + 1;
}

/* --- text of others ------------------------------------------------------ */

void
emit_quoted(struct buf *out, struct str text)
{
	for (size_t i = 0; i < text.n; i++) {
		unsigned char c = (unsigned char)text.p[i];

		if (byte_is_name(text.p[i]) || (c && strchr("./-", c)))
			buf_add_byte(out, text.p[i]);
		else
			buf_printf(out, "%%%02X", c);
	}
}

static void
add_place(struct buf *out, const struct target *t)
{
	emit_quoted(out, t->page->name);
	if (t->fence)
		buf_printf(out, ":%u", span_line(t->fence->at));
}

/* What it is, in words of kbc and names that were checked. */
static void
add_what(struct buf *out, const struct target *t)
{
	switch (t->kind) {
	case TARGET_PROBE:
		buf_printf(out, "probe " STR_FMT, STR_ARG(t->probe->name));
		for (size_t i = 0; i < t->nfixed; i++) {
			buf_printf(out, " " STR_FMT "=",
				   STR_ARG(t->fixed[i].name));
			emit_quoted(out, t->fixed[i].value);
		}
		break;
	case TARGET_FENCE:
	case TARGET_PTX:
		buf_printf(out, "%s of ", t->body ? "fragment" : "fence");
		add_place(out, t);
		break;
	case TARGET_CALL:
		buf_add(out, STR("call "));
		emit_quoted(out, t->call);
		break;
	case TARGET_RUN:
		buf_add(out, t->value.n > 0 ? STR("value of ") :
			t->run->kind == MARKER_TEST ? STR("test of ") :
						      STR("probe of "));
		emit_quoted(out, t->page->name);
		buf_printf(out, ":%u", span_line(t->run->at));
		break;
	case TARGET_NAMES:
		buf_add(out, STR("names of "));
		add_place(out, t);
		break;
	}
}

void
emit_title(struct emitter *e, const char *sign)
{
	buf_printf(e->out, "%s " TITLE, sign);
	add_what(e->out, e->target);
	buf_add_byte(e->out, '\n');
}

bool
emit_is_made(struct str text)
{
	return str_starts(text, STR("// " TITLE));
}

/* --- whole sources ------------------------------------------------------- */

static bool
is_ptx(const struct target *t)
{
	return t->kind == TARGET_PTX ||
	       (t->kind == TARGET_NAMES && t->ptx_names);
}

struct str
emit_suffix(const struct target *t)
{
	return is_ptx(t) ? STR(".ptx") : STR(".cu");
}

void
emit_source(struct buf *out, const struct target *t)
{
	struct emitter e;

	/* Known by its first line, which is its own. */
	if (t->kind == TARGET_NAMES && t->ptx_names) {
		mnemonic_emit(out, t->names, t->nnames);
		return;
	}
	emit_begin(&e, out, t);
	emit_title(&e, "//");
	switch (t->kind) {
	case TARGET_PROBE:
		emit_probe(&e);
		break;
	case TARGET_FENCE:
		if (t->body)
			emit_body(&e);
		else
			emit_unit(&e);
		break;
	case TARGET_PTX:
		emit_ptx(&e);
		break;
	case TARGET_CALL:
		emit_call(&e);
		break;
	case TARGET_RUN:
		emit_run(&e);
		break;
	case TARGET_NAMES:
		emit_names(&e);
		break;
	}
}

/*
 * Neither the first line nor a #line changes what is compiled; the
 * architecture, which is not in the text, does.
 */
void
emit_bound(struct buf *out, const struct target *t)
{
	struct buf whole = { 0 };
	struct str rest, line;

	emit_source(&whole, t);
	rest = buf_str(&whole);
	str_split(&line, &rest, '\n');
	buf_printf(out, STR_FMT "\n", STR_ARG(t->sm));
	while (str_split(&line, &rest, '\n')) {
		if (str_starts(line, STR("#line ")) || (!rest.p && !line.n))
			continue;
		buf_add(out, line);
		buf_add_byte(out, '\n');
	}
	buf_free(&whole);
}

struct str
emit_page_name(struct arena *a, struct str name)
{
	struct buf out = { 0 };
	struct str made;

	emit_quoted(&out, name);
	made = arena_copy(a, buf_str(&out));
	buf_free(&out);
	return made;
}
