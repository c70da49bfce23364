/*
 * Symbols: whether a name of compiled code is that of a C++ name. Only the
 * part of the Itanium mangling is read that spells names: lengths and
 * identifiers, up to template arguments or parameters. A function inside a
 * class template is not found by name.
 */
#include "listing.h"
#include "listing_parts.h"

/* Reads a length and as many bytes. */
static bool
read_name(struct str *name, struct str *rest)
{
	size_t digits = 0;
	uint64_t n;

	while (digits < rest->n && byte_is_digit(rest->p[digits]))
		digits++;
	if (digits == 0 || digits > 6 ||
	    !str_unsigned(str_slice(*rest, 0, digits), &n) ||
	    n > rest->n - digits)
		return false;
	*name = str_slice(*rest, digits, (size_t)n);
	*rest = str_skip(*rest, digits + (size_t)n);
	return true;
}

/* Takes the part before the first `::` of a name off its front. */
static struct str
take_part(struct str *name)
{
	size_t at = str_find(*name, STR("::"));
	struct str part = str_slice(*name, 0, at);

	*name = str_skip(*name, at + 2);
	return part;
}

static size_t
count_parts(struct str name)
{
	size_t n = 0;

	while (name.n) {
		take_part(&name);
		n++;
	}
	return n;
}

/* Skips what says const, volatile or local before a name. */
static void
skip_marks(struct str *s)
{
	while (s->n && byte_among(s->p[0], "KVrL"))
		*s = str_skip(*s, 1);
}

/* The names that a mangled symbol spells; their count. */
static size_t
count_names(struct str mangled)
{
	struct str name;
	size_t n = 0;

	skip_marks(&mangled);
	while (read_name(&name, &mangled)) {
		n++;
		skip_marks(&mangled);
	}
	return n;
}

/* Whether the last names that the symbol spells are the parts of name. */
static bool
names_end_in(struct str mangled, struct str name)
{
	size_t have = count_names(mangled), want = count_parts(name);
	struct str part = STR("");

	skip_marks(&mangled);
	for (size_t i = 0; i < have; i++) {
		read_name(&part, &mangled);
		skip_marks(&mangled);
		if (i + want >= have && !str_equal(part, take_part(&name)))
			return false;
	}
	return have >= want;
}

static bool
mangled_is(struct str symbol, struct str name)
{
	struct str part;

	if (str_starts(symbol, STR("_ZN")))
		return names_end_in(str_skip(symbol, 3), name);
	if (!str_starts(symbol, STR("_Z")))
		return false;
	symbol = str_skip(symbol, 2);
	skip_marks(&symbol);
	return read_name(&part, &symbol) && str_equal(part, name);
}

bool
listing_is_named(struct str symbol, struct str name)
{
	size_t at = symbol.n;

	if (name.n == 0)
		return false;
	if (str_equal(symbol, name) || mangled_is(symbol, name))
		return true;
	if (!str_starts(symbol, STR("$")))
		return false;
	while (at && symbol.p[at - 1] != '$')
		at--;
	symbol = str_skip(symbol, at);
	return str_equal(symbol, name) || mangled_is(symbol, name);
}
