/*
 * Probe targets -> a pack: MANIFEST and cubins, which kbc-run executes on any
 * machine with the device.
 *
 * The idea: a job is text, and what decides a measurement is in it. A head's
 * entries are worked out for each point of the sweep; what depends on the
 * device stays a product with `sm` and `l2`, which kbc-run multiplies out. The
 * job's text without its name and cubin, the source without kbc's comments and
 * the version of the harness are what evidence is bound to, by one hash.
 *
 *	job fma_throughput-fp16-1a2b3c4d
 *	key 1a2b3c4d…
 *	cubin bin/fma_throughput-fp16-1a2b3c4d.cubin SHA
 *	target sm_90a                    from here on pack_emit_job
 *	case
 *	param chains 4
 *	buffer in 8388608*sm random f16 0.5 1
 *	…
 *	end
 *
 * Texts of a page get here as settings, so every word is checked to be one.
 * It starts nothing and knows nothing of samples.
 */
#include "pack.h"

#include "arena.h"
#include "buf.h"
#include "built.h"
#include "diag.h"
#include "emit.h"
#include "expr.h"
#include "file.h"
#include "hash.h"
#include "library.h"
#include "listing.h"
#include "pack_head.h"
#include "plan.h"
#include "toolkit.h"
#include "yaml.h"

#include <math.h>

/* Whole numbers up to here are exact in a double. */
#define WHOLE_MAX 9007199254740992.0
/* As runner/pack.h has it: factors of a product, the most to start from. */
#define FACTORS_MAX 3
#define ITERATIONS_MAX (1 << 20)
#define CUBIN_MAX ((size_t)64 << 20)
/* Digits of the key in a name; bytes of a setting. */
#define NAME_HASH 8
#define NAME_SETTING_MAX 24

/* A job that is being written. */
struct job {
	struct buf *out;
	const struct target *target;
	struct head head;      /* of the point at hand */
	const struct point *point;
	struct str *lines;     /* of each buffer; empty: it depends on the
				  point */
};

/* --- words ------------------------------------------------------------- */

static bool
is_word(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] <= ' ' || s.p[i] > '~')
			return false;
	return s.n > 0;
}

/* The next word of *rest; false at its end. */
static bool
take_word(struct str *word, struct str *rest)
{
	size_t n = 0;

	*rest = str_trim(*rest);
	while (n < rest->n && !byte_is_blank(rest->p[n]))
		n++;
	*word = str_slice(*rest, 0, n);
	*rest = str_skip(*rest, n);
	return n > 0;
}

/* Appends the words of text, a blank before each. False when there is none or
   one cannot stand in a MANIFEST. */
static bool
add_words(struct buf *out, struct str text)
{
	struct str word;
	bool any = false;

	while (take_word(&word, &text)) {
		if (!is_word(word))
			return false;
		buf_printf(out, " " STR_FMT, STR_ARG(word));
		any = true;
	}
	return any;
}

/* Appends the words of a head's scalar. */
static bool
add_entry(struct job *j, const struct node *n)
{
	if (n->kind == NODE_SCALAR &&
	    add_words(j->out, head_text(&j->head, n)))
		return true;
	diag_error(j->head.diag, n->at, "expected printable words, for one "
		   "value of a parameter if it is a map");
	return false;
}

static const struct node *
need_entry(struct job *j, struct str path)
{
	const struct node *n = head_find(&j->head, path);

	if (!n)
		diag_error(j->head.diag, j->target->probe->head->at,
			   "the head has no '" STR_FMT "'", STR_ARG(path));
	return n;
}

/* --- products ---------------------------------------------------------- */

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

static bool
add_size(struct job *j, const struct node *n)
{
	struct product p;

	if (!head_eval(&p, &j->head, n))
		return false;
	if (add_product(j->out, &p))
		return true;
	diag_error(j->head.diag, n->at, "comes to %.6g" STR_FMT STR_FMT
		   ", which is no whole number times at most %d of 'sm' and "
		   "'l2'", p.number,
		   STR_ARG(power_text(j->head.arena, "sm", p.sm)),
		   STR_ARG(power_text(j->head.arena, "l2", p.l2)),
		   FACTORS_MAX - 1);
	return false;
}

static bool
eval_whole(struct job *j, const struct node *n, double *out)
{
	struct product p;

	if (!head_eval(&p, &j->head, n))
		return false;
	*out = p.number;
	if (p.sm == 0 && p.l2 == 0 && is_whole(p.number))
		return true;
	diag_error(j->head.diag, n->at, "expected a whole number above 0 that "
		   "is the same on every device");
	return false;
}

/* --- the lines of a case ----------------------------------------------- */

static bool
add_params(struct job *j)
{
	for (size_t i = 0; i < j->point->nsettings; i++) {
		const struct setting *s = &j->point->settings[i];

		buf_add(j->out, STR("param"));
		if (!is_word(s->name) || !add_words(j->out, s->name) ||
		    !add_words(j->out, s->value)) {
			diag_error(j->head.diag, j->target->probe->head->at,
				   "the value '" STR_FMT "' of parameter '"
				   STR_FMT "' is not printable",
				   STR_ARG(s->value), STR_ARG(s->name));
			return false;
		}
		buf_add_byte(j->out, '\n');
	}
	return true;
}

/* One to three numbers of a launch; missing ones are 1. */
static bool
add_launch(struct job *j, const char *name)
{
	const struct node *n = need_entry(j, str_of(name));
	const struct node *axis = n && n->kind == NODE_LIST ? n->child : n;
	bool block = name[0] == 'b';
	double threads;

	if (!n)
		return false;
	buf_printf(j->out, "%s", name);
	for (int i = 0; i < 3; i++) {
		if (!axis)
			buf_add(j->out, STR(" 1"));
		else if ((block && !eval_whole(j, axis, &threads)) ||
			 !add_size(j, axis))
			return false;
		axis = axis && n->kind == NODE_LIST ? axis->next : NULL;
	}
	buf_add_byte(j->out, '\n');
	if (axis)
		diag_error(j->head.diag, axis->at, "a launch has at most "
			   "three dimensions");
	return !axis;
}

static bool
is_buffer(const struct job *j, struct str name)
{
	const struct node *all = yaml_find(j->target->probe->head,
					   STR("buffers"));

	return yaml_find(all, name) != NULL;
}

/* `{f32: -2.0}` */
static bool
add_constant(struct job *j, const struct node *n)
{
	const struct node *value = n->child;
	struct product p;
	double number;

	if (n->kind != NODE_MAP || n->count != 1 || !is_word(value->key)) {
		diag_error(j->head.diag, n->at, "expected a buffer, "
			   "'iterations' or a constant with its type");
		return false;
	}
	buf_printf(j->out, "arg " STR_FMT, STR_ARG(value->key));
	if (value->kind == NODE_SCALAR && str_number(value->text, &number))
		return add_entry(j, value);
	if (!head_eval(&p, &j->head, value))
		return false;
	if (p.sm || p.l2) {
		diag_error(j->head.diag, value->at, "a constant must be the "
			   "same on every device");
		return false;
	}
	buf_printf(j->out, " %.17g", p.number);
	return true;
}

static bool
add_argument(struct job *j, const struct node *n)
{
	if (n->kind != NODE_SCALAR) {
		if (!add_constant(j, n))
			return false;
	} else if (str_equal(n->text, STR("iterations"))) {
		buf_add(j->out, STR("arg iterations"));
	} else if (is_buffer(j, n->text)) {
		buf_printf(j->out, "arg buffer " STR_FMT, STR_ARG(n->text));
	} else {
		diag_error(j->head.diag, n->at, "'" STR_FMT "' is no buffer "
			   "of this probe", STR_ARG(n->text));
		return false;
	}
	buf_add_byte(j->out, '\n');
	return true;
}

static bool
add_arguments(struct job *j)
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
add_measure(struct job *j)
{
	const struct node *n = need_entry(j, STR("measure"));
	struct str text, what, slope, start, none;

	if (!n)
		return false;
	text = n->kind == NODE_SCALAR ? head_text(&j->head, n) : STR("");
	if (!take_word(&what, &text) || !take_word(&slope, &text) ||
	    !take_word(&start, &text) || take_word(&none, &text) ||
	    !is_word(what) || !is_word(slope) || !is_start(start)) {
		diag_error(j->head.diag, n->at, "expected what is measured, "
			   "over what, and a power of two from 2 to %d",
			   ITERATIONS_MAX);
		return false;
	}
	if (str_equal(what, STR("cycles"))) {
		if (!is_buffer(j, STR("clk"))) {
			diag_error(j->head.diag, n->at, "cycles are stored in "
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
add_checks(struct job *j)
{
	const struct node *n = need_entry(j, STR("check"));
	bool list = n && n->kind == NODE_LIST;

	if (!n)
		return false;
	for (n = list ? n->child : n; n; n = list ? n->next : NULL) {
		buf_add(j->out, STR("check"));
		if (!add_entry(j, n))
			return false;
		buf_add_byte(j->out, '\n');
	}
	return true;
}

/* --- buffers ----------------------------------------------------------- */

static bool
add_buffer(struct job *j, struct str name)
{
	struct arena *a = j->head.arena;
	const struct node *bytes, *fill;

	bytes = need_entry(j, arena_printf(a, "buffers." STR_FMT ".bytes",
					   STR_ARG(name)));
	fill = need_entry(j, arena_printf(a, "buffers." STR_FMT ".fill",
					  STR_ARG(name)));
	if (!bytes || !fill)
		return false;
	buf_printf(j->out, "buffer " STR_FMT, STR_ARG(name));
	if (!add_size(j, bytes) || !add_entry(j, fill))
		return false;
	buf_add_byte(j->out, '\n');
	return true;
}

static void
set_point(struct job *j, const struct point *p)
{
	j->point = p;
	j->head.settings = p->settings;
	j->head.nsettings = p->nsettings;
}

/* The line of a buffer at every point, or empty when it is not one. False
   with an error. */
static bool
common_buffer(struct job *j, struct str name, struct str *line)
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
first_buffer(const struct job *j)
{
	const struct node *all = yaml_find(j->target->probe->head,
					   STR("buffers"));

	return all && all->kind == NODE_MAP ? all->child : NULL;
}

/* The buffers that are the same at all points. */
static bool
add_common_buffers(struct job *j)
{
	const struct node *n = first_buffer(j);

	if (n)
		j->lines = arena_alloc(j->head.arena, n->parent->count *
						       sizeof *j->lines);
	for (struct str *line = j->lines; n; n = n->next, line++) {
		if (!is_word(n->key)) {
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
add_own_buffers(struct job *j)
{
	const struct str *line = j->lines;

	for (const struct node *n = first_buffer(j); n; n = n->next, line++)
		if (line->n == 0 && !add_buffer(j, n->key))
			return false;
	return true;
}

static bool
add_case(struct job *j, const struct point *p)
{
	set_point(j, p);
	buf_add(j->out, STR("case\n"));
	if (!is_word(p->entry)) {
		diag_error(j->head.diag, j->target->probe->head->at,
			   "the kernel '" STR_FMT "' has no launchable name",
			   STR_ARG(p->entry));
		return false;
	}
	if (!add_params(j) || !add_own_buffers(j))
		return false;
	buf_printf(j->out, "entry " STR_FMT "\n", STR_ARG(p->entry));
	return add_launch(j, "grid") && add_launch(j, "block") &&
	       add_arguments(j) && add_measure(j) && add_checks(j);
}

bool
pack_emit_job(struct buf *out, const struct target *t, struct diag *d)
{
	struct job j = { .out = out, .target = t };

	j.head = (struct head){ .arena = d->arena, .diag = d,
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

/* --- key and name ------------------------------------------------------ */

struct str
pack_key(struct arena *a, const struct target *t)
{
	struct buf text = { 0 };
	struct str key = STR("");

	emit_bound(&text, t);
	buf_add(&text, STR("\nharness " PACK_HARNESS "\n"));
	if (t->probe && pack_emit_job(&text, t, diag_make(a)))
		key = hash_hex(a, buf_str(&text));
	buf_free(&text);
	return key;
}

/* A text as part of a file's name. */
static void
add_name_part(struct buf *out, struct str s)
{
	for (size_t i = 0; i < s.n && i < NAME_SETTING_MAX; i++) {
		char c = s.p[i];

		if (c >= 'A' && c <= 'Z')
			c = (char)(c - 'A' + 'a');
		buf_add_byte(out, byte_is_name(c) || c == '-' ? c : '_');
	}
}

static struct str
name_of(struct arena *a, const struct target *t, struct str key)
{
	struct buf text = { 0 };
	struct str name;

	if (key.n == 0)
		return STR("");
	buf_add(&text, t->probe->name);
	for (size_t i = 0; i < t->nfixed; i++) {
		const struct parameter *p = probe_parameter(t->probe,
							t->fixed[i].name);

		buf_add_byte(&text, '-');
		if (p && !p->fixed)
			add_name_part(&text, p->name);
		add_name_part(&text, t->fixed[i].value);
	}
	buf_add_byte(&text, '-');
	buf_add(&text, str_slice(key, 0, NAME_HASH));
	name = arena_copy(a, buf_str(&text));
	buf_free(&text);
	return name;
}

struct str
pack_name(struct arena *a, const struct target *t)
{
	return name_of(a, t, pack_key(a, t));
}

/* --- the folder -------------------------------------------------------- */

/* Only kernels that are there and that we expect are ever launched. */
static bool
check_entries(const struct target *t, const struct built *b, struct diag *d)
{
	for (size_t i = 0; b->ptx && i < t->npoints; i++) {
		if (listing_find(b->ptx, t->points[i].entry))
			continue;
		diag_fail(d, "the code of '" STR_FMT "' has no kernel '"
			  STR_FMT "'", STR_ARG(t->name),
			  STR_ARG(t->points[i].entry));
		return false;
	}
	return true;
}

/* Copies the cubin into the pack; its hash goes to *hash. */
static bool
copy_cubin(struct arena *a, struct str path, const struct built *b,
	   struct str *hash, struct diag *d)
{
	struct str cubin;

	if (!file_read(a, &cubin, b->cubin, CUBIN_MAX, d))
		return false;
	*hash = hash_hex(a, cubin);
	if (b->cubin_hash.n > 0 && !str_equal(*hash, b->cubin_hash)) {
		diag_fail(d, "'" STR_FMT "' has changed since it was built",
			  STR_ARG(b->cubin));
		return false;
	}
	return file_update(path, cubin, d);
}

static bool
add_job(struct arena *a, struct buf *out, struct str folder,
	const struct target *t, const struct built *b, struct diag *d)
{
	struct str key, name, path, hash;
	struct buf body = { 0 };
	bool good;

	good = check_entries(t, b, d) && pack_emit_job(&body, t, d);
	key = good ? pack_key(a, t) : STR("");
	name = name_of(a, t, key);
	path = arena_printf(a, "bin/" STR_FMT ".cubin", STR_ARG(name));
	good = good && copy_cubin(a, path_join(a, folder, path), b, &hash, d);
	if (good)
		buf_printf(out, "\njob " STR_FMT "\nkey " STR_FMT "\ncubin "
			   STR_FMT " " STR_FMT "\n" STR_FMT, STR_ARG(name),
			   STR_ARG(key), STR_ARG(path), STR_ARG(hash),
			   STR_ARG(buf_str(&body)));
	buf_free(&body);
	return good;
}

static bool
is_packed(const struct target *t, const struct built *b)
{
	return t->kind == TARGET_PROBE && t->npoints > 0 && b->ok &&
	       b->cubin.n > 0;
}

bool
pack_write(struct arena *a, struct str folder, const struct plan *p,
	   const struct built *built, const bool *wanted,
	   const struct toolkit *toolkit, struct diag *d)
{
	struct str version = toolkit && is_word(toolkit->nvcc.version) ?
		toolkit->nvcc.version : STR("unknown");
	struct buf text = { 0 };
	bool good = true;
	size_t njobs = 0;

	buf_printf(&text, "kbc-pack 1\ntoolkit " STR_FMT "\nharness "
		   PACK_HARNESS "\nseed 1\n", STR_ARG(version));
	for (size_t i = 0; good && i < p->ntargets; i++) {
		if ((wanted && !wanted[i]) ||
		    !is_packed(&p->targets[i], &built[i]))
			continue;
		good = add_job(a, &text, folder, &p->targets[i], &built[i], d);
		njobs++;
	}
	if (good && njobs == 0) {
		diag_fail(d, "no probe was built: there is nothing to measure");
		good = false;
	}
	good = good && file_update(path_join(a, folder, STR("MANIFEST")),
				   buf_str(&text), d);
	buf_free(&text);
	return good;
}
