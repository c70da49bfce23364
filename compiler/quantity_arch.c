/*
 * Names of GPU architectures: `sm_90a`, `SM90A`, `9.0a`, `compute_90a` are
 * one thing, a number and a suffix, and are ordered as such.
 *
 * Input: a text. Output: the canonical name, a literal of the table below.
 *
 * The idea: an architecture is known or it is an error; `sm_9` is not a short
 * form of `sm_90`, and as texts `sm_100` would stand before `sm_90`. A suffix
 * adds instructions: none, then f (a family's), then a (one chip's), so a
 * later name is never the weaker of two of one number.
 *
 * Which device runs whose code is not decided here.
 */
#include "quantity.h"
#include "quantity_parts.h"

#include <string.h>

struct arch {
	int number;
	const char *names[3]; /* in order of suffixes */
};

static const char suffixes[] = { '\0', 'f', 'a' };

static const struct arch archs[] = {
	{ 50, { "sm_50", NULL, NULL } },
	{ 52, { "sm_52", NULL, NULL } },
	{ 53, { "sm_53", NULL, NULL } },
	{ 60, { "sm_60", NULL, NULL } },
	{ 61, { "sm_61", NULL, NULL } },
	{ 62, { "sm_62", NULL, NULL } },
	{ 70, { "sm_70", NULL, NULL } },
	{ 72, { "sm_72", NULL, NULL } },
	{ 75, { "sm_75", NULL, NULL } },
	{ 80, { "sm_80", NULL, NULL } },
	{ 86, { "sm_86", NULL, NULL } },
	{ 87, { "sm_87", NULL, NULL } },
	{ 88, { "sm_88", NULL, NULL } },
	{ 89, { "sm_89", NULL, NULL } },
	{ 90, { "sm_90", NULL, "sm_90a" } },
	{ 100, { "sm_100", "sm_100f", "sm_100a" } },
	{ 101, { "sm_101", "sm_101f", "sm_101a" } },
	{ 103, { "sm_103", "sm_103f", "sm_103a" } },
	{ 110, { "sm_110", "sm_110f", "sm_110a" } },
	{ 120, { "sm_120", "sm_120f", "sm_120a" } },
	{ 121, { "sm_121", "sm_121f", "sm_121a" } },
};

/* Longest first. */
static const struct str prefixes[] = { STR_INIT("compute capability "),
				       STR_INIT("compute_"), STR_INIT("sm_"),
				       STR_INIT("sm"), STR_INIT("cc ") };

static struct str
skip_prefix(struct str s)
{
	for (size_t i = 0; i < COUNT_OF(prefixes) && s.n > 0; i++)
		if (byte_lower(s.p[0]) == prefixes[i].p[0] &&
		    str_equal_case(str_slice(s, 0, prefixes[i].n),
				   prefixes[i]))
			return str_skip(s, prefixes[i].n);
	return s;
}

/* `90` or `9.0`: number and length; 0 for neither. */
static size_t
number_at(struct str s, int *number)
{
	size_t n = 0;
	bool dotted = false;

	*number = 0;
	for (; n < s.n && n < 4; n++) {
		if (byte_is_digit(s.p[n]) && !(n == 0 && s.p[n] == '0')) {
			*number = *number * 10 + (s.p[n] - '0');
			if (dotted)
				return n + 1;
		} else if (s.p[n] == '.' && n > 0) {
			dotted = true;
		} else {
			break;
		}
	}
	return dotted ? 0 : n;
}

/* The place of a suffix in the order, -1 for none such. */
static int
suffix_order(struct str s)
{
	if (s.n == 0)
		return 0;
	if (s.n > 1)
		return -1;
	for (int i = 1; i < (int)sizeof(suffixes); i++) {
		if (s.p[0] == suffixes[i] || s.p[0] == suffixes[i] - 32)
			return i;
	}
	return -1;
}

static const char *
arch_name(int number, int order)
{
	for (size_t i = 0; i < COUNT_OF(archs); i++) {
		if (archs[i].number == number)
			return archs[i].names[order];
	}
	return NULL;
}

struct str
arch_known(size_t i)
{
	size_t orders = COUNT_OF(suffixes);

	for (size_t k = 0; k < COUNT_OF(archs) * orders; k++) {
		const char *name = archs[k / orders].names[k % orders];

		if (name && i-- == 0)
			return str_of(name);
	}
	return STR("");
}

bool
arch_find(struct str *out, int *number, int *order, struct str text)
{
	struct str s = skip_prefix(text);
	size_t n = number_at(s, number);
	const char *name;

	*order = suffix_order(str_skip(s, n));
	if (n == 0 || *order < 0)
		return false;
	name = arch_name(*number, *order);
	*out = str_of(name);
	return name != NULL;
}

bool
arch_parse(struct str *out, int *number, char *suffix, struct str text)
{
	int order;

	if (!arch_find(out, number, &order, text))
		return false;
	*suffix = suffixes[order];
	return true;
}

bool
arch_split(struct str sm, int *number, char *suffix)
{
	struct str name;
	int order;

	if (!arch_find(&name, number, &order, sm) || !str_equal(name, sm))
		return false;
	*suffix = suffixes[order];
	return true;
}

bool
arch_runs(struct str device, struct str code)
{
	struct str name;
	int have, need, order;

	if (!arch_find(&name, &have, &order, device) ||
	    !arch_find(&name, &need, &order, code))
		return false;
	if (have == need)
		return true;
	return suffixes[order] != 'a' && have / 10 == need / 10 &&
	       have > need;
}

int
arch_compare(struct str a, struct str b)
{
	struct str name;
	int x = 0, y = 0, m = 0, n = 0;
	bool known = arch_find(&name, &x, &m, a);

	/* What is unknown stands before all that is known, by its bytes. */
	if (!arch_find(&name, &y, &n, b))
		return known ? 1 : str_compare(a, b);
	if (!known)
		return -1;
	return x != y ? (x > y) - (x < y) : (m > n) - (m < n);
}

static bool
name_at(struct str s, size_t at)
{
	return at < s.n && byte_is_name(s.p[at]);
}

/* --- in text ------------------------------------------------------------- */

static void
arch_set(struct quantity *q, struct str name, int number, int order)
{
	q->kind = QUANTITY_ARCH;
	q->arch = name;
	q->value = number * 10 + order;
	q->half_digit = 0;
}

/* Offset of `compute capability` before `at`, or `at`. */
static size_t
capability_before(struct str s, size_t at)
{
	static const char *const words[] = { "compute capability",
					     "Compute capability",
					     "Compute Capability", "cc", "CC",
					     "compute", "sm", "SM" };
	size_t end = emphasis_before(s, at);

	for (size_t i = 0; i < COUNT_OF(words) && end < at; i++) {
		size_t n = strlen(words[i]);

		if (n <= end && bytes_at(s, end - n, words[i]) &&
		    edge_starts(s, end - n))
			return end - n;
	}
	return at;
}

size_t
capability_read(struct quantity *q, const struct number *n, struct str s,
		size_t at, size_t *end)
{
	size_t size = n->text.n, start;
	int number, order;
	struct str name;

	if (n->decimals != 1 || n->form != NUMBER_PLAIN || n->sign.n)
		return at;
	start = capability_before(s, at);
	/* `10.0f` alone is a number in code */
	if (bytes_at(s, at + size, "a") ||
	    (start < at && bytes_at(s, at + size, "f")))
		size++;
	if ((start == at && size == n->text.n) || name_at(s, at + size) ||
	    !arch_find(&name, &number, &order, str_slice(s, at, size)))
		return at;
	arch_set(q, name, number, order);
	q->number.n = (uint32_t)size;
	*end = at + size;
	q->or_later = more_read(s, end);
	return start;
}

bool
arch_read(struct quantity *q, struct str s, size_t at, size_t *end)
{
	size_t n = at;
	int number, order;
	struct str name;

	while (name_at(s, n) || (bytes_at(s, n, ".") && name_at(s, n + 1)))
		n++;
	if (n == at || byte_is_digit(s.p[at]) || !edge_starts(s, at) ||
	    !arch_find(&name, &number, &order, str_slice(s, at, n - at)))
		return false;
	*q = (struct quantity){ .unit = unit_none };
	arch_set(q, name, number, order);
	q->number.at = (uint32_t)at;
	q->number.n = (uint32_t)(n - at);
	q->or_later = more_read(s, &n);
	*end = n;
	return edge_ends(s, n);
}
