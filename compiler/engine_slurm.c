/*
 * A cluster behind Slurm: parts of a device are the tasks of one job array.
 *
 * The idea: kbc.yaml says which options of sbatch get a node with a device;
 * the rest is a script that anyone can read, left beside the parts in a folder
 * that nodes see, too. How a part ended is what it says itself, in a file;
 * Slurm is asked for what still waits or runs, and on which node. Who loses a
 * part is shunned by the next array, and Slurm starts no task anew by itself:
 * two of them would measure the same.
 *
 * Partitions, accounts and limits of time are the cluster's: `options`.
 */
#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "engine.h"
#include "engine_parts.h"
#include "fact.h"
#include "file.h"
#include "path.h"
#include "proc.h"
#include "wiki.h"

#define STEP_SECONDS 60.0
#define SILENCE_MAX 4       /* pauses in which a task that has ended says
			       nothing, or nobody knows it: disks are slow */

/* --- the cluster --------------------------------------------------------- */

static bool
call(struct engine *e, struct proc_result *r, char *const *argv)
{
	struct call c = { .argv = argv, .seconds = STEP_SECONDS,
			  .dir = arena_text(e->arena, e->folder) };

	return engine_call(e, r, &c);
}

/* Puts kbc-run and the script where nodes find them. */
static bool
place_runner(struct engine *e)
{
	char install[] = "install", mode[] = "-m", bits[] = "755";
	char *argv[] = { install, mode, bits,
			 arena_text(e->arena, e->runner),
			 arena_text(e->arena, path_join(e->arena, e->folder,
							STR("kbc-run"))),
			 NULL };
	struct call c = { .argv = argv, .seconds = STEP_SECONDS };
	struct proc_result r;

	if (file_update(path_join(e->arena, e->folder, STR(ENGINE_SCRIPT)),
			e->script, e->diag) && engine_call(e, &r, &c))
		return true;
	diag_fail(e->diag, "kbc-run cannot be put into '" STR_FMT "': " STR_FMT,
		  STR_ARG(e->folder), STR_ARG(engine_last_line(r.err)));
	return false;
}

/* The architecture of a documented device; else empty. */
static struct str
find_sm(const struct engine *e, struct str device)
{
	const struct device_file *f = devices_find(e->devices, device);

	return f ? device_sm(f) : STR("");
}

static bool
look(struct engine *e)
{
	const struct slurm_policy *p = &e->config->slurm;

	if (p->ndevices == 0) {
		diag_fail(e->diag, "kbc.yaml names no devices of a cluster: "
			  "slurm: {devices: {NVIDIA H200: "
			  "--constraint=h200}}");
		return false;
	}
	if (proc_find(e->arena, STR("sbatch")).n == 0) {
		diag_fail(e->diag, "there is no sbatch here: Slurm's clients "
			  "are missing");
		return false;
	}
	if (p->every > 0)
		e->pause = p->every;
	for (size_t i = 0; i < p->ndevices; i++) {
		struct site *s = engine_add_site(e, p->devices[i].name);

		s->width = p->tasks;
		s->machine = (struct machine){
			.name = e->emulated ? STR("emulator") : s->name,
			.sm = find_sm(e, s->name),
			.counters = p->counters,
		};
	}
	return place_runner(e);
}

/* --- a job array --------------------------------------------------------- */

/* `NVIDIA H200` as the name of a job. */
static struct str
name_of(struct engine *e, const struct site *s)
{
	struct str name = arena_copy(e->arena, s->name);
	char *p = arena_text(e->arena, name);

	for (size_t i = 0; i < name.n; i++)
		p[i] = byte_is_name(p[i]) ? byte_lower(p[i]) : '-';
	return (struct str){ p, name.n };
}

static void
add_options(struct buf *out, struct str options)
{
	struct str one;

	while (str_split(&one, &options, ' '))
		if (one.n > 0)
			buf_printf(out, "#SBATCH " STR_FMT "\n", STR_ARG(one));
}

/* What sbatch is given. */
static void
emit_script(struct engine *e, struct buf *out, size_t site, struct part **parts,
	    size_t n)
{
	const struct slurm_policy *p = &e->config->slurm;

	buf_printf(out, "#!/bin/sh\n#SBATCH --job-name=kbc-" STR_FMT
		   "\n#SBATCH --array=0-%zu\n#SBATCH --no-requeue\n"
		   "#SBATCH --output=%%A_%%a.out\n",
		   STR_ARG(name_of(e, &e->sites[site])), n - 1);
	for (size_t i = 0; i < p->noptions; i++)
		add_options(out, p->options[i]);
	add_options(out, p->devices[site].options);
	if (parts[0]->shuns.n > 0)
		buf_printf(out, "#SBATCH --exclude=" STR_FMT "\n",
			   STR_ARG(parts[0]->shuns));
	buf_add(out, STR("\n# The parts, one a task, and which try it is.\n"
			 "set --"));
	for (size_t i = 0; i < n; i++)
		buf_printf(out, " \\\n\t" STR_FMT "/" STR_FMT,
			   STR_ARG(parts[i]->id), STR_ARG(parts[i]->out));
	buf_printf(out, "\nshift \"$SLURM_ARRAY_TASK_ID\"\n"
		   "exec sh ./" ENGINE_SCRIPT " run \"${1%%/*}\" \"${1#*/}\" "
		   "\\\n\t" STR_FMT " " STR_FMT "\n", STR_ARG(e->hash),
		   STR_ARG(e->device));
}

/* Submits it; the number of its job, or empty. */
static struct str
submit(struct engine *e, struct proc_result *r, struct str script)
{
	char sbatch[] = "sbatch", parsable[] = "--parsable";
	char *argv[] = { sbatch, parsable, arena_text(e->arena, script), NULL };
	struct str id;

	if (!call(e, r, argv))
		return STR("");
	id = str_trim(r->out);
	id = str_slice(id, 0, str_find_byte(id, ';')); /* and the cluster */
	return str_is_digits(id) ? id : STR("");
}

/* One array, of parts that shun the same node. */
static void
start_array(struct engine *e, size_t site, struct part **parts, size_t n)
{
	struct str name = arena_printf(e->arena, STR_FMT "-" STR_FMT "-%u.sh",
		STR_ARG(name_of(e, &e->sites[site])), STR_ARG(parts[0]->id),
		parts[0]->tries);
	struct proc_result r = { .status = -1 };
	struct buf text = { 0 };
	struct str id = STR("");

	emit_script(e, &text, site, parts, n);
	if (file_update(path_join(e->arena, e->folder, name), buf_str(&text),
			e->diag))
		id = submit(e, &r, name);
	buf_free(&text);
	for (size_t i = 0; i < n; i++) {
		if (id.n == 0) {
			engine_lose(parts[i], arena_printf(e->arena,
				"sbatch does not take it: " STR_FMT,
				STR_ARG(engine_last_line(r.err))));
			continue;
		}
		parts[i]->job = arena_printf(e->arena, STR_FMT "_%zu",
					     STR_ARG(id), i);
		parts[i]->silence = 0;
		parts[i]->state = PART_RUNS;
	}
}

/* Moves the parts that shun what the first one does to the front; how many. */
static size_t
gather_alike(struct part **parts, size_t n)
{
	size_t alike = 1;

	for (size_t i = 1; i < n; i++) {
		struct part *p = parts[i];

		if (!str_equal(p->shuns, parts[0]->shuns))
			continue;
		parts[i] = parts[alike];
		parts[alike++] = p;
	}
	return alike;
}

static void
start(struct engine *e, size_t site, struct part **parts, size_t n)
{
	while (n > 0) {
		size_t alike = gather_alike(parts, n);

		start_array(e, site, parts, alike);
		parts += alike;
		n -= alike;
	}
}

/* --- what becomes of it -------------------------------------------------- */

/* The number of the array that a task is of. */
static struct str
array_of(const struct part *p)
{
	return str_slice(p->job, 0, str_find_byte(p->job, '_'));
}

/* States in which a task has not ended. */
static bool
is_alive(struct str state)
{
	static const struct str alive[] = {
		STR_INIT("PENDING"), STR_INIT("RUNNING"),
		STR_INIT("CONFIGURING"), STR_INIT("COMPLETING"),
		STR_INIT("SUSPENDED"), STR_INIT("REQUEUED"),
		STR_INIT("STAGE_OUT"), STR_INIT("SIGNALING"),
		STR_INIT("STOPPED"), STR_INIT("RESIZING"),
	};

	for (size_t i = 0; i < COUNT_OF(alive); i++)
		if (str_equal(alive[i], state))
			return true;
	return false;
}

/* What Slurm says of a task, `STATE` and its node; false when it does not know
   it. */
static bool
find_task(struct str all, const struct part *p, struct str *state,
	  struct str *node)
{
	struct str line, job;

	while (str_split(&line, &all, '\n')) {
		if (!str_split(&job, &line, '|') || !str_equal(job, p->job) ||
		    !str_split(state, &line, '|'))
			continue;
		*state = str_slice(*state, 0, str_find_byte(*state, ' '));
		*node = line;
		return true;
	}
	return false;
}

/* The tasks of an array, as squeue or, once that has forgotten them, sacct
   lists them: JOB_TASK|STATE|NODE. */
static struct str
list_tasks(struct engine *e, struct str array)
{
	char squeue[] = "squeue", plain[] = "-hr", all[] = "-tall",
	     jobs[] = "-j", form[] = "-o%F_%K|%T|%N";
	char sacct[] = "sacct", lines[] = "-nPX",
	     fields[] = "-oJobID,State,NodeList";
	char *argv[] = { squeue, plain, all, form, jobs,
			 arena_text(e->arena, array), NULL };
	char *later[] = { sacct, lines, fields, jobs, argv[5], NULL };
	struct proc_result r;

	if (call(e, &r, argv) && str_trim(r.out).n > 0)
		return r.out;
	if (call(e, &r, later))
		return r.out;
	return STR("");
}

/* What can be the name of a node. */
static bool
is_node(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!byte_is_name(s.p[i]) && !byte_among(s.p[i], "-."))
			return false;
	return s.n > 0;
}

/* Keeps the node that a task has run on, as it has said itself. */
static void
find_node(struct engine *e, struct part *p)
{
	struct str path = arena_printf(e->arena, STR_FMT "/" STR_FMT ".node",
				       STR_ARG(p->folder), STR_ARG(p->out));
	struct str name;

	if (file_read_start(e->arena, &name, path, 256) &&
	    is_node(str_trim(name)))
		p->node = str_trim(name);
}

/* A task that has no word of its own: it is given some time, for what it wrote
   may be on its way. */
static void
watch_task(struct engine *e, struct part *p, struct str listed)
{
	struct str state = STR("lost by Slurm"), node = STR("");
	bool known = find_task(listed, p, &state, &node);

	if (is_node(node))
		p->node = arena_copy(e->arena, node);
	if (known && is_alive(state)) {
		p->silence = 0;
		return;
	}
	p->silence += e->paused;
	if (p->silence >= SILENCE_MAX * e->pause)
		engine_lose(p, arena_printf(e->arena, "its task %.*s is "
			STR_FMT, STR_ARG(p->job), STR_ARG(state)));
}

/* Those of one array that have not ended. */
static void
watch_array(struct engine *e, struct str array)
{
	struct str listed = list_tasks(e, array);

	for (size_t i = 0; i < e->nparts; i++) {
		struct part *p = &e->parts[i];

		if (p->state != PART_RUNS || !str_equal(array_of(p), array))
			continue;
		find_node(e, p);
		if (!engine_ended(e, p))
			watch_task(e, p, listed);
	}
}

/* Whether an earlier part that runs is of the same array. */
static bool
is_known(const struct engine *e, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (e->parts[k].state == PART_RUNS &&
		    str_equal(array_of(&e->parts[k]), array_of(&e->parts[i])))
			return true;
	return false;
}

static void
watch(struct engine *e)
{
	bool *first = arena_alloc(e->arena, e->nparts + 1);

	for (size_t i = 0; i < e->nparts; i++)
		first[i] = e->parts[i].state == PART_RUNS && !is_known(e, i);
	for (size_t i = 0; i < e->nparts; i++)
		if (first[i])
			watch_array(e, array_of(&e->parts[i]));
}

static void
stop(struct engine *e)
{
	char scancel[] = "scancel";

	for (size_t i = 0; i < e->nparts; i++) {
		char *argv[] = { scancel, NULL, NULL };
		struct proc_result r;

		if (e->parts[i].state != PART_RUNS || is_known(e, i))
			continue;
		argv[1] = arena_text(e->arena, array_of(&e->parts[i]));
		call(e, &r, argv);
		diag_tell("job " STR_FMT " is cancelled",
			  STR_ARG(array_of(&e->parts[i])));
	}
}

const struct engine_row engine_slurm = {
	.name = STR_INIT("slurm"), .nodes = true, .pause = 10, .look = look,
	.start = start, .watch = watch, .stop = stop,
};
