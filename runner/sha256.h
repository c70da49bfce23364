/*
 * SHA-256 (FIPS 180-4), to know that a cubin is the one the pack speaks of.
 */
#include <stddef.h>

enum { SHA256_TEXT = 65 }; /* 64 hexadecimal digits and a NUL */

/* Write the hash of LEN bytes as lower-case hexadecimal text. */
void sha256_text(const void *bytes, size_t len, char out[SHA256_TEXT]);
