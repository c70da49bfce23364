/*
 * Entities and anchors.
 *
 * Bytes of UTF-8 -> code points -> what is kept of them. An anchor keeps
 * letters, marks, digits, `_`, `-` and blanks; which code points are none of
 * these is a table of ranges, coarse outside of the blocks that prose uses:
 * where it is wrong, a link to such a heading is said to lead nowhere.
 *
 * Bytes that are no UTF-8 are kept as they are, so that nothing can fail.
 */
#include "mark_text.h"

#include "arena.h"
#include "buf.h"

/* A code point is at most 0x10ffff. */
#define CODE_DIGITS_MAX 7

struct range {
	uint32_t first, last;
};

/* Punctuation, symbols, spaces and controls. */
static const struct range dropped[] = {
	{ 0x00, 0x1f },	      { 0x21, 0x2c },	    { 0x2e, 0x2f },
	{ 0x3a, 0x40 },	      { 0x5b, 0x5e },	    { 0x60, 0x60 },
	{ 0x7b, 0xa9 },	      { 0xab, 0xb4 },	    { 0xb6, 0xb9 },
	{ 0xbb, 0xbf },	      { 0xd7, 0xd7 },	    { 0xf7, 0xf7 },
	{ 0x2c2, 0x2c5 },     { 0x2d2, 0x2df },	    { 0x37e, 0x37e },
	{ 0x387, 0x387 },     { 0x482, 0x482 },	    { 0x55a, 0x55f },
	{ 0x589, 0x58f },     { 0x2000, 0x203e },   { 0x2041, 0x2053 },
	{ 0x2055, 0x2070 },   { 0x2072, 0x207e },   { 0x2080, 0x208f },
	{ 0x20a0, 0x20cf },   { 0x2100, 0x2101 },   { 0x2103, 0x2106 },
	{ 0x2108, 0x2109 },   { 0x2114, 0x2114 },   { 0x2116, 0x2118 },
	{ 0x211e, 0x2123 },   { 0x2140, 0x2144 },   { 0x214a, 0x214d },
	{ 0x2150, 0x215f },   { 0x2190, 0x24b5 },   { 0x24ea, 0x2bff },
	{ 0x2e00, 0x2e2e },   { 0x2e30, 0x3004 },   { 0x3008, 0x3020 },
	{ 0x3030, 0x3030 },   { 0x303d, 0x3040 },   { 0x30a0, 0x30a0 },
	{ 0x30fb, 0x30fb },   { 0x3200, 0x33ff },   { 0xfd3e, 0xfd3f },
	{ 0xfe10, 0xfe1f },   { 0xfe30, 0xfe32 },   { 0xfe35, 0xfe4c },
	{ 0xfe50, 0xfe6f },   { 0xff01, 0xff0f },   { 0xff1a, 0xff20 },
	{ 0xff3b, 0xff3e },   { 0xff40, 0xff40 },   { 0xff5b, 0xff65 },
	{ 0xffe0, 0xffff },   { 0x1f000, 0x1f12f }, { 0x1f18a, 0x1faff },
};

/* Capitals that have their small letter so far behind them. */
static const struct capital {
	uint32_t first, last, distance;
} capitals[] = {
	{ 'A', 'Z', 32 },    { 0xc0, 0xd6, 32 },   { 0xd8, 0xde, 32 },
	{ 0x391, 0x3a1, 32 }, { 0x3a3, 0x3ab, 32 }, { 0x400, 0x40f, 80 },
	{ 0x410, 0x42f, 32 }, { 0xff21, 0xff3a, 32 },
};

static const struct entity {
	const char *name, *text;
} entities[] = {
	{ "amp", "&" },		 { "lt", "<" },
	{ "gt", ">" },		 { "quot", "\"" },
	{ "apos", "'" },	 { "nbsp", "\xc2\xa0" },
	{ "times", "\xc3\x97" }, { "micro", "\xc2\xb5" },
	{ "plusmn", "\xc2\xb1" }, { "deg", "\xc2\xb0" },
	{ "middot", "\xc2\xb7" }, { "mu", "\xce\xbc" },
	{ "ndash", "\xe2\x80\x93" }, { "mdash", "\xe2\x80\x94" },
	{ "hellip", "\xe2\x80\xa6" }, { "larr", "\xe2\x86\x90" },
	{ "rarr", "\xe2\x86\x92" }, { "minus", "\xe2\x88\x92" },
	{ "asymp", "\xe2\x89\x88" }, { "ne", "\xe2\x89\xa0" },
	{ "le", "\xe2\x89\xa4" }, { "ge", "\xe2\x89\xa5" },
};

/* Adds a code point as UTF-8. */
static void
add_code(struct buf *out, uint32_t c)
{
	static const unsigned char first[] = { 0, 0xc0, 0xe0, 0xf0 };
	unsigned more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;

	buf_add_byte(out, (char)(first[more] | c >> 6 * more));
	while (more--)
		buf_add_byte(out, (char)(0x80 | (c >> 6 * more & 0x3f)));
}

/* The code point of `#215` or `#xd7`; 0 for what is none. */
static uint32_t
numeric_code(struct str s)
{
	bool hex = s.n > 1 && (s.p[1] == 'x' || s.p[1] == 'X');
	uint32_t base = hex ? 16 : 10, c = 0, digit;

	s = str_skip(s, hex ? 2 : 1);
	if (s.n == 0 || s.n > CODE_DIGITS_MAX)
		return 0;
	for (size_t i = 0; i < s.n; i++) {
		digit = byte_digit(s.p[i]);
		if (digit >= base)
			return 0;
		c = c * base + digit;
	}
	return c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff) ? 0 : c;
}

void
entity_add(struct buf *out, struct str entity)
{
	struct str name = entity;
	uint32_t c;

	if (name.n > 2)
		name = str_slice(entity, 1, entity.n - 2);
	if (name.p[0] == '#') {
		c = numeric_code(name);
		if (c)
			add_code(out, c);
		else
			buf_add(out, entity);
		return;
	}
	for (size_t i = 0; i < COUNT_OF(entities); i++) {
		if (str_equal(name, str_of(entities[i].name))) {
			buf_add(out, str_of(entities[i].text));
			return;
		}
	}
	buf_add(out, entity);
}

/* The code point that s starts with and its length; UINT32_MAX and 1 for a
   byte that starts none. */
static size_t
read_code(struct str s, uint32_t *c)
{
	unsigned char first = (unsigned char)s.p[0];
	size_t n = first < 0x80 ? 1 : first < 0xc0 ? 0 : first < 0xe0 ? 2 :
		   first < 0xf0 ? 3 : first < 0xf8 ? 4 : 0;

	*c = n == 1 ? first : n ? first & 0x7fu >> n : UINT32_MAX;
	for (size_t i = 1; i < n; i++) {
		if (i >= s.n || ((unsigned char)s.p[i] & 0xc0) != 0x80) {
			*c = UINT32_MAX;
			return 1;
		}
		*c = *c << 6 | ((unsigned char)s.p[i] & 0x3f);
	}
	return n ? n : 1;
}

static bool
is_dropped(uint32_t c)
{
	size_t low = 0, high = COUNT_OF(dropped);

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (c > dropped[middle].last)
			low = middle + 1;
		else
			high = middle;
	}
	return low < COUNT_OF(dropped) && c >= dropped[low].first;
}

static uint32_t
lower_code(uint32_t c)
{
	for (size_t i = 0; i < COUNT_OF(capitals); i++) {
		if (c >= capitals[i].first && c <= capitals[i].last)
			return c + capitals[i].distance;
	}
	/* Of the extended Latin letters the even ones are capitals. */
	return c >= 0x100 && c <= 0x137 && c % 2 == 0 ? c + 1 : c;
}

/* The byte of an anchor that c is in it; 0 for none. */
static char
ascii_base(char c)
{
	if (byte_is_name(c) || c == '-')
		return byte_lower(c);
	return c == ' ' ? '-' : '\0';
}

static void
add_base(struct buf *out, struct str text)
{
	uint32_t c;

	for (size_t n; text.n; text = str_skip(text, n)) {
		if ((unsigned char)text.p[0] < 0x80) {
			char base = ascii_base(text.p[0]);

			n = 1;
			if (base)
				buf_add_byte(out, base);
			continue;
		}
		n = read_code(text, &c);
		if (c == UINT32_MAX)
			buf_add_byte(out, text.p[0]);
		else if (!is_dropped(c))
			add_code(out, lower_code(c));
	}
}

/* FNV-1a. */
static uint64_t
hash_of(struct str s)
{
	uint64_t hash = 0xcbf29ce484222325;

	for (size_t i = 0; i < s.n; i++)
		hash = (hash ^ (unsigned char)s.p[i]) * 0x100000001b3;
	return hash;
}

/* The slot of base: its own, or the empty one where it belongs. */
static struct anchor *
find_slot(const struct anchors *all, struct str base)
{
	size_t i = (size_t)hash_of(base) & (all->cap - 1);

	while (all->slots[i].count && !str_equal(all->slots[i].base, base))
		i = (i + 1) & (all->cap - 1);
	return &all->slots[i];
}

/* Keeps at least half of the slots free. */
static void
make_room(struct anchors *all)
{
	struct anchors old = *all;

	if (all->n * 2 < all->cap)
		return;
	all->cap = old.cap ? old.cap * 2 : 16;
	all->slots = arena_alloc(all->arena, all->cap * sizeof(*all->slots));
	for (size_t i = 0; i < old.cap; i++) {
		if (old.slots[i].count)
			*find_slot(all, old.slots[i].base) = old.slots[i];
	}
}

struct str
anchor_make(struct arena *a, struct anchors *all, struct str text)
{
	struct buf made = { .p = NULL };
	struct anchor *slot;
	struct str base;

	add_base(&made, text);
	base = arena_copy(a, buf_str(&made));
	buf_free(&made);
	make_room(all);
	slot = find_slot(all, base);
	if (slot->count++)
		return arena_printf(a, STR_FMT "-%zu", STR_ARG(base),
				    slot->count - 1);
	slot->base = base;
	all->n++;
	return base;
}
