/*
 * Mnemonics to a module that asks ptxas about them, and its words to answers.
 *
 * Each statement has a line of its own, so a message's line says which one it
 * is about; the module is made again when the log is read, to know them. A
 * mnemonic exists when one of its statements has no complaint but of the
 * target; those complaints say its least architecture.
 *
 * What statements to ask with, mnemonic_shape knows; the step that assembles
 * the module runs it for each rung below and puts the logs together, each
 * line naming its rung:
 *
 *     sm_20.ptx, line 9; error   : Feature '.bf16' requires .target sm_80 …
 */
#include "mnemonic.h"

#include "arena.h"
#include "buf.h"
#include "listing.h"
#include "mnemonic_parts.h"

static const struct str head = STR_INIT(
	"// kbc: mnemonics\n"
	".version 99.9\n"
	".target sm_20\n"
	".address_size 64\n"
	".visible .func mnemonics()\n"
	"{\n"
	"\t.reg .b8 c<80>; .reg .b16 h<80>; .reg .b32 r<160>; "
	".reg .b64 d<80>; .reg .b128 q<80>; .reg .pred p<80>;\n");

#define HEAD_LINES 7

/* That of the first rung. */
#define LEAST_SM 20

/* The last statement is wrong: without a word on it others were not read. */
static const struct str tail = STR_INIT("\tkbc_end;\nend:\n\tret;\n}\n");
static const struct str end_words = STR_INIT("instruction: 'kbc_end'");

struct rung {
	struct str target, arch;
};

/*
 * The first is for plain needs. The others rise, of one number the plain one
 * first and `a` before `f`, since pages say `sm_100a`.
 */
static const struct rung rungs[] = {
	{ STR_INIT("sm_20"), STR_INIT("compute_90") },
	{ STR_INIT("sm_70"), STR_INIT("compute_90") },
	{ STR_INIT("sm_75"), STR_INIT("compute_90") },
	{ STR_INIT("sm_80"), STR_INIT("compute_90") },
	{ STR_INIT("sm_86"), STR_INIT("compute_90") },
	{ STR_INIT("sm_89"), STR_INIT("compute_90") },
	{ STR_INIT("sm_90"), STR_INIT("compute_90") },
	{ STR_INIT("sm_90a"), STR_INIT("compute_90a") },
	{ STR_INIT("sm_100"), STR_INIT("compute_100") },
	{ STR_INIT("sm_100a"), STR_INIT("compute_100a") },
	{ STR_INIT("sm_100f"), STR_INIT("compute_100f") },
	{ STR_INIT("sm_103a"), STR_INIT("compute_103a") },
	{ STR_INIT("sm_103f"), STR_INIT("compute_103f") },
	{ STR_INIT("sm_110a"), STR_INIT("compute_110a") },
	{ STR_INIT("sm_110f"), STR_INIT("compute_110f") },
	{ STR_INIT("sm_120"), STR_INIT("compute_120") },
	{ STR_INIT("sm_120a"), STR_INIT("compute_120a") },
	{ STR_INIT("sm_120f"), STR_INIT("compute_120f") },
	{ STR_INIT("sm_121a"), STR_INIT("compute_121a") },
};

/* What ptxas said of one statement; bit i is of rung i. */
struct answer {
	size_t name;       /* index */
	bool own;
	uint32_t faults;   /* there is no such mnemonic, or no such operands */
	uint32_t refused;  /* it is not for this target */
	bool open;         /* rung 0 leaves it to the others */
	bool mismatch;     /* operands do not fit, for rung 0 */
	bool wrong;        /* rung 0 says more than this, and not of targets */
	uint32_t need;     /* plain architecture */
	struct str why;    /* the first words, of faults if there are any */
};

struct answers {
	struct answer *items; /* by line, the first is behind the head */
	size_t n, cap;
	uint32_t asked;       /* rungs that have read the whole module */
};

bool
mnemonic_is_module(struct str ptx)
{
	return str_starts(ptx, head);
}

bool
mnemonic_rung(size_t i, struct str *target, struct str *arch)
{
	if (i >= COUNT_OF(rungs))
		return false;
	*target = rungs[i].target;
	*arch = rungs[i].arch;
	return true;
}

bool
mnemonic_is_whole(struct str log)
{
	return str_find(log, end_words) < log.n;
}

bool
mnemonic_is_statement(struct str line)
{
	return str_starts(line, STR("\t")) &&
	       !str_starts(line, STR("\t.")) &&
	       str_find(tail, line) == tail.n;
}

bool
mnemonic_is_open(struct str message)
{
	bool specific;

	mnemonic_need(message, &specific);
	return specific || str_starts(message, STR("Arguments mismatch"));
}

uint32_t
mnemonic_need(struct str message, bool *specific)
{
	static const struct str words = STR_INIT("requires .target ");
	static const struct str of_some[] = {
		STR_INIT("not supported on .target"), STR_INIT(", for arch '"),
		STR_INIT("cannot be compiled for architecture"),
	};
	struct str rest = str_skip(message, str_find(message, words) +
						    words.n);
	size_t digits = 0;
	uint64_t n;

	/* One message leaves `sm_` out. */
	if (str_starts(rest, STR("sm_")))
		rest = str_skip(rest, 3);
	*specific = false;
	for (size_t i = 0; i < COUNT_OF(of_some); i++)
		*specific = *specific ||
			    str_find(message, of_some[i]) < message.n;
	while (digits < rest.n && digits < 4 && byte_is_digit(rest.p[digits]))
		digits++;
	if (!str_unsigned(str_slice(rest, 0, digits), &n))
		return 0;
	/* `requires .target sm_90a`: of that one only. */
	if (digits < rest.n && (rest.p[digits] == 'a' ||
				rest.p[digits] == 'f')) {
		*specific = true;
		return 0;
	}
	return (uint32_t)n;
}

bool
mnemonic_emit(struct buf *out, const struct str *names, size_t n)
{
	struct candidate all[CANDIDATES_MAX];
	bool some = false;

	buf_add(out, head);
	for (size_t i = 0; i < n; i++) {
		size_t count = mnemonic_is_name(names[i]) ?
				       candidates_make(all, names[i]) : 0;

		for (size_t k = 0; k < count; k++) {
			buf_add_byte(out, '\t');
			candidate_emit(out, &all[k]);
			buf_add(out, STR(";\n"));
		}
		some = some || count;
	}
	buf_add(out, tail);
	return some;
}

/* Lines of the module without what ptxas says of them. */
static void
make_answers(struct arena *a, struct answers *out, const struct str *names,
	     size_t n)
{
	struct candidate all[CANDIDATES_MAX];

	for (size_t i = 0; i < n; i++) {
		size_t count = mnemonic_is_name(names[i]) ?
				       candidates_make(all, names[i]) : 0;

		for (size_t k = 0; k < count; k++) {
			out->items = arena_grow(a, out->items, out->n,
						&out->cap,
						sizeof(*out->items));
			out->items[out->n++] = (struct answer){
				.name = i, .own = all[k].own };
		}
	}
}

/* The rung that a file of the log is of; past the last if none. */
static size_t
find_rung(struct str file)
{
	size_t i = 0;

	while (i < COUNT_OF(rungs) &&
	       !(str_starts(file, rungs[i].target) &&
		 str_equal(str_skip(file, rungs[i].target.n), STR(".ptx"))))
		i++;
	return i;
}

static void
take_message(struct answer *s, size_t rung, struct str text)
{
	uint32_t bit = (uint32_t)1 << rung;
	bool specific;
	uint32_t need = mnemonic_need(text, &specific);

	/* What is wrong says more than for which target it is. */
	if (!s->why.n || (!need && !specific && !s->faults))
		s->why = text;
	if (need || specific)
		s->refused |= bit;
	else
		s->faults |= bit;
	if (rung > 0)
		return;
	if (need > s->need)
		s->need = need;
	if (mnemonic_is_open(text))
		s->open = true;
	else if (!need)
		s->wrong = true;
	if (!need && !specific && mnemonic_is_open(text))
		s->mismatch = true;
}

static void
read_log(struct arena *a, struct answers *all, struct str log)
{
	struct complaint *items;
	size_t n = complaints_parse(a, &items, log);
	struct str line;

	for (size_t i = 0; i < n; i++) {
		size_t rung = find_rung(items[i].file);

		if (rung == COUNT_OF(rungs) || items[i].line <= HEAD_LINES ||
		    items[i].line - HEAD_LINES > all->n)
			continue;
		take_message(&all->items[items[i].line - HEAD_LINES - 1],
			     rung, items[i].text);
	}
	while (str_split(&line, &log, '\n')) {
		size_t rung;

		if (!str_starts(line, STR("assembled ")))
			continue;
		rung = find_rung(str_skip(line, 10));
		if (rung < COUNT_OF(rungs))
			all->asked |= (uint32_t)1 << rung;
	}
}

/* Whether rung 0 has said all: the statement exists, with a plain need. */
static bool
is_plain(const struct answer *s)
{
	return !s->open && !s->wrong;
}

/* The later rungs that take a statement which rung 0 has left to them. */
static uint32_t
takers(const struct answers *all, const struct answer *s)
{
	return s->open ? all->asked & ~(s->faults | s->refused | 1) : 0;
}

/* What is known of a name from its own statements or from the others. */
struct verdict {
	bool plain;
	uint32_t need;   /* the least of those that are plain */
	uint32_t takers; /* of those that are not */
};

static struct verdict
sum_up(const struct answers *all, size_t name, bool own)
{
	struct verdict v = { .need = UINT32_MAX };

	for (size_t i = 0; i < all->n; i++) {
		const struct answer *s = &all->items[i];

		if (s->name != name || s->own != own)
			continue;
		v.takers |= takers(all, s);
		if (!is_plain(s))
			continue;
		v.plain = true;
		v.need = s->need < v.need ? s->need : v.need;
	}
	return v;
}

/* Rungs as text; *least is the first. */
static struct str
list_rungs(struct arena *a, struct str *least, uint32_t set)
{
	struct str list = { NULL, 0 };

	for (size_t i = 1; i < COUNT_OF(rungs); i++) {
		if (!(set >> i & 1))
			continue;
		if (!list.n)
			*least = rungs[i].target;
		list = arena_printf(a, STR_FMT "%s" STR_FMT, STR_ARG(list),
				    list.n ? " " : "",
				    STR_ARG(rungs[i].target));
	}
	return list;
}

/*
 * A name that nothing takes: what is said of its own statements. One that is
 * wrong although its operands fit says it best; when none is wrong, operands
 * that we do not know hide whether it exists.
 */
static void
set_unknown(struct mnemonic *m, const struct answers *all, size_t name)
{
	const struct answer *best = NULL;

	for (size_t i = 0; i < all->n; i++) {
		const struct answer *s = &all->items[i];

		if (s->name != name || !s->own)
			continue;
		if (!best || (s->wrong && !best->wrong) ||
		    (s->wrong && !s->mismatch && best->mismatch))
			best = s;
	}
	if (!best)
		return;
	m->why = best->why;
	if (best->mismatch && !best->wrong)
		*m = (struct mnemonic){ .exists = true, .why = best->why };
}

static void
judge_name(struct arena *a, struct mnemonic *m, const struct answers *all,
	   size_t name)
{
	struct verdict v = sum_up(all, name, true);

	*m = (struct mnemonic){ .exists = true, .sure = true };
	if (!v.plain && !v.takers)
		v = sum_up(all, name, false);
	if (v.plain) {
		m->min_sm = arena_printf(a, "sm_%u",
					 v.need > LEAST_SM ? v.need :
							     LEAST_SM);
	} else if (v.takers) {
		m->why = list_rungs(a, &m->min_sm, v.takers);
	} else {
		m->exists = false;
		set_unknown(m, all, name);
	}
}

void
mnemonic_read(struct arena *a, struct mnemonic *out, const struct str *names,
	      size_t n, struct str log)
{
	struct answers all = { 0 };

	make_answers(a, &all, names, n);
	read_log(a, &all, log);
	for (size_t i = 0; i < n; i++) {
		if (!mnemonic_is_name(names[i]))
			out[i] = (struct mnemonic){
				.sure = true, .why = STR("no mnemonic") };
		else if (!(all.asked & 1))
			out[i] = (struct mnemonic){ .why = STR("not asked") };
		else
			judge_name(a, &out[i], &all, i);
	}
}
