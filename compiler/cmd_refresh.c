/*
 * kbc fix: refuted numbers, kbc tables: cells of marked tables, rewritten to
 * what was found. Without --write nothing is written: a diff is shown, or with
 * --check only what would be.
 */
#include "cmd.h"
#include "diag.h"
#include "session.h"

static int
refresh(struct session *s, bool tables)
{
	size_t changed = 0, left = 0;

	if (s->given.check && s->given.write)
		die("--check and --write are two ways to go on: take one");
	if (session_refresh(s, tables, &changed, &left))
		s->nfailed += left + (s->given.check ? changed : 0);
	return cmd_finish(s);
}

int
cmd_fix(struct session *s)
{
	return refresh(s, false);
}

int
cmd_tables(struct session *s)
{
	return refresh(s, true);
}
