/*
 * plain FOLDER COUNT: a wiki of made-up pages for the benchmarks, as people
 * write them who do not know of kbc. Prints the pages and their bytes.
 *
 * What they are like: the pages of a public wiki about kernels, counted. They
 * have 6 KB, 19 lines of front matter in the preset `kernelwiki`, 9 headings,
 * 4 fences of 20 lines, most of them CUDA, of which later ones use names of
 * earlier ones, 14 items of lists, a table, 2 links, 6 code spans, 20 numbers
 * that nothing checks, and no marker.
 *
 * Each page is a pure function of its number, as in pages.c.
 */
#include "wording.h"

#include <sys/stat.h>

#define PER_FOLDER 100
#define SOURCES 20

static void
say_front(struct page *p)
{
	size_t tag = below(p, (unsigned)tags.n - 2);

	say(p, "---\nid: technique-topic-%05u\n", p->number);
	say(p, "title: \"%s ", word(p, &topics));
	say(p, "%s\"\ntype: technique\narchitectures: [sm90, sm100]\n",
	    word(p, &things));
	say(p, "tags: [%s, %s, %s]\n", tags.items[tag], tags.items[tag + 1],
	    tags.items[tag + 2]);
	say(p, "aliases:\n");
	for (int i = 0; i < 3; i++)
		say(p, "  - %s %u.%d\n", word(p, &subjects), p->number, i);
	say(p, "confidence: source-reported\nreproducibility: snippet\n"
	    "prerequisites: []\nrelated:\n");
	for (unsigned i = 1; i <= 3; i++)
		say(p, "  - technique-topic-%05u\n",
		    (p->number + 7 * i) % p->count);
	say(p, "sources: [doc-notes-%u]\n", below(p, SOURCES));
	say(p, "symptoms:\n  - '%s waits'\n", word(p, &subjects));
	say(p, "---\n\n");
}

static void
say_numbers(struct page *p)
{
	say_sentence(p);
	say(p, "On a batch of %u rows it reaches %u TFLOPS, ",
	    1u << (3 + below(p, 9)), 200 + below(p, 900));
	say(p, "**%u%%** of the peak, against %u.%ux before. ",
	    30 + below(p, 60), 1 + below(p, 3), below(p, 10));
	say(p, "The argument `stage_%u` says so. ", below(p, 9));
	say_sentence(p);
	say(p, "\n\n");
}

static void
say_prose(struct page *p)
{
	say_sentences(p, 4);
	say(p, "\n\n");
}

static void
say_points(struct page *p)
{
	for (int i = 0; i < 5; i++) {
		say(p, "- **%s**: ", word(p, &things));
		say_sentence(p);
		say(p, "\n");
	}
	say(p, "\n");
}

static void
say_link(struct page *p)
{
	unsigned to = (p->number + 1 + below(p, 300)) % p->count;

	say(p, "Read [%s](../area-%02u/topic-%05u.md) too.\n\n",
	    word(p, &topics), to / PER_FOLDER, to);
}

static void
say_table(struct page *p)
{
	say(p, "| Variant | Tile | Waits |\n|---|---|---|\n");
	for (int i = 0; i < 4; i++)
		say(p, "| %s | %ux%u | %u us |\n", word(p, &things),
		    16u << below(p, 4), 16u << below(p, 4), 2 + below(p, 90));
	say(p, "\n");
}

/* A fence of device functions k, which may call those of the one before. */
static void
say_functions(struct page *p, unsigned k)
{
	say(p, "```cuda\n// The operands of stage %u lie in registers.\n", k);
	for (unsigned i = 0; i < 3; i++) {
		say(p, "__device__ float\nblend_%u_%u(float a, float b)\n{\n",
		    k, i);
		if (k > 0 && i == 0)
			say(p, "\ta = blend_%u_%u(a, b); // as before\n",
			    k - 1, below(p, 3));
		say(p, "\treturn fmaf(a, b, %u.0f);\n}\n\n", below(p, 9));
	}
	say(p, "```\n\n");
}

static void
say_fragment(struct page *p)
{
	say(p, "```cpp\nextern __shared__ float tile[];\n"
	    "int lane = threadIdx.x %% 32, row = threadIdx.x / 32;\n");
	for (unsigned i = 0; i < 4; i++)
		say(p, "// step %u\ntile[row * %u + lane] = source[%u * row + "
		    "lane];\n__syncthreads();\nsum_%u += tile[lane * %u];\n",
		    i, 32 + below(p, 2), 64u << below(p, 4), i,
		    below(p, 33));
	say(p, "```\n\n");
}

static void
say_sketch(struct page *p)
{
	say(p, below(p, 2) ? "```\n" : "```python\n");
	for (unsigned i = 0; i < 12; i++)
		say(p, "stage_%u = load(block[%u]) -> %u bytes\n", i,
		    below(p, 64), 16u << below(p, 6));
	say(p, "```\n\n");
}

static void
say_body(struct page *p)
{
	say(p, "## Overview\n\n");
	say_numbers(p);
	say_prose(p);
	for (unsigned k = 0; k < 2 || ftell(p->out) < p->size; k++) {
		say(p, "## %s ", word(p, &topics));
		say(p, "%s\n\n", word(p, &things));
		say_prose(p);
		say_functions(p, k);
		say(p, "### %s\n\n", word(p, &topics));
		say_numbers(p);
		if (k % 2 == 0)
			say_points(p);
		else
			say_fragment(p);
	}
	say(p, "## Costs\n\n");
	say_table(p);
	say_sketch(p);
	say(p, "## %s\n\n", word(p, &things));
	say_points(p);
	say_link(p);
	say(p, "## Related\n\n");
	say_points(p);
	say_link(p);
}

static void
write_tags(const char *root)
{
	FILE *out = open_file(root, "data/tags.yaml");

	fputs("architectures: [sm90, sm100]\nconfidence: [source-reported]\n"
	      "reproducibility: [snippet]\nsource_categories: [official-doc]\n"
	      "hardware_features: []\nkernel_types: []\nlanguages: []\n"
	      "techniques:\n", out);
	for (size_t i = 0; i < tags.n; i++)
		fprintf(out, "- %s\n", tags.items[i]);
	close_file(out);
	out = open_file(root, "data/aliases.yaml");
	fputs("sm100: [blackwell]\n", out);
	close_file(out);
}

static void
write_source(const char *root, unsigned n)
{
	FILE *out = open_file(root, "sources/docs/doc-notes-%u.md", n);

	fprintf(out, "---\nid: doc-notes-%u\ntitle: Notes %u\n"
		"url: https://example.org/notes/%u\n"
		"source_category: official-doc\narchitectures: [sm90]\n"
		"tags: [tiling]\nretrieved_at: '2026-08-01'\n---\n\nNotes.\n",
		n, n, n);
	close_file(out);
}

static unsigned long
write_page(const char *root, unsigned number, unsigned count)
{
	struct page p = { .random = number, .number = number, .count = count };
	unsigned long bytes;

	p.size = 3000 + (long)below(&p, 4000);
	p.out = open_file(root, "wiki/techniques/area-%02u/topic-%05u.md",
			  number / PER_FOLDER, number);
	say_front(&p);
	say_body(&p);
	bytes = (unsigned long)ftell(p.out);
	close_file(p.out);
	return bytes;
}

static void
make_folders(const char *root)
{
	static const char *const names[] = { "", "/sources", "/wiki",
					     "/wiki/techniques" };
	char path[1200];

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		snprintf(path, sizeof path, "%s%s", root, names[i]);
		mkdir(path, 0777);
	}
}

int
main(int argc, char **argv)
{
	unsigned count = count_asked(argc, argv);
	unsigned long bytes = 0;

	make_folders(argv[1]);
	write_tags(argv[1]);
	for (unsigned i = 0; i < SOURCES; i++)
		write_source(argv[1], i);
	for (unsigned i = 0; i < count; i++)
		bytes += write_page(argv[1], i, count);
	printf("%u pages, %lu bytes\n", count, bytes);
	return 0;
}
