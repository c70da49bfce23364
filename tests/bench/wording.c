/*
 * Words of made-up pages, put together by random numbers, and their files.
 *
 * The idea: a page is a pure function of its number, the same on every
 * machine, so its random numbers are its own. The words state nothing that
 * could be measured.
 */
#include "wording.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *const subject_words[] = {
	"The loader", "A wider tile", "Each warp", "The second stage",
	"One resident block", "The inner loop", "A shared buffer",
	"The epilogue", "This layout", "A persistent kernel",
	"The scheduler", "An early exit", "The split reduction",
};
static const char *const verb_words[] = {
	"keeps", "hides", "moves", "repeats", "avoids", "delays", "shares",
	"drains", "needs", "overlaps", "touches", "reuses",
};
static const char *const object_words[] = {
	"its operands in registers", "the latency of the copy",
	"*one* partial sum a lane", "the tail of the row",
	"every bank conflict it can", "the store behind the barrier",
	"a column of the `tile_rows` map", "the next request to memory",
	"whatever the *previous* step left", "two buffers of equal size",
	"the address arithmetic", "the order of the additions",
};
static const char *const tail_words[] = {
	"", "", " while the pipe is busy", " before the barrier",
	" unless the row is short", ", and the compiler sees it",
	" on every pass", " when occupancy is low", ", which costs little",
	" as long as the `stride` is even", " without another launch",
};
static const char *const topic_words[] = {
	"Staging", "Blocking", "Packing", "Folding", "Ordering", "Pipelining",
	"Padding", "Splitting", "Swapping", "Tiling", "Unrolling",
};
static const char *const thing_words[] = {
	"Rows", "Partial Sums", "Tiles", "Copies", "Lanes", "Columns",
	"Accumulators", "Requests", "Operands", "Barriers",
};
static const char *const tag_words[] = {
	"tiling", "pipelining", "reduction", "packing", "occupancy", "layout",
	"prefetch", "swizzle", "rounding", "batching", "fusion", "masking",
};


const struct words subjects = { subject_words, COUNT_OF(subject_words) };
const struct words verbs = { verb_words, COUNT_OF(verb_words) };
const struct words objects = { object_words, COUNT_OF(object_words) };
const struct words topics = { topic_words, COUNT_OF(topic_words) };
const struct words things = { thing_words, COUNT_OF(thing_words) };
const struct words tags = { tag_words, COUNT_OF(tag_words) };

static const struct words tails = { tail_words, COUNT_OF(tail_words) };

static uint64_t
next_random(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

unsigned
below(struct page *p, unsigned n)
{
	return (unsigned)(next_random(&p->random) >> 33) % n;
}

const char *
word(struct page *p, const struct words *list)
{
	return list->items[below(p, (unsigned)list->n)];
}

void
say(struct page *p, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vfprintf(p->out, fmt, args);
	va_end(args);
}

void
say_sentence(struct page *p)
{
	say(p, "%s %s %s%s.%s", word(p, &subjects), word(p, &verbs),
	    word(p, &objects), word(p, &tails), below(p, 3) ? " " : "\n");
}

void
say_sentences(struct page *p, unsigned most)
{
	unsigned n = 2 + below(p, most - 1);

	for (unsigned i = 0; i < n; i++)
		say_sentence(p);
}

unsigned
count_asked(int argc, char **argv)
{
	unsigned long count = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;

	if (count == 0) {
		fprintf(stderr, "usage: %s FOLDER COUNT\n", argv[0]);
		exit(2);
	}
	return (unsigned)count;
}

FILE *
open_file(const char *root, const char *fmt, ...)
{
	char name[200], path[1200];
	va_list args;
	FILE *out;

	va_start(args, fmt);
	vsnprintf(name, sizeof name, fmt, args);
	va_end(args);
	snprintf(path, sizeof path, "%s/%s", root, name);
	*strrchr(path, '/') = '\0';
	mkdir(path, 0777);
	path[strlen(path)] = '/';
	out = fopen(path, "wb");
	if (!out) {
		perror(path);
		exit(2);
	}
	return out;
}

void
close_file(FILE *out)
{
	if (fclose(out) != 0) {
		perror("pages");
		exit(2);
	}
}
