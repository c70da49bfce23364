/*
 * Keys of the front matter that a schema lets kbc write: x-kbc-write.
 *
 * The idea: a schema names a field (`page.status`, `toolkit.version`) or a
 * text with {fields}, a map to its own words, and perhaps the words that it
 * allows. A key is written only where the page has it already, in the style in
 * which it stands there, and only when its field is known.
 *
 * It adds no keys and takes none away; the block of kbc's own is writeback.c,
 * the files that a key can name are writeback_file.c.
 */
#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "edit.h"
#include "evidence.h"
#include "observe.h"
#include "page.h"
#include "schema.h"
#include "toolkit.h"
#include "verdict.h"
#include "writeback.h"
#include "writeback_parts.h"
#include "yaml.h"

static struct str
evidence_word(const struct writing *w)
{
	if (w->confirmed[BASIS_MEASURED] > 0)
		return STR("measured");
	return w->confirmed[BASIS_EMULATED] > 0 ? STR("emulated") :
						  STR("documented");
}

struct str
writeback_toolkit(const struct writing *w)
{
	if (w->newest)
		return w->newest->toolkit;
	if (w->decided[BASIS_BUILT] + w->decided[BASIS_EMULATED] == 0 ||
	    !w->world->toolkit)
		return STR("");
	return w->world->toolkit->nvcc.version;
}

/* 13.0.88 -> 13.0 */
static struct str
release_of(struct str version)
{
	size_t first = str_find_byte(version, '.');
	size_t second = str_find_byte(str_skip(version, first + 1), '.');

	return str_slice(version, 0, first + 1 + second);
}

/* One field of x-kbc-write; false when nothing is known of it. */
static bool
field_text(const struct writing *w, struct str field, struct str *out)
{
	const struct toolkit *t = w->world->toolkit;

	*out = STR("");
	if (str_equal(field, STR("page.status")) ||
	    str_equal(field, STR("page.confidence")))
		*out = writeback_status(w->v);
	else if (str_equal(field, STR("page.evidence")))
		*out = evidence_word(w);
	else if (str_equal(field, STR("toolkit.version")))
		*out = release_of(writeback_toolkit(w));
	else if (str_equal(field, STR("toolkit.nvcc")))
		*out = writeback_toolkit(w);
	else if (str_equal(field, STR("toolkit.ptxas")))
		*out = w->newest ? w->newest->toolkit :
			w->decided[BASIS_BUILT] > 0 && t ?
				t->ptxas.version : STR("");
	else if (str_equal(field, STR("driver.version")))
		*out = w->newest ? w->newest->device.driver : STR("");
	else if (str_equal(field, STR("device.name")))
		*out = w->newest ? w->newest->device.name : STR("");
	else if (str_equal(field, STR("generated.source")))
		*out = writeback_code(w);
	else if (str_equal(field, STR("generated.build")))
		*out = arena_printf(w->arena, "kbc verify " STR_FMT,
				    STR_ARG(w->page->name));
	else if (str_equal(field, STR("evidence.device")))
		*out = writeback_device_file(w);
	else if (str_equal(field, STR("evidence.ncu")))
		*out = writeback_counters_file(w);
	return out->n > 0;
}

/* A text with {fields}; false when one is unknown. */
static bool
format_fields(const struct writing *w, struct str text, struct str *out)
{
	struct buf b = { 0 };
	bool good = true;

	while (text.n > 0 && good) {
		size_t open = str_find_byte(text, '{'), close;
		struct str value;

		buf_add(&b, str_slice(text, 0, open));
		text = str_skip(text, open);
		if (text.n == 0)
			break;
		close = str_find_byte(text, '}');
		good = close < text.n &&
		       field_text(w, str_slice(text, 1, close - 1), &value);
		if (good)
			buf_add(&b, value);
		text = str_skip(text, close + 1);
	}
	*out = arena_copy(w->arena, buf_str(&b));
	buf_free(&b);
	return good;
}

/* The schema's word for what was found. */
static struct str
mapped(const struct schema_write *key, struct str word)
{
	struct str found = yaml_text(key->map, word);

	if (found.n > 0)
		return found;
	found = yaml_text(key->map, STR("default"));
	return found.n > 0 ? found : word;
}

/* Whether the key stands there with its word for confirmed. */
static bool
says_confirmed(const struct schema_write *key)
{
	return (str_equal(key->field, STR("page.status")) ||
		str_equal(key->field, STR("page.confidence"))) &&
	       key->value && key->value->kind == NODE_SCALAR &&
	       str_equal_case(str_trim(key->value->text),
			      mapped(key, status_text(STATUS_CONFIRMED)));
}

/* Whether a text calls something verified: `Verified`, `verified (by hand)`;
   what goes on, `verified_by`, is another word. */
static bool
says_verified(struct str text)
{
	static const struct str word = STR_INIT("verified");
	struct str s = str_trim(text);

	return str_equal_case(str_slice(s, 0, word.n), word) &&
	       (s.n == word.n || (!byte_is_name(s.p[word.n]) &&
				  s.p[word.n] != '-'));
}

/* The text of a key, or of a list under it, that says so; or NULL. */
static const struct node *
verified_in(const struct node *n)
{
	if (!n || n->kind == NODE_MAP)
		return NULL;
	if (n->kind == NODE_SCALAR)
		return says_verified(n->text) ? n : NULL;
	for (n = n->child; n; n = n->next)
		if (n->kind == NODE_SCALAR && says_verified(n->text))
			return n;
	return NULL;
}

const struct node *
writeback_word(const struct page *p, const struct schema_result *schema)
{
	static const struct str keys[] = { STR_INIT("status"),
					   STR_INIT("confidence") };

	if (p->record)
		return NULL;
	for (size_t i = 0; p->front && i < COUNT_OF(keys); i++) {
		const struct node *n = verified_in(yaml_find(p->front,
							     keys[i]));

		if (n)
			return n;
	}
	for (const struct schema_write *k = schema ? schema->writes : NULL; k;
	     k = k->next)
		if (says_confirmed(k))
			return k->value;
	return NULL;
}

static bool
is_allowed(const struct schema_write *key, struct str word)
{
	const struct node *n = key->enumeration;

	if (!n)
		return true;
	for (n = n->child; n; n = n->next)
		if (str_equal(n->text, word))
			return true;
	return false;
}

/* A key for a file that is not there is left alone, and that is said. */
static void
say_lacking(const struct writing *w, const struct schema_write *key,
	    struct diag *d)
{
	struct str why = writeback_lacking(w, key->field);

	if (why.n > 0)
		diag_note(d, key->value->at, "left as it is: " STR_FMT,
			  STR_ARG(why));
}

static bool
names(const struct schema_write *key, const char *what)
{
	return str_find(key->field, str_of(what)) < key->field.n;
}

/* Whether a key would be of this machine's compiler beside what an earlier
   measurement left in the same map: a record is of one run, or stays. */
static bool
mixes_runs(const struct writing *w, const struct schema_write *key)
{
	const struct schema_write *k = w->v->schema->writes;

	if (w->newest || !names(key, "toolkit."))
		return false;
	for (; k; k = k->next)
		if (k->owner == key->owner && k->value &&
		    k->value->text.n > 0 &&
		    (names(k, "driver.") || names(k, "device.name")))
			return true;
	return false;
}

void
writeback_key(const struct writing *w, struct edits *out,
	      const struct schema_write *key, struct diag *d)
{
	bool text = str_find_byte(key->field, '{') < key->field.n;
	struct str word;

	if (!key->value || mixes_runs(w, key))
		return;
	if (!(text ? format_fields(w, key->field, &word) :
		     field_text(w, key->field, &word))) {
		say_lacking(w, key, d);
		return;
	}
	word = mapped(key, word);
	if (!is_allowed(key, word)) {
		diag_warning(d, key->value->at, "write", "the schema does not "
			     "allow '" STR_FMT "' here", STR_ARG(word));
		return;
	}
	if (!edit_set_value(w->arena, out, key->value, word))
		diag_note(d, key->value->at, "left as it is: expected a text "
			  "on one line, to write '" STR_FMT "'",
			  STR_ARG(word));
}
