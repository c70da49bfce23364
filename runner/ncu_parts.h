/*
 * What the parts of `ncu` share: how it is started, and the texts that it
 * prints. Nobody else includes this; ncu.h comes before it.
 */
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct command_result;

/* Why a run of it came to nothing WHAT it was to do, "counting"; F says. */
void ncu_fail(struct arena *a, const struct ncu *n,
	      const struct command_result *r, const char *what,
	      struct fault *f);

/*
 * Read values from its table of launches, comma-separated: a line of heads
 * from "ID" on, one of units, one for each launch. False if there is none.
 */
bool ncu_parse_values(struct arena *a, const char *text,
		      const struct ncu_job *j, struct ncu_values *out);

/* Add what its list of metrics, comma-separated, has for the device of this
   name. */
void ncu_parse_list(struct arena *a, const char *text, const char *device,
		    struct ncu_list *out);
