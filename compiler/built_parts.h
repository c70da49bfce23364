/* What the parts of `built` share. Nobody else includes this. */
#include "str.h"

struct arena;
struct built;
struct complaint;
struct fence;
struct making;
struct name_found;
struct result;
struct target;

/* One target while its results are read. */
struct reader {
	struct arena *arena;
	const struct making *making;
	const struct target *target;
	struct built *built;
	bool least;         /* a claim asks for its least architecture */
	struct str source;  /* its name, as complaints have it */
	struct str page;    /* its page's, likewise; empty for none */
	struct str ptx;     /* the text that was made, or empty */
	uint32_t *lines;    /* TARGET_PTX: page line of each line, 0: ours */
	size_t nlines;
};

/* The result of the step that makes `.build/NAME` + suffix; path is what it
   makes. */
void built_result(struct reader *r, struct result *out, struct str *path,
		  const char *suffix);

/* The whole of what a step made. */
bool built_read_text(struct reader *r, struct str *text, struct str path);

/* Takes the messages of a log, with their lines as the page has them. */
void built_complain(struct reader *r, struct str log);

/* Says why the target was not built, from a step that was not ok. */
void built_blame(struct reader *r, const struct result *result);

/* Whether a complaint is of a variable that is used before it has a value. */
bool built_is_unset(const struct complaint *c);

/* What it says: of a pointer, that nobody sets it. */
struct str built_unset_text(const struct reader *r, const struct complaint *c);

/* Of a fence that was not built: says why by what it is, if it is a sketch, a
   fragment, or asks for a library. */
void built_kind(struct reader *r);

/* The page line of the first `...` of a fence where code could stand; 0. */
uint32_t built_ellipsis(const struct fence *f);

/* Of one that made no code for the device: says what it is instead. */
void built_empty(struct reader *r);

/* Whether a fence is more than comments. */
bool fence_has_code(const struct fence *f);

/* Cuts a line to its first code, without comments; comment: it begins within
   one, or ends so. False if nothing is left. */
bool fence_code_of(struct str *line, bool *comment);

/* Whether code of the page switches the error over such a variable off; then
   the target is not ok, at the line that does. */
bool built_is_silenced(struct reader *r);

/* Whether the code that was made holds nothing of the fence itself. */
bool built_is_empty(const struct reader *r);

/* Whether a fence has words of the host's side. */
bool built_is_host(const struct fence *f);

/* Whether a page line is in the body of a function for the device that stands
   at the fence's top. */
bool built_in_device(const struct fence *f, uint32_t line);

/* The answers for names: NAMES, and CALL with one. */
void built_names(struct reader *r);

/* Since which architecture names are there, from what `kbc step needs` made of
   them. */
void built_needs(struct reader *r, struct name_found *found);

/* Of a PTX fence that was assembled: whether the instructions that could not
   be exist for its architecture. */
void built_mnemonics(struct reader *r);
