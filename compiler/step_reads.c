/*
 * What a compiler has read, looked at afterwards: the preprocessor's list of
 * files, and of each whether a source may include it.
 *
 * The idea: the sandbox keeps a compiler from what is outside, where there is
 * one; this holds without it, and says it in words. The toolkit, the system's
 * headers and what lies beside the source may be included. Anything else makes
 * the source wrong, and nothing that the compiler made or said of it is kept,
 * since it may hold what was read.
 *
 * A preprocessor that fails writes no list. Then, where no sandbox kept it in,
 * only what it said of files that may be included is kept.
 */
#include "step_parts.h"

#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "file.h"
#include "listing.h"
#include "path.h"
#include "proc.h"
#include "toolkit.h"

#define LIST_MAX ((size_t)16 << 20)

struct places {
	struct arena *a;
	struct str roots[4];  /* all below may be read */
	struct str homes[2];  /* of these `include` and `lib…` */
};

static struct places
find_places(struct arena *a, const struct toolkit *t)
{
	struct str gcc = proc_find(a, STR("gcc"));

	return (struct places){
		.a = a,
		.roots = { file_real(a, STR(".")), file_real(a, t->root),
			   file_real(a, t->include) },
		.homes = { STR("/usr"), step_home(a, gcc) },
	};
}

/* Whether a path is below `include`, `lib`, `lib64`, … of a home. */
static bool
is_header_of(struct str path, struct str home)
{
	static const struct str folders[] = {
		STR_INIT("include"), STR_INIT("lib"), STR_INIT("lib32"),
		STR_INIT("lib64"), STR_INIT("local/include"),
	};

	if (home.n == 0 || !path_is_under(path, home))
		return false;
	for (size_t i = 0; i < COUNT_OF(folders); i++)
		if (path_is_under(path_below(path, home), folders[i]))
			return true;
	return false;
}

/* Whether a file may be included; one that is not there cannot be read. */
static bool
may_include(const struct places *p, struct str name)
{
	struct str real = file_real(p->a, name);

	if (real.n == 0)
		return true;
	for (size_t i = 0; i < COUNT_OF(p->roots); i++)
		if (p->roots[i].n > 0 && path_is_under(real, p->roots[i]))
			return true;
	for (size_t i = 0; i < COUNT_OF(p->homes); i++)
		if (is_header_of(real, p->homes[i]))
			return true;
	return false;
}

/* The first file of the list that may not be included; empty if none. */
static struct str
find_listed(const struct places *p, struct str list)
{
	struct str name;

	while (depfile_next(p->a, &name, &list))
		if (!may_include(p, name))
			return name;
	return STR("");
}

/* A file that the sandbox did not let the preprocessor look at. */
static struct str
find_refused(struct str log)
{
	static const struct str start = STR_INIT("cc1plus: fatal error: ");
	static const struct str end = STR_INIT(": Permission denied");
	struct str line;

	while (str_split(&line, &log, '\n'))
		if (str_starts(line, start) && str_ends(line, end))
			return str_slice(line, start.n,
					 line.n - start.n - end.n);
	return STR("");
}

/* The log without messages about files that may not be included. */
static struct str
keep_own(const struct places *p, struct str log)
{
	struct complaint *c;
	struct buf b = { 0 };
	struct str line, copy;

	while (str_split(&line, &log, '\n'))
		if (complaints_parse(p->a, &c, line) == 1 &&
		    may_include(p, c->file))
			buf_printf(&b, STR_FMT "\n", STR_ARG(line));
	copy = arena_copy(p->a, buf_str(&b));
	buf_free(&b);
	return copy;
}

void
step_check_reads(struct arena *a, struct outcome *o, const struct step *s,
		 const struct toolkit *t)
{
	struct str path = step_temp(a, s, "out.d"), which, list;
	struct places p = find_places(a, t);
	bool listed = file_kind(path) == FILE_PLAIN &&
		      file_read(a, &list, path, LIST_MAX, diag_make(a));

	which = listed ? find_listed(&p, list) : find_refused(o->log);
	if (which.n > 0 && !may_include(&p, which)) {
		*o = (struct outcome){ .status = 1 };
		o->log = arena_printf(a, "it includes '" STR_FMT "', which is "
				      "neither of the toolkit nor beside the "
				      "page\n", STR_ARG(which));
	} else if (!listed && o->status > 0 && !o->signal &&
		   proc_sandbox_name(a).n == 0) {
		o->log = keep_own(&p, o->log);
	}
}
