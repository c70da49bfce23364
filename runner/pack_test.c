/*
 * MANIFEST lines to struct pack_test: symbols, variables and launches; of
 * references and checks pack_test_check.c knows.
 *
 * Names are resolved to indices at once, formulas are parsed where they stand,
 * and a formula can only use what stands above it: so nothing is left to be
 * wrong with the form of a test when it is run.
 */
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "formula.h"
#include "manifest.h"
#include "number.h"
#include "pack_test.h"
#include "pack_test_parts.h"

enum { LANES_MOST = 4 };

/* --- symbols ------------------------------------------------------------- */

static bool
parse_parameter(const struct line *l, const char *word,
		struct pack_parameter *p)
{
	char *end;

	p->kind = word[0];
	p->bytes = (unsigned)strtoul(word[0] ? word + 1 : word, &end, 10);
	if ((p->kind == 'i' || p->kind == 'f' || p->kind == 'b') && !*end &&
	    p->bytes > 0 && p->bytes <= 4096)
		return true;
	return line_fail(l, "'%s' is no parameter: i f b and its bytes", word);
}

static bool
parse_symbol(struct arena *a, const struct line *l, struct pack_test *t)
{
	struct pack_symbol *s;
	size_t i;

	if (l->nwords < 3 || l->nwords > 3 + TEST_PARAMETERS ||
	    t->nsymbols == TEST_SYMBOLS)
		return line_fail(l, "expected 'symbol NAME SYMBOL PARAMETER "
				    "...', at most %d", TEST_SYMBOLS);
	t->symbols = arena_grow(a, t->symbols, t->nsymbols, sizeof(*s));
	s = &t->symbols[t->nsymbols++];
	s->name = l->words[1];
	s->symbol = l->words[2];
	for (i = 3; i < l->nwords; i++) {
		if (!parse_parameter(l, l->words[i],
				     &s->parameters[s->nparameters++]))
			return false;
	}
	return true;
}

const struct pack_symbol *
test_find_symbol(const struct pack_test *t, const char *name)
{
	size_t i;

	for (i = 0; t && i < t->nsymbols; i++) {
		if (!strcmp(t->symbols[i].name, name))
			return &t->symbols[i];
	}
	return NULL;
}

static bool
find_symbol(const struct line *l, const struct pack_test *t, size_t *symbol)
{
	const struct pack_symbol *s = test_find_symbol(t, l->words[1]);

	if (s)
		*symbol = (size_t)(s - t->symbols);
	return s || line_fail(l, "no symbol '%s'", l->words[1]);
}

static bool
parse_cooperative(const struct line *l, struct pack_test *t)
{
	size_t i = 0;

	if (!line_expect(l, 2, "cooperative NAME") || !find_symbol(l, t, &i))
		return false;
	return t->symbols[i].cooperative = true;
}

/* --- variables ----------------------------------------------------------- */

/* A new variable of the name in word 1 and the type in word 2. */
static bool
add_variable(struct arena *a, const struct line *l, struct pack_test *t,
	     struct pack_variable **out)
{
	enum number_type type;

	if (l->nwords < 3 || !line_name(l, 1))
		return l->nwords < 3 && line_fail(l, "expected NAME TYPE");
	if (!number_find(l->words[2], &type))
		return line_fail(l, "unknown type '%s'", l->words[2]);
	if (t->nvariables == TEST_VARIABLES)
		return line_fail(l, "more than %d variables", TEST_VARIABLES);
	if (test_find_variable(t, l->words[1]) >= 0)
		return line_fail(l, "a second variable '%s'", l->words[1]);
	t->variables = arena_grow(a, t->variables, t->nvariables,
				  sizeof(**out));
	*out = &t->variables[t->nvariables];
	(*out)->name = t->names[t->nvariables++] = l->words[1];
	(*out)->type = type;
	(*out)->lanes = 1;
	return true;
}

static bool
parse_lanes(const struct line *l, struct pack_variable *v)
{
	const uint64_t range[2] = { 1, LANES_MOST };
	uint64_t lanes;

	if (l->nwords < 4 || !line_whole(l, 3, range, &lanes))
		return l->nwords < 4 && line_fail(l, "expected the lanes");
	v->lanes = (size_t)lanes;
	return true;
}

static bool
parse_span(const struct line *l, struct pack_span *s)
{
	double low, high;

	if (!line_number(l, 3, &low) || !line_number(l, 4, &high))
		return false;
	if (!(-0x1p53 < low && low <= high && high < 0x1p53))
		return line_fail(l, "no range of whole numbers");
	s->low = (int64_t)low;
	s->high = (int64_t)high;
	return true;
}

static bool
parse_range(struct arena *a, const struct line *l, struct pack_test *t)
{
	struct pack_variable *v = NULL;
	int i;

	if (!line_expect(l, 5, "range NAME TYPE LOW HIGH"))
		return false;
	i = test_find_variable(t, l->words[1]);
	if (i >= 0)
		v = &t->variables[i];
	else if (!add_variable(a, l, t, &v))
		return false;
	if (i >= 0 && v->start != START_RANGE)
		return line_fail(l, "'%s' is no range", l->words[1]);
	v->scalar = true;
	v->start = START_RANGE;
	v->spans = arena_grow(a, v->spans, v->nspans, sizeof(*v->spans));
	return parse_span(l, &v->spans[v->nspans++]);
}

static bool
parse_array(struct arena *a, const struct line *l, struct pack_test *t)
{
	struct parts p = parts_of(a, l, t);
	struct pack_variable *v;
	struct formula size;

	if (!parts_take(&p, &size) || !parts_end(&p) ||
	    !add_variable(a, l, t, &v))
		return false;
	v->size = size;
	return parse_lanes(l, v);
}

static bool
parse_value(struct arena *a, const struct line *l, struct pack_test *t)
{
	struct pack_variable *v;

	if (!add_variable(a, l, t, &v))
		return false;
	v->scalar = true;
	return parse_lanes(l, v);
}

static bool
parse_fill(struct arena *a, const struct line *l, struct pack_test *t)
{
	static const struct {
		const char *word;
		enum start_kind start;
		size_t nargs;
	} kinds[] = {
		{ "each", START_EACH, 1 },
		{ "uniform", START_UNIFORM, 2 },
		{ "normal", START_NORMAL, 2 },
		{ "bits", START_BITS, 0 },
	};
	struct parts p = parts_of(a, l, t);
	int at = l->nwords > 2 ? test_find_variable(t, l->words[1]) : -1;
	struct pack_variable *v = at < 0 ? NULL : &t->variables[at];
	size_t i, k;

	if (!v || v->start != START_POISON)
		return line_fail(l, "expected 'fill NAME KIND', once for a "
				    "variable");
	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (strcmp(kinds[i].word, l->words[2]))
			continue;
		v->start = kinds[i].start;
		for (k = 0; k < kinds[i].nargs ||
			    (v->start == START_BITS && p.rest && k < 1); k++) {
			if (!parts_take(&p, &v->args[k]))
				return false;
		}
		return parts_end(&p);
	}
	return line_fail(l, "unknown fill '%s': each uniform normal bits",
			 l->words[2]);
}

/* --- launches ------------------------------------------------------------ */

static bool
parse_launch(struct arena *a, const struct line *l, struct pack_test *t)
{
	if (!line_expect(l, 2, "launch NAME"))
		return false;
	if (t->nlaunches == TEST_LAUNCHES)
		return line_fail(l, "more than %d launches", TEST_LAUNCHES);
	if (!t->launches)
		t->launches = arena_make(a, TEST_LAUNCHES *
						    sizeof(*t->launches));
	t->launch = &t->launches[t->nlaunches++];
	return find_symbol(l, t, &t->launch->symbol);
}

static bool
parse_oracle(struct arena *a, const struct line *l, struct pack_test *t)
{
	struct pack_reference *r;
	int variable;

	if (!line_expect(l, 3, "oracle KERNEL ARRAY"))
		return false;
	r = test_add_reference(a, l, t);
	variable = test_find_variable(t, l->words[2]);
	if (!r || variable < 0)
		return r && line_fail(l, "no variable '%s'", l->words[2]);
	r->function = -1;
	r->variable = (size_t)variable;
	r->oracle = t->launch = arena_make(a, sizeof(*t->launch));
	t->nreferences++;
	return find_symbol(l, t, &t->launch->symbol);
}

static bool
parse_shape(struct arena *a, const struct line *l, struct pack_test *t)
{
	struct parts p = { a, l, t, l->nwords > 1 ? line_rest(l, 1) : NULL };
	bool block = l->words[0][0] == 'b';
	size_t *n;

	if (!t->launch)
		return line_fail(l, "'%s' without a launch", l->words[0]);
	n = block ? &t->launch->nblock : &t->launch->ngrid;
	if (*n)
		return line_fail(l, "a second '%s'", l->words[0]);
	return parts_take_some(
		       &p, block ? t->launch->block : t->launch->grid, 3, n) &&
	       parts_end(&p);
}

static bool
parse_shared(struct arena *a, const struct line *l, struct pack_test *t)
{
	if (!t->launch || t->launch->has_shared)
		return line_fail(l, "'shared' without a launch, or a second");
	t->launch->has_shared = true;
	return parts_whole(a, l, t, &t->launch->shared);
}

static bool
parse_pass(struct arena *a, const struct line *l, struct pack_test *t)
{
	struct pack_pass pass = { .variable = -1 };
	struct parts p = parts_of(a, l, t);

	if (!t->launch || t->launch->npasses == TEST_PARAMETERS)
		return line_fail(l, "'pass' without a launch, or too many");
	if (l->nwords == 2 && l->words[1][0] == '.') {
		pass.variable = test_find_variable(t, l->words[1] + 1);
		if (pass.variable < 0)
			return line_fail(l, "no variable '%s'",
					 l->words[1] + 1);
	} else if (!parts_take(&p, &pass.number) || !parts_end(&p)) {
		return false;
	}
	t->launch->passes = arena_grow(a, t->launch->passes,
				       t->launch->npasses, sizeof(pass));
	t->launch->passes[t->launch->npasses++] = pass;
	return true;
}

/* --- all ----------------------------------------------------------------- */

typedef bool parse_word(struct arena *a, const struct line *l,
			struct pack_test *t);

bool
test_parse_line(struct arena *a, const struct line *l, struct pack_test *t)
{
	static const struct {
		const char *word;
		parse_word *parse;
	} words[] = {
		{ "range", parse_range },   { "array", parse_array },
		{ "value", parse_value },   { "fill", parse_fill },
		{ "launch", parse_launch }, { "oracle", parse_oracle },
		{ "grid", parse_shape },    { "block", parse_shape },
		{ "shared", parse_shared }, { "pass", parse_pass },
		{ "let", test_parse_let },  { "check", test_parse_check },
		{ "at", test_parse_more },  { "right", test_parse_more },
		{ "rel", test_parse_more }, { "abs", test_parse_more },
		{ "ulp", test_parse_more }, { "text", test_parse_more },
	};
	const uint64_t budgets[2] = { 1, UINT64_C(1) << 40 };
	size_t i;

	if (!t->open && !strcmp(l->words[0], "symbol"))
		return parse_symbol(a, l, t);
	if (!t->open && !strcmp(l->words[0], "cooperative"))
		return parse_cooperative(l, t);
	if (!strcmp(l->words[0], "test")) {
		if (t->open)
			return line_fail(l, "a second 'test' in one job");
		t->open = true;
		return line_expect(l, 1, "test");
	}
	if (!strcmp(l->words[0], "budget"))
		return line_expect(l, 2, "budget INSTRUCTIONS") &&
		       line_whole(l, 1, budgets, &t->budget);
	if (!strcmp(l->text, "allow races"))
		return t->allow_races = true;
	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (!strcmp(words[i].word, l->words[0]))
			return words[i].parse(a, l, t);
	}
	return line_fail(l, "unknown word '%s' in a test", l->words[0]);
}

static bool
check_launch(const struct line *l, const struct pack_test *t,
	     const struct pack_launch *launch)
{
	const struct pack_symbol *s = &t->symbols[launch->symbol];

	if (!launch->ngrid || !launch->nblock)
		return line_fail(l, "a launch of '%s' has no grid or no block",
				 s->name);
	if (launch->npasses != s->nparameters)
		return line_fail(l, "'%s' has %zu parameters, its launch "
				    "passes %zu", s->name, s->nparameters,
				 launch->npasses);
	return true;
}

bool
test_check(const struct line *l, const struct pack_test *t)
{
	size_t i, ranges = 0;

	if (!t->nlaunches)
		return line_fail(l, "the test has no 'launch'");
	for (i = 0; i < t->nvariables; i++)
		ranges += t->variables[i].start == START_RANGE;
	if (ranges > TEST_RANGES)
		return line_fail(l, "more than %d variables take values",
				 TEST_RANGES);
	if (!test_points(t))
		return line_fail(l, "more than %d combinations of values",
				 TEST_POINTS);
	for (i = 0; i < t->nlaunches; i++) {
		if (!check_launch(l, t, &t->launches[i]))
			return false;
	}
	for (i = 0; i < t->nreferences; i++) {
		if (t->references[i].oracle &&
		    !check_launch(l, t, t->references[i].oracle))
			return false;
	}
	for (i = 0; i < t->nchecks; i++) {
		if (!t->checks[i].has_right)
			return line_fail(l, "a check has no 'right'");
	}
	return true;
}
