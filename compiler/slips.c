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

/* Longer words are not compared: nobody misspells one into a name. */
#define WORD_MAX 48

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

/* Letters put in, left out, changed or swapped between a and b; three rows of
   the table of all beginnings of a by all of b. */
static size_t
distance(struct str a, struct str b)
{
	size_t rows[3][WORD_MAX + 1];

	if (a.n > WORD_MAX || b.n > WORD_MAX)
		return WORD_MAX;
	for (size_t j = 0; j <= b.n; j++)
		rows[0][j] = j;
	for (size_t i = 1; i <= a.n; i++) {
		size_t *row = rows[i % 3], *above = rows[(i - 1) % 3];

		row[0] = i;
		for (size_t j = 1; j <= b.n; j++) {
			bool same = same_letter(a.p[i - 1], b.p[j - 1]);

			row[j] = least(above[j - 1] + !same,
				       1 + least(above[j], row[j - 1]));
			if (i > 1 && j > 1 &&
			    same_letter(a.p[i - 1], b.p[j - 2]) &&
			    same_letter(a.p[i - 2], b.p[j - 1]))
				row[j] = least(row[j],
					       rows[(i - 2) % 3][j - 2] + 1);
		}
	}
	return rows[a.n % 3][b.n];
}

size_t
slips_count(struct str s, struct str meant)
{
	size_t most = s.n < 2 ? 0 : s.n < 4 ? 1 : s.n < 8 ? 2 : 3;
	size_t n = distance(s, meant);

	return n <= most && n < meant.n ? n : SIZE_MAX;
}

void
nearest_add(struct nearest *n, struct str candidate)
{
	size_t slips = slips_count(n->word, candidate);

	if (slips == SIZE_MAX || (n->best.n > 0 && slips >= n->slips))
		return;
	n->best = candidate;
	n->slips = slips;
}
