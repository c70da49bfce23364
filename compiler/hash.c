/*
 * Digests, for the names of things that are their content: a probe, a
 * toolkit, a device, a page's code.
 *
 * libcrypto computes, this prints. SHA-256 is here for identity, so that two
 * different inputs never share a cached result; with a secret, for knowing our
 * own files again. Signatures are signature.c.
 *
 * Of libcrypto these are the functions that only compute: its newer ones look
 * for who can compute a digest, for which they want memory, and where the first
 * of them gets none it dies of a signal.
 */
#define OPENSSL_SUPPRESS_DEPRECATED
#include "hash.h"

#include <openssl/sha.h>

#include "arena.h"
#include "diag.h"

/* What HMAC (FIPS 198-1) mixes into a key that is one block long. */
#define INNER_PAD 0x36
#define OUTER_PAD 0x5c

static const unsigned char *
bytes_of(struct str s)
{
	return (const unsigned char *)(s.n ? s.p : "");
}

static void
begin(SHA256_CTX *c)
{
	if (!SHA256_Init(c))
		die("libcrypto gives no SHA-256");
}

static void
add(SHA256_CTX *c, const void *bytes, size_t n)
{
	if (!SHA256_Update(c, bytes, n))
		die("libcrypto gives no SHA-256");
}

static void
end(SHA256_CTX *c, struct digest *out)
{
	if (!SHA256_Final(out->bytes, c))
		die("libcrypto gives no SHA-256");
}

void
hash_bytes(struct digest *out, struct str s)
{
	SHA256_CTX c;

	begin(&c);
	add(&c, bytes_of(s), s.n);
	end(&c, out);
}

/* Begins a digest with the key, each byte of its block mixed with pad. */
static void
begin_keyed(SHA256_CTX *c, const unsigned char key[SHA256_CBLOCK],
	    unsigned char pad)
{
	unsigned char block[SHA256_CBLOCK];

	for (size_t i = 0; i < sizeof(block); i++)
		block[i] = key[i] ^ pad;
	begin(c);
	add(c, block, sizeof(block));
}

void
hash_seal(struct digest *out, struct str secret, struct str s)
{
	unsigned char key[SHA256_CBLOCK] = { 0 };
	struct digest inner;
	SHA256_CTX c;

	if (secret.n > sizeof(key)) {
		hash_bytes(&inner, secret);
		memcpy(key, inner.bytes, sizeof(inner.bytes));
	} else if (secret.n > 0) {
		memcpy(key, secret.p, secret.n);
	}
	begin_keyed(&c, key, INNER_PAD);
	add(&c, bytes_of(s), s.n);
	end(&c, &inner);
	begin_keyed(&c, key, OUTER_PAD);
	add(&c, inner.bytes, sizeof(inner.bytes));
	end(&c, out);
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
