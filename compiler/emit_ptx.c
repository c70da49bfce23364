/*
 * A PTX fence as a module that the assembler takes, statement by statement.
 *
 * A fence with an entry or a function is a module and stands as it is; a
 * missing head is put in front. Any other is a listing out of some kernel:
 * its statements go into one of ours, those whose every operand the fence
 * declares. What names a register from elsewhere (`%rd5`, `desc-a`) is left
 * out there, and only its mnemonic is asked for, in a source of its own, as
 * `mnemonic` knows how.
 *
 * The assembler takes no comment beyond ASCII, and `;` opens a comment on
 * some pages: comments become blanks. Each line of the fence stays a line, so
 * the lines of what is assembled are the page's, shifted.
 */
#include "arena.h"
#include "buf.h"
#include "emit.h"
#include "emit_parts.h"
#include "emit_ptx.h"
#include "mnemonic.h"
#include "page.h"
#include "plan.h"

/* The newest version of PTX that the oldest supported toolkit takes. */
#define PTX_VERSION "9.0"

static void
emit_head(struct emitter *e)
{
	buf_printf(e->out, ".version " PTX_VERSION "\n.target " STR_FMT
		   "\n.address_size 64\n", STR_ARG(e->target->sm));
}

/* What stands as it is. */
static bool
is_module(struct str text)
{
	return ptx_has_word(text, STR(".entry")) ||
	       ptx_has_word(text, STR(".func")) ||
	       ptx_has_word(text, STR(".version"));
}

static void
add_feeds(struct buf *out, struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] == '\n')
			buf_add_byte(out, '\n');
}

/* The statement's line feeds alone, and its label. */
static void
add_left_out(struct buf *out, struct str s)
{
	struct str rest = str_trim(s);
	size_t lead = (size_t)(rest.p - s.p);
	struct str label = ptx_take_label(&rest);

	add_feeds(out, str_slice(s, 0, lead));
	if (label.n > 0)
		buf_printf(out, STR_FMT ":", STR_ARG(label));
	add_feeds(out, str_skip(s, lead));
}

static void
emit_statements(struct emitter *e, struct str text)
{
	struct ptx_declared *d;
	struct arena *a = arena_make();
	struct str rest = text, s;

	d = ptx_declared_make(a);
	while (ptx_next_statement(&rest, &s))
		ptx_declare(d, s);
	buf_printf(e->out, ".visible .entry " STR_FMT "()\n{\n",
		   STR_ARG(e->target->entry));
	for (rest = text; ptx_next_statement(&rest, &s);) {
		if (ptx_is_whole(d, s))
			buf_add(e->out, s);
		else
			add_left_out(e->out, s);
	}
	add_feeds(e->out, rest);
	buf_add(e->out, STR("ret;\n}\n"));
	arena_free(a);
}

void
emit_ptx(struct emitter *e)
{
	struct arena *a = arena_make();
	struct str text = ptx_clean(a, e->target->fence);

	if (!ptx_has_word(text, STR(".version")))
		emit_head(e);
	if (is_module(text))
		buf_add(e->out, text);
	else
		emit_statements(e, text);
	arena_free(a);
}

bool
emit_ptx_is_module(const struct target *t)
{
	struct arena *a = arena_make();
	bool is = t->kind == TARGET_PTX && is_module(ptx_clean(a, t->fence));

	arena_free(a);
	return is;
}

struct str
emit_ptx_listing(struct arena *a, const struct target *t)
{
	struct str text = ptx_clean(a, t->fence);

	if (ptx_has_word(text, STR(".version")))
		return text;
	if (is_module(text))
		return arena_printf(a, ".version " PTX_VERSION "\n" STR_FMT,
				    STR_ARG(text));
	return arena_printf(a, ".version " PTX_VERSION "\n.entry " STR_FMT
			    "()\n{" STR_FMT "}\n", STR_ARG(t->entry),
			    STR_ARG(text));
}

size_t
emit_ptx_lines(struct arena *a, uint32_t **out, const struct target *t)
{
	const struct fence *f = t->fence;
	struct str text = ptx_clean(a, f);
	/* the title, the head, the line of the kernel and its brace */
	size_t before = 1;

	before += ptx_has_word(text, STR(".version")) ? 0 : 3;
	before += is_module(text) ? 0 : 2;
	*out = arena_alloc(a, (before + f->nlines + 1) * sizeof(**out));
	for (size_t i = 0; i < f->nlines; i++)
		(*out)[before + i] = f->line_numbers[i];
	return before + f->nlines;
}

size_t
emit_ptx_mnemonics(struct arena *a, struct str **names, uint32_t **lines,
		   const struct target *t)
{
	const struct fence *f = t->fence;
	struct str text = ptx_clean(a, f), rest = text, s;
	struct ptx_declared *d = ptx_declared_make(a);
	size_t n = 0;

	/* a statement has two bytes at least */
	*names = arena_alloc(a, (text.n / 2 + 1) * sizeof(**names));
	*lines = arena_alloc(a, (text.n / 2 + 1) * sizeof(**lines));
	while (!is_module(text) && ptx_next_statement(&rest, &s))
		ptx_declare(d, s);
	for (rest = text; !is_module(text) && ptx_next_statement(&rest, &s);) {
		struct str start = str_trim(s);
		struct ptx_instruction i;
		uint32_t line;

		if (ptx_is_whole(d, s))
			continue;
		ptx_split(&i, s);
		line = (uint32_t)str_count_byte(str_slice(text, 0,
			(size_t)(start.p - text.p)), '\n');
		(*names)[n] = i.mnemonic;
		(*lines)[n++] = f->line_numbers[line];
	}
	return n;
}

/* The first statement of a function's body behind its head, else all. */
static struct str
behind_head(struct str s)
{
	size_t brace = str_find_byte(s, '{');

	if (brace == s.n || !(ptx_has_word(s, STR(".entry")) ||
			      ptx_has_word(s, STR(".func"))))
		return s;
	return str_skip(s, brace + 1);
}

bool
emit_ptx_has_code(const struct target *t)
{
	struct arena *a = arena_make();
	struct str rest = ptx_clean(a, t->fence), s;
	bool found = false;

	while (!found && ptx_next_statement(&rest, &s)) {
		struct ptx_instruction i;

		ptx_split(&i, behind_head(s));
		found = i.mnemonic.n > 0 && byte_is_name(i.mnemonic.p[0]);
	}
	arena_free(a);
	return found;
}

bool
emit_mnemonics(struct buf *out, const struct target *t)
{
	struct arena *a = arena_make();
	struct str *names;
	uint32_t *lines;
	size_t n = 0;

	if (t->kind == TARGET_PTX)
		n = emit_ptx_mnemonics(a, &names, &lines, t);
	if (n > 0)
		mnemonic_emit(out, names, n);
	arena_free(a);
	return n > 0;
}
