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
#include "report.h"
#include "report_entry.h"
#include "report_parts.h"
#include "source.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"

/* By kind of entry; what makes a page fail is an error. */
static const struct str commands[ENTRY_COUNT] = {
	[STATUS_CONFIRMED] = STR_INIT("notice"),
	[STATUS_REFUTED] = STR_INIT("error"),
	[STATUS_INCONCLUSIVE] = STR_INIT("warning"),
	[STATUS_PROBE_LIMITED] = STR_INIT("warning"),
	[STATUS_STALE] = STR_INIT("warning"),
	[STATUS_NOT_RUN] = STR_INIT("warning"),
	[STATUS_NOT_APPLICABLE] = STR_INIT("notice"),
	[STATUS_ERROR] = STR_INIT("error"),
	[STATUS_UNBOUND] = STR_INIT("notice"),
	[ENTRY_OPEN] = STR_INIT("notice"),
	[ENTRY_FAULT] = STR_INIT("error"),
	[ENTRY_WARNING] = STR_INIT("warning"),
	[ENTRY_UNABLE] = STR_INIT("error"),
};

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
add_place(struct buf *out, struct arena *a, const struct entry *e)
{
	struct region at = report_region(e->at);

	buf_add(out, STR("file="));
	add_escaped(out, report_plain(a, e->at.source->name),
		    sizeof signs);
	buf_printf(out, ",line=%u,col=%u,", at.line, at.column);
}

static void
add_command(struct buf *out, struct arena *a, const struct entry *e)
{
	struct str text = e->text.n > 0 ? e->text : report_word(e);

	buf_printf(out, "::" STR_FMT " ",
		   STR_ARG(e->fails ? STR("error") : commands[e->kind]));
	if (e->at.source)
		add_place(out, a, e);
	buf_add(out, STR("title="));
	add_escaped(out, report_word(e), sizeof signs);
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
add_commands(struct buf *out, struct arena *a, const struct entries *all)
{
	for (size_t i = 0; i < all->n; i++)
		if (all->items[i].named)
			add_command(out, a, &all->items[i]);
}

void
report_github_page(struct buf *out, const struct report *r,
		   const struct page_verdicts *p)
{
	struct arena *a = arena_make();
	struct entries all = { 0 };

	report_entries(a, &all, r, p);
	add_commands(out, a, &all);
	arena_free(a);
}

void
report_github_end(struct buf *out, const struct run_told *run)
{
	struct arena *a = arena_make();
	struct entries all = { 0 };

	report_messages(a, &all, run->diag);
	add_commands(out, a, &all);
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

void
report_guard(struct buf *out, enum report_form form, struct str text)
{
	struct str line;

	if (form != REPORT_GITHUB) {
		buf_add(out, text);
		return;
	}
	while (str_split(&line, &text, '\n')) {
		add_guarded(out, line);
		if (text.p)
			buf_add_byte(out, '\n');
	}
}
