/*
 * Values of a test, written as text, for the tests of value and verdict:
 *
 *	a = 4 cycles; b = [r1 2 nan 6][r2 3] GFLOP/s @0.8/0.85 pin; c = !s why
 *
 * A number with a unit, or runs in brackets, each with its id and `1.97*10`
 * for ten replicates of 1.97; behind `@` the share of the ceiling and, after
 * a slash, the reach; `pin` for a value whose parameters the page fixed.
 * "text", sm_90a, true and false are themselves. A lack is `!` with the first
 * letter of not-run, unmeasured, other, stale, inconclusive or error, and its
 * reason.
 * Includes nothing: check.h, arena.h, quantity.h, value.h come before it.
 */

static inline struct str worth_word(struct str *s)
{
	struct str word;

	*s = str_trim(*s);
	word = str_slice(*s, 0, str_find_byte(*s, ' '));
	*s = str_trim(str_skip(*s, word.n));
	return word;
}

static inline struct series worth_run(struct arena *a, struct str text)
{
	struct series run = { worth_word(&text), NULL, 0 };

	run.v = arena_alloc(a, 512 * sizeof *run.v);
	while (text.n > 0) {
		struct str word = worth_word(&text);
		size_t star = str_find_byte(word, '*');
		uint64_t copies = 1;
		double x = NAN;

		str_number(str_slice(word, 0, star), &x);
		str_unsigned(str_skip(word, star + 1), &copies);
		while (copies-- > 0)
			run.v[run.n++] = x;
	}
	return run;
}

static inline int worth_order(const void *left, const void *right)
{
	double x = *(const double *)left, y = *(const double *)right;

	return (x > y) - (x < y);
}

static inline double worth_median(struct arena *a, const struct value *v)
{
	double *all = arena_alloc(a, 4096 * sizeof *all);
	size_t n = 0;

	for (size_t i = 0; i < v->nruns; i++)
		for (size_t k = 0; k < v->runs[i].n; k++)
			if (!isnan(v->runs[i].v[k]))
				all[n++] = v->runs[i].v[k];
	qsort(all, n, sizeof *all, worth_order);
	if (n == 0)
		return NAN;
	return n % 2 ? all[n / 2] : (all[n / 2 - 1] + all[n / 2]) / 2;
}

static inline void worth_scale(const struct value *v, double scale)
{
	for (size_t i = 0; i < v->nruns; i++)
		for (size_t k = 0; k < v->runs[i].n; k++)
			v->runs[i].v[k] *= scale;
}

/* The bracketed runs at the start of *s. */
static inline void worth_runs(struct arena *a, struct value *v, struct str *s)
{
	struct series *runs = arena_alloc(a, 32 * sizeof *runs);

	while (str_starts(*s, STR("["))) {
		size_t end = str_find_byte(*s, ']');

		runs[v->nruns++] = worth_run(a, str_slice(*s, 1, end - 1));
		*s = str_trim(str_skip(*s, end + 1));
	}
	v->kind = VALUE_NUMBER;
	v->runs = runs;
}

/* `GFLOP/s @0.8/0.85 pin` behind a number. */
static inline void worth_tail(struct arena *a, struct value *v, struct str s)
{
	struct unit *u = arena_alloc(a, sizeof *u);

	while (s.n > 0) {
		struct str word = worth_word(&s);
		size_t slash = str_find_byte(word, '/');

		if (word.p[0] == '@') {
			str_number(str_slice(word, 1, slash - 1), &v->share);
			str_number(str_skip(word, slash + 1), &v->reach);
		} else if (str_equal(word, STR("pin"))) {
			v->pinned = true;
		} else if (unit_parse(u, word)) {
			v->unit = u;
			v->number *= u->scale;
			worth_scale(v, u->scale);
		}
	}
	if (v->runs)
		v->number = worth_median(a, v);
}

static inline struct value worth_number(struct arena *a, struct str s)
{
	struct value v = { .kind = VALUE_NUMBER };

	if (str_starts(s, STR("[")))
		worth_runs(a, &v, &s);
	else
		str_number(worth_word(&s), &v.number);
	worth_tail(a, &v, s);
	return v;
}

static inline struct value worth_of(struct arena *a, struct str s)
{
	/* in the order of enum lack */
	static const char letters[] = "?ntuosie";

	s = str_trim(s);
	if (str_equal(s, STR("true")) || str_equal(s, STR("false")))
		return value_truth(s.p[0] == 't');
	if (str_starts(s, STR("\"")))
		return value_text(str_slice(s, 1, s.n - 2));
	if (str_starts(s, STR("sm_")))
		return value_arch(s);
	if (str_starts(s, STR("!")))
		return value_lack((enum lack)(strchr(letters, s.p[1]) -
					      letters),
				  str_trim(str_skip(s, 2)));
	return worth_number(a, s);
}

/* The bindings of a text as above; n of them. */
static inline struct binding *worth_bindings(struct arena *a, size_t *n,
					     struct str text)
{
	struct binding *out = arena_alloc(a, 16 * sizeof *out);
	struct str one;

	*n = 0;
	while (str_split(&one, &text, ';')) {
		size_t equals = str_find_byte(one, '=');

		if (equals == one.n)
			continue;
		out[(*n)++] = (struct binding){
			str_trim(str_slice(one, 0, equals)),
			worth_of(a, str_skip(one, equals + 1)) };
	}
	return out;
}
