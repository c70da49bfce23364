/*
 * kbc verify: the whole corridor, pass by pass, over the selected pages, which
 * stay; of the others only what pages ask of each other does. Or what
 * it has said before, where all is as it was (past_whole.c).
 */
#include "buf.h"
#include "cmd.h"
#include "file.h"
#include "past_ledger.h"
#include "past_whole.h"
#include "observe.h"
#include "report.h"
#include "report_progress.h"
#include "session.h"
#include "session_seen.h"
#include "value.h"
#include "verdict.h"
#include "writeback.h"

#include <stdio.h>
#include <unistd.h>

static void
report(struct buf *told, const struct session *s, const struct report *r,
       const struct tally *total)
{
	struct buf parts[REPORT_PARTS] = { { 0 } }, page[REPORT_PARTS];
	struct telling t = { .form = r->form, .parts = parts };
	const struct run_told run = { total, s->diag, (int)session_status(s),
				      r->partly };

	report_begin(&t);
	for (size_t i = 0; i < s->nselected; i++) {
		memset(page, 0, sizeof page);
		report_tell(page, r, &s->verdicts[i]);
		report_join(&t, page);
	}
	report_end(&t, &run);
	*told = parts[0];
}

/* The passes up to the verdicts, each told to who waits; ninja and kbc-run do
   that for themselves. */
static bool
find_verdicts(struct session *s)
{
	struct progress p;
	bool good;

	progress_begin(&p, file_clock(), isatty(STDERR_FILENO));
	session_parse_selected(s);
	good = session_may_write(s);
	progress_tell(&p, "looking for claims", 0, 0);
	good = good && session_claims(s);
	progress_end(&p);
	good = good && session_make(s, true) && session_measure(s) &&
	       session_emulate(s);
	progress_tell(&p, "reading the ledger", 0, 0);
	good = good && session_ledger(s);
	if (good) {
		session_record(s); /* pages may point to what it writes */
		progress_tell(&p, "judging", 0, 0);
		session_judge(s);
		good = session_held(s);
	}
	progress_end(&p);
	return good;
}

/* Writes what was found, and what there is to say. */
static void
finish(struct buf *out, struct session *s)
{
	const struct options_given *g = &s->given;
	struct report r = {
		.form = (enum report_form)g->format, .verbose = g->verbose,
		.quiet = g->quiet, .partly = g->only.n > 0,
	};
	struct tally total = { 0 };

	session_write(s);
	for (size_t i = 0; i < s->nselected; i++)
		session_check_word(s, s->wiki, &s->verdicts[i]);
	r.wiki = s->wiki;
	for (size_t i = 0; i < s->nselected; i++)
		report_count(&total, &r, &s->verdicts[i]);
	session_check_total(s, &total);
	report(out, s, &r, &total);
	seen_add(s->seen, s->wiki, s->world->recall);
}

/* What was said, now or once before. */
static int
print(const struct session *s, const struct told *told)
{
	enum report_form form = (enum report_form)s->given.format;
	struct buf report = { 0 }, safe = { 0 };

	buf_add(&report, told->report);
	report_print(form, &report);
	report_guard(&safe, form, told->messages);
	if (safe.n > 0)
		fwrite(safe.p, 1, safe.n, stderr);
	buf_free(&safe);
	buf_free(&report);
	return told->status;
}

int
cmd_verify(struct session *s)
{
	struct past_whole *past = past_whole_make(s->arena);
	struct past_ledger *ledger = past_ledger_make(s->arena);
	struct buf report = { 0 }, messages = { 0 };
	struct told told;
	int status;

	s->advises = true;
	if (!session_open_alone(s))
		return cmd_finish(s);
	if (past_whole_find(past, s, &told))
		return print(s, &told);
	s->seen = seen_make();
	past_ledger_find(ledger, s);
	if (!find_verdicts(s))
		return cmd_finish(s);
	finish(&report, s);
	session_words(&messages, s);
	told = (struct told){ buf_str(&report), buf_str(&messages),
			      (int)session_status(s) };
	status = print(s, &told);
	past_whole_keep(past, s, &told);
	past_ledger_keep(ledger, s);
	buf_free(&report);
	buf_free(&messages);
	return status;
}
