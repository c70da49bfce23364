/*
 * Parts of `pack_test`: the formulas of a line, references and checks.
 * formula.h, manifest.h and pack_test.h come before it. Nobody else includes
 * this.
 */

/* A parser of one line's formulas. */
struct parts {
	struct arena *arena;
	const struct line *line;
	const struct pack_test *test;
	const char *rest; /* NULL: no more */
};

/* The variable of that name; -1 if there is none. */
int test_find_variable(const struct pack_test *t, const char *name);

/* The formulas behind the first ` ; ` of the line. */
struct parts parts_of(struct arena *a, const struct line *l,
		      const struct pack_test *t);

/* The next formula; false after an error, also when there is none. */
bool parts_take(struct parts *p, struct formula *f);

/* As many formulas as the line has, at most N; at least one. */
bool parts_take_some(struct parts *p, struct formula *f, size_t n,
		     size_t *count);

/* Whether that was all; false after an error. */
bool parts_end(const struct parts *p);

/* The one formula that is the rest of the line behind its first word. */
bool parts_whole(struct arena *a, const struct line *l,
		 const struct pack_test *t, struct formula *f);

/* Room for the next reference, not counted yet; NULL after an error. */
struct pack_reference *test_add_reference(struct arena *a,
					  const struct line *l,
					  struct pack_test *t);

/* A line `let`, `check`, and one that says more of the last check. */
bool test_parse_let(struct arena *a, const struct line *l,
		    struct pack_test *t);
bool test_parse_check(struct arena *a, const struct line *l,
		      struct pack_test *t);
bool test_parse_more(struct arena *a, const struct line *l,
		     struct pack_test *t);
