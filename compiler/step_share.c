/*
 * A batch of sources in one translation unit -> which of them compile.
 *
 * The one idea: only a run of the compilers without any error speaks for the
 * sources in it. One with errors says which to take out, by the names that
 * `#line` gives them, and the rest is tried again; where it does not say, all
 * are. Those that were taken out are built alone, by other steps, with all
 * that is said of them.
 *
 * A good source has also made code of its fence's own lines, and asks for no
 * function that stands nowhere. Nothing that the compilers make is kept.
 */
#include "share.h"

#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "file.h"
#include "hash.h"
#include "listing.h"
#include "path.h"
#include "proc.h"
#include "step_parts.h"

/* Tries with fewer sources each time; more pay less than they cost. */
#define TRIES_MAX 5

/* Kept of what a compiler says of a batch. */
#define SHARE_LOG_MAX ((size_t)8 << 20)

struct batch {
	struct arena *a;
	struct step step;
	const struct toolkit *t;
	struct diag *d;
	struct str text;
	struct member members[SHARE_MAX];
	size_t n;
	bool out[SHARE_MAX];  /* it is to be built alone */
	bool own[SHARE_MAX];  /* it has made code of its own lines */
	struct str list;      /* of headers, a line each */
	struct proc_result r; /* of the last compiler */
};

static void
take_all_out(struct batch *b)
{
	for (size_t i = 0; i < b->n; i++)
		b->out[i] = true;
}

static size_t
count_left(const struct batch *b)
{
	size_t n = 0;

	for (size_t i = 0; i < b->n; i++)
		n += !b->out[i];
	return n;
}

/* --- text ---------------------------------------------------------------- */

static void
parse_members(struct batch *b)
{
	struct str rest = b->text, line;
	struct member m;
	bool begins;

	while (str_split(&line, &rest, '\n'))
		if (share_mark(line, &m, &begins) && begins &&
		    m.number == b->n)
			b->members[b->n++] = m;
}

/* The batch without those that are out. */
static struct str
make_text(const struct batch *b)
{
	struct str rest = b->text, line, copy;
	struct buf text = { 0 };
	bool begins, dropped = false;
	struct member m;

	while (str_split(&line, &rest, '\n')) {
		if (share_mark(line, &m, &begins))
			dropped = begins && b->out[m.number];
		if (!dropped)
			buf_printf(&text, STR_FMT "\n", STR_ARG(line));
	}
	copy = arena_copy(b->a, buf_str(&text));
	buf_free(&text);
	return copy;
}

/* --- errors -------------------------------------------------------------- */

/* Takes out the source that a name is of; true if it was in. */
static bool
take_out(struct batch *b, struct str name)
{
	size_t i = share_member(name);

	if (i >= b->n || b->out[i])
		return false;
	b->out[i] = true;
	return true;
}

/* The name of the file that an error is in; of one in PTX, of its source. */
static struct str
error_file(const struct complaint *c, struct str ptx)
{
	struct str file;
	uint32_t line;

	if (share_member(c->file) == SIZE_MAX && ptx.n > 0 && c->line > 0 &&
	    ptx_page_line(ptx, c->line, &file, &line))
		return path_base(file);
	return path_base(c->file);
}

/* A name that a header has, too, is complained of once: takes out all that
   declare it. */
static bool
take_declaring(struct batch *b, struct str text)
{
	static const struct str end =
		STR_INIT("\" has already been declared in the current scope");
	struct str rest = b->text, line, wanted;
	bool begins, some = false;
	struct member m = { 0 };

	if (!str_starts(text, STR("\"")) || !str_ends(text, end))
		return false;
	text = str_slice(text, 1, text.n - 1 - end.n);
	wanted = share_name_line(b->a, text);
	while (str_split(&line, &rest, '\n'))
		if (!share_mark(line, &m, &begins) &&
		    str_equal(line, wanted) && !b->out[m.number])
			some = b->out[m.number] = true;
	return some;
}

/* Takes out all that errors are in. */
static bool
take_errors(struct batch *b, struct str log, struct str ptx)
{
	struct complaint *items;
	size_t n = complaints_parse(b->a, &items, log);
	bool some = false;

	for (size_t i = 0; i < n; i++) {
		if (!items[i].is_error)
			continue;
		some = take_out(b, error_file(&items[i], ptx)) || some;
		some = take_declaring(b, items[i].text) || some;
	}
	return some;
}

/* An error in a header says in other words whom it is of: all that are
   named are taken out. */
static bool
take_named(struct batch *b, struct str log)
{
	bool some = false;

	for (;;) {
		log = str_skip(log, str_find(log, STR(SHARE_NAME "_")));
		if (log.n == 0)
			return some;
		some = take_out(b, log) || some;
		log = str_skip(log, 1);
	}
}

/* The PTX of the last compiler, where it left one; nvcc has it looked at. */
static struct str
read_ptx(const struct batch *b)
{
	struct str path = step_temp(b->a, &b->step, "out");
	struct str ptx = { NULL, 0 };

	if (file_kind(path) == FILE_PLAIN)
		file_read(b->a, &ptx, path, STEP_OUTPUT_MAX, b->d);
	return ptx;
}

static void
blame(struct batch *b, struct str ptx)
{
	bool some = take_errors(b, b->r.err, ptx);

	some = take_errors(b, b->r.out, ptx) || some;
	if (!some)
		some = take_named(b, b->r.err);
	if (!some)
		take_all_out(b);
}

/* --- code ---------------------------------------------------------------- */

/* The source that `.file NUMBER "NAME"` is, if NAME is of its page. */
static size_t
parse_file(struct str line, uint64_t *number)
{
	struct str rest = str_trim(line), name;

	if (!str_starts(rest, STR(".file")))
		return SIZE_MAX;
	rest = str_trim(str_skip(rest, 5));
	if (!str_take_unsigned(&rest, number))
		return SIZE_MAX;
	rest = str_skip(rest, str_find_byte(rest, '"') + 1);
	name = path_base(str_slice(rest, 0, str_find_byte(rest, '"')));
	return str_ends(name, STR("_")) ? share_member(name) : SIZE_MAX;
}

/* The source and page line of `.loc FILE LINE …`. */
static bool
parse_place(struct str line, uint64_t *file, uint64_t *at)
{
	struct str rest = str_trim(line);

	if (!str_starts(rest, STR(".loc")))
		return false;
	rest = str_trim(str_skip(rest, 4));
	if (!str_take_unsigned(&rest, file))
		return false;
	rest = str_trim(rest);
	return str_take_unsigned(&rest, at);
}

/* From a line on, to the end of its statement. */
static struct str
statement_at(struct str ptx, struct str line)
{
	ptx = str_skip(ptx, (size_t)(line.p - ptx.p));
	return str_slice(ptx, 0, str_find_byte(ptx, ';'));
}

/* Takes out those that ask for a function that stands nowhere. */
static void
take_undefined(struct batch *b, struct str ptx)
{
	struct str rest = ptx, line;

	while (str_split(&line, &rest, '\n'))
		if (str_find(line, STR(".extern .func")) < line.n)
			take_named(b, statement_at(ptx, line));
}

/* Marks those that have code of their own; .file stands behind all code. */
static void
find_own(struct batch *b, struct str ptx)
{
	uint64_t files[SHARE_MAX] = { 0 }, file, at;
	struct str rest = ptx, line;
	size_t i;

	while (str_split(&line, &rest, '\n'))
		if ((i = parse_file(line, &file)) < b->n)
			files[i] = file;
	rest = ptx;
	while (str_split(&line, &rest, '\n')) {
		if (!parse_place(line, &file, &at))
			continue;
		for (i = 0; i < b->n; i++)
			if (files[i] == file && at >= b->members[i].first &&
			    at <= b->members[i].last)
				b->own[i] = true;
	}
}

/* --- compilers ----------------------------------------------------------- */

/* Whether the compiler has read nothing that a page may not include. */
static bool
check_reads(struct batch *b)
{
	struct outcome o = { .made = true };

	step_check_reads(b->a, &o, &b->step, b->t);
	return o.made;
}

static bool
read_list(struct batch *b)
{
	struct str path = step_temp(b->a, &b->step, "out.d"), text, name;
	struct buf list = { 0 };

	if (!file_read(b->a, &text, path, STEP_OUTPUT_MAX, b->d))
		return false;
	while (depfile_next(b->a, &name, &text))
		if (!path_is_under(name, b->step.temp))
			buf_printf(&list, STR_FMT "\n", STR_ARG(name));
	b->list = arena_copy(b->a, buf_str(&list));
	buf_free(&list);
	return true;
}

/* Runs one compiler; false when it did not get to an end of its own. */
static bool
start(struct batch *b, enum step_kind kind, const char *name, struct str text)
{
	struct str in = step_temp(b->a, &b->step, name);

	if (!file_update(in, text, b->d))
		return false;
	b->step.kind = kind;
	step_start(b->a, &b->r, &b->step, b->t, in);
	return step_has_ended(b->a, &b->step, &b->r);
}

/* One try; done: those that are left are good. False as start. */
static bool
try_all(struct batch *b, bool *done)
{
	struct str ptx;

	*done = false;
	if (!start(b, STEP_SHARE, "units.cu", make_text(b)))
		return false;
	if (b->r.status != 0) {
		blame(b, read_ptx(b));
		return true;
	}
	ptx = read_ptx(b);
	if (ptx.n == 0 || !check_reads(b) || !read_list(b)) {
		take_all_out(b);
		return true;
	}
	if (!start(b, STEP_CUBIN, "units.ptx", ptx))
		return false;
	*done = b->r.status == 0;
	if (*done) {
		take_undefined(b, ptx);
		find_own(b, ptx);
	} else {
		blame(b, ptx);
	}
	return true;
}

/* A compiler that was started and came to no end may have met a source on
   which it never does: each is built alone. */
static bool
try_often(struct batch *b)
{
	bool done = false;

	for (int i = 0; !done && i < TRIES_MAX && count_left(b) > 1; i++) {
		if (try_all(b, &done))
			continue;
		if (!b->r.timed_out && !b->r.signal)
			return false;
		take_all_out(b);
	}
	if (!done)
		take_all_out(b);
	return true;
}

static bool
keep_findings(struct batch *b, struct buf *said)
{
	struct share_finding f = { .list = hash_hex(b->a, b->list) };
	struct str path = share_list_path(b->a, STR(""), f.list);
	bool good = file_keep(b->a, path, b->list);

	f.stamps = share_stamps(b->a, STR("."), b->list);
	for (size_t i = 0; i < b->n; i++) {
		f.good = !b->out[i] && b->own[i];
		f.key = b->members[i].key;
		good = share_keep(b->a, &f, STR("."), b->members[i].name) &&
		       good;
		buf_printf(said, "%s " STR_FMT "\n",
			   f.good ? "good" : "alone",
			   STR_ARG(b->members[i].name));
	}
	return good;
}

bool
step_share(struct arena *a, struct outcome *o, const struct step *s,
	   const struct toolkit *t, struct diag *d)
{
	struct batch b = { .a = a, .step = *s, .t = t, .d = d };
	struct buf said = { 0 };

	b.step.check = true;
	b.step.log_max = SHARE_LOG_MAX;
	*o = (struct outcome){ .status = STATUS_NO_COMPILER };
	if (!file_read(a, &b.text, s->in, STEP_OUTPUT_MAX, d))
		return false;
	parse_members(&b);
	if (try_often(&b) && keep_findings(&b, &said)) {
		o->status = 0;
		o->made = said.n > 0;
		o->output = arena_copy(a, buf_str(&said));
	}
	buf_free(&said);
	return true;
}
