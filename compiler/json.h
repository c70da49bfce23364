/* JSON that is written, through jansson. */
#include "str.h"

struct buf;
struct json_t;

/* A text as a JSON string; bytes that are no UTF-8 become U+FFFD. */
struct json_t *json_text(struct str s);
void json_set(struct json_t *o, const char *key, struct str s);

/* Adds o on one line, keys in the order in which they were set, and lets go
   of it. */
void json_emit(struct buf *out, struct json_t *o);
