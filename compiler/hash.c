/*
 * Digests, for the names of things that are their content: a probe, a
 * toolkit, a device, a page's code.
 *
 * libcrypto computes, this prints. SHA-256 is here for identity, so that two
 * different inputs never share a cached result; with a secret, for knowing our
 * own files again. Signatures are signature.c.
 */
#include "hash.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>

#include "arena.h"
#include "diag.h"

void
hash_bytes(struct digest *out, struct str s)
{
	const unsigned char *bytes = (const unsigned char *)(s.n ? s.p : "");

	if (!SHA256(bytes, s.n, out->bytes))
		die("libcrypto gives no SHA-256");
}

void
hash_seal(struct digest *out, struct str secret, struct str s)
{
	const unsigned char *bytes = (const unsigned char *)(s.n ? s.p : "");
	unsigned n = sizeof(out->bytes);

	if (!HMAC(EVP_sha256(), secret.p, (int)secret.n, bytes, s.n,
		  out->bytes, &n))
		die("libcrypto gives no HMAC");
}

struct str
hash_hex(struct arena *a, struct str s)
{
	char *hex = arena_alloc(a, HASH_HEX + 1);
	struct digest d;

	hash_bytes(&d, s);
	for (size_t i = 0; i < sizeof(d.bytes); i++) {
		hex[2 * i] = "0123456789abcdef"[d.bytes[i] >> 4];
		hex[2 * i + 1] = "0123456789abcdef"[d.bytes[i] & 15];
	}
	return (struct str){ hex, HASH_HEX };
}
