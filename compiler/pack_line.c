/*
 * Entries of a probe's head -> words and products of a MANIFEST line.
 *
 * The idea: what stands in a head is text of whoever wrote the probe, and texts
 * of a page get here as settings; so every word is checked to be one, and a
 * number to be one that kbc-run can multiply out: a whole one, times `sm` and
 * `l2`. Faults are told at the bytes of the head.
 */
#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "library.h"
#include "pack_head.h"
#include "pack_parts.h"
#include "pack_word.h"
#include "plan.h"
#include "yaml.h"

#include <math.h>

/* Whole numbers up to here are exact in a double. */
#define WHOLE_MAX 9007199254740992.0
/* As runner/pack.h has it: factors of a product. */
#define FACTORS_MAX 3

/* --- words --------------------------------------------------------------- */

bool
pack_take_word(struct str *word, struct str *rest)
{
	size_t n = 0;

	*rest = str_trim(*rest);
	while (n < rest->n && !byte_is_blank(rest->p[n]))
		n++;
	*word = str_slice(*rest, 0, n);
	*rest = str_skip(*rest, n);
	return n > 0;
}

bool
pack_add_words(struct buf *out, struct str text)
{
	struct str word;
	bool any = false;

	while (pack_take_word(&word, &text)) {
		if (!pack_is_word(word))
			return false;
		buf_printf(out, " " STR_FMT, STR_ARG(word));
		any = true;
	}
	return any;
}

bool
pack_add_entry(struct pack_job *j, const struct node *n)
{
	if (n->kind == NODE_SCALAR &&
	    pack_add_words(j->out, head_text(&j->head, n)))
		return true;
	diag_error(j->head.diag, n->at,
		   "expected printable words, or a map by the values of a "
		   "parameter");
	return false;
}

const struct node *
pack_need_entry(struct pack_job *j, struct str path)
{
	const struct node *n = head_find(&j->head, path);

	if (!n)
		diag_error(j->head.diag, j->target->probe->head->at,
			   "the head has no '" STR_FMT "'", STR_ARG(path));
	return n;
}

/* --- products ------------------------------------------------------------ */

static bool
is_whole(double x)
{
	return x >= 1 && x <= WHOLE_MAX && !(floor(x) < x);
}

/* Appends ` 4096*sm`. False when a MANIFEST has no such number. */
static bool
add_product(struct buf *out, const struct product *p)
{
	bool number = p->number > 1 || (p->sm == 0 && p->l2 == 0);
	const char *star = "*";

	if (!is_whole(p->number) || p->sm < 0 || p->l2 < 0 ||
	    p->sm + p->l2 + (number ? 1 : 0) > FACTORS_MAX)
		return false;
	buf_add(out, STR(" "));
	if (number)
		buf_printf(out, "%.0f", p->number);
	else
		star = "";
	for (int i = 0; i < p->sm + p->l2; i++, star = "*")
		buf_printf(out, "%s%s", star, i < p->sm ? "sm" : "l2");
	return true;
}

/* `*sm^-1` for messages. */
static struct str
power_text(struct arena *a, const char *name, int power)
{
	if (power == 0)
		return STR("");
	if (power == 1)
		return arena_printf(a, "*%s", name);
	return arena_printf(a, "*%s^%d", name, power);
}

bool
pack_add_size(struct pack_job *j, const struct node *n)
{
	struct product p;

	if (!head_eval(&p, &j->head, n))
		return false;
	if (add_product(j->out, &p))
		return true;
	diag_error(j->head.diag, n->at,
		   "comes to %.6g" STR_FMT STR_FMT
		   ", no whole number times at most %d of 'sm' and 'l2'",
		   p.number, STR_ARG(power_text(j->head.arena, "sm", p.sm)),
		   STR_ARG(power_text(j->head.arena, "l2", p.l2)),
		   FACTORS_MAX - 1);
	return false;
}

bool
pack_eval_whole(struct pack_job *j, const struct node *n, double *out)
{
	struct product p;

	if (!head_eval(&p, &j->head, n))
		return false;
	*out = p.number;
	if (p.sm == 0 && p.l2 == 0 && is_whole(p.number))
		return true;
	diag_error(j->head.diag, n->at,
		   "expected a whole number above 0 that "
		   "is the same on every device");
	return false;
}
