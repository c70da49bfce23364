/* What the parts of `git` alone share; proc.h comes before it. */
#include "str.h"

struct diag;
struct git;
struct proc_result;

#define GIT_ARGS_MAX 12
/* Most that git may say of names. */
#define GIT_OUTPUT ((size_t)256 << 20)

struct git_call {
	struct str args[GIT_ARGS_MAX]; /* up to the first that is none */
	const char *input;  /* a file, or NULL */
	size_t output;      /* bytes that it may say; 0: few */
};

/* Runs git in the folder, and nothing that a repository names; true when it
   ended well. */
bool git_run(const struct git *g, struct proc_result *r,
	     const struct git_call *c);

/* Learns which filters there are to be turned off. False with a fail. */
bool git_find_drivers(struct git *g, struct diag *d);

/* Says why git could not do what it was to; false. */
bool git_fail(const struct proc_result *r, const char *what, struct diag *d);
