/*
 * The probes that ship: `probes-guard KBC INSTANCES FOLDER` builds each
 * instance, one a line as a page names it, with all points of its sweep for
 * sm_90a and asks the guard whether the hot loops hold what the heads promise.
 * FOLDER becomes a wiki; what is built there stays for the next time.
 *
 * A head must say what its loop holds, and a ceiling or why there is none. No
 * probe and no value of a parameter that pages must choose may be missing from
 * the list, so that a new one is built, too. Without nvcc or a disassembler
 * there is nothing to ask: exit status 77.
 */
#include "arena.h"
#include "buf.h"
#include "built.h"
#include "diag.h"
#include "evidence.h"
#include "file.h"
#include "library.h"
#include "path.h"
#include "plan.h"
#include "probe_guard.h"
#include "session.h"
#include "source.h"
#include "value.h"
#include "wiki.h"
#include "yaml.h"

#include <stdio.h>
#include <stdlib.h>

enum { SKIPPED = 77, INSTANCES_MAX = 64 << 10 };

static size_t faults;

static void
say(struct str name, const char *what, struct str text)
{
	printf(STR_FMT ": %s" STR_FMT "\n", STR_ARG(name), what,
	       STR_ARG(text));
	faults++;
}

/* --- heads --------------------------------------------------------------- */

static void
check_head(const struct probe *p)
{
	const struct node *loop = yaml_find(p->head, STR("loop"));
	const struct node *ceiling = yaml_find(p->head, STR("ceiling"));
	const struct node *limit = yaml_find(ceiling, STR("value"));
	struct str metric = yaml_text(ceiling, STR("metric"));

	if (!yaml_find(loop, STR("instruction")) ||
	    !yaml_find(loop, STR("count")))
		say(p->name, "no instruction and count of its loop", STR(""));
	if (!probe_metric(p, metric) || !limit)
		say(p->name, "no ceiling of a metric", STR(""));
	if (limit && str_equal(limit->text, STR("none")) &&
	    yaml_text(ceiling, STR("reason")).n == 0)
		say(p->name, "no reason why it has no ceiling", STR(""));
	if (!yaml_find(p->head, STR("check")))
		say(p->name, "no check of what comes out", STR(""));
}

static bool
is_built(const struct plan *plan, const struct probe *p,
	 const struct parameter *q, struct str value)
{
	for (size_t i = 0; i < plan->ntargets; i++) {
		const struct target *t = &plan->targets[i];
		const struct setting *s = setting_find(t->fixed, t->nfixed,
						       q ? q->name : STR(""));

		if (t->probe == p &&
		    (!q || (s && str_equal(s->value, value))))
			return true;
	}
	return false;
}

static void
check_listed(const struct plan *plan, const struct probe *p)
{
	if (!is_built(plan, p, NULL, STR("")))
		say(p->name, "no instance is listed", STR(""));
	for (size_t i = 0; i < p->nparameters; i++) {
		const struct parameter *q = &p->parameters[i];

		/* rows are many, tests/unit/library.c builds them all */
		for (size_t k = 0; q->fixed && !q->rows && k < q->nvalues; k++)
			if (!is_built(plan, p, q, q->values[k]))
				say(p->name, "no instance is listed with the "
				    "value ", q->values[k]);
	}
}

/* --- targets ------------------------------------------------------------- */

static void
check_target(struct arena *a, const struct target *t, const struct built *b)
{
	const struct evidence none = { 0 };
	struct value v;

	if (!b->ok) {
		say(t->name, "does not build: ", b->why);
		return;
	}
	v = probe_guard(a, t, b, &none, NULL);
	if (v.kind == VALUE_NONE)
		say(t->name, "", v.reason);
}

/* A page that names each instance and claims a number of it. */
static struct str
make_page(struct arena *a, struct str list)
{
	struct buf names = { 0 }, claims = { 0 };
	struct str line, page;
	size_t n = 0;

	while (str_split(&line, &list, '\n')) {
		line = str_trim(line);
		if (line.n == 0 || line.p[0] == '#')
			continue;
		buf_printf(&names, "  p%zu: " STR_FMT "\n", n, STR_ARG(line));
		buf_printf(&claims, "- 1<!-- kbc: p%zu -->\n", n++);
	}
	page = arena_printf(a, "---\nid: probes\nprobes:\n" STR_FMT "---\n"
			    STR_FMT, STR_ARG(buf_str(&names)),
			    STR_ARG(buf_str(&claims)));
	buf_free(&names);
	buf_free(&claims);
	return page;
}

static bool
write_wiki(struct arena *a, struct str folder, struct str instances,
	   struct diag *d)
{
	const struct str none = { NULL, 0 };
	struct str list;

	return file_read(a, &list, instances, INSTANCES_MAX, d) &&
	       file_replace(path_join(a, folder, STR("kbc.yaml")),
			    STR("device: H200\nsm: [sm_90a]\n"), none, d) &&
	       file_replace(path_join(a, folder, STR("page.md")),
			    make_page(a, list), none, d);
}

/* 0, 1 for a fault, SKIPPED without the tools. */
static int
check_all(struct session *s)
{
	size_t n = s->plan->ntargets, i;

	for (i = 0; s->built && i < n && !s->built[i].no_sass; i++)
		check_target(s->arena, &s->plan->targets[i], &s->built[i]);
	if (i < n || !s->built) {
		printf("probes: no nvcc, or no disassembler here\n");
		return SKIPPED;
	}
	for (i = 0; i < s->wiki->library->n; i++) {
		check_head(&s->wiki->library->items[i]);
		check_listed(s->plan, &s->wiki->library->items[i]);
	}
	printf("probes: %zu in %zu instances, %zu faults\n",
	       s->wiki->library->n, n, faults);
	return faults > 0;
}

static int
run(struct arena *a, struct str kbc, struct str instances, struct str folder)
{
	struct session s = { 0 };
	int status = EXIT_FAILURE;

	session_init(&s, a, kbc);
	s.given.paths[s.given.npaths++] = folder;
	if (write_wiki(a, folder, instances, s.diag) && session_read(&s) &&
	    session_claims(&s) && session_make(&s, true))
		status = check_all(&s);
	session_say(&s);
	session_close(&s);
	return status;
}

int
main(int argc, char **argv)
{
	struct arena *a = arena_make();
	int status = EXIT_FAILURE;

	if (argc == 4)
		status = run(a, str_of(argv[1]), str_of(argv[2]),
			     str_of(argv[3]));
	arena_free(a);
	return status;
}
