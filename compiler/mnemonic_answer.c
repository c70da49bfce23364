/*
 * What ptxas said of a module of mnemonics to an answer for each.
 *
 * The statements are made again, to know which line is which name's. A
 * mnemonic exists when one of its statements has no complaint but of the
 * target; those complaints say its least architecture. A statement whose
 * operands do not fit says nothing of the name, so a name of which all are
 * like that is not sure.
 *
 * How ptxas words its complaints is told in mnemonic.h.
 */
#include "mnemonic.h"

#include "arena.h"
#include "listing.h"
#include "mnemonic_parts.h"

/* Architecture of the first rung, which the module is written for. */
#define LEAST_SM 20

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

/* The rung that a file of the log is of; false if none. */
static bool
find_rung(struct str file, size_t *rung)
{
	struct str target, arch;

	for (size_t i = 0; mnemonic_rung(i, &target, &arch); i++) {
		if (!str_starts(file, target) ||
		    !str_equal(str_skip(file, target.n), STR(".ptx")))
			continue;
		*rung = i;
		return true;
	}
	return false;
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
		size_t at = items[i].line, rung;

		if (!find_rung(items[i].file, &rung) ||
		    at <= MODULE_HEAD_LINES || at - MODULE_HEAD_LINES > all->n)
			continue;
		take_message(&all->items[at - MODULE_HEAD_LINES - 1], rung,
			     items[i].text);
	}
	while (str_split(&line, &log, '\n')) {
		size_t rung;

		if (str_starts(line, STR("assembled ")) &&
		    find_rung(str_skip(line, 10), &rung))
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
struct knowledge {
	bool plain;
	uint32_t need;   /* the least of those that are plain */
	uint32_t takers; /* of those that are not */
};

static struct knowledge
sum_up(const struct answers *all, size_t name, bool own)
{
	struct knowledge k = { .need = UINT32_MAX };

	for (size_t i = 0; i < all->n; i++) {
		const struct answer *s = &all->items[i];

		if (s->name != name || s->own != own)
			continue;
		k.takers |= takers(all, s);
		if (!is_plain(s))
			continue;
		k.plain = true;
		k.need = s->need < k.need ? s->need : k.need;
	}
	return k;
}

/* Rungs as text; *least is the first. */
static struct str
list_rungs(struct arena *a, struct str *least, uint32_t set)
{
	struct str list = { NULL, 0 }, target, arch;

	for (size_t i = 1; mnemonic_rung(i, &target, &arch); i++) {
		if (!(set >> i & 1))
			continue;
		if (!list.n)
			*least = target;
		list = arena_printf(a, STR_FMT "%s" STR_FMT, STR_ARG(list),
				    list.n ? " " : "", STR_ARG(target));
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
	struct knowledge k = sum_up(all, name, true);

	*m = (struct mnemonic){ .exists = true, .sure = true };
	if (!k.plain && !k.takers)
		k = sum_up(all, name, false);
	if (k.plain) {
		m->min_sm = arena_printf(a, "sm_%u",
					 k.need > LEAST_SM ? k.need :
							     LEAST_SM);
	} else if (k.takers) {
		m->why = list_rungs(a, &m->min_sm, k.takers);
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
