/*
 * Records of measurements beside the ledger's: a page for each that the code
 * at hand is of, as far as its text differs; those whose record is gone are
 * removed.
 *
 * The idea: as with what is generated, the text follows from what is committed,
 * so that whoever verifies sees a difference if somebody has not. What cannot
 * be made here, for want of a disassembler or with another toolkit, stays as
 * it is. A dry run tells how many would change.
 */
#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "evidence.h"
#include "file.h"
#include "graph.h"
#include "marker.h"
#include "observe.h"
#include "path.h"
#include "plan.h"
#include "protocol.h"
#include "recall.h"
#include "report.h"
#include "session.h"
#include "session_parts.h"
#include "value.h"
#include "wiki.h"


/* Longer ones are none of ours. */
#define RECORD_BYTES_MAX ((size_t)1 << 20)

/* What is done, or with a dry run would be. */
struct done {
	size_t written, removed;
};

static bool
is_measured(const struct target *t)
{
	return t->kind == TARGET_PROBE ||
	       (t->kind == TARGET_RUN && t->run &&
		t->run->kind == MARKER_PROBE);
}

static bool
write_text(struct session *s, struct str path, struct buf *text,
	   struct done *done)
{
	if (file_holds(path, buf_str(text)))
		return true;
	done->written++;
	return s->given.dry_run ||
	       (file_may_write(s->arena, path, s->wiki->bound, s->diag) &&
		file_update(path, buf_str(text), s->diag));
}

/* The records of one target, of all devices. */
static bool
write_target(struct session *s, size_t i, struct done *done)
{
	const struct target *t = &s->plan->targets[i];
	struct str job = recall_job(s->world->recall, t);
	const struct evidence *e = NULL;
	struct buf text = { 0 };
	bool good = true;

	while (good && (e = ledger_next(s->ledger, job, e)) != NULL) {
		if (protocol_emit(&text, s->world, i, e, s->diag))
			good = write_text(s, protocol_path(s->arena, e->path),
					  &text, done);
		buf_clear(&text);
	}
	buf_free(&text);
	return good;
}

/* Removes what kbc has made of a record that is gone. */
static bool
remove_left(struct session *s, struct done *done)
{
	struct str folder = s->wiki->config.evidence, text;
	struct paths files = { 0 };

	if (file_kind(folder) != FILE_FOLDER)
		return true;
	if (!file_walk_within(s->arena, &files, folder, STR(".md"), s->diag))
		return false;
	for (size_t i = 0; i < files.n; i++) {
		struct str path = files.items[i];
		struct str of = arena_printf(s->arena, STR_FMT ".json",
					     (int)(path.n - 3), path.p);

		if (file_kind(of) != FILE_NONE)
			continue;
		if (!file_read(s->arena, &text, path, RECORD_BYTES_MAX,
			       s->diag))
			return false;
		if (!protocol_is_made(text))
			continue;
		done->removed++;
		if (!s->given.dry_run && !file_remove(path, s->diag))
			return false;
	}
	return true;
}

static void
tell(struct session *s, const struct done *done)
{
	struct buf out = { 0 };

	if (done->written + done->removed == 0)
		return;
	s->shown = true;
	buf_printf(&out, STR_FMT ": %zu page%s of records would be written, "
		   "%zu removed\n", STR_ARG(s->wiki->config.evidence),
		   done->written, done->written == 1 ? "" : "s",
		   done->removed);
	report_print(REPORT_TEXT, &out);
	buf_free(&out);
}

bool
session_record(struct session *s)
{
	struct done done = { 0 };
	bool good = true;

	if (s->given.only.n > 0) /* a part says nothing of the whole */
		return true;
	if (session_unread(s))
		return false;
	for (size_t i = 0; good && i < s->plan->ntargets; i++)
		if (is_measured(&s->plan->targets[i]))
			good = write_target(s, i, &done);
	good = good && remove_left(s, &done);
	if (s->given.dry_run && s->given.format == REPORT_TEXT)
		tell(s, &done);
	return good;
}
