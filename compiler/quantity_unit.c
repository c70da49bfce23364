/*
 * Units as people write them, as powers of four dimensions and a factor.
 *
 * Input: the text behind a number, or a unit alone. Output: struct unit.
 *
 *   unit = [("per" | "/")] atom { ("/" | " per " | " / " | "·") atom }
 *
 * The idea: a unit is a chain of atoms (quantity_atom.c), read as far as it is
 * one. A slash that is followed by an unknown word breaks the unit; behind
 * ` per ` an unknown word is prose.
 *
 * It converts nothing: value times scale is the coherent value.
 */
#include "arena.h"
#include "quantity.h"
#include "quantity_parts.h"

/* A longer chain is no unit, and its powers would not fit. */
#define ATOMS_MAX 8
#define POWER_MAX 100

const struct unit unit_none = { .scale = 1, .binary = 1 };

static bool
is_letter_at(struct str s, size_t at)
{
	return at < s.n && byte_is_letter(s.p[at]);
}

static size_t
micro_at(struct str s, size_t at)
{
	return bytes_at(s, at, "\xc2\xb5") || bytes_at(s, at, "\xce\xbc") ? 2 :
									    0;
}

/* The word at `at`: letters, digits, µ, and hyphens before letters. */
static struct str
word_at(struct str s, size_t at)
{
	size_t end = at;

	while (end < s.n) {
		size_t micro = micro_at(s, end);

		if (micro)
			end += micro;
		else if (byte_is_name(s.p[end]) && s.p[end] != '_')
			end++;
		else if (s.p[end] == '-' && end > at &&
			 is_letter_at(s, end + 1))
			end++;
		else
			break;
	}
	return str_slice(s, at, end - at);
}

/* One atom at `at`; its bytes, 0 for none. */
static size_t
atom_read(struct unit *u, struct str s, size_t at)
{
	struct str word = word_at(s, at), next;
	size_t end = at + word.n;

	if (word.n == 0 && !bytes_at(s, at, "%"))
		return 0;
	if (bytes_at(s, at, "%") || str_equal(word, STR("percent"))) {
		*u = unit_none;
		u->scale = 0.01;
		u->percent = true;
		return word.n ? word.n : 1;
	}
	if (!atom_find(u, word))
		return 0;
	if (str_equal(word, STR("clock"))) {
		next = word_at(s, blanks_after(s, end));
		if (str_equal(next, STR("cycle")) ||
		    str_equal(next, STR("cycles")))
			end = (size_t)(next.p - s.p) + next.n;
	}
	return end - at;
}

static int8_t
add_power(int8_t a, int8_t b, int sign)
{
	int sum = a + sign * b;

	return (int8_t)(sum > POWER_MAX	 ? POWER_MAX :
			sum < -POWER_MAX ? -POWER_MAX :
					   sum);
}

struct unit
unit_combine(const struct unit *a, const struct unit *b, int power)
{
	int sign = power < 0 ? -1 : 1;
	struct unit u = *a;

	u.scale = power < 0 ? a->scale / b->scale : a->scale * b->scale;
	u.second = add_power(a->second, b->second, sign);
	u.byte = add_power(a->byte, b->byte, sign);
	u.flop = add_power(a->flop, b->flop, sign);
	u.cycle = add_power(a->cycle, b->cycle, sign);
	u.binary_may = (a->binary_may || b->binary_may) && u.byte == 1 &&
		       u.second == 0 && u.flop == 0 && u.cycle == 0;
	u.binary = !u.binary_may ? 1 : a->binary_may ? a->binary : b->binary;
	u.percent = a->percent && unit_same_kind(b, &unit_none) && !b->percent;
	u.text = (struct str){ NULL, 0 };
	return u;
}

/*
 * What joins the next atom at `at`: the power, and *next its place. 0 when
 * nothing does; `sure` when the joint can be nothing else.
 */
static int
joint_read(struct str s, size_t at, size_t *next, bool *sure)
{
	size_t blank = blanks_after(s, at), word;

	*next = at + 1;
	*sure = true;
	if (bytes_at(s, at, "/"))
		return is_letter_at(s, at + 1) || micro_at(s, at + 1) ? -1 : 0;
	*next = at + 2;
	if (bytes_at(s, at, "\xc2\xb7"))
		return 1;
	*sure = false;
	word = bytes_at(s, blank, "per") ? 3 : bytes_at(s, blank, "/");
	*next = blanks_after(s, blank + word);
	return word && (blank > at || at == 0) && *next > blank + word ? -1 : 0;
}

bool
unit_read(struct unit *u, size_t *taken, struct str text)
{
	size_t at, next, n, count = 1;
	struct unit part;
	bool sure = false;
	int power;

	*u = unit_none;
	at = atom_read(u, text, 0);
	while ((power = joint_read(text, at, &next, &sure)) != 0) {
		n = atom_read(&part, text, next);
		if (n == 0 || ++count > ATOMS_MAX)
			break;
		*u = unit_combine(u, &part, power);
		at = next + n;
	}
	*taken = at;
	u->text = str_slice(text, 0, at);
	return (power == 0 || !sure) && count <= ATOMS_MAX;
}

bool
unit_parse(struct unit *u, struct str text)
{
	size_t taken;

	text = str_trim(text);
	if (str_equal(text, STR("x")) || str_equal(text, STR("\xc3\x97"))) {
		*u = unit_none;
		u->text = text;
		return true;
	}
	return text.n && unit_read(u, &taken, text) && taken == text.n;
}

const struct unit *
unit_make(struct arena *a, struct str text)
{
	struct unit *u = arena_alloc(a, sizeof *u);

	return unit_parse(u, text) ? u : NULL;
}

bool
unit_same_kind(const struct unit *a, const struct unit *b)
{
	return a->second == b->second && a->byte == b->byte &&
	       a->flop == b->flop && a->cycle == b->cycle;
}

/* ` B`, ` cycle^2` of the powers with that sign. */
static struct str
powers_text(struct arena *a, const struct unit *u, int sign)
{
	const struct { int8_t power; const char *name; } rows[] = {
		{ u->byte, "B" }, { u->flop, "FLOP" }, { u->cycle, "cycle" },
		{ u->second, "s" },
	};
	struct str out = STR("");

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		int n = rows[i].power * sign;

		if (n <= 0)
			continue;
		out = arena_printf(a, STR_FMT "%s%s", STR_ARG(out),
				   out.n > 0 ? " " : "", rows[i].name);
		if (n > 1)
			out = arena_printf(a, STR_FMT "^%d", STR_ARG(out), n);
	}
	return out;
}

struct str
unit_kind(struct arena *a, const struct unit *u)
{
	struct str above = powers_text(a, u, 1), below = powers_text(a, u, -1);

	if (above.n == 0 && below.n == 0)
		return STR("without unit");
	if (below.n == 0)
		return above;
	return arena_printf(a, STR_FMT "/" STR_FMT,
			    STR_ARG(above.n > 0 ? above : STR("1")),
			    STR_ARG(below));
}
