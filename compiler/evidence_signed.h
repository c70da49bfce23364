/*
 * Signed files of the ledger: NAME.json.sig beside NAME.json. evidence.h comes
 * before it.
 */
#include "str.h"

struct arena;
struct diag;
struct ledger;
struct signers;

/* By whom records must be signed. */
struct signing {
	struct str folder;         /* the ledger's */
	const struct signers *by;
	bool required;             /* what is not signed does not count */
};

/*
 * Checks the signatures of the ledger's files. A record that is not what was
 * signed, or whose signature is none of the signers', is an error and taken
 * out; where signatures are required, what has none that covers it stays and
 * lacks it. What grew since it was signed is a warning. False with a fail.
 */
bool ledger_check_signed(struct arena *a, struct ledger *l,
			 const struct signing *how, struct diag *d);

/* What signing did. */
struct signed_count {
	size_t made, kept;
};

/*
 * Signs the files of the ledger that lie under an absolute path, or all, with
 * the key of a file; what is covered by a signature of the signers is left as
 * it is. False with a fail or an error.
 */
bool ledger_sign(struct arena *a, const struct signing *how, struct str under,
		 struct str key, struct signed_count *count, struct diag *d);
