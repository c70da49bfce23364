/*
 * The text of a PTX fence: comments out, statements apart, and which of them
 * name nothing that the fence does not declare.
 *
 * A light look at words, no parse: what is wrong in a statement the assembler
 * says. A name is declared by a directive (`.reg .f32 %f<4>;`, `.shared .b8
 * s[64];`) or by a label, anywhere in the fence; or it is one of the machine's
 * registers.
 */
#include "emit_ptx.h"

#include "arena.h"
#include "buf.h"
#include "page.h"

/* Names that one fence declares; one with more is no fragment. */
#define DECLARED_MAX 512

struct ptx_declared {
	struct str items[DECLARED_MAX];
	bool family[DECLARED_MAX]; /* `%f<4>`: %f0 … */
	size_t n;
};

struct ptx_declared *
ptx_declared_make(struct arena *a)
{
	return arena_alloc(a, sizeof(struct ptx_declared));
}

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

struct str
ptx_clean(struct arena *a, const struct fence *f)
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

bool
ptx_has_word(struct str text, struct str word)
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

/* --- statements ---------------------------------------------------------- */

bool
ptx_next_statement(struct str *rest, struct str *out)
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
	return c == '%' || c == '_' || c == '$' || byte_is_lower(c) ||
	       byte_is_upper(c);
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

struct str
ptx_take_label(struct str *s)
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
declare(struct ptx_declared *d, struct str name, bool family)
{
	if (d->n == DECLARED_MAX || name.n == 0)
		return;
	d->items[d->n] = name;
	d->family[d->n++] = family;
}

void
ptx_declare(struct ptx_declared *d, struct str s)
{
	struct str name;

	s = str_trim(s);
	declare(d, ptx_take_label(&s), false);
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
is_declared(const struct ptx_declared *d, struct str name)
{
	for (size_t i = 0; i < d->n; i++)
		if (d->family[i] ? is_in_family(name, d->items[i]) :
				   str_equal(name, d->items[i]))
			return true;
	return is_special(name);
}

void
ptx_split(struct ptx_instruction *out, struct str s)
{
	size_t n;

	*out = (struct ptx_instruction){ 0 };
	s = str_trim(s);
	ptx_take_label(&s);
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
has_all(const struct ptx_declared *d, struct str text)
{
	struct str name;

	while (next_name(&text, &name))
		if (!is_declared(d, name))
			return false;
	return true;
}

bool
ptx_is_whole(const struct ptx_declared *d, struct str s)
{
	struct ptx_instruction i;

	s = str_trim(s);
	if (s.n <= 1 || s.p[0] == '.')
		return true;
	ptx_split(&i, s);
	return has_all(d, i.guard) && has_all(d, i.operands);
}
