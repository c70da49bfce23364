/* For `pack` alone: what may stand in a MANIFEST as one word. */
#include "str.h"

/* Whether s is printable ASCII without blanks, and not empty. */
bool pack_is_word(struct str s);
