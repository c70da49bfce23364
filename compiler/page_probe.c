/*
 * Names of probes.
 *
 *	fp16x2: fma_throughput(type=fp16x2) as fp16-packed base fp16
 *
 * A map of texts -> for each name the call, its text in tables and the name of
 * its base. The call is an expression like any other; `as` and `base` are
 * words that continue none, so its parser stops there.
 *
 * Whether such a probe exists, takes these parameters, and whether the base is
 * a name of the page or the wiki, is not known here.
 */
#include "arena.h"
#include "diag.h"
#include "expr.h"
#include "page.h"
#include "yaml.h"

static void
skip_blanks(struct span *s)
{
	struct str text = span_str(*s);
	size_t n = 0;

	while (n < text.n && byte_is_blank(text.p[n]))
		n++;
	*s = span_slice(*s, n, s->n);
}

/* Takes a word with a blank or the end behind it. */
static bool
take_word(struct span *s, struct str word)
{
	struct str text = span_str(*s);

	if (!str_starts(text, word) ||
	    (text.n > word.n && !byte_is_blank(text.p[word.n])))
		return false;
	*s = span_slice(*s, word.n, s->n);
	skip_blanks(s);
	return true;
}

/* Length of the text behind `as`: up to the word `base` or the end. */
static size_t
text_length(struct str s)
{
	for (size_t i = 1; i < s.n; i++) {
		struct str rest = str_skip(s, i);

		if (byte_is_blank(s.p[i - 1]) &&
		    str_starts(rest, STR("base")) &&
		    (rest.n == 4 || byte_is_blank(rest.p[4])))
			return i;
	}
	return s.n;
}

/* `as TEXT`, where TEXT may stand in quotes. */
static bool
take_text(struct span *s, struct str *out, struct diag *d)
{
	struct str text = span_str(*s);
	size_t n, close;

	if (str_starts(text, STR("\""))) {
		close = str_find_byte(str_skip(text, 1), '"');
		*out = str_slice(text, 1, close);
		n = close + 2;
	} else {
		n = text_length(text);
		*out = str_trim(str_slice(text, 0, n));
	}
	if (n > text.n || out->n == 0) {
		diag_error(d, *s, "expected a text behind 'as'");
		return false;
	}
	*s = span_slice(*s, n, s->n);
	skip_blanks(s);
	return true;
}

static bool
take_base(struct span *s, struct str *out, struct diag *d)
{
	struct str text = span_str(*s);
	size_t n = 0;

	while (n < text.n && byte_is_name(text.p[n]))
		n++;
	*out = str_slice(text, 0, n);
	if (!str_is_name(*out)) {
		diag_error(d, *s, "expected the name of a probe behind "
			   "'base'");
		return false;
	}
	*s = span_slice(*s, n, s->n);
	skip_blanks(s);
	return true;
}

static bool
set_target(struct probe_name *p, struct diag *d)
{
	const struct expr *e = p->call;

	if (e->kind == EXPR_CALL && e->left->kind == EXPR_NAME)
		p->target = e->left->text;
	else if (e->kind == EXPR_NAME && !e->page.n)
		p->target = e->text;
	if (p->target.n)
		return true;
	diag_error(d, e->at, "expected a probe, 'fma_latency(type=fp32)', "
		   "found '" STR_FMT "'", STR_ARG(span_str(e->at)));
	return false;
}

static bool
parse_value(struct arena *a, struct probe_name *p, struct span text,
	    struct diag *d)
{
	skip_blanks(&text);
	p->call = expr_parse(a, &text, d);
	if (!p->call || !set_target(p, d))
		return false;
	p->as = p->name;
	skip_blanks(&text);
	if (take_word(&text, STR("as")) && !take_text(&text, &p->as, d))
		return false;
	if (take_word(&text, STR("base")) && !take_base(&text, &p->base, d))
		return false;
	if (text.n == 0)
		return true;
	diag_error(d, text, "expected 'as', 'base' or the end, found '"
		   STR_FMT "'", STR_ARG(span_str(text)));
	return false;
}

/* The bytes of a scalar that are its text as it stands; without source when
   the text is not in the bytes (escapes, folded lines). */
static struct span
find_text(const struct node *n)
{
	struct span at = n->at;

	if (n->style == NODE_SINGLE || n->style == NODE_DOUBLE)
		at = span_slice(at, 1, at.n < 2 ? 0 : at.n - 2);
	if (!str_equal(span_str(at), n->text))
		at.source = NULL;
	return at;
}

/* Whether a comma within parentheses ended the entry: a map in braces does
   not know parentheses. */
static bool
is_split(const struct node *n)
{
	size_t open = 0;

	if (n->parent->style != NODE_FLOW || n->style != NODE_PLAIN)
		return false;
	if (str_find_byte(n->key, ')') < n->key.n)
		return true;
	for (size_t i = 0; i < n->text.n; i++) {
		open += n->text.p[i] == '(';
		open -= n->text.p[i] == ')' && open;
	}
	return open || (!str_is_name(n->key) && n->text.n == 0);
}

static bool
parse_entry(struct arena *a, struct probe_name *p, const struct node *n,
	    struct diag *d)
{
	struct span text;

	p->name = n->key;
	p->at = n->at;
	if (is_split(n)) {
		diag_error(d, n->key_at, "commas split a map in braces: "
			   "'" STR_FMT "' is no whole probe", STR_ARG(n->key));
		diag_note(d, n->key_at, "write one probe a line, or quote it");
		return false;
	}
	if (!str_is_name(n->key)) {
		diag_error(d, n->key_at, "name of a probe is not "
			   "[a-z][a-z0-9_]*");
		return false;
	}
	if (n->kind != NODE_SCALAR || n->text.n == 0) {
		diag_error(d, n->at, "expected a probe, "
			   "'fma_latency(type=fp32)'");
		return false;
	}
	text = find_text(n);
	if (text.source)
		return parse_value(a, p, text, d);
	diag_error(d, n->at, "a probe stands on one line, without escapes");
	return false;
}

size_t
probes_parse(struct arena *a, struct probe_name **out, const struct node *map,
	     struct diag *d)
{
	size_t n = 0;

	*out = NULL;
	if (!map || yaml_is_null(map))
		return 0;
	if (map->kind != NODE_MAP) {
		diag_error(d, map->at, "'probes' is no map of names");
		return 0;
	}
	*out = arena_alloc(a, map->count * sizeof(**out));
	for (const struct node *c = map->child; c; c = c->next) {
		(*out)[n] = (struct probe_name){ .call = NULL };
		n += parse_entry(a, &(*out)[n], c, d);
		if (is_split(c))
			break;
	}
	return n;
}
