/*
 * Signatures of texts: the only user of ssh-keygen. A signature is the armoured
 * block that it writes, in the namespace `kbc-evidence`.
 */
#include "str.h"

struct arena;
struct diag;

/* Who may sign. */
struct signers {
	struct str allowed;  /* file in the form of ssh-keygen(1); or empty */
	struct str revoked;  /* file of keys or a KRL; or empty */
};

/* A text that is said to be signed. */
struct signed_text {
	struct str text;
	struct str block;    /* the signature */
	struct str time;     /* `20261130032011`, UTC: when the key must have
				been valid; empty: now */
};

/*
 * Signs a text with the key of a file, which may be a public one whose other
 * half an agent holds. Nobody is asked for a passphrase. False with a fail.
 */
bool signature_make(struct arena *a, struct str *block, struct str text,
		    struct str key, struct diag *d);

/*
 * Who of the signers has signed the text (*who), or why the signature is not
 * one of theirs (*why, else empty). False with a fail when ssh-keygen cannot
 * say.
 */
bool signature_check(struct arena *a, struct str *who, struct str *why,
		     const struct signed_text *s, const struct signers *by,
		     struct diag *d);
