/*
 * Questions to a tree of YAML: the value of a key, and what a plain scalar
 * means. A node keeps its text as written; types are found when asked for, by
 * the core schema of YAML 1.2, so that `yes`, `1:30` and `'12.10'` are texts.
 */
#include "yaml.h"

struct node *
yaml_find(const struct node *n, struct str key)
{
	if (!n || n->kind != NODE_MAP)
		return NULL;
	for (struct node *c = n->child; c; c = c->next) {
		if (str_equal(c->key, key))
			return c;
	}
	return NULL;
}

struct str
yaml_text(const struct node *n, struct str key)
{
	const struct node *value = yaml_find(n, key);

	if (!value || value->kind != NODE_SCALAR)
		return (struct str){ NULL, 0 };
	return value->text;
}

static bool
is_plain(const struct node *n)
{
	return n && n->kind == NODE_SCALAR && n->style == NODE_PLAIN;
}

static bool
is_one_of(struct str s, const struct str *words, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (str_equal(words[i], s))
			return true;
	}
	return false;
}

bool
yaml_is_null(const struct node *n)
{
	static const struct str nulls[] = { STR_INIT("~"), STR_INIT("null"),
					    STR_INIT("Null"),
					    STR_INIT("NULL") };
	struct str s = n ? n->text : STR("");

	if (!is_plain(n) || s.n == 0)
		return is_plain(n);
	return is_one_of(s, nulls, COUNT_OF(nulls));
}

bool
yaml_bool(const struct node *n, bool *out)
{
	static const struct str yes[] = { STR_INIT("true"), STR_INIT("True"),
					  STR_INIT("TRUE") };
	static const struct str no[] = { STR_INIT("false"), STR_INIT("False"),
					 STR_INIT("FALSE") };

	bool truth;

	if (!is_plain(n))
		return false;
	truth = is_one_of(n->text, yes, COUNT_OF(yes));
	if (!truth && !is_one_of(n->text, no, COUNT_OF(no)))
		return false;
	*out = truth;
	return true;
}

/* `0x1f` and `0o17` of the core schema. */
static bool
number_in_base(struct str digits, unsigned base, double *out)
{
	double value = 0;

	for (size_t i = 0; i < digits.n; i++) {
		unsigned digit = byte_digit(digits.p[i]);

		if (digit >= base)
			return false;
		value = value * base + digit;
	}
	if (digits.n == 0)
		return false;
	*out = value;
	return true;
}

static bool
text_number(struct str s, double *out)
{
	if (str_starts(s, STR("0x")))
		return number_in_base(str_skip(s, 2), 16, out);
	if (str_starts(s, STR("0o")))
		return number_in_base(str_skip(s, 2), 8, out);
	return str_number(s, out);
}

bool
yaml_number(const struct node *n, double *out)
{
	char first = is_plain(n) && n->text.n > 0 ? n->text.p[0] : '\0';

	return (byte_is_digit(first) || first == '-' || first == '+' ||
		first == '.') && text_number(n->text, out);
}

