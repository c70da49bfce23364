/*
 * A quantity as one line of text, for tests.
 *
 * Input: struct quantity. Output: what was read, in words, and the bytes that
 * it was read from. Everything that a reader of pages could have got wrong is
 * in it; what says nothing is left out.
 */
#include "buf.h"
#include "quantity.h"

static void
dump_span(struct buf *out, const char *name, struct span at)
{
	buf_printf(out, " %s '" STR_FMT "'", name, STR_ARG(span_str(at)));
}

static void
dump_unit(struct buf *out, const struct unit *u)
{
	if (u->text.n == 0 && !u->binary_may)
		return;
	buf_printf(out, " unit '" STR_FMT "' %.9g", STR_ARG(u->text),
		   u->scale);
	if (u->second || u->byte || u->flop || u->cycle)
		buf_printf(out, " s%d B%d F%d c%d", u->second, u->byte,
			   u->flop, u->cycle);
	if (u->binary_may)
		buf_printf(out, " or %.9g", u->binary);
	if (u->percent)
		buf_printf(out, " percent");
}

void
quantity_dump(struct buf *out, const struct quantity *q)
{
	static const char *const kinds[] = { "number", "range", "arch",
					     "version" };
	static const char *const relations[] = { "", " at least", " more than",
						 " at most", " less than" };

	buf_printf(out, "%s%s", kinds[q->kind], relations[q->relation]);
	if (q->kind == QUANTITY_ARCH)
		buf_printf(out, " " STR_FMT, STR_ARG(q->arch));
	buf_printf(out, " %.9g", q->value);
	if (q->kind == QUANTITY_RANGE)
		buf_printf(out, " to %.9g", q->high);
	if (q->plus_minus > 0)
		buf_printf(out, " +- %.9g", q->plus_minus);
	buf_printf(out, " half %.9g", q->half_digit);
	dump_unit(out, &q->unit);
	buf_printf(out, "%s%s%s%s", q->approximate ? " about" : "",
		   q->up_to ? " up to" : "", q->factor ? " factor" : "",
		   q->or_later ? " or later" : "");
	dump_span(out, "at", q->at);
	dump_span(out, "digits", q->number);
	buf_add_byte(out, '\n');
}
