/*
 * A JSON text with a finger on the place: what jansson gives as a tree, and
 * errors at the bytes.
 *
 * The idea: while the tree is walked the way to the value at hand is kept, a
 * few steps of keys and numbers. Only when something is wrong is it gone
 * again, in the text, by evidence_json.c; reading costs nothing for it.
 *
 * It knows the form of no record.
 */
#include "evidence.h"

#include "arena.h"
#include "diag.h"
#include "evidence_parts.h"
#include "evidence_reader.h"
#include "source.h"

#include <stdarg.h>

void
record_enter(struct record_reader *r, const char *key, size_t index)
{
	if (r->nsteps == RECORD_STEPS_MAX)
		bug("evidence is nested deeper than it is read");
	r->steps[r->nsteps++] = (struct record_step){ key, index };
}

void
record_leave(struct record_reader *r)
{
	r->nsteps--;
}

static struct str
place(const struct record_reader *r)
{
	struct str at = r->source->text;

	for (size_t i = 0; i < r->nsteps; i++)
		at = r->steps[i].key ? json_member(at, str_of(r->steps[i].key))
				     : json_element(at, r->steps[i].index);
	return at;
}

bool
record_refuse(const struct record_reader *r, const char *fmt, ...)
{
	struct str text;
	va_list ap;

	va_start(ap, fmt);
	text = arena_vprintf(r->arena, fmt, ap);
	va_end(ap);
	diag_error(r->diag, source_span_of(r->source, place(r)), STR_FMT,
		   STR_ARG(text));
	return false;
}

bool
record_refuse_member(struct record_reader *r, const json_t *object,
		     const char *key, const char *want)
{
	bool there = json_object_get(object, key) != NULL;

	if (!there)
		return record_refuse(r, "expected a member '%s', %s", key,
				     want);
	record_enter(r, key, 0);
	record_refuse(r, "expected '%s' to be %s", key, want);
	record_leave(r);
	return false;
}

struct str
record_copy(struct record_reader *r, const json_t *j)
{
	return arena_copy(r->arena, (struct str){ json_string_value(j),
						  json_string_length(j) });
}

bool
record_text(struct record_reader *r, struct str *out, const json_t *o,
	    const char *key)
{
	const json_t *j = json_object_get(o, key);

	if (!json_is_string(j) || json_string_length(j) == 0)
		return record_refuse_member(r, o, key, "a text");
	*out = record_copy(r, j);
	return true;
}

/* `kbc-evidence 2` where `kbc-evidence 1` is wanted. */
static bool
is_later(struct str format, struct str want)
{
	size_t n = want.n;
	uint64_t number, wanted;

	while (n > 0 && byte_is_digit(want.p[n - 1]))
		n--;
	return str_equal(str_slice(format, 0, n), str_slice(want, 0, n)) &&
	       str_unsigned(str_skip(want, n), &wanted) &&
	       str_unsigned(str_skip(format, n), &number) && number > wanted;
}

bool
record_format(struct record_reader *r, const json_t *o, struct str want)
{
	struct str format = STR("");

	if (!json_is_object(o))
		return record_refuse(r, "expected an object");
	if (!record_text(r, &format, o, "format"))
		return false;
	if (str_equal(format, want))
		return true;
	record_enter(r, "format", 0);
	if (is_later(format, want))
		record_refuse(r, "'" STR_FMT "' is of a later kbc: this one "
			      "reads '" STR_FMT "'", STR_ARG(format),
			      STR_ARG(want));
	else
		record_refuse(r, "expected 'format' to be '" STR_FMT "'",
			      STR_ARG(want));
	record_leave(r);
	return false;
}

bool
record_maybe(struct record_reader *r, struct str *out, const json_t *o,
	     const char *key)
{
	const json_t *j = json_object_get(o, key);

	if (!j || json_is_null(j))
		return true;
	if (!json_is_string(j))
		return record_refuse_member(r, o, key, "a text or null");
	*out = record_copy(r, j);
	return true;
}

bool
record_flag(struct record_reader *r, const json_t *o, const char *key,
	    bool *out)
{
	const json_t *j = json_object_get(o, key);

	*out = json_is_true(j);
	return !j || json_is_null(j) || json_is_boolean(j) ||
	       record_refuse_member(r, o, key, "true, false or null");
}

const json_t *
record_array(struct record_reader *r, const json_t *o, const char *key,
	     size_t most)
{
	const json_t *j = json_object_get(o, key);

	if (!json_is_array(j) || json_array_size(j) > most) {
		record_refuse_member(r, o, key, "a list that is not too long");
		return NULL;
	}
	return j;
}

bool
record_walk(struct record_reader *r, struct record_walk *w, const json_t *o,
	    const char *key, size_t most)
{
	*w = (struct record_walk){ .list = record_array(r, o, key, most) };
	if (!w->list)
		return false;
	w->n = json_array_size(w->list);
	record_enter(r, key, 0);
	return true;
}

bool
record_next(struct record_reader *r, struct record_walk *w)
{
	if (w->next > 0)
		record_leave(r);
	if (w->next == w->n) {
		record_leave(r);
		return false;
	}
	record_enter(r, NULL, w->next);
	w->item = json_array_get(w->list, w->next++);
	return true;
}

static void *
take_memory(size_t size)
{
	return memory_resize(NULL, size);
}

/* For jansson a text that it has no memory for is one that is wrong. */
void
ledger_init(void)
{
	json_set_alloc_funcs(take_memory, memory_free);
}

json_t *
record_load(struct record_reader *r)
{
	json_error_t error;
	struct str text = r->source->text;
	size_t at = str_find_byte(text, '\0');
	json_t *root;

	if (at < text.n) { /* which jansson passes over behind a number */
		diag_error(r->diag, source_span(r->source, at, 1),
			   "no JSON: %s", "a byte that is 0");
		return NULL;
	}
	root = json_loadb(text.p, text.n, JSON_REJECT_DUPLICATES, &error);
	if (root)
		return root;
	at = error.position > 0 ? (size_t)error.position - 1 : 0;
	diag_error(r->diag, source_span(r->source, at, 1), "no JSON: %s",
		   error.text);
	return NULL;
}
