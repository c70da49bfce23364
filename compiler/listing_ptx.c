/*
 * PTX, as nvcc or a page writes it, to functions and instructions.
 *
 * The text is read statement by statement, not line by line: inline asm puts
 * several on one line, in scopes of its own, and calls spread over lines. A
 * statement ends at its `;`, but .loc and .file end with their line. A brace
 * that opens a statement opens a scope, one inside it holds operands. Labels
 * are seen in their scope only, since the same asm, inlined twice, brings
 * the same labels twice.
 *
 *     @%p1 bra $L__BB0_2;    guard, mnemonic, where to
 *
 * No statement is checked: ptxas has done so. Instructions that are kept have
 * comments gone and blanks made one.
 */
#include "listing.h"

#include <string.h>

#include "arena.h"
#include "buf.h"
#include "listing_parts.h"

struct reader {
	struct arena *a;
	struct str rest;
};

/* Drops a comment at the front of s. */
static bool
skip_comment(struct str *s)
{
	struct str end;

	if (str_starts(*s, STR("//")))
		end = STR("\n");
	else if (str_starts(*s, STR("/*")))
		end = STR("*/");
	else
		return false;
	*s = str_skip(*s, 2);
	*s = str_skip(*s, str_find(*s, end) + end.n);
	return true;
}

static void
skip_blanks(struct str *s)
{
	while (s->n && (byte_is_blank(s->p[0]) || skip_comment(s))) {
		while (s->n && byte_is_blank(s->p[0]))
			*s = str_skip(*s, 1);
	}
}

/* Copies a string literal with its quotes; it ends with its line at last. */
static void
copy_string(struct buf *out, struct str *s)
{
	size_t n = 1;

	while (n < s->n && s->p[n] != '"' && s->p[n] != '\n')
		n += s->p[n] == '\\' && n + 1 < s->n && s->p[n + 1] != '\n' ?
			     2 : 1;
	if (n < s->n && s->p[n] == '"')
		n++;
	buf_add(out, str_slice(*s, 0, n));
	*s = str_skip(*s, n);
}

/*
 * Reads up to one of the bytes in `ends` outside braces, comments and
 * strings, and takes it; the text before it with single blanks. *end is that
 * byte, NUL at the end of the text.
 */
static struct str
read_until(struct reader *r, const char *ends, char *end)
{
	struct buf text = { 0 };
	size_t depth = 0;
	struct str copy;

	*end = '\0';
	while (r->rest.n) {
		char c = r->rest.p[0];

		if (depth == 0 && c && strchr(ends, c)) {
			*end = c;
			r->rest = str_skip(r->rest, 1);
			break;
		}
		if (c == '"') {
			copy_string(&text, &r->rest);
			continue;
		}
		if (byte_is_blank(c) || str_starts(r->rest, STR("//")) ||
		    str_starts(r->rest, STR("/*"))) {
			skip_blanks(&r->rest);
			buf_add_byte(&text, ' ');
			continue;
		}
		if (c == '{')
			depth++;
		if (c == '}' && depth)
			depth--;
		buf_add_byte(&text, c);
		r->rest = str_skip(r->rest, 1);
	}
	copy = arena_copy(r->a, str_trim(buf_str(&text)));
	buf_free(&text);
	return copy;
}

static bool
is_name_byte(char c)
{
	return byte_is_name(c) || c == '$' || c == '%';
}

static struct str
front_name(struct str s)
{
	size_t n = 0;

	while (n < s.n && is_name_byte(s.p[n]))
		n++;
	return str_slice(s, 0, n);
}

/* Takes `NAME:` off the front of the text. */
static bool
take_label(struct str *name, struct str *rest)
{
	struct str s = *rest, after;

	*name = front_name(s);
	after = str_skip(s, name->n);
	skip_blanks(&after);
	if (name->n == 0 || !str_starts(after, STR(":")) ||
	    str_starts(after, STR("::")))
		return false;
	*rest = str_skip(after, 1);
	return true;
}

static void
add_statement(struct function *f, struct str text)
{
	static const struct str ends[] = {
		STR_INIT("ret"), STR_INIT("exit"), STR_INIT("trap"),
		STR_INIT("ret.uni"), STR_INIT("bra"), STR_INIT("bra.uni"),
	};
	struct jump jump = { .falls = true };
	struct str s = text, mnemonic;
	bool guarded = str_starts(s, STR("@"));

	if (guarded)
		s = str_trim(str_skip(s, listing_front_word(s).n));
	mnemonic = listing_front_word(s);
	if (mnemonic.n == 0)
		return;
	for (size_t i = 0; i < COUNT_OF(ends) && !guarded; i++)
		jump.falls = jump.falls && !str_equal(mnemonic, ends[i]);
	if (str_equal(mnemonic, STR("bra")) ||
	    str_equal(mnemonic, STR("bra.uni"))) {
		jump.label = front_name(str_trim(str_skip(s, mnemonic.n)));
		jump.closes = true;
	}
	function_add(f, mnemonic, text, jump);
}

/* One statement of a body, which is not at its end. */
static void
read_statement(struct reader *r, struct function *f)
{
	bool is_line = str_starts(r->rest, STR(".loc")) ||
		       str_starts(r->rest, STR(".file"));
	bool directive = str_starts(r->rest, STR("."));
	struct str text;
	char end;

	if (is_line) {
		r->rest = str_skip(r->rest, str_find_byte(r->rest, '\n'));
		return;
	}
	/* A brace after the last statement needs no `;`. */
	text = read_until(r, ";", &end);
	if (!directive)
		add_statement(f, text);
}

/* The body of a function, behind its first brace; false if it has no end. */
static bool
read_body(struct reader *r, struct function *f)
{
	struct str label;

	for (;;) {
		skip_blanks(&r->rest);
		if (r->rest.n == 0)
			return false;
		if (r->rest.p[0] == '}') {
			r->rest = str_skip(r->rest, 1);
			if (!function_close_scope(f))
				return true;
		} else if (r->rest.p[0] == '{') {
			r->rest = str_skip(r->rest, 1);
			function_open_scope(f);
		} else if (take_label(&label, &r->rest)) {
			function_add_label(f, label);
		} else {
			read_statement(r, f);
		}
	}
}

/* Moves s behind a directive in it. */
static bool
skip_to(struct str *s, struct str directive)
{
	struct str rest = *s;
	size_t at;

	while ((at = str_find(rest, directive)) < rest.n) {
		rest = str_skip(rest, at + directive.n);
		if (rest.n && is_name_byte(rest.p[0]))
			continue;
		*s = str_trim(rest);
		return true;
	}
	return false;
}

/* The name of the function that a head opens: `.func (.param …) NAME (…`. */
static struct str
head_name(struct str head)
{
	struct str none = { NULL, 0 };

	if (skip_to(&head, STR(".entry")))
		return front_name(head);
	if (!skip_to(&head, STR(".func")))
		return none;
	if (str_starts(head, STR("("))) {
		head = str_skip(head, str_find_byte(head, ')') + 1);
		head = str_trim(head);
	}
	return front_name(head);
}

/* `.param .align 4 .b8 NAME[16]` as `b16`, `.param .u64 NAME` as `i8`. */
static void
add_parameter(struct buf *out, struct str text)
{
	struct str word;
	uint64_t bits = 0, count = 0;
	char kind = 'b';

	while ((word = listing_front_word(text)).n > 0) {
		text = str_trim(str_skip(text, word.n));
		if (word.n > 2 && word.p[0] == '.' &&
		    str_unsigned(str_skip(word, 2), &bits))
			kind = word.p[1] == 'u' || word.p[1] == 's' ? 'i' :
			       word.p[1] == 'f' ? 'f' : 'b';
		if (bits > 0)
			break;
	}
	text = str_skip(text, str_find_byte(text, '[') + 1);
	text = str_slice(text, 0, str_find_byte(text, ']'));
	if (str_unsigned(text, &count))
		kind = 'b';
	else if (kind == 'b') /* .b64: of no kind, like an address */
		kind = 'i';
	buf_printf(out, "%s%c%llu", out->n > 0 ? " " : "", kind,
		   (unsigned long long)(bits / 8 *
					(count > 0 ? count : 1)));
}

/* The parameters of an entry's head; p NULL when it is no entry. */
static struct str
head_parameters(struct arena *a, struct str head)
{
	struct str none = { NULL, 0 }, one;
	struct buf out = { 0 };

	if (!skip_to(&head, STR(".entry")))
		return none;
	head = str_skip(head, str_find_byte(head, '(') + 1);
	head = str_slice(head, 0, str_find_byte(head, ')'));
	while (str_split(&one, &head, ','))
		if (str_starts(str_trim(one), STR(".param")))
			add_parameter(&out, str_trim(one));
	one = out.n > 0 ? arena_copy(a, buf_str(&out)) : STR("");
	buf_free(&out);
	return one;
}

/* Skips what an opened brace holds; false if it is not closed. */
static bool
skip_braces(struct reader *r)
{
	char end;

	read_until(r, "}", &end);
	return end == '}';
}

/* A directive of the module ends with its line. */
static bool
is_line_directive(struct str s)
{
	static const struct str words[] = {
		STR_INIT(".version"), STR_INIT(".target"), STR_INIT(".loc"),
		STR_INIT(".address_size"), STR_INIT(".file"),
	};

	for (size_t i = 0; i < COUNT_OF(words); i++) {
		if (str_starts(s, words[i]))
			return true;
	}
	return false;
}

/* One directive or function; false when it has no end. */
static bool
read_part(struct reader *r, struct listing *out, bool *is_ptx)
{
	struct function f;
	struct str head, name;
	char end;

	if (is_line_directive(r->rest)) {
		*is_ptx = *is_ptx || str_starts(r->rest, STR(".version"));
		r->rest = str_skip(r->rest, str_find_byte(r->rest, '\n'));
		return true;
	}
	if (!*is_ptx)
		return false;
	head = read_until(r, ";{", &end);
	if (end != '{')
		return end == ';';
	name = head_name(head);
	if (name.n == 0)
		return skip_braces(r);
	function_begin(&f, r->a, out, name);
	f.kernel->parameters = head_parameters(r->a, head);
	if (!read_body(r, &f))
		return false;
	function_end(&f);
	return true;
}

bool
listing_parse_ptx(struct arena *a, struct listing *out, struct str text)
{
	struct reader r = { a, text };
	bool is_ptx = false;

	*out = (struct listing){ 0 };
	for (skip_blanks(&r.rest); r.rest.n; skip_blanks(&r.rest)) {
		if (!read_part(&r, out, &is_ptx))
			return false;
	}
	return is_ptx;
}
