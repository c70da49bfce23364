/*
 * A name as a page writes it to the statements that ptxas is asked with.
 *
 * A name without a type is also asked about with each type, and as the longer
 * mnemonics that it may be short for: pages write `mma.sync` and
 * `cp.async.bulk` of what no assembler takes without its other words. Each of
 * these has the alternatives that its row of operands has.
 *
 * What is no name at all is told here as well; whether a name exists is not.
 */
#include "mnemonic_parts.h"

/* Longer than any mnemonic that exists. */
#define NAME_MAX_BYTES 160

/* Types that a name without one is tried with. */
static const struct str endings[] = {
	STR_INIT(".f32"), STR_INIT(".b32"), STR_INIT(".u32"),
	STR_INIT(".f16"), STR_INIT(".f64"), STR_INIT(".b64"),
	STR_INIT(".b16"), STR_INIT(".f16x2"), STR_INIT(".s32"),
	STR_INIT(".bf16"),
};

/* Adds a statement for each of the name's alternatives. */
static size_t
add_statements(struct candidate *out, size_t n, struct candidate like)
{
	struct str all = mnemonic_operands(like.name);
	bool some = true;

	while (some && n < CANDIDATES_MAX) {
		out[n] = like;
		/* No operands at all is one way as well. */
		some = str_split(&out[n].operands, &all, ';') && all.p;
		n++;
	}
	return n;
}

/* Whether all words of a name stand in another, in order, the first first. */
static bool
is_short_for(struct str name, struct str whole)
{
	struct str word, other;
	bool first = true;

	while (str_split(&word, &name, '.')) {
		do {
			if (!str_split(&other, &whole, '.'))
				return false;
			if (first && !str_equal(word, other))
				return false;
		} while (!str_equal(word, other));
		first = false;
	}
	return true;
}

static bool
has_type(struct str name)
{
	struct str word;

	while (str_split(&word, &name, '.')) {
		if (mnemonic_type_bits(word))
			return true;
	}
	return false;
}

size_t
candidates_make(struct candidate *out, struct str name)
{
	struct str other;
	size_t n = add_statements(out, 0, (struct candidate){
						  .name = name, .own = true });

	if (has_type(name))
		return n;
	for (size_t i = 0; mnemonic_specimen(i, &other); i++) {
		if (!str_equal(other, name) && is_short_for(name, other))
			n = add_statements(out, n, (struct candidate){
						   .name = other });
	}
	for (size_t i = 0; i < COUNT_OF(endings); i++)
		n = add_statements(out, n, (struct candidate){
				   .name = name, .ending = endings[i] });
	return n;
}

/* A word of a mnemonic: letters, digits and `_`, perhaps parted by `::`. */
static bool
is_word(struct str word)
{
	struct str part;

	while (word.n) {
		size_t at = str_find(word, STR("::"));

		part = str_slice(word, 0, at);
		for (size_t i = 0; i < part.n; i++) {
			if (!byte_is_name(part.p[i]))
				return false;
		}
		if (part.n == 0)
			return false;
		if (at == word.n)
			return true;
		word = str_skip(word, at + 2);
	}
	return false;
}

bool
mnemonic_is_name(struct str name)
{
	struct str word;

	if (name.n == 0 || name.n > NAME_MAX_BYTES ||
	    !byte_is_name(name.p[0]) || byte_is_digit(name.p[0]))
		return false;
	while (str_split(&word, &name, '.')) {
		if (!is_word(word))
			return false;
	}
	return true;
}
