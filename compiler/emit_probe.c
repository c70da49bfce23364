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

static void
add_parameters(struct buf *out, const struct probe *p)
{
	const struct node *list = yaml_find(p->head, STR("arguments"));
	size_t i = 0;

	for (const struct node *n = list ? list->child : NULL; n;
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
add_arguments(struct buf *out, const struct probe *p)
{
	const struct node *list = yaml_find(p->head, STR("arguments"));
	size_t i = 0;

	for (const struct node *n = list ? list->child : NULL; n;
	     n = n->next, i++) {
		buf_add(out, i > 0 ? STR(", ") : STR(""));
		if (n->kind != NODE_SCALAR)
			buf_printf(out, "a%zu", i);
		else
			buf_add(out, n->text);
	}
}

/* The settings of the parameters that an entry of the head lists, between
   signs; nothing if it lists none. */
static void
add_settings(struct buf *out, const struct node *list,
	     const struct point *point, const char signs[2])
{
	if (!list || !list->child)
		return;
	buf_add_byte(out, signs[0]);
	for (const struct node *n = list->child; n; n = n->next) {
		const struct setting *s = setting_find(point->settings,
						       point->nsettings,
						       n->text);

		if (s)
			emit_quoted(out, s->value);
		buf_add(out, n->next ? STR(", ") : STR(""));
	}
	buf_add_byte(out, signs[1]);
}

/* Bounds that the compiler is held to: a line of its own. */
static void
add_bounds(struct buf *out, const struct probe *p, const struct point *point)
{
	const struct node *list = yaml_find(p->head, STR("bounds"));

	if (!list || !list->child)
		return;
	buf_add(out, STR("__launch_bounds__"));
	add_settings(out, list, point, "()");
	buf_add_byte(out, '\n');
}

static void
emit_point(struct emitter *e, const struct point *point)
{
	const struct probe *p = e->target->probe;

	emit_begin_own(e);
	buf_add(e->out, STR("\nextern \"C\" __global__ void\n"));
	add_bounds(e->out, p, point);
	buf_printf(e->out, STR_FMT "(", STR_ARG(point->entry));
	add_parameters(e->out, p);
	buf_printf(e->out, ")\n{\n\t" STR_FMT, STR_ARG(p->name));
	add_settings(e->out, yaml_find(p->head, STR("template")), point,
		     "<>");
	buf_add_byte(e->out, '(');
	add_arguments(e->out, p);
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
emit_code(struct emitter *e)
{
	const struct probe *p = e->target->probe;
	uint32_t number = span_line(source_span_of(p->source, p->code));
	struct str rest = p->code, line;

	while (str_split(&line, &rest, '\n')) {
		/* The line that the head ends on, and nothing behind the
		   last line feed. */
		if ((rest.p || line.n > 0) && line.p != p->code.p)
			emit_page_line(e, line, number);
		number++;
	}
}

void
emit_probe(struct emitter *e)
{
	const struct target *t = e->target;

	if (t->probe->shared.n > 0) {
		emit_begin_own(e);
		buf_add(e->out, t->probe->shared);
	}
	emit_code(e);
	for (size_t k = 0; k < t->npoints; k++)
		if (is_first(t, k))
			emit_point(e, &t->points[k]);
}
