/*
 * Texts to YAML: a scalar that reads back as it was, and the dump of a tree.
 *
 * A scalar is written without quotes only where no reader of YAML 1.1 or 1.2
 * takes it for anything else, in a block as inside brackets; what a version
 * number loses without quotes is why. Everything is on one line, with
 * escapes where a character could not be seen.
 */
#include "yaml.h"

#include "arena.h"
#include "buf.h"
#include "glyph.h"
#include "yaml_bytes.h"

/* Numbers of YAML 1.1 that are none of 1.2: 1_000, 0b101, 1:30. */
static bool
is_old_number(struct str s)
{
	const struct str digits = STR("0123456789+-._: bexBEX");
	bool marked = str_starts(s, STR("0b"));

	if (!byte_is_digit(s.p[0]) && s.p[0] != '+' && s.p[0] != '-')
		return false;
	for (size_t i = 0; i < s.n; i++) {
		if (str_find_byte(digits, s.p[i]) == digits.n)
			return false;
		marked = marked || s.p[i] == ':' || s.p[i] == '_';
	}
	return marked;
}

/* Whether some reader of YAML 1.1 or 1.2 takes a plain s for no text. */
static bool
is_typed(struct str s)
{
	struct str rest = STR("~ null true false yes no on off y n .inf -.inf "
			      "+.inf .nan = <<");
	const struct node plain = { .text = s };
	struct str word;
	double number;

	if (s.n == 0 || yaml_number(&plain, &number) || is_old_number(s))
		return true;
	while (str_split(&word, &rest, ' ')) {
		if (str_equal_case(word, s))
			return true;
	}
	return false;
}

/* What a quoted or plain scalar on one line can hold as it is. */
static bool
is_visible(struct str s)
{
	uint32_t point = 0;

	for (size_t at = 0; at < s.n;) {
		size_t n = glyph_decode(str_skip(s, at), &point);

		if (n == 0 || point == '\t' || point == '\n' ||
		    bytes_refusal(point))
			return false;
		at += n;
	}
	return true;
}

/* Whether s is safe without quotes, in block and in flow context. */
static bool
is_plain_text(struct str s)
{
	const struct str flow = STR(",[]{}");

	if (is_typed(s) || !is_visible(s) || str_starts(s, STR("...")))
		return false;
	if (!byte_is_name(s.p[0]) && (unsigned char)s.p[0] < 0x80 &&
	    s.p[0] != '/' && s.p[0] != '.' && s.p[0] != '(')
		return false;
	for (size_t i = 0; i < s.n; i++) {
		bool ends = i + 1 == s.n || s.p[i + 1] == ' ' ||
			s.p[i + 1] == '?';

		if (str_find_byte(flow, s.p[i]) < flow.n ||
		    (s.p[i] == ':' && ends) ||
		    (s.p[i] == '#' && s.p[i - 1] == ' '))
			return false;
	}
	return s.p[s.n - 1] != ' ';
}

static void
add_single(struct buf *out, struct str s)
{
	buf_add_byte(out, '\'');
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == '\'')
			buf_add_byte(out, '\'');
		buf_add_byte(out, s.p[i]);
	}
	buf_add_byte(out, '\'');
}

/* The character at the start of s as double quotes hold it; its length. */
static size_t
add_escaped(struct buf *out, struct str s)
{
	uint32_t point = 0;
	size_t n = glyph_decode(s, &point);

	if (n == 0)
		buf_add(out, STR("\\uFFFD"));
	else if (point == '"' || point == '\\')
		buf_printf(out, "\\%c", (char)point);
	else if (point == '\n')
		buf_add(out, STR("\\n"));
	else if (point == '\t')
		buf_add(out, STR("\\t"));
	else if (bytes_refusal(point))
		buf_printf(out, point < 0x100 ? "\\x%02X" :
			   point < 0x10000 ? "\\u%04X" : "\\U%08X",
			   (unsigned)point);
	else
		buf_add(out, str_slice(s, 0, n));
	return n ? n : 1;
}

static void
add_double(struct buf *out, struct str s)
{
	buf_add_byte(out, '"');
	while (s.n > 0)
		s = str_skip(s, add_escaped(out, s));
	buf_add_byte(out, '"');
}

struct str
yaml_scalar(struct arena *a, struct str text, enum node_style style)
{
	bool quoted = style == NODE_SINGLE || style == NODE_DOUBLE;
	struct buf out = { 0 };
	struct str written;

	if (!quoted && is_plain_text(text))
		buf_add(&out, text);
	else if (style != NODE_DOUBLE && is_visible(text))
		add_single(&out, text);
	else
		add_double(&out, text);
	written = arena_copy(a, buf_str(&out));
	buf_free(&out);
	return written;
}

/* ---- showing ----------------------------------------------------------- */

static void
dump_node(struct buf *out, const struct node *n, int depth)
{
	static const char *const kinds[] = { "scalar", "list", "map" };
	static const char *const styles[] = { "plain", "single", "double",
					      "block", "flow" };

	buf_printf(out, "%*s", 2 * depth, "");
	if (n->parent && n->parent->kind == NODE_MAP) {
		add_double(out, n->key);
		buf_printf(out, "@%u+%u ", (unsigned)n->key_at.at,
			   (unsigned)n->key_at.n);
	}
	buf_printf(out, "%s %s @%u+%u", styles[n->style], kinds[n->kind],
		   (unsigned)n->at.at, (unsigned)n->at.n);
	if (n->kind == NODE_SCALAR) {
		buf_add_byte(out, ' ');
		add_double(out, n->text);
	}
	buf_add_byte(out, '\n');
}

void
yaml_dump(struct buf *out, const struct node *n)
{
	const struct node *root = n;
	int depth = 0;

	while (n) {
		dump_node(out, n, depth);
		if (n->child) {
			n = n->child;
			depth++;
			continue;
		}
		while (n != root && !n->next) {
			n = n->parent;
			depth--;
		}
		n = n == root ? NULL : n->next;
	}
}
