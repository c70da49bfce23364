/*
 * Names that a module keeps to itself, in the PTX that nvcc writes.
 *
 * What is static or in a namespace without a name gets, from nvcc, a namespace
 * whose name says where the source lay, and in a source that shows nothing to
 * others which process compiled it:
 *
 *     _ZN40_INTERNAL_c2b89451_4_a_cu_3953e769_643094tanhEf
 *        length      hash      file  |        process
 *                                    symbol shown to others, or a hash of it
 *
 * Such a name is a symbol of the cubin, which would be another in every
 * checkout. Since nothing else is ever linked to the module, all of it goes
 * but the word:
 *
 *     _ZN10_INTERNAL_4tanhEf
 *
 * Names as bytes in .debug_str are step_places.c's to find.
 */
#include "step_parts.h"

#include "arena.h"
#include "buf.h"

#define HASH_DIGITS 8

/* Behind the file's name at most: a hash, `_`, a process. */
#define TAIL_MAX 20

/* Of the length before a name: it is below 10,000. */
#define LENGTH_DIGITS 4

static bool
take(struct str *s, struct str word)
{
	if (!str_starts(*s, word))
		return false;
	*s = str_skip(*s, word.n);
	return true;
}

static bool
take_hash(struct str *s)
{
	for (size_t i = 0; i < HASH_DIGITS; i++) {
		if (i >= s->n || !byte_is_hex(s->p[i]))
			return false;
	}
	*s = str_skip(*s, HASH_DIGITS);
	return true;
}

/* How much of the name that s starts with tells a place; 0: none. */
static size_t
measure_place(struct str s, struct str word)
{
	static const struct str joint = STR_INIT("_");
	struct str rest = s;
	uint64_t file;

	if (!take(&rest, word) || !take_hash(&rest) || !take(&rest, joint) ||
	    !str_take_unsigned(&rest, &file) || !take(&rest, joint) ||
	    file >= rest.n)
		return 0;
	rest = str_skip(rest, (size_t)file);
	return take(&rest, joint) ? s.n - rest.n : 0;
}

/*
 * The digits at the end of `before` that are the length of a name, of which
 * `place` is known; there may be others before them. 0: none are.
 */
static size_t
find_length(struct str before, struct str name, size_t place, uint64_t *n)
{
	for (size_t k = 1; k <= LENGTH_DIGITS && k <= before.n; k++) {
		struct str digits = str_skip(before, before.n - k);

		if (!byte_is_digit(digits.p[0]))
			break;
		if (str_unsigned(digits, n) && *n > place &&
		    *n <= place + TAIL_MAX && *n <= str_name_length(name))
			return k;
	}
	return 0;
}

/* Copies text up to a word and that; skips the name it begins, if it does. */
static struct str
add_name(struct buf *b, struct str text, size_t at, struct str word)
{
	struct str before = str_slice(text, 0, at), name = str_skip(text, at);
	size_t place = measure_place(name, word), digits = 0;
	uint64_t n = word.n;

	if (place)
		digits = find_length(before, name, place, &n);
	buf_add(b, str_slice(text, 0, at - digits));
	if (digits)
		buf_printf(b, "%zu", word.n);
	buf_add(b, word);
	return str_skip(name, digits ? (size_t)n : word.n);
}

struct str
step_shorten_names(struct arena *a, struct str text)
{
	static const struct str internal = STR_INIT("_INTERNAL_");
	static const struct str unnamed = STR_INIT("_GLOBAL__N__");
	struct buf b = { 0 };
	struct str line;

	while (str_split(&line, &text, '\n')) {
		for (;;) {
			size_t i = str_find(line, internal);
			size_t k = str_find(line, unnamed);

			if (i == line.n && k == line.n)
				break;
			line = i < k ? add_name(&b, line, i, internal) :
				       add_name(&b, line, k, unnamed);
		}
		buf_add(&b, line);
		if (text.p)
			buf_add_byte(&b, '\n');
	}
	text = arena_copy(a, buf_str(&b));
	buf_free(&b);
	return text;
}
