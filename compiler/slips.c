/*
 * Two words -> how many slips lie between them.
 *
 * The idea: a slip is a letter put in, left out, changed, or swapped with the
 * next one; the fewest that lead from one word to the other are counted,
 * whatever the case of letters. How many are forgiven grows with the word.
 *
 * Which words there are is the business of those who ask, and so is what is
 * said; long texts are no words.
 */
#include "slips.h"

#define WORD_MAX 24

static size_t
least(size_t a, size_t b)
{
	return a < b ? a : b;
}

static bool
same_letter(char a, char b)
{
	return byte_lower(a) == byte_lower(b);
}

/* Letters put in, left out, changed or swapped between a and b. */
static size_t
distance(struct str a, struct str b)
{
	size_t d[WORD_MAX + 1][WORD_MAX + 1];

	if (a.n > WORD_MAX || b.n > WORD_MAX)
		return WORD_MAX;
	for (size_t i = 0; i <= a.n; i++) {
		for (size_t j = 0; j <= b.n; j++) {
			size_t changed;

			d[i][j] = i + j;
			if (i == 0 || j == 0)
				continue;
			changed = !same_letter(a.p[i - 1], b.p[j - 1]);
			d[i][j] = least(d[i - 1][j - 1] + changed,
					least(d[i - 1][j], d[i][j - 1]) + 1);
			if (i > 1 && j > 1 &&
			    same_letter(a.p[i - 1], b.p[j - 2]) &&
			    same_letter(a.p[i - 2], b.p[j - 1]))
				d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
		}
	}
	return d[a.n][b.n];
}

size_t
slips_count(struct str s, struct str meant)
{
	size_t most = s.n < 2 ? 0 : s.n < 4 ? 1 : s.n < 8 ? 2 : 3;
	size_t n = distance(s, meant);

	return n <= most && n < meant.n ? n : SIZE_MAX;
}
