/*
 * Two states of one file of the ledger -> what the newer one has lost.
 *
 * The idea: a record only grows. Runs are put among those that are there, and
 * what the head says of all of them stays as it was written, so a head that
 * differs, or a run that is not found again with the same samples, is work of
 * an editor. Meanings are compared, not bytes: line endings of a work
 * tree change none.
 *
 * Whether the newer file is good evidence at all is seen when it is read.
 */
#include "evidence.h"

#include "arena.h"

#include <jansson.h>

/* The member of the head that differs; NULL if none does. Of a job that has no
   run yet, what it failed by may change. */
static const char *
changed_head(json_t *was, const json_t *is, bool ran)
{
	const char *key;
	json_t *value;

	json_object_foreach(was, key, value) {
		struct str name = str_of(key);

		if (str_equal(name, STR("runs")) ||
		    (!ran && str_equal(name, STR("error"))))
			continue;
		if (!json_equal(value, json_object_get(is, key)))
			return key;
	}
	return NULL;
}

/* The first run of the one that the other has not, behind the runs before
   it; SIZE_MAX if it has all. */
static size_t
lost_run(const json_t *was, const json_t *is)
{
	size_t at = 0, n = json_array_size(is);

	for (size_t i = 0; i < json_array_size(was); i++) {
		const json_t *run = json_array_get(was, i);

		while (at < n && !json_equal(run, json_array_get(is, at)))
			at++;
		if (at++ == n)
			return i;
	}
	return SIZE_MAX;
}

static struct str
compare(struct arena *a, json_t *was, const json_t *is)
{
	const json_t *runs = json_object_get(was, "runs");
	size_t lost;
	const char *key, *when;

	if (!json_is_array(runs))
		return STR("");
	key = changed_head(was, is, json_array_size(runs) > 0);
	if (key)
		return arena_printf(a, "'%s' of its head is not what it was",
				    key);
	lost = lost_run(runs, json_object_get(is, "runs"));
	if (lost == SIZE_MAX)
		return STR("");
	when = json_string_value(json_object_get(json_array_get(runs, lost),
						 "started"));
	return arena_printf(a, "the run of %s is not in it as it was recorded",
			    when ? when : "no date");
}

struct str
evidence_lost(struct arena *a, struct str was, struct str is)
{
	json_t *old = json_loadb(was.p, was.n, 0, NULL);
	json_t *new = json_loadb(is.p, is.n, 0, NULL);
	struct str out = STR("");

	if (json_is_object(old) && !json_is_object(new))
		out = STR("it is no JSON object any more");
	else if (json_is_object(old))
		out = compare(a, old, new);
	json_decref(old);
	json_decref(new);
	return out;
}
