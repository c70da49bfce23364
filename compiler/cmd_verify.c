/*
 * kbc verify: the whole corridor, pass by pass, over pages that stay.
 */
#include "buf.h"
#include "cmd.h"
#include "report.h"
#include "session.h"
#include "verdict.h"
#include "writeback.h"

#include <stdio.h>

static void
report(const struct session *s, struct tally *total)
{
	struct report r = {
		.wiki = s->wiki, .pages = s->verdicts,
		.npages = s->nselected, .verbose = s->given.verbose,
		.quiet = s->given.quiet,
	};
	struct buf out = { 0 };

	for (size_t i = 0; i < s->nselected; i++)
		report_count(total, &r, &s->verdicts[i]);
	if (s->given.format == FORMAT_JSON)
		report_json(&out, &r);
	else
		report_text(&out, &r, total);
	fwrite(out.p, 1, out.n, stdout);
	buf_free(&out);
}

int
cmd_verify(struct session *s)
{
	struct tally total = { 0 };

	if (!session_read_alone(s) || !session_claims(s) ||
	    !session_make(s, true) || !session_measure(s) ||
	    !session_emulate(s) || !session_ledger(s))
		return cmd_finish(s);
	session_record(s); /* pages may point to what it writes */
	session_judge(s);
	session_write(s);
	for (size_t i = 0; i < s->nselected; i++)
		session_check_word(s, s->wiki, &s->verdicts[i]);
	report(s, &total);
	session_check_total(s, &total);
	return cmd_finish(s);
}
