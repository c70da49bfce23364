/*
 * PTX as nvcc writes it, function by function, and what ptxas asks for each.
 *
 *     .func  (.param .b64 func_retval0) kbc_keep_3()
 *     {
 *     	mov.u64 	%rd1, _ZN10kbc_call_3…;     uses that function
 *     }
 *
 * A message's line lies in one function; a function needs also what those
 * need that it uses. One that uses a function from elsewhere needs we know
 * not what.
 */
#include "step_bodies.h"

#include "arena.h"
#include "listing.h"
#include "map.h"
#include "mnemonic.h"
#include "quantity.h"

/* Functions that use each other deeper are not followed. */
#define DEPTH_MAX 16

struct function {
	struct str name, body;
	uint32_t first, last; /* lines of the body */
	struct str least;     /* own, then with all that it uses */
	bool specific;        /* of some architectures only … */
	bool found;           /* … of which least is the first */
	bool unknown;
};

struct bodies {
	struct arena *a;
	struct map names;     /* to numbers of functions */
	struct function *items;
	size_t n, cap;
	bool broken;          /* ptxas did not read all */
	bool joined;
};

struct bodies *
bodies_make(struct arena *a)
{
	struct bodies *b = arena_alloc(a, sizeof(*b));

	b->a = a;
	b->names.arena = a;
	return b;
}

static bool
is_letter(char c)
{
	return byte_is_name(c) || c == '$' || c == '%' || c == '.';
}

/* The next word of PTX; false at the end. */
static bool
next_word(struct str *rest, struct str *word)
{
	size_t n = 0;

	while (rest->n > 0 && !is_letter(rest->p[0]))
		*rest = str_skip(*rest, 1);
	while (n < rest->n && is_letter(rest->p[n]))
		n++;
	*word = str_slice(*rest, 0, n);
	*rest = str_skip(*rest, n);
	return n > 0;
}

/* `.func (RESULT) NAME(…` -> NAME; what is before `.func` goes, too. */
static struct str
function_name(struct str head)
{
	struct str word;

	head = str_trim(str_skip(head, str_find(head, STR(".func")) + 5));
	if (str_starts(head, STR("(")))
		head = str_skip(head, str_find_byte(head, ')') + 1);
	return next_word(&head, &word) ? word : STR("");
}

static struct function *
find_function(struct bodies *b, struct str name)
{
	size_t at = map_add(&b->names, name, b->n);

	if (at < b->n)
		return &b->items[at];
	b->items = arena_grow(b->a, b->items, b->n, &b->cap,
			      sizeof(*b->items));
	b->items[b->n] = (struct function){ .name = name,
					    .least = STR("sm_20"),
					    .unknown = true };
	return &b->items[b->n++];
}

/* Declared only, it is from elsewhere; with a body it is known. */
void
bodies_parse(struct bodies *b, struct str ptx)
{
	struct function *f = NULL;
	struct str rest = ptx, line;

	for (uint32_t i = 1; str_split(&line, &rest, '\n'); i++) {
		if (str_find(line, STR(".func")) < line.n) {
			f = find_function(b, function_name(line));
		} else if (f && str_equal(line, STR("{"))) {
			f->unknown = false;
			f->first = i;
			f->body = rest;
		} else if (f && f->first && str_equal(line, STR("}"))) {
			f->last = i;
			f->body.n = (size_t)(line.p - f->body.p);
			f = NULL;
		}
	}
}

/* --- what ptxas says ---------------------------------------------------- */

static struct function *
function_at(struct bodies *b, uint32_t line)
{
	for (size_t i = 0; i < b->n; i++)
		if (b->items[i].first <= line && line <= b->items[i].last)
			return &b->items[i];
	return NULL;
}

static void
take_message(struct bodies *b, struct function *f, struct str text)
{
	bool specific;
	uint32_t need = mnemonic_need(text, &specific);
	struct str sm = arena_printf(b->a, "sm_%u", need);

	f->specific = f->specific || specific;
	if (need > 0 && arch_compare(sm, f->least) > 0)
		f->least = sm;
	else if (need == 0 && !specific)
		f->unknown = true;
}

static uint32_t
plain_number(struct str sm)
{
	uint64_t n = 0;

	return str_unsigned(str_skip(sm, 3), &n) ? (uint32_t)n : 0;
}

uint32_t
bodies_take(struct bodies *b, uint32_t at, struct str log)
{
	struct complaint *items;
	size_t n = complaints_parse(b->a, &items, log);
	uint32_t next = 0;

	b->broken = b->broken || !mnemonic_is_whole(log);
	for (size_t i = 0; i < n && !b->broken; i++) {
		struct function *f = function_at(b, items[i].line);

		if (f && items[i].is_error)
			take_message(b, f, items[i].text);
	}
	for (size_t i = 0; i < b->n && !b->broken; i++) {
		uint32_t need = plain_number(b->items[i].least);

		if (need > at && (next == 0 || need < next))
			next = need;
	}
	return next;
}

bool
bodies_open(const struct bodies *b)
{
	for (size_t i = 0; i < b->n && !b->broken; i++)
		if (b->items[i].specific && !b->items[i].found)
			return true;
	return false;
}

void
bodies_try(struct bodies *b, struct str target, struct str log)
{
	struct complaint *items;
	size_t n = complaints_parse(b->a, &items, log);
	bool *wrong = arena_alloc(b->a, b->n + 1);

	if (!mnemonic_is_whole(log))
		return;
	for (size_t i = 0; i < n; i++) {
		const struct function *f = function_at(b, items[i].line);

		if (f && items[i].is_error)
			wrong[f - b->items] = true;
	}
	for (size_t i = 0; i < b->n; i++) {
		struct function *f = &b->items[i];

		if (!f->specific || f->found || wrong[i])
			continue;
		f->least = target;
		f->found = true;
	}
}

/* --- what a name needs -------------------------------------------------- */

/* Takes over what the used one needs; whether that changed anything. */
static bool
join(struct function *f, const struct function *used)
{
	bool unknown = used->unknown || (used->specific && !used->found);
	bool changed = unknown && !f->unknown;

	f->unknown = f->unknown || unknown;
	if (arch_compare(used->least, f->least) <= 0)
		return changed;
	f->least = used->least;
	return true;
}

static bool
join_used(struct bodies *b, struct function *f)
{
	struct str rest = f->body, word;
	bool changed = false;

	while (next_word(&rest, &word)) {
		size_t at = map_find(&b->names, word);

		if (at < b->n && &b->items[at] != f)
			changed = join(f, &b->items[at]) || changed;
	}
	return changed;
}

static void
join_all(struct bodies *b)
{
	bool changed = true;

	for (int depth = 0; changed && depth < DEPTH_MAX; depth++) {
		changed = false;
		for (size_t i = 0; i < b->n; i++)
			changed = join_used(b, &b->items[i]) || changed;
	}
	b->joined = true;
}

/* The number that stands in place of an address: `mov.u64 %rd1, 0;`. */
static bool
find_number(struct str body, uint64_t *number)
{
	struct str rest = body, line;

	while (str_split(&line, &rest, '\n')) {
		struct str text = str_trim(line);
		size_t comma = str_find_byte(text, ',');

		if (str_starts(text, STR("mov.")) && str_ends(text, STR(";")))
			return str_unsigned(str_trim(str_slice(text, comma + 1,
				text.n - comma - 2)), number);
	}
	return false;
}

struct str
bodies_answer(struct bodies *b, uint64_t number)
{
	struct str name = arena_printf(b->a, "kbc_keep_%zu", (size_t)number);
	size_t at = map_find(&b->names, name);
	const struct function *f;
	uint64_t value;

	if (!b->joined)
		join_all(b);
	if (b->broken || at >= b->n)
		return STR("there");
	f = &b->items[at];
	if (find_number(f->body, &value))
		return value == 1 ? STR("signatures") : STR("there");
	if (f->unknown || (f->specific && !f->found))
		return STR("there");
	return f->least;
}
