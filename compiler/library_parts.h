/* What the parts of `library` share. Nobody else includes this. */
#include "str.h"

struct arena;
struct diag;
struct probe;
struct source;

/* A file of the library; NULL with an error. */
const struct source *library_source(struct arena *a, struct str path,
				    struct diag *d);

/* The text between the signs of the comment that a file of the library
   begins with, and the code behind it; false without. */
bool library_split(const struct source *s, struct span *head,
		   struct str *code);

/* Takes over what the head lacks, and the code, of the file that it names
   under `like`. False with an error. */
bool library_take_common(struct arena *a, struct probe *p, struct str folder,
			 struct diag *d);

/* Whether the head's ceiling, if it has one, says what it must; false with an
   error at its bytes. The metrics are read. */
bool library_check_ceiling(const struct probe *p, struct diag *d);
