/*
 * A text and a key -> a signature; a text and a signature -> who made it.
 *
 * The idea: keys, lists of signers, revoked keys and times are what
 * ssh-keygen(1) understands, and it alone judges them. It reads and writes
 * files, so texts are laid into a folder of their own that goes with the
 * answer. A signature is checked for the time at which what is signed was
 * made, not for today: the answer of a wiki stays the same.
 *
 * That ssh-keygen is missing, killed or out of time is a failure and never an
 * answer. It is never given a terminal: a key that wants a passphrase must be
 * in an agent.
 *
 * What a text means, evidence_signed.c knows.
 */
#include "signature.h"

#include "arena.h"
#include "diag.h"
#include "file.h"
#include "path.h"
#include "proc.h"

#define NAMESPACE "kbc-evidence"
/* Bytes of a signature that are read. */
#define BLOCK_MAX ((size_t)64 << 10)
#define SECONDS 60
#define ARGUMENTS_MAX 24

/* One question to ssh-keygen, and the folder for its files. */
struct asking {
	struct arena *arena;
	struct diag *diag;
	struct private_folder folder;
	struct str input;       /* file that it reads; or empty */
	char *argv[ARGUMENTS_MAX];
	size_t n;
};

/* Makes the folder; false with a fail. */
static bool
begin(struct asking *q, struct arena *a, struct diag *d)
{
	struct str below = proc_env(STR("TMPDIR"));

	*q = (struct asking){ .arena = a, .diag = d };
	if (file_private(a, &q->folder, below.n > 0 ? below : STR("/tmp"), d))
		return true;
	file_private_end(&q->folder, d);
	return false;
}

static bool
end(struct asking *q, bool good)
{
	return file_private_end(&q->folder, q->diag) && good;
}

/* Lays a text into the folder; its path, or empty with a fail. */
static struct str
lay(struct asking *q, struct str name, struct str text)
{
	struct str path = path_join(q->arena, q->folder.path, name);

	return file_lay(path, text, q->diag) ? path : STR("");
}

static void
add(struct asking *q, struct str word)
{
	if (q->n + 1 == ARGUMENTS_MAX)
		bug("more arguments than there is room for");
	q->argv[q->n++] = arena_text(q->arena, word);
	q->argv[q->n] = NULL;
}

/* `ssh-keygen -Y WHAT -n …` */
static void
add_question(struct asking *q, struct str what)
{
	q->n = 0;
	add(q, STR("ssh-keygen"));
	add(q, STR("-Y"));
	add(q, what);
}

static char *
variable(struct arena *a, struct str name)
{
	return arena_text(a, arena_printf(a, STR_FMT "=" STR_FMT,
					  STR_ARG(name),
					  STR_ARG(proc_env(name))));
}

/* The first line that it wrote. */
static struct str
first_line(struct str text)
{
	text = str_trim(text);
	return str_trim(str_slice(text, 0, str_find_byte(text, '\n')));
}

/* Runs it; false with a fail unless it came to an end by itself. */
static bool
ask(struct asking *q, struct proc_result *r)
{
	char *env[] = {
		variable(q->arena, STR("PATH")),
		variable(q->arena, STR("HOME")),
		variable(q->arena, STR("SSH_AUTH_SOCK")),
		arena_text(q->arena, STR("SSH_ASKPASS_REQUIRE=force")),
		arena_text(q->arena, STR("LC_ALL=C")),
		arena_text(q->arena, STR("TZ=UTC")),
		NULL,
	};
	struct proc p = {
		.argv = q->argv, .env = env, .limits = { .seconds = SECONDS },
		.input = q->input.n > 0 ? arena_text(q->arena, q->input) : NULL,
	};

	proc_run(q->arena, r, &p);
	if (r->started && r->status >= 0)
		return true;
	diag_fail(q->diag, "%s", !r->started ?
		  "ssh-keygen is missing: signatures are made and checked by "
		  "it (package openssh-client)" :
		  r->timed_out ? "ssh-keygen did not come to an end" :
		  "ssh-keygen was killed");
	return false;
}

/* --- signing ------------------------------------------------------------- */

static bool
run_sign(struct asking *q, struct str *block, struct str text, struct str key)
{
	struct str path = lay(q, STR("text"), text);
	struct proc_result r;

	if (path.n == 0)
		return false;
	add_question(q, STR("sign"));
	add(q, STR("-n"));
	add(q, STR(NAMESPACE));
	add(q, STR("-f"));
	add(q, key);
	add(q, path);
	if (!ask(q, &r))
		return false;
	if (r.status != 0) {
		diag_fail(q->diag, "cannot sign with the key '" STR_FMT
			  "': " STR_FMT, STR_ARG(key),
			  STR_ARG(first_line(r.err)));
		return false;
	}
	return file_read(q->arena, block, path_join(q->arena, q->folder.path,
				STR("text.sig")), BLOCK_MAX, q->diag);
}

bool
signature_make(struct arena *a, struct str *block, struct str text,
	       struct str key, struct diag *d)
{
	struct asking q;

	return begin(&q, a, d) && end(&q, run_sign(&q, block, text, key));
}

/* --- checking ------------------------------------------------------------ */

static void
add_time(struct asking *q, struct str time)
{
	if (time.n > 0)
		add(q, arena_printf(q->arena, "-Overify-time=" STR_FMT,
				    STR_ARG(time)));
}

/* The first name that the list has for the key; empty: it has none. */
static bool
find_name(struct asking *q, struct str *who, const struct signed_text *s,
	  const struct signers *by)
{
	struct proc_result r;

	add_question(q, STR("find-principals"));
	add_time(q, s->time);
	add(q, STR("-s"));
	add(q, path_join(q->arena, q->folder.path, STR("sig")));
	add(q, STR("-f"));
	add(q, by->allowed);
	if (!ask(q, &r))
		return false;
	*who = r.status == 0 ? first_line(r.out) : STR("");
	*who = str_slice(*who, 0, str_find_byte(*who, ','));
	return true;
}

static bool
run_verify(struct asking *q, struct proc_result *r, struct str who,
	   const struct signed_text *s, const struct signers *by)
{
	add_question(q, STR("verify"));
	add_time(q, s->time);
	add(q, STR("-n"));
	add(q, STR(NAMESPACE));
	add(q, STR("-I"));
	add(q, who);
	add(q, STR("-s"));
	add(q, path_join(q->arena, q->folder.path, STR("sig")));
	add(q, STR("-f"));
	add(q, by->allowed);
	if (by->revoked.n > 0) {
		add(q, STR("-r"));
		add(q, by->revoked);
	}
	q->input = path_join(q->arena, q->folder.path, STR("text"));
	return ask(q, r);
}

/* Why it is none of theirs; a key that was revoked has no other fault. */
static bool
verify(struct asking *q, struct str who, struct str *why,
       const struct signed_text *s, const struct signers *by)
{
	const struct signers once = { by->allowed, STR("") };
	struct proc_result r;

	if (!run_verify(q, &r, who, s, &once))
		return false;
	*why = r.status == 0 ? STR("") :
	       first_line(r.err.n > 0 ? r.err : r.out);
	if (r.status != 0 || by->revoked.n == 0)
		return true;
	if (!run_verify(q, &r, who, s, by))
		return false;
	if (r.status != 0)
		*why = arena_printf(q->arena, "'" STR_FMT "' has revoked its "
				    "key", STR_ARG(by->revoked));
	return true;
}

bool
signature_check(struct arena *a, struct str *who, struct str *why,
		const struct signed_text *s, const struct signers *by,
		struct diag *d)
{
	struct asking q;
	bool good;

	*who = STR("");
	*why = STR("");
	if (!begin(&q, a, d))
		return false;
	good = lay(&q, STR("text"), s->text).n > 0 &&
	       lay(&q, STR("sig"), s->block).n > 0 &&
	       find_name(&q, who, s, by);
	if (good && who->n == 0)
		*why = arena_printf(a, "'" STR_FMT "' has no such key for "
				    "that time", STR_ARG(by->allowed));
	else if (good)
		good = verify(&q, *who, why, s, by);
	return end(&q, good);
}
