/* SHA-256 (FIPS 180-4) through libcrypto, printed in lower-case hex. */
#include "str.h"

struct arena;

#define HASH_HEX 64

/* The 64 hex digits of the digest of s, in the arena. */
struct str hash_hex(struct arena *a, struct str s);
