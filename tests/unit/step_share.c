/*
 * A batch of three sources, with compilers that are shell scripts: each row is
 * one way in which they end, and what is found of each source then. What real
 * ones say of a batch, tests/share asks.
 */
#include <ftw.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena.h"
#include "buf.h"
#include "check.h"
#include "diag.h"
#include "file.h"
#include "plan.h"
#include "share.h"
#include "step.h"
#include "toolkit.h"

struct bench {
	struct arena *a;
	struct diag *d;
	struct toolkit t;
};

/* What a compiler does once it knows its output as $o, its input as $in, and
   $left, the numbers of the sources in that. */
#define OPTIONS                                                               \
	"#!/bin/sh\n"                                                         \
	"o=; d=/dev/null; echo >>starts\n"                                    \
	"while [ $# -gt 0 ]; do case $1 in -o) o=$2; shift;; "                \
	"-MD,-MF,*) d=${1#-MD,-MF,};; *.cu | *.ptx) in=$1;; esac; shift; "    \
	"done\n"                                                              \
	"left=$(sed -n 's/^namespace kbc_unit_\\([0-9]*\\)_ {/\\1/p' $in)\n"  \
	"has() { case \" $(echo $left) \" in *\" $1 \"*) ;; *) false;; "      \
	"esac; }\n"

/* PTX with a line of each source's fence, 10 to 12. */
#define PTX                                                                   \
	"echo \"out: $in\" >$d\n"                                             \
	"for i in $left; do echo \".func f$i()\n{\n.loc $((i + 1)) 11 2\n"    \
	"bad$i;\n}\"; done >$o\n"                                             \
	"for i in $left; do echo \".file $((i + 1)) "                         \
	"\\\"/x/kbc_unit_${i}_\\\"\"; done >>$o\n"

#define CUBIN "echo made >$o\n"

static const struct ending {
	const char *name, *nvcc, *ptxas;
	int exit;
	const char *found; /* of each: g good, a alone, - nothing */
	int starts;        /* of compilers */
} endings[] = {
	{ "all are good", PTX, CUBIN, 0, "ggg", 2 },
	{ "one is wrong", "if has 1; then echo 'kbc_unit_1_(5): error: no' "
	  ">&2; exit 1; fi\n" PTX, CUBIN, 0, "gag", 3 },
	{ "one is wrong in what kbc writes around it", "if has 1; then echo "
	  "'kbc_unit_1_own(2): error: no' >&2; exit 1; fi\n" PTX, CUBIN, 0,
	  "gag", 3 },
	{ "one is wrong, another then", "if has 2; then echo "
	  "'kbc_unit_2_(5): error: no' >&2; exit 1; fi\n"
	  "if has 1; then exit 3; fi\n" PTX, CUBIN, 0, "aaa", 2 },
	{ "a warning", "echo 'kbc_unit_1_(5): warning #1-D: hm' >&2\n" PTX,
	  CUBIN, 0, "ggg", 2 },
	{ "one is wrong in a header", "if has 1; then echo "
	  "'/inc/x.h(7): error: no' >&2; echo '   detected during: f(int) at "
	  "line 5 of kbc_unit_1_' >&2; exit 1; fi\n" PTX, CUBIN, 0, "gag", 3 },
	{ "nobody is named", "echo 'x.h(7): error: no' >&2; exit 1", CUBIN, 0,
	  "aaa", 1 },
	{ "all declare what a header has", "if has 0; then echo "
	  "'kbc_unit_0_own(2): error: \"k\" has already been declared in the "
	  "current scope' >&2; exit 1; fi\n" PTX, CUBIN, 0, "aaa", 1 },
	{ "one fails in the assembler", PTX, "if grep -q bad1 $in; then echo "
	  "\"ptxas $in, line 9; error   : no\" >&2; exit 1; fi\n" CUBIN, 0,
	  "gag", 4 },
	{ "the assembler names no line", PTX, "echo 'ptxas fatal   : no' >&2; "
	  "exit 1", 0, "aaa", 2 },
	{ "one has code of other lines only", PTX "sed -i "
	  "'s/.loc 2 11/.loc 2 13/' $o", CUBIN, 0, "gag", 2 },
	{ "one calls what is nowhere", PTX "echo '.extern .func g\n(\n"
	  ".param _ZN11kbc_unit_1_1gEv\n);' >>$o", CUBIN, 0, "gag", 2 },
	{ "it reads what it may not", PTX "echo \"out: $in /etc/passwd\" >$d",
	  CUBIN, 0, "aaa", 1 },
	{ "it is killed", "kill -KILL $$", CUBIN, 0, "aaa", 1 },
	{ "the assembler is killed", PTX, "kill -KILL $$", 0, "aaa", 2 },
	{ "it writes nothing", "exit 0", CUBIN, 0, "aaa", 1 },
	{ "it does not work", "echo 'nvcc fatal   : Failed to preprocess' "
	  ">&2; exit 1", CUBIN, 3, "---", 1 },
	{ "there is none", NULL, CUBIN, 3, "---", 0 },
};

static const struct ending endless = { "it never ends", "sleep 900", CUBIN, 0,
				       "aaa", 1 };

static struct str
make_tool(struct bench *b, const char *name, const char *body)
{
	if (!body)
		return STR("");
	CHECK(file_update(str_of(name), arena_printf(b->a, OPTIONS "%s\n",
						     body), b->d));
	CHECK(chmod(name, 0755) == 0);
	return file_real(b->a, str_of(name));
}

static struct str
source_name(struct bench *b, size_t i)
{
	return arena_printf(b->a, "page/fence%zu-check", i);
}

static void
write_batch(struct bench *b)
{
	struct target t = { .kind = TARGET_FENCE, .check = true };
	struct buf text = { 0 };
	struct member m[3];
	struct share_unit u[3];

	for (size_t i = 0; i < COUNT_OF(u); i++) {
		t.name = source_name(b, i);
		m[i] = (struct member){ .number = i, .first = 10, .last = 12,
					.name = t.name, .key = STR("5f0c") };
		CHECK(share_parse(b->a, &u[i], &t,
				  STR("__global__ void k() {}\n")));
	}
	share_emit_front(&text, u[0].front);
	for (size_t i = 0; i < COUNT_OF(u); i++)
		share_emit_unit(&text, &u[i], &m[i]);
	for (size_t i = 0; i < COUNT_OF(u); i++)
		share_emit_names(&text, &u[i], &m[i]);
	CHECK(file_update(STR("batch.cu"), buf_str(&text), b->d));
	buf_free(&text);
}

/* What is found of each source, a letter each. */
static struct str
read_findings(struct bench *b)
{
	char letters[4] = "---";
	struct share_finding f;

	for (size_t i = 0; i < 3; i++) {
		if (!share_find(b->a, &f, STR("."), source_name(b, i)))
			continue;
		CHECK_STR(f.key, "5f0c");
		letters[i] = f.good ? 'g' : 'a';
	}
	return arena_copy(b->a, str_of(letters));
}

static size_t
count_starts(struct bench *b)
{
	struct str text = STR("");

	if (file_kind(STR("starts")) == FILE_PLAIN)
		CHECK(file_read(b->a, &text, STR("starts"), 1000, b->d));
	return text.n;
}

static void
test_ending(struct bench *b, const struct ending *e)
{
	static const struct str args[] = {
		STR_INIT("share"), STR_INIT("sm_90a"), STR_INIT("batch.cu"),
		STR_INIT("batch"),
	};
	struct result r;

	CHECK_ROW(e->name);
	CHECK(file_remove_tree(STR(".build"), b->d));
	CHECK(file_remove(STR("starts"), b->d));
	b->t.nvcc.path = make_tool(b, "nvcc", e->nvcc);
	b->t.ptxas.path = make_tool(b, "ptxas", e->ptxas);
	b->d = diag_make(b->a);
	CHECK_NUM(step_run(b->a, args, COUNT_OF(args), &b->t, b->d), e->exit);
	CHECK_STR(read_findings(b), e->found);
	CHECK_NUM(count_starts(b), e->starts);
	step_result(b->a, &r, STR("batch"));
	CHECK(r.there && r.ok == (e->exit == 0));
}

static int
remove_one(const char *path, const struct stat *s, int kind, struct FTW *f)
{
	(void)s;
	(void)kind;
	(void)f;
	return remove(path);
}

int
main(void)
{
	char folder[] = "/tmp/kbc-share-XXXXXX";
	struct bench b = { .a = arena_make() };

	if (!mkdtemp(folder) || chdir(folder) != 0)
		return 1;
	b.d = diag_make(b.a);
	setenv("KBC_SANDBOX", "none", 1);
	write_batch(&b);
	for (size_t i = 0; i < COUNT_OF(endings); i++)
		test_ending(&b, &endings[i]);
	setenv("KBC_COMPILE_SECONDS", "0.5", 1);
	test_ending(&b, &endless);
	CHECK(chdir("/") == 0);
	CHECK(nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS) == 0);
	arena_free(b.a);
	CHECK_DONE();
}
