/*
 * PTX that tells no place: of nvcc's output, what says where a source lay.
 *
 * Names in symbols are step_names.c's. With -lineinfo two more things come
 * along, both of which another folder would make others:
 *
 *     .file 1 "/lab/wiki/notes/add.md"
 *     .section .debug_str
 *     {
 *     $L__info_string0:
 *     .b8 95,90,78,51,52,95,73,78,84,69,82,78,65,76,95 …
 *
 * A file below the folder that nvcc ran in is named from there, which is how
 * pages are named elsewhere, too; any other is the system's and is named as an
 * include names it, `<cuda_fp16.hpp>`. The bytes are names in symbols once
 * more: they are read, shortened and written as bytes.
 *
 * No instruction and no label becomes another; what is not understood stays.
 */
#include "step_parts.h"

#include "arena.h"
#include "buf.h"
#include "path.h"

/* Bytes on one line of .b8. */
#define ROW_BYTES 32

/* PTX on its way to one without places. */
struct places {
	struct arena *a;
	struct str root;   /* the folder that nvcc ran in, absolute */
	struct buf text;
	struct buf name;   /* bytes of .b8 that stand before this line */
	bool in_strings;   /* between the braces of .debug_str */
};

/* Takes `\303` or `\\`, the byte of which it is; false if s starts with
   neither. */
static bool
take_escape(struct str *s, char *byte)
{
	unsigned value = 0;

	if (str_starts(*s, STR("\\\\"))) {
		*byte = '\\';
		*s = str_skip(*s, 2);
		return true;
	}
	if (s->n < 4 || s->p[0] != '\\')
		return false;
	for (size_t i = 1; i < 4; i++) {
		if (s->p[i] < '0' || s->p[i] > '7')
			return false;
		value = value * 8 + byte_digit(s->p[i]);
	}
	*byte = (char)(unsigned char)value;
	*s = str_skip(*s, 4);
	return true;
}

/* A name as `.file` has it, without its escapes. */
static struct str
read_name(struct arena *a, struct str text)
{
	struct buf b = { 0 };
	struct str name;

	while (text.n) {
		char byte;

		if (!take_escape(&text, &byte)) {
			byte = text.p[0];
			text = str_skip(text, 1);
		}
		buf_add_byte(&b, byte);
	}
	name = arena_copy(a, buf_str(&b));
	buf_free(&b);
	return name;
}

static void
write_name(struct buf *b, struct str name)
{
	for (size_t i = 0; i < name.n; i++) {
		unsigned char c = (unsigned char)name.p[i];

		if (c < ' ' || c > '~' || c == '"')
			buf_printf(b, "\\%03o", c);
		else if (c == '\\')
			buf_add(b, STR("\\\\"));
		else
			buf_add_byte(b, name.p[i]);
	}
}

/* What an include of a system's file would name. */
static struct str
included_name(struct str path)
{
	static const struct str folder = STR_INIT("/include/");
	struct str rest = path;
	size_t i;

	while ((i = str_find(rest, folder)) < rest.n)
		rest = str_skip(rest, i + folder.n);
	return rest.p == path.p ? path_base(path) : rest;
}

/* Writes `.file N "PATH"` with a name in place of the path. */
static bool
add_file(struct places *q, struct str line)
{
	size_t start = str_find_byte(line, '"') + 1, end = line.n;
	struct str path;

	while (end > start && line.p[end - 1] != '"')
		end--;
	if (!str_starts(str_trim(line), STR(".file")) || end <= start)
		return false;
	path = read_name(q->a, str_slice(line, start, end - 1 - start));
	if (!str_starts(path, STR("/")))
		return false;
	path = path_clean(q->a, path);
	buf_add(&q->text, str_slice(line, 0, start));
	if (path_is_under(path, q->root)) {
		write_name(&q->text, path_below(path, q->root));
	} else {
		buf_add_byte(&q->text, '<');
		write_name(&q->text, included_name(path));
		buf_add_byte(&q->text, '>');
	}
	buf_add(&q->text, str_skip(line, end - 1));
	return true;
}

/* Keeps the bytes of `.b8 95,90`; false if that is none such. */
static bool
take_bytes(struct places *q, struct str line)
{
	static const struct str word = STR_INIT(".b8 ");
	size_t before = q->name.n;
	struct str number;
	uint64_t byte;

	line = str_trim(line);
	if (!str_starts(line, word))
		return false;
	line = str_skip(line, word.n);
	while (str_split(&number, &line, ',')) {
		if (!str_unsigned(str_trim(number), &byte) || byte > 255) {
			q->name.n = before;
			return false;
		}
		buf_add_byte(&q->name, (char)(unsigned char)byte);
	}
	return true;
}

/* Writes the bytes that are kept, shortened as the name they are. */
static void
add_bytes(struct places *q)
{
	struct str name = step_shorten_names(q->a, buf_str(&q->name));

	for (size_t i = 0; i < name.n; i++) {
		buf_add(&q->text, i % ROW_BYTES == 0 ? STR(".b8 ") : STR(","));
		buf_printf(&q->text, "%u", (unsigned char)name.p[i]);
		if (i + 1 == name.n || (i + 1) % ROW_BYTES == 0)
			buf_add_byte(&q->text, '\n');
	}
	buf_clear(&q->name);
}

/* Writes one line; false if its bytes are kept for later. */
static bool
add_line(struct places *q, struct str line)
{
	struct str text = str_trim(line);

	if (q->in_strings && take_bytes(q, line))
		return false;
	add_bytes(q);
	if (str_starts(text, STR(".section")))
		q->in_strings = str_ends(text, STR(".debug_str"));
	else if (str_equal(text, STR("}")))
		q->in_strings = false;
	if (!add_file(q, line))
		buf_add(&q->text, line);
	return true;
}

struct str
step_without_places(struct arena *a, struct str ptx, struct str root)
{
	struct places q = { .a = a, .root = root };
	struct str rest = ptx, line;

	while (str_split(&line, &rest, '\n')) {
		if (add_line(&q, line) && rest.p)
			buf_add_byte(&q.text, '\n');
	}
	add_bytes(&q);
	ptx = step_shorten_names(a, buf_str(&q.text));
	buf_free(&q.name);
	buf_free(&q.text);
	return ptx;
}
