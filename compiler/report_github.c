/*
 * A report as commands of GitHub's workflows, which become annotations of the
 * lines of a merge request.
 *
 *	::error file=a.md,line=11,col=7,title=refuted::the page says 5, it is 4
 *
 * The idea: a command is a line that begins with `::`, and its parts end at
 * signs that are escaped in them. What a report for people would name is
 * annotated, no more: the service shows few of a run. Any other line of this
 * program that could be read as a command, because a page says so, is changed
 * until it is none.
 */
#include "arena.h"
#include "buf.h"
#include "page.h"
#include "proc.h"
#include "report.h"
#include "report_entry.h"
#include "report_parts.h"
#include "source.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"

#include <stdio.h>

/* Signs that end something: in a message the first three. */
#define SIGNS_MESSAGE 3
static const char signs[] = { '%', '\r', '\n', ':', ',' };

static void
add_escaped(struct buf *out, struct str s, size_t nsigns)
{
	for (size_t i = 0; i < s.n; i++) {
		if (memchr(signs, s.p[i], nsigns))
			buf_printf(out, "%%%02X", (unsigned char)s.p[i]);
		else
			buf_add_byte(out, s.p[i]);
	}
}

static void
add_place(struct buf *out, struct arena *a, struct str path, struct span at)
{
	struct region r;

	buf_add(out, STR("file="));
	add_escaped(out, report_plain(a, path), sizeof signs);
	if (at.source) {
		r = report_region(at);
		buf_printf(out, ",line=%u,col=%u", r.line, r.column);
	}
	buf_add_byte(out, ',');
}

static void
add_command(struct buf *out, struct arena *a, const struct told_file *f,
	    const struct entry *e)
{
	struct str path = e->at.source ? e->at.source->name : f->path;
	struct str text = e->text.n > 0 ? e->text : report_rule(e)->word;

	buf_printf(out, "::" STR_FMT " ",
		   STR_ARG(e->fails ? STR("error") : report_rule(e)->command));
	if (path.n > 0)
		add_place(out, a, path, e->at);
	buf_add(out, STR("title="));
	add_escaped(out, report_rule(e)->word, sizeof signs);
	buf_add(out, STR("::"));
	add_escaped(out, text, SIGNS_MESSAGE);
	if (e->claim) {
		buf_add(out, STR("  ["));
		add_escaped(out, e->id, SIGNS_MESSAGE);
		buf_add_byte(out, ']');
	}
	buf_add_byte(out, '\n');
}

static void
add_commands(struct buf *out, struct arena *a, const struct told_file *f)
{
	for (size_t i = 0; i < f->all.n; i++)
		if (f->all.items[i].named)
			add_command(out, a, f, &f->all.items[i]);
}

void
report_github_file(struct buf *out, const struct told_file *f)
{
	struct arena *a = arena_make();

	add_commands(out, a, f);
	arena_free(a);
}

void
report_github_end(struct buf *out, const struct run_told *run)
{
	struct arena *a = arena_make();
	struct told_file f = { 0 };

	report_messages(a, &f.all, run->diag);
	add_commands(out, a, &f);
	if (run->total)
		report_total(out, run->total);
	arena_free(a);
}

/* --- other lines ---------------------------------------------------------- */

/* A line as it is, but for what makes a command of it: `::` at its start, or
   `##[` anywhere. */
static void
add_guarded(struct buf *out, struct str line)
{
	size_t at = str_find_byte(line, ':');

	if (str_starts(str_trim(line), STR("::"))) {
		buf_add(out, str_slice(line, 0, at));
		buf_add(out, STR("\\x3a"));
		line = str_skip(line, at + 1);
	}
	while ((at = str_find(line, STR("##["))) < line.n) {
		buf_add(out, str_slice(line, 0, at));
		buf_add(out, STR("\\x23"));
		line = str_skip(line, at + 1);
	}
	buf_add(out, line);
}

/* Whether a workflow reads what is printed, in whatever form it is. */
static bool
is_workflow(void)
{
	return str_equal(proc_env(STR("GITHUB_ACTIONS")), STR("true"));
}

void
report_guard(struct buf *out, enum report_form form, struct str text)
{
	struct str line;

	if (text.n == 0)
		return;
	if (form != REPORT_GITHUB && !is_workflow()) {
		buf_add(out, text);
		return;
	}
	while (str_split(&line, &text, '\n')) {
		add_guarded(out, line);
		if (text.p)
			buf_add_byte(out, '\n');
	}
}

void
report_print(enum report_form form, const struct buf *told)
{
	struct buf out = { 0 };

	if (form == REPORT_TEXT || form == REPORT_MARKDOWN)
		report_guard(&out, form, buf_str(told));
	else
		buf_add(&out, buf_str(told));
	if (out.n > 0)
		fwrite(out.p, 1, out.n, stdout);
	buf_free(&out);
}
