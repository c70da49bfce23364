/*
 * Messages as text: the place, the source line and a caret line under the
 * span.
 *
 *	wiki/a.md:61:18: error: expected a number, found 'fast'
 *	    | copy | fast |
 *	             ^~~~
 *
 * The caret is placed by display width; tabs stop at every eighth column. Of
 * a span over several lines the part on its first line is underlined, of a
 * long line only the surroundings of the span are shown. Errors of one source
 * beyond a bound are only counted.
 *
 * It does not sort: the order is the order in which faults were found.
 */
#include "diag.h"

#include "arena.h"
#include "buf.h"
#include "source.h"

/* Blanks before a source line. */
#define INDENT 4

/* Source bytes shown before and behind the start of a span. */
#define SHOWN_BEFORE 120

#define SHOWN_BEHIND 160

/* Errors of one source: all, and those printed so far. */
struct tally {
	const struct source *source;
	size_t all, shown;
};

struct tallies {
	struct tally *items;
	size_t n, cap;
};

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
		column += diag_emit_text(out, piece);
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
		source_place_now(at.source, at.at, &line, &column);
		diag_emit_text(out, at.source->name);
		buf_printf(out, ":%u:%u: ", line, column);
	} else {
		buf_add(out, STR("kbc: "));
	}
	if (word.n) {
		diag_emit_text(out, word);
		buf_add(out, STR(": "));
	}
}

static void
emit_message(struct buf *out, const struct message *m, struct str word)
{
	emit_place(out, m->at, word);
	diag_emit_text(out, m->text);
	if (m->name.n) {
		buf_add(out, STR(" ["));
		diag_emit_text(out, m->name);
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
		diag_emit_text(out, t->source->name);
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
