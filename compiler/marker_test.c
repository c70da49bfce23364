/*
 * Tests and page probes: lines that say how to run a kernel of the page.
 *
 *	test id=sum			probe copy
 *	int   n in 1..4100, 65536	float x[1048576] = uniform(0, 1)
 *	float in[n] = uniform(0.5, 1)	float y[1048576]
 *	float out[1] = 0		copy<<<264, 1024>>>(x, y)
 *	sum<<<2, 128>>>(in, out, n)	work bytes = 8 * 1048576
 *	check out[0] == sum(in) rel 1e-5
 *
 * A line is a declaration, a launch, or begins with a word of its own. The
 * words are looked at first, so a variable cannot hide a check; what is no
 * line of a test is an error, as a check that is skipped would be a pass.
 *
 * Declarations are in marker_variable.c, launches in marker_launch.c, checks
 * in marker_check.c; what the lines come to is planned elsewhere.
 */
#include "marker.h"

#include "arena.h"
#include "diag.h"
#include "expr.h"
#include "expr_lex.h"
#include "marker_parts.h"

static const char *const work_kinds[] = { "flops", "bytes", "ops" };

/* The line is of the other kind of marker. */
static bool
misplaced(struct reader *r, struct span word, const char *where)
{
	diag_error(r->diag, word, "'" STR_FMT "' is a line of a %s",
		   STR_ARG(span_str(word)), where);
	return false;
}

static bool
parse_check(struct reader *r, struct marker *m, enum check_kind kind,
	    struct span line)
{
	struct check *c = arena_alloc(r->arena, sizeof(*c)), **end;

	if (m->kind == MARKER_PROBE)
		return misplaced(r, lex_name(line), "test");
	c->kind = kind;
	c->at = line;
	if (m->checks && m->checks->kind != kind) {
		diag_error(r->diag, line, "a test has 'check' or 'fails', not "
			   "both");
		diag_note(r->diag, m->checks->at, "the other one");
		return false;
	}
	for (end = &m->checks; *end; end = &(*end)->next)
		continue;
	*end = c;
	return marker_parse_check(r, c);
}

static bool
parse_allow(struct reader *r, struct marker *m)
{
	m->allow_races = true;
	if (lex_take_name(&r->rest, "races"))
		return reader_end(r, "the end of the line");
	lex_expected(r->diag, r->rest, "'races'");
	return false;
}

static bool
parse_work(struct reader *r, struct marker *m, struct span word)
{
	struct span kind = lex_name(r->rest);

	if (m->kind != MARKER_PROBE)
		return misplaced(r, word, "probe");
	if (m->work) {
		diag_error(r->diag, word, "'work' is given twice");
		return false;
	}
	for (size_t i = 0; i < COUNT_OF(work_kinds) && !m->work_kind.n; i++) {
		if (lex_take_name(&r->rest, work_kinds[i]))
			m->work_kind = span_str(kind);
	}
	if (m->work_kind.n == 0) {
		lex_expected(r->diag, r->rest, "'flops', 'bytes' or 'ops'");
		return false;
	}
	if (!lex_take(&r->rest, "=")) {
		lex_expected(r->diag, r->rest, "'='");
		return false;
	}
	m->work = expr_parse_value(r->arena, &r->rest, r->diag);
	return m->work && reader_end(r, "an operator or the end");
}

static bool
parse_launch(struct reader *r, struct marker *m)
{
	struct launch **end;

	for (end = &m->launches; *end; end = &(*end)->next)
		continue;
	return marker_parse_launch(r, end) &&
	       reader_end(r, "the end of the line");
}

/* Whether a line goes on as `name[…] =`, not as a declaration. */
static bool
is_assignment(struct span line)
{
	struct span name = lex_name(line);

	lex_end(&line);
	lex_advance(&line, name.n);
	return name.n && lex_take(&line, "[");
}

static bool
parse_word(struct reader *r, struct marker *m, const struct word *w)
{
	struct span line = r->rest, word = lex_name(line);

	lex_take_name(&r->rest, w->word);
	switch ((enum test_line)w->value) {
	case TEST_CHECK:
		return parse_check(r, m, CHECK_EQUAL, line);
	case TEST_FAILS:
		return parse_check(r, m, CHECK_FAILS, line);
	case TEST_ALLOW:
		return parse_allow(r, m);
	case TEST_WORK:
		return parse_work(r, m, word);
	}
	return false;
}

static void
note_meant(struct diag *d, struct span name)
{
	const struct word *w = word_nearest(WORD_TEST, span_str(name));
	const char *meant = marker_type_nearest(span_str(name));

	if (w)
		meant = w->word;
	if (meant)
		diag_note(d, name, "did you mean '%s'?", meant);
}

static bool
parse_line(struct reader *r, struct marker *m)
{
	struct span name = lex_name(r->rest);
	const struct word *w = word_find(WORD_TEST, span_str(name));

	if (w)
		return parse_word(r, m, w);
	if (marker_at_launch(r->rest) || is_assignment(r->rest))
		return parse_launch(r, m);
	if (marker_is_type(span_str(name)))
		return marker_parse_variables(r, m);
	lex_expected(r->diag, r->rest, "a declaration, a launch or 'check'");
	note_meant(r->diag, name);
	return false;
}

/* A test that runs or checks nothing would always pass. */
static bool
check_whole(struct reader *r, struct marker *m, struct span at)
{
	if (!m->launches)
		diag_error(r->diag, at, "no line launches a kernel");
	else if (m->kind == MARKER_TEST && !m->checks)
		diag_error(r->diag, at, "no line is a 'check' or 'fails'");
	else if (m->kind == MARKER_PROBE && !m->work)
		diag_error(r->diag, at, "no line is 'work'");
	else {
		marker_bind_oracles(r->arena, m);
		return marker_check_names(r->diag, m) &&
		       marker_check_oracles(r->arena, r->diag, m);
	}
	return false;
}

static bool
parse_head(struct reader *r, struct marker *m, struct span head)
{
	struct reader inner = *r;
	struct span at;

	inner.rest = head;
	if (m->kind == MARKER_PROBE && !reader_name(&inner, &m->name, &at))
		return false;
	return reader_options(&inner, &m->options, r->directive->options);
}

/* Without a blank and one `;` at its end, which C's habit puts there. */
static struct span
trim_line(struct span line)
{
	struct str s = str_trim(span_str(line));

	if (str_ends(s, STR(";")))
		s = str_trim(str_slice(s, 0, s.n - 1));
	line.n = (uint32_t)s.n;
	return line;
}

bool
marker_parse_test(struct reader *r, struct marker *m)
{
	struct span head = reader_first_line(r), line;
	struct span last = span_slice(r->rest, r->rest.n, 0);
	bool good = parse_head(r, m, head);

	while (reader_line(r, &line)) {
		struct reader inner = *r;

		inner.rest = trim_line(line);
		if (!parse_line(&inner, m))
			good = false;
	}
	return good && lex_end(&r->rest) && check_whole(r, m, last);
}
