/*
 * The wiki at commits of the past -> what its claims came to there.
 *
 * The idea: as the gate judges the merge base, each of the newest commits that
 * changed something in the wiki is laid into a folder of its own and judged by
 * the same passes, by pages and records alone. Where there is no git, no
 * repository or no commit there is no past, and a commit whose wiki cannot be
 * read has none; neither is a fault of the wiki as it is.
 */
#include "arena.h"
#include "cmd_gate.h"
#include "cmd_report.h"
#include "diag.h"
#include "git.h"
#include "report_html.h"
#include "session.h"
#include "wiki.h"

/* Commits that are looked at. */
#define COMMITS_MAX 12

/* A session that keeps nothing of what it makes in that of s. */
static struct session
make_aside(const struct session *s, struct arena *a)
{
	struct session out = *s;

	out.arena = a;
	out.diag = diag_make(a);
	return out;
}

static void
add_commit(struct html_past *past, const struct session *s,
	   const struct git *g, const struct git_moment *m)
{
	struct arena *a = arena_make();
	struct session aside = make_aside(s, a);
	struct gate_base b = { .there = false };

	if (gate_base_at(&b, &aside, g, m->id) && b.there &&
	    session_judge_unbuilt(b.session))
		html_past_add(past, b.session->verdicts, b.session->nselected,
			      m->id, m->day);
	gate_base_close(&b, &aside);
	arena_free(a);
}

const struct html_past *
report_past(struct session *s)
{
	struct html_past *past = arena_alloc(s->arena, sizeof *past);
	struct diag *none = diag_make(s->arena);
	struct str root = s->wiki->root;
	struct git_moment *all;
	struct git g;
	size_t n;

	past->arena = s->arena;
	if (!git_find(s->arena, &g, root.n > 0 ? root : STR("."), none) ||
	    !git_log(&g, &all, &n, COMMITS_MAX, none))
		return NULL;
	for (size_t i = 0; i < n; i++)
		add_commit(past, s, &g, &all[i]);
	return past;
}
