/*
 * A map from names to what was made of them the first time. The name of a job
 * is a hash over all its launches, and a vocabulary is a file, so both cost
 * far more than the claim that asks.
 */
#include "recall.h"

#include "arena.h"
#include "diag.h"
#include "file.h"
#include "map.h"
#include "pack.h"
#include "plan.h"
#include "quantity.h"
#include "source.h"
#include "value.h"
#include "yaml.h"

#define YAML_MAX (1u << 20)

struct recall {
	struct arena *arena;
	struct map targets, paths, texts, values;
	struct str *jobs;           /* by the number in targets */
	struct job_bound *bound;    /* likewise; key empty: not asked for */
	const struct node **files;  /* by the number in paths */
	const struct stored **stored; /* by the number in texts */
	const struct value **found; /* by the number in values */
	size_t capjobs, capbound, capfiles, capstored, capfound;
	struct paths asked;         /* files, of both */
	bool missed;                /* one of them could not be read */
};

struct recall *
recall_make(struct arena *a)
{
	struct recall *r = arena_alloc(a, sizeof *r);

	r->arena = r->targets.arena = r->paths.arena = r->texts.arena = a;
	r->values.arena = a;
	return r;
}

struct str
recall_job(struct recall *r, const struct target *t)
{
	size_t at = map_find(&r->targets, t->name), n = r->targets.n;

	if (at != SIZE_MAX)
		return r->jobs[at];
	r->jobs = arena_grow(r->arena, r->jobs, n, &r->capjobs,
			     sizeof *r->jobs);
	r->bound = arena_grow(r->arena, r->bound, n, &r->capbound,
			      sizeof *r->bound);
	r->jobs[n] = pack_name(r->arena, t);
	r->bound[n] = (struct job_bound){ STR(""), STR("") };
	map_add(&r->targets, arena_copy(r->arena, t->name), n);
	return r->jobs[n];
}

const struct job_bound *
recall_bound(struct recall *r, const struct target *t)
{
	struct job_bound *b;

	recall_job(r, t);
	b = &r->bound[map_find(&r->targets, t->name)];
	if (b->key.n == 0)
		*b = (struct job_bound){ pack_key(r->arena, t),
					 pack_block(r->arena, t) };
	return b;
}

const struct value *
recall_value(const struct recall *r, struct str key)
{
	size_t at = map_find(&r->values, key);

	return at != SIZE_MAX ? r->found[at] : NULL;
}

const struct value *
recall_keep(struct recall *r, struct str key, const struct value *v)
{
	struct value *copy = arena_alloc(r->arena, sizeof *copy);
	size_t n = r->values.n;

	*copy = value_copy(r->arena, v);
	r->found = arena_grow(r->arena, r->found, n, &r->capfound,
			      sizeof *r->found);
	r->found[n] = copy;
	map_add(&r->values, arena_copy(r->arena, key), n);
	return copy;
}

static void
note_file(struct recall *r, struct str path)
{
	paths_add(r->arena, &r->asked, path);
}

const struct paths *
recall_files(const struct recall *r)
{
	return &r->asked;
}

bool
recall_missed(const struct recall *r)
{
	return r->missed;
}

void
recall_file(struct recall *r, struct str path, bool missed)
{
	note_file(r, arena_copy(r->arena, path));
	r->missed = r->missed || missed;
}

/* The text of a plain file. */
static bool
read_text(struct recall *r, struct str *text, struct str path, size_t max)
{
	if (file_kind(path) != FILE_PLAIN)
		return false;
	if (file_read(r->arena, text, path, max, diag_make(r->arena)))
		return true;
	r->missed = true;
	return false;
}

static const struct node *
read_yaml(struct recall *r, struct str path)
{
	struct arena *a = r->arena;
	struct str text;

	if (!read_text(r, &text, path, YAML_MAX))
		return NULL;
	return yaml_parse_data(a, source_span(source_make(a, path, text), 0,
					 text.n), diag_make(a));
}

const struct node *
recall_yaml(struct recall *r, struct str path)
{
	size_t at = map_find(&r->paths, path), n = r->paths.n;

	if (at != SIZE_MAX)
		return r->files[at];
	r->files = arena_grow(r->arena, r->files, n, &r->capfiles,
			      sizeof *r->files);
	path = arena_copy(r->arena, path);
	note_file(r, path);
	r->files[n] = read_yaml(r, path);
	map_add(&r->paths, path, n);
	return r->files[n];
}

static const struct stored *
read_stored(struct recall *r, struct str path)
{
	struct arena *a = r->arena;
	struct stored *out = arena_alloc(a, sizeof *out);
	struct source *s;
	struct str text;

	if (!read_text(r, &text, path, SOURCE_MAX) ||
	    str_find_byte(text, '\0') < text.n)
		return NULL;
	s = source_make(a, path, text);
	out->source = s;
	out->nsaid = quantity_collect(a, &out->said,
				      source_span(s, 0, text.n));
	return out;
}

const struct stored *
recall_stored(struct recall *r, struct str path)
{
	size_t at = map_find(&r->texts, path), n = r->texts.n;

	if (at != SIZE_MAX)
		return r->stored[at];
	r->stored = arena_grow(r->arena, r->stored, n, &r->capstored,
			       sizeof *r->stored);
	path = arena_copy(r->arena, path);
	note_file(r, path);
	r->stored[n] = read_stored(r, path);
	map_add(&r->texts, path, n);
	return r->stored[n];
}
