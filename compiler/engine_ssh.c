/*
 * Hosts behind ssh: kbc-run and a part are sent there, run, and the records
 * fetched.
 *
 * The idea: each step is a short command of its own, so a line that is cut
 * costs a step and not the run, which goes on over there and is found again.
 * A folder `.kbc/HOST-RUNNER` of the user there holds kbc-run, the script and
 * the parts; it is named after the host, since hosts may share their disks,
 * and after the very kbc-run, so another one is never taken for it.
 *
 * Who the host is, by which key, port and way: that is for ssh's own
 * configuration to say; nothing is asked at the terminal. What is sent to the
 * shell there is made of words of ours, digits and letters.
 */
#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "engine.h"
#include "engine_parts.h"
#include "file.h"
#include "path.h"
#include "proc.h"
#include "tar.h"

#define STEP_SECONDS 60.0
#define SEND_SECONDS 900.0  /* for kbc-run and packs on a slow line */
#define MISSES_MAX 3        /* no answer so often: the host is gone */
#define FILE_MAX ((size_t)1 << 30)

/* --- one command there --------------------------------------------------- */

/* The folder there, of a site. */
static struct str
folder_of(struct engine *e, const struct site *s)
{
	return arena_printf(e->arena, ".kbc/" STR_FMT "-" STR_FMT,
			    STR_ARG(s->name),
			    STR_ARG(str_slice(e->hash, 0, 16)));
}

/* What a host is told: a command, and what that reads, a file or nothing. */
struct told {
	struct str command, input;
	double seconds;
};

static bool
ssh(struct engine *e, const struct site *s, struct proc_result *r,
    const struct told *t)
{
	char program[] = "ssh", option[] = "-o", batch[] = "BatchMode=yes",
	     end[] = "--";
	char *argv[] = { program, option, batch, end,
			 arena_text(e->arena, s->name),
			 arena_text(e->arena, t->command), NULL };
	struct call c = { .argv = argv, .seconds = t->seconds };

	if (t->input.n > 0)
		c.input = arena_text(e->arena, t->input);
	return engine_call(e, r, &c);
}

/* `sh part.sh` there, with words. */
static bool
script(struct engine *e, const struct site *s, struct proc_result *r,
       struct str words)
{
	struct told t = { .seconds = STEP_SECONDS };

	t.command = arena_printf(e->arena, "sh " STR_FMT "/" ENGINE_SCRIPT
				 " " STR_FMT, STR_ARG(folder_of(e, s)),
				 STR_ARG(words));
	return ssh(e, s, r, &t);
}

/* Whether ssh itself failed: its status, or none in time. */
static bool
is_cut(const struct proc_result *r)
{
	return !r->started || r->timed_out || r->status == 255 ||
	       r->status < 0;
}

static struct str
say_why(struct engine *e, const struct proc_result *r)
{
	struct str said = engine_last_line(r->err);

	if (!r->started)
		return STR("there is no ssh here");
	if (r->timed_out)
		return STR("it does not answer");
	if (said.n > 0)
		return said;
	return arena_printf(e->arena, "status %d", r->status);
}

/* --- sending ------------------------------------------------------------- */

/* Unpacks an archive in a folder there. */
static bool
send(struct engine *e, const struct site *s, struct proc_result *r,
     struct str folder, struct buf *archive)
{
	struct told t = { .seconds = SEND_SECONDS };
	bool good;

	t.input = path_join(e->arena, e->folder, STR("send.tar"));
	t.command = arena_printf(e->arena, "mkdir -p " STR_FMT " && cd "
				 STR_FMT " && tar -xf -", STR_ARG(folder),
				 STR_ARG(folder));
	*r = (struct proc_result){ .status = -1 };
	tar_end(archive);
	good = file_lay(t.input, buf_str(archive), e->diag) &&
	       ssh(e, s, r, &t);
	buf_free(archive);
	file_remove(t.input, e->diag);
	return good;
}

static bool
send_runner(struct engine *e, const struct site *s, struct proc_result *r)
{
	struct buf tar = { 0 };

	tar_add(&tar, STR(ENGINE_SCRIPT), e->script, true);
	tar_add(&tar, STR("kbc-run"), e->bytes, true);
	return send(e, s, r, folder_of(e, s), &tar);
}

/* The pack of a part, all plain files of it. */
static bool
send_part(struct engine *e, const struct site *s, struct proc_result *r,
	  const struct part *p)
{
	struct str folder = path_join(e->arena, folder_of(e, s), p->id);
	struct paths files = { 0 };
	struct buf tar = { 0 };

	if (!file_walk(e->arena, &files, p->folder, STR(""), e->diag))
		return false;
	for (size_t i = 0; i < files.n; i++) {
		struct str name = path_below(files.items[i], p->folder), bytes;

		if (!str_equal(name, STR("MANIFEST")) &&
		    !str_starts(name, STR("bin/")))
			continue; /* of another try */
		if (!file_read(e->arena, &bytes, files.items[i], FILE_MAX,
			       e->diag)) {
			buf_free(&tar);
			return false;
		}
		tar_add(&tar, name, bytes, false);
	}
	return send(e, s, r, folder, &tar);
}

/* --- hosts --------------------------------------------------------------- */

/* What ssh takes for a host, and a folder can be named after. */
static bool
is_host(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!byte_is_name(s.p[i]) && !byte_among(s.p[i], "-.@"))
			return false;
	return s.n > 0 && s.p[0] != '-' && s.p[0] != '.';
}

/* The doctor of the kbc-run that was sent, and of no other. */
static bool
ask_doctor(struct engine *e, struct site *s, struct proc_result *r)
{
	struct str first = arena_printf(e->arena, "runner " STR_FMT "\n",
					STR_ARG(e->hash));

	return script(e, s, r, arena_printf(e->arena, "doctor " STR_FMT,
					    STR_ARG(e->device))) &&
	       str_starts(r->out, first);
}

/* Sends kbc-run where it is not yet, or not whole. */
static void
look_at(struct engine *e, struct site *s)
{
	struct proc_result r;
	struct str line;

	if (!ask_doctor(e, s, &r) &&
	    (is_cut(&r) || !send_runner(e, s, &r) || !ask_doctor(e, s, &r))) {
		s->why = r.status != 0 ? say_why(e, &r) :
			STR("another kbc-run is there than was sent");
		return;
	}
	str_split(&line, &r.out, '\n');
	machine_read(&s->machine, r.out);
	if (s->machine.name.n == 0)
		s->why = STR("its kbc-run names no device");
}

/* All that are named, before any of them is spoken to. */
static bool
add_hosts(struct engine *e)
{
	struct str rest = e->hosts, name;

	while (str_split(&name, &rest, ',')) {
		if (is_host(name)) {
			engine_add_site(e, name)->width = 1;
			continue;
		}
		diag_fail(e->diag, "'" STR_FMT "' is no host: a name of "
			  "letters, digits and - . _ @, as ssh's "
			  "configuration may have it", STR_ARG(name));
		return false;
	}
	return true;
}

static bool
look(struct engine *e)
{
	size_t good = 0;

	if (!add_hosts(e))
		return false;
	for (size_t i = 0; i < e->nsites; i++) {
		struct site *s = &e->sites[i];

		look_at(e, s);
		good += s->why.n == 0;
		if (s->why.n > 0)
			diag_tell("nothing is measured on " STR_FMT ": "
				  STR_FMT, STR_ARG(s->name), STR_ARG(s->why));
	}
	if (good == 0)
		diag_fail(e->diag, "no host can measure: " STR_FMT,
			  STR_ARG(e->nsites > 0 ? e->sites[0].why :
				  STR("--host names none")));
	return good > 0;
}

/* --- parts --------------------------------------------------------------- */

/* It has not answered; after a few times it never will. */
static void
miss(struct engine *e, size_t site, const struct proc_result *r)
{
	struct site *s = &e->sites[site];

	if (++s->misses < MISSES_MAX && r->started)
		return;
	s->why = say_why(e, r);
	for (size_t i = 0; i < e->nparts; i++)
		if (e->parts[i].state == PART_RUNS && e->parts[i].site == site)
			engine_lose(&e->parts[i], s->why);
}

static void
start(struct engine *e, size_t site, struct part **parts, size_t n)
{
	struct site *s = &e->sites[site];

	for (size_t i = 0; i < n; i++) {
		struct part *p = parts[i];
		struct proc_result r;
		struct str words = arena_printf(e->arena, "start " STR_FMT
			" " STR_FMT " " STR_FMT " " STR_FMT, STR_ARG(p->id),
			STR_ARG(p->out), STR_ARG(e->hash),
			STR_ARG(e->device));

		if (send_part(e, s, &r, p) && script(e, s, &r, words)) {
			p->state = PART_RUNS;
			s->misses = 0;
			continue;
		}
		if (is_cut(&r))
			miss(e, site, &r);
		else
			engine_lose(p, say_why(e, &r));
	}
}

/* Files of `SIZE NAME` lines and bytes, into the part's folder here; false
   where they are not whole. */
static bool
unpack(struct engine *e, const struct part *p, struct str all)
{
	struct str into = engine_records(e, p), head, name;
	uint64_t size;

	while (all.n > 0) {
		if (!str_split(&head, &all, '\n') ||
		    !str_take_unsigned(&head, &size) || size > all.n)
			return false;
		name = str_skip(head, 1);
		if (!is_host(name)) /* a plain name */
			return false;
		if (str_ends(name, STR(".log")) &&
		    str_starts(name, p->out))
			name = arena_printf(e->arena, "../" STR_FMT,
					    STR_ARG(name));
		if (!file_update(path_clean(e->arena, path_join(e->arena, into,
						name)),
				 str_slice(all, 0, size), e->diag))
			return false;
		all = str_skip(all, size);
	}
	return true;
}

/* Fetches what a part has left, whatever its end. */
static void
fetch(struct engine *e, struct part *p, struct str said)
{
	struct str words = arena_printf(e->arena, "fetch " STR_FMT " " STR_FMT,
					STR_ARG(p->id), STR_ARG(p->out));
	struct proc_result r;

	if (!script(e, &e->sites[p->site], &r, words)) {
		miss(e, p->site, &r);
		return;
	}
	if (!unpack(e, p, r.out)) {
		engine_lose(p, STR("its records did not come whole"));
		return;
	}
	p->said = said;
	p->state = PART_BACK;
}

static void
watch_part(struct engine *e, struct part *p)
{
	struct site *s = &e->sites[p->site];
	struct proc_result r;
	struct str said;

	if (!script(e, s, &r, arena_printf(e->arena, "look " STR_FMT " "
			STR_FMT, STR_ARG(p->id), STR_ARG(p->out)))) {
		miss(e, p->site, &r);
		return;
	}
	s->misses = 0;
	said = str_trim(r.out);
	if (str_equal(said, STR("running")))
		return;
	if (str_equal(said, STR("gone")) || str_equal(said, STR("none")))
		engine_lose(p, STR("it ended there without a word"));
	else
		fetch(e, p, said);
}

static void
watch(struct engine *e)
{
	for (size_t i = 0; i < e->nparts; i++)
		if (e->parts[i].state == PART_RUNS)
			watch_part(e, &e->parts[i]);
}

static void
clear(struct engine *e, const struct part *p)
{
	const struct site *s = &e->sites[p->site];
	struct proc_result r;

	if (s->why.n == 0)
		script(e, s, &r, arena_printf(e->arena, "clear " STR_FMT,
					      STR_ARG(p->id)));
}

const struct engine_row engine_ssh = {
	.name = STR_INIT("ssh"), .pause = 5, .look = look, .start = start,
	.watch = watch, .clear = clear,
};
