/*
 * A wiki, its folders of sources and outputs, and a cache -> what an earlier
 * verify has said of them.
 *
 * The idea: nothing is asked of pages one by one. If all files that a run has
 * read, made or relied on are as they were at its end, and the tools and
 * devices too, then a run would do nothing and say the same again. If one is
 * another, all is found anew, by a run that knows nothing of this.
 *
 * The cache has the form of a check's (cache.h): pages as items, all else in
 * common, and behind the pages an item that is no file: its name is what
 * kbc-run said of devices, its result what was told. The next one is made by
 * past_whole_keep.c.
 */
#include "past_whole.h"

#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "file.h"
#include "hash.h"
#include "path.h"
#include "proc.h"
#include "toolkit.h"
#include "cache.h" /* has structs of file and hash */
#include "past_parts.h"
#include "past_whole_parts.h"
#include "session.h"
#include "wiki.h"

struct past_whole *
past_whole_make(struct arena *a)
{
	struct past_whole *p = arena_alloc(a, sizeof *p);

	p->arena = a;
	p->began = file_clock();
	return p;
}

/* --- what it comes from that is in no file -------------------------------- */

static void
add_asked(struct buf *out, const struct session *s)
{
	const struct options_given *g = &s->given;
	const struct str texts[] = { g->device, g->only, g->on, g->toolkit,
				     g->launcher, s->fetched };

	for (size_t i = 0; i < COUNT_OF(texts); i++)
		buf_printf(out, STR_FMT "\n", STR_ARG(texts[i]));
	for (size_t i = 0; i < g->npaths; i++)
		buf_printf(out, "of " STR_FMT "\n", STR_ARG(g->paths[i]));
	buf_printf(out, "%d\nin " STR_FMT "\n", g->dry_run,
		   STR_ARG(s->folder));
	diag_emit(out, s->diag); /* of the tree, before pages are parsed */
}

static void
add_environment(struct buf *out)
{
	static const char *const names[] = {
		"CUDA_HOME", "GITHUB_ACTIONS", "HOME", "KBC_CUOBJDUMP",
		"KBC_NINJA", "KBC_NVCC", "KBC_NVDISASM", "KBC_PTXAS",
		"KBC_RUN", "KBC_SANDBOX", "KBC_SHARE", "KBC_TOOLKIT",
		"LD_LIBRARY_PATH", "PATH", "TMPDIR",
	};

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		struct str value = proc_env(str_of(names[i]));

		buf_printf(out, "%s%s", names[i], value.p ? "=" : "");
		if (value.p)
			buf_add(out, value);
		buf_add_byte(out, '\n');
	}
}

static bool
is_script(struct arena *a, struct str path)
{
	struct str start;

	return !file_read_start(a, &start, path, 2) ||
	       str_equal(start, STR("#!"));
}

/* The compilers, as a run would find them, and what else it starts. */
static void
find_tools(struct past_whole *p, struct paths *out, const struct session *s)
{
	struct toolkit t;

	toolkit_locate(p->arena, &t, s->fetched);
	const struct str paths[] = {
		t.nvcc.path, t.ptxas.path, t.nvdisasm.path, t.cuobjdump.path,
		t.ninja.path, proc_find(p->arena, STR("gcc")),
		proc_find(p->arena, STR("nvcc")),
	};
	for (size_t i = 0; i < COUNT_OF(paths); i++)
		if (paths[i].n)
			paths_add(p->arena, out, paths[i]);
}

/*
 * Adds them to what all rests on. A script may do something else another day
 * by what it starts: it is known by what it says of its version, as it is to a
 * build. False if one says nothing, or kbc-run is one, which finds verdicts.
 */
static bool
add_tools(struct past_whole *p, const struct session *s)
{
	struct str runner = session_runner(s);
	struct paths tools = { 0 };
	struct buf said = { 0 };
	bool good = true;

	if (runner.n)
		paths_add(p->arena, &p->common, runner);
	if (file_kind(runner) == FILE_PLAIN && is_script(p->arena, runner))
		return false;
	find_tools(p, &tools, s);
	for (size_t i = 0; i < tools.n && good; i++) {
		struct str path = tools.items[i], version;

		paths_add(p->arena, &p->common, path);
		if (file_kind(path) != FILE_PLAIN ||
		    !is_script(p->arena, path))
			continue;
		version = toolkit_says(p->arena, path);
		buf_printf(&said, STR_FMT "\n", STR_ARG(version));
		good = version.n > 0;
	}
	p->versions = arena_copy(p->arena, buf_str(&said));
	buf_free(&said);
	return good;
}

/* All that the cache is told from others by. */
static struct str
make_run(struct past_whole *p, const struct session *s)
{
	struct buf text = { 0 };
	struct str run;

	buf_add(&text, past_run(p->arena, s));
	add_asked(&text, s);
	add_environment(&text);
	buf_add(&text, p->versions);
	run = arena_copy(p->arena, buf_str(&text));
	buf_free(&text);
	return run;
}

/* Whether runs like this one may be kept at all: those that are to measure
   anew, or elsewhere, are not. */
static bool
is_kept(const struct session *s)
{
	return !s->given.force && !s->instead &&
	       (s->given.engine.n == 0 ||
		str_equal(s->given.engine, STR("local")));
}

/* --- what an earlier run has said ----------------------------------------- */

/* Whether the cache is of these pages, and of a run behind them. */
static bool
has_these_pages(const struct cache *c, const struct wiki *w)
{
	if (c->nitems != w->npages + 1)
		return false;
	for (size_t i = 0; i < w->npages; i++)
		if (!str_equal(c->items[i].file.path, w->paths[i]))
			return false;
	return true;
}

/* Whether kbc-run says of this machine's devices what it said then. */
static bool
same_devices(struct past_whole *p, const struct session *s, struct str said)
{
	struct proc_result r;

	if (said.n == 0) /* it was not asked */
		return true;
	session_doctor(s, &r);
	return str_equal(session_doctor_text(p->arena, &r), said);
}

/* What a run would see to before it begins. */
static bool
may_begin(struct past_whole *p, const struct session *s)
{
	struct session quiet = *s;
	struct str mark = path_join(p->arena, s->folder, STR(".build/running"));

	quiet.diag = diag_make(p->arena);
	return session_may_write(&quiet) && file_kind(mark) == FILE_NONE;
}

/* Status, length of the report, and both texts. */
static bool
parse_told(struct told *out, struct str text)
{
	uint64_t head[2];

	if (text.n < sizeof head)
		return false;
	memcpy(head, text.p, sizeof head);
	text = str_skip(text, sizeof head);
	*out = (struct told){ .status = (int)head[0],
			      .report = str_slice(text, 0, head[1]),
			      .messages = str_skip(text, head[1]) };
	return head[1] <= text.n;
}

bool
past_whole_find(struct past_whole *p, const struct session *s,
		struct told *out)
{
	const struct cache_item *item;
	struct str run;

	if (!is_kept(s) || s->diag->count[DIAG_FAIL] > 0 ||
	    !past_files(p->arena, &p->common, s) ||
	    !add_tools(p, s))
		return false;
	run = make_run(p, s);
	p->key = past_key(p->arena, run, &p->common);
	p->usable = past_place(p->arena, &p->place,
			       path_join(p->arena, session_cache(s),
					 STR("verify")), run);
	if (!p->usable ||
	    !cache_read(p->arena, &p->was, &p->place, p->key) ||
	    !has_these_pages(&p->was, s->wiki) || !may_begin(p, s))
		return false;
	item = &p->was.items[s->wiki->npages];
	return cache_all_same(&p->was, p->was.nitems - 1, session_threads(s)) &&
	       same_devices(p, s, item->name) &&
	       parse_told(out, item->result);
}
