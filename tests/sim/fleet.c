/*
 * Where the time of a verify goes, on paper: fleet COST.TSV CONSTANTS
 * [NAME=NUMBER ...]
 *
 * COST.TSV is kbc-run's own account of a run on a device: how long a visit to
 * a point takes, a worker to begin and end. CONSTANTS has a NAME and a NUMBER
 * a line, each measured once, with how behind a '#'; NAME=NUMBER goes before.
 * None of them has a default.
 *
 * Claims get jobs as ours have them, kbc's own fleet_split shares those among
 * devices, and the loop of compiler/engine.c is gone through step by step, with
 * a clock that only these numbers move: one command after the other, devices
 * side by side. The same numbers give the same table.
 */
#include "arena.h"
#include "fleet.h"
#include "pack.h"
#include "plan.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS_MAX = 256, NAMES_MAX = 64, TEXT_MAX = 256 };

/* Jobs as the account has them. */
struct kind {
	double points, seconds; /* in a visit */
};

struct constants {
	struct kind kinds[KINDS_MAX];
	size_t nkinds;
	double worker;          /* seconds for its begin and its end */
	struct {
		char name[32];
		double number;
	} items[NAMES_MAX];
	size_t n;
};

/* Where the time of one run goes, in seconds of the clock. */
struct account {
	double build, send, wait, home, judge;
	double busy;            /* of all devices */
	size_t parts, lost;
};

static _Noreturn void __attribute__((format(printf, 1, 2)))
fault(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	fputs("fleet: ", stderr);
	vfprintf(stderr, fmt, ap);
	fputc('\n', stderr);
	va_end(ap);
	exit(2);
}

static double
get(const struct constants *c, const char *name)
{
	for (size_t i = 0; i < c->n; i++)
		if (!strcmp(c->items[i].name, name))
			return c->items[i].number;
	fault("'%s' is not given", name);
}

/* NAME, a separator, NUMBER; the first of a name counts. */
static void
take(struct constants *c, const char *text, char separator)
{
	const char *at = strchr(text, separator);
	char *end;
	double number;

	if (!at || at == text || at - text >= 32 || c->n == NAMES_MAX)
		fault("expected NAME%cNUMBER, found '%s'", separator, text);
	number = strtod(at + 1, &end);
	if (end == at + 1 || number < 0)
		fault("expected a number, found '%s'", text);
	memcpy(c->items[c->n].name, text, (size_t)(at - text));
	c->items[c->n++].number = number;
}

static FILE *
open_file(const char *path)
{
	FILE *f = fopen(path, "r");

	if (!f)
		fault("cannot open '%s'", path);
	return f;
}

static void
read_constants(struct constants *c, const char *path)
{
	FILE *f = open_file(path);
	char line[TEXT_MAX];

	while (fgets(line, sizeof line, f))
		if (*line != '#' && *line != '\n')
			take(c, line, ' ');
	fclose(f);
}

/* job visits points all_ms …; the last three lines are of the workers. */
static void
read_cost(struct constants *c, const char *path)
{
	double visits, points, ms, workers = 0, around = 0;
	FILE *f = open_file(path);
	char line[TEXT_MAX], name[128];

	while (fgets(line, sizeof line, f)) {
		if (sscanf(line, "%127s %lf %lf %lf", name, &visits, &points,
			   &ms) == 4 && c->nkinds < KINDS_MAX) {
			c->kinds[c->nkinds++] = (struct kind){
				points / visits, ms / visits / 1e3 };
		} else if (sscanf(line, "%127s %lf %lf", name, &visits,
				  &ms) == 3) {
			workers = visits;
			around += strcmp(name, "workers") ? ms / 1e3 : 0;
		}
	}
	fclose(f);
	if (c->nkinds == 0 || workers < 1)
		fault("'%s' is no account of kbc-run", path);
	c->worker = around / workers;
}

/* --- the work ------------------------------------------------------------ */

/* So many claims; each is of the next job, and every other one of that and the
   one behind it, as quotients are. */
static void
make_plan(struct arena *a, struct plan *p, const struct constants *c)
{
	size_t claims = (size_t)get(c, "claims");
	size_t jobs = (size_t)((double)claims * get(c, "jobs_per_claim"));

	*p = (struct plan){ .ntargets = jobs > 0 ? jobs : 1 };
	p->targets = arena_alloc(a, p->ntargets * sizeof *p->targets);
	p->uses = arena_alloc(a, 2 * claims * sizeof *p->uses);
	for (size_t i = 0; i < p->ntargets; i++)
		p->targets[i].npoints =
			(size_t)c->kinds[i % c->nkinds].points;
	for (size_t i = 0; i < claims; i++) {
		size_t first = i * p->ntargets / claims;

		p->uses[p->nuses++] = (struct use){ .claim = i,
						    .target = first };
		if (i % 2 && first % 2 == 0 && first + 1 < p->ntargets)
			p->uses[p->nuses++] = (struct use){
				.claim = i, .target = first + 1 };
	}
}

/* How long a device takes for each part. */
static double *
find_lengths(struct arena *a, const struct fleet_split *s,
	     const struct plan *p, const struct constants *c)
{
	double *out = arena_alloc(a, (s->n + 1) * sizeof *out);
	double replicates = get(c, "replicates");

	for (size_t k = 0; k < s->n; k++)
		out[k] = replicates * c->worker;
	for (size_t i = 0; i < p->ntargets; i++)
		out[s->part[i]] += replicates *
				   c->kinds[i % c->nkinds].seconds;
	return out;
}

/* --- the loop ------------------------------------------------------------ */

/* A run that goes on: the clock, and when each part will have ended. */
struct course {
	const struct constants *c;
	const struct fleet_split *split;
	const double *lengths;
	double now, *ends;      /* 0: taken */
	bool *again;            /* it is lost the first time */
	bool ssh;
	struct account *to;
};

/* A command of the engine's, and bytes that go over the line with it. */
static void
step(struct course *s, double *to, double bytes)
{
	double took = get(s->c, "step_s") +
		      (s->ssh ? bytes / get(s->c, "line_bytes_s") : 0);

	s->now += took;
	*to += took;
}

static void
start(struct course *s, size_t k)
{
	double bytes = (double)s->split->parts[k].njobs *
		       get(s->c, "job_bytes");

	if (s->ssh) {
		step(s, &s->to->send, bytes);
		step(s, &s->to->send, 0);
	}
	s->ends[k] = s->now + s->lengths[k] / (s->again[k] ? 2 : 1);
	s->to->busy += s->ends[k] - s->now;
}

/* What has ended comes home, or is begun once more; how many still run. */
static size_t
watch(struct course *s)
{
	size_t left = 0;

	if (!s->ssh)
		step(s, &s->to->wait, 0);
	for (size_t k = 0; k < s->split->n; k++) {
		double jobs = (double)s->split->parts[k].njobs;

		if (s->ends[k] <= 0)
			continue;
		if (s->ssh)
			step(s, &s->to->wait, 0);
		if (s->ends[k] > s->now) {
			left++;
		} else if (s->again[k]) {
			s->again[k] = false;
			s->to->lost++;
			start(s, k);
			left++;
		} else {
			s->ends[k] = 0;
			if (s->ssh) {
				step(s, &s->to->home, jobs *
				     get(s->c, "record_bytes"));
				step(s, &s->to->home, 0);
			}
			s->now += jobs * get(s->c, "collect_s");
			s->to->home += jobs * get(s->c, "collect_s");
		}
	}
	return left;
}

static void
go_through(struct course *s)
{
	double pause = 0.2, most = s->ssh ? 5 : 10;

	for (size_t k = 0; k < s->split->n; k++) {
		if (s->ssh) { /* who is there, with kbc-run sent */
			step(s, &s->to->send, 0);
			step(s, &s->to->send, get(s->c, "runner_bytes"));
			step(s, &s->to->send, 0);
		}
	}
	if (!s->ssh)
		step(s, &s->to->send, 0);
	for (size_t k = 0; k < s->split->n; k++)
		start(s, k);
	do {
		s->now += pause;
		s->to->wait += pause;
		pause = pause * 1.5 < most ? pause * 1.5 : most;
	} while (watch(s) > 0);
}

static void
simulate(struct account *out, const struct constants *c, const struct plan *p,
	 size_t devices, bool ssh)
{
	struct arena *a = arena_make();
	size_t *replicates = arena_alloc(a, p->ntargets * sizeof *replicates);
	struct pack_wants wants = { .replicates = replicates };
	size_t every = (size_t)get(c, "lost_one_of");
	struct course s = { .c = c, .ssh = ssh, .to = out };
	struct fleet_split split;

	for (size_t i = 0; i < p->ntargets; i++)
		replicates[i] = (size_t)get(c, "replicates");
	fleet_split(a, &split, p, &wants, devices);
	*out = (struct account){ .parts = split.n };
	out->build = (double)p->ntargets * get(c, "compile_s") /
		     get(c, "cores");
	s.split = &split;
	s.lengths = find_lengths(a, &split, p, c);
	s.ends = arena_alloc(a, (split.n + 1) * sizeof *s.ends);
	s.again = arena_alloc(a, split.n + 1);
	for (size_t k = 0; every > 0 && k < split.n; k++)
		s.again[k] = k % every == every - 1;
	go_through(&s);
	out->judge = get(c, "claims") * get(c, "judge_s") / get(c, "cores");
	arena_free(a);
}

/* --- the table ----------------------------------------------------------- */

static void
tell(const struct account *t, size_t devices, bool ssh)
{
	double run = t->send + t->wait + t->home;
	double all = t->build + run + t->judge;

	printf("%-6s %7zu %6zu %5zu %9.0f %8.0f %9.0f %8.0f %8.0f %9.0f "
	       "%5.1f%%\n", ssh ? "ssh" : "slurm", devices, t->parts, t->lost,
	       t->build, t->send, t->wait, t->home, t->judge, all,
	       100 * t->busy / ((double)devices * run));
}

int
main(int argc, char **argv)
{
	struct constants *c;
	struct arena *a = arena_make();
	struct account t;
	struct plan p;

	if (argc < 3)
		fault("usage: fleet COST.TSV CONSTANTS [NAME=NUMBER ...]");
	c = arena_alloc(a, sizeof *c);
	for (int i = 3; i < argc; i++)
		take(c, argv[i], '=');
	read_cost(c, argv[1]);
	read_constants(c, argv[2]);
	make_plan(a, &p, c);
	printf("%.0f claims, %zu jobs, %.0f replicates; seconds\n",
	       get(c, "claims"), p.ntargets, get(c, "replicates"));
	printf("engine devices  parts  lost     build     send   measure     "
	       "home    judge       all  busy\n");
	for (size_t devices = 1; devices <= (size_t)get(c, "devices");
	     devices *= 10)
		for (int ssh = 1; ssh >= 0; ssh--) {
			simulate(&t, c, &p, devices, ssh);
			tell(&t, devices, ssh);
		}
	arena_free(a);
	return 0;
}
