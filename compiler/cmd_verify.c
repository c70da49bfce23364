/*
 * kbc verify: the whole corridor, pass by pass, over pages that stay.
 */
#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "cmd.h"
#include "diag.h"
#include "page.h"
#include "report.h"
#include "session.h"
#include "value.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"

#include <stdio.h>

static void
report(const struct session *s)
{
	struct report r = {
		.wiki = s->wiki, .pages = s->verdicts,
		.npages = s->nselected, .color = s->given.color,
		.verbose = s->given.verbose, .quiet = s->given.quiet,
	};
	struct buf out = { 0 };

	if (s->given.format == FORMAT_JSON)
		report_json(&out, &r);
	else
		report_text(&out, &r);
	fwrite(out.p, 1, out.n, stdout);
	buf_free(&out);
}

static int
finish(struct session *s)
{
	session_say(s);
	return (int)session_status(s);
}

static void
default_path(struct session *s)
{
	if (s->given.npaths == 0)
		s->given.paths[s->given.npaths++] = STR(".");
}

static size_t
count_claims(const struct session *s)
{
	size_t n = 0;

	for (size_t i = 0; i < s->nselected; i++)
		n += s->verdicts[i].claims->n;
	return n;
}

int
cmd_verify(struct session *s)
{
	default_path(s);
	if (!session_read(s) || !session_claims(s) ||
	    !session_make(s, true) || !session_measure(s) ||
	    !session_emulate(s) || !session_ledger(s))
		return finish(s);
	session_judge(s);
	session_check_total(s, count_claims(s));
	session_write(s);
	report(s);
	return finish(s);
}
