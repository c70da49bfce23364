/*
 * What programs that make up pages share: words, whose order is that of a
 * page's own random numbers, and files.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

struct page {
	FILE *out;
	uint64_t random;
	unsigned number, count; /* of all pages */
	unsigned claims, lets;
	long size;              /* bytes aimed at */
};

struct words {
	const char *const *items;
	size_t n;
};

extern const struct words subjects, verbs, objects, topics, things, tags;

/* The COUNT of `PROGRAM FOLDER COUNT`; ends the program if it is none. */
unsigned count_asked(int argc, char **argv);

/* The page's next random number, below n. */
unsigned below(struct page *p, unsigned n);

/* One of a list. */
const char *word(struct page *p, const struct words *list);

/* Adds formatted text to the page. */
void say(struct page *p, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Adds a sentence that states no number; two of them, or up to so many. */
void say_sentence(struct page *p);
void say_sentences(struct page *p, unsigned most);

/* A file below root, its folder made first; ends the program if it cannot be
   made, or written to its end. */
FILE *open_file(const char *root, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void close_file(FILE *out);
