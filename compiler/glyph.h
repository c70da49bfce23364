/* Characters as readers see them, or do not. */
#include "str.h"

struct arena;

struct glyph_range {
	uint32_t first, last;
};

/* Whether one of n ranges has a character. */
bool glyph_within(uint32_t point, const struct glyph_range *ranges, size_t n);

/*
 * The code point that starts s; its length in bytes, or 0 if the bytes are
 * not UTF-8 (also overlong forms, surrogates, beyond U+10FFFF).
 */
size_t glyph_decode(struct str s, uint32_t *point);

/* Whether a character turns the direction of the text around it. */
bool glyph_turns(uint32_t point);

/* Whether no eye sees it where it stands: it has neither width nor shape, or
   turns the text around it. Emoji and some scripts need a few of them. */
bool glyph_is_hidden(uint32_t point);

/* Whether it is hidden and no script needs it in a text. */
bool glyph_is_needless(uint32_t point);

/*
 * What a hurried reader takes s for: letters that look like those of ASCII as
 * these, without what is hidden. s itself when it is ASCII.
 */
struct str glyph_skeleton(struct arena *a, struct str s);

/* Whether s is not ASCII and looks as if it were. */
bool glyph_poses(struct arena *a, struct str s);
