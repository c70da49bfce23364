/*
 * MANIFEST to struct pack: the head, the jobs and their buffers.
 *
 * One pass, one line at a time. A line belongs to the innermost thing that is
 * open: the pack, a job, a case (pack_case.c). What a job or a case must have
 * is checked when it is closed, so that nothing half described is ever
 * launched. Files that the pack names are not opened here.
 */
#include <errno.h>
#include <string.h>

#include "arena.h"
#include "buf.h"
#include "device.h"
#include "die.h"
#include "file.h"
#include "formula.h"
#include "manifest.h"
#include "number.h"
#include "pack.h"
#include "pack_parts.h"
#include "pack_test.h"
#include "sha256.h"

enum {
	MANIFEST_BYTES = 64 << 20, /* a thousand jobs of 100 cases: 30 MiB */
	LIMIT_DEFAULT = 60,
	LIMIT_MOST = 24 * 3600,
};

struct parser {
	struct arena *arena;
	struct pack *pack;
	struct pack_job *job;	/* open, or NULL */
	struct pack_case *kase; /* open, or NULL */
	bool seed;		/* was given */
};

static bool
set_word(const struct line *l, const char **place)
{
	if (*place)
		return line_fail(l, "a second '%s'", l->words[0]);
	if (!line_expect(l, 2, "WORD VALUE"))
		return false;
	*place = l->words[1];
	return true;
}

static bool
set_hex(const struct line *l, const char **place)
{
	return set_word(l, place) && line_hex(l, 1);
}

/* A path that stays in the pack: no '..', no empty part, not absolute. */
static bool
check_path(const struct line *l, const char *path)
{
	const char *at = path, *slash;
	size_t len;

	for (;; at = slash + 1) {
		slash = strchr(at, '/');
		len = slash ? (size_t)(slash - at) : strlen(at);
		if (len == 0 || (len == 2 && !memcmp(at, "..", 2)))
			return line_fail(l, "'%s' is no path inside the pack",
					 path);
		if (!slash)
			return true;
	}
}

/* "cubin PATH SHA256" or "ptx PATH SHA256". */
static bool
parse_image(const struct line *l, const char **path, const char **sha256)
{
	bool ptx = l->words[0][0] == 'p';

	if (*path)
		return line_fail(l, "a second '%s'", l->words[0]);
	if (!line_expect(l, 3, ptx ? "ptx PATH SHA256" : "cubin PATH SHA256"))
		return false;
	if (!check_path(l, l->words[1]) || !line_hex(l, 2))
		return false;
	if (strlen(l->words[2]) != SHA256_TEXT - 1)
		return line_fail(l, "expected a SHA-256 of 64 digits");
	*path = l->words[1];
	*sha256 = l->words[2];
	return true;
}

static bool
parse_limit(const struct line *l, struct pack_job *job)
{
	const uint64_t range[2] = { 1, LIMIT_MOST };
	uint64_t value;

	if (job->limit)
		return line_fail(l, "a second 'limit'");
	if (!line_expect(l, 2, "limit SECONDS") ||
	    !line_whole(l, 1, range, &value))
		return false;
	job->limit = (unsigned)value;
	return true;
}

static bool
parse_replicates(const struct line *l, struct pack_job *job)
{
	const uint64_t range[2] = { 1, PACK_REPLICATES_MOST };
	uint64_t value;

	if (job->replicates)
		return line_fail(l, "a second 'replicates'");
	if (!line_expect(l, 2, "replicates N") ||
	    !line_whole(l, 1, range, &value))
		return false;
	job->replicates = (unsigned)value;
	return true;
}

static bool
check_job(const struct line *l, const struct pack_job *job)
{
	if (!job->key)
		return line_fail(l, "job '%s' has no 'key'", job->name);
	if (!job->cubin)
		return line_fail(l, "job '%s' has no 'cubin'", job->name);
	if (!job->target)
		return line_fail(l, "job '%s' has no 'target'", job->name);
	if (job->test && job->npoints)
		return line_fail(l, "a test has no points");
	if (job->counts_only && !job->ncounts)
		return line_fail(l, "job '%s' has no 'count'", job->name);
	if (job->test)
		return test_check(l, job->test);
	if (!job->ncases)
		return line_fail(l, "job '%s' has no 'case'", job->name);
	return point_check(l, job);
}

static bool
close_job(struct parser *p, const struct line *l)
{
	if (p->kase && !case_check(l, p->kase))
		return false;
	if (p->job && !check_job(l, p->job))
		return false;
	if (p->job && !p->job->limit)
		p->job->limit = LIMIT_DEFAULT;
	p->job = NULL;
	p->kase = NULL;
	return true;
}

static bool
open_job(struct parser *p, const struct line *l)
{
	struct pack *pack = p->pack;
	const char *allowed = "abcdefghijklmnopqrstuvwxyz0123456789_-";

	if (!line_expect(l, 2, "job NAME") || !close_job(p, l))
		return false;
	if (l->words[1][strspn(l->words[1], allowed)])
		return line_fail(l, "job name '%s' is not [a-z0-9_-]+",
				 l->words[1]);
	if (!pack->toolkit || !pack->harness || !p->seed)
		return line_fail(l, "'toolkit', 'harness' and 'seed' come "
				    "before the first job");
	if (pack_find(pack, l->words[1]) < pack->njobs)
		return line_fail(l, "a second job '%s'", l->words[1]);
	pack->jobs = arena_grow(p->arena, pack->jobs, pack->njobs,
				sizeof(*pack->jobs));
	p->job = &pack->jobs[pack->njobs++];
	p->job->name = l->words[1];
	p->job->line = l->number;
	return true;
}

static bool
open_case(struct parser *p, const struct line *l)
{
	struct pack_job *job = p->job;

	if (!line_expect(l, 1, "case"))
		return false;
	if (p->kase && !case_check(l, p->kase))
		return false;
	job->cases = arena_grow(p->arena, job->cases, job->ncases,
				sizeof(*job->cases));
	p->kase = &job->cases[job->ncases++];
	p->kase->line = l->number;
	case_open(p->arena, job, p->kase);
	return true;
}

static bool
parse_head_line(struct parser *p, const struct line *l)
{
	const uint64_t range[2] = { 0, UINT64_MAX };
	const char *word = l->words[0];

	if (!strcmp(word, "toolkit"))
		return set_word(l, &p->pack->toolkit);
	if (!strcmp(word, "harness"))
		return set_hex(l, &p->pack->harness);
	if (!strcmp(word, "metric") && !p->pack->njobs)
		return count_parse_name(p->arena, l, &p->pack->metrics,
					&p->pack->nmetrics);
	if (strcmp(word, "seed"))
		return line_fail(l, "unknown word '%s'%s", word,
				 p->pack->njobs ? " after 'end'"
						: " before a job");
	if (p->seed)
		return line_fail(l, "a second 'seed'");
	p->seed = true;
	return line_expect(l, 2, "seed NUMBER") &&
	       line_whole(l, 1, range, &p->pack->seed);
}

static bool
parse_job_line(struct parser *p, const struct line *l)
{
	const char *word = l->words[0];
	struct pack_job *job = p->job;

	if (!strcmp(word, "key"))
		return set_hex(l, &job->key);
	if (!strcmp(word, "target"))
		return set_word(l, &job->target);
	if (!strcmp(word, "cubin"))
		return parse_image(l, &job->cubin, &job->sha256);
	if (!strcmp(word, "ptx"))
		return parse_image(l, &job->ptx, &job->ptx_sha256);
	if (!strcmp(word, "limit"))
		return parse_limit(l, job);
	if (!strcmp(word, "replicates"))
		return parse_replicates(l, job);
	if (!strcmp(word, "point"))
		return point_parse(p->arena, l, job);
	if (!strcmp(word, "count"))
		return count_parse_name(p->arena, l, &job->counts,
					&job->ncounts);
	if (!strcmp(word, "counts"))
		return count_parse_only(l, job);
	if (!strcmp(word, "buffer"))
		return storage_parse(p->arena, l, &job->buffers,
				     &job->nbuffers);
	return line_fail(l, "unknown word '%s' in a job", word);
}

/* A test begins with its symbols; then all lines of the job are its. */
static bool
is_of_test(const struct parser *p, const char *word)
{
	return !strcmp(word, "symbol") || !strcmp(word, "cooperative") ||
	       !strcmp(word, "test") || p->job->test;
}

static bool
parse_test_line(struct parser *p, const struct line *l)
{
	if (p->kase)
		return line_fail(l, "a job has cases or a test");
	if (!p->job->symbols)
		p->job->symbols = arena_make(p->arena,
					     sizeof(*p->job->symbols));
	if (!strcmp(l->words[0], "test"))
		p->job->test = p->job->symbols;
	return test_parse_line(p->arena, l, p->job->symbols);
}

static bool
parse_line(struct parser *p, const struct line *l)
{
	const char *word = l->words[0];

	if (!strcmp(word, "job"))
		return open_job(p, l);
	if (!strcmp(word, "end")) {
		if (!p->job)
			return line_fail(l, "'end' without a job");
		return line_expect(l, 1, "end") && close_job(p, l);
	}
	if (!p->job)
		return parse_head_line(p, l);
	if (is_of_test(p, word))
		return parse_test_line(p, l);
	if (!strcmp(word, "case"))
		return open_case(p, l);
	if (p->kase)
		return case_parse_line(p->arena, l, p->kase);
	return parse_job_line(p, l);
}

static bool
check_first_line(const struct line *l)
{
	if (l->nwords < 1 || strcmp(l->words[0], "kbc-pack"))
		return line_fail(l, "expected 'kbc-pack 1'");
	if (!line_expect(l, 2, "kbc-pack 1"))
		return false;
	if (strcmp(l->words[1], "1"))
		return line_fail(l,
				 "pack format '%s' is not known here, "
				 "only 1",
				 l->words[1]);
	return true;
}

static bool
parse_text(struct parser *p, const char *text, size_t len)
{
	const char *end = text + len, *newline;
	struct line l = { 0 };

	for (; text < end; text = newline + 1) {
		l.number++;
		newline = memchr(text, '\n', (size_t)(end - text));
		if (!newline)
			return line_fail(&l, "the last line has no end");
		if (!line_parse(p->arena, text, (size_t)(newline - text), &l))
			return false;
		if (l.number == 1) {
			if (!check_first_line(&l))
				return false;
		} else if (l.nwords && !parse_line(p, &l)) {
			return false;
		}
	}
	l.number++;
	if (p->job)
		return line_fail(&l, "job '%s' is not closed by 'end'",
				 p->job->name);
	if (!p->pack->njobs && !p->pack->nmetrics)
		return line_fail(&l, "the pack has no job");
	return true;
}

bool
pack_read(struct arena *a, const char *folder, struct pack *p)
{
	struct parser parser = { .arena = a, .pack = p };
	struct buf path = { 0 }, text = { 0 };
	char hash[SHA256_TEXT];
	bool ok;

	memset(p, 0, sizeof(*p));
	p->folder = arena_copy(a, folder, strlen(folder));
	buf_addf(&path, "%s/MANIFEST", folder);
	ok = file_read(path.data, MANIFEST_BYTES, &text);
	if (ok) {
		sha256_text(text.data, text.len, hash);
		p->sha256 = arena_copy(a, hash, sizeof(hash) - 1);
		ok = parse_text(&parser, text.data, text.len);
	} else {
		warn("cannot read '%s': %s", path.data, strerror(errno));
	}
	buf_free(&path);
	buf_free(&text);
	return ok;
}

size_t
pack_find(const struct pack *p, const char *name)
{
	size_t i;

	for (i = 0; i < p->njobs; i++) {
		if (!strcmp(p->jobs[i].name, name))
			break;
	}
	return i;
}

/* Multiply *TOTAL by FACTOR, N times; false if it does not fit 63 bits. */
static bool
multiply(uint64_t *total, int64_t factor, unsigned n)
{
	for (; n; n--) {
		if (factor <= 0)
			return false;
		if (*total > INT64_MAX / (uint64_t)factor)
			return false;
		*total *= (uint64_t)factor;
	}
	return true;
}

bool
pack_size_find(const struct pack_size *s, const struct device_attributes *d,
	       uint64_t *bytes)
{
	*bytes = s->number;
	return multiply(bytes, d->sm_count, s->sm) &&
	       multiply(bytes, d->l2_bytes, s->l2);
}
