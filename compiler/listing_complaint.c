/*
 * What compilers complain of, in each of their formats, to messages.
 *
 *     page.md(12): error: …          the front end
 *     page.md(12): warning #177-D: …
 *     page.md:12:5: fatal error: …   the preprocessor
 *     ptxas k.ptx, line 123; error   : …
 *     ptxas fatal   : …              any tool about the whole
 *     At end of source: error: …
 *
 * A message starts at the line's first byte: the echo of a source line is
 * indented, so a page cannot place a message there. Of two places in a line
 * the first is meant. What follows a message, its caret, the templates it
 * came through, and the tally at the end, is left out.
 */
#include "listing.h"

#include "arena.h"

struct severity {
	struct str word;
	bool is_error;
};

/* Where one starts with another's word the longer stands first. */
static const struct severity severities[] = {
	{ STR_INIT("catastrophic error"), true },
	{ STR_INIT("fatal error"), true },
	{ STR_INIT("internal error"), true },
	{ STR_INIT("error"), true },
	{ STR_INIT("fatal"), true },
	{ STR_INIT("warning"), false },
	{ STR_INIT("remark"), false },
	{ STR_INIT("note"), false },
};

/* Takes the number at the front of s; false if there is none. */
static bool
take_number(struct str *s, uint32_t *out)
{
	uint64_t n;

	if (!str_take_unsigned(s, &n) || n > UINT32_MAX)
		return false;
	*out = (uint32_t)n;
	return true;
}

static bool
take(struct str *s, struct str word)
{
	if (!str_starts(*s, word))
		return false;
	*s = str_skip(*s, word.n);
	return true;
}

static void
take_blanks(struct str *s)
{
	while (take(s, STR(" ")))
		continue;
}

/* Takes ` #549-D` into the code. */
static void
take_code(struct str *s, struct complaint *c)
{
	struct str rest = *s;
	size_t n = 0;

	take_blanks(&rest);
	if (!take(&rest, STR("#")))
		return;
	while (n < rest.n && (byte_is_name(rest.p[n]) || rest.p[n] == '-'))
		n++;
	c->code = str_slice(rest, 0, n);
	*s = str_skip(rest, n);
}

/* Takes `error   : TEXT`, with perhaps a code before the colon. */
static bool
take_message(struct str s, struct complaint *c)
{
	for (size_t i = 0; i < COUNT_OF(severities); i++) {
		struct str rest = s;

		if (!take(&rest, severities[i].word))
			continue;
		c->code = (struct str){ NULL, 0 };
		take_code(&rest, c);
		take_blanks(&rest);
		if (!take(&rest, STR(":")))
			continue;
		c->is_error = severities[i].is_error;
		c->text = str_trim(rest);
		return true;
	}
	return false;
}

/* What stands behind a file's name: `(12): MESSAGE`, `:12:5: MESSAGE`. */
static bool
take_place(struct str s, struct complaint *c)
{
	uint32_t column;

	if (take(&s, STR("("))) {
		if (!take_number(&s, &c->line) || !take(&s, STR("): ")))
			return false;
		return take_message(s, c);
	}
	if (!take(&s, STR(":")) || !take_number(&s, &c->line))
		return false;
	if (take(&s, STR(":")) && take_number(&s, &column) &&
	    !take(&s, STR(":")))
		return false;
	take_blanks(&s);
	return take_message(s, c);
}

static bool
parse_placed(struct str line, struct complaint *c)
{
	for (size_t i = 1; i < line.n; i++) {
		if (line.p[i] != '(' && line.p[i] != ':')
			continue;
		*c = (struct complaint){ .file = str_slice(line, 0, i) };
		if (take_place(str_skip(line, i), c))
			return true;
	}
	return false;
}

/* `ptxas k.ptx, line 123; error   : TEXT`. */
static bool
parse_assembler(struct str line, struct complaint *c)
{
	static const struct str middle = STR_INIT(", line ");
	size_t at;

	*c = (struct complaint){ 0 };
	if (!take(&line, STR("ptxas ")))
		return false;
	at = str_find(line, middle);
	c->file = str_slice(line, 0, at);
	line = str_skip(line, at + middle.n);
	return take_number(&line, &c->line) && take(&line, STR("; ")) &&
	       take_message(line, c);
}

/* Advice of ptxas that has a number: `ptxas info    : (C7510) TEXT`. */
static bool
parse_advice(struct str line, struct complaint *c)
{
	size_t end;

	*c = (struct complaint){ 0 };
	if (!take(&line, STR("ptxas info")))
		return false;
	take_blanks(&line);
	if (!take(&line, STR(": (C")))
		return false;
	end = str_find_byte(line, ')');
	c->code = (struct str){ line.p - 1, end + 1 };
	c->text = str_trim(str_skip(line, end + 1));
	return end < line.n;
}

/* A message about the whole, with the name of its tool before it or none. */
static bool
parse_general(struct str line, struct complaint *c)
{
	static const struct str tools[] = {
		STR_INIT("ptxas "), STR_INIT("nvcc "), STR_INIT("nvlink "),
		STR_INIT("nvdisasm "), STR_INIT("At end of source: "),
		STR_INIT("cc1plus: "), STR_INIT("g++: "), STR_INIT("gcc: "),
		STR_INIT("Command-line error: "), STR_INIT(""),
	};

	*c = (struct complaint){ 0 };
	for (size_t i = 0; i < COUNT_OF(tools); i++) {
		struct str rest = line;

		if (take(&rest, tools[i]) && take_message(rest, c))
			return true;
	}
	return false;
}

size_t
complaints_parse(struct arena *a, struct complaint **out, struct str output)
{
	size_t n = 0, cap = 0;
	struct complaint c;
	struct str line;

	*out = NULL;
	while (str_split(&line, &output, '\n')) {
		if (line.n == 0 || byte_is_blank(line.p[0]))
			continue;
		if (!parse_assembler(line, &c) && !parse_general(line, &c) &&
		    !parse_advice(line, &c) && !parse_placed(line, &c))
			continue;
		*out = arena_grow(a, *out, n, &cap, sizeof(**out));
		c.file = arena_copy(a, c.file);
		c.code = arena_copy(a, c.code);
		c.text = arena_copy(a, c.text);
		(*out)[n++] = c;
	}
	return n;
}
