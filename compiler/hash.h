/* SHA-256 (FIPS 180-4) through libcrypto, printed in lower-case hex. */
#include "str.h"

struct arena;

#define HASH_HEX 64

/* The 64 hex digits of the digest of s, in the arena. */
struct str hash_hex(struct arena *a, struct str s);

/* A digest as it is; all zero: none. */
struct digest {
	unsigned char bytes[32];
};

void hash_bytes(struct digest *out, struct str s);

/* The keyed digest of s (HMAC): only who has the secret can make it. */
void hash_seal(struct digest *out, struct str secret, struct str s);
