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
	const char *text;
	double scale;
	int8_t second, byte, flop, cycle;
	unsigned char groups; /* of prefixes, and whether it stands alone */
};

/* Sorted by the first letter. FLOPS, flops behind a prefix, and OPS are rates;
   FLOP and FLOPs are work. */
static const struct atom atoms[] = {
	{ "B", 1, 0, 1, 0, 0, ALONE | LARGE | BINARY },
	{ "Byte", 1, 0, 1, 0, 0, ALONE | LARGE | BINARY },
	{ "Bytes", 1, 0, 1, 0, 0, ALONE | LARGE | BINARY },
	{ "Bps", 1, -1, 1, 0, 0, LARGE },
	{ "Bit", 0.125, 0, 1, 0, 0, ALONE },
	{ "Bits", 0.125, 0, 1, 0, 0, ALONE },
	{ "Cycles", 1, 0, 0, 0, 1, ALONE },
	{ "FLOP", 1, 0, 0, 1, 0, ALONE | LARGE },
	{ "FLOPs", 1, 0, 0, 1, 0, ALONE | LARGE },
	{ "Flop", 1, 0, 0, 1, 0, ALONE | LARGE },
	{ "Flops", 1, 0, 0, 1, 0, ALONE },
	{ "FLOPS", 1, -1, 0, 1, 0, ALONE | LARGE },
	{ "Flops", 1, -1, 0, 1, 0, LARGE },
	{ "Hz", 1, -1, 0, 0, 0, ALONE | LARGE },
	{ "OP", 1, 0, 0, 0, 0, LARGE },
	{ "OPs", 1, 0, 0, 0, 0, LARGE },
	{ "OPS", 1, -1, 0, 0, 0, LARGE },
	{ "byte", 1, 0, 1, 0, 0, ALONE | LARGE | BINARY },
	{ "bytes", 1, 0, 1, 0, 0, ALONE | LARGE | BINARY },
	{ "b", 0.125, 0, 1, 0, 0, LARGE | BINARY },
	{ "bit", 0.125, 0, 1, 0, 0, ALONE | LARGE | BINARY },
	{ "bits", 0.125, 0, 1, 0, 0, ALONE | LARGE | BINARY },
	{ "bps", 0.125, -1, 1, 0, 0, LARGE },
	{ "cycle", 1, 0, 0, 0, 1, ALONE },
	{ "cycles", 1, 0, 0, 0, 1, ALONE },
	{ "clock", 1, 0, 0, 0, 1, ALONE },
	{ "clocks", 1, 0, 0, 0, 1, ALONE },
	{ "clk", 1, 0, 0, 0, 1, ALONE },
	{ "clks", 1, 0, 0, 0, 1, ALONE },
	{ "day", 86400, 1, 0, 0, 0, ALONE },
	{ "days", 86400, 1, 0, 0, 0, ALONE },
	{ "flop", 1, 0, 0, 1, 0, ALONE | LARGE },
	{ "flops", 1, 0, 0, 1, 0, ALONE },
	{ "flops", 1, -1, 0, 1, 0, LARGE },
	{ "hour", 3600, 1, 0, 0, 0, ALONE },
	{ "hours", 3600, 1, 0, 0, 0, ALONE },
	{ "msec", 1e-3, 1, 0, 0, 0, ALONE },
	{ "millisecond", 1e-3, 1, 0, 0, 0, ALONE },
	{ "milliseconds", 1e-3, 1, 0, 0, 0, ALONE },
	{ "microsecond", 1e-6, 1, 0, 0, 0, ALONE },
	{ "microseconds", 1e-6, 1, 0, 0, 0, ALONE },
	{ "minute", 60, 1, 0, 0, 0, ALONE },
	{ "minutes", 60, 1, 0, 0, 0, ALONE },
	{ "nsec", 1e-9, 1, 0, 0, 0, ALONE },
	{ "nanosecond", 1e-9, 1, 0, 0, 0, ALONE },
	{ "nanoseconds", 1e-9, 1, 0, 0, 0, ALONE },
	{ "s", 1, 1, 0, 0, 0, ALONE | SMALL },
	{ "sec", 1, 1, 0, 0, 0, ALONE },
	{ "secs", 1, 1, 0, 0, 0, ALONE },
	{ "second", 1, 1, 0, 0, 0, ALONE },
	{ "seconds", 1, 1, 0, 0, 0, ALONE },
	{ "usec", 1e-6, 1, 0, 0, 0, ALONE },
};

/* Words for KB, MB, GB, TB, in the plural too. */
static const char *const capacities[] = { "kilobyte", "megabyte", "gigabyte",
					  "terabyte" };

/* Sorted by the first letter. What is counted, in the singular; the case does
   not matter. */
static const char *const counts[] = {
	"access", "accumulator", "add", "addition", "argument", "arrival",
	"atomic", "attempt", "bank", "barrier", "batch", "block", "branch",
	"buffer", "cache", "call", "case", "chain", "channel", "chip", "claim",
	"cluster", "col", "collision", "column", "comparison", "conflict",
	"constant", "conversion", "copy", "core", "count", "cta", "decimal",
	"device", "die", "digit", "dimension", "division", "element", "entry",
	"error", "event", "expert", "fence", "fma", "fold", "frame",
	"gpu", "grid", "group", "head", "hop", "input", "inst", "instr",
	"instruction", "insn", "item", "iteration", "iter", "kernel", "key",
	"lane", "launch", "layer", "level", "line", "load", "loop", "mma",
	"mul", "multiplication", "multiply", "multiprocessor", "node", "op",
	"operand", "operation", "output", "packet", "page", "pair",
	"parameter", "part", "partition", "pass", "phase", "pipe", "pipeline",
	"place", "point", "port", "position", "process", "processor", "quad",
	"query", "queue", "rank", "read", "reg", "register", "replicate",
	"replay", "request", "result", "rounding", "row", "run", "sample",
	"scalar", "sector", "segment", "sequence", "sfu", "slot", "sm", "sms",
	"socket", "split", "stage", "step", "store", "stream", "subpartition",
	"table", "tensor", "term", "test", "thread", "tile", "time", "token",
	"transaction", "transfer", "transistor", "trial", "trip", "ulp",
	"unit", "value", "variable", "variant", "vector", "warp", "warpgroup",
	"wave", "wavefront", "way", "word", "worker", "write",
};

static bool
atom_match(struct unit *u, struct str word, const struct prefix *p)
{
	unsigned group = p ? p->group : ALONE;
	char first = word.n > 0 ? word.p[0] : '\0';
	size_t i = row_starting(atoms, COUNT_OF(atoms), sizeof *atoms, first);

	for (; i < COUNT_OF(atoms) && atoms[i].text[0] == first; i++) {
		const struct atom *t = &atoms[i];

		if (!(t->groups & group) || !str_equal(word, str_of(t->text)))
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
	struct str ending = str_skip(word, thing.n);

	if (word.n < thing.n || ending.n > 2 ||
	    !str_equal_case(str_slice(word, 0, thing.n), thing))
		return false;
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

	for (; i < COUNT_OF(counts) && counts[i][0] == first; i++)
		if (is_form_of(word, str_of(counts[i])))
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
