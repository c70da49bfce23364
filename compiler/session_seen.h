/* What a run has looked at that is neither a page nor made by it, for who wants
   to know later whether the next one would see the same. */
#include "str.h"

struct arena;
struct recall;
struct seen;
struct wiki;

/* Nothing yet; may be noted into by several threads. */
struct seen *seen_make(void);
void seen_free(struct seen *s);

/* Notes where a view has looked for files, and what was read for it; recall
   may be NULL. With s NULL nobody wants to know. */
void seen_add(struct seen *s, const struct wiki *view,
	      const struct recall *recall);

/* Notes a file that was looked for to be read. */
void seen_file(struct seen *s, struct str path);

/* The files that were to be read; the places where a file or folder was looked
   for, and whether one stood there. */
const struct paths *seen_files(const struct seen *s);
const struct paths *seen_places(const struct seen *s);
bool seen_stood(const struct seen *s, size_t place);

/* Whether something that is there could not be read, or has gone or come while
   we looked. */
bool seen_missed(const struct seen *s);
