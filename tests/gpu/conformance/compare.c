/*
 * compare: recorded results against those of the emulator.
 *
 *     compare numbers RESULTS    against runner/emu's numbers themselves
 *     compare RESULTS OTHER      file by file against another recording
 *
 * Bits are equal, or the instruction is approximate and the recorded bits lie
 * no further from those here, which are nearly exact, than the error that the
 * ISA documents for it. So the promise is checked of the device as well. Prints
 * what differs; one line a form, with its first tuple.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "direct.h"
#include "forms.h"
#include "matrices.h"
#include "results.h"

static const char *const groups[] = {"f32", "f64", "half", "cvt", "cvti",
				     "int", "warp", "atom", "mma"};

struct tally {
	unsigned long forms, results, near, differ, skipped;
};

static FILE *
open_results(const char *folder, const char *group)
{
	char path[4096];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s.txt", folder, group);
	f = fopen(path, "r");
	if (f && result_read_head(f))
		return f;
	fprintf(stderr, "%s: no results\n", path);
	if (f)
		fclose(f);
	return NULL;
}

static uint64_t
word_at(const struct result *r, unsigned at, unsigned bytes)
{
	uint64_t x = 0;

	memcpy(&x, r->bytes + at, bytes);
	return x;
}

static void
say_tuple(const struct form *f, unsigned t)
{
	uint64_t x[FORM_SOURCES];

	form_operands(f, t, x);
	for (unsigned i = 0; i < f->sources; i++)
		printf(" %llx", (unsigned long long)x[i]);
}

static void
compare_form(struct tally *y, const struct form *f, const struct result *want,
	     const struct result *got)
{
	unsigned bytes = f->result->kept, wrong = 0;

	for (unsigned t = 0; t < f->tuples; t++) {
		uint64_t a = word_at(want, t * bytes, bytes);
		uint64_t b = word_at(got, t * bytes, bytes);

		y->results++;
		if (a == b)
			continue;
		if (direct_near(f, t, a, b)) {
			y->near++;
			continue;
		}
		if (!wrong++) {
			printf("%s\n\t#%u", f->text, t);
			say_tuple(f, t);
			printf(": recorded %llx, here %llx",
			       (unsigned long long)a, (unsigned long long)b);
		}
	}
	if (wrong)
		printf("; %u of %u\n", wrong, f->tuples);
	y->differ += wrong;
}

static void
compare_matrix(struct tally *y, const struct matrix_case *m,
	       const struct result *want, const struct result *got)
{
	unsigned bytes = m->bits / 8, wrong[MATRIX_BLOCKS] = {0}, all = 0;
	unsigned per = want->size / m->blocks;

	for (unsigned at = 0; at < want->size; at += bytes) {
		y->results++;
		if (word_at(want, at, bytes) == word_at(got, at, bytes))
			continue;
		if (!all++)
			printf("%s\n\tblock %u register %u lane %u: recorded "
			       "%llx, here %llx; of blocks",
			       m->text, at / per, at % per / (32 * bytes),
			       at / bytes % 32,
			       (unsigned long long)word_at(want, at, bytes),
			       (unsigned long long)word_at(got, at, bytes));
		wrong[at / per]++;
	}
	for (unsigned b = 0; all && b < m->blocks; b++)
		printf(" %u", wrong[b]);
	if (all)
		printf(" of %u\n", per / bytes);
	y->differ += all;
}

static bool
find_form(const char *text, struct form *f)
{
	for (unsigned i = 0; form_at(i, f); i++)
		if (!strcmp(f->text, text))
			return true;
	return false;
}

static bool
find_matrix(const char *text, struct matrix_case *m)
{
	for (unsigned i = 0; matrix_at(i, m); i++)
		if (!strcmp(m->text, text))
			return true;
	return false;
}

/* What was recorded, and what is compared with it. */
struct both {
	struct result want, got;
};

/* OTHER, or NULL: num itself. */
static bool
compare_one(struct tally *y, struct both *r, FILE *other)
{
	const struct result *want = &r->want;
	struct result *got = &r->got;
	struct matrix_case m;
	struct form f;
	bool bad = false, matrix = !strncmp(want->form, "mma.", 4);
	bool known = matrix ? find_matrix(want->form, &m)
			    : find_form(want->form, &f);

	if (!known ||
	    (matrix ? matrix_print(&m) : form_print(&f)) != want->print) {
		printf("%s: not of this table\n", want->form);
		return false;
	}
	if (!other)
		known = matrix ? direct_matrix(&m, got)
			       : direct_form(&f, got);
	else
		known = result_read(other, got, &bad) &&
			!strcmp(got->form, want->form);
	if (!known || got->size != want->size) {
		y->skipped++;
		return !other;
	}
	y->forms++;
	if (matrix)
		compare_matrix(y, &m, want, got);
	else
		compare_form(y, &f, want, got);
	return true;
}

static bool
compare_group(struct tally *y, const char *group, const char *folder,
	      const char *other)
{
	FILE *a = open_results(folder, group);
	FILE *b = other ? open_results(other, group) : NULL;
	struct both *r = calloc(1, sizeof(*r));
	bool bad = false, ok = r && a && (b || !other);

	while (ok && result_read(a, &r->want, &bad))
		ok = compare_one(y, r, b);
	ok &= !bad;
	free(r);
	if (a)
		fclose(a);
	if (b)
		fclose(b);
	return ok;
}

int
main(int argc, char **argv)
{
	struct tally y = {0, 0, 0, 0, 0};
	bool numbers, ok = true;

	if (argc != 3) {
		fputs("usage: compare RESULTS OTHER\n"
		      "       compare numbers RESULTS\n", stderr);
		return 2;
	}
	numbers = !strcmp(argv[1], "numbers");
	for (unsigned i = 0; i < sizeof(groups) / sizeof(*groups); i++)
		ok &= compare_group(&y, groups[i], argv[numbers ? 2 : 1],
				    numbers ? NULL : argv[2]);
	printf("%lu forms, %lu results: %lu within a promise, %lu differ; "
	       "%lu forms skipped\n",
	       y.forms, y.results, y.near, y.differ, y.skipped);
	return !ok ? 2 : y.differ != 0;
}
