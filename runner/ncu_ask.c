/*
 * What ncu is asked: words on its command line -> lists and counters.
 *
 * The idea: ncu is told nothing but what to count. The worker that it watches
 * says itself when to look (visit_count.c), so no launch is selected here. Its
 * table goes to a file of its own, since the worker shares its outputs.
 *
 * It takes seconds to begin, whatever it is asked, so that all that need not
 * wait for each other is asked at once: lists of all kinds, as many as there
 * are processors, and counters of several devices. Instances do not shut each
 * other out, since the lock of each is a file in its own TMPDIR
 * (supervise.c). But of two that both look into the device for its counters,
 * for a list without suffixes and one with them, one fails ("Unknown Error"):
 * these follow one another. What comes of it is in the order in which it was
 * asked.
 */
#include <string.h>
#include <unistd.h>

#include "arena.h"
#include "buf.h"
#include "fault.h"
#include "command.h"
#include "ncu.h"
#include "ncu_parts.h"
#include "supervise.h"

#define TABLE "counters.csv"

enum {
	QUERY_S = 180,
	WORDS = 32,
};

static char *
word(struct arena *a, const char *text)
{
	return arena_copy(a, text, strlen(text));
}

/* --- lists ---------------------------------------------------------------- */

/* Kinds of metrics beside those that counters of the device make; others are
   not of kernels. */
static const char *const kinds[] = {
	"device", "launch", "numa", "nvlink", "source", "stats",
	"warpsampling",
};

enum {
	KINDS = sizeof(kinds) / sizeof(kinds[0]),
	QUERIES = 1 + KINDS + 1, /* of counters first, of suffixes last */
};

/* So many may run at once. */
static unsigned
count_lanes(void)
{
	long n = sysconf(_SC_NPROCESSORS_ONLN);

	return n < 1 ? 1 : n > COMMAND_LANES ? COMMAND_LANES : (unsigned)n;
}

/* One more query, of these words up to a NULL. */
static void
add_query(struct arena *a, const struct ncu *n, const char *const *words,
	  struct command *c)
{
	char **argv = arena_make(a, WORDS * sizeof(*argv));
	size_t k = 0;

	argv[k++] = word(a, n->path);
	argv[k++] = word(a, "--query-metrics");
	argv[k++] = word(a, "--csv");
	while (*words && k < WORDS - 1)
		argv[k++] = word(a, *words++);
	c->argv = argv;
	c->input = arena_make(a, sizeof(*c->input));
	c->limit = QUERY_S;
}

/* All queries; how many. */
static size_t
make_queries(struct arena *a, const struct ncu *n, const struct ncu_query *q,
	     struct command all[QUERIES])
{
	const char *words[] = { NULL, NULL, NULL, NULL, NULL };
	unsigned lanes = count_lanes();
	size_t k = 0, i;

	add_query(a, n, words, &all[k++]);
	words[0] = "--query-metrics-collection";
	for (i = 0; i < KINDS; i++) {
		words[1] = kinds[i];
		add_query(a, n, words, &all[k++]);
	}
	words[0] = "--query-metrics-mode";
	words[1] = "suffix";
	words[2] = "--metrics";
	words[3] = q->bases;
	if (q->bases)
		add_query(a, n, words, &all[k++]);
	for (i = 0; i < k; i++)
		all[i].lane = i > KINDS ? 0 : (unsigned)i % lanes;
	return k;
}

/* Add what one query lists; false if that is nothing. */
static bool
take_list(struct arena *a, const struct command_result *r, const char *device,
	  struct ncu_list *out)
{
	size_t before = out->n;

	if (r->out.len)
		ncu_parse_list(a, r->out.data, device, out);
	return out->n > before;
}

bool
ncu_list(struct arena *a, struct ncu *n, const struct ncu_query *q,
	 struct ncu_list *out, struct fault *f)
{
	struct command queries[QUERIES] = { { 0 } };
	size_t k = make_queries(a, n, q, queries), i;
	struct command_result *r = arena_make(a, k * sizeof(*r));

	command_run(queries, k, n->signals, r);
	*out = (struct ncu_list){ .complete = true, .suffixed = true };
	if (!take_list(a, &r[0], q->device, out))
		ncu_fail(a, n, &r[0], "listing its metrics", f);
	for (i = 1; i < k; i++) {
		if (take_list(a, &r[i], q->device, out))
			continue;
		if (i <= KINDS)
			out->complete = false;
		else if (r[i].hung || r[i].status)
			out->suffixed = false; /* not for want of any */
	}
	for (i = 0; i < k; i++)
		command_free(&r[i]);
	return f->kind == FAULT_NONE;
}

/* --- counters ------------------------------------------------------------- */

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

static void
take_count(struct arena *a, const struct ncu *n, const struct ncu_job *j,
	   struct command_result *r, struct ncu_count *out)
{
	bool ended = !n->signals->interrupted && !r->hung;

	if (!ended || !r->written.len ||
	    !ncu_parse_values(a, r->written.data, j, &out->values))
		ncu_fail(a, n, r, "counting", &out->fault);
	out->reports = r->reports;
	r->reports = (struct buf){ 0 };
	out->began = r->began;
	out->ended = r->ended;
}

void
ncu_profile(struct arena *a, struct ncu *n, const struct ncu_job *jobs,
	    size_t njobs, struct ncu_count *out)
{
	struct command *c = arena_make(a, (njobs + 1) * sizeof(*c));
	struct command_result *r = arena_make(a, (njobs + 1) * sizeof(*r));
	size_t i;

	for (i = 0; i < njobs; i++) {
		char **argv = arena_make(a, WORDS * sizeof(*argv));

		make_words(a, n, &jobs[i], argv);
		c[i] = (struct command){ argv, jobs[i].orders, jobs[i].limit,
					 jobs[i].lane, TABLE };
	}
	command_run(c, njobs, n->signals, r);
	for (i = 0; i < njobs; i++) {
		out[i] = (struct ncu_count){ .fault = { .kind = FAULT_NONE } };
		take_count(a, n, &jobs[i], &r[i], &out[i]);
		command_free(&r[i]);
	}
}
