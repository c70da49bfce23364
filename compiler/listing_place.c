/*
 * A line of PTX to the line of the page that it was compiled from.
 *
 * nvcc -lineinfo writes `.loc FILE LINE COLUMN` before the instructions of a
 * place and `.file FILE "NAME"` once at the end. The idea: the last .loc of the
 * same function before the line is its place. Lines are read as lines, since
 * ptxas, whose complaints are looked up here, counts them so; what a line says
 * beside its first word does not matter.
 */
#include "listing.h"

#include "listing_parts.h"

/* The number at the front of s, taken; false if there is none. */
static bool
take_number(struct str *s, uint64_t *n)
{
	struct str digits = listing_front_word(str_trim(*s));

	*s = str_skip(str_trim(*s), digits.n);
	return str_unsigned(digits, n);
}

/* The text of `.file N "NAME"`. */
static bool
find_file(struct str *file, struct str ptx, uint64_t wanted)
{
	struct str line;
	uint64_t n;

	while (str_split(&line, &ptx, '\n')) {
		line = str_trim(line);
		if (!str_starts(line, STR(".file")))
			continue;
		line = str_skip(line, 5);
		if (!take_number(&line, &n) || n != wanted)
			continue;
		line = str_skip(line, str_find_byte(line, '"') + 1);
		*file = str_slice(line, 0, str_find_byte(line, '"'));
		return true;
	}
	return false;
}

bool
ptx_page_line(struct str ptx, uint32_t line, struct str *file,
	      uint32_t *page_line)
{
	uint64_t file_number = 0, n = 0, a, b;
	struct str rest = ptx, text;

	for (uint32_t i = 1; i <= line && str_split(&text, &rest, '\n'); i++) {
		text = str_trim(text);
		/* Places of another function say nothing of this one. */
		if (str_starts(text, STR(".visible")) ||
		    str_starts(text, STR(".entry")) ||
		    str_starts(text, STR(".func")))
			n = 0;
		if (!str_starts(text, STR(".loc")))
			continue;
		text = str_skip(text, 4);
		if (take_number(&text, &a) && take_number(&text, &b)) {
			file_number = a;
			n = b;
		}
	}
	if (n == 0 || n > UINT32_MAX || !find_file(file, ptx, file_number))
		return false;
	*page_line = (uint32_t)n;
	return true;
}
