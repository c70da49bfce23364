/*
 * Looking a word up in a table of words.
 *
 * Input: a word, or the byte at one of its ends, and a table. Output: whether
 * it is there, or the row to begin at.
 *
 * The idea: nearly every word of a page is in no table, and its first or last
 * byte says so. A table that is asked for each number of a page is sorted by
 * that byte; a short list is gone through.
 *
 * What a row means, and what comes of it, is for the callers.
 */
#include "quantity_parts.h"

size_t
row_ending(const void *rows, size_t n, size_t size, unsigned char last)
{
	size_t low = 0, high = n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct str *text = (const void *)((const char *)rows +
							middle * size);

		if (text_last(*text) < last)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

size_t
row_starting(const void *rows, size_t n, size_t size, char first)
{
	size_t low = 0, high = n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct str *text = (const void *)((const char *)rows +
							middle * size);

		if (text->p[0] < first)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

bool
word_among(struct str word, const char *const *list, size_t n)
{
	char first = word.n > 0 ? byte_lower(word.p[0]) : '\0';

	for (size_t i = 0; i < n && word.n; i++) {
		/* most words part at their first letter */
		if (first == list[i][0] &&
		    str_equal_case(word, str_of(list[i])))
			return true;
	}
	return false;
}
