/*
 * Places in a YAML text: libyaml's code points to bytes, and where a value
 * really ends. Knows bytes only, no nodes and no libyaml.
 */
#include "str.h"

struct places {
	struct str text;
	bool ascii;          /* code points are bytes */
	size_t point, byte;  /* the cursor: a code point and its first byte */
};

/*
 * The first byte of the code point with that number, from 0; the text's
 * length past its end. Takes as many steps as lie between this one and the
 * one asked for last.
 */
size_t place_byte(struct places *p, size_t point);

/* Where the character that starts at a byte ends; at the text's end there. */
size_t place_after(const struct places *p, size_t at);

/*
 * The place behind the colon of a key that ends at `end` and whose value is
 * not there; without a colon before `next`, `end` itself.
 */
size_t place_behind_colon(const struct places *p, size_t end, size_t next);

/*
 * End of a block scalar that starts at `from` with its header (`|`, `>-`),
 * without the empty lines and the line break before `to`.
 */
size_t place_block_end(const struct places *p, size_t from, size_t to);
