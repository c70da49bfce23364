/*
 * Parts of what stands behind a kind of check: sizes, and names that a value
 * of the page is put in for. Text in, parts out.
 *
 * The forms of names are those of sh(1), as far as one needs them of paths: a
 * last name, a path without its start, what stands before a mark.
 */
#include "schema.h"

bool
schema_size(uint64_t *bytes, struct str *rest)
{
	static const struct {
		struct str unit;
		int shift;
	} units[] = { { STR_INIT("KiB"), 10 }, { STR_INIT("MiB"), 20 },
		      { STR_INIT("GiB"), 30 } };
	struct str s = *rest, unit;

	if (!str_take_unsigned(&s, bytes) || *bytes > UINT32_MAX)
		return false;
	s = str_trim(s);
	unit = str_slice(s, 0, str_find_byte(s, ' '));
	for (size_t i = 0; i < COUNT_OF(units); i++)
		if (str_equal(unit, units[i].unit)) {
			*bytes <<= units[i].shift;
			s = str_trim(str_skip(s, unit.n));
			break;
		}
	*rest = s;
	return true;
}

/* What stands behind the name within the braces. */
static bool
parse_form(struct schema_name_part *out, struct str s)
{
	struct str last = STR("##*"), start = STR("#"), before = STR("%%");

	if (s.n == 0)
		return true;
	if (str_starts(s, last)) {
		out->form = 'L';
		out->text = str_skip(s, last.n);
	} else if (str_starts(s, start)) {
		out->form = 'B';
		out->text = str_skip(s, start.n);
	} else if (str_starts(s, before) && str_ends(s, STR("*"))) {
		out->form = 'F';
		out->text = str_slice(s, before.n, s.n - before.n - 1);
	}
	return out->text.n > 0;
}

bool
schema_name_part(struct schema_name_part *out, struct str *rest)
{
	bool braces = str_starts(*rest, STR("${"));
	struct str s = str_skip(*rest, braces ? 2 : 1);
	size_t n = str_name_length(s), end = n;

	*out = (struct schema_name_part){ .name = str_slice(s, 0, n) };
	if (n == 0 || byte_is_digit(s.p[0]))
		return false;
	if (braces) {
		end = str_find_byte(s, '}');
		if (end == s.n || end < n ||
		    !parse_form(out, str_slice(s, n, end - n)))
			return false;
		end++;
	}
	*rest = str_skip(s, end);
	return true;
}
