/*
 * Words around numbers: what a stretch of prose speaks of.
 *
 * The idea: only whole words count, whatever their case, and what stands
 * nearest to a number is what it is of.
 */
#include "suggest.h"

#include "fact.h"
#include "quantity.h"
#include "suggest_parts.h"

struct str
text_end(struct str s, size_t n)
{
	return s.n > n ? str_skip(s, s.n - n) : s;
}

struct str
text_start(struct str s, size_t n)
{
	return str_slice(s, 0, n);
}

/* Whether s has the words at byte i; a line may end between them. */
static bool
has_at(struct str s, size_t i, const char *words)
{
	for (; *words; words++, i++)
		if (i >= s.n || (*words == ' ' ? !byte_is_blank(s.p[i]) :
			byte_lower(s.p[i]) != byte_lower(*words)))
			return false;
	return true;
}

size_t
text_find_last(struct str s, const char *words)
{
	for (size_t i = s.n; i-- > 0;)
		if (has_at(s, i, words))
			return i;
	return SIZE_MAX;
}

size_t
text_find_first(struct str s, const char *words)
{
	for (size_t i = 0; i < s.n; i++)
		if (has_at(s, i, words))
			return i;
	return SIZE_MAX;
}

bool
text_has(struct str s, const char *words)
{
	return text_find_first(s, words) != SIZE_MAX;
}

/* The format whose name starts at byte i, as a word; or empty. */
static struct str
format_at(struct str s, size_t i)
{
	size_t n = 0;
	struct str word, name;

	if (i > 0 && byte_is_name(s.p[i - 1]))
		return STR("");
	while (i + n < s.n && byte_is_name(s.p[i + n]))
		n++;
	word = str_slice(s, i, n);
	if (str_ends(word, STR("x2")))
		word.n -= 2;
	for (size_t k = 0; format_name(k, &name); k++)
		if (str_equal_case(word, name))
			return name;
	return STR("");
}

struct str
text_last_format(struct str s)
{
	struct str found = STR("");

	for (size_t i = s.n; found.n == 0 && i-- > 0;)
		found = format_at(s, i);
	return found;
}

struct str
text_first_format(struct str s)
{
	struct str found = STR("");

	for (size_t i = 0; found.n == 0 && i < s.n; i++)
		found = format_at(s, i);
	return found;
}
