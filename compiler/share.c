/*
 * A source -> a unit beside others, and its text in a batch.
 *
 *	// kbc: fence of tiles.md:12      one line of all in the batch:
 *	#include <cstdint>                   front
 *	#line 12 "tiles.md"
 *	__global__ void fill(…) …         body, in `namespace kbc_unit_3_`
 *
 * The one idea: what is the same in all stands once in front, where it would
 * stand in each alone, and what is left is whole by itself. Lines keep the
 * page's numbers; the file that `#line` names becomes the unit's, since an
 * error must tell whose it is and nothing else.
 *
 * A kernel that kbc has made of a fragment is `extern "C"` only to be found by
 * its name; here nobody looks for it.
 */
#include "share.h"

#include "arena.h"
#include "buf.h"
#include "emit.h"
#include "plan.h"

static const struct str line_word = STR_INIT("#line ");
static const struct str mark = STR_INIT("// " SHARE_NAME);

/* What kbc writes around the includes of a fence. */
static bool
is_own_define(struct str line)
{
	static const struct str lines[] = {
		STR_INIT("#undef __device__"),
		STR_INIT("#define __device__ "
			 "__attribute__((device)) __attribute__((used))"),
		STR_INIT("#define __device__ __attribute__((device))"),
	};

	for (size_t i = 0; i < COUNT_OF(lines); i++)
		if (str_equal(line, lines[i]))
			return true;
	return false;
}

/* `#include <NAME>` of a header that lies in a folder of headers. */
static bool
is_plain_include(struct str line)
{
	static const struct str start = STR_INIT("#include <");
	static const struct str others = STR_INIT("/.-+");
	struct str name = str_skip(line, start.n);

	if (!str_starts(line, start) || !str_ends(name, STR(">")))
		return false;
	name.n--;
	for (size_t i = 0; i < name.n; i++)
		if (!byte_is_name(name.p[i]) &&
		    str_find_byte(others, name.p[i]) == others.n)
			return false;
	return name.n > 0 && name.p[0] != '/' &&
	       str_find(name, STR("..")) == name.n;
}

/* `#line NUMBER "FILE"`, and nothing else. */
static bool
parse_line(struct str line, uint64_t *number, struct str *file)
{
	struct str rest = str_skip(line, line_word.n);

	if (!str_starts(line, line_word) || !str_take_unsigned(&rest, number) ||
	    !str_starts(rest, STR(" \"")) || !str_ends(rest, STR("\"")) ||
	    rest.n < 3)
		return false;
	*file = str_slice(rest, 2, rest.n - 3);
	return str_find_byte(*file, '"') == file->n;
}

/* Whether the preprocessor and the compiler see nothing in a line. */
static bool
is_nothing(struct str line)
{
	return str_trim(line).n == 0 ||
	       (str_starts(line, STR("//")) &&
		str_find_byte(line, '\\') == line.n);
}

/* Takes the lines in front off the text; a `#line` for what is behind them
   begins the body. */
static void
take_front(struct buf *front, struct buf *body, struct str *text)
{
	struct str rest = *text, line, file = STR("");
	uint64_t number = 0;

	while (str_split(&line, &rest, '\n')) {
		if (parse_line(line, &number, &file)) {
			*text = rest;
			continue;
		}
		if (is_plain_include(line) || is_own_define(line))
			buf_printf(front, STR_FMT "\n", STR_ARG(line));
		else if (!is_nothing(line))
			break;
		number++;
		*text = rest;
	}
	if (file.n > 0)
		buf_printf(body, "#line %llu \"" STR_FMT "\"\n",
			   (unsigned long long)number, STR_ARG(file));
}

/* Copies the rest, with the head of a fragment's kernel made C++'s. False if
   there is a `#line` that is not ours, or more than one such head. */
static bool
copy_body(struct buf *out, const struct target *t, struct str text)
{
	static const struct str head = STR_INIT("extern \"C\" __global__ void");
	struct str line, file;
	size_t heads = 0;
	uint64_t number;

	while (str_split(&line, &text, '\n')) {
		if (str_starts(line, line_word) &&
		    !parse_line(line, &number, &file))
			return false;
		if (t->body && str_equal(line, head)) {
			line = str_skip(line, STR("extern \"C\" ").n);
			heads++;
		}
		if (line.n > 0 || text.p)
			buf_printf(out, STR_FMT "\n", STR_ARG(line));
	}
	return heads <= 1;
}

bool
share_parse(struct arena *a, struct share_unit *out, const struct target *t,
	    struct str text)
{
	struct buf front = { 0 }, body = { 0 };
	struct tokens tokens;
	bool good;

	take_front(&front, &body, &text);
	good = copy_body(&body, t, text);
	*out = (struct share_unit){ .front = arena_copy(a, buf_str(&front)),
				    .body = arena_copy(a, buf_str(&body)) };
	out->own = arena_printf(a, STR_FMT STR_FMT, STR_ARG(t->name),
				STR_ARG(emit_suffix(t)));
	buf_free(&front);
	buf_free(&body);
	return good && share_tokens(a, &tokens, out->body) &&
	       share_names(a, out, &tokens);
}

/* --- text ---------------------------------------------------------------- */

static void
add_mark(struct buf *out, const struct member *m)
{
	buf_printf(out, STR_FMT " %zu %u %u " STR_FMT " " STR_FMT "\n",
		   STR_ARG(mark), m->number, (unsigned)m->first,
		   (unsigned)m->last, STR_ARG(m->name), STR_ARG(m->key));
	/* not 1: nvcc takes the name of a first line for a file it has read */
	buf_printf(out, "#line 2 \"" SHARE_NAME "_%zu_own\"\n", m->number);
}

void
share_emit_front(struct buf *out, struct str front)
{
	buf_add(out, STR("// kbc: sources in one translation unit\n"));
	buf_add(out, front);
	buf_add(out, STR("enum " SHARE_NAME " {};\n"));
}

void
share_emit_unit(struct buf *out, const struct share_unit *u,
		const struct member *m)
{
	struct str rest = u->body, line, file;
	uint64_t number;

	add_mark(out, m);
	buf_printf(out, "namespace " SHARE_NAME "_%zu_ {\n", m->number);
	while (str_split(&line, &rest, '\n')) {
		if (parse_line(line, &number, &file))
			buf_printf(out, "#line %llu \"" SHARE_NAME "_%zu_%s\"",
				   (unsigned long long)number, m->number,
				   str_equal(file, u->own) ? "own" : "");
		else
			buf_add(out, line);
		if (rest.p)
			buf_add_byte(out, '\n');
	}
	buf_add(out, STR("}\n"));
}

struct str
share_name_line(struct arena *a, struct str name)
{
	return arena_printf(a, "template <template <" SHARE_NAME "> class> "
			    "struct " STR_FMT ";", STR_ARG(name));
}

void
share_emit_names(struct buf *out, const struct share_unit *u,
		 const struct member *m)
{
	struct arena *a = arena_make();

	if (u->nnames > 0)
		add_mark(out, m);
	for (size_t i = 0; i < u->nnames; i++)
		buf_printf(out, STR_FMT "\n",
			   STR_ARG(share_name_line(a, u->names[i])));
	arena_free(a);
}

static bool
take_number(struct str *s, uint64_t *number)
{
	*s = str_trim(*s);
	return str_take_unsigned(s, number);
}

bool
share_mark(struct str line, struct member *out, bool *member)
{
	struct str rest = str_skip(line, mark.n);
	uint64_t number, first, last;

	*member = false;
	if (!str_starts(line, mark))
		return false;
	if (!take_number(&rest, &number) || !take_number(&rest, &first) ||
	    !take_number(&rest, &last) || number >= SHARE_MAX)
		return true;
	rest = str_trim(rest);
	*out = (struct member){ .number = (size_t)number,
				.first = (uint32_t)first,
				.last = (uint32_t)last };
	*member = str_split(&out->name, &rest, ' ') &&
		  str_split(&out->key, &rest, ' ');
	return true;
}

size_t
share_member(struct str name)
{
	struct str rest = str_skip(name, str_find(name, STR(SHARE_NAME "_")));
	uint64_t number;

	rest = str_skip(rest, STR(SHARE_NAME "_").n);
	if (!str_take_unsigned(&rest, &number) || number >= SHARE_MAX ||
	    !str_starts(rest, STR("_")))
		return SIZE_MAX;
	return (size_t)number;
}
