/*
 * A probe target -> its job, as text of a MANIFEST.
 *
 * The idea: a head's entries are worked out for each point of the sweep; what
 * depends on the device stays a product with `sm` and `l2`, which kbc-run
 * multiplies out. Buffers that are the same at all points are the job's,
 * others stand in each case.
 *
 *	target sm_90a
 *	buffer clk 8 poison
 *	case
 *	param chains 4
 *	buffer in 8388608*sm random f16 0.5 1
 *	entry fma_throughput_fp16_c4
 *	grid 2*sm 1 1
 *	…
 *	end
 *
 * Words and products of a line are pack_line.c's.
 */
#include "pack.h"

#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "library.h"
#include "pack_head.h"
#include "pack_parts.h"
#include "pack_word.h"
#include "plan.h"
#include "yaml.h"

/* As runner/pack.h has it: the most to start from. */
#define ITERATIONS_MAX (1 << 20)

/* --- the lines of a case ------------------------------------------------- */

static bool
add_params(struct pack_job *j)
{
	for (size_t i = 0; i < j->point->nsettings; i++) {
		const struct setting *s = &j->point->settings[i];

		buf_add(j->out, STR("param"));
		if (!pack_is_word(s->name) ||
		    !pack_add_words(j->out, s->name) ||
		    !pack_add_words(j->out, s->value)) {
			diag_error(j->head.diag, j->target->probe->head->at,
				   "the value '" STR_FMT
				   "' of parameter '" STR_FMT
				   "' is not printable",
				   STR_ARG(s->value), STR_ARG(s->name));
			return false;
		}
		buf_add_byte(j->out, '\n');
	}
	return true;
}

/* One to three numbers of a launch; missing ones are 1. */
static bool
add_launch(struct pack_job *j, const char *name)
{
	const struct node *n = pack_need_entry(j, str_of(name));
	const struct node *axis = n && n->kind == NODE_LIST ? n->child : n;
	bool block = name[0] == 'b';
	double threads;

	if (!n)
		return false;
	buf_printf(j->out, "%s", name);
	for (int i = 0; i < 3; i++) {
		if (!axis)
			buf_add(j->out, STR(" 1"));
		else if ((block && !pack_eval_whole(j, axis, &threads)) ||
			 !pack_add_size(j, axis))
			return false;
		axis = axis && n->kind == NODE_LIST ? axis->next : NULL;
	}
	buf_add_byte(j->out, '\n');
	if (axis)
		diag_error(j->head.diag, axis->at,
			   "a launch has at most "
			   "three dimensions");
	return !axis;
}

/* Bytes of dynamic shared memory; a head may say nothing of them. */
static bool
add_shared(struct pack_job *j)
{
	const struct node *n = head_find(&j->head, STR("shared"));
	double bytes;

	if (!n)
		return true;
	if (!pack_eval_whole(j, n, &bytes))
		return false;
	buf_printf(j->out, "shared %.0f\n", bytes);
	return true;
}

static bool
is_buffer(const struct pack_job *j, struct str name)
{
	const struct node *all =
		yaml_find(j->target->probe->head, STR("buffers"));

	return yaml_find(all, name) != NULL;
}

/* `{f32: -2.0}` */
static bool
add_constant(struct pack_job *j, const struct node *n)
{
	const struct node *value = n->child;
	struct product p;
	double number;

	if (n->kind != NODE_MAP || n->count != 1 || !pack_is_word(value->key)) {
		diag_error(j->head.diag, n->at,
			   "expected a buffer, "
			   "'iterations' or a constant with its type");
		return false;
	}
	buf_printf(j->out, "arg " STR_FMT, STR_ARG(value->key));
	if (value->kind == NODE_SCALAR && str_number(value->text, &number))
		return pack_add_entry(j, value);
	if (!head_eval(&p, &j->head, value))
		return false;
	if (p.sm || p.l2) {
		diag_error(j->head.diag, value->at,
			   "a constant must be the "
			   "same on every device");
		return false;
	}
	buf_printf(j->out, " %.17g", p.number);
	return true;
}

static bool
add_argument(struct pack_job *j, const struct node *n)
{
	if (n->kind != NODE_SCALAR) {
		if (!add_constant(j, n))
			return false;
	} else if (str_equal(n->text, STR("iterations"))) {
		buf_add(j->out, STR("arg iterations"));
	} else if (is_buffer(j, n->text)) {
		buf_printf(j->out, "arg buffer " STR_FMT, STR_ARG(n->text));
	} else {
		diag_error(j->head.diag, n->at,
			   "'" STR_FMT "' is no buffer "
			   "of this probe",
			   STR_ARG(n->text));
		return false;
	}
	buf_add_byte(j->out, '\n');
	return true;
}

static bool
add_arguments(struct pack_job *j)
{
	const struct node *n = head_find(&j->head, STR("arguments"));

	for (n = n ? n->child : NULL; n; n = n->next)
		if (!add_argument(j, n))
			return false;
	return true;
}

/* The N to start from, behind the two words of `measure`. */
static bool
is_start(struct str text)
{
	uint64_t n;

	return str_unsigned(text, &n) && n >= 2 && n <= ITERATIONS_MAX &&
	       (n & (n - 1)) == 0;
}

static bool
add_measure(struct pack_job *j)
{
	const struct node *n = pack_need_entry(j, STR("measure"));
	struct str text, what, slope, start, none;

	if (!n)
		return false;
	text = n->kind == NODE_SCALAR ? head_text(&j->head, n) : STR("");
	if (!pack_take_word(&what, &text) || !pack_take_word(&slope, &text) ||
	    !pack_take_word(&start, &text) || pack_take_word(&none, &text) ||
	    !pack_is_word(what) || !pack_is_word(slope) || !is_start(start)) {
		diag_error(j->head.diag, n->at,
			   "expected 'WHAT SLOPE N', N a power of two from 2 "
			   "to %d",
			   ITERATIONS_MAX);
		return false;
	}
	if (str_equal(what, STR("cycles"))) {
		if (!is_buffer(j, STR("clk"))) {
			diag_error(j->head.diag, n->at,
				   "cycles are stored in "
				   "a buffer 'clk', and there is none");
			return false;
		}
		buf_add(j->out, STR("cycles clk\n"));
	}
	buf_printf(j->out, "measure " STR_FMT " " STR_FMT " " STR_FMT "\n",
		   STR_ARG(what), STR_ARG(slope), STR_ARG(start));
	return true;
}

static bool
add_checks(struct pack_job *j)
{
	const struct node *n = pack_need_entry(j, STR("check"));
	bool list = n && n->kind == NODE_LIST;

	if (!n)
		return false;
	for (n = list ? n->child : n; n; n = list ? n->next : NULL) {
		buf_add(j->out, STR("check"));
		if (!pack_add_entry(j, n))
			return false;
		buf_add_byte(j->out, '\n');
	}
	return true;
}

/* --- buffers ------------------------------------------------------------- */

static bool
add_buffer(struct pack_job *j, struct str name)
{
	struct arena *a = j->head.arena;
	const struct node *bytes, *fill;

	bytes = pack_need_entry(
		j, arena_printf(a, "buffers." STR_FMT ".bytes", STR_ARG(name)));
	fill = pack_need_entry(
		j, arena_printf(a, "buffers." STR_FMT ".fill", STR_ARG(name)));
	if (!bytes || !fill)
		return false;
	buf_printf(j->out, "buffer " STR_FMT, STR_ARG(name));
	if (!pack_add_size(j, bytes) || !pack_add_entry(j, fill))
		return false;
	buf_add_byte(j->out, '\n');
	return true;
}

static void
set_point(struct pack_job *j, const struct point *p)
{
	j->point = p;
	j->head.settings = p->settings;
	j->head.nsettings = p->nsettings;
}

/* The line of a buffer at every point, or empty when it is not one. False
   with an error. */
static bool
common_buffer(struct pack_job *j, struct str name, struct str *line)
{
	struct buf *out = j->out, text = { 0 };
	bool good = true, same = true;

	j->out = &text;
	*line = STR("");
	for (size_t i = 0; good && same && i < j->target->npoints; i++) {
		buf_clear(&text);
		set_point(j, &j->target->points[i]);
		good = add_buffer(j, name);
		same = i == 0 || str_equal(*line, buf_str(&text));
		if (good && i == 0)
			*line = arena_copy(j->head.arena, buf_str(&text));
	}
	if (!same)
		*line = STR("");
	buf_free(&text);
	j->out = out;
	return good;
}

static const struct node *
first_buffer(const struct pack_job *j)
{
	const struct node *all =
		yaml_find(j->target->probe->head, STR("buffers"));

	return all && all->kind == NODE_MAP ? all->child : NULL;
}

/* The buffers that are the same at all points. */
static bool
add_common_buffers(struct pack_job *j)
{
	const struct node *n = first_buffer(j);

	if (n)
		j->lines = arena_alloc(j->head.arena,
				       n->parent->count * sizeof *j->lines);
	for (struct str *line = j->lines; n; n = n->next, line++) {
		if (!pack_is_word(n->key)) {
			diag_error(j->head.diag, n->key_at,
				   "a buffer's name is one word");
			return false;
		}
		if (!common_buffer(j, n->key, line))
			return false;
		buf_add(j->out, *line);
	}
	return true;
}

/* The others, at the point at hand. */
static bool
add_own_buffers(struct pack_job *j)
{
	const struct str *line = j->lines;

	for (const struct node *n = first_buffer(j); n; n = n->next, line++)
		if (line->n == 0 && !add_buffer(j, n->key))
			return false;
	return true;
}

static bool
add_case(struct pack_job *j, const struct point *p)
{
	set_point(j, p);
	buf_add(j->out, STR("case\n"));
	if (!pack_is_word(p->entry)) {
		diag_error(j->head.diag, j->target->probe->head->at,
			   "the kernel '" STR_FMT "' has no launchable name",
			   STR_ARG(p->entry));
		return false;
	}
	if (!add_params(j) || !add_own_buffers(j))
		return false;
	buf_printf(j->out, "entry " STR_FMT "\n", STR_ARG(p->entry));
	return add_launch(j, "grid") && add_launch(j, "block") &&
	       add_shared(j) && add_arguments(j) && add_measure(j) &&
	       add_checks(j);
}

bool
pack_emit_job(struct buf *out, const struct target *t, struct diag *d)
{
	struct pack_job j = { .out = out, .target = t };

	j.head = (struct head){ .arena = d->arena,
				.diag = d,
				.probe = t->probe };
	buf_printf(out, "target " STR_FMT "\n", STR_ARG(t->sm));
	if (!add_common_buffers(&j))
		return false;
	for (size_t i = 0; i < t->npoints; i++)
		if (!add_case(&j, &t->points[i]))
			return false;
	buf_add(out, STR("end\n"));
	return true;
}
