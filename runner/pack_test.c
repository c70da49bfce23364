/*
 * MANIFEST lines to struct pack_test.
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
#include "reference.h"

enum { LANES_MOST = 4 };

/* A parser of one line's formulas. */
struct parts {
	struct arena *arena;
	const struct line *line;
	const struct pack_test *test;
	const char *rest; /* NULL: no more */
};

static int
find_variable(const struct pack_test *t, const char *name)
{
	size_t i;

	for (i = 0; i < t->nvariables; i++) {
		if (!strcmp(t->names[i], name))
			return (int)i;
	}
	return -1;
}

/* --- formulas ------------------------------------------------------------ */

/* The formulas behind the first ` ; ` of the line. */
static struct parts
parts_of(struct arena *a, const struct line *l, const struct pack_test *t)
{
	const char *at = strstr(l->text, " ; ");

	return (struct parts){ a, l, t, at ? at + 3 : NULL };
}

static bool
take_formula(struct parts *p, struct formula *f)
{
	const struct formula_names names = { p->test->names,
					     p->test->nvariables,
					     p->test->nreferences };
	const char *end, *why = "";
	size_t len;

	if (!p->rest)
		return line_fail(p->line, "expected a formula behind ' ; '");
	end = strstr(p->rest, " ; ");
	len = end ? (size_t)(end - p->rest) : strlen(p->rest);
	if (!formula_parse(p->arena, p->rest, len, &names, f, &why))
		return line_fail(p->line, "bad formula: %s", why);
	p->rest = end ? end + 3 : NULL;
	return true;
}

/* As many formulas as the line has, at most N; at least one. */
static bool
take_formulas(struct parts *p, struct formula *f, size_t n, size_t *count)
{
	for (*count = 0; *count == 0 || (p->rest && *count < n); ++*count) {
		if (!take_formula(p, &f[*count]))
			return false;
	}
	return true;
}

static bool
end_formulas(const struct parts *p)
{
	return !p->rest || line_fail(p->line, "more formulas than expected");
}

/* The one formula that is the rest of the line behind its first word. */
static bool
whole_formula(struct arena *a, const struct line *l, const struct pack_test *t,
	      struct formula *f)
{
	struct parts p = { a, l, t, l->nwords > 1 ? line_rest(l, 1) : NULL };

	return take_formula(&p, f) && end_formulas(&p);
}

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

static bool
find_symbol(const struct line *l, const struct pack_test *t, size_t *symbol)
{
	for (*symbol = 0; *symbol < t->nsymbols; ++*symbol) {
		if (!strcmp(t->symbols[*symbol].name, l->words[1]))
			return true;
	}
	return line_fail(l, "no symbol '%s'", l->words[1]);
}

static bool
parse_cooperative(const struct line *l, struct pack_test *t)
{
	size_t i;

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
	if (find_variable(t, l->words[1]) >= 0)
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
	s->low = (int64_t)low;
	s->high = (int64_t)high;
	if (s->low <= s->high && low > -0x1p53 && high < 0x1p53)
		return true;
	return line_fail(l, "no range of whole numbers");
}

static bool
parse_range(struct arena *a, const struct line *l, struct pack_test *t)
{
	struct pack_variable *v = NULL;
	int i;

	if (!line_expect(l, 5, "range NAME TYPE LOW HIGH"))
		return false;
	i = find_variable(t, l->words[1]);
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

	if (!take_formula(&p, &size) || !end_formulas(&p) ||
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
	int at = l->nwords > 2 ? find_variable(t, l->words[1]) : -1;
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
			if (!take_formula(&p, &v->args[k]))
				return false;
		}
		return end_formulas(&p);
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

static struct pack_reference *
add_reference(struct arena *a, const struct line *l, struct pack_test *t)
{
	if (t->nreferences == TEST_REFERENCES) {
		line_fail(l, "more than %d references", TEST_REFERENCES);
		return NULL;
	}
	if (!t->references)
		t->references = arena_make(a, TEST_REFERENCES *
						      sizeof(*t->references));
	return &t->references[t->nreferences];
}

static bool
parse_oracle(struct arena *a, const struct line *l, struct pack_test *t)
{
	struct pack_reference *r;
	int variable;

	if (!line_expect(l, 3, "oracle KERNEL ARRAY"))
		return false;
	r = add_reference(a, l, t);
	variable = find_variable(t, l->words[2]);
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
	return take_formulas(&p, block ? t->launch->block : t->launch->grid,
			     3, n) &&
	       end_formulas(&p);
}

static bool
parse_shared(struct arena *a, const struct line *l, struct pack_test *t)
{
	if (!t->launch || t->launch->has_shared)
		return line_fail(l, "'shared' without a launch, or a second");
	t->launch->has_shared = true;
	return whole_formula(a, l, t, &t->launch->shared);
}

static bool
parse_pass(struct arena *a, const struct line *l, struct pack_test *t)
{
	struct pack_pass pass = { .variable = -1 };
	struct parts p = parts_of(a, l, t);

	if (!t->launch || t->launch->npasses == TEST_PARAMETERS)
		return line_fail(l, "'pass' without a launch, or too many");
	if (l->nwords == 2 && l->words[1][0] == '.') {
		pass.variable = find_variable(t, l->words[1] + 1);
		if (pass.variable < 0)
			return line_fail(l, "no variable '%s'",
					 l->words[1] + 1);
	} else if (!take_formula(&p, &pass.number) || !end_formulas(&p)) {
		return false;
	}
	t->launch->passes = arena_grow(a, t->launch->passes,
				       t->launch->npasses, sizeof(pass));
	t->launch->passes[t->launch->npasses++] = pass;
	return true;
}

/* --- references and checks ----------------------------------------------- */

static bool
parse_let(struct arena *a, const struct line *l, struct pack_test *t)
{
	struct pack_reference *r = add_reference(a, l, t);
	struct parts p = parts_of(a, l, t);
	size_t nargs = 0;

	if (!r || l->nwords < 2)
		return r && line_fail(l, "expected 'let FUNCTION ; ...'");
	r->function = reference_find(l->words[1], &nargs);
	if (r->function < 0)
		return line_fail(l, "unknown function '%s'", l->words[1]);
	for (r->nargs = 0; r->nargs < nargs; r->nargs++) {
		if (!take_formula(&p, &r->args[r->nargs]))
			return false;
	}
	t->nreferences++;
	return end_formulas(&p);
}

static bool
parse_check(struct arena *a, const struct line *l, struct pack_test *t)
{
	static const char *const words[] = {
		"eq", "ne", "lt", "le", "gt", "ge",
	};
	struct parts p = parts_of(a, l, t);
	struct pack_assertion *c;
	size_t i;

	if (t->nchecks == TEST_CHECKS)
		return line_fail(l, "more than %d checks", TEST_CHECKS);
	t->checks = arena_grow(a, t->checks, t->nchecks, sizeof(*c));
	c = &t->checks[t->nchecks++];
	c->array = -1;
	c->text = "";
	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (l->nwords < 2 || strcmp(words[i], l->words[1]))
			continue;
		c->comparison = (enum comparison)i;
		return take_formula(&p, &c->count) &&
		       take_formula(&p, &c->left) && end_formulas(&p);
	}
	return line_fail(l, "expected 'check eq', or ne lt le gt ge");
}

static bool
parse_at(struct arena *a, const struct line *l, struct pack_test *t,
	 struct pack_assertion *c)
{
	struct parts p = parts_of(a, l, t);

	c->array = l->nwords > 1 ? find_variable(t, l->words[1]) : -1;
	if (c->array < 0)
		return line_fail(l, "expected 'at ARRAY ; INDEX'");
	return take_formula(&p, &c->index) && end_formulas(&p);
}

/* A line that says more of the last check. */
static bool
parse_check_line(struct arena *a, const struct line *l, struct pack_test *t)
{
	struct pack_assertion *c;
	const char *word = l->words[0];

	if (!t->nchecks)
		return line_fail(l, "'%s' without a check", word);
	c = &t->checks[t->nchecks - 1];
	if (!strcmp(word, "at"))
		return parse_at(a, l, t, c);
	if (!strcmp(word, "text")) {
		c->text = l->nwords > 1 ? line_rest(l, 1) : "";
		return true;
	}
	if (!strcmp(word, "right"))
		return whole_formula(a, l, t, &c->right) &&
		       (c->has_right = true);
	if (!strcmp(word, "rel"))
		return whole_formula(a, l, t, &c->rel) && (c->has_rel = true);
	if (!strcmp(word, "abs"))
		return whole_formula(a, l, t, &c->abs) && (c->has_abs = true);
	return whole_formula(a, l, t, &c->ulp) && (c->has_ulp = true);
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
		{ "let", parse_let },	    { "check", parse_check },
		{ "at", parse_check_line }, { "right", parse_check_line },
		{ "rel", parse_check_line }, { "abs", parse_check_line },
		{ "ulp", parse_check_line }, { "text", parse_check_line },
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

/* --- points -------------------------------------------------------------- */

static size_t
count_values(const struct pack_variable *v)
{
	size_t n = 0, i;

	for (i = 0; i < v->nspans; i++) {
		if (v->spans[i].high - v->spans[i].low >= TEST_POINTS)
			return TEST_POINTS + 1;
		n += (size_t)(v->spans[i].high - v->spans[i].low) + 1;
	}
	return n;
}

static int64_t
find_value(const struct pack_variable *v, size_t i)
{
	size_t k, n;

	for (k = 0; k + 1 < v->nspans; k++) {
		n = (size_t)(v->spans[k].high - v->spans[k].low) + 1;
		if (i < n)
			break;
		i -= n;
	}
	return v->spans[k].low + (int64_t)i;
}

size_t
test_points(const struct pack_test *t)
{
	size_t n = 1, i;

	for (i = 0; i < t->nvariables && n <= TEST_POINTS; i++) {
		if (t->variables[i].start == START_RANGE)
			n *= count_values(&t->variables[i]);
	}
	return n <= TEST_POINTS ? n : 0;
}

size_t
test_point(const struct pack_test *t, size_t i, int64_t out[TEST_RANGES])
{
	size_t ranges = 0, at = 0, k, n;

	for (k = 0; k < t->nvariables; k++)
		ranges += t->variables[k].start == START_RANGE;
	at = ranges;
	for (k = t->nvariables; k-- > 0;) {
		if (t->variables[k].start != START_RANGE)
			continue;
		n = count_values(&t->variables[k]);
		out[--at] = find_value(&t->variables[k], i % n);
		i /= n;
	}
	return ranges;
}
