/*
 * kbc verify: the whole corridor, pass by pass, over pages that stay.
 */
#include "buf.h"
#include "cmd.h"
#include "file.h"
#include "report.h"
#include "report_progress.h"
#include "session.h"
#include "verdict.h"
#include "writeback.h"

#include <stdio.h>
#include <unistd.h>

static void
report(const struct session *s, const struct report *r,
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
	report_print(r->form, &parts[0]);
	buf_free(&parts[0]);
}

/* The passes up to the verdicts, each told to who waits; ninja and kbc-run do
   that for themselves. */
static bool
find_verdicts(struct session *s)
{
	struct progress p;
	bool good;

	progress_begin(&p, file_clock(), isatty(STDERR_FILENO));
	good = session_read_alone(s) && session_may_write(s);
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
	}
	progress_end(&p);
	return good;
}

int
cmd_verify(struct session *s)
{
	const struct options_given *g = &s->given;
	struct report r = {
		.form = (enum report_form)g->format, .verbose = g->verbose,
		.quiet = g->quiet, .partly = g->only.n > 0,
	};
	struct tally total = { 0 };

	if (!find_verdicts(s))
		return cmd_finish(s);
	session_write(s);
	for (size_t i = 0; i < s->nselected; i++)
		session_check_word(s, s->wiki, &s->verdicts[i]);
	r.wiki = s->wiki;
	for (size_t i = 0; i < s->nselected; i++)
		report_count(&total, &r, &s->verdicts[i]);
	session_check_total(s, &total);
	report(s, &r, &total);
	return cmd_finish(s);
}
