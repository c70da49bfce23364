/*
 * pages FOLDER COUNT: a wiki of made-up pages for the benchmarks. Prints the
 * pages, their bytes, and the claims and numbers let that it wrote.
 *
 * Each page is a pure function of its number: the same COUNT gives the same
 * bytes on every machine. A page is typed `skill` with valid front matter and
 * a probes map; its prose is put together from lists of words; every kind of
 * exact claim occurs and is true, and all links lead somewhere. What a claim
 * says is computed here, not by kbc.
 *
 * What they are like: pages written for kbc, fuller of claims than most: 48 on
 * 7 KB, where pages that people have marked have 22 to 36. Per page 44 lines
 * of front matter, 83 numbers, 13 links, a table, 2 fences of 7 lines. Pages
 * that nobody wrote for kbc are made by plain.c.
 */
#include "wording.h"

#include <sys/stat.h>

#define PER_FOLDER 100

/* What the formats are; the texts are what a page prints. */
static const struct {
	const char *name, *max, *ulp, *shown;
	int exponent, mantissa;
} formats[] = {
	{ "fp32", "3.4028235e38", "1.1920929e-7", "1.19e-7", 8, 23 },
	{ "fp16", "65504", "9.765625e-4", "9.77e-4", 5, 10 },
	{ "bf16", "3.3895314e38", "7.8125e-3", "7.81e-3", 8, 7 },
	{ "e4m3", "448", "0.125", "0.125", 4, 3 },
	{ "e5m2", "57344", "0.25", "0.25", 5, 2 },
};

/* What page n calls its budget; other pages quote it. */
static unsigned
budget_of(unsigned n)
{
	return 32 * (1 + n * 7919u % 61);
}

/* Blocks of 128 threads with so many registers each that one multiprocessor
   holds: registers come in units of 256 a warp, warps in quarters. */
static unsigned
resident_blocks(unsigned registers)
{
	unsigned warp = (registers * 32 + 255) / 256 * 256;
	unsigned warps = 65536 / 4 / warp * 4;

	warps = warps < 64 ? warps : 64;
	return warps / 4;
}

/* --- front matter -------------------------------------------------------- */

static void
say_list(struct page *p, const char *key, const struct words *list)
{
	size_t first = below(p, (unsigned)list->n), many = 2 + below(p, 3);

	say(p, "%s:\n", key);
	for (size_t i = 0; i < many; i++)
		say(p, "- %s\n", list->items[(first + i) % list->n]);
	p->claims += (unsigned)many;
}

static void
say_related(struct page *p)
{
	unsigned many = 1 + below(p, 4), step = 1 + below(p, 7);

	many = many * step < p->count ? many : 1;
	say(p, "related_skills:\n");
	for (unsigned i = 1; i <= many; i++)
		say(p, "- skill-topic-%05u\n",
		    (p->number + i * step) % p->count);
	p->claims += many;
}

static void
say_precision(struct page *p)
{
	size_t first = below(p, COUNT_OF(formats)), many = 1 + below(p, 3);

	say(p, "precision:\n");
	for (size_t i = 0; i < many; i++) {
		size_t f = (first + i) % COUNT_OF(formats);

		say(p, "  %s:\n    exponent_bits: %d\n    mantissa_bits: %d\n"
		    "    max_finite: %s\n    eps_relative: %s\n"
		    "    accumulation_safe: %s\n", formats[f].name,
		    formats[f].exponent, formats[f].mantissa,
		    formats[f].max, formats[f].ulp,
		    formats[f].mantissa > 20 ? "true" : "false");
		p->claims += 4;
	}
}

static void
say_front(struct page *p)
{
	static const char *const names[] = {
		"fp16-simd", "bf16-simd", "cp-async", "warp-reduce",
	};
	static const struct words features = { names, COUNT_OF(names) };

	say(p, "---\ntitle: %s %s %u\n", word(p, &topics),
	    word(p, &things), p->number);
	say(p, "id: skill-topic-%05u\ntype: skill\nvendor: nvidia\n"
	    "status: draft\nevidence_level: documented\n"
	    "confidence: experimental\nrequires_sm: '>=8.0'\n"
	    "architectures: [sm_80, sm_90a]\nsingle_kernel_useful: %s\n"
	    "cuda_version_tested: '13.0' # as built\nmeasured_on: H200\n",
	    p->number, below(p, 2) ? "true" : "false");
	p->claims += 3;
	say_list(p, "requires_features", &features);
	say_list(p, "tags", &tags);
	say(p, "applies_to_ops: [reduction, elementwise]\n"
	    "applies_to_dtypes: [fp32, fp16, bf16]\n");
	say_related(p);
	say(p, "experience_refs:\n- data/notes.txt\n");
	p->claims++;
	say_precision(p);
	say(p, "probes:\n  plain: fma_throughput(type=fp32)\n"
	    "  packed: fma_throughput(type=fp16x2) as packed base plain\n"
	    "  chain: fma_latency(type=fp32)\n---\n\n");
}

/* --- claims -------------------------------------------------------------- */

static void
say_format(struct page *p)
{
	size_t f = below(p, COUNT_OF(formats));
	const char *name = formats[f].name;

	say(p, "Above one, %s steps by %s<!-- kbc: format.%s.ulp -->"
	    " and stores %d<!-- kbc: format.%s.mantissa_bits --> of them. ",
	    name, formats[f].shown, name, formats[f].mantissa, name);
	p->claims += 2;
}

static void
say_product(struct page *p)
{
	unsigned rows = 8 * (1 + below(p, 60)), columns = 16 + below(p, 80);
	unsigned k = p->lets;

	say(p, "Take %u rows<!-- kbc: let rows_%u --> of %u columns<!-- kbc: "
	    "let columns_%u -->, or **%u**<!-- kbc: rows_%u * "
	    "columns_%u --> in all. ", rows, k, columns, k, rows * columns, k,
	    k);
	p->lets += 2;
	p->claims++;
}

static void
say_occupancy(struct page *p)
{
	unsigned registers = 32 + below(p, 190);

	say(p, "With %u registers a thread, %u blocks<!-- kbc: "
	    "occupancy(threads=128, regs=%u, smem=0).blocks --> stay "
	    "resident. ", registers, resident_blocks(registers), registers);
	p->claims++;
}

static void
say_device(struct page *p)
{
	say(p, "All 132 multiprocessors<!-- kbc: device(H200).sm_count --> "
	    "take part, each with 128 lanes<!-- kbc: "
	    "device(H200).per_clock.fp32 -->. ");
	p->claims += 2;
}

static void
say_equation(struct page *p)
{
	unsigned lanes = 1u << (2 + below(p, 4)), n = 1 + below(p, 90);

	say(p, "That is %u / %u = %u for each of the passes. ", lanes * n,
	    lanes, n);
	p->claims++;
}

static void
say_condition(struct page *p)
{
	say(p, "Its range<!-- kbc: holds format.bf16.max > format.fp16.max "
	    "--> is the wider one. ");
	p->claims++;
}

static void
say_measured(struct page *p)
{
	say(p, "Packed work runs at **1.9%ux**<!-- kbc: packed / plain --> "
	    "of the scalar rate. ", below(p, 10));
	p->claims++;
}

static void
say_chain(struct page *p)
{
	say(p, "Enough chains of them wait 1.01 cycles<!-- kbc: chain --> "
	    "each time. ");
	p->claims++;
}

static void
say_steps(struct page *p)
{
	unsigned steps = 3 + below(p, 8);

	say(p, "A tree over %u lanes takes %u steps<!-- kbc: log2(%u) -->. ",
	    1u << steps, steps, 1u << steps);
	p->claims++;
}

static void
say_quoted(struct page *p)
{
	unsigned to = (p->number + 1 + below(p, 40)) % p->count;

	say(p, "Its neighbour starts from %u rows<!-- kbc: "
	    "skill-topic-%05u#budget -->. ", budget_of(to), to);
	p->claims++;
}

static void
say_claim(struct page *p)
{
	static void (*const kinds[])(struct page *) = {
		say_format, say_product, say_occupancy, say_device,
		say_equation, say_condition, say_measured, say_steps,
		say_quoted,
	};

	kinds[below(p, COUNT_OF(kinds))](p);
}

/* --- blocks -------------------------------------------------------------- */

static void
say_link(struct page *p)
{
	unsigned to = (p->number + 1 + below(p, 300)) % p->count;

	say(p, "See [%s](../area-%02u/topic-%05u.md%s) for more. ",
	    word(p, &things), to / PER_FOLDER, to,
	    below(p, 2) ? "#costs" : "");
}

static void
say_paragraph(struct page *p)
{
	say_sentences(p, 5);
	say(p, "Here is why. ");
	say_claim(p);
	if (below(p, 2))
		say_link(p);
	say_sentence(p);
	say(p, "\n\n");
}

static void
say_table(struct page *p)
{
	unsigned rows = 3 + below(p, 6);

	say(p, "<!-- kbc: table\ncolumn \"Bytes\" = col(\"Rows\") * "
	    "col(\"Width\")\ncolumn \"Waves\" = ceil(col(\"Rows\") / 132)\n"
	    "-->\n\n| Variant | Rows | Width | Bytes | Waves |\n"
	    "|---|--:|--:|--:|--:|\n");
	for (unsigned i = 0; i < rows; i++) {
		unsigned n = 64 * (1 + below(p, 40)), width = 1u << below(p, 5);

		say(p, "| variant %c | %u | %u | %u | %u |\n", 'a' + (int)i, n,
		    width, n * width, (n + 131) / 132);
	}
	say(p, "\n");
	p->claims += 2 * rows;
}

static void
say_kernel(struct page *p)
{
	unsigned unroll = 1u << below(p, 4);

	say(p, "```cuda id=step\n__global__ void\nstep_%u(const float *in, "
	    "float *out, int n)\n{\n\tint at = blockIdx.x * blockDim.x + "
	    "threadIdx.x;\n\tfloat sum = 0.0f;\n\n#pragma unroll %u\n"
	    "\tfor (int i = at; i < n; i += gridDim.x * blockDim.x)\n"
	    "\t\tsum += in[i];\n\tif (at < n)\n\t\tout[at] = sum;\n}\n```\n\n",
	    p->number, unroll);
	p->claims++;
}

static void
say_other_fence(struct page *p)
{
	if (below(p, 2)) {
		say(p, "```ptx\nfma.rn.f32 %%f1, %%f2, %%f3, %%f1;\n"
		    "add.s32 %%r1, %%r1, 1;\n```\n\n");
		p->claims++;
	} else {
		say(p, "```text\nstage  copy  compute\n%5u  %4u  %7u\n```\n\n",
		    below(p, 9), below(p, 99), below(p, 999));
	}
}

static void
say_points(struct page *p)
{
	const char *bullet = below(p, 2) ? "-" : "*";
	unsigned n = 2 + below(p, 4);

	for (unsigned i = 0; i < n; i++) {
		say(p, "%s ", bullet);
		say_link(p);
		say(p, "\n");
	}
	say(p, "\n");
}

static void
say_section(struct page *p, unsigned k)
{
	say(p, "## %s %s %u\n\n", word(p, &topics),
	    word(p, &things), k);
	say_paragraph(p);
	if (below(p, 3) == 0)
		say_points(p);
	if (below(p, 3) == 0)
		say(p, "> %s %s %s.\n\n", word(p, &subjects),
		    word(p, &verbs), word(p, &objects));
	say_paragraph(p);
}

static void
say_body(struct page *p)
{
	say(p, "# %s\n\n", word(p, &topics));
	say_paragraph(p);
	say(p, "The budget is %u rows<!-- kbc: %u * 32 id=budget -->. ",
	    budget_of(p->number), budget_of(p->number) / 32);
	p->claims++;
	say_sentence(p);
	say(p, "\n\n");
	say_kernel(p);
	say_section(p, 1);
	say_table(p);
	say(p, "## Costs\n\n");
	say_measured(p);
	say_chain(p);
	say(p, "\n\n");
	say_paragraph(p);
	say_other_fence(p);
	for (unsigned k = 2; ftell(p->out) < p->size; k++)
		say_section(p, k);
	say_points(p);
}

/* --- the tree ------------------------------------------------------------ */

static void
write_data(const char *root)
{
	FILE *out = open_file(root, "data/tags.yaml");

	fputs("techniques:\n", out);
	for (size_t i = 0; i < tags.n; i++)
		fprintf(out, "- %s\n", tags.items[i]);
	close_file(out);
	out = open_file(root, "data/notes.txt");
	fputs("Notes of no experiment.\n", out);
	close_file(out);
	out = open_file(root, "kbc.yaml");
	fputs("device: H200\nsm: sm_90a\n", out);
	close_file(out);
}

int
main(int argc, char **argv)
{
	unsigned count = count_asked(argc, argv);
	unsigned long claims = 0, bytes = 0;

	mkdir(argv[1], 0777);
	write_data(argv[1]);
	for (unsigned i = 0; i < count; i++) {
		struct page p = { .random = i, .number = i, .count = count };

		p.size = 4200 + (long)below(&p, 4200);
		p.out = open_file(argv[1], "area-%02u/topic-%05u.md",
				  i / PER_FOLDER, i);
		say_front(&p);
		say_body(&p);
		claims += p.claims;
		bytes += (unsigned long)ftell(p.out);
		close_file(p.out);
	}
	printf("%u pages, %lu bytes, %lu claims\n", count, bytes, claims);
	return 0;
}
