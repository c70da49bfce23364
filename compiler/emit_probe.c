/*
 * A library probe as a source: what it shares with others, the code of its
 * file, then a kernel for each combination of its compile-time parameters.
 *
 *	extern "C" __global__ void
 *	fma_throughput_fp16x2_c4(void *out, void *in, unsigned iterations,
 *	    float a3)
 *	{ fma_throughput<fp16x2, 4>(out, in, iterations, a3); }
 *
 * Points that differ only in how they are launched share a kernel. What the
 * arguments are, compiler/probes/README.md says; the head was read by
 * library, and an entry of it that is odd becomes text that does not compile,
 * in a line that names the probe.
 */
#include "buf.h"
#include "emit_parts.h"
#include "library.h"
#include "plan.h"
#include "source.h"
#include "yaml.h"

static const struct {
	struct str key;  /* of a constant in `arguments` */
	const char *type;
} constants[] = {
	{ STR_INIT("f32"), "float" },
	{ STR_INIT("f64"), "double" },
	{ STR_INIT("u32"), "unsigned" },
	{ STR_INIT("u64"), "unsigned long long" },
};

static const char *
constant_type(const struct node *n)
{
	for (size_t i = 0; n->child && i < COUNT_OF(constants); i++)
		if (str_equal(n->child->key, constants[i].key))
			return constants[i].type;
	return "void";
}

/* The first of the arguments. */
static const struct node *
first_argument(const struct probe *p, const struct point *point)
{
	const struct node *list = probe_resolve(
		p, yaml_find(p->head, STR("arguments")), point->settings,
		point->nsettings);

	return list ? list->child : NULL;
}

static void
add_parameters(struct buf *out, const struct probe *p,
	       const struct point *point)
{
	size_t i = 0;

	for (const struct node *n = first_argument(p, point); n;
	     n = n->next, i++) {
		buf_add(out, i > 0 ? STR(", ") : STR(""));
		if (n->kind != NODE_SCALAR)
			buf_printf(out, "%s a%zu", constant_type(n), i);
		else if (str_equal(n->text, STR("iterations")))
			buf_add(out, STR("unsigned iterations"));
		else
			buf_printf(out, "void *" STR_FMT, STR_ARG(n->text));
	}
}

static void
add_arguments(struct buf *out, const struct probe *p, const struct point *point)
{
	size_t i = 0;

	for (const struct node *n = first_argument(p, point); n;
	     n = n->next, i++) {
		buf_add(out, i > 0 ? STR(", ") : STR(""));
		if (n->kind != NODE_SCALAR)
			buf_printf(out, "a%zu", i);
		else
			buf_add(out, n->text);
	}
}

/* What an entry of the head lists, for a point, between signs. */
static void
add_settings(struct emitter *e, struct str entry, const struct point *point,
	     const char signs[2])
{
	const struct probe *p = e->target->probe;
	const struct node *list = yaml_find(p->head, entry);

	buf_add_byte(e->out, signs[0]);
	for (const struct node *n = list->child; n; n = n->next) {
		struct str said;

		if (probe_says(p, point->settings, point->nsettings, n->text,
			       &said))
			emit_quoted(e->out, said);
		buf_add(e->out, n->next ? STR(", ") : STR(""));
	}
	buf_add_byte(e->out, signs[1]);
}

static bool
lists(const struct emitter *e, struct str entry)
{
	const struct node *n = yaml_find(e->target->probe->head, entry);

	return n && n->child;
}

/* Bounds that the compiler is held to: a line of its own. */
static void
add_bounds(struct emitter *e, const struct point *point)
{
	if (!lists(e, STR("bounds")))
		return;
	buf_add(e->out, STR("__launch_bounds__"));
	add_settings(e, STR("bounds"), point, "()");
	buf_add_byte(e->out, '\n');
}

static void
emit_point(struct emitter *e, const struct point *point)
{
	const struct probe *p = e->target->probe;

	emit_begin_own(e);
	buf_add(e->out, STR("\nextern \"C\" __global__ void\n"));
	add_bounds(e, point);
	buf_printf(e->out, STR_FMT "(", STR_ARG(point->entry));
	add_parameters(e->out, p, point);
	buf_printf(e->out, ")\n{\n\t" STR_FMT, STR_ARG(p->name));
	if (lists(e, STR("template")))
		add_settings(e, STR("template"), point, "<>");
	buf_add_byte(e->out, '(');
	add_arguments(e->out, p, point);
	buf_add(e->out, STR(");\n}\n"));
}

static bool
is_first(const struct target *t, size_t k)
{
	for (size_t i = 0; i < k; i++)
		if (str_equal(t->points[i].entry, t->points[k].entry))
			return false;
	return true;
}

static void
emit_code(struct emitter *e, const struct source *source, struct str code)
{
	uint32_t number = span_line(source_span_of(source, code));
	struct str rest = code, line;

	while (str_split(&line, &rest, '\n')) {
		/* The line that the head ends on, and nothing behind the
		   last line feed. */
		if ((rest.p || line.n > 0) && line.p != code.p)
			emit_page_line(e, line, number);
		number++;
	}
}

/* How the head numbers an operand of its assembly: `operands: [x, a]`. */
static bool
find_operand(const struct probe *p, struct str name, size_t *number)
{
	const struct node *list = yaml_find(p->head, STR("operands"));

	*number = 0;
	for (const struct node *n = list ? list->child : NULL; n; n = n->next) {
		if (str_equal(n->text, name))
			return true;
		++*number;
	}
	return false;
}

/* Whether the word from `at` to `end` stands alone: `l`, not `shf.l.wrap`. */
static bool
is_alone(struct str text, size_t at, size_t end)
{
	return (at == 0 || text.p[at - 1] != '.') &&
	       (end == text.n || text.p[end] != '.');
}

/* Assembly with `%0` for each operand of the head. */
static void
add_assembly(struct buf *out, const struct probe *p, struct str text)
{
	size_t at = 0, number;

	while (at < text.n) {
		size_t end = at;
		struct str word;

		while (end < text.n && byte_is_name(text.p[end]))
			end++;
		word = str_slice(text, at, end - at);
		if (word.n > 0 && is_alone(text, at, end) &&
		    find_operand(p, word, &number))
			buf_printf(out, "%%%zu", number);
		else
			buf_add(out, word);
		if (end < text.n)
			buf_add_byte(out, text.p[end]);
		at = end + 1;
	}
}

/* `#define kbc_ptx "…"` for each name under `texts`, which the settings and
   their rows say. */
static void
emit_texts(struct emitter *e)
{
	const struct target *t = e->target;
	const struct node *list = yaml_find(t->probe->head, STR("texts"));
	const struct point *first = &t->points[0];

	for (const struct node *n = list && t->npoints > 0 ? list->child :
							     NULL;
	     n; n = n->next) {
		struct str said = STR("");

		probe_says(t->probe, first->settings, first->nsettings,
			   n->text, &said);
		emit_begin_own(e);
		buf_printf(e->out, "#define kbc_" STR_FMT " \"",
			   STR_ARG(n->text));
		add_assembly(e->out, t->probe, said);
		buf_add(e->out, STR("\"\n"));
	}
}

static void
emit_common(struct emitter *e)
{
	const struct probe *p = e->target->probe;

	if (!p->common)
		return;
	e->common = true;
	emit_code(e, p->common, p->common_code);
	e->common = false;
	e->next = UINT32_MAX; /* another file follows */
}

void
emit_probe(struct emitter *e)
{
	const struct target *t = e->target;

	emit_texts(e);
	if (t->probe->shared.n > 0) {
		emit_begin_own(e);
		buf_add(e->out, t->probe->shared);
	}
	emit_common(e);
	emit_code(e, t->probe->source, t->probe->code);
	for (size_t k = 0; k < t->npoints; k++)
		if (is_first(t, k))
			emit_point(e, &t->points[k]);
}
