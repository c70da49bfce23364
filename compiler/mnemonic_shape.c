/*
 * A mnemonic with a row of operands to a statement that uses it.
 *
 * The row says which operands an instruction takes; of which register class
 * and how many they are, the words of the name say: its types, `.v4`, `.x2`,
 * `.m16n8k16`. Every register is one that the module declares, and no two
 * operands share one as long as there are enough.
 *
 * What a statement computes is of no interest: none is ever run.
 */
#include "mnemonic_parts.h"

#include <string.h>

#include "buf.h"

/* The words of a mnemonic that operands depend on. */
struct form {
	struct str name;
	unsigned first, last; /* bits of these types; 0: no type */
	unsigned vector;      /* .v2 .v4 .v8; else 1 */
	unsigned times;       /* .x1 .. .x128; else 1 */
	unsigned dims;        /* .1d .. .5d; else 1 */
	unsigned m, n, k;     /* of .m16n8k16; else 0 */
	unsigned bits[4];     /* of the types behind the shape: D A B C */
	size_t nbits;
	bool packed;          /* 4-bit elements lie dense */
};

/* A statement while it is written. */
struct text {
	struct buf *b;
	unsigned next; /* number of the next register */
};

static void
add_byte(struct text *t, char c)
{
	buf_add_byte(t->b, c);
}

static void
add_str(struct text *t, struct str s)
{
	buf_add(t->b, s);
}

/* The number that follows a letter in a word, taken with it; 0 if none. */
static unsigned
take_number(struct str *word, char letter)
{
	unsigned n = 0;
	size_t i = 1;

	if (word->n == 0 || word->p[0] != letter)
		return 0;
	while (i < word->n && i < 5 && byte_is_digit(word->p[i]))
		n = n * 10 + (unsigned)(word->p[i++] - '0');
	*word = str_skip(*word, i);
	return n;
}

static void
read_shape(struct form *f, struct str word)
{
	unsigned m = take_number(&word, 'm'), n = take_number(&word, 'n');
	unsigned k = take_number(&word, 'k');

	if (!m || !n || !k || word.n)
		return;
	f->m = m;
	f->n = n;
	f->k = k;
}

static void
read_word(struct form *f, struct str word)
{
	unsigned bits = mnemonic_type_bits(word), number;
	struct str rest = word;

	if (bits) {
		f->first = f->first ? f->first : bits;
		f->last = bits;
		if (f->m && f->nbits < COUNT_OF(f->bits)) {
			f->bits[f->nbits++] = bits;
		}
	}
	number = take_number(&rest, 'v');
	if (number && !rest.n)
		f->vector = number;
	rest = word;
	number = take_number(&rest, 'x');
	if (number && !rest.n)
		f->times = number;
	if (word.n == 2 && word.p[1] == 'd' && byte_is_digit(word.p[0]))
		f->dims = (unsigned)(word.p[0] - '0');
	if (str_equal(word, STR("kind::mxf4")) ||
	    str_equal(word, STR("kind::mxf4nvf4")))
		f->packed = true;
	read_shape(f, word);
}

static struct form
read_form(struct str name, struct str ending)
{
	struct form f = { .name = name, .vector = 1, .times = 1, .dims = 1 };
	struct str word, rest = name;

	while (str_split(&word, &rest, '.'))
		read_word(&f, word);
	if (ending.n)
		read_word(&f, str_skip(ending, 1));
	return f;
}

static char
letter_of(unsigned bits)
{
	static const struct {
		unsigned bits;
		char letter;
	} rows[] = {
		{ 1, 'p' }, { 8, 'h' }, { 16, 'h' }, { 32, 'r' },
		{ 64, 'd' }, { 128, 'q' },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		if (rows[i].bits == bits)
			return rows[i].letter;
	}
	return 'r';
}

/* A pair of 4-bit floats is the one operand that needs 8 bits exactly. */
static char
letter_of_type(const struct form *f, bool first)
{
	unsigned bits = first ? f->first : f->last;
	struct str pair = STR("e2m1x2");
	struct str last = str_slice(f->name, f->name.n >= pair.n ?
				    f->name.n - pair.n : 0, pair.n);
	bool is_pair = first ? str_find(f->name, pair) < f->name.n &&
			       !str_equal(last, pair) :
			       str_equal(last, pair);

	if (bits == 8 && is_pair)
		return 'c';
	return letter_of(bits);
}

static void
add_register(struct text *t, char letter)
{
	buf_printf(t->b, "%c%u", letter,
		   t->next++ % (letter == 'r' ? 160 : 80));
}

static void
add_vector(struct text *t, char letter, unsigned count)
{
	add_byte(t, '{');
	for (unsigned i = 0; i < count; i++) {
		if (i)
			add_byte(t, ',');
		add_register(t, letter);
	}
	add_byte(t, '}');
}

/* Registers that one thread of a warp has of a matrix. */
static void
add_fragment(struct text *t, unsigned elements, unsigned bits)
{
	unsigned wide = bits == 64 ? 64 : 32;
	unsigned count = elements * bits / (wide * 32);

	add_vector(t, bits == 64 ? 'd' : 'r', count ? count : 1);
}

static void
add_matrix(struct text *t, const struct form *f, char which)
{
	unsigned a = f->bits[1], b = f->bits[2];

	if (f->packed)
		a = b = 4;
	/* Four groups of lanes do one each of the smallest on halves. */
	if (f->m * f->n * f->k == 8 * 8 * 4 && a == 16) {
		add_vector(t, 'r', which == 'A' || which == 'B' ? 2 :
			   (which == 'D' ? f->bits[0] : f->bits[3]) / 4);
		return;
	}
	switch (which) {
	case 'A':
		add_fragment(t, f->m * f->k, a);
		break;
	case 'S':
		add_fragment(t, f->m * f->k / 2, a);
		break;
	case 'B':
		add_fragment(t, f->n * f->k, b);
		break;
	case 'D':
		add_fragment(t, f->m * f->n, f->bits[0]);
		break;
	case 'C':
		add_fragment(t, f->m * f->n, f->bits[3]);
		break;
	case 'G':
		add_vector(t, 'r', f->m * f->n * f->bits[0] / (128 * 32));
		break;
	default:
		break;
	}
}

/* Registers of tcgen05.ld and st: the shape's columns, .x times. */
static unsigned
tensor_registers(const struct form *f)
{
	static const struct {
		struct str word;
		unsigned registers;
	} rows[] = {
		{ STR_INIT(".16x128b"), 2 }, { STR_INIT(".16x256b"), 4 },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		if (str_find(f->name, rows[i].word) < f->name.n)
			return rows[i].registers * f->times;
	}
	return f->times;
}

/* `[d1, {r1, r2}]`, a place in a tensor. */
static void
add_place(struct text *t, const struct form *f)
{
	bool rows = str_find(f->name, STR("::gather4")) < f->name.n ||
		    str_find(f->name, STR("::scatter4")) < f->name.n;

	add_str(t, STR("[d0,"));
	add_vector(t, 'r', rows ? 5 : f->dims);
	add_byte(t, ']');
}

static void
add_operand(struct text *t, const struct form *f, char c)
{
	char last = letter_of_type(f, false);

	if (strchr("chrdqp", c))
		add_register(t, c);
	else if (c == 'L' || (c == 'V' && f->vector == 1))
		add_register(t, last);
	else if (c == 'V')
		add_vector(t, last, f->vector);
	else if (c == 'F')
		add_register(t, letter_of_type(f, true));
	else if (c == 'W')
		add_register(t, letter_of(2 * f->last));
	else if (c == 'm')
		add_str(t, STR("[d0]"));
	else if (c == 't')
		add_str(t, STR("[r0]"));
	else if (c == 'X')
		add_vector(t, 'r', tensor_registers(f));
	else if (c == 'M')
		add_vector(t, 'r', f->times);
	else if (c == 'T')
		add_place(t, f);
	else if (c == 'I')
		add_vector(t, 'h', f->dims > 2 ? f->dims - 2 : 1);
	else if (strchr("ABCDGS", c))
		add_matrix(t, f, c);
	else
		add_byte(t, c);
}

void
candidate_emit(struct buf *b, const struct candidate *c)
{
	struct form f = read_form(c->name, c->ending);
	struct text t = { .b = b };

	add_str(&t, c->name);
	add_str(&t, c->ending);
	add_byte(&t, ' ');
	if (str_starts(c->operands, STR("="))) {
		add_str(&t, str_skip(c->operands, 1));
		return;
	}
	for (size_t i = 0; i < c->operands.n; i++)
		add_operand(&t, &f, c->operands.p[i]);
}
