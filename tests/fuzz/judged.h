/*
 * A text judged as a page of the small wiki tests/fuzz/tree, nothing built.
 * str.h and session.h come before it.
 */
#include "wiki.h"

#define PAGE_PATH STR(FUZZ_TREE "/wiki/here.md")

/* The session of it, in which all is done; close it. */
static inline struct session
judge(struct arena *a, const struct texts *instead)
{
	struct session s = { 0 };

	session_init(&s, a, STR("kbc"));
	s.data = STR(FUZZ_TREE "/data");
	s.given.paths[0] = PAGE_PATH;
	s.given.npaths = 1;
	s.given.jobs = 1;
	s.instead = instead;
	expect(session_judge_unbuilt(&s));
	expect(s.nselected == 1);
	return s;
}
