/*
 * A file of the ledger <-> the list of its parts that is signed.
 *
 * The idea: what is signed is a list with the hash of each part, and the list
 * stands in the signature's file behind the signature. So a record may grow:
 * a run that came later is not in the list, and all that is in it must still
 * be as it was. And what is not is an error at that very member or run.
 *
 *	kbc-evidence signature 1
 *	file h200/fma_latency-fp32-22b27cb3.json
 *	time 20261130032011
 *	member format 5f2b…
 *	run 2026-11-30T03:20:11Z 9c1e…
 *
 * Hashes are of the bytes without blanks between words: line endings of a
 * work tree change none. What failed in the newest run, `error`, is compared
 * where that run is signed.
 *
 * Who signed it is not seen here.
 */
#include "evidence.h"

#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "evidence_parts.h"
#include "evidence_seal.h"
#include "hash.h"
#include "path.h"
#include "source.h"

#define FORMAT "kbc-evidence signature 1"
#define BLOCK_END STR("-----END SSH SIGNATURE-----\n")

/* --- parts ---------------------------------------------------------------- */

static const struct seal_part *
find_part(const struct seal *s, struct str key)
{
	for (size_t i = 0; i < s->n; i++)
		if (str_equal(s->parts[i].key, key))
			return &s->parts[i];
	return NULL;
}

/* What a signed part is called covers no second one of that name. */
static void
add_part(struct arena *a, struct seal *s, struct str key, struct str bytes)
{
	while (find_part(s, key))
		key = arena_printf(a, STR_FMT " again", STR_ARG(key));
	s->parts = arena_grow(a, s->parts, s->n, &s->cap, sizeof *s->parts);
	s->parts[s->n++] = (struct seal_part){
		.key = key, .hash = hash_hex(a, json_bare(a, bytes)),
		.at = bytes,
	};
}

static void
add_runs(struct arena *a, struct seal *s, struct str runs)
{
	struct str run;

	for (size_t i = 0; (run = json_element(runs, i)).n > 0; i++) {
		struct str start = json_member(run, STR("started"));

		start = str_slice(start, 1, start.n > 2 ? start.n - 2 : 0);
		add_part(a, s, arena_printf(a, "run " STR_FMT, STR_ARG(start)),
			 run);
	}
}

/* `2026-11-30T03:20:11Z` as `20261130032011`; empty if it is no time. */
static struct str
digits_of(struct arena *a, struct str time)
{
	char *p = arena_alloc(a, time.n + 1);
	size_t n = 0;

	for (size_t i = 0; i < time.n; i++)
		if (byte_is_digit(time.p[i]))
			p[n++] = time.p[i];
	return n == 8 || n == 14 ? (struct str){ p, n } : STR("");
}

/* When what is in the file was made. */
static struct str
time_of(struct arena *a, struct str text)
{
	static const struct str keys[] = { STR_INIT("started"),
					   STR_INIT("date") };
	struct str runs = json_member(text, STR("runs")), run, time = STR("");

	for (size_t i = 0; (run = json_element(runs, i)).n > 0; i++)
		time = json_member(run, keys[0]);
	for (size_t i = 0; i < COUNT_OF(keys) && time.n == 0; i++)
		time = json_member(text, keys[i]);
	return digits_of(a, time);
}

void
seal_make(struct arena *a, struct seal *out, const struct source *s)
{
	struct json_pair pair;
	size_t at = 0;

	*out = (struct seal){ .file = arena_printf(a, STR_FMT "/" STR_FMT,
			STR_ARG(path_base(path_dir(s->name))),
			STR_ARG(path_base(s->name))),
		.time = time_of(a, s->text) };
	while (json_next(s->text, &at, &pair))
		if (str_equal(pair.key, STR("runs")))
			add_runs(a, out, pair.value);
		else
			add_part(a, out, arena_printf(a, "member " STR_FMT,
				STR_ARG(pair.key)), pair.value);
}

/* --- text ----------------------------------------------------------------- */

struct str
seal_text(struct arena *a, const struct seal *s)
{
	struct buf out = { 0 };
	struct str text;

	buf_printf(&out, FORMAT "\nfile " STR_FMT "\n", STR_ARG(s->file));
	if (s->time.n > 0)
		buf_printf(&out, "time " STR_FMT "\n", STR_ARG(s->time));
	for (size_t i = 0; i < s->n; i++)
		buf_printf(&out, STR_FMT " " STR_FMT "\n",
			   STR_ARG(s->parts[i].key),
			   STR_ARG(s->parts[i].hash));
	text = arena_copy(a, buf_str(&out));
	buf_free(&out);
	return text;
}

/* `member key 5f2b…`; false if it is none, or is there already. */
static bool
parse_part(struct arena *a, struct seal *s, struct str line)
{
	size_t cut = line.n > HASH_HEX ? line.n - HASH_HEX - 1 : 0;

	if (cut == 0 || line.p[cut] != ' ' ||
	    !(str_starts(line, STR("member ")) ||
	      str_starts(line, STR("run "))) ||
	    find_part(s, str_slice(line, 0, cut)))
		return false;
	s->parts = arena_grow(a, s->parts, s->n, &s->cap, sizeof *s->parts);
	s->parts[s->n++] = (struct seal_part){
		.key = str_slice(line, 0, cut),
		.hash = str_skip(line, cut + 1), .at = line,
	};
	return true;
}

/* Takes `WORD REST` off the lines. */
static bool
take_line(struct str *lines, struct str word, struct str *rest)
{
	struct str line, behind = *lines;

	if (!str_split(&line, &behind, '\n') || !str_starts(line, word))
		return false;
	*rest = str_skip(line, word.n);
	*lines = behind;
	return true;
}

static struct str
refuse(const struct source *s, struct str at, struct diag *d, const char *why)
{
	diag_error(d, source_span_of(s, at), "no signature that kbc sign "
		   "writes: %s", why);
	return (struct str){ NULL, 0 };
}

/* Offset of the first byte that no signature is written with. */
static size_t
find_control(struct str text)
{
	size_t n = 0;

	while (n < text.n && ((unsigned char)text.p[n] >= ' ' ||
			      text.p[n] == '\n'))
		n++;
	return n;
}

struct str
seal_parse(struct arena *a, struct seal *out, const struct source *s,
	   struct diag *d)
{
	size_t end = str_find(s->text, BLOCK_END);
	size_t odd = find_control(s->text);
	struct str rest, line, none;

	*out = (struct seal){ .time = STR("") };
	if (odd < s->text.n)
		return refuse(s, str_slice(s->text, odd, 1), d,
			      "this byte is in none");
	if (end == s->text.n)
		return refuse(s, str_slice(s->text, 0, 0), d,
			      "expected '-----END SSH SIGNATURE-----'");
	out->block = str_slice(s->text, 0, end + BLOCK_END.n);
	out->text = rest = str_skip(s->text, end + BLOCK_END.n);
	if (!take_line(&rest, STR(FORMAT), &none) || none.n > 0)
		return refuse(s, str_slice(out->text, 0, 0), d,
			      "expected '" FORMAT "' behind it");
	if (!take_line(&rest, STR("file "), &out->file))
		return refuse(s, str_slice(rest, 0, 0), d, "expected 'file'");
	take_line(&rest, STR("time "), &out->time);
	while (str_split(&line, &rest, '\n'))
		if (line.n > 0 && !parse_part(a, out, line))
			return refuse(s, line, d,
				      "expected the hash of a member or run");
	return out->text;
}

/* --- comparing ------------------------------------------------------------ */

static bool
is_run(const struct seal_part *p)
{
	return str_starts(p->key, STR("run "));
}

/* The newest run; NULL if there is none. */
static const struct seal_part *
last_run(const struct seal *s)
{
	const struct seal_part *last = NULL;

	for (size_t i = 0; i < s->n; i++)
		if (is_run(&s->parts[i]))
			last = &s->parts[i];
	return last;
}

static struct seal_fault
fault_of(struct arena *a, const struct seal_part *p, struct str at,
	 const char *what)
{
	return (struct seal_fault){ .at = at, .text = arena_printf(a,
		STR_FMT " %s", STR_ARG(p->key), what) };
}

struct seal_fault
seal_compare(struct arena *a, const struct seal *was, const struct seal *is)
{
	const struct seal_part *last = last_run(is);
	bool grown = last && !find_part(was, last->key);
	struct str start = is->n > 0 ? is->parts[0].at : STR("");

	if (!str_equal(was->file, is->file))
		return (struct seal_fault){ .at = start, .text = arena_printf(a,
			"the signature is of '" STR_FMT "'",
			STR_ARG(was->file)) };
	for (size_t i = 0; i < was->n; i++) {
		const struct seal_part *p = &was->parts[i];
		const struct seal_part *now = find_part(is, p->key);

		if (!now)
			return fault_of(a, p, start, "was signed, and is not "
					"here");
		if (!str_equal(p->hash, now->hash) &&
		    !(grown && str_equal(p->key, STR("member error"))))
			return fault_of(a, p, now->at, "is not what was "
					"signed");
	}
	for (size_t i = 0; i < is->n; i++)
		if (!is_run(&is->parts[i]) &&
		    !find_part(was, is->parts[i].key))
			return fault_of(a, &is->parts[i], is->parts[i].at,
					"was put in since it was signed");
	return (struct seal_fault){ .text = STR("") };
}

struct seal_fault
seal_added(struct arena *a, const struct seal *was, const struct seal *is)
{
	for (size_t i = 0; i < is->n; i++)
		if (!find_part(was, is->parts[i].key))
			return fault_of(a, &is->parts[i],
					str_slice(is->parts[i].at, 0, 1),
					"came after it was signed: kbc sign "
					"signs it again");
	return (struct seal_fault){ .text = STR("") };
}
