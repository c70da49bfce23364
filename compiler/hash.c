/*
 * Digests, for the names of things that are their content: a probe, a
 * toolkit, a device, a page's code.
 *
 * libcrypto computes, this prints. SHA-256 is here for identity, so that two
 * different inputs never share a cached result; nothing is signed.
 */
#include "hash.h"

#include <openssl/sha.h>

#include "arena.h"
#include "diag.h"

struct str
hash_hex(struct arena *a, struct str s)
{
	const unsigned char *bytes = (const unsigned char *)(s.n ? s.p : "");
	unsigned char digest[SHA256_DIGEST_LENGTH];
	char *hex = arena_alloc(a, HASH_HEX + 1);

	if (!SHA256(bytes, s.n, digest))
		die("libcrypto gives no SHA-256");
	for (size_t i = 0; i < sizeof(digest); i++) {
		hex[2 * i] = "0123456789abcdef"[digest[i] >> 4];
		hex[2 * i + 1] = "0123456789abcdef"[digest[i] & 15];
	}
	return (struct str){ hex, HASH_HEX };
}
