/*
 * Starting ncu: words on a command line -> texts, and what its complaints mean.
 *
 * The idea: ncu is told nothing but what to count. The worker that it watches
 * says itself when to look (visit_count.c), so no launch is selected here. Its
 * table goes to a file of its own, since the worker shares its outputs.
 *
 * What it says is wrong is looked for in all that it printed, by the words that
 * it has had for years; what is not known is shown as it stands. None of it is
 * a fault of a job.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena.h"
#include "buf.h"
#include "command.h"
#include "fault.h"
#include "file.h"
#include "ncu.h"
#include "ncu_parts.h"
#include "supervise.h"

#define TABLE "counters.csv"

enum {
	VERSION_S = 20, /* who waits for --doctor gives it a minute */
	QUERY_S = 180,
	OLDEST = 2022,  /* the first year whose options are these */
	SYS_ADMIN = 21, /* CAP_SYS_ADMIN */
	WORDS = 32,
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

/* Why a run of it came to nothing. Always false. */
static bool
fail(struct arena *a, const struct command_result *r, const char *what,
     struct fault *f)
{
	const struct buf *texts[] = { &r->written, &r->err, &r->out };
	const char *why = NULL;
	size_t i;

	for (i = 0; i < 3 && !why; i++)
		why = find_complaint(texts[i]);
	for (i = 0; i < 3 && !why; i++)
		why = find_error(a, texts[i]);
	if (r->interrupted)
		fault_set(f, FAULT_MACHINE, "interrupted");
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
	return false;
}

/* --- which it is ---------------------------------------------------------- */

static bool
run(struct ncu *n, char *const *argv, unsigned limit,
    struct command_result *r, struct fault *f)
{
	const struct buf nothing = { 0 };
	struct command c = { .argv = argv, .input = &nothing,
			     .limit = limit, .signals = n->signals };
	bool ok = command_run(&c, r, f);

	n->interrupted = r->interrupted;
	return ok;
}

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
	struct command_result r;
	struct fault f = { 0 };

	if (!run(n, argv, VERSION_S, &r, &f)) {
		snprintf(n->why, sizeof(n->why), "%s", f.text);
		return;
	}
	if (!parse_version(n, &r.out))
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
ncu_open(struct ncu *n, int signals)
{
	memset(n, 0, sizeof(*n));
	n->signals = signals;
	if (!find_program(n))
		return;
	find_version(n);
	find_denied(n);
}

/* --- asking --------------------------------------------------------------- */

static char *
word(struct arena *a, const char *text)
{
	return arena_copy(a, text, strlen(text));
}

/* Add what it lists when it is asked with these words, up to a NULL. */
static bool
query(struct arena *a, struct ncu *n, const char *device,
      const char *const *words, struct ncu_list *out, struct fault *f)
{
	char *argv[WORDS] = { word(a, n->path), word(a, "--query-metrics"),
			      word(a, "--csv") };
	struct command_result r;
	size_t k = 3, before = out->n;

	for (; *words && k < WORDS - 1; words++)
		argv[k++] = word(a, *words);
	if (!run(n, argv, QUERY_S, &r, f))
		return false;
	if (r.out.len)
		ncu_parse_list(a, r.out.data, device, out);
	if (out->n == before)
		fail(a, &r, "listing its metrics", f);
	command_free(&r);
	return out->n > before;
}

/* Kinds of metrics beside those that counters of the device make; others are
   not of kernels. */
static const char *const kinds[] = {
	"device", "launch", "numa", "nvlink", "source", "stats",
	"warpsampling",
};

bool
ncu_list(struct arena *a, struct ncu *n, const char *device,
	 struct ncu_list *out, struct fault *f)
{
	const char *words[] = { NULL, NULL, NULL };
	struct fault none = { 0 };
	size_t i;

	memset(out, 0, sizeof(*out));
	if (!query(a, n, device, words, out, f))
		return false;
	out->complete = true;
	words[0] = "--query-metrics-collection";
	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		words[1] = kinds[i];
		if (!query(a, n, device, words, out, &none))
			out->complete = false;
	}
	return true;
}

void
ncu_add_suffixes(struct arena *a, struct ncu *n, const char *device,
		 const char *bases, struct ncu_list *out)
{
	const char *words[] = { "--query-metrics-mode", "suffix", "--metrics",
				bases, NULL };
	struct fault none = { 0 };

	query(a, n, device, words, out, &none);
}

/* "a,b,c" */
static char *
join(struct arena *a, const struct ncu_job *j)
{
	struct buf text = { 0 };
	char *joined;
	size_t i;

	for (i = 0; i < j->nmetrics; i++)
		buf_addf(&text, "%s%s", i ? "," : "", j->metrics[i]);
	joined = arena_copy(a, text.data, text.len);
	buf_free(&text);
	return joined;
}

static void
make_words(struct arena *a, const struct ncu *n, const struct ncu_job *j,
	   char *argv[WORDS])
{
	static const char *const fixed[] = {
		"--clock-control", "none", "--profile-from-start", "off",
		"--target-processes", "application-only", "--csv", "--page",
		"raw", "--print-units", "base", "--print-kernel-base",
		"mangled", "--log-file", TABLE, "--metrics",
	};
	char program[SUPERVISE_PATH];
	size_t k = 0, i;

	argv[k++] = word(a, n->path);
	for (i = 0; i < sizeof(fixed) / sizeof(fixed[0]); i++)
		argv[k++] = word(a, fixed[i]);
	argv[k++] = join(a, j);
	supervise_program(program);
	argv[k++] = word(a, program);
	argv[k++] = word(a, "--worker");
	argv[k] = NULL;
}

/* The worker's reports are kept, whatever became of the table. */
static bool
read_table(struct arena *a, const struct ncu_job *j, struct command_result *r,
	   struct ncu_values *out, struct fault *f)
{
	if (!r->interrupted && !r->hung && r->written.len &&
	    ncu_parse_values(a, r->written.data, j, out))
		return true;
	return fail(a, r, "counting", f);
}

bool
ncu_profile(struct arena *a, struct ncu *n, const struct ncu_job *j,
	    struct ncu_values *out, struct buf *reports, struct fault *f)
{
	char *argv[WORDS];
	struct command c = { .argv = argv, .input = j->orders,
			     .limit = j->limit, .file = TABLE,
			     .signals = n->signals };
	struct command_result r;
	bool ok;

	make_words(a, n, j, argv);
	if (!command_run(&c, &r, f))
		return false;
	n->interrupted = r.interrupted;
	ok = read_table(a, j, &r, out, f);
	buf_add(reports, r.reports.len ? r.reports.data : "", r.reports.len);
	command_free(&r);
	return ok;
}
