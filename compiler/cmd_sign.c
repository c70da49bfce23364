/*
 * kbc sign: the records of a ledger, each signed beside it.
 *
 * The idea: who signs stands for what a record says, so nothing is signed that
 * the ledger would refuse. What the signers of the wiki have signed as it is
 * stays.
 */
#include "arena.h"
#include "cmd.h"
#include "diag.h"
#include "evidence.h"
#include "evidence_signed.h"
#include "file.h"
#include "path.h"
#include "proc.h"
#include "session.h"
#include "signature.h"
#include "wiki.h"

#include <stdio.h>

/* The key that ssh itself would take; empty with a fail. */
static struct str
find_key(struct session *s)
{
	static const struct str names[] = {
		STR_INIT("id_ed25519"), STR_INIT("id_ecdsa"),
		STR_INIT("id_rsa"),
	};
	struct str home = path_join(s->arena, proc_env(STR("HOME")),
				    STR(".ssh")), path;

	if (s->given.key.n > 0)
		return s->given.key;
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		path = path_join(s->arena, home, names[i]);
		if (file_kind(path) == FILE_PLAIN)
			return path;
	}
	diag_fail(s->diag, "there is no key in ~/.ssh to sign with: --key "
		  "names one");
	return STR("");
}

/* Where in the ledger a path is; empty: it is above it. */
static struct str
find_part(struct arena *a, struct str path, struct str ledger)
{
	struct str real = file_real(a, path);

	return path_is_under(real, file_real(a, ledger)) ? real : STR("");
}

static bool
sign(struct session *s, const struct wiki *w)
{
	struct signers by = { w->config.signers, w->config.revoked };
	const struct signing how = { .folder = w->config.evidence,
				     .by = &by };
	struct signed_count count;
	struct str key = find_key(s);
	struct ledger read;

	if (key.n == 0 ||
	    !ledger_read(s->arena, &read, how.folder, s->diag) ||
	    diag_failed(s->diag))
		return false;
	if (!ledger_sign(s->arena, &how, find_part(s->arena,
				s->given.paths[0], how.folder), key, &count,
			 s->diag))
		return false;
	if (count.made + count.kept == 0)
		diag_fail(s->diag, "there is no record under '" STR_FMT "'",
			  STR_ARG(s->given.paths[0]));
	else
		printf("%zu signed, %zu were\n", count.made, count.kept);
	return true;
}

int
cmd_sign(struct session *s)
{
	struct wiki *w = arena_alloc(s->arena, sizeof *w);
	bool good;

	if (!session_paths(s))
		return cmd_finish(s);
	good = wiki_open(s->arena, w, s->given.paths[0], s->data);
	diag_join(s->diag, w->diag);
	if (good)
		sign(s, w);
	wiki_close(w);
	return cmd_finish(s);
}
