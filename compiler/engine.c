/*
 * Parts on the machines of an engine, until all are home or lost for good.
 *
 * The idea: one loop for all engines. What waits is started where there is
 * room, what runs is looked after, what is back is looked at before it counts;
 * and a part that is lost, for whatever reason, waits once more for another
 * place than the one that lost it. What an engine does for each of these steps
 * is a row of functions (engine_ssh.c, engine_slurm.c).
 *
 * A signal ends the loop: what can be stopped is, what is back is kept.
 *
 * Which parts there are, and how much of what is wanted is in each, is made
 * before (fleet.c); what counts as a part's records is engine_take.c, how a run
 * goes on with what an earlier one began engine_resume.c.
 */
#include "engine.h"

#include "arena.h"
#include "diag.h"
#include "engine_parts.h"
#include "file.h"
#include "hash.h"
#include "path.h"
#include "proc.h"
#include "quantity.h"

#define RUNNER_MAX ((size_t)256 << 20)
#define TRIES_MAX 2
#define PAUSE_FIRST 0.2 /* seconds; then longer ones */

static const struct engine_row *const rows[] = { &engine_ssh, &engine_slurm };

const struct engine_row *
engine_find(struct str name)
{
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		if (str_equal(rows[i]->name, name))
			return rows[i];
	return NULL;
}

void
machine_read(struct machine *out, struct str doctor)
{
	struct str rest = str_skip(doctor, str_find(doctor, STR(": ")) + 2);
	int number;
	char suffix;

	*out = (struct machine){ .gpus = 0 };
	out->counters = str_find(doctor, STR("\ncounters: ncu ")) < doctor.n;
	out->name = str_slice(rest, 0, str_find(rest, STR(" (sm_")));
	rest = str_skip(rest, out->name.n + 2);
	rest = str_slice(rest, 0, str_find_byte(rest, ')'));
	if (!arch_parse(&out->sm, &number, &suffix, rest))
		out->sm = STR("");
	for (rest = doctor; rest.n > 0;
	     rest = str_skip(rest, str_find_byte(rest, '\n') + 1))
		out->gpus += str_find(str_slice(rest, 0, str_find_byte(rest,
			'\n')), STR(" (sm_")) <
			     str_find_byte(rest, '\n');
}

/* --- what engines share -------------------------------------------------- */

struct site *
engine_add_site(struct engine *e, struct str name)
{
	e->sites = arena_grow(e->arena, e->sites, e->nsites, &e->capsites,
			      sizeof *e->sites);
	e->sites[e->nsites].name = name;
	return &e->sites[e->nsites++];
}

bool
engine_call(struct engine *e, struct proc_result *r, const struct call *c)
{
	static const char *const names[] = {
		"SSH_AUTH_SOCK", "KRB5CCNAME", "SLURM_CONF",
	};
	const char *env[COUNT_OF(names) + 1] = { NULL };
	struct proc p = { .argv = c->argv, .input = c->input, .dir = c->dir,
			  .more = env, .limits = { .seconds = c->seconds,
			  .output = (size_t)1 << 30 } };
	size_t n = 0;

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		struct str value = proc_env(str_of(names[i]));

		if (value.n > 0)
			env[n++] = arena_text(e->arena, arena_printf(e->arena,
				"%s=" STR_FMT, names[i], STR_ARG(value)));
	}
	return proc_run(e->arena, r, &p);
}

void
engine_lose(struct part *p, struct str why)
{
	p->state = PART_LOST;
	p->why = why;
}

size_t
engine_running(const struct engine *e, size_t site)
{
	size_t n = 0;

	for (size_t i = 0; i < e->nparts; i++)
		n += e->parts[i].state == PART_RUNS && e->parts[i].site == site;
	return n;
}

struct str
engine_records(struct engine *e, const struct part *p)
{
	return path_join(e->arena, p->folder, p->out);
}

struct str
engine_last_line(struct str text)
{
	struct str last = STR(""), rest = text, line;

	while (str_split(&line, &rest, '\n'))
		if (str_trim(line).n > 0)
			last = str_trim(line);
	return last;
}

bool
engine_ended(struct engine *e, struct part *p)
{
	struct str path = arena_printf(e->arena, STR_FMT "/" STR_FMT ".status",
				       STR_ARG(p->folder), STR_ARG(p->out));

	if (!file_read_start(e->arena, &p->said, path, 256))
		return false;
	p->said = str_trim(p->said);
	p->state = PART_BACK;
	return true;
}

/* --- parts --------------------------------------------------------------- */

bool
engine_open(struct engine *e)
{
	if (!file_read(e->arena, &e->bytes, e->runner, RUNNER_MAX, e->diag) ||
	    !file_read(e->arena, &e->script, path_join(e->arena, e->data,
			STR("fleet/" ENGINE_SCRIPT)), RUNNER_MAX, e->diag))
		return false;
	e->hash = hash_hex(e->arena, e->bytes);
	e->version = engine_version(e);
	e->pause = e->row->pause;
	e->folder = path_join(e->arena, e->root, str_slice(e->hash, 0, 16));
	if (!file_make_folder(e->folder, e->diag) || !e->row->look(e))
		return false;
	engine_resume(e);
	return true;
}

size_t
engine_width(const struct engine *e, const struct machine *m)
{
	size_t n = 0;

	for (size_t i = 0; i < e->nsites; i++)
		if (e->sites[i].why.n == 0 &&
		    str_equal(e->sites[i].machine.name, m->name))
			n += e->sites[i].width *
			     (e->sites[i].machine.gpus > 1 ?
				      e->sites[i].machine.gpus : 1);
	return n;
}

size_t
engine_machines(const struct engine *e, struct machine *out)
{
	size_t n = 0;

	for (size_t i = 0; i < e->nsites; i++) {
		const struct site *s = &e->sites[i];
		size_t k = 0;

		while (k < n && !str_equal(out[k].name, s->machine.name))
			k++;
		if (s->why.n > 0)
			continue;
		if (k == n)
			out[n++] = s->machine;
		else /* what all of them can do */
			out[k].counters = out[k].counters &&
					  s->machine.counters;
	}
	return n;
}

struct part *
engine_add(struct engine *e, const struct machine *m)
{
	struct str name = arena_printf(e->arena, STR_FMT " %lld %zu",
				       STR_ARG(e->root),
				       (long long)file_clock(), e->nparts);
	struct part *p;

	e->parts = arena_grow(e->arena, e->parts, e->nparts, &e->capparts,
			      sizeof *e->parts);
	p = &e->parts[e->nparts++];
	p->id = str_slice(hash_hex(e->arena, name), 0, 16);
	p->folder = path_join(e->arena, e->folder, p->id);
	p->machine = *m;
	return p;
}

static bool
fits(const struct site *s, const struct part *p)
{
	return s->why.n == 0 &&
	       str_equal(s->machine.name, p->machine.name);
}

/* Whether there is a place, now or later, that may have the part. */
static bool
has_place(const struct engine *e, const struct part *p)
{
	for (size_t i = 0; i < e->nsites; i++)
		if (fits(&e->sites[i], p) && p->avoids != i + 1)
			return true;
	return false;
}

/* A lost part waits once more, if there is another place. */
static void
try_again(struct engine *e, struct part *p)
{
	const struct site *s = &e->sites[p->site];

	p->avoids = e->row->nodes ? 0 : p->site + 1;
	p->shuns = p->node;
	if (p->resumed) {
		p->state = PART_FAILED; /* what it lacks is wanted again */
		engine_forget(e, p);
		return;
	}
	diag_tell("part " STR_FMT " is lost on " STR_FMT "%s" STR_FMT
		  ": " STR_FMT, STR_ARG(p->id), STR_ARG(s->name),
		  p->node.n > 0 ? ", " : "", STR_ARG(p->node),
		  STR_ARG(p->why));
	if (p->tries < TRIES_MAX && has_place(e, p)) {
		if (e->row->clear)
			e->row->clear(e, p);
		p->state = PART_WAITS;
		return;
	}
	p->state = PART_FAILED;
	diag_fail(e->diag, "a part of %zu jobs is not measured%s: " STR_FMT
		  "%s" STR_FMT ": " STR_FMT, p->njobs,
		  p->partial.n > 0 ? " as a whole" : "", STR_ARG(s->name),
		  p->node.n > 0 ? ", " : "", STR_ARG(p->node),
		  STR_ARG(p->why));
	engine_take_some(e, p);
	engine_forget(e, p);
}

/* What waits and may run on a site, as far as it has room. */
static size_t
find_waiting(struct engine *e, size_t site, struct part **out)
{
	const struct site *s = &e->sites[site];
	size_t room = s->width, n = 0;
	size_t running = engine_running(e, site);

	room = running < room ? room - running : 0;
	for (size_t i = 0; i < e->nparts && n < room; i++) {
		struct part *p = &e->parts[i];

		if (p->state == PART_WAITS && fits(s, p) &&
		    p->avoids != site + 1)
			out[n++] = p;
	}
	return n;
}

static void
start_waiting(struct engine *e)
{
	struct part **list = arena_alloc(e->arena, (e->nparts + 1) *
							   sizeof(void *));

	for (size_t i = 0; i < e->nsites; i++) {
		size_t n = find_waiting(e, i, list);

		for (size_t k = 0; k < n; k++) {
			list[k]->tries++;
			list[k]->site = i;
			list[k]->node = STR("");
			list[k]->out = arena_printf(e->arena, "try%u",
						    list[k]->tries);
			engine_note(e, list[k]);
		}
		if (n > 0)
			e->row->start(e, i, list, n);
		for (size_t k = 0; k < n; k++)
			if (list[k]->state == PART_RUNS)
				engine_note(e, list[k]); /* with its job */
			else if (list[k]->state == PART_WAITS)
				list[k]->tries--; /* the site did not take it */
	}
}

/* What no place is left for is lost. */
static void
drop_homeless(struct engine *e)
{
	for (size_t i = 0; i < e->nparts; i++) {
		struct part *p = &e->parts[i];

		if (p->state == PART_WAITS && !has_place(e, p))
			engine_lose(p, p->why.n > 0 ? p->why :
				    e->sites[p->site].why);
	}
}

static void
settle(struct engine *e)
{
	for (size_t i = 0; i < e->nparts; i++) {
		struct part *p = &e->parts[i];

		if (p->state == PART_BACK)
			engine_take(e, p);
		if (p->state == PART_LOST)
			try_again(e, p);
	}
}

static size_t
count(const struct engine *e, enum part_state state)
{
	size_t n = 0;

	for (size_t i = 0; i < e->nparts; i++)
		n += e->parts[i].state == state;
	return n;
}

/* How far it is, when that is news; whether it is. */
static bool
tell_progress(const struct engine *e, size_t told[2])
{
	size_t now[2] = { count(e, PART_TAKEN), count(e, PART_RUNS) };

	if (now[0] == told[0] && now[1] == told[1])
		return false;
	diag_tell("%zu of %zu parts are measured, %zu run", now[0], e->nparts,
		  now[1]);
	memcpy(told, now, sizeof now);
	return true;
}

bool
engine_run(struct engine *e)
{
	size_t told[2] = { 0, 0 }, failed = count(e, PART_FAILED);
	double pause = PAUSE_FIRST;
	int signal = 0;

	proc_hold();
	while (signal == 0) {
		start_waiting(e);
		drop_homeless(e);
		settle(e);
		if (tell_progress(e, told))
			pause = PAUSE_FIRST;
		if (count(e, PART_RUNS) + count(e, PART_WAITS) == 0)
			break;
		signal = proc_pause(pause);
		e->paused = pause;
		pause = pause * 1.5 < e->pause ? pause * 1.5 : e->pause;
		if (signal > 0 && e->row->stop)
			e->row->stop(e);
		e->row->watch(e);
	}
	settle(e);
	proc_release(signal);
	return count(e, PART_FAILED) == failed;
}
