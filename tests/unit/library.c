/*
 * The instructions of the library: each is built for sm_90a, many in a source,
 * as one chain and as eight, and the guard must find what the row promises. A
 * compiler that packs, folds or drops a step shows here, before a device is
 * asked. Skipped without nvcc and a disassembler.
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
#include "path.h"
#include "plan.h"
#include "probe_guard.h"
#include "proc.h"
#include "toolkit.h"
#include "value.h"

#include <ftw.h>
#include <stdlib.h>
#include <unistd.h>

/* Sources that are compiled at once, each with its share. */
#define SHARES 2
#define TARGETS_MAX 400

static const struct {
	struct str probe;
	const char *chains;
} shapes[] = {
	{ STR_INIT("op_throughput"), "1" },
	{ STR_INIT("op_throughput"), "8" },
};

struct bench {
	struct arena *arena;
	struct toolkit toolkit;
	struct library library;
	struct str folder;
	struct target targets[TARGETS_MAX];
	size_t ntargets;
};

/* Whether the page has to give a text for the value. */
static bool
wants_text(const struct probe *p, const struct setting *value)
{
	struct str said;

	for (size_t i = 0; i < p->nparameters; i++)
		if (p->parameters[i].text &&
		    !probe_row_says(p, value, 1, p->parameters[i].name, &said))
			return true;
	return false;
}

/* A parameter's first value, but for the two that are asked for. */
static struct point
make_point(struct bench *b, const struct probe *p, const struct setting *value,
	   const char *count)
{
	struct point out = { 0 };

	out.settings = arena_alloc(b->arena, (p->nparameters + 1) *
						     sizeof *out.settings);
	for (size_t i = 0; i < p->nparameters; i++) {
		const struct parameter *q = &p->parameters[i];
		struct setting s = { .name = q->name };

		if (q->text)
			continue;
		s.value = str_equal(q->name, value->name) ? value->value :
			  str_equal(q->name, STR("chains")) ? str_of(count) :
							      q->values[0];
		out.settings[out.nsettings++] = s;
	}
	out.entry = arena_printf(b->arena, STR_FMT "_" STR_FMT "_c%s",
				 STR_ARG(p->name), STR_ARG(value->value),
				 count);
	return out;
}

static void
add_target(struct bench *b, const struct probe *p, const struct setting *value,
	   const char *count)
{
	struct target *t = &b->targets[b->ntargets++];

	*t = (struct target){ .kind = TARGET_PROBE, .sm = STR("sm_90a"),
			      .probe = p };
	t->name = arena_printf(b->arena, "probes/" STR_FMT "-" STR_FMT,
			       STR_ARG(p->name), STR_ARG(value->value));
	t->fixed = value;
	t->nfixed = 1;
	t->points = arena_alloc(b->arena, sizeof *t->points);
	t->points[t->npoints++] = make_point(b, p, value, count);
}

/* All values of the parameter with rows. */
static void
add_targets(struct bench *b, const struct probe *p, const char *count)
{
	for (size_t i = 0; i < p->nparameters; i++) {
		const struct parameter *q = &p->parameters[i];

		for (size_t k = 0; q->rows && k < q->nvalues &&
				   b->ntargets < TARGETS_MAX; k++) {
			struct setting *s = arena_alloc(b->arena, sizeof *s);

			*s = (struct setting){ q->name, q->values[k] };
			if (!wants_text(p, s))
				add_target(b, p, s, count);
		}
	}
}

/* The targets of one share, each in a namespace of its own. */
static struct str
write_share(struct bench *b, size_t share)
{
	struct str none = { NULL, 0 };
	struct buf out = { 0 };
	struct str path = path_join(b->arena, b->folder,
		arena_printf(b->arena, "share%zu.cu", share));

	for (size_t i = share; i < b->ntargets; i += SHARES) {
		buf_add(&out, STR("#undef kbc_ptx\n#undef kbc_first\n"
				  "#undef kbc_size\n#undef kbc_instructions\n"
				  "#undef WORD\n"));
		buf_printf(&out, "namespace n%zu {\n", i);
		emit_source(&out, &b->targets[i]);
		buf_add(&out, STR("}\n"));
	}
	CHECK(file_replace(path, buf_str(&out), none, diag_make(b->arena)));
	buf_free(&out);
	return path;
}

/* Compiles all shares at the same time. */
static bool
build(struct bench *b)
{
	struct proc_result r;
	struct buf script = { 0 };
	struct proc p = { .limits = { .seconds = 300 } };

	for (size_t i = 0; i < SHARES; i++) {
		struct str path = write_share(b, i);

		buf_printf(&script, "'" STR_FMT "' -std c++17 -gencode "
			   "arch=compute_90a,code=sm_90a -cubin -o '" STR_FMT
			   "bin' '" STR_FMT "' && '" STR_FMT "' -c '" STR_FMT
			   "bin' > '" STR_FMT "sass' & ",
			   STR_ARG(b->toolkit.nvcc.path), STR_ARG(path),
			   STR_ARG(path),
			   STR_ARG(b->toolkit.nvdisasm.path), STR_ARG(path),
			   STR_ARG(path));
	}
	buf_add(&script, STR("wait"));
	buf_add_byte(&script, '\0');
	p.argv = (char *[]){ (char[]){ "sh" }, (char[]){ "-c" }, script.p,
			     NULL };
	proc_run(b->arena, &r, &p);
	buf_free(&script);
	if (r.err.n > 0)
		fprintf(stderr, STR_FMT "\n", STR_ARG(r.err));
	return r.status == 0;
}

static void
check_share(struct bench *b, size_t share)
{
	struct built built = { .tried = true, .ok = true };
	struct evidence none = { .target = STR("sm_90a") };
	struct listing sass = { 0 };
	struct str text;

	CHECK(file_read(b->arena, &text, path_join(b->arena, b->folder,
		arena_printf(b->arena, "share%zu.cusass", share)), 1u << 30,
			diag_make(b->arena)));
	CHECK(listing_parse_sass(b->arena, &sass, text));
	built.sass = &sass;
	for (size_t i = share; i < b->ntargets; i += SHARES) {
		struct value v = probe_guard(b->arena, &b->targets[i], &built,
					     &none, NULL);

		CHECK_ROW(b->targets[i].name.p);
		CHECK_STR(v.kind == VALUE_NONE ? v.reason : STR(""), "");
	}
	CHECK_ROW("");
}

static int
remove_one(const char *path, const struct stat *s, int kind, struct FTW *at)
{
	(void)s;
	(void)kind;
	(void)at;
	return remove(path);
}

int
main(void)
{
	static struct bench b;
	char folder[] = "/tmp/kbc-library-XXXXXX";

	b.arena = arena_make();
	toolkit_locate(b.arena, &b.toolkit, STR(""));
	if (b.toolkit.nvcc.path.n == 0 || b.toolkit.nvdisasm.path.n == 0) {
		puts("skipped: needs nvcc and nvdisasm");
		return 77;
	}
	CHECK(mkdtemp(folder) != NULL);
	b.folder = str_of(folder);
	CHECK(library_read(b.arena, &b.library, STR("compiler/probes"),
			   diag_make(b.arena)));
	for (size_t i = 0; i < COUNT_OF(shapes); i++) {
		const struct probe *p = library_find(&b.library,
						     shapes[i].probe);

		CHECK(p != NULL);
		if (p)
			add_targets(&b, p, shapes[i].chains);
	}
	CHECK(b.ntargets > 0);
	if (build(&b))
		for (size_t i = 0; i < SHARES; i++)
			check_share(&b, i);
	else
		CHECK(!"the compiler takes them");
	nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
	arena_free(b.arena);
	CHECK_DONE();
}
