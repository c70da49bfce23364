/*
 * Tables that say by their heads and rows what they are of -> one marker each.
 *
 * The idea: a table whose rows are formats and whose heads are what a format
 * has is checked cell by cell; one whose rows are formats, scalar or packed,
 * and one of whose heads is a rate of operations, is what a probe of the
 * library measures, and its other columns are quotients of rows. What a head
 * does not say plainly gets no column.
 *
 * The rates that such a table has are what ratios in prose are known by.
 */
#include "suggest.h"

#include "arena.h"
#include "buf.h"
#include "fact.h"
#include "page.h"
#include "quantity.h"
#include "scan.h"
#include "source.h"
#include "suggest_parts.h"

/* --- formats -------------------------------------------------------------- */

/* Words of a head, and the entry of a format that they mean. */
static const struct head {
	const char *words, *member;
} heads[] = {
	{ "exp bits", "exponent_bits" }, { "exponent", "exponent_bits" },
	{ "mantissa", "mantissa_bits" }, { "max finite", "max" },
	{ "largest", "max" }, { "maximum", "max" },
	{ "min subnormal", "min_subnormal" },
	{ "min normal", "min_normal" }, { "smallest normal", "min_normal" },
	{ "unit of last place", "ulp" }, { "unit in the last place", "ulp" },
	{ "ulp", "ulp" }, { "roundoff", "roundoff" },
};

/* What a head means: an entry's own name, or words that are known. */
static const char *
member_of(struct finding *f, struct str head)
{
	struct str name;

	for (size_t i = 0; format_member(i, &name); i++)
		if (str_equal_case(name, head))
			return arena_text(f->arena, name);
	for (size_t i = 0; i < COUNT_OF(heads); i++)
		if (text_has(head, heads[i].words))
			return heads[i].member;
	return NULL;
}

/* A cell without its emphasis. */
static struct str
bare(struct span cell)
{
	struct str s = str_trim(span_str(cell));

	while (s.n > 1 && byte_among(s.p[0], "*_`"))
		s = str_trim(str_slice(s, 1, s.n - 2));
	return s;
}

static bool
is_format(struct str s)
{
	struct str name = text_first_format(s);

	return name.n > 0 && name.n == s.n;
}

/* Whether a text may be a name in a marker's `rows NAME`. */
static bool
is_plain(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!byte_is_name(s.p[i]))
			return false;
	return s.n > 0;
}

static void
add_marker(struct finding *f, const struct block *b, const struct buf *lines)
{
	struct str text = arena_printf(f->arena, "<!-- kbc: table\n" STR_FMT
				       "-->\n", STR_ARG(buf_str(lines)));

	sure_add(f->out, b->at.at, text, b->at);
}

static bool
are_formats(const struct block *b)
{
	for (size_t r = 1; r < b->nrows; r++)
		if (b->rows[r].n == 0 || !is_format(bare(b->rows[r].cells[0])))
			return false;
	return b->nrows > 2;
}

static void
look_at_formats(struct finding *f, const struct block *b)
{
	const struct row *head = &b->rows[0];
	struct buf lines = { 0 };
	size_t n = 0;

	buf_printf(&lines, "rows " STR_FMT " = format.*\n",
		   STR_ARG(bare(head->cells[0])));
	for (size_t i = 1; i < head->n; i++) {
		struct str text = bare(head->cells[i]);
		const char *member = member_of(f, text);

		if (!member || str_find_byte(text, '"') < text.n)
			continue;
		n++;
		buf_printf(&lines, "column \"" STR_FMT "\" = row.%s\n",
			   STR_ARG(text), member);
	}
	if (n > 0)
		add_marker(f, b, &lines);
	buf_free(&lines);
}

/* --- rates ---------------------------------------------------------------- */

static bool
is_rate_head(struct str head)
{
	return str_find(head, STR("FLOPS")) < head.n ||
	       str_find(head, STR("FLOP/s")) < head.n;
}

static double
scale_of(struct str head)
{
	return str_find(head, STR("TFLOP")) < head.n ? 1e12 :
	       str_find(head, STR("GFLOP")) < head.n ? 1e9 : 0;
}

static const char *
unit_of(struct str head)
{
	return scale_of(head) > 1e10 ? "TFLOP/s" : "GFLOP/s";
}

/* `fp16-packed`: a format, and a word for how its instructions go. */
static bool
read_rate(struct finding *f, const struct row *row, size_t column,
	  double scale)
{
	struct rate *r = &f->rates[f->nrates];
	struct quantity q;

	r->row = bare(row->cells[0]);
	r->format = text_first_format(r->row);
	r->packed = text_has(r->row, "packed") || text_has(r->row, "x2");
	if (r->format.n == 0 ||
	    (!r->packed && !text_has(r->row, "scalar") &&
	     r->format.n != r->row.n) ||
	    !quantity_whole(&q, row->cells[column]))
		return false;
	r->name = arena_printf(f->arena, STR_FMT "%s", STR_ARG(r->format),
			       r->packed ? "x2" : "");
	r->value = q.value * (q.unit.flop ? q.unit.scale : scale);
	return true;
}

/* All rows of the table as rates; false when one is none. */
static bool
read_rates(struct finding *f, const struct block *b, size_t column)
{
	double scale = scale_of(bare(b->rows[0].cells[column]));

	for (size_t r = 1; r < b->nrows; r++) {
		if (f->nrates == SUGGEST_RATES || b->rows[r].n <= column ||
		    !read_rate(f, &b->rows[r], column, scale)) {
			f->nrates = 0;
			return false;
		}
		f->nrates++;
	}
	return f->nrates > 1 && scale > 0;
}

static const struct rate *
scalar_of(const struct finding *f, const struct rate *packed)
{
	for (size_t i = 0; packed->packed && i < f->nrates; i++)
		if (!f->rates[i].packed &&
		    str_equal(f->rates[i].format, packed->format))
			return &f->rates[i];
	return NULL;
}

static void
add_probe(struct finding *f, struct rate *r)
{
	const struct rate *base = scalar_of(f, r);

	r->name = suggest_probe(f, (struct sure_probe){
		.name = r->name, .as = r->row,
		.call = arena_printf(f->arena, "fma_throughput(type=" STR_FMT
				     ")", STR_ARG(r->name)),
		.base = base ? base->name : STR("") });
}

/* Probes of all rows, under the names of the rows; those that others are held
   against come first. */
static void
add_probes(struct finding *f)
{
	for (size_t i = 0; i < f->nrates; i++)
		if (!f->rates[i].packed)
			add_probe(f, &f->rates[i]);
	for (size_t i = 0; i < f->nrates; i++)
		if (f->rates[i].packed)
			add_probe(f, &f->rates[i]);
}

/* The expression of a column by its head; empty: none is plain. */
static struct str
column_of(const struct finding *f, struct str head)
{
	struct str of = str_starts(head, STR("vs ")) ? str_skip(head, 3) :
						       STR("");

	if (is_rate_head(head))
		return arena_printf(f->arena, "row in %s", unit_of(head));
	if (of.n > 0 && text_has(of, "own"))
		return STR("row / row.base");
	for (size_t i = 0; i < f->nrates; i++)
		if (!f->rates[i].packed && str_equal(of, f->rates[i].format))
			return arena_printf(f->arena, "row / " STR_FMT,
					    STR_ARG(f->rates[i].name));
	return STR("");
}

static void
look_at_rates(struct finding *f, const struct block *b)
{
	const struct row *head = &b->rows[0];
	struct buf lines = { 0 };
	size_t column = 1;

	while (column < head->n && !is_rate_head(bare(head->cells[column])))
		column++;
	if (f->nrates > 0 || column >= head->n || !read_rates(f, b, column))
		return;
	add_probes(f);
	buf_printf(&lines, "rows " STR_FMT "\n",
		   STR_ARG(bare(head->cells[0])));
	for (size_t i = 1; i < head->n; i++) {
		struct str text = bare(head->cells[i]);
		struct str is = column_of(f, text);

		if (is.n > 0 && str_find_byte(text, '"') == text.n)
			buf_printf(&lines, "column \"" STR_FMT "\" = " STR_FMT
				   "\n", STR_ARG(text), STR_ARG(is));
	}
	add_marker(f, b, &lines);
	buf_free(&lines);
}

/* Whether a marker rules the table already. */
static bool
is_ruled(const struct scan *s, size_t block)
{
	return block > 0 && s->blocks[block - 1].kind == BLOCK_COMMENT;
}

void
suggest_tables(struct finding *f)
{
	const struct scan *s = f->out->page->scan;

	for (size_t i = 0; i < s->nblocks; i++) {
		const struct block *b = &s->blocks[i];

		if (b->kind != BLOCK_TABLE || b->nrows < 2 || is_ruled(s, i) ||
		    !sure_alone(b) ||
		    b->rows[0].n == 0 || !is_plain(bare(b->rows[0].cells[0])))
			continue;
		if (are_formats(b))
			look_at_formats(f, b);
		else
			look_at_rates(f, b);
	}
}
