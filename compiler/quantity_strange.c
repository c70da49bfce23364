/*
 * Signs before a number that no lead knows: `!= 3`, `≢ 3`, `>> 3`.
 *
 * Input: text and the place where a number or its lead begins. Output: the
 * sign, as what makes the quantity doubtful.
 *
 * The idea: the number alone is not what such a sign says, so it is not taken
 * for it. A sign that could be a quote's or a list's mark is none.
 *
 * Words that do the same are quantity_doubt.c.
 */
#include "quantity.h"
#include "quantity_parts.h"

/* Sorted by the last byte. */
static const struct str strange[] = {
	STR_INIT("&ne;"),
	STR_INIT("&nlt;"),
	STR_INIT("&ngt;"),
	STR_INIT("&nle;"),
	STR_INIT("&nge;"),
	STR_INIT("><"),
	STR_INIT("<<"),
	STR_INIT("=<"),
	STR_INIT("!<"),
	STR_INIT("!="),
	STR_INIT("!=="),
	STR_INIT("/="),
	STR_INIT("~="),
	STR_INIT("<>"),
	STR_INIT(">>"),
	STR_INIT("!>"),
	STR_INIT("\xe2\x89\x81"), /* ≁ */
	STR_INIT("\xe2\x89\x84"), /* ≄ */
	STR_INIT("\xe2\x89\x89"), /* ≉ */
	STR_INIT("\xe2\x88\x89"), /* ∉ */
	STR_INIT("\xe2\x88\x92"), /* − */
	STR_INIT("\xe2\x88\x93"), /* ∓ */
	STR_INIT("\xe2\x89\xa0"), /* ≠ */
	STR_INIT("\xe2\x89\xa2"), /* ≢ */
	STR_INIT("\xe2\x89\xaa"), /* ≪ */
	STR_INIT("\xe2\x89\xab"), /* ≫ */
	STR_INIT("\xe2\x89\xae"), /* ≮ */
	STR_INIT("\xe2\x89\xaf"), /* ≯ */
	STR_INIT("\xe2\x89\xb0"), /* ≰ */
	STR_INIT("\xe2\x89\xb1"), /* ≱ */
};

bool
strange_read(struct quantity *q, struct span text, size_t at)
{
	struct str s = span_str(text);
	size_t end = emphasis_before(s, at), start;
	unsigned char last = byte_before(s, end);
	size_t i = row_ending(strange, COUNT_OF(strange), sizeof *strange,
			      last);

	for (; i < COUNT_OF(strange) && text_last(strange[i]) == last; i++) {
		start = text_before(s, end, strange[i]);
		if (start != SIZE_MAX && !opens_line(text, start)) {
			q->doubt = span_slice(text, start, end - start);
			return true;
		}
	}
	return false;
}
