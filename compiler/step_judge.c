/*
 * What the end of a compiler means: its exit, its words and what it wrote to
 * an outcome.
 *
 * The log keeps the compiler's words, with three changes: what no two runs
 * share goes, the names of temporary files become the output's, and a line of
 * PTX becomes the line of the page, where the PTX says it (that PTX is not
 * kept when nvcc, which has ptxas look at it, finds it wrong):
 *
 *     ptxas k.ptx.tmp/out, line 26; error   : Unknown modifier '.f17'
 *     wiki/page.md(10): error: Unknown modifier '.f17'
 *
 * Some failures are the compiler's own, whatever the source: those are told
 * apart by how their line starts, where a page cannot place text.
 */
#include "step_parts.h"

#include <string.h>

#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "file.h"
#include "listing.h"
#include "path.h"
#include "proc.h"

/* A stream on its way into the log. */
struct log {
	struct arena *a;
	struct buf text;
	struct str ptx;   /* that messages speak of; empty: none */
	struct str temp;  /* name of the temporary output */
	struct str out;   /* the name to have in its place */
	struct str folder; /* where that lies, of a name of this run */
	struct str root;  /* the folder that .file names lie under */
};

/* Appends the line of a page in place of one of PTX. */
static bool
add_translated(struct log *log, struct str line)
{
	struct complaint *c;
	struct str file;
	uint32_t page_line;

	if (!str_starts(line, STR("ptxas ")) ||
	    str_find(line, STR(", line ")) == line.n ||
	    complaints_parse(log->a, &c, line) != 1 ||
	    !ptx_page_line(log->ptx, c->line, &file, &page_line))
		return false;
	if (path_is_under(file, log->root))
		file = path_below(file, log->root);
	buf_printf(&log->text, STR_FMT "(%u): %s: " STR_FMT, STR_ARG(file),
		   page_line, c->is_error ? "error" : "warning",
		   STR_ARG(c->text));
	return true;
}

/* Appends a line without bytes that no log should hold. */
static void
add_plain(struct log *log, struct str line)
{
	while (line.n) {
		unsigned char c = (unsigned char)line.p[0];

		if (str_starts(line, log->temp)) {
			buf_add(&log->text, log->out);
			line = str_skip(line, log->temp.n);
			continue;
		}
		if (str_starts(line, log->folder)) {
			buf_printf(&log->text, STR_FMT ".tmp",
				   STR_ARG(log->out));
			line = str_skip(line, log->folder.n);
			continue;
		}
		if ((c >= ' ' || c == '\t') && c != 0x7f)
			buf_add_byte(&log->text, line.p[0]);
		line = str_skip(line, 1);
	}
}

static void
add_stream(struct log *log, struct str text)
{
	struct str line;

	while (str_split(&line, &text, '\n')) {
		if (str_starts(line, STR("ptxas info    : Compile time =")))
			continue;
		if (!add_translated(log, line))
			add_plain(log, line);
		if (text.p)
			buf_add_byte(&log->text, '\n');
	}
}

/* The PTX that ptxas spoke of, where it failed. */
static struct str
read_ptx(struct arena *a, const struct step *s, const struct proc_result *r)
{
	struct str name = s->kind == STEP_PTX ? step_temp(a, s, "out") : s->in;
	struct str text = { NULL, 0 };

	if (r->status > 0 && s->kind != STEP_SASS &&
	    file_kind(name) == FILE_PLAIN)
		file_read(a, &text, name, STEP_OUTPUT_MAX, diag_make(a));
	return text;
}

/* The log of a compiler; what nvdisasm prints is its listing. */
static struct str
make_log(struct arena *a, const struct step *s, const struct proc_result *r)
{
	struct log log = { .a = a, .ptx = read_ptx(a, s, r),
			   .temp = step_temp(a, s, "out"), .out = s->out,
			   .folder = s->temp, .root = file_real(a, STR(".")) };
	struct str copy;

	if (s->kind != STEP_SASS)
		add_stream(&log, r->out);
	add_stream(&log, r->err);
	copy = arena_copy(a, buf_str(&log.text));
	buf_free(&log.text);
	return copy;
}

/* The signal that nvcc says one of its programs has died of; 0 if none. */
static int
find_signal(struct str line)
{
	static const struct str words = STR_INIT("died due to signal ");
	struct str rest = str_skip(line, str_find(line, words) + words.n);
	uint64_t n;

	if (!str_starts(line, STR("nvcc error")) ||
	    !str_take_unsigned(&rest, &n) || n > 64)
		return 0;
	return (int)n;
}

/* Signals of a program that a shell or a driver has reported by status. */
static int
signal_of_status(int status)
{
	static const int signals[] = { 4, 6, 7, 8, 9, 11, 15 };

	for (size_t i = 0; i < COUNT_OF(signals); i++) {
		if (status == 128 + signals[i])
			return signals[i];
	}
	return 0;
}

/* Whether a failed compiler was out of memory: as good as killed. */
static bool
lacks_memory(struct arena *a, struct str log)
{
	static const struct str texts[] = {
		STR_INIT("out of memory"),
		STR_INIT("Memory allocation failure"),
	};
	struct complaint *items;
	size_t n = complaints_parse(a, &items, log);

	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < COUNT_OF(texts); k++) {
			if (items[i].is_error &&
			    str_equal(items[i].text, texts[k]))
				return true;
		}
	}
	return false;
}

/* A line by which a compiler tells a fault that is of no source. */
struct own_fault {
	struct str start, words; /* how it starts and what stands in it */
	int status, signal;
};

static bool
tells(const struct own_fault *f, struct str line)
{
	return str_starts(line, f->start) &&
	       str_find(line, f->words) + f->words.n <= line.n;
}

/*
 * Looks for a fault that is of no source: by how its line starts, where a page
 * cannot place text. The last such line holds.
 */
static bool
find_own_fault(struct outcome *o, struct str log)
{
	static const struct own_fault rows[] = {
		{ STR_INIT("nvcc fatal"), STR_INIT(""),
		  STATUS_NO_COMPILER, 0 },
		{ STR_INIT("ptxas fatal"), STR_INIT("could not be opened"),
		  STATUS_NO_COMPILER, 0 },
		{ STR_INIT("ptxas fatal"), STR_INIT("ould not open"),
		  STATUS_NO_COMPILER, 0 },
		{ STR_INIT("ptxas fatal"), STR_INIT("ailed to open"),
		  STATUS_NO_COMPILER, 0 },
		{ STR_INIT("nvdisasm fatal"), STR_INIT("open"),
		  STATUS_NO_COMPILER, 0 },
		{ STR_INIT("/"), STR_INIT("/cicc: IO error:"),
		  STATUS_NO_COMPILER, 0 },
		{ STR_INIT("cc1plus: fatal error:"), STR_INIT(""),
		  STATUS_NO_COMPILER, 0 },
		{ STR_INIT("<built-in>: fatal error:"), STR_INIT(""),
		  STATUS_NO_COMPILER, 0 },
		{ STR_INIT("Catastrophic error:"), STR_INIT("open"),
		  STATUS_NO_COMPILER, 0 },
		{ STR_INIT("LLVM ERROR: IO failure"), STR_INIT(""),
		  STATUS_NO_COMPILER, 0 },
		{ STR_INIT("sh: "), STR_INIT(""), STATUS_NO_COMPILER, 0 },
		{ STR_INIT("LLVM ERROR: out of memory"), STR_INIT(""), -1, 9 },
		{ STR_INIT("cc1plus: out of memory"), STR_INIT(""), -1, 9 },
		{ STR_INIT("g++: fatal error: Killed"), STR_INIT(""), -1, 9 },
		{ STR_INIT("gcc: fatal error: Killed"), STR_INIT(""), -1, 9 },
		{ STR_INIT("virtual memory exhausted"), STR_INIT(""), -1, 9 },
	};
	struct str line;
	bool found = false;

	while (!o->signal && str_split(&line, &log, '\n')) {
		o->signal = find_signal(line);
		for (size_t i = 0; !o->signal && i < COUNT_OF(rows); i++) {
			if (!tells(&rows[i], line))
				continue;
			found = true;
			o->status = rows[i].status;
			o->signal = rows[i].signal;
		}
	}
	if (o->signal)
		o->status = -1;
	return found || o->signal;
}

/* Whether a failure is of no source, and what it is then. */
static bool
is_own_fault(struct arena *a, struct outcome *o, const struct step *s,
	     struct str log)
{
	o->signal = signal_of_status(o->status);
	if (!o->signal && lacks_memory(a, log))
		o->signal = 9;
	if (find_own_fault(o, log))
		return true;
	/* somebody has cleared away what it was to work on */
	if (file_kind(s->temp) == FILE_FOLDER && file_kind(s->in) == FILE_PLAIN)
		return false;
	o->status = STATUS_NO_COMPILER;
	o->log = arena_printf(a, STR_FMT "files that the compiler worked on "
			      "have gone\n", STR_ARG(log));
	return true;
}

bool
step_has_ended(struct arena *a, const struct step *s,
	       const struct proc_result *r)
{
	struct outcome o = { .status = r->status };

	if (!r->started || r->timed_out || r->signal)
		return false;
	return r->status == 0 || (!is_own_fault(a, &o, s, r->err) &&
				  !is_own_fault(a, &o, s, r->out));
}

static bool
read_output(struct arena *a, struct outcome *o, const struct step *s,
	    const struct proc_result *r, struct diag *d)
{
	struct str path = step_temp(a, s, "out");

	if (s->kind == STEP_SASS) {
		o->output = r->out;
		return r->out.n > 0 && r->out.n < STEP_OUTPUT_MAX;
	}
	return file_kind(path) == FILE_PLAIN &&
	       file_read(a, &o->output, path, STEP_OUTPUT_MAX, d) &&
	       o->output.n;
}

void
step_judge(struct arena *a, struct outcome *o, const struct step *s,
	   const struct proc_result *r)
{
	*o = (struct outcome){ .status = r->status, .signal = r->signal };
	o->log = make_log(a, s, r);
	if (!r->started) {
		o->status = STATUS_NO_COMPILER;
		o->log = arena_printf(a, "the compiler cannot be started: %s\n",
				      r->error ? strerror(r->error) :
						 "it is not there");
	} else if (r->timed_out) {
		o->timed_out = s->seconds;
		o->signal = 0;
	} else if (r->status > 0) {
		is_own_fault(a, o, s, o->log);
	} else if (r->status == 0) {
		o->made = read_output(a, o, s, r, diag_make(a));
		if (!o->made) {
			o->status = STATUS_NO_COMPILER;
			o->log = arena_printf(a, STR_FMT "the compiler exits "
					      "with 0 and writes nothing\n",
					      STR_ARG(o->log));
		}
	}
}
