/*
 * Result files of the steps -> what building said of each target.
 *
 * A target is ok when all that was asked for is there. The reason why it is
 * not is the first complaint about a line of the page; only without one is it
 * the first about any line, and then it says that the line is not the page's.
 * What was killed or timed out is told apart from what does not compile: it
 * says nothing of the page.
 *
 * Nothing is started here. A tool that is not on this machine leaves no
 * answer, even where an older run left its output.
 */
#include "built.h"

#include "arena.h"
#include "built_parts.h"
#include "diag.h"
#include "emit.h"
#include "file.h"
#include "graph.h"
#include "hash.h"
#include "listing.h"
#include "page.h"
#include "path.h"
#include "plan.h"
#include "share.h"
#include "step.h"
#include "toolkit.h"

/* Outputs beyond this were not made from a page's fence. */
#define OUTPUT_MAX ((size_t)64 << 20)

void
built_result(struct reader *r, struct result *out, struct str *path,
	     const char *suffix)
{
	*path = path_join(r->arena, r->making->folder,
			  graph_output(r->arena, r->target, suffix));
	step_result(r->arena, out, *path);
	/* without a result the step is run again */
	if (out->gone)
		r->built->gone = file_remove(arena_printf(r->arena, STR_FMT
			".result", STR_ARG(*path)), diag_make(r->arena));
}

bool
built_read_text(struct reader *r, struct str *text, struct str path)
{
	return file_read(r->arena, text, path, OUTPUT_MAX,
			 diag_make(r->arena));
}

/* --- steps --------------------------------------------------------------- */

static bool
read_ptx(struct reader *r)
{
	struct built *b = r->built;
	struct listing *l = arena_alloc(r->arena, sizeof(*l));
	struct result result;
	struct str path;

	built_result(r, &result, &path, ".ptx");
	b->tried = result.there;
	b->gone = b->gone || !result.there;
	built_complain(r, result.log);
	if (!result.ok || !built_read_text(r, &r->ptx, path)) {
		built_blame(r, &result);
		return false;
	}
	if (listing_parse_ptx(r->arena, l, r->ptx))
		b->ptx = l;
	b->ptx_path = path;
	if (r->target->kind == TARGET_RUN)
		b->ptx_hash = hash_hex(r->arena, r->ptx);
	b->ptx_table = str_skip(r->ptx, str_find(r->ptx,
						 STR("kbc_kernels[")));
	return true;
}

static bool
read_cubin(struct reader *r)
{
	struct built *b = r->built;
	struct resources *all;
	struct result result;
	struct str path, bytes;

	built_result(r, &result, &path, ".cubin");
	b->tried = result.there;
	built_complain(r, result.log);
	if (!result.ok || !built_read_text(r, &bytes, path)) {
		built_blame(r, &result);
		return false;
	}
	b->cubin = path;
	b->cubin_hash = hash_hex(r->arena, bytes);
	b->nresources = resources_parse(r->arena, &all, result.log);
	b->resources = all;
	return true;
}

/* A disassembly; false when it is not there. */
static bool
read_listing(struct reader *r, struct listing *l, struct result *result,
	     const char *suffix)
{
	struct str path, text;

	built_result(r, result, &path, suffix);
	return result->ok && built_read_text(r, &text, path) &&
	       listing_parse_sass(r->arena, l, text);
}

/* Adds what the kernels' own cubin does not hold. */
static void
add_parts(struct reader *r, struct listing *l)
{
	struct listing parts = { 0 };
	struct result result;

	if (!read_listing(r, &parts, &result, ".parts.sass"))
		return;
	for (size_t i = 0; i < parts.n; i++) {
		if (listing_find(l, parts.kernels[i].name))
			continue;
		l->kernels = arena_grow(r->arena, l->kernels, l->n, &l->cap,
					sizeof(*l->kernels));
		l->kernels[l->n++] = parts.kernels[i];
	}
}

static void
read_sass(struct reader *r)
{
	struct listing *l = arena_alloc(r->arena, sizeof(*l));
	struct result result;
	bool whole;

	if (r->making->toolkit->nvdisasm.path.n == 0) {
		r->built->no_sass = true;
		return;
	}
	whole = read_listing(r, l, &result, ".sass");
	if (r->target->kind == TARGET_FENCE && !r->target->body)
		add_parts(r, l);
	if (whole || l->n > 0)
		r->built->sass = l;
	else
		built_blame(r, &result);
}

/* --- targets ------------------------------------------------------------- */

/* What a PTX fence is asked beside whether it assembles. */
static void
read_listings(struct reader *r)
{
	struct listing *l = arena_alloc(r->arena, sizeof(*l));

	if (listing_parse_ptx(r->arena, l,
			      emit_ptx_listing(r->arena, r->target)))
		r->built->ptx = l;
	if (r->target->sass)
		read_sass(r);
}

static void
read_assembled(struct reader *r)
{
	if (r->target->kind != TARGET_PTX)
		return;
	r->nlines = emit_ptx_lines(r->arena, &r->lines, r->target);
	r->built->ok = read_cubin(r);
	if (r->built->ok) {
		read_listings(r);
		built_mnemonics(r);
		r->built->left_out = built_ellipsis(r->target->fence);
	} else if (r->built->tried && !r->built->stopped) {
		built_kind(r);
	}
	r->built->empty = r->built->ok && !emit_ptx_has_code(r->target);
}

static void
read_compiled(struct reader *r)
{
	const struct target *t = r->target;
	struct built *b = r->built;

	b->shared = share_is_good(r->arena, r->making, t);
	if (b->shared) {
		b->tried = b->ok = true;
		return;
	}
	b->ok = read_ptx(r) && (!t->cubin || read_cubin(r));
	b->ok = b->ok && !built_is_silenced(r);
	if (b->ok && t->sass)
		read_sass(r);
}

/* What only fences are asked: whether they are host code, or none. */
static void
read_fence(struct reader *r)
{
	struct built *b = r->built;

	b->empty = b->ok && !b->shared && built_is_empty(r);
	if (b->empty)
		built_empty(r);
	else if (b->tried && !b->ok && !b->stopped)
		built_kind(r);
	/* but what is wrong with its functions for the device is theirs */
	b->host = (b->empty || (b->tried && !b->ok && !b->stopped)) &&
		  built_is_host(r->target->fence) &&
		  !built_in_device(r->target->fence, b->line);
}

static void
read_target(struct reader *r)
{
	const struct toolkit *t = r->making->toolkit;
	bool assembled = str_equal(emit_suffix(r->target), STR(".ptx"));

	if (t->nvcc.path.n == 0 || t->ptxas.path.n == 0)
		return;
	r->source = arena_printf(r->arena, STR_FMT STR_FMT,
				 STR_ARG(r->target->name),
				 STR_ARG(emit_suffix(r->target)));
	if (r->target->page)
		r->page = emit_page_name(r->arena, r->target->page->name);
	if (assembled)
		read_assembled(r);
	else
		read_compiled(r);
	if (r->target->kind == TARGET_FENCE)
		read_fence(r);
	if (r->target->kind == TARGET_NAMES || r->target->kind == TARGET_CALL)
		built_names(r);
}

struct built *
built_read(struct arena *a, const struct making *m)
{
	size_t n = m->plan->ntargets;
	struct built *all = arena_alloc(a, (n + 1) * sizeof(*all));
	const bool *least = graph_least(a, m);

	for (size_t i = 0; i < n; i++) {
		struct reader r = { .arena = a, .making = m,
				    .target = &m->plan->targets[i],
				    .built = &all[i], .least = least[i] };

		read_target(&r);
		if (!all[i].tried && m->toolkit->nvcc.path.n > 0)
			all[i].why = STR("it was not built");
	}
	return all;
}

bool
built_differs(const struct built *b, const struct toolkit *t,
	      struct str version, struct str cubin)
{
	return t && b->cubin_hash.n > 0 && cubin.n > 0 &&
	       str_equal(t->nvcc.version, version) &&
	       !str_equal(b->cubin_hash, cubin);
}

bool
built_gone(const struct built *all, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (all[i].gone)
			return true;
	return false;
}
