/*
 * Messages: collected while a page is worked on, printed at the end.
 *
 * A message is a level, a span and a text. Printing one gives the place, the
 * source line and a caret line under the span:
 *
 *	wiki/a.md:61:18: error: expected a number, found 'fast'
 *	    | copy | fast |
 *	             ^~~~
 *
 * The caret is placed by display width: UTF-8 is decoded, wide characters
 * count two columns and combining ones none, tabs stop at every eighth. Of a
 * span over several lines the part on its first line is underlined, of a long
 * line only the surroundings of the span are shown.
 *
 * Source lines and names in texts are foreign bytes. Control characters,
 * marks that turn the writing direction, and bytes that are not UTF-8 are
 * printed as escapes, so that no page can steer the reader's terminal.
 *
 * It does not sort: the order is the order in which faults were found.
 */
#include "diag.h"

#include <stdarg.h>
#include <stdlib.h>

#include "arena.h"
#include "buf.h"
#include "source.h"

/* Blanks before a source line. */
#define INDENT 4

/* Source bytes shown before and behind the start of a span. */
#define SHOWN_BEFORE 120
#define SHOWN_BEHIND 160

/* What decode gives for a byte that starts no character. */
#define NOT_UTF8 UINT32_MAX

/* Errors of one source: all, and those printed so far. */
struct tally {
	const struct source *source;
	size_t all, shown;
};

struct tallies {
	struct tally *items;
	size_t n, cap;
};

struct range {
	uint32_t first, last;
};

static const struct range wide[] = {
	{ 0x1100, 0x115f },   { 0x231a, 0x231b },   { 0x23e9, 0x23ec },
	{ 0x2614, 0x2615 },   { 0x26a1, 0x26a1 },   { 0x26d4, 0x26d4 },
	{ 0x2705, 0x2705 },   { 0x2728, 0x2728 },   { 0x274c, 0x274c },
	{ 0x274e, 0x274e },   { 0x2753, 0x2755 },   { 0x2757, 0x2757 },
	{ 0x2795, 0x2797 },   { 0x2b1b, 0x2b1c },   { 0x2b50, 0x2b50 },
	{ 0x2b55, 0x2b55 },   { 0x2e80, 0x303e },   { 0x3041, 0xa4cf },
	{ 0xa960, 0xa97c },   { 0xac00, 0xd7a3 },   { 0xf900, 0xfaff },
	{ 0xfe30, 0xfe6f },   { 0xff00, 0xff60 },   { 0xffe0, 0xffe6 },
	{ 0x1f300, 0x1f64f }, { 0x1f680, 0x1f6ff }, { 0x1f7e0, 0x1f7eb },
	{ 0x1f900, 0x1f9ff }, { 0x1fa70, 0x1faff }, { 0x20000, 0x3fffd },
};

static const struct range zero[] = {
	{ 0x0300, 0x036f }, { 0x0483, 0x0489 }, { 0x0591, 0x05bd },
	{ 0x0610, 0x061a }, { 0x064b, 0x065f }, { 0x1ab0, 0x1aff },
	{ 0x1dc0, 0x1dff }, { 0x200b, 0x200d }, { 0x20d0, 0x20ff },
	{ 0xfe00, 0xfe0f }, { 0xfe20, 0xfe2f }, { 0xfeff, 0xfeff },
	{ 0xe0100, 0xe01ef },
};

/* Controls (C0, DEL, C1), line separators and marks of direction. */
static const struct range unsafe[] = {
	{ 0x0000, 0x001f }, { 0x007f, 0x009f }, { 0x061c, 0x061c },
	{ 0x200e, 0x200f }, { 0x2028, 0x202e }, { 0x2066, 0x2069 },
};

static bool
is_within(uint32_t c, const struct range *ranges, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (c >= ranges[i].first && c <= ranges[i].last)
			return true;
	}
	return false;
}

/* Bytes of the character that a first byte announces; 0 for none. */
static size_t
announced(unsigned char c)
{
	if (c < 0x80)
		return 1;
	if (c >= 0xc2 && c <= 0xdf)
		return 2;
	if (c >= 0xe0 && c <= 0xef)
		return 3;
	return c >= 0xf0 && c <= 0xf4 ? 4 : 0;
}

/*
 * The first character of s, which has bytes, and its length; NOT_UTF8 and 1
 * for a byte that is no part of a character (RFC 3629).
 */
static size_t
decode(struct str s, uint32_t *c)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	unsigned char first = (unsigned char)s.p[0];
	size_t n = announced(first);
	uint32_t value = n < 2 ? first : first & (0x7fu >> n);

	*c = NOT_UTF8;
	if (n == 0 || n > s.n)
		return 1;
	for (size_t i = 1; i < n; i++) {
		unsigned char next = (unsigned char)s.p[i];

		if ((next & 0xc0) != 0x80)
			return 1;
		value = value << 6 | (next & 0x3f);
	}
	if (value < least[n] || value > 0x10ffff ||
	    (value >= 0xd800 && value <= 0xdfff))
		return 1;
	*c = value;
	return n;
}

/* Adds the bytes of s as \n, \r, \t or \xNN; the columns that takes. */
static size_t
emit_escaped(struct buf *out, struct str s)
{
	size_t before = out->n;

	for (size_t i = 0; i < s.n; i++) {
		size_t known = str_find_byte(STR("\n\r\t"), s.p[i]);

		if (known < 3)
			buf_printf(out, "\\%c", "nrt"[known]);
		else
			buf_printf(out, "\\x%02x", (unsigned char)s.p[i]);
	}
	return out->n - before;
}

/* Adds a text fit for a terminal; the columns it takes. */
static size_t
emit_text(struct buf *out, struct str s)
{
	size_t columns = 0;

	while (s.n) {
		uint32_t c;
		size_t n = decode(s, &c);
		struct str bytes = str_slice(s, 0, n);

		s = str_skip(s, n);
		if (c == NOT_UTF8 || is_within(c, unsafe, COUNT_OF(unsafe))) {
			columns += emit_escaped(out, bytes);
			continue;
		}
		buf_add(out, bytes);
		if (is_within(c, wide, COUNT_OF(wide)))
			columns += 2;
		else
			columns += !is_within(c, zero, COUNT_OF(zero));
	}
	return columns;
}

static void
emit_blanks(struct buf *out, size_t n)
{
	while (n--)
		buf_add_byte(out, ' ');
}

/*
 * Adds a part of a source line that starts in a column (from 0), tabs as
 * blanks; the column behind it.
 */
static size_t
emit_part(struct buf *out, struct str part, size_t column)
{
	struct str piece;

	while (str_split(&piece, &part, '\t')) {
		column += emit_text(out, piece);
		if (part.p) {
			emit_blanks(out, 8 - column % 8);
			column += 8 - column % 8;
		}
	}
	return column;
}

static bool
is_inside_char(struct str s, size_t at)
{
	return at < s.n && ((unsigned char)s.p[at] & 0xc0) == 0x80;
}

/* The window of a line to show around offset at; *at is moved along. */
static struct str
cut_line(struct str line, size_t *at)
{
	size_t from = *at > SHOWN_BEFORE ? *at - SHOWN_BEFORE : 0;
	size_t to = line.n;

	if (to - *at > SHOWN_BEHIND)
		to = *at + SHOWN_BEHIND;
	while (from && from < *at && is_inside_char(line, from))
		from++;
	while (to > *at && is_inside_char(line, to))
		to--;
	*at -= from;
	return str_slice(line, from, to - from);
}

static void
emit_source_line(struct buf *out, struct span at)
{
	struct str line = span_str(source_line(at.source, span_line(at)));
	size_t start, first, behind;
	uint32_t number, column;

	source_place(at.source, at.at, &number, &column);
	start = column - 1 < line.n ? column - 1 : line.n;
	line = cut_line(line, &start);
	emit_blanks(out, INDENT);
	first = emit_part(out, str_slice(line, 0, start), 0);
	behind = emit_part(out, str_slice(line, start, at.n), first);
	emit_part(out, str_skip(line, start + at.n), behind);
	buf_add_byte(out, '\n');
	emit_blanks(out, INDENT + first);
	buf_add_byte(out, '^');
	while (++first < behind)
		buf_add_byte(out, '~');
	buf_add_byte(out, '\n');
}

/* `name:line:col: word: `, or `kbc: word: ` without a source. */
static void
emit_place(struct buf *out, struct span at, struct str word)
{
	uint32_t line, column;

	if (at.source) {
		source_place(at.source, at.at, &line, &column);
		emit_text(out, at.source->name);
		buf_printf(out, ":%u:%u: ", line, column);
	} else {
		buf_add(out, STR("kbc: "));
	}
	if (word.n) {
		emit_text(out, word);
		buf_add(out, STR(": "));
	}
}

static void
emit_message(struct buf *out, const struct message *m, struct str word)
{
	emit_place(out, m->at, word);
	emit_text(out, m->text);
	if (m->name.n) {
		buf_add(out, STR(" ["));
		emit_text(out, m->name);
		buf_add_byte(out, ']');
	}
	buf_add_byte(out, '\n');
	if (m->at.source)
		emit_source_line(out, m->at);
}

void
diag_emit_at(struct buf *out, struct span at, struct str word, struct str text)
{
	struct message m = { .at = at, .text = text };

	emit_message(out, &m, word);
}

/* The tally of a source, made when there is none yet. */
static struct tally *
find_tally(struct tallies *t, struct arena *a, const struct source *source)
{
	/* From the end: messages of one source mostly follow each other. */
	for (size_t i = t->n; i-- > 0;) {
		if (t->items[i].source == source)
			return &t->items[i];
	}
	t->items = arena_grow(a, t->items, t->n, &t->cap, sizeof(*t->items));
	t->items[t->n].source = source;
	return &t->items[t->n++];
}

static bool
is_counted(const struct message *m)
{
	return m->level == DIAG_ERROR && m->at.source;
}

/*
 * Whether an error is still among the first of its source; the one that is
 * not leaves a last line of its source, the later ones nothing.
 */
static bool
is_shown(struct buf *out, struct tally *t)
{
	if (t->shown++ < DIAG_PAGE_MAX)
		return true;
	if (t->shown == DIAG_PAGE_MAX + 1) {
		emit_text(out, t->source->name);
		buf_printf(out, ": error: too many errors, %zu more not "
			   "shown\n", t->all - DIAG_PAGE_MAX);
	}
	return false;
}

void
diag_emit(struct buf *out, const struct diag *d)
{
	static const char *const words[] = { "note", "warning", "error", "" };
	struct tallies t = { 0 };
	bool shown = true;

	for (size_t i = 0; i < d->n; i++) {
		const struct message *m = &d->items[i];

		if (is_counted(m))
			find_tally(&t, d->arena, m->at.source)->all++;
	}
	for (size_t i = 0; i < d->n; i++) {
		const struct message *m = &d->items[i];

		/* A note shares the fate of the message before it. */
		if (is_counted(m))
			shown = is_shown(out, find_tally(&t, d->arena,
							 m->at.source));
		else if (m->level != DIAG_NOTE)
			shown = true;
		if (shown)
			emit_message(out, m, str_of(words[m->level]));
	}
}

struct diag *
diag_make(struct arena *a)
{
	struct diag *d = arena_alloc(a, sizeof(*d));

	d->arena = a;
	return d;
}

static void
add(struct diag *d, struct message m)
{
	d->items = arena_grow(d->arena, d->items, d->n, &d->cap, sizeof(m));
	d->items[d->n++] = m;
	d->count[m.level]++;
}

void
diag_error(struct diag *d, struct span at, const char *fmt, ...)
{
	struct message m = { .level = DIAG_ERROR, .at = at };
	va_list ap;

	va_start(ap, fmt);
	m.text = arena_vprintf(d->arena, fmt, ap);
	va_end(ap);
	add(d, m);
}

void
diag_warning(struct diag *d, struct span at, const char *name, const char *fmt,
	     ...)
{
	struct message m = { .level = DIAG_WARNING, .at = at };
	va_list ap;

	va_start(ap, fmt);
	m.text = arena_vprintf(d->arena, fmt, ap);
	va_end(ap);
	m.name = arena_copy(d->arena, str_of(name));
	add(d, m);
}

void
diag_note(struct diag *d, struct span at, const char *fmt, ...)
{
	struct message m = { .level = DIAG_NOTE, .at = at };
	va_list ap;

	va_start(ap, fmt);
	m.text = arena_vprintf(d->arena, fmt, ap);
	va_end(ap);
	add(d, m);
}

void
diag_fail(struct diag *d, const char *fmt, ...)
{
	struct message m = { .level = DIAG_FAIL };
	va_list ap;

	va_start(ap, fmt);
	m.text = arena_vprintf(d->arena, fmt, ap);
	va_end(ap);
	add(d, m);
}

void
diag_join(struct diag *d, const struct diag *from)
{
	for (size_t i = 0; i < from->n; i++)
		add(d, from->items[i]);
}

bool
diag_failed(const struct diag *d)
{
	return d->count[DIAG_ERROR] > 0 || d->count[DIAG_FAIL] > 0;
}

void
die(const char *fmt, ...)
{
	va_list ap;

	fputs("kbc: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	exit(2);
}

void
bug_at(const char *file, int line, const char *what)
{
	fprintf(stderr, "kbc: bug: %s:%d: %s\n", file, line, what);
	abort();
}
