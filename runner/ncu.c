/*
 * Where ncu is, which it is, and what its complaints mean: this machine -> a
 * struct ncu; a run of it that came to nothing -> a fault.
 *
 * The idea: what it says is wrong is looked for in all that it printed, by the
 * words that it has had for years; what is not known is shown as it stands.
 * None of it is a fault of a job.
 *
 * What it is asked is ncu_ask.c's.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena.h"
#include "buf.h"
#include "fault.h"
#include "command.h"
#include "file.h"
#include "ncu.h"
#include "ncu_parts.h"
#include "supervise.h"

enum {
	VERSION_S = 20, /* who waits for --doctor gives it a minute */
	OLDEST = 2022,  /* the first year whose options are these */
	SYS_ADMIN = 21, /* CAP_SYS_ADMIN */
};

/* --- where it is ---------------------------------------------------------- */

static bool
is_program(const char *path)
{
	return access(path, X_OK) == 0;
}

/* Look in the folders of PATH, then where a toolkit is by itself. */
static bool
search_path(char out[NCU_PATH])
{
	const char *at = getenv("PATH"), *end;
	int n;

	for (; at && *at; at = *end ? end + 1 : end) {
		end = at + strcspn(at, ":");
		n = snprintf(out, NCU_PATH, "%.*s/ncu", (int)(end - at), at);
		if (*at == '/' && n < NCU_PATH && is_program(out))
			return true;
	}
	snprintf(out, NCU_PATH, "/usr/local/cuda/bin/ncu");
	return is_program(out);
}

static bool
find_program(struct ncu *n)
{
	const char *given = getenv("KBC_NCU");

	if (!given || !*given) {
		if (search_path(n->path))
			return true;
		snprintf(n->why, sizeof(n->why), "no ncu in PATH");
		return false;
	}
	snprintf(n->path, sizeof(n->path), "%s", given);
	if (*given == '/' && is_program(given))
		return true;
	snprintf(n->why, sizeof(n->why), "KBC_NCU names no program by its full "
		 "path");
	return false;
}

/* --- what it says is wrong ------------------------------------------------ */

static const char denied[] =
	"the driver lets only administrators read counters "
	"(ERR_NVGPUCTRPERM): run as root, or load the driver with "
	"NVreg_RestrictProfilingToAdminUsers=0";

static const struct {
	const char *says, *means;
} complaints[] = {
	{ "ERR_NVGPUCTRPERM", denied },
	{ "ERR_NVCMPGPU", "the device has no counters (ERR_NVCMPGPU)" },
	{ "unrecognised option", "this ncu is too old" },
	{ "unrecognized option", "this ncu is too old" },
	{ "InterprocessLock", "another ncu holds the lock of this machine" },
	{ "Another instance", "another profiler is at work" },
	{ "No kernels were profiled", "ncu saw no launch" },
};

static const char *
find_complaint(const struct buf *text)
{
	size_t i;

	for (i = 0; text->len &&
	     i < sizeof(complaints) / sizeof(complaints[0]); i++) {
		if (strstr(text->data, complaints[i].says))
			return complaints[i].means;
	}
	return NULL;
}

/* Its first error, `==ERROR== ...`, without that; NULL if it has none. */
static const char *
find_error(struct arena *a, const struct buf *text)
{
	static const char mark[] = "==ERROR== ";
	const char *at = text->len ? strstr(text->data, mark) : NULL;

	if (!at)
		return NULL;
	at += sizeof(mark) - 1;
	return arena_copy(a, at, strcspn(at, "\r\n"));
}

void
ncu_fail(struct arena *a, const struct ncu *n, const struct command_result *r,
	 const char *what, struct fault *f)
{
	const struct buf *texts[] = { &r->written, &r->err, &r->out };
	const char *why = NULL;
	size_t i;

	for (i = 0; i < 3 && !why; i++)
		why = find_complaint(texts[i]);
	for (i = 0; i < 3 && !why; i++)
		why = find_error(a, texts[i]);
	if (n->signals->interrupted)
		fault_set(f, FAULT_MACHINE, "interrupted");
	else if (r->fault.kind != FAULT_NONE)
		*f = r->fault;
	else if (r->hung)
		fault_set(f, FAULT_MACHINE, "ncu took too long %s", what);
	else if (why)
		fault_set(f, FAULT_MACHINE, "%s", why);
	else if (WIFSIGNALED(r->status))
		fault_set(f, FAULT_MACHINE, "ncu was killed by signal %d %s",
			  WTERMSIG(r->status), what);
	else
		fault_set(f, FAULT_MACHINE, "ncu ended with status %d %s",
			  WEXITSTATUS(r->status), what);
}

/* --- which it is ---------------------------------------------------------- */

/* `Version 2025.3.1.0 (build 36398880) (public-release)` */
static bool
parse_version(struct ncu *n, const struct buf *text)
{
	static const char word[] = "Version ";
	const char *at = text->len ? strstr(text->data, word) : NULL;
	size_t len;

	if (!at)
		return false;
	at += sizeof(word) - 1;
	len = strspn(at, "0123456789.");
	if (len == 0 || len >= sizeof(n->version))
		return false;
	memcpy(n->version, at, len);
	n->version[len] = '\0';
	return true;
}

static void
find_version(struct ncu *n)
{
	char option[] = "--version";
	char *const argv[] = { n->path, option, NULL };
	const struct buf nothing = { 0 };
	const struct command c = { .argv = argv, .input = &nothing,
				   .limit = VERSION_S };
	struct command_result r;

	command_run(&c, 1, n->signals, &r);
	if (r.fault.kind != FAULT_NONE)
		snprintf(n->why, sizeof(n->why), "%s", r.fault.text);
	else if (!parse_version(n, &r.out))
		snprintf(n->why, sizeof(n->why), "ncu does not say its version "
			 "(status %d)", WEXITSTATUS(r.status));
	else if (strtol(n->version, NULL, 10) < OLDEST)
		snprintf(n->why, sizeof(n->why), "ncu %s is too old",
			 n->version);
	command_free(&r);
}

/* The number behind WORD in a file; -1 if it is not there. */
static long long
find_number(const char *path, const char *word, int base)
{
	struct buf text = { 0 };
	long long value = -1;
	const char *at;

	if (file_read(path, 1 << 20, &text)) {
		at = strstr(text.data, word);
		if (at)
			value = (long long)strtoull(at + strlen(word), NULL,
						    base);
	}
	buf_free(&text);
	return value;
}

/* A driver that lets administrators alone read counters says so. */
static void
find_denied(struct ncu *n)
{
	long long only = find_number("/proc/driver/nvidia/params",
				     "RmProfilingAdminOnly:", 10);
	long long can = find_number("/proc/self/status", "CapEff:", 16);

	if (only == 1 && can >= 0 && !(can >> SYS_ADMIN & 1))
		snprintf(n->denied, sizeof(n->denied), "%s", denied);
}

void
ncu_open(struct ncu *n, struct signals *signals)
{
	memset(n, 0, sizeof(*n));
	n->signals = signals;
	if (!find_program(n))
		return;
	find_version(n);
	find_denied(n);
}
