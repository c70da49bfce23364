/* The part of kbc report that looks at the past. Only cmd includes this. */
#include "str.h"

struct html_past;
struct session;

/* What the claims of the wiki came to at its last commits; NULL where there is
   no repository to ask. */
const struct html_past *report_past(struct session *s);
