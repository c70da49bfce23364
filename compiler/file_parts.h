/* What the parts of `file` alone share. */
#include "str.h"
#include <limits.h>
#include <sys/types.h>

struct diag;

/* Says that path cannot be `what`, with the system's reason; false. */
bool file_fail(struct diag *d, const char *what, struct str path);

/* Whether that error says that nothing can be reached there, as opposed to a
   disk that does not answer, which says nothing. */
bool file_is_nothing(int error);

/* path as a C string in text; false, with errno set, when it cannot be. */
bool file_text(char text[PATH_MAX], struct str path);

/* As read, but goes on after a signal. */
ssize_t file_read_some(int fd, char *to, size_t n);

/* Writes all of it; false with errno set. */
bool file_write_all(int fd, struct str text);

/* Whether a temporary file of file_replace is called so, and of which
   process. */
bool file_is_temp(struct str name, long *owner);
