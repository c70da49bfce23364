/*
 * kbc.yaml -> struct config: what its keys say, or what they are without it.
 *
 * The idea: the schema has said what is wrong with the form; here a key is
 * read as far as it has one, and only what a schema cannot know is an error:
 * that an architecture is none, that a file is not there.
 *
 * What the keys do, others know.
 */
#include "arena.h"
#include "diag.h"
#include "fact.h"
#include "file.h"
#include "page.h"
#include "path.h"
#include "quantity.h"
#include "wiki.h"
#include "wiki_parts.h"
#include "yaml.h"

#include <unistd.h>

static void
read_sources(struct arena *a, struct config *c, const struct node *n)
{
	if (!n)
		return;
	c->sources = arena_alloc(a, (n->count + 1) * sizeof *c->sources);
	if (n->kind == NODE_SCALAR)
		c->sources[c->nsources++] = n->text;
	for (const struct node *s = n->child; s; s = s->next)
		if (n->kind == NODE_LIST)
			c->sources[c->nsources++] = s->text;
}

/* 8 GiB, or half of what there is where that is less, but never so little
   that a plain source does not compile. */
static uint64_t
usual_memory(void)
{
	const uint64_t most = UINT64_C(8) << 30, least = UINT64_C(1) << 30;
	long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
	uint64_t half = most;

	if (pages > 0 && bytes > 0)
		half = (uint64_t)pages * (uint64_t)bytes / 2;
	return half < least ? least : half < most ? half : most;
}

/* A folder that is not here may be of a wiki of which this is a part. */
static void
read_pages(struct arena *a, struct config *c, struct str root, struct diag *d)
{
	const struct node *n = yaml_find(c->root, STR("pages"));

	if (!n || n->kind != NODE_LIST)
		return;
	c->pages = arena_alloc(a, (n->count + 1) * sizeof *c->pages);
	for (const struct node *p = n->child; p; p = p->next) {
		if (p->kind != NODE_SCALAR)
			continue;
		c->pages[c->npages++] = path_clean(a, p->text);
		if (file_kind(path_join(a, root, p->text)) == FILE_FOLDER)
			continue;
		c->lacks_pages = true;
		diag_warning(d, p->at, "config", "no such folder of pages: '"
			     STR_FMT "'", STR_ARG(p->text));
	}
}

static void
read_limits(struct config *c, const struct node *n)
{
	double megabytes;

	c->compile_seconds = 120;
	c->compile_memory = usual_memory();
	yaml_number(yaml_find(n, STR("compile_seconds")), &c->compile_seconds);
	if (yaml_number(yaml_find(n, STR("compile_memory_mb")), &megabytes) &&
	    megabytes > 0)
		c->compile_memory = (uint64_t)(megabytes * 1048576.0);
}

static struct str
or_else(struct str s, struct str otherwise)
{
	return s.n > 0 ? s : otherwise;
}

/* The first of one or more architectures, each of them a known one. */
static void
read_sm(struct arena *a, struct config *c, const struct node *n,
	struct diag *d)
{
	const struct node *sm = n && n->kind == NODE_LIST ? n->child : n;

	c->sm = STR("sm_90a");
	for (bool first = true; sm; sm = sm->next, first = false) {
		struct str name;
		int number;
		char suffix;

		if (sm->kind != NODE_SCALAR) /* which the schema refuses */
			continue;
		if (!arch_parse(&name, &number, &suffix, sm->text))
			diag_error(d, sm->at, STR_FMT,
				   STR_ARG(arch_complaint(a, sm->text)));
		else if (first)
			c->sm = name;
		if (sm == n)
			break;
	}
}

/* Of a key with two words, whether it is the one that fails. */
static bool
reads_as(const struct node *value, struct str word, bool otherwise)
{
	return value ? str_equal(value->text, word) : otherwise;
}

static void
read_gate(struct arena *a, struct config *c, const struct node *n)
{
	const struct node *devices = yaml_find(n, STR("devices"));
	struct gate_policy *p = &c->gate;

	p->inconclusive_fails = reads_as(yaml_find(n, STR("inconclusive")),
					 STR("fail"), false);
	p->not_run_fails = reads_as(yaml_find(n, STR("not_run")), STR("fail"),
				    false);
	p->keep_coverage = reads_as(yaml_find(n, STR("coverage")), STR("keep"),
				    true);
	p->keep_types = reads_as(yaml_find(n, STR("types")), STR("keep"), true);
	p->toolkit_from = yaml_text(n, STR("toolkit_from"));
	p->toolkit_to = yaml_text(n, STR("toolkit_to"));
	if (!devices || devices->kind != NODE_LIST)
		return;
	p->devices = arena_alloc(a, (devices->count + 1) * sizeof *p->devices);
	for (const struct node *d = devices->child; d; d = d->next)
		p->devices[p->ndevices++] = d->text;
}

/* Options of sbatch that say which node is wanted and on whose account; none
   that names a file or a program, which a wiki is not to choose. */
static bool
is_choice(struct str option)
{
	static const struct str names[] = {
		STR_INIT("account"), STR_INIT("clusters"),
		STR_INIT("constraint"), STR_INIT("cpus-per-gpu"),
		STR_INIT("cpus-per-task"), STR_INIT("exclude"),
		STR_INIT("exclusive"), STR_INIT("gpus"),
		STR_INIT("gpus-per-node"), STR_INIT("gres"),
		STR_INIT("licenses"), STR_INIT("mem"), STR_INIT("mem-per-gpu"),
		STR_INIT("nice"), STR_INIT("nodelist"), STR_INIT("partition"),
		STR_INIT("qos"), STR_INIT("reservation"), STR_INIT("time"),
	};
	struct str name = str_slice(str_skip(option, 2), 0,
				    str_find_byte(option, '=') - 2);

	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (str_starts(option, STR("--")) &&
		    str_equal(names[i], name))
			return true;
	return false;
}

/* Options, with blanks between. */
static bool
check_options(const struct node *n, struct diag *d)
{
	struct str rest = n->text, one;
	bool good = true;

	for (size_t i = 0; i < rest.n; i++)
		good = good && rest.p[i] >= ' ' && rest.p[i] <= '~';
	while (good && str_split(&one, &rest, ' '))
		good = one.n == 0 || is_choice(one);
	if (!good)
		diag_error(d, n->at, "expected options of sbatch that choose "
			   "nodes, --constraint=h200 --gres=gpu:1, found '"
			   STR_FMT "'", STR_ARG(n->text));
	return good;
}

static void
read_slurm(struct arena *a, struct config *c, struct diag *d)
{
	const struct node *n = yaml_find(c->root, STR("slurm"));
	const struct node *devices = yaml_find(n, STR("devices"));
	const struct node *options = yaml_find(n, STR("options"));
	struct slurm_policy *p = &c->slurm;
	double tasks = 4;

	p->options = arena_alloc(a, (options ? options->count + 1 : 1) *
					    sizeof *p->options);
	for (const struct node *o = options ? options->child : NULL; o;
	     o = o->next)
		if (check_options(o, d))
			p->options[p->noptions++] = o->text;
	p->devices = arena_alloc(a, (devices ? devices->count + 1 : 1) *
					    sizeof *p->devices);
	for (const struct node *v = devices ? devices->child : NULL; v;
	     v = v->next)
		if (check_options(v, d))
			p->devices[p->ndevices++] = (struct slurm_device){
				v->key, v->text };
	yaml_number(yaml_find(n, STR("tasks")), &tasks);
	p->tasks = (size_t)tasks;
	yaml_number(yaml_find(n, STR("every")), &p->every);
	yaml_bool(yaml_find(n, STR("counters")), &p->counters);
}

/* A file that is named, or the one that may be there; empty: it is not. */
static struct str
find_listed(struct arena *a, struct str root, const struct node *n,
	    struct str otherwise, struct diag *d)
{
	struct str path = path_clean(a, path_join(a, root, n ? n->text :
						  otherwise));

	if (file_kind(path) == FILE_PLAIN)
		return path;
	if (n)
		diag_error(d, n->at, "there is no file '" STR_FMT "'",
			   STR_ARG(path));
	return STR("");
}

static void
read_signers(struct arena *a, struct config *c, struct str root, struct diag *d)
{
	const struct node *n = c->root;
	const struct node *required = yaml_find(n, STR("require_signature"));
	const struct node *revoked = yaml_find(n, STR("revoked_signers"));
	const struct node *signers = yaml_find(n, STR("signers"));

	c->signers = find_listed(a, root, signers, STR("allowed_signers"), d);
	if (revoked)
		c->revoked = find_listed(a, root, revoked, STR(""), d);
	yaml_bool(required, &c->require_signature);
	if (c->require_signature && !signers && c->signers.n == 0)
		diag_error(d, required->at, "nobody may sign: there is no file "
			   "'allowed_signers' at the root, and 'signers' names "
			   "none");
}

void
config_read(struct arena *a, struct config *c, struct str root,
	    struct diag *d)
{
	const struct node *n = c->root;
	struct str generated = yaml_text(n, STR("generated"));

	yaml_bool(yaml_find(n, STR("strict")), &c->strict);
	c->device = yaml_text(n, STR("device"));
	read_sm(a, c, yaml_find(n, STR("sm")), d);
	if (generated.n > 0)
		c->generated = path_clean(a, path_join(a, root, generated));
	c->evidence = path_clean(a, path_join(a, root,
		or_else(yaml_text(n, STR("evidence")), STR("evidence"))));
	read_sources(a, c, yaml_find(n, STR("sources")));
	read_pages(a, c, root, d);
	c->indices = yaml_find(n, STR("indices"));
	c->types = yaml_find(n, STR("types"));
	c->records = yaml_find(n, STR("records"));
	read_signers(a, c, root, d);
	c->nprobes = probes_parse(a, &c->probes, yaml_find(n, STR("probes")),
				  d);
	read_limits(c, yaml_find(n, STR("limits")));
	read_gate(a, c, yaml_find(n, STR("gate")));
	read_slurm(a, c, d);
}
