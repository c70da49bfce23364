/*
 * What must hold before a measured number counts: the evidence is of this
 * code, and the code's hot loop holds what the probe says it measures.
 */
#include "str.h"

struct arena;
struct built;
struct evidence;
struct target;
struct toolkit;
struct value;

/*
 * A truth when all holds, else a lack with the reason. b may be NULL (nothing
 * was built here): then only the evidence is looked at.
 */
struct value probe_guard(struct arena *a, const struct target *t,
			 const struct built *b, const struct evidence *e,
			 const struct toolkit *toolkit);
