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
#include <string.h>

#include "arena.h"
#include "buf.h"
#include "emit.h"
#include "emit_parts.h"
#include "marker.h"
#include "mnemonic.h"
#include "page.h"
#include "plan.h"

/* The newest version of PTX that the oldest supported toolkit takes. */
#define PTX_VERSION "9.0"

/* Names of one fence that it declares; more are no fragment. */
#define DECLARED_MAX 512

struct declared {
	struct str items[DECLARED_MAX];
	bool family[DECLARED_MAX]; /* `%f<4>`: %f0 … */
	size_t n;
};

/* --- text without comments ------------------------------------------------------- */

/* Length of the comment at the front of s; 0 if there is none. */
static size_t
comment_length(struct str s, bool line_start)
{
	if (str_starts(s, STR("//")) || (line_start && s.p[0] == ';'))
		return str_find_byte(s, '\n');
	if (str_starts(s, STR("/*")))
		return str_find(str_skip(s, 2), STR("*/")) + 4;
	return 0;
}

/* The fence as one text, a line feed behind each line; what the assembler
   would not take is blanked. */
static void
add_clean(struct buf *out, struct str s)
{
	bool line_start = true;

	while (s.n > 0) {
		size_t n = comment_length(s, line_start);

		n = n < s.n ? n : s.n;
		for (size_t i = 0; i < n; i++)
			buf_add_byte(out, s.p[i] == '\n' ? '\n' : ' ');
		s = str_skip(s, n);
		if (n > 0 || s.n == 0)
			continue;
		line_start = s.p[0] == '\n' ||
			     (line_start && byte_is_blank(s.p[0]));
		buf_add_byte(out, s.p[0] == '\n' || s.p[0] == '\t' ||
				  (s.p[0] >= ' ' && s.p[0] <= '~') ?
				  s.p[0] : ' ');
		s = str_skip(s, 1);
	}
}

static struct str
clean_text(struct arena *a, const struct fence *f)
{
	struct buf raw = { 0 }, clean = { 0 };
	struct str text;

	for (size_t i = 0; i < f->nlines; i++) {
		buf_add(&raw, f->lines[i]);
		buf_add_byte(&raw, '\n');
	}
	add_clean(&clean, buf_str(&raw));
	text = arena_copy(a, buf_str(&clean));
	buf_free(&raw);
	buf_free(&clean);
	return text;
}

static bool
has_word(struct str text, struct str word)
{
	for (;;) {
		size_t at = str_find(text, word);

		if (at == text.n)
			return false;
		text = str_skip(text, at + word.n);
		if (text.n == 0 || !byte_is_name(text.p[0]))
			return true;
	}
}

/* --- statements --------------------------------------------------------------------- */

/* The next statement with the blanks before it: up to its `;`, or a brace that
   opens or closes a block. */
static bool
next_statement(struct str *rest, struct str *out)
{
	struct str s = str_trim(*rest);
	size_t lead, n = 0;

	if (s.n == 0)
		return false;
	lead = (size_t)(s.p - rest->p);
	if (s.p[0] == '{' || s.p[0] == '}')
		n = 1;
	else
		n = str_find_byte(s, ';') + 1;
	*out = str_slice(*rest, 0, lead + n);
	*rest = str_skip(*rest, lead + n);
	return true;
}

static bool
is_name_start(char c)
{
	return c == '%' || c == '_' || c == '$' || (c >= 'a' && c <= 'z') ||
	       (c >= 'A' && c <= 'Z');
}

/* Takes the next name out of s; numbers and `.words` are passed. */
static bool
next_name(struct str *s, struct str *out)
{
	while (s->n > 0) {
		char c = s->p[0];
		size_t n = 1;

		while (n < s->n && (byte_is_name(s->p[n]) || s->p[n] == '$'))
			n++;
		*out = str_slice(*s, 0, n);
		if (!is_name_start(c) && c != '.' && !byte_is_digit(c))
			n = 1;
		*s = str_skip(*s, n);
		if (is_name_start(c))
			return true;
	}
	return false;
}

/* Takes `LABEL:` off the front; the label, or empty. */
static struct str
take_label(struct str *s)
{
	struct str rest = *s, name;
	size_t n = 0;

	while (n < rest.n && (byte_is_name(rest.p[n]) || rest.p[n] == '$'))
		n++;
	name = str_slice(rest, 0, n);
	rest = str_trim(str_skip(rest, n));
	if (n == 0 || !str_starts(rest, STR(":")) ||
	    str_starts(rest, STR("::")))
		return STR("");
	*s = str_trim(str_skip(rest, 1));
	return name;
}

static void
declare(struct declared *d, struct str name, bool family)
{
	if (d->n == DECLARED_MAX || name.n == 0)
		return;
	d->items[d->n] = name;
	d->family[d->n++] = family;
}

static void
declare_statement(struct declared *d, struct str s)
{
	struct str name;

	s = str_trim(s);
	declare(d, take_label(&s), false);
	if (!str_starts(s, STR(".")))
		return;
	while (next_name(&s, &name))
		declare(d, name, str_starts(s, STR("<")));
}

static bool
is_in_family(struct str name, struct str stem)
{
	if (!str_starts(name, stem) || name.n == stem.n)
		return false;
	for (size_t i = stem.n; i < name.n; i++)
		if (!byte_is_digit(name.p[i]))
			return false;
	return true;
}

/* Registers that the machine declares. */
static bool
is_special(struct str name)
{
	static const struct str globs[] = {
		STR_INIT("%tid"), STR_INIT("%ntid"), STR_INIT("%laneid"),
		STR_INIT("%warpid"), STR_INIT("%nwarpid"),
		STR_INIT("%ctaid"), STR_INIT("%nctaid"), STR_INIT("%smid"),
		STR_INIT("%nsmid"), STR_INIT("%gridid"),
		STR_INIT("%lanemask_*"), STR_INIT("%clock*"),
		STR_INIT("%pm*"), STR_INIT("%envreg*"),
		STR_INIT("%globaltimer*"), STR_INIT("%dynamic_smem_size"),
		STR_INIT("%total_smem_size"), STR_INIT("%aggr_smem_size"),
		STR_INIT("%cluster*"), STR_INIT("%ncluster*"),
		STR_INIT("%is_explicit_cluster"),
		STR_INIT("%current_graph_exec"), STR_INIT("WARP_SZ"),
	};

	for (size_t i = 0; i < COUNT_OF(globs); i++)
		if (str_match(globs[i], name))
			return true;
	return false;
}

static bool
is_declared(const struct declared *d, struct str name)
{
	for (size_t i = 0; i < d->n; i++)
		if (d->family[i] ? is_in_family(name, d->items[i]) :
				   str_equal(name, d->items[i]))
			return true;
	return is_special(name);
}

/* A statement apart: `@%p1 add.f32 %f1, %f2, %f3;`. */
struct instruction_text {
	struct str guard, mnemonic, operands;
};

static void
split_instruction(struct instruction_text *out, struct str s)
{
	size_t n;

	*out = (struct instruction_text){ 0 };
	s = str_trim(s);
	take_label(&s);
	if (str_starts(s, STR("@"))) {
		n = 0;
		while (n < s.n && !byte_is_blank(s.p[n]))
			n++;
		out->guard = str_slice(s, 1, n - 1);
		s = str_trim(str_skip(s, n));
	}
	n = 0;
	while (n < s.n && !byte_is_blank(s.p[n]) && s.p[n] != ';')
		n++;
	out->mnemonic = str_slice(s, 0, n);
	out->operands = str_skip(s, n);
}

static bool
has_all(const struct declared *d, struct str text)
{
	struct str name;

	while (next_name(&text, &name))
		if (!is_declared(d, name))
			return false;
	return true;
}

/* Whether a statement can be assembled as it stands. */
static bool
is_whole(const struct declared *d, struct str s)
{
	struct instruction_text i;

	s = str_trim(s);
	if (s.n <= 1 || s.p[0] == '.')
		return true;
	split_instruction(&i, s);
	return has_all(d, i.guard) && has_all(d, i.operands);
}

/* --- the source ------------------------------------------------------------------------ */

static void
emit_head(struct emitter *e)
{
	buf_printf(e->out, ".version " PTX_VERSION "\n.target " STR_FMT
		   "\n.address_size 64\n", STR_ARG(e->target->sm));
}

static bool
is_module(struct str text)
{
	return has_word(text, STR(".entry")) || has_word(text, STR(".func")) ||
	       has_word(text, STR(".version"));
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
	struct str label = take_label(&rest);

	add_feeds(out, str_slice(s, 0, lead));
	if (label.n > 0)
		buf_printf(out, STR_FMT ":", STR_ARG(label));
	add_feeds(out, str_skip(s, lead));
}

static void
emit_statements(struct emitter *e, struct str text)
{
	struct declared *d;
	struct arena *a = arena_make();
	struct str rest = text, s;

	d = arena_alloc(a, sizeof(*d));
	while (next_statement(&rest, &s))
		declare_statement(d, s);
	buf_printf(e->out, ".visible .entry " STR_FMT "()\n{\n",
		   STR_ARG(e->target->entry));
	for (rest = text; next_statement(&rest, &s);) {
		if (is_whole(d, s))
			buf_add(e->out, s);
		else
			add_left_out(e->out, s);
	}
	buf_add(e->out, STR("\nret;\n}\n"));
	arena_free(a);
}

void
emit_ptx(struct emitter *e)
{
	struct arena *a = arena_make();
	struct str text = clean_text(a, e->target->fence);

	if (!has_word(text, STR(".version")))
		emit_head(e);
	if (is_module(text))
		buf_add(e->out, text);
	else
		emit_statements(e, text);
	arena_free(a);
}

size_t
emit_ptx_lines(struct arena *a, uint32_t **out, const struct target *t)
{
	const struct fence *f = t->fence;
	struct str text = clean_text(a, f);
	/* the title, the head, the line of the kernel and its brace */
	size_t before = 1;

	before += has_word(text, STR(".version")) ? 0 : 3;
	before += is_module(text) ? 0 : 2;
	*out = arena_alloc(a, (before + f->nlines + 1) * sizeof(**out));
	for (size_t i = 0; i < f->nlines; i++)
		(*out)[before + i] = f->line_numbers[i];
	return before + f->nlines;
}

static uint32_t
count_feeds(struct str s)
{
	uint32_t n = 0;

	for (size_t i = 0; i < s.n; i++)
		n += s.p[i] == '\n';
	return n;
}

size_t
emit_ptx_mnemonics(struct arena *a, struct str **names, uint32_t **lines,
		   const struct target *t)
{
	const struct fence *f = t->fence;
	struct str text = clean_text(a, f), rest = text, s;
	struct declared *d = arena_alloc(a, sizeof(*d));
	size_t n = 0;

	/* a statement has two bytes at least */
	*names = arena_alloc(a, (text.n / 2 + 1) * sizeof(**names));
	*lines = arena_alloc(a, (text.n / 2 + 1) * sizeof(**lines));
	while (!is_module(text) && next_statement(&rest, &s))
		declare_statement(d, s);
	for (rest = text; !is_module(text) && next_statement(&rest, &s);) {
		struct str start = str_trim(s);
		struct instruction_text i;
		uint32_t line;

		if (is_whole(d, s))
			continue;
		split_instruction(&i, s);
		line = count_feeds(str_slice(text, 0, (size_t)(start.p -
							       text.p)));
		(*names)[n] = i.mnemonic;
		(*lines)[n++] = f->line_numbers[line];
	}
	return n;
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
