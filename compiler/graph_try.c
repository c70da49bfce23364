/*
 * Whether the toolchain works: a kernel that cannot be wrong goes through the
 * same steps, limits and sandbox as every page's. Before any page is compiled
 * that tells a broken compiler from a broken page.
 *
 * Input: the tools; output: true, or a fail with the compiler's own words. What
 * it leaves in .build/ says for which tools it went well, so that a run with
 * the same ones starts nothing.
 */
#include "graph.h"

#include "arena.h"
#include "diag.h"
#include "file.h"
#include "graph_parts.h"
#include "path.h"
#include "proc.h"
#include "step.h"
#include "toolkit.h"

#define STAMP_MAX ((size_t)1 << 16)

/* Lines of the compiler's words that are shown. */
#define LINES_MAX 20

static const struct str kernel = STR_INIT(
	"extern \"C\" __global__ void kbc_try(float *out)\n"
	"{\n"
	"\tout[threadIdx.x] = 1.0f + out[threadIdx.x];\n"
	"}\n");

/* What the outcome depends on: our tools and the host's compiler. */
static struct str
make_stamp(struct arena *a, const struct toolkit *t)
{
	struct str host = proc_find(a, STR("gcc"));

	return arena_printf(a, STR_FMT "gcc " STR_FMT "\n", STR_ARG(t->stamp),
			    STR_ARG(host));
}

static bool
is_stamped(struct arena *a, struct str path, struct str stamp)
{
	struct str text;

	return file_kind(path) == FILE_PLAIN &&
	       file_read(a, &text, path, STAMP_MAX, diag_make(a)) &&
	       str_equal(text, stamp);
}

/* Says that the toolchain is broken, with what it said itself. */
static bool
fail(struct diag *d, const struct toolkit *t, const struct result *r)
{
	struct str rest = str_trim(r->log), line;

	if (r->timed_out > 0)
		diag_fail(d, "the toolchain '" STR_FMT "' does not compile a "
			  "trivial kernel in %g s", STR_ARG(t->nvcc.path),
			  r->timed_out);
	else if (r->signal)
		diag_fail(d, "the toolchain '" STR_FMT "' is killed by signal "
			  "%d on a trivial kernel", STR_ARG(t->nvcc.path),
			  r->signal);
	else
		diag_fail(d, "the toolchain '" STR_FMT "' does not compile a "
			  "trivial kernel", STR_ARG(t->nvcc.path));
	for (int i = 0; i < LINES_MAX && str_split(&line, &rest, '\n'); i++) {
		if (str_trim(line).n)
			diag_note(d, (struct span){ 0 }, STR_FMT,
				  STR_ARG(str_trim(line)));
	}
	return false;
}

/* Runs `kbc step` in .build/; the same words again would only repeat it. */
static bool
run_step(struct arena *a, const struct making *m, const char *kind,
	 struct str in, struct str out, struct diag *d)
{
	struct str folder = path_join(a, m->folder, STR(".build"));
	struct str path = path_join(a, folder, out);
	struct str sm = toolkit_least_sm(m->toolkit);
	char step[] = "step";
	char *argv[] = { arena_text(a, file_real(a, m->kbc)), step,
			 arena_text(a, str_of(kind)), arena_text(a, sm),
			 arena_text(a, in), arena_text(a, out), NULL };
	struct proc p = { .argv = argv, .dir = arena_text(a, folder),
			  .mourns = true };
	struct proc_result done;
	struct result r;
	bool good;

	if (!file_remove(arena_printf(a, STR_FMT ".result", STR_ARG(path)), d))
		return false;
	good = graph_start(a, m, &done, &p);
	step_result(a, &r, path);
	if (!r.there)
		r.log = done.err;
	return (good && r.ok) || fail(d, m->toolkit, &r);
}

bool
graph_try(struct arena *a, const struct making *m, struct diag *d)
{
	struct str folder = path_join(a, m->folder, STR(".build"));
	struct str mark = path_join(a, folder, STR("try.stamp"));
	struct str stamp = make_stamp(a, m->toolkit);
	struct making bare = *m;

	bare.launcher = STR(""); /* of the compilers themselves */
	m = &bare;
	return is_stamped(a, mark, stamp) ||
	       (file_remove(mark, d) &&
		file_update(path_join(a, folder, STR("try.cu")), kernel, d) &&
		run_step(a, m, "ptx", STR("try.cu"), STR("try.ptx"), d) &&
		run_step(a, m, "cubin", STR("try.ptx"), STR("try.cubin"), d) &&
		file_update(mark, stamp, d));
}
