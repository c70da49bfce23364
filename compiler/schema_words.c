/*
 * Words for values: what the checker and the reader of schemas both say.
 * Values in, types and texts out.
 *
 * A type is a bit, so that "number or text" is one integer.
 */
#include "schema_rule.h"

#include <math.h>

#include "arena.h"
#include "yaml.h"

/* Bytes of a value that a message repeats. */
#define SHOWN_MAX 60

static const struct {
	unsigned type;
	const char *text;
} names[] = {
	{ TYPE_STRING, "a text" },
	{ TYPE_NUMBER, "a number" },
	{ TYPE_INTEGER, "a whole number" },
	{ TYPE_BOOLEAN, "true or false" },
	{ TYPE_LIST, "a list" },
	{ TYPE_MAP, "a map of keys" },
	{ TYPE_NULL, "nothing" },
};

unsigned
node_type(const struct node *n)
{
	double number;
	bool yes;

	if (n->kind == NODE_LIST)
		return TYPE_LIST;
	if (n->kind == NODE_MAP)
		return TYPE_MAP;
	if (yaml_is_null(n))
		return TYPE_NULL;
	if (yaml_bool(n, &yes))
		return TYPE_BOOLEAN;
	if (yaml_number(n, &number))
		return floor(number) < number ? TYPE_NUMBER :
						TYPE_NUMBER | TYPE_INTEGER;
	return TYPE_STRING;
}

bool
node_equal(const struct node *a, const struct node *b)
{
	unsigned type = node_type(a);
	double x = 0, y = 0;

	if (type != node_type(b) || (type & (TYPE_LIST | TYPE_MAP)))
		return false;
	if (type & TYPE_NUMBER)
		return yaml_number(a, &x) && yaml_number(b, &y) &&
			!(x < y) && !(x > y);
	if (type & TYPE_BOOLEAN)
		return (a->text.p[0] | 32) == (b->text.p[0] | 32);
	return type == TYPE_NULL || str_equal(a->text, b->text);
}

struct str
types_text(struct arena *a, unsigned types)
{
	struct str text = STR("");
	const char *join = "";

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		unsigned type = names[i].type;

		if (!(types & type) ||
		    (type == TYPE_INTEGER && (types & TYPE_NUMBER)))
			continue;
		text = arena_printf(a, STR_FMT "%s%s", STR_ARG(text), join,
				    names[i].text);
		join = " or ";
	}
	return text;
}

struct str
short_text(struct arena *a, struct str s)
{
	size_t n = str_find_byte(s, '\n');

	if (n > SHOWN_MAX)
		n = SHOWN_MAX;
	if (n == s.n)
		return s;
	while (n > 0 && ((unsigned char)s.p[n] & 0xc0) == 0x80)
		n--;
	return arena_printf(a, STR_FMT "\xe2\x80\xa6",
			    STR_ARG(str_slice(s, 0, n)));
}
