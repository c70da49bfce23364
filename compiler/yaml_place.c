/*
 * Places in a YAML text: what libyaml counts to bytes of the source.
 *
 * libyaml counts code points. In an all-ASCII text they are bytes; in others
 * a cursor walks from the code point asked for last to the next one, which is
 * near: events come in the order of the text. libyaml also ends a value only
 * where the next thing begins; the bytes between say where it stopped.
 *
 * The bytes are UTF-8, which yaml_bytes.c has seen to.
 */
#include "yaml_place.h"

static bool
is_continuation(char c)
{
	return ((unsigned char)c & 0xc0) == 0x80;
}

/* Moves the cursor on to a code point, or to the end of the text. */
static void
step_forward(struct places *p, size_t point)
{
	struct str t = p->text;
	size_t at = p->byte, now = p->point;

	while (now < point && at < t.n) {
		at++;
		now += at == t.n || !is_continuation(t.p[at]);
	}
	p->byte = at;
	p->point = now;
}

size_t
place_byte(struct places *p, size_t point)
{
	if (p->ascii)
		return point < p->text.n ? point : p->text.n;
	step_forward(p, point);
	while (p->point > point) {
		p->point--;
		do
			p->byte--;
		while (is_continuation(p->text.p[p->byte]));
	}
	return p->byte;
}

size_t
place_after(const struct places *p, size_t at)
{
	size_t end = at;

	while (end < p->text.n &&
	       (end == at || is_continuation(p->text.p[end])))
		end++;
	return end;
}

/* Where the blanks, line breaks and comments that start at `at` end. */
static size_t
skip_space(const struct places *p, size_t at)
{
	struct str t = p->text;

	while (at < t.n) {
		if (t.p[at] == '#' && at > 0 && byte_is_blank(t.p[at - 1]))
			at += str_find_byte(str_skip(t, at), '\n');
		else if (byte_is_blank(t.p[at]))
			at++;
		else
			break;
	}
	return at;
}

size_t
place_behind_colon(const struct places *p, size_t end, size_t next)
{
	size_t at = skip_space(p, end);

	return at < next && p->text.p[at] == ':' ? at + 1 : end;
}

/* End of the header of a block scalar: `|`, `>-`, `|2+`. */
static size_t
header_end(const struct places *p, size_t at)
{
	at++;
	while (at < p->text.n && (byte_is_digit(p->text.p[at]) ||
				  p->text.p[at] == '+' || p->text.p[at] == '-'))
		at++;
	return at;
}

size_t
place_block_end(const struct places *p, size_t from, size_t to)
{
	struct str t = p->text;
	size_t head = header_end(p, from);
	size_t first = from + str_find_byte(str_skip(t, from), '\n');
	size_t last = to;

	while (last > first && byte_is_blank(t.p[last - 1]))
		last--;
	if (last <= first)
		return head;
	while (last < to && t.p[last] != '\n' && t.p[last] != '\r')
		last++;
	return last;
}
