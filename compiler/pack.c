/*
 * Probe targets -> a pack: MANIFEST and cubins, which kbc-run executes on any
 * machine with the device.
 *
 * The idea: what decides a measurement is text. The job (pack_job.c) without
 * its name and cubin, the source without kbc's comments and the version of the
 * harness are what evidence is bound to, by one hash; its first digits are in
 * the name, so that evidence of anything else is not found.
 *
 *	job fma_throughput-fp16-1a2b3c4d
 *	key 1a2b3c4d…
 *	cubin bin/fma_throughput-fp16-1a2b3c4d.cubin SHA
 *	target sm_90a                    from here on pack_emit_job
 *
 * It starts nothing and knows nothing of samples.
 */
#include "pack.h"

#include "arena.h"
#include "buf.h"
#include "built.h"
#include "diag.h"
#include "emit.h"
#include "file.h"
#include "hash.h"
#include "library.h"
#include "listing.h"
#include "marker.h"
#include "pack_run.h"
#include "pack_sweep.h"
#include "pack_word.h"
#include "path.h"
#include "plan.h"
#include "toolkit.h"

#define CUBIN_MAX ((size_t)64 << 20)
/* Digits of the key in a name; bytes of a setting. */
#define NAME_HASH 8
#define NAME_SETTING_MAX 24

bool
pack_is_word(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] <= ' ' || s.p[i] > '~')
			return false;
	return s.n > 0;
}

/* --- key and name -------------------------------------------------------- */

/* From the `target` line to `end`. */
static bool
emit_block(struct buf *out, const struct target *t, struct diag *d)
{
	if (t->run)
		return pack_emit_run(out, t, d);
	return t->probe && pack_emit_job(out, t, d);
}

struct str
pack_key(struct arena *a, const struct target *t)
{
	struct str block = pack_block(a, t);
	struct buf text = { 0 };
	struct str key = STR("");

	emit_bound(&text, t);
	buf_add(&text, STR("\nharness " PACK_HARNESS "\n"));
	buf_add(&text, block);
	if (block.n > 0)
		key = hash_hex(a, buf_str(&text));
	buf_free(&text);
	return key;
}

struct str
pack_block(struct arena *a, const struct target *t)
{
	struct buf text = { 0 };
	struct str block = STR("");

	if (emit_block(&text, t, diag_make(a)))
		block = arena_copy(a, buf_str(&text));
	buf_free(&text);
	return block;
}

/* A text as part of a file's name. */
static void
add_name_part(struct buf *out, struct str s)
{
	for (size_t i = 0; i < s.n && i < NAME_SETTING_MAX; i++) {
		char c = byte_lower(s.p[i]);

		buf_add_byte(out, byte_is_name(c) || c == '-' ? c : '_');
	}
}

/* `memory/reduce/test-sum` as `memory-reduce-test-sum`. */
static void
add_run_name(struct buf *out, struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		buf_add_byte(out, s.p[i] == '/' ? '-' : s.p[i]);
}

static struct str
name_of(struct arena *a, const struct target *t, struct str key)
{
	struct buf text = { 0 };
	struct str name;

	if (key.n == 0)
		return STR("");
	if (t->run)
		add_run_name(&text, t->name);
	else
		buf_add(&text, t->probe->name);
	for (size_t i = 0; i < t->nfixed; i++) {
		const struct parameter *p =
			probe_parameter(t->probe, t->fixed[i].name);

		buf_add_byte(&text, '-');
		if (p && !p->fixed)
			add_name_part(&text, p->name);
		if (!p || !p->text) /* the key has it */
			add_name_part(&text, t->fixed[i].value);
	}
	if (t->other_sm && !t->run) { /* of a run the name has it */
		buf_add_byte(&text, '-');
		buf_add(&text, t->sm);
	}
	buf_add_byte(&text, '-');
	buf_add(&text, str_slice(key, 0, NAME_HASH));
	name = arena_copy(a, buf_str(&text));
	buf_free(&text);
	return name;
}

struct str
pack_name(struct arena *a, const struct target *t)
{
	return name_of(a, t, pack_key(a, t));
}

/* --- the folder ---------------------------------------------------------- */

/* Only kernels that are there and that we expect are ever launched. */
static bool
check_entries(const struct target *t, const struct built *b, struct diag *d)
{
	for (size_t i = 0; b->ptx && i < t->npoints; i++) {
		if (listing_find(b->ptx, t->points[i].entry))
			continue;
		diag_fail(d,
			  "the code of '" STR_FMT "' has no kernel '" STR_FMT
			  "'",
			  STR_ARG(t->name), STR_ARG(t->points[i].entry));
		return false;
	}
	return true;
}

/* Copies what was built into the pack; its hash goes to *hash. */
static bool
copy_image(struct arena *a, struct str path, struct str from, struct str *hash,
	   struct diag *d)
{
	struct str bytes;

	if (!file_read(a, &bytes, from, CUBIN_MAX, d))
		return false;
	*hash = hash_hex(a, bytes);
	return file_update(path, bytes, d);
}

#define MANIFEST "MANIFEST"
#define PACK_WORD "kbc-pack"

/* A pack that is being written. */
struct packing {
	struct arena *arena;
	struct buf text;      /* of its MANIFEST */
	struct str folder;
	struct diag *diag;
};

/* The lines of the files that a job is run from. */
static bool
add_images(struct packing *p, struct str name, const struct built *b)
{
	struct arena *a = p->arena;
	struct str cubin = arena_printf(a, "bin/" STR_FMT ".cubin",
					STR_ARG(name));
	struct str ptx = arena_printf(a, "bin/" STR_FMT ".ptx",
				      STR_ARG(name));
	struct str hash;

	if (!copy_image(a, path_join(a, p->folder, cubin), b->cubin, &hash,
			p->diag))
		return false;
	if (b->cubin_hash.n > 0 && !str_equal(hash, b->cubin_hash)) {
		diag_fail(p->diag, "'" STR_FMT "' has changed since it was "
			  "built",
			  STR_ARG(b->cubin));
		return false;
	}
	buf_printf(&p->text, "cubin " STR_FMT " " STR_FMT "\n", STR_ARG(cubin),
		   STR_ARG(hash));
	if (b->ptx_path.n == 0)
		return true;
	if (!copy_image(a, path_join(a, p->folder, ptx), b->ptx_path, &hash,
			p->diag))
		return false;
	buf_printf(&p->text, "ptx " STR_FMT " " STR_FMT "\n", STR_ARG(ptx),
		   STR_ARG(hash));
	return true;
}

/* Of a test what its kernels are called; a fault of the page's is left to
   who judges it. */
static bool
add_symbols(struct packing *p, const struct target *t, const struct built *b)
{
	struct str why = STR("");

	if (!t->run || pack_symbols(&p->text, p->arena, t, b, &why))
		return true;
	diag_fail(p->diag, STR_FMT ": " STR_FMT, STR_ARG(t->name),
		  STR_ARG(why));
	return false;
}

/* What a job is wanted for. */
struct job_wants {
	bool measured, counted;
	size_t replicates;    /* 0 leaves them to kbc-run */
};

static struct job_wants
find_wants(const struct pack_wants *w, const struct plan *p, size_t i)
{
	bool counted = w->counts && w->counts[i] &&
		       p->targets[i].ncounts > 0;

	return (struct job_wants){
		.measured = !w->replicates || w->replicates[i] > 0,
		.counted = counted,
		.replicates = w->replicates ? w->replicates[i] : 0,
	};
}

/* How often it is measured, a test once; and what is counted. */
static void
add_wants(struct buf *out, const struct target *t, const struct job_wants *w)
{
	if (w->replicates > 0 && (!t->run || t->run->kind != MARKER_TEST))
		buf_printf(out, "replicates %zu\n", w->replicates);
	for (size_t i = 0; w->counted && i < t->ncounts; i++)
		buf_printf(out, "count " STR_FMT "\n", STR_ARG(t->counts[i]));
	if (!w->measured)
		buf_add(out, STR("counts only\n"));
}

static bool
add_job(struct packing *p, const struct target *t, const struct built *b,
	const struct job_wants *w)
{
	struct buf body = { 0 };
	struct str key, name;
	bool good;

	good = check_entries(t, b, p->diag) && emit_block(&body, t, p->diag);
	key = good ? pack_key(p->arena, t) : STR("");
	name = name_of(p->arena, t, key);
	buf_printf(&p->text, "\njob " STR_FMT "\nkey " STR_FMT "\n",
		   STR_ARG(name), STR_ARG(key));
	add_wants(&p->text, t, w);
	pack_add_points(&p->text, p->arena, t);
	good = good && add_images(p, name, b) && add_symbols(p, t, b);
	buf_add(&p->text, buf_str(&body));
	buf_free(&body);
	return good;
}

static bool
is_packed(const struct target *t, const struct built *b)
{
	return ((t->kind == TARGET_PROBE && t->npoints > 0) ||
		t->kind == TARGET_RUN) && b->ok && b->cubin.n > 0;
}

/* The first lines, with the names that the profiler is asked about. */
static void
add_head(struct packing *to, const struct plan *p, struct str toolkit,
	 bool metrics)
{
	buf_printf(&to->text,
		   PACK_WORD " 1\ntoolkit " STR_FMT "\nharness " PACK_HARNESS
		   "\nseed 1\n",
		   STR_ARG(toolkit));
	for (size_t i = 0; metrics && i < p->nmetrics; i++)
		buf_printf(&to->text, "metric " STR_FMT "\n",
			   STR_ARG(p->metrics[i]));
}

/* Whether a MANIFEST is one that pack_write has made, of any format. */
static bool
is_pack(struct arena *a, struct str folder)
{
	struct str head = STR(PACK_WORD " "), start;

	return file_read_start(a, &start, path_join(a, folder, STR(MANIFEST)),
			       head.n) && str_equal(start, head);
}

bool
pack_may_write(struct arena *a, struct str folder, struct diag *d)
{
	enum file_kind kind = file_kind(folder);
	struct str manifest = path_join(a, folder, STR(MANIFEST));
	struct str first;

	if (kind == FILE_NONE || (kind == FILE_FOLDER && is_pack(a, folder)))
		return true;
	if (kind != FILE_FOLDER) {
		diag_fail(d, "'" STR_FMT "' is no folder: name one for the "
			  "pack", STR_ARG(folder));
		return false;
	}
	first = file_kind(manifest) == FILE_NONE ? file_first(a, folder) :
						   STR(MANIFEST);
	if (first.n == 0)
		return true;
	diag_fail(d, "'" STR_FMT "' is no pack, and '" STR_FMT "' is in it: "
		  "name a folder that is empty or not there", STR_ARG(folder),
		  STR_ARG(first));
	return false;
}

bool
pack_write(struct arena *a, struct str folder, const struct plan *p,
	   const struct built *built, const struct pack_wants *wants,
	   const struct toolkit *toolkit, struct diag *d)
{
	struct str version = toolkit && pack_is_word(toolkit->nvcc.version)
				     ? toolkit->nvcc.version
				     : STR("unknown");
	struct packing to = { .arena = a, .folder = folder, .diag = d };
	bool good = true, metrics = wants->metrics && p->nmetrics > 0;
	size_t njobs = 0;

	add_head(&to, p, version, metrics);
	for (size_t i = 0; good && i < p->ntargets; i++) {
		struct job_wants w = find_wants(wants, p, i);

		if ((!w.measured && !w.counted) ||
		    !is_packed(&p->targets[i], &built[i]))
			continue;
		good = add_job(&to, &p->targets[i], &built[i], &w);
		njobs++;
	}
	if (good && njobs == 0 && !metrics) {
		diag_fail(d, "nothing was built that can be run");
		good = false;
	}
	good = good && file_update(path_join(a, folder, STR(MANIFEST)),
				   buf_str(&to.text), d);
	buf_free(&to.text);
	return good;
}
