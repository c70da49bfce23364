/*
 * PTX that is assembled for one architecture after another, to see what each
 * says: modules that ask about mnemonics, and calls whose least architecture
 * is asked for.
 *
 * A text has one `.target`, so each rung is a text of its own, in the step's
 * temporary folder, named by its target, `sm_20.ptx`; the log keeps that name.
 * ptxas only reads it (`-arch=compute_…`): no code is made. Of a module its
 * version is what ptxas says is the newest, and a line that stops the parser
 * is blanked and the rest asked again.
 */
#include "step_parts.h"

#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "file.h"
#include "listing.h"
#include "mnemonic.h"
#include "proc.h"

/* Kept of what ptxas says about a module; some lines a mnemonic. */
#define LADDER_LOG_MAX ((size_t)4 << 20)

/* Lines that may stop the parser before we give up. */
#define STOPS_MAX 500

/* Times that a need may uncover another. */
#define NEEDS_MAX 16

/* The first architecture that had 64-bit addresses and calls. */
#define FIRST_SM 20

struct ladder {
	struct arena *a;
	struct step step;
	const struct toolkit *t;
	struct diag *d;
	struct str text;
	struct proc_result r; /* of the last rung */
};

struct str
step_with_word(struct arena *a, struct str text, struct str directive,
	       struct str word)
{
	size_t at = str_find(text, directive), end;
	struct buf b = { 0 };
	struct str copy;

	if (at == text.n)
		return text;
	at += directive.n;
	for (end = at; end < text.n && text.p[end] != '\n' &&
		       text.p[end] != ','; end++)
		continue;
	buf_add(&b, str_slice(text, 0, at));
	buf_add(&b, word);
	buf_add(&b, str_skip(text, end));
	copy = arena_copy(a, buf_str(&b));
	buf_free(&b);
	return copy;
}

/* Assembles the text for a target; false when ptxas did not get to an end. */
static bool
climb(struct ladder *l, struct str target, struct str arch)
{
	struct arena *a = l->a;
	struct str name = step_temp(a, &l->step,
		arena_printf(a, STR_FMT ".ptx", STR_ARG(target)).p);
	struct str text = step_with_word(a, l->text, STR("\n.target "),
					 target);

	if (!file_update(name, text, l->d))
		return false;
	l->step.sm = arch;
	step_start(a, &l->r, &l->step, l->t, name);
	return step_has_ended(a, &l->step, &l->r);
}

/* The version that ptxas says it knows at most; empty if it does not. */
static struct str
newest_version(struct str said)
{
	static const struct str words = STR_INIT("current version is '");
	struct str s = str_skip(said, str_find(said, words) + words.n);

	return str_slice(s, 0, str_find_byte(s, '\''));
}

/* Blanks a line of the module, from 1. */
static void
blank_line(struct ladder *l, uint32_t number)
{
	struct str rest = l->text, line;
	struct buf b = { 0 };

	for (uint32_t i = 1; str_split(&line, &rest, '\n'); i++) {
		if (i != number)
			buf_add(&b, line);
		if (rest.p)
			buf_add_byte(&b, '\n');
	}
	l->text = arena_copy(l->a, buf_str(&b));
	buf_free(&b);
}

/* The line of a message that ended the parser, and its text; 0 if none did. */
static uint32_t
find_stop(struct arena *a, struct str said, struct str *text)
{
	struct complaint *items;
	struct str line;

	while (str_split(&line, &said, '\n')) {
		if (str_find(line, STR("; fatal ")) < line.n &&
		    complaints_parse(a, &items, line) == 1) {
			*text = items[0].text;
			return items[0].line;
		}
	}
	return 0;
}

static void
add_message(struct buf *log, struct str target, uint32_t line,
	    struct str text)
{
	buf_printf(log, "ptxas " STR_FMT ".ptx, line %u; error   : " STR_FMT
		   "\n", STR_ARG(target), line, STR_ARG(text));
}

static void
add_messages(struct ladder *l, struct buf *log, struct str target)
{
	struct complaint *items;
	size_t n = complaints_parse(l->a, &items, l->r.err);

	for (size_t i = 0; i < n; i++) {
		if (items[i].is_error && items[i].line)
			add_message(log, target, items[i].line, items[i].text);
	}
}

/* Blanks the statements of which the first rung has said all. */
static void
blank_closed(struct ladder *l)
{
	struct complaint *items;
	size_t n = complaints_parse(l->a, &items, l->r.err);
	size_t lines = str_count_byte(l->text, '\n') + 1;
	struct str rest = l->text, line;
	struct buf b = { 0 };
	bool *open;

	open = arena_alloc(l->a, lines + 1);
	for (size_t i = 0; i < n; i++) {
		if (items[i].line <= lines &&
		    mnemonic_is_open(items[i].text))
			open[items[i].line] = true;
	}
	for (size_t i = 1; str_split(&line, &rest, '\n'); i++) {
		if (open[i] || !mnemonic_is_statement(line))
			buf_add(&b, line);
		if (rest.p)
			buf_add_byte(&b, '\n');
	}
	l->text = arena_copy(l->a, buf_str(&b));
	buf_free(&b);
}

/*
 * Assembles the module until no line stops the parser. An older ptxas does not
 * know every architecture: then there is no word on the module's end.
 */
static bool
climb_module(struct ladder *l, struct buf *log, size_t rung)
{
	struct str target, arch, version, words;
	bool done = !mnemonic_rung(rung, &target, &arch);

	for (int stops = 0; !done && stops < STOPS_MAX; stops++) {
		uint32_t line;

		if (!climb(l, target, arch))
			return false;
		version = newest_version(l->r.err);
		line = find_stop(l->a, l->r.err, &words);
		done = !version.n && !line;
		if (version.n) {
			l->text = step_with_word(l->a, l->text,
						 STR("\n.version "),
						 version);
		} else if (line) {
			add_message(log, target, line, words);
			blank_line(l, line);
		}
	}
	add_messages(l, log, target);
	if (rung == 0)
		blank_closed(l);
	if (mnemonic_is_whole(l->r.err))
		buf_printf(log, "assembled " STR_FMT ".ptx\n",
			   STR_ARG(target));
	return true;
}

static struct ladder
make_ladder(struct arena *a, const struct step *s, const struct toolkit *t,
	    struct diag *d)
{
	struct ladder l = { .a = a, .step = *s, .t = t, .d = d };

	l.step.kind = STEP_CUBIN;
	l.step.check = false;
	l.step.log_max = LADDER_LOG_MAX;
	return l;
}

bool
step_is_module(struct arena *a, const struct step *s)
{
	struct str text;

	return s->kind == STEP_CUBIN &&
	       file_read(a, &text, s->in, STEP_OUTPUT_MAX, diag_make(a)) &&
	       mnemonic_is_module(text);
}

bool
step_ask(struct arena *a, struct outcome *o, const struct step *s,
	 const struct toolkit *t, struct diag *d)
{
	struct ladder l = make_ladder(a, s, t, d);
	struct str target, arch;
	struct buf log = { 0 };
	bool good = true;

	if (!file_read(a, &l.text, s->in, STEP_OUTPUT_MAX, d))
		return false;
	for (size_t i = 0; good && mnemonic_rung(i, &target, &arch); i++)
		good = climb_module(&l, &log, i);
	*o = (struct outcome){ .log = arena_copy(a, buf_str(&log)) };
	buf_free(&log);
	if (!good)
		step_judge(a, o, s, &l.r);
	return true;
}

/* The largest plain need of the last rung's messages. */
static uint32_t
find_need(const struct ladder *l, bool *specific)
{
	struct complaint *items;
	size_t n = complaints_parse(l->a, &items, l->r.err);
	uint32_t most = 0;
	bool one;

	*specific = false;
	for (size_t i = 0; i < n; i++) {
		uint32_t need = mnemonic_need(items[i].text, &one);

		most = need > most ? need : most;
		*specific = *specific || one;
	}
	return most;
}

/* The architecture `sm_90a` as ptxas has it when it makes no code. */
static struct str
virtual_of(struct arena *a, struct str sm)
{
	return arena_printf(a, "compute_" STR_FMT, STR_ARG(str_skip(sm, 3)));
}

/* The first architecture of its own that takes the text; else the step's. */
static bool
find_specific(struct ladder *l, const struct step *s, struct str *least)
{
	struct str target, arch;

	*least = s->sm;
	for (size_t i = 1; mnemonic_rung(i, &target, &arch); i++) {
		if (!climb(l, target, arch))
			return false;
		if (l->r.status != 0)
			continue;
		*least = target;
		break;
	}
	return true;
}

/* Raises the target until the text is taken; false as climb. */
static bool
find_least(struct ladder *l, const struct step *s, struct str *least)
{
	struct str arch = virtual_of(l->a, s->sm);
	uint32_t sm = FIRST_SM, need;
	bool specific;

	for (int i = 0; i < NEEDS_MAX; i++) {
		*least = arena_printf(l->a, "sm_%u", sm);
		if (!climb(l, *least, arch))
			return false;
		if (l->r.status == 0)
			return true;
		need = find_need(l, &specific);
		if (specific)
			return find_specific(l, s, least);
		if (need <= sm)
			break;
		sm = need;
	}
	*least = (struct str){ NULL, 0 };
	return true;
}

bool
step_find_least(struct arena *a, struct outcome *o, const struct step *s,
		const struct toolkit *t, struct diag *d)
{
	struct ladder l = make_ladder(a, s, t, d);
	struct str least = { NULL, 0 };

	if (!file_read(a, &l.text, s->in, STEP_OUTPUT_MAX, d))
		return false;
	if (find_least(&l, s, &least) && least.n) {
		*o = (struct outcome){ .made = true };
		o->output = arena_printf(a, STR_FMT "\n", STR_ARG(least));
		o->log = arena_printf(a, "ptxas note    : requires .target "
				      STR_FMT "\n", STR_ARG(least));
		return true;
	}
	step_judge(a, o, s, &l.r);
	return true;
}
