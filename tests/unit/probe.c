/*
 * What probes have in common, rows of values, assembly as a text, and what the
 * guard asks of a loop. The library is made here, so that the one that ships
 * may change.
 */
#include "arena.h"
#include "buf.h"
#include "built.h"
#include "check.h"
#include "diag.h"
#include "emit.h"
#include "evidence.h"
#include "file.h"
#include "library.h"
#include "listing.h"
#include "pack_head.h"
#include "path.h"
#include "plan.h"
#include "probe_guard.h"
#include "source.h"
#include "value.h"
#include "yaml.h"

#include <stdlib.h>
#include <unistd.h>

static const char made_text[] =
	"/*\n"
	"probe: made\n"
	"like: shared\n"
	"parameters: {chains: {values: [1, 2], at: compile}}\n"
	"let: {steps: 8}\n"
	"template: [word, chains]\n"
	"arguments: [out]\n"
	"metrics: {rate: {value: steps / time, unit: 1/s}}\n"
	"*/\n"
	"made\n";

static const char shared_text[] =
	"/*\n"
	"parameters:\n"
	"  op:\n"
	"    sweep: false\n"
	"    values:\n"
	"      add: {word: f32, sass: FADD* VIADD*, ptx: \"add.a x, x,a;\"}\n"
	"      own: {word: f64, count: 3}\n"
	"      loose: {word: f32, sass: FADD*, more: 1}\n"
	"  chains: {values: [7]}\n"
	"  ptx: {at: text}\n"
	"texts: [ptx, word, none]\n"
	"operands: [x, a]\n"
	"let: {steps: 1, count: steps, others: 2, more: 0}\n"
	"fill: {f32: small, f64: large}\n"
	"loop: {instruction: $sass, count: count, others: others, "
	"more: more}\n"
	"*/\n"
	"shared\n";

struct bench {
	struct arena *arena;
	struct str folder;
	struct library library;
	const struct probe *probe;
};

static void
write_file(struct bench *b, const char *name, const char *text)
{
	CHECK(file_update(path_join(b->arena, b->folder, str_of(name)),
			  str_of(text), diag_make(b->arena)));
}

/* The first message of reading the library, with its line and column. */
static struct str
read_made(struct bench *b)
{
	struct diag *d = diag_make(b->arena);
	uint32_t line, column;

	library_read(b->arena, &b->library, b->folder, d);
	b->probe = library_find(&b->library, STR("made"));
	if (d->n == 0)
		return STR("");
	if (!d->items[0].at.source)
		return d->items[0].text;
	source_place(d->items[0].at.source, d->items[0].at.at, &line, &column);
	return arena_printf(b->arena, "%u:%u: " STR_FMT, line, column,
			    STR_ARG(d->items[0].text));
}

static struct head
head_of(struct bench *b, struct setting *settings, size_t n)
{
	return (struct head){ .arena = b->arena,
			      .diag = diag_make(b->arena),
			      .probe = b->probe, .settings = settings,
			      .nsettings = n };
}

/* --- common -------------------------------------------------------------- */

static void
test_common(struct bench *b)
{
	const struct parameter *op, *chains;

	CHECK_STR(read_made(b), "");
	op = probe_parameter(b->probe, STR("op"));
	chains = probe_parameter(b->probe, STR("chains"));
	CHECK(op && op->fixed && op->rows && op->nvalues == 3);
	CHECK_STR(op->values[0], "add");
	CHECK(chains && chains->compile && chains->nvalues == 2);
	CHECK(probe_parameter(b->probe, STR("ptx"))->text);
	CHECK_STR(str_trim(b->probe->common_code), "shared");
}

static void
test_common_faults(struct bench *b)
{
	static const struct {
		const char *made, *shared, *message;
	} rows[] = {
		{ "/*\nprobe: made\nlike: ../shared\n*/\n", shared_text,
		  "3:7: expected the name of a file of the library, without "
		  "its end" },
		{ "/*\nprobe: made\nlike: shared\n*/\n", "no comment",
		  "1:1: what probes have in common begins with a comment that "
		  "says it" },
		{ "/*\nprobe: made\nlike: shared\n*/\n", "/*\na: [\n*/\n",
		  "3:1: did not find expected node content" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		CHECK_ROW(rows[i].message);
		write_file(b, "made.cu", rows[i].made);
		write_file(b, "shared.cuh", rows[i].shared);
		CHECK_STR(read_made(b), rows[i].message);
	}
	CHECK_ROW("");
	write_file(b, "made.cu", made_text);
	write_file(b, "shared.cuh", shared_text);
}

/* --- rows ---------------------------------------------------------------- */

static void
test_rows(struct bench *b)
{
	struct setting add[] = { { STR("op"), STR("add") },
				 { STR("chains"), STR("2") } };
	struct setting own[] = { { STR("op"), STR("own") },
				 { STR("ptx"), STR("page's") } };
	struct head h = head_of(b, add, COUNT_OF(add));
	struct product p;
	struct str said;

	CHECK(probe_says(b->probe, add, 2, STR("word"), &said));
	CHECK_STR(said, "f32");
	CHECK(probe_says(b->probe, add, 2, STR("chains"), &said));
	CHECK_STR(said, "2");
	CHECK(!probe_says(b->probe, own, 1, STR("ptx"), &said));
	CHECK(probe_says(b->probe, own, 2, STR("ptx"), &said));
	CHECK_STR(said, "page's");
	CHECK_STR(head_find(&h, STR("fill"))->text, "small");
	CHECK_STR(head_text(&h, head_find(&h, STR("loop.instruction"))),
		  "FADD* VIADD*");
	CHECK(head_name(&p, &h, STR("count")));
	CHECK_NUM(p.number, 8); /* its own `steps`, not the shared one */
	h = head_of(b, own, COUNT_OF(own));
	CHECK(head_name(&p, &h, STR("count")));
	CHECK_NUM(p.number, 3);
	CHECK_STR(head_find(&h, STR("fill"))->text, "large");
}

/* --- source and guard ---------------------------------------------------- */

static const char source[] =
	"// kbc: probe made op=add\n"
	"#define kbc_ptx \"add.a %0, %0,%1;\"\n"
	"#define kbc_word \"f32\"\n"
	"#define kbc_none \"\"\n"
	"#line 17 \"probes/shared.cuh\"\n"
	"shared\n"
	"#line 10 \"probes/made.cu\"\n"
	"made\n"
	"#line 10 \"probes/made-add.cu\"\n"
	"\n"
	"extern \"C\" __global__ void\n"
	"k(void *out)\n"
	"{\n"
	"\tmade<f32, 1>(out);\n"
	"}\n";

/* A kernel whose loop holds these. */
static struct listing
make_loop(struct bench *b, const char *const *mnemonics, size_t n)
{
	struct kernel *k = arena_alloc(b->arena, sizeof *k);

	*k = (struct kernel){ .name = STR("k"), .n = n, .has_loop = true };
	k->items = arena_alloc(b->arena, (n + 1) * sizeof *k->items);
	for (size_t i = 0; i < n; i++)
		k->items[i] = (struct instruction){ str_of(mnemonics[i]),
						    str_of(mnemonics[i]),
						    true };
	return (struct listing){ .kernels = k, .n = 1 };
}

static struct str
guard_says(struct bench *b, const struct target *t, const char *loop)
{
	const char *mnemonics[32];
	struct str text = arena_copy(b->arena, str_of(loop)), word;
	struct evidence e = { .target = STR("sm_90a") };
	struct built built = { .tried = true, .ok = true };
	struct listing sass;
	struct value v;
	size_t n = 0;

	while (str_split(&word, &text, ' '))
		mnemonics[n++] = arena_printf(b->arena, STR_FMT,
					      STR_ARG(word)).p;
	sass = make_loop(b, mnemonics, n);
	built.sass = &sass;
	v = probe_guard(b->arena, t, &built, &e, NULL);
	return v.kind == VALUE_NONE ? v.reason : STR("");
}

static void
test_target(struct bench *b)
{
	struct setting settings[] = { { STR("op"), STR("add") },
				      { STR("chains"), STR("1") } };
	struct point point = { settings, 2, STR("k") };
	struct target t = { .kind = TARGET_PROBE, .sm = STR("sm_90a"),
			    .name = STR("probes/made-add"),
			    .probe = b->probe, .fixed = settings, .nfixed = 1,
			    .points = &point, .npoints = 1 };
	struct buf out = { 0 };

	emit_source(&out, &t);
	CHECK_STR(buf_str(&out), source);
	buf_free(&out);
#define EIGHT "FADD FADD FADD FADD VIADD VIADD VIADD FADD.FTZ"
	CHECK_STR(guard_says(b, &t, EIGHT), "");
	CHECK_STR(guard_says(b, &t, EIGHT " MOV BRA"), "");
	CHECK_STR(guard_says(b, &t, EIGHT " FADD"), "the hot loop of k holds "
		  "9 FADD* VIADD*, the probe promises 8");
	CHECK_STR(guard_says(b, &t, EIGHT " MOV ISETP BRA"), "the hot loop of "
		  "k holds 3 instructions besides FADD* VIADD*, the probe "
		  "promises 2 at most");
	settings[0].value = STR("loose");
#define SEVEN "FADD FADD FADD FADD FADD FADD FADD"
	CHECK_STR(guard_says(b, &t, SEVEN " FADD"), "");
	CHECK_STR(guard_says(b, &t, SEVEN " FADD FADD"), "");
	CHECK_STR(guard_says(b, &t, SEVEN " FADD FADD FADD"), "the hot loop "
		  "of k holds 10 FADD*, the probe promises 8");
	CHECK_STR(guard_says(b, &t, SEVEN), "the hot loop of k holds 7 FADD*, "
		  "the probe promises 8");
}

int
main(void)
{
	char folder[] = "/tmp/kbc-unit-probe-XXXXXX";
	struct bench b = { .arena = arena_make() };

	CHECK(mkdtemp(folder) != NULL);
	b.folder = str_of(folder);
	write_file(&b, "made.cu", made_text);
	write_file(&b, "shared.cuh", shared_text);
	test_common(&b);
	test_rows(&b);
	test_target(&b);
	test_common_faults(&b);
	CHECK(file_remove(path_join(b.arena, b.folder, STR("made.cu")),
			  diag_make(b.arena)));
	CHECK(file_remove(path_join(b.arena, b.folder, STR("shared.cuh")),
			  diag_make(b.arena)));
	CHECK(rmdir(folder) == 0);
	arena_free(b.arena);
	CHECK_DONE();
}
