/*
 * Tests and page probes as sources: the fences with their kernels, and for
 * `y[i] = f(x[i])` a kernel that makes the call.
 *
 * Nothing here launches: kbc-run does, by what the MANIFEST says. But that
 * each kernel is there and takes what is passed is C++'s to say, and it says
 * so at the page's line: an address of the kernel, which also makes the code
 * of a template, and an assertion over its type. Neither leaves a byte in the
 * device's code. Only where a template is launched stands a table of symbols,
 * since its name in the code cannot be told otherwise.
 */
#include "arena.h"
#include "buf.h"
#include "emit.h"
#include "emit_parts.h"
#include "expr.h"
#include "marker.h"
#include "page.h"
#include "plan.h"
#include "recipe.h"
#include "source.h"

static struct str
c_type(const struct variable *v)
{
	const struct number_kind *kind = recipe_type(v->type);

	return kind ? kind->c : v->type;
}

static void
emit_fences(struct emitter *e)
{
	const struct target *t = e->target;

	for (size_t i = 0; i < t->nbefore; i++) {
		const struct fence *f = t->before[i];

		if (t->bodies[i])
			emit_fragment(e, f, f->words->id.n > 0 ?
				      f->words->id : STR("fragment"));
		else
			emit_fence_lines(e, f, false);
	}
}

/* --- device functions ---------------------------------------------------- */

/* Whether e is a C expression of variables, numbers and elements. */
static bool
is_plain(const struct expr *e)
{
	switch ((int)e->kind) {
	case EXPR_NUMBER:
		return true;
	case EXPR_NAME:
		return e->page.n == 0;
	case EXPR_INDEX:
		return e->left->kind == EXPR_NAME && is_plain(e->right);
	case EXPR_UNARY:
		return e->op == OP_NEG && is_plain(e->left);
	case EXPR_BINARY:
		return e->op >= OP_ADD && e->op <= OP_DIV &&
		       is_plain(e->left) && is_plain(e->right);
	default:
		return false;
	}
}

/* The parameters in the order in which recipe passes them. */
static void
add_parameters(struct buf *out, const struct marker *m,
	       const struct launch *l)
{
	for (const struct variable *v = m->variables; v; v = v->next) {
		bool target = str_equal(v->name, l->target->left->text);

		if (recipe_takes(l, v))
			buf_printf(out, "%s" STR_FMT " %s" STR_FMT ", ",
				   v->size && !target ? "const " : "",
				   STR_ARG(c_type(v)), v->size ? "*" : "",
				   STR_ARG(v->name));
	}
	buf_add(out, STR("unsigned long long kbc_n"));
}

static void
add_call(struct buf *out, const struct launch *l)
{
	buf_printf(out, STR_FMT "[i] = " STR_FMT "(",
		   STR_ARG(l->target->left->text), STR_ARG(l->kernel));
	for (const struct expr *arg = l->args; arg; arg = arg->next)
		buf_printf(out, STR_FMT "%s", STR_ARG(span_str(arg->at)),
			   arg->next ? ", " : "");
	buf_add(out, STR(");"));
}

static void
emit_elements(struct emitter *e, const struct launch *l)
{
	const struct marker *m = e->target->run;
	struct arena *a = arena_make();
	struct buf line = { 0 };
	bool plain = true;

	for (const struct expr *arg = l->args; arg; arg = arg->next)
		plain = plain && is_plain(arg);
	emit_own(e, "extern \"C\" __global__ void");
	buf_printf(e->out, STR_FMT "(", STR_ARG(recipe_kernel(a, m, l)));
	add_parameters(e->out, m, l);
	buf_add(e->out, STR(")\n{\n"));
	emit_own(e, "\tunsigned long long i = (unsigned long long)blockIdx.x "
		    "* blockDim.x + threadIdx.x;");
	emit_own(e, "\tif (i >= kbc_n)");
	emit_own(e, "\t\treturn;");
	if (plain)
		add_call(&line, l);
	else
		buf_add(&line, STR("#error \"an argument is no element, "
				   "variable or number\""));
	emit_page_line(e, buf_str(&line), span_line(l->at));
	emit_own(e, "}");
	buf_free(&line);
	arena_free(a);
}

/* --- kernels ------------------------------------------------------------- */

static void
emit_checker(struct emitter *e)
{
	static const char *const lines[] = {
		"#include <type_traits>",
		"template <class... A> struct kbc_passes {",
		"\ttemplate <class... P> static constexpr bool",
		"\tfit(void (*)(P...))",
		"\t{",
		"\t\tif constexpr (sizeof...(A) != sizeof...(P))",
		"\t\t\treturn false;",
		"\t\telse",
		"\t\t\treturn (std::is_convertible_v<A, P> && ...);",
		"\t}",
		"};",
	};

	for (size_t i = 0; i < COUNT_OF(lines); i++)
		emit_own(e, "%s", lines[i]);
}

static const struct variable *
find_variable(const struct marker *m, const struct expr *e)
{
	for (const struct variable *v = m->variables; v; v = v->next)
		if (e->kind == EXPR_NAME && str_equal(v->name, e->text))
			return v;
	return NULL;
}

/* The types of what a launch passes; a number may be of any. */
static void
add_passed(struct buf *out, const struct marker *m, const struct launch *l)
{
	for (const struct expr *arg = l->args; arg; arg = arg->next) {
		const struct variable *v = find_variable(m, arg);

		buf_printf(out, STR_FMT "%s%s",
			   STR_ARG(v ? c_type(v) : STR("double")),
			   v && v->size ? " *" : "", arg->next ? ", " : "");
	}
}

static void
emit_kernel(struct emitter *e, const struct launch *l, size_t i)
{
	struct buf line = { 0 };

	buf_printf(&line, "static auto kbc_kernel%zu = " STR_FMT
		   "; static_assert(kbc_passes<", i, STR_ARG(l->kernel));
	add_passed(&line, e->target->run, l);
	buf_printf(&line, ">::fit(" STR_FMT "), \"the kernel does not take "
		   "what is passed", STR_ARG(l->kernel));
	if (l->added.n > 0)
		buf_printf(&line, ": name " STR_FMT ", into which an oracle "
			   "writes, among the arguments, where the kernel "
			   "takes it", STR_ARG(l->added));
	buf_add(&line, STR("\");"));
	emit_page_line(e, buf_str(&line), span_line(l->at));
	buf_free(&line);
}

static bool
has_template(const struct marker *m)
{
	const struct launch *l;

	for (size_t i = 0; (l = recipe_launch(m, i)); i++)
		if (str_find_byte(l->kernel, '<') < l->kernel.n)
			return true;
	return false;
}

/* The kernels' addresses, in the order of the launches. */
static void
emit_table(struct emitter *e)
{
	const struct marker *m = e->target->run;
	struct arena *a = arena_make();
	const struct launch *l;

	emit_own(e, "extern \"C\" __device__ void *const kbc_kernels[] = {");
	for (size_t i = 0; (l = recipe_launch(m, i)); i++)
		buf_printf(e->out, "\t(void *)(" STR_FMT "),\n",
			   STR_ARG(recipe_kernel(a, m, l)));
	emit_own(e, "};");
	arena_free(a);
}

/* The kernel of `value(EXPR)`; types without a way to double go by float. */
static void
emit_value(struct emitter *e)
{
	static const char *const lines[] = {
		"#include <type_traits>",
		"template <class T> static __device__ double",
		"kbc_number(T x)",
		"{",
		"\tif constexpr (std::is_arithmetic_v<T>)",
		"\t\treturn static_cast<double>(x);",
		"\telse",
		"\t\treturn static_cast<float>(x);",
		"}",
		"extern \"C\" __global__ void",
		"kbc_value(double *out)",
		"{",
	};
	struct buf line = { 0 };
	struct str text = e->target->value;

	for (size_t i = 0; i < COUNT_OF(lines); i++)
		emit_own(e, "%s", lines[i]);
	buf_add(&line, STR("*out = kbc_number("));
	for (size_t i = 0; i < text.n; i++)
		buf_add_byte(&line, byte_is_blank(text.p[i]) ? ' ' :
							       text.p[i]);
	buf_add(&line, STR(");"));
	emit_page_line(e, buf_str(&line), span_line(e->target->run->at));
	emit_own(e, "}");
	buf_free(&line);
}

void
emit_run(struct emitter *e)
{
	const struct marker *m = e->target->run;
	const struct launch *l;

	emit_headers(e);
	if (e->target->value.n > 0) {
		emit_value(e);
		return;
	}
	emit_fences(e);
	emit_checker(e);
	for (size_t i = 0; (l = recipe_launch(m, i)); i++) {
		if (l->target)
			emit_elements(e, l);
		else
			emit_kernel(e, l, i);
	}
	if (has_template(m))
		emit_table(e);
}
