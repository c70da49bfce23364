/*
 * A unified diff of a page before and after. The texts differ in few places,
 * so lines equal at both ends are cut off first and the rest is compared by
 * the longest common subsequence, bounded; beyond the bound the rest is shown
 * as replaced whole.
 */
#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "edit.h"

#define CONTEXT 3
/* Cells of the table of common lengths: 2,000 lines against 2,000. */
#define CELLS_MAX (4u << 20)

struct lines {
	struct str *v;
	size_t n;
};

/* The steps of a script: ' ' keep, '-' drop, '+' add. */
struct script {
	char *op;
	struct str *line;
	size_t n;
};

static struct lines
split_lines(struct arena *a, struct str text)
{
	struct lines l = { 0 };

	l.v = arena_alloc(a, (str_count_byte(text, '\n') + 1) * sizeof *l.v);
	while (text.n > 0) {
		size_t end = str_find_byte(text, '\n');

		if (end < text.n)
			end++;
		l.v[l.n++] = str_slice(text, 0, end);
		text = str_skip(text, end);
	}
	return l;
}

static void
step(struct script *s, char op, struct str line)
{
	s->op[s->n] = op;
	s->line[s->n++] = line;
}

/* Lengths of the longest common subsequences of all tails. */
static uint32_t *
common_lengths(struct arena *a, const struct lines *x, const struct lines *y)
{
	size_t w = y->n + 1;
	uint32_t *t = arena_alloc(a, (x->n + 1) * w * sizeof *t);

	for (size_t i = x->n; i-- > 0;)
		for (size_t k = y->n; k-- > 0;) {
			uint32_t down = t[(i + 1) * w + k];
			uint32_t right = t[i * w + k + 1];

			t[i * w + k] = str_equal(x->v[i], y->v[k]) ?
				t[(i + 1) * w + k + 1] + 1 :
				down > right ? down : right;
		}
	return t;
}

static void
compare(struct arena *a, struct script *s, const struct lines *x,
	const struct lines *y)
{
	bool small = (x->n + 1) * (y->n + 1) <= CELLS_MAX;
	uint32_t *t = small ? common_lengths(a, x, y) : NULL;
	size_t w = y->n + 1, i = 0, k = 0;

	while (i < x->n || k < y->n) {
		if (small && i < x->n && k < y->n &&
		    str_equal(x->v[i], y->v[k])) {
			step(s, ' ', x->v[i++]);
			k++;
		} else if (i < x->n &&
			   (!small || k == y->n ||
			    t[(i + 1) * w + k] >= t[i * w + k + 1])) {
			step(s, '-', x->v[i++]);
		} else {
			step(s, '+', y->v[k++]);
		}
	}
}

static struct script
make_script(struct arena *a, struct lines x, struct lines y)
{
	struct script s = { 0 };
	size_t head = 0, tail = 0;

	s.op = arena_alloc(a, x.n + y.n + 1);
	s.line = arena_alloc(a, (x.n + y.n + 1) * sizeof *s.line);
	while (head < x.n && head < y.n && str_equal(x.v[head], y.v[head]))
		step(&s, ' ', x.v[head++]);
	while (tail < x.n - head && tail < y.n - head &&
	       str_equal(x.v[x.n - 1 - tail], y.v[y.n - 1 - tail]))
		tail++;
	struct lines xs = { x.v + head, x.n - head - tail };
	struct lines ys = { y.v + head, y.n - head - tail };
	compare(a, &s, &xs, &ys);
	for (size_t i = x.n - tail; i < x.n; i++)
		step(&s, ' ', x.v[i]);
	return s;
}

/* The end of the hunk that starts at a change: no change for 2 contexts. */
static size_t
hunk_end(const struct script *s, size_t at)
{
	size_t last = at;

	for (size_t i = at; i < s->n && i <= last + 2 * CONTEXT; i++)
		if (s->op[i] != ' ')
			last = i;
	return last + 1 + CONTEXT < s->n ? last + 1 + CONTEXT : s->n;
}

static size_t
count_ops(const struct script *s, size_t from, size_t to, char but)
{
	size_t n = 0;

	for (size_t i = from; i < to; i++)
		n += s->op[i] != but;
	return n;
}

/* Where a side of a hunk starts, from 1; a side without lines starts at the
   line before it. */
static size_t
first_line(const struct script *s, size_t from, size_t to, char but)
{
	return count_ops(s, 0, from, but) + (count_ops(s, from, to, but) > 0);
}

/* A page's line, which may be printed: tabs and line ends stay as they are,
   what else could steer a terminal becomes an escape. */
static void
emit_line(struct buf *out, struct str line)
{
	static const struct str ends[] = { STR_INIT("\r\n"), STR_INIT("\n") };
	struct str end = STR(""), part;

	for (size_t i = 0; end.n == 0 && i < COUNT_OF(ends); i++)
		if (str_ends(line, ends[i]))
			end = ends[i];
	line.n -= end.n;
	while (str_split(&part, &line, '\t')) {
		diag_emit_text(out, part);
		if (line.p)
			buf_add_byte(out, '\t');
	}
	buf_add(out, end);
}

static void
emit_hunk(struct buf *out, const struct script *s, size_t from, size_t to)
{
	buf_printf(out, "@@ -%zu,%zu +%zu,%zu @@\n",
		   first_line(s, from, to, '+'),
		   count_ops(s, from, to, '+'),
		   first_line(s, from, to, '-'),
		   count_ops(s, from, to, '-'));
	for (size_t i = from; i < to; i++) {
		buf_add_byte(out, s->op[i]);
		emit_line(out, s->line[i]);
		if (!str_ends(s->line[i], STR("\n")))
			buf_add(out, STR("\n\\ No newline at end of file\n"));
	}
}

void
edit_diff(struct buf *out, struct str name, struct str was, struct str now)
{
	struct arena *a;
	struct script s;

	if (str_equal(was, now))
		return;
	a = arena_make();
	s = make_script(a, split_lines(a, was), split_lines(a, now));
	buf_add(out, STR("--- "));
	diag_emit_text(out, name);
	buf_add(out, STR("\n+++ "));
	diag_emit_text(out, name);
	buf_add_byte(out, '\n');
	for (size_t i = 0; i < s.n;) {
		if (s.op[i] == ' ') {
			i++;
			continue;
		}
		size_t from = i > CONTEXT ? i - CONTEXT : 0;
		size_t to = hunk_end(&s, i);

		emit_hunk(out, &s, from, to);
		i = to;
	}
	arena_free(a);
}
