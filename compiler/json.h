/* JSON through jansson. */
#include "str.h"

struct buf;
struct json_t;

/* A text as a JSON string; bytes that are no UTF-8 become U+FFFD. */
struct json_t *json_text(struct str s);
void json_set(struct json_t *o, const char *key, struct str s);

/* The text of a member; empty if it is no text or not there. */
struct str json_member_text(const struct json_t *o, const char *key);

/* The tree of a text, which the caller lets go; NULL if that is no JSON. */
struct json_t *json_parse(struct str text);

/* Adds o on one line, keys in the order in which they were set, and lets go
   of it. */
void json_emit(struct buf *out, struct json_t *o);
