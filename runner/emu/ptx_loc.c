/*
 * Where instructions come from: .file and .loc to struct place.
 *
 * An instruction of an inlined function has the place of that function and
 * that of the call. Findings are for the reader of the page: if the function
 * stands in a header, the place is that of the call instead, as often as
 * functions of headers are inlined into each other.
 */
#include <string.h>

#include "arena.h"
#include "ptx.h"
#include "ptx_lex.h"
#include "ptx_parts.h"

enum { LOOK_BACK = 256 };

/* A place as written, and the one that the reader is told. */
struct loc {
	unsigned file;
	long line, column;
	struct place place;
};

static void
add_file(struct parser *p, const char *at)
{
	struct module *m = p->module;
	struct lexer l = { 0 };
	size_t number;
	const char **more;

	lex_start(&l, at);
	number = (size_t)l.token.value;
	lex_next(&l);
	if (l.token.kind != TOKEN_STRING || number > 65535)
		return;
	if (number >= m->nfiles) {
		more = arena_make(p->arena, 2 * (number + 1) * sizeof(*more));
		if (m->nfiles)
			memcpy(more, m->files, m->nfiles * sizeof(*more));
		m->files = more;
		m->nfiles = 2 * (number + 1);
	}
	m->files[number] = arena_copy(p->arena, l.token.text, l.token.len);
}

void
parse_files(struct parser *p, const char *text)
{
	const char *at = text;

	while ((at = strstr(at, ".file"))) {
		if ((at == text || strchr("\n\t ", at[-1])) &&
		    (at[5] == '\t' || at[5] == ' '))
			add_file(p, at + 5);
		at += 5;
	}
}

static bool
is_header(const struct module *m, unsigned file)
{
	static const char *const ends[] = { ".h", ".hpp", ".cuh", ".inl" };
	const char *name = file < m->nfiles ? m->files[file] : NULL;
	size_t i, len, end;

	if (!name)
		return false;
	len = strlen(name);
	if (name[0] == '<' || (name[0] == '/' && strstr(name, "/include/")))
		return true;
	for (i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		end = strlen(ends[i]);
		if (len > end && !strcmp(name + len - end, ends[i]))
			return true;
	}
	return false;
}

static struct place
find_outer(struct parser *p, const struct loc *outer)
{
	struct place none = { outer->file, outer->line };
	size_t i, n;

	for (i = p->nlocs, n = 0; i > 0 && n < LOOK_BACK; i--, n++) {
		if (p->locs[i - 1].file == outer->file &&
		    p->locs[i - 1].line == outer->line &&
		    p->locs[i - 1].column == outer->column)
			return p->locs[i - 1].place;
	}
	return none;
}

static void
parse_triple(struct parser *p, struct loc *l)
{
	l->file = (unsigned)parse_integer(p);
	l->line = (long)parse_integer(p);
	l->column = (long)parse_integer(p);
}

/* ", function_name $L+4, inlined_at 1 9 2"; false if there is none. */
static bool
parse_outer(struct parser *p, struct loc *outer)
{
	bool found = false;

	while (lex_take(p->lexer, ',') && !p->failed) {
		if (lex_take_word(p->lexer, "inlined_at")) {
			parse_triple(p, outer);
			found = true;
		} else {
			parse_word(p);
			if (p->lexer->token.kind == TOKEN_WORD)
				lex_next(p->lexer);
			if (lex_take(p->lexer, '+'))
				lex_next(p->lexer);
		}
	}
	return found;
}

void
parse_loc(struct parser *p)
{
	struct loc l = { 0 }, outer = { 0 };
	bool inlined;

	parse_triple(p, &l);
	inlined = parse_outer(p, &outer);
	l.place = (struct place){ l.file, l.line };
	if (inlined && is_header(p->module, l.file))
		l.place = find_outer(p, &outer);
	if (!l.line)
		l.place = p->here;
	p->here = l.place;
	p->locs = arena_grow(p->arena, p->locs, p->nlocs, sizeof(l));
	p->locs[p->nlocs++] = l;
}
