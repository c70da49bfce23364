/* Runs a fuzz target without libFuzzer: once over every file of the folders
 * named, then --count times over a small mutation of one of them. Mutation i
 * is a function of --seed, i and the corpus (taken in sorted order) only, so
 * --only i repeats the one that died; its number is printed on the way down.
 *
 *     fuzz-NAME [--count N] [--seed S] [--only I] PATH...
 *
 * Exits 0 if the target came back from everything, 2 if there was no input.
 */

#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum {
	FILE_MAX = 1 << 16, /* longer corpus files are cut: speed */
	FILES_MAX = 4096,
	EDITS_MAX = 4,
};

struct file {
	char *name;
	uint8_t *data;
	size_t len;
};

/* Static: nftw's callback and signal handlers take no context. */
static struct file files[FILES_MAX];
static size_t file_count;
static char current[512];

/* Bytes that mean something in pages, front matter and evidence. */
static const char *const words[] = {
	"<!-- kbc: ", "-->", "```cuda\n", "```\n", "\n---\n", "| a | b |\n",
	"|---|---|\n", "\r\n", "\t", "\xef\xbb\xbf", "\xc3\x97", "\xe2\x80\xa8",
	"&a *a", "{\"a\": [", "1e999", "-0", "within 3%", "at \"", "let ", "**",
};

static void
report(void)
{
	ssize_t n = write(STDERR_FILENO, current, strlen(current));

	(void)n;
}

static void
on_signal(int number)
{
	report();
	signal(number, SIG_DFL);
	raise(number);
}

/* Present only in sanitized builds, which do not end by a signal. */
void __sanitizer_set_death_callback(void (*callback)(void))
	__attribute__((weak));

static void
report_deaths(void)
{
	static const int numbers[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};

	if (__sanitizer_set_death_callback) {
		__sanitizer_set_death_callback(report);
		return;
	}
	for (size_t i = 0; i < COUNT(numbers); i++)
		signal(numbers[i], on_signal);
}

static void *
must(void *p)
{
	if (!p) {
		fputs("fuzz driver: out of memory\n", stderr);
		exit(2);
	}
	return p;
}

static int
read_file(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	struct file *f = &files[file_count];
	FILE *in;

	(void)st;
	(void)ftw;
	if (type != FTW_F || file_count == FILES_MAX)
		return 0;
	in = fopen(path, "rb");
	if (!in)
		return 0;
	f->name = must(strdup(path));
	f->data = must(malloc(FILE_MAX));
	f->len = fread(f->data, 1, FILE_MAX, in);
	fclose(in);
	file_count++;
	return 0;
}

static int
compare_names(const void *a, const void *b)
{
	return strcmp(((const struct file *)a)->name,
		((const struct file *)b)->name);
}

/* splitmix64 */
static uint64_t
next(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

static size_t
below(uint64_t *state, size_t n)
{
	return n ? (size_t)(next(state) % n) : 0;
}

/* Put n bytes in at a random place; drops them if there is no room. */
static size_t
insert(uint8_t *data, size_t len, const void *from, size_t n, uint64_t *rng)
{
	size_t at = below(rng, len + 1);

	if (len + n > FILE_MAX)
		return len;
	memmove(data + at + n, data + at, len - at);
	memcpy(data + at, from, n);
	return len + n;
}

static size_t
delete(uint8_t *data, size_t len, uint64_t *rng)
{
	size_t at = below(rng, len);
	size_t n = below(rng, len - at < 64 ? len - at : 64);

	memmove(data + at, data + at + n, len - at - n);
	return len - n;
}

static size_t
mutate_once(uint8_t *data, size_t len, uint64_t *rng)
{
	const char *word = words[below(rng, COUNT(words))];
	const struct file *other = &files[below(rng, file_count)];
	size_t from;

	switch (next(rng) % 6) {
	case 0:
		return insert(data, len, word, strlen(word), rng);
	case 1:
		return delete(data, len, rng);
	case 2:
		return below(rng, len + 1);
	case 3:
		from = below(rng, other->len);
		return insert(data, len, other->data + from,
			below(rng, other->len - from), rng);
	case 4:
		if (len)
			data[below(rng, len)] = (uint8_t)next(rng);
		return len;
	default:
		if (len)
			data[below(rng, len)] ^= (uint8_t)(1u << next(rng) % 8);
		return len;
	}
}

/* The target gets a block of exactly len bytes, so that a sanitizer sees
 * every read past the end. */
static void
try_bytes(const uint8_t *data, size_t len)
{
	uint8_t *copy = must(malloc(len ? len : 1));

	memcpy(copy, data, len);
	LLVMFuzzerTestOneInput(copy, len);
	free(copy);
}

static void
try_mutation(unsigned long seed, unsigned long i)
{
	static uint8_t data[FILE_MAX];
	uint64_t rng = seed * 0x100000001b3 + i;
	const struct file *f = &files[below(&rng, file_count)];
	size_t len = f->len;

	snprintf(current, sizeof current, "\nfuzz: --seed %lu --only %lu\n",
		seed, i);
	memcpy(data, f->data, len);
	for (size_t edits = 1 + below(&rng, EDITS_MAX); edits; edits--)
		len = mutate_once(data, len, &rng);
	try_bytes(data, len);
}

static void
try_files(void)
{
	for (size_t i = 0; i < file_count; i++) {
		snprintf(current, sizeof current, "\nfuzz: %s\n",
			files[i].name);
		try_bytes(files[i].data, files[i].len);
	}
}

static int
usage(void)
{
	fputs("usage: fuzz-NAME [--count N] [--seed S] [--only I] PATH...\n",
		stderr);
	return 2;
}

int
main(int argc, char **argv)
{
	unsigned long count = 0, seed = 1, only = 0;
	int i = 1;

	for (; i + 1 < argc && argv[i][0] == '-'; i += 2) {
		unsigned long value = strtoul(argv[i + 1], NULL, 10);

		if (strcmp(argv[i], "--count") == 0)
			count = value;
		else if (strcmp(argv[i], "--seed") == 0)
			seed = value;
		else if (strcmp(argv[i], "--only") == 0)
			only = value;
		else
			return usage();
	}
	for (; i < argc; i++)
		nftw(argv[i], read_file, 16, FTW_PHYS);
	if (file_count == 0)
		return usage();
	qsort(files, file_count, sizeof *files, compare_names);
	report_deaths();
	if (only) {
		try_mutation(seed, only);
		return 0;
	}
	try_files();
	for (unsigned long n = 1; n <= count; n++)
		try_mutation(seed, n);
	printf("%zu files, %lu mutations\n", file_count, count);
	return 0;
}
