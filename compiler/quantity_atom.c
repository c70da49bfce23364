/*
 * One word of a unit: `us`, `GB`, `cycles`, `warps`.
 *
 * Input: a word without blanks. Output: struct unit.
 *
 * The idea: an atom is one row of a table, a prefix and a row that allows it,
 * or a word that counts things and therefore has no dimension. All but the
 * counting words are case-sensitive: `Tb/s` is bits, `kB` is never binary.
 *
 * Chains of atoms and `%` are quantity_unit.c.
 */
#include "arena.h"
#include "quantity.h"
#include "quantity_parts.h"

#include <string.h>

/* Where K, M, G, T stand in the table of prefixes. */
#define KILO 5

enum prefixes { ALONE = 1, SMALL = 2, LARGE = 4, BINARY = 8 };

struct prefix {
	const char *text;
	double scale;
	enum prefixes group;
	double binary; /* its other reading on a capacity over its own */
};

static const struct prefix prefixes[] = {
	{ "Ki", 1024.0, BINARY, 1 },
	{ "Mi", 1048576.0, BINARY, 1 },
	{ "Gi", 1073741824.0, BINARY, 1 },
	{ "Ti", 1099511627776.0, BINARY, 1 },
	{ "k", 1e3, LARGE, 1 },
	[KILO] = { "K", 1e3, LARGE, 1024.0 / 1e3 },
	{ "M", 1e6, LARGE, 1048576.0 / 1e6 },
	{ "G", 1e9, LARGE, 1073741824.0 / 1e9 },
	{ "T", 1e12, LARGE, 1 },
	{ "P", 1e15, LARGE, 1 },
	{ "E", 1e18, LARGE, 1 },
	{ "m", 1e-3, SMALL, 1 },
	{ "u", 1e-6, SMALL, 1 },
	{ "\xc2\xb5", 1e-6, SMALL, 1 }, /* micro sign */
	{ "\xce\xbc", 1e-6, SMALL, 1 }, /* Greek mu */
	{ "n", 1e-9, SMALL, 1 },
	{ "p", 1e-12, SMALL, 1 },
};

struct atom {
	struct str text;
	double scale;
	int8_t second, byte, flop, cycle;
	unsigned char groups; /* of prefixes, and whether it stands alone */
};

/* Sorted by the first letter. FLOPS, flops behind a prefix, and OPS are rates;
   FLOP and FLOPs are work. */
static const struct atom atoms[] = {
	{ STR_INIT("B"), 1, 0, 1, 0, 0, ALONE | LARGE | BINARY },
	{ STR_INIT("Byte"), 1, 0, 1, 0, 0, ALONE | LARGE | BINARY },
	{ STR_INIT("Bytes"), 1, 0, 1, 0, 0, ALONE | LARGE | BINARY },
	{ STR_INIT("Bps"), 1, -1, 1, 0, 0, LARGE },
	{ STR_INIT("Bit"), 0.125, 0, 1, 0, 0, ALONE },
	{ STR_INIT("Bits"), 0.125, 0, 1, 0, 0, ALONE },
	{ STR_INIT("Cycles"), 1, 0, 0, 0, 1, ALONE },
	{ STR_INIT("FLOP"), 1, 0, 0, 1, 0, ALONE | LARGE },
	{ STR_INIT("FLOPs"), 1, 0, 0, 1, 0, ALONE | LARGE },
	{ STR_INIT("Flop"), 1, 0, 0, 1, 0, ALONE | LARGE },
	{ STR_INIT("Flops"), 1, 0, 0, 1, 0, ALONE },
	{ STR_INIT("FLOPS"), 1, -1, 0, 1, 0, ALONE | LARGE },
	{ STR_INIT("Flops"), 1, -1, 0, 1, 0, LARGE },
	{ STR_INIT("Hz"), 1, -1, 0, 0, 0, ALONE | LARGE },
	{ STR_INIT("OP"), 1, 0, 0, 0, 0, LARGE },
	{ STR_INIT("OPs"), 1, 0, 0, 0, 0, LARGE },
	{ STR_INIT("OPS"), 1, -1, 0, 0, 0, LARGE },
	{ STR_INIT("byte"), 1, 0, 1, 0, 0, ALONE | LARGE | BINARY },
	{ STR_INIT("bytes"), 1, 0, 1, 0, 0, ALONE | LARGE | BINARY },
	{ STR_INIT("b"), 0.125, 0, 1, 0, 0, LARGE | BINARY },
	{ STR_INIT("bit"), 0.125, 0, 1, 0, 0, ALONE | LARGE | BINARY },
	{ STR_INIT("bits"), 0.125, 0, 1, 0, 0, ALONE | LARGE | BINARY },
	{ STR_INIT("bps"), 0.125, -1, 1, 0, 0, LARGE },
	{ STR_INIT("cycle"), 1, 0, 0, 0, 1, ALONE },
	{ STR_INIT("cycles"), 1, 0, 0, 0, 1, ALONE },
	{ STR_INIT("clock"), 1, 0, 0, 0, 1, ALONE },
	{ STR_INIT("clocks"), 1, 0, 0, 0, 1, ALONE },
	{ STR_INIT("clk"), 1, 0, 0, 0, 1, ALONE },
	{ STR_INIT("clks"), 1, 0, 0, 0, 1, ALONE },
	{ STR_INIT("day"), 86400, 1, 0, 0, 0, ALONE },
	{ STR_INIT("days"), 86400, 1, 0, 0, 0, ALONE },
	{ STR_INIT("flop"), 1, 0, 0, 1, 0, ALONE | LARGE },
	{ STR_INIT("flops"), 1, 0, 0, 1, 0, ALONE },
	{ STR_INIT("flops"), 1, -1, 0, 1, 0, LARGE },
	{ STR_INIT("hour"), 3600, 1, 0, 0, 0, ALONE },
	{ STR_INIT("hours"), 3600, 1, 0, 0, 0, ALONE },
	{ STR_INIT("msec"), 1e-3, 1, 0, 0, 0, ALONE },
	{ STR_INIT("millisecond"), 1e-3, 1, 0, 0, 0, ALONE },
	{ STR_INIT("milliseconds"), 1e-3, 1, 0, 0, 0, ALONE },
	{ STR_INIT("microsecond"), 1e-6, 1, 0, 0, 0, ALONE },
	{ STR_INIT("microseconds"), 1e-6, 1, 0, 0, 0, ALONE },
	{ STR_INIT("minute"), 60, 1, 0, 0, 0, ALONE },
	{ STR_INIT("minutes"), 60, 1, 0, 0, 0, ALONE },
	{ STR_INIT("nsec"), 1e-9, 1, 0, 0, 0, ALONE },
	{ STR_INIT("nanosecond"), 1e-9, 1, 0, 0, 0, ALONE },
	{ STR_INIT("nanoseconds"), 1e-9, 1, 0, 0, 0, ALONE },
	{ STR_INIT("s"), 1, 1, 0, 0, 0, ALONE | SMALL },
	{ STR_INIT("sec"), 1, 1, 0, 0, 0, ALONE },
	{ STR_INIT("secs"), 1, 1, 0, 0, 0, ALONE },
	{ STR_INIT("second"), 1, 1, 0, 0, 0, ALONE },
	{ STR_INIT("seconds"), 1, 1, 0, 0, 0, ALONE },
	{ STR_INIT("usec"), 1e-6, 1, 0, 0, 0, ALONE },
};

/* Words for KB, MB, GB, TB, in the plural too. */
static const char *const capacities[] = { "kilobyte", "megabyte", "gigabyte",
					  "terabyte" };

/* Sorted by the first letter. What is counted, in the singular; the case does
   not matter. */
static const struct str counts[] = {
	STR_INIT("access"), STR_INIT("accumulator"), STR_INIT("add"),
	STR_INIT("addition"), STR_INIT("argument"), STR_INIT("arrival"),
	STR_INIT("atomic"), STR_INIT("attempt"), STR_INIT("bank"),
	STR_INIT("barrier"), STR_INIT("batch"), STR_INIT("block"),
	STR_INIT("branch"), STR_INIT("buffer"), STR_INIT("cache"),
	STR_INIT("call"), STR_INIT("case"), STR_INIT("chain"),
	STR_INIT("channel"), STR_INIT("chip"), STR_INIT("claim"),
	STR_INIT("cluster"), STR_INIT("col"), STR_INIT("collision"),
	STR_INIT("column"), STR_INIT("comparison"), STR_INIT("conflict"),
	STR_INIT("constant"), STR_INIT("conversion"), STR_INIT("copy"),
	STR_INIT("core"), STR_INIT("count"), STR_INIT("cta"),
	STR_INIT("decimal"), STR_INIT("device"), STR_INIT("die"),
	STR_INIT("digit"), STR_INIT("dimension"), STR_INIT("division"),
	STR_INIT("element"), STR_INIT("entry"), STR_INIT("error"),
	STR_INIT("event"), STR_INIT("expert"), STR_INIT("fence"),
	STR_INIT("fma"), STR_INIT("fold"), STR_INIT("frame"), STR_INIT("gpu"),
	STR_INIT("grid"), STR_INIT("group"), STR_INIT("head"),
	STR_INIT("hop"), STR_INIT("input"), STR_INIT("inst"),
	STR_INIT("instr"), STR_INIT("instruction"), STR_INIT("insn"),
	STR_INIT("item"), STR_INIT("iteration"), STR_INIT("iter"),
	STR_INIT("kernel"), STR_INIT("key"), STR_INIT("lane"),
	STR_INIT("launch"), STR_INIT("layer"), STR_INIT("level"),
	STR_INIT("line"), STR_INIT("load"), STR_INIT("loop"), STR_INIT("mma"),
	STR_INIT("mul"), STR_INIT("multiplication"), STR_INIT("multiply"),
	STR_INIT("multiprocessor"), STR_INIT("node"), STR_INIT("op"),
	STR_INIT("operand"), STR_INIT("operation"), STR_INIT("output"),
	STR_INIT("packet"), STR_INIT("page"), STR_INIT("pair"),
	STR_INIT("parameter"), STR_INIT("part"), STR_INIT("partition"),
	STR_INIT("pass"), STR_INIT("phase"), STR_INIT("pipe"),
	STR_INIT("pipeline"), STR_INIT("place"), STR_INIT("point"),
	STR_INIT("port"), STR_INIT("position"), STR_INIT("process"),
	STR_INIT("processor"), STR_INIT("quad"), STR_INIT("query"),
	STR_INIT("queue"), STR_INIT("rank"), STR_INIT("read"),
	STR_INIT("reg"), STR_INIT("register"), STR_INIT("replicate"),
	STR_INIT("replay"), STR_INIT("request"), STR_INIT("result"),
	STR_INIT("rounding"), STR_INIT("row"), STR_INIT("run"),
	STR_INIT("sample"), STR_INIT("scalar"), STR_INIT("sector"),
	STR_INIT("segment"), STR_INIT("sequence"), STR_INIT("sfu"),
	STR_INIT("slot"), STR_INIT("sm"), STR_INIT("sms"), STR_INIT("socket"),
	STR_INIT("split"), STR_INIT("stage"), STR_INIT("step"),
	STR_INIT("store"), STR_INIT("stream"), STR_INIT("subpartition"),
	STR_INIT("table"), STR_INIT("tensor"), STR_INIT("term"),
	STR_INIT("test"), STR_INIT("thread"), STR_INIT("tile"),
	STR_INIT("time"), STR_INIT("token"), STR_INIT("transaction"),
	STR_INIT("transfer"), STR_INIT("transistor"), STR_INIT("trial"),
	STR_INIT("trip"), STR_INIT("ulp"), STR_INIT("unit"),
	STR_INIT("value"), STR_INIT("variable"), STR_INIT("variant"),
	STR_INIT("vector"), STR_INIT("warp"), STR_INIT("warpgroup"),
	STR_INIT("wave"), STR_INIT("wavefront"), STR_INIT("way"),
	STR_INIT("word"), STR_INIT("worker"), STR_INIT("write"),
};

static bool
atom_match(struct unit *u, struct str word, const struct prefix *p)
{
	unsigned group = p ? p->group : ALONE;
	char first = word.n > 0 ? word.p[0] : '\0';
	size_t i = row_starting(atoms, COUNT_OF(atoms), sizeof *atoms, first);

	for (; i < COUNT_OF(atoms) && atoms[i].text.p[0] == first; i++) {
		const struct atom *t = &atoms[i];

		if (!(t->groups & group) || !str_equal(word, t->text))
			continue;
		*u = (struct unit){ .scale = t->scale, .binary = 1,
				    .second = t->second, .byte = t->byte,
				    .flop = t->flop, .cycle = t->cycle };
		/* bits and rates are never binary */
		if (p && t->byte == 1 && t->second == 0 && t->scale >= 1)
			u->binary = p->binary;
		u->binary_may = u->binary > 1;
		if (p)
			u->scale *= p->scale;
		return true;
	}
	return false;
}

/* Whether word is the thing, or it with `s` or `es` behind. */
static bool
is_form_of(struct str word, struct str thing)
{
	struct str ending;

	if (word.n < thing.n || word.n > thing.n + 2 ||
	    !str_equal_case(str_slice(word, 0, thing.n), thing))
		return false;
	ending = str_skip(word, thing.n);
	if (ending.n == 2 && ending.p[0] != 'e')
		return false;
	return ending.n == 0 || ending.p[ending.n - 1] == 's' ||
	       ending.p[ending.n - 1] == 'S';
}

/* In the singular or the plural. */
static bool
counts_thing(struct str word)
{
	char first = word.n > 0 ? byte_lower(word.p[0]) : '\0';
	size_t i = row_starting(counts, COUNT_OF(counts), sizeof *counts,
				first);

	for (; i < COUNT_OF(counts) && counts[i].p[0] == first; i++)
		if (is_form_of(word, counts[i]))
			return true;
	return false;
}

bool
atom_find(struct unit *u, struct str word)
{
	size_t last = word.n;

	if (word.n == 0)
		return false;
	if (atom_match(u, word, NULL))
		return true;
	for (size_t i = 0; i < COUNT_OF(prefixes); i++) {
		const char *prefix = prefixes[i].text;

		if (prefix[0] == word.p[0] && bytes_at(word, 0, prefix) &&
		    atom_match(u, str_skip(word, strlen(prefix)),
			       &prefixes[i]))
			return true;
	}
	for (size_t i = 0; i < COUNT_OF(capacities); i++) {
		size_t n;

		if (capacities[i][0] != word.p[0])
			continue;
		n = strlen(capacities[i]);
		if (bytes_at(word, 0, capacities[i]) &&
		    (word.n == n || str_equal(str_skip(word, n), STR("s"))))
			return atom_match(u, STR("B"), &prefixes[KILO + i]);
	}
	/* `warp-instructions` counts what its last word counts. */
	while (last > 0 && word.p[last - 1] != '-')
		last--;
	*u = unit_none;
	return counts_thing(str_skip(word, last));
}

/* The unit of a word but for its capitals, behind that prefix; NULL none. */
static const struct atom *
atom_of_letters(struct str word, unsigned group)
{
	for (size_t i = 0; i < COUNT_OF(atoms); i++)
		if ((atoms[i].groups & group) &&
		    str_equal_case(word, atoms[i].text))
			return &atoms[i];
	return NULL;
}

/* Prefixes with their own capitals first: `mhz` may be anything, `Mhz` not. */
struct str
unit_nearest(struct arena *a, struct str word)
{
	const struct atom *t = atom_of_letters(word, ALONE);

	if (t)
		return t->text;
	for (size_t k = 0; k < 2 * COUNT_OF(prefixes); k++) {
		const struct prefix *p = &prefixes[k % COUNT_OF(prefixes)];
		struct str text = str_of(p->text);
		struct str head = str_slice(word, 0, text.n);

		if (k < COUNT_OF(prefixes) ? !str_equal(head, text) :
					     !str_equal_case(head, text))
			continue;
		t = atom_of_letters(str_skip(word, text.n), p->group);
		if (t)
			return arena_printf(a, STR_FMT STR_FMT, STR_ARG(text),
					    STR_ARG(t->text));
	}
	return STR("");
}
