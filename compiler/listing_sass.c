/*
 * SASS as nvdisasm -c prints it, to functions and instructions.
 *
 *     .text.k:
 *             0580           @P0 BRA `(.L_x_1) ;      (0580 is in a comment)
 *     .L_x_0:
 *
 * A label without a dot begins a function; those that a kernel calls lie
 * behind it in its section, as $k$NAME. The text says where branches go by
 * label. BSYNC goes on where the BSSY of its barrier says.
 *
 * The branch to itself behind a function's last instruction, and the NOPs
 * after it, fill the section up: they are no instructions, nor is any NOP.
 */
#include "listing.h"

#include "arena.h"
#include "listing_parts.h"

/* Labels that BSSY has last set for a barrier register. */
#define BARRIERS 16

struct body {
	struct function f;
	bool open;
	struct str sync[BARRIERS];
};

/* Takes comments off the front. */
static struct str
without_comments(struct str s)
{
	s = str_trim(s);
	while (str_starts(s, STR("/*"))) {
		s = str_skip(s, str_find(s, STR("*/")) + 2);
		s = str_trim(s);
	}
	return s;
}

/* NAME of the `(NAME) that the text holds; empty if there is none. */
static struct str
find_target(struct str text)
{
	struct str s = str_skip(text, str_find(text, STR("`(")) + 2);

	return str_slice(s, 0, str_find_byte(s, ')'));
}

/* The number of the barrier in `B3, …`; BARRIERS if it is none. */
static size_t
barrier_number(struct str operands)
{
	struct str number = str_skip(operands, 1);
	uint64_t n;

	if (!str_starts(operands, STR("B")) ||
	    !str_take_unsigned(&number, &n) || n >= BARRIERS)
		return BARRIERS;
	return (size_t)n;
}

/* The part of a mnemonic before its first dot. */
static struct str
stem(struct str mnemonic)
{
	return str_slice(mnemonic, 0, str_find_byte(mnemonic, '.'));
}

static struct jump
find_jump(struct body *b, struct str mnemonic, struct str operands)
{
	struct str word = stem(mnemonic);
	struct jump jump = { .falls = true };
	size_t barrier = barrier_number(operands);

	if (str_equal(word, STR("EXIT")) || str_equal(word, STR("RET"))) {
		jump.falls = false;
	} else if (str_equal(word, STR("BRA"))) {
		jump.label = find_target(operands);
		jump.closes = true;
		/* `BRA.U !UP0, …` has its condition among its operands. */
		jump.falls = !str_starts(operands, STR("`("));
	} else if (str_equal(word, STR("BSSY")) && barrier < BARRIERS) {
		b->sync[barrier] = find_target(operands);
	} else if (str_equal(word, STR("BSYNC")) && barrier < BARRIERS) {
		jump.label = b->sync[barrier];
	}
	return jump;
}

static void
add_line(struct arena *a, struct body *b, struct str line)
{
	struct str text = str_trim(str_slice(line, 0,
					     str_find_byte(line, ';')));
	struct str rest = text, mnemonic;
	bool guarded = str_starts(text, STR("@"));
	struct jump jump;

	if (guarded)
		rest = str_trim(str_skip(rest, listing_front_word(rest).n));
	mnemonic = listing_front_word(rest);
	if (mnemonic.n == 0 || str_equal(mnemonic, STR("NOP")))
		return;
	jump = find_jump(b, mnemonic, str_trim(str_skip(rest, mnemonic.n)));
	jump.falls = jump.falls || guarded;
	function_add(&b->f, arena_copy(a, mnemonic), arena_copy(a, text),
		     jump);
}

/* Whether the last instruction is a branch to itself. */
static bool
ends_in_self(const struct function *f)
{
	const struct jump *last;

	if (f->njumps == 0)
		return false;
	last = &f->jumps[f->njumps - 1];
	for (size_t i = f->nlabels; last->closes && i-- > 0;) {
		if (f->labels[i].at == f->njumps - 1 &&
		    str_equal(f->labels[i].name, last->label))
			return !last->falls;
	}
	return false;
}

static void
close_body(struct body *b)
{
	if (!b->open)
		return;
	if (ends_in_self(&b->f)) {
		b->f.njumps--;
		b->f.kernel->n--;
	}
	function_end(&b->f);
	b->open = false;
}

static void
take_label(struct arena *a, struct body *b, struct listing *out,
	   struct str name)
{
	if (str_starts(name, STR(".L"))) {
		if (b->open)
			function_add_label(&b->f, name);
		return;
	}
	if (str_starts(name, STR(".")))
		return;
	close_body(b);
	*b = (struct body){ .open = true };
	function_begin(&b->f, a, out, name);
}

bool
listing_parse_sass(struct arena *a, struct listing *out, struct str text)
{
	struct body b = { .open = false };
	struct str line;
	bool is_sass = false;

	*out = (struct listing){ 0 };
	while (str_split(&line, &text, '\n')) {
		struct str code = without_comments(line);
		bool address = str_starts(str_trim(line), STR("/*"));

		if (address && b.open && code.n)
			add_line(a, &b, code);
		else if (!address && str_ends(code, STR(":")))
			take_label(a, &b, out,
				   str_slice(code, 0, code.n - 1));
		else if (str_starts(code, STR(".section")))
			close_body(&b);
		is_sass = is_sass || str_starts(code, STR(".target")) ||
			  str_starts(code, STR(".headerflags"));
	}
	close_body(&b);
	return is_sass || out->n > 0;
}
