/*
 * Whether the toolchain works: a kernel that cannot be wrong goes through the
 * same steps, limits and sandbox as every page's. Before any page is compiled
 * that tells a broken compiler from a broken page.
 *
 * What it leaves in its folder says for which tools it went well, so that a
 * run with the same ones starts nothing.
 */
#include "toolkit.h"

#include "arena.h"
#include "diag.h"
#include "file.h"
#include "path.h"
#include "proc.h"
#include "step.h"
#include "step_parts.h"

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

static bool
make(struct arena *a, struct step s, const struct toolkit *t, struct diag *d)
{
	struct result r;
	/* The step's own words would only say it twice. */
	int status = step_make(a, &s, t, diag_make(a));

	step_result(a, &r, step_path(a, &s, s.out));
	return (status == 0 && r.ok) || fail(d, t, &r);
}

bool
toolkit_try(struct arena *a, const struct toolkit *t, struct str folder,
	    struct diag *d)
{
	struct str mark = path_join(a, folder, STR("try.stamp"));
	struct str stamp = make_stamp(a, t);
	struct step ptx = { .kind = STEP_PTX, .sm = toolkit_least_sm(t),
			    .in = STR("try.cu"), .out = STR("try.ptx"),
			    .dir = folder };
	struct step cubin = ptx;

	if (is_stamped(a, mark, stamp))
		return true;
	if (!step_limits(&ptx, d) || !file_remove(mark, d) ||
	    !file_update(path_join(a, folder, STR("try.cu")), kernel, d))
		return false;
	if (!make(a, ptx, t, d))
		return false;
	cubin.kind = STEP_CUBIN;
	cubin.in = ptx.out;
	cubin.out = STR("try.cubin");
	cubin.seconds = ptx.seconds;
	cubin.memory = ptx.memory;
	return make(a, cubin, t, d) && file_update(mark, stamp, d);
}
