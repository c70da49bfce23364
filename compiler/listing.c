/*
 * Listings, once parsed: finding a function by name, counting instructions
 * that match. What a listing is in PTX and SASS, and which loop of a function
 * is hot, the other parts of this module know.
 */
#include "listing.h"

#include "listing_parts.h"

const struct kernel *
listing_find(const struct listing *l, struct str name)
{
	for (size_t i = 0; i < l->n; i++) {
		if (str_equal(l->kernels[i].name, name))
			return &l->kernels[i];
	}
	for (size_t i = 0; i < l->n; i++) {
		if (listing_is_named(l->kernels[i].name, name))
			return &l->kernels[i];
	}
	return NULL;
}

const struct kernel *
listing_entry(const struct listing *l, struct str name, size_t n)
{
	for (size_t i = 0; i < l->n; i++)
		if (l->kernels[i].parameters.p &&
		    listing_is_named(l->kernels[i].name, name) && n-- == 0)
			return &l->kernels[i];
	return NULL;
}

/* The text behind its guard, `@%p1` or `@!P0`. */
static struct str
without_guard(struct str text)
{
	if (!str_starts(text, STR("@")))
		return text;
	return str_trim(str_skip(text, str_find_byte(text, ' ')));
}

/* Whether a glob matches the text or all of it before some comma. */
static bool
text_matches(struct str glob, struct str text)
{
	for (size_t n = 0; n <= text.n; n++) {
		if ((n == text.n || text.p[n] == ',') &&
		    str_match(glob, str_slice(text, 0, n)))
			return true;
	}
	return false;
}

bool
listing_matches(const struct instruction *i, struct str glob, bool loop)
{
	if (loop && !i->in_loop)
		return false;
	if (str_find_byte(glob, ' ') == glob.n)
		return str_match(glob, i->mnemonic);
	return text_matches(glob, i->text) ||
	       text_matches(glob, without_guard(i->text));
}

size_t
listing_count(const struct kernel *k, struct str glob, bool loop)
{
	size_t n = 0;

	for (size_t i = 0; i < k->n; i++)
		n += listing_matches(&k->items[i], glob, loop);
	return n;
}

struct str
listing_front_word(struct str s)
{
	size_t n = 0;

	while (n < s.n && !byte_is_blank(s.p[n]))
		n++;
	return str_slice(s, 0, n);
}
