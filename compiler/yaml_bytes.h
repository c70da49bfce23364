/* Characters of a YAML text: which may stand in it, seen before parsing. */
#include "str.h"

struct diag;

/* What is wrong with a code point; NULL if it may stand in a YAML text. */
const char *bytes_refusal(uint32_t point);

/*
 * Whether all of at may stand in a YAML text; false with an error at the
 * first that may not. *ascii: every byte is a character.
 */
bool bytes_check(struct span at, bool *ascii, struct diag *d);
