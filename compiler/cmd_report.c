/*
 * kbc report: what a wiki's claims come to, as one HTML page in a folder.
 *
 * The idea: the pages are judged as by kbc verify without measuring, from what
 * can be built and emulated here and what the ledger has, and nothing of the
 * wiki is written. Where the ledger knows several devices, the wiki is judged
 * again as if it spoke of each of them, by the ledger alone; the past is what
 * git has of it.
 */
#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "cmd.h"
#include "cmd_report.h"
#include "diag.h"
#include "evidence.h"
#include "file.h"
#include "report_html.h"
#include "session.h"
#include "wiki.h"
#include "writeback.h"

#include <stdio.h>

/* The wiki judged as of one device; false where it cannot be. */
static bool
judge_on(struct session *side, const struct session *s, struct str device)
{
	*side = session_beside(s);
	side->given.on = device;
	if (!session_read(side) || !session_claims(side) ||
	    !session_make(side, false) || !session_ledger(side))
		return false;
	session_judge(side);
	return true;
}

/* All devices of the ledger, if there are at least two. */
static bool
judge_devices(struct session *s, struct session *sides, struct html_report *r)
{
	struct html_side *out;
	size_t n = s->ledger->ndevices;

	if (n < 2)
		return true;
	out = arena_alloc(s->arena, n * sizeof *out);
	for (size_t i = 0; i < n; i++) {
		struct str name = s->ledger->devices[i].name;

		if (!judge_on(&sides[i], s, name)) {
			session_say(&sides[i]);
			s->nunable++;
			return false;
		}
		out[i] = (struct html_side){ name, sides[i].verdicts };
	}
	r->sides = out;
	r->nsides = n;
	return true;
}

static void
write_report(struct session *s, const struct html_report *r)
{
	struct buf out = { 0 };
	struct str path = arena_printf(s->arena, STR_FMT "/index.html",
				       STR_ARG(s->given.html));

	size_t claims = 0;

	for (size_t i = 0; i < s->nselected; i++)
		claims += s->verdicts[i].claims->n;
	report_html(&out, r);
	if (file_update(path, buf_str(&out), s->diag))
		printf(STR_FMT ": %zu claim%s of %zu page%s\n", STR_ARG(path),
		       claims, claims == 1 ? "" : "s", s->nselected,
		       s->nselected == 1 ? "" : "s");
	else
		s->nunable++;
	buf_free(&out);
}

static void
report(struct session *s)
{
	size_t n = s->ledger->ndevices;
	struct session *sides = arena_alloc(s->arena, (n + 1) * sizeof *sides);
	struct html_report r = { .world = s->world, .pages = s->verdicts,
				 .npages = s->nselected,
				 .past = report_past(s) };

	if (judge_devices(s, sides, &r))
		write_report(s, &r);
	for (size_t i = 0; i < n; i++)
		session_close(&sides[i]);
}

int
cmd_report(struct session *s)
{
	if (s->given.html.n == 0)
		die("kbc report takes --html FOLDER: where the page is to be");
	s->given.dry_run = true; /* nothing of the wiki is written */
	if (!session_read(s) || !session_claims(s) || !session_make(s, true) ||
	    !session_emulate(s) || !session_ledger(s))
		return cmd_finish(s);
	session_judge(s);
	report(s);
	return cmd_finish(s);
}
