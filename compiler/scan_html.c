/*
 * HTML in markdown.
 *
 * The first bytes of a line -> the kind of HTML block it opens and the bytes
 * that end it; a `<` in text -> how far the tag goes. Nothing is checked and
 * no tree is built: only where raw HTML starts and stops matters, because
 * fences, code spans and markers within it are none.
 *
 * Comments are not tags here: scan_comment.c looks at them.
 */
#include "scan_html.h"

/* A longer tag is taken for text: each `<` may look only so far ahead. */
#define TAG_MAX 4096

static const char *const raw_names[] = {
	"pre", "script", "style", "textarea",
};

static const char *const block_names[] = {
	"address", "article", "aside", "base", "basefont", "blockquote",
	"body", "caption", "center", "col", "colgroup", "dd", "details",
	"dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption",
	"figure", "footer", "form", "frame", "frameset", "h1", "h2", "h3",
	"h4", "h5", "h6", "head", "header", "hr", "html", "iframe", "legend",
	"li", "link", "main", "menu", "menuitem", "nav", "noframes", "ol",
	"optgroup", "option", "p", "param", "section", "source", "summary",
	"table", "tbody", "td", "tfoot", "th", "thead", "title", "tr",
	"track", "ul",
};

static size_t
name_length(struct str s)
{
	size_t n = 0;

	if (s.n == 0 || !byte_is_letter(s.p[0]))
		return 0;
	while (n < s.n && (byte_is_letter(s.p[n]) || byte_is_digit(s.p[n]) ||
			   s.p[n] == '-'))
		n++;
	return n;
}

static bool
is_listed(struct str name, const char *const *names, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (str_equal_case(name, str_of(names[i])))
			return true;
	}
	return false;
}

static size_t
skip_blanks(struct str s, size_t at)
{
	while (at < s.n && byte_is_blank(s.p[at]))
		at++;
	return at;
}

/* `="value"` behind an attribute's name; `at` where there is none, SIZE_MAX
   for one that is broken. */
static size_t
skip_value(struct str s, size_t at)
{
	size_t value = skip_blanks(s, at), end;

	if (value == s.n || s.p[value] != '=')
		return at;
	value = skip_blanks(s, value + 1);
	if (value == s.n)
		return SIZE_MAX;
	if (s.p[value] == '"' || s.p[value] == '\'') {
		end = str_find_byte(str_skip(s, value + 1), s.p[value]);
		end += value + 1;
		return end < s.n ? end + 1 : SIZE_MAX;
	}
	for (end = value; end < s.n; end++) {
		if (byte_is_blank(s.p[end]) ||
		    byte_among(s.p[end], "\"'=<>`"))
			break;
	}
	return end > value ? end : SIZE_MAX;
}

/* Behind all attributes that start at `at`; SIZE_MAX for a broken one. */
static size_t
skip_attributes(struct str s, size_t at)
{
	size_t name;

	for (;;) {
		name = skip_blanks(s, at);
		if (name == at || name == s.n)
			return name;
		if (!byte_is_letter(s.p[name]) && s.p[name] != '_' &&
		    s.p[name] != ':')
			return name;
		at = name + 1;
		while (at < s.n && (byte_is_name(s.p[at]) ||
				    byte_among(s.p[at], ".:-")))
			at++;
		at = skip_value(s, at);
		if (at == SIZE_MAX)
			return at;
	}
}

/* Length of `<name …>` or `</name>`; its name in *name. */
static size_t
element_length(struct str s, struct str *name)
{
	bool closing = s.n > 1 && s.p[1] == '/';
	size_t at = closing ? 2 : 1;

	*name = str_slice(s, at, name_length(str_skip(s, at)));
	if (name->n == 0)
		return 0;
	at += name->n;
	at = closing ? skip_blanks(s, at) : skip_attributes(s, at);
	if (at < s.n && s.p[at] == '/' && !closing)
		at++;
	return at < s.n && s.p[at] == '>' ? at + 1 : 0;
}

/* Length of `<scheme:…>` or `<name@host>`. */
static size_t
link_length(struct str s)
{
	bool known = false;

	for (size_t at = 1; at < s.n; at++) {
		if (s.p[at] == '>')
			return known && at > 2 ? at + 1 : 0;
		if (s.p[at] == '<' || byte_is_blank(s.p[at]))
			return 0;
		known = known || s.p[at] == ':' || s.p[at] == '@';
	}
	return 0;
}

/* Length up to and with `end`, looked for from `at`; 0 without. */
static size_t
length_to(struct str s, size_t at, struct str end)
{
	size_t found = str_find(str_skip(s, at), end);

	return at + found < s.n ? at + found + end.n : 0;
}

static bool
is_declaration(struct str s)
{
	return s.n > 2 && s.p[1] == '!' && byte_is_letter(s.p[2]);
}

size_t
html_tag(struct str s)
{
	struct str name;
	size_t n;

	s = str_slice(s, 0, TAG_MAX);
	if (s.n < 3 || s.p[0] != '<')
		return 0;
	if (s.p[1] == '?')
		return length_to(s, 2, STR("?>"));
	if (str_starts(s, STR("<![CDATA[")))
		return length_to(s, 9, STR("]]>"));
	if (is_declaration(s))
		return length_to(s, 2, STR(">"));
	n = element_length(s, &name);
	return n ? n : link_length(s);
}

/* Whether s has at `at` what may follow a name that opens a block. */
static bool
ends_name(struct str s, size_t at, bool closed)
{
	return at >= s.n || byte_is_blank(s.p[at]) || s.p[at] == '>' ||
	       (closed && s.p[at] == '/' && at + 1 < s.n &&
		s.p[at + 1] == '>');
}

/* HTML_RAW, HTML_BLOCK, HTML_ANY or HTML_NONE. */
static int
element_kind(struct str line)
{
	bool closing = line.n > 1 && line.p[1] == '/';
	size_t at = closing ? 2 : 1, n;
	struct str name = str_slice(line, at, name_length(str_skip(line, at)));
	bool raw = is_listed(name, raw_names, COUNT_OF(raw_names));

	if (raw && !closing && ends_name(line, at + name.n, false))
		return HTML_RAW;
	if (is_listed(name, block_names, COUNT_OF(block_names)) &&
	    ends_name(line, at + name.n, true))
		return HTML_BLOCK;
	n = element_length(line, &name);
	return n && skip_blanks(line, n) == line.n ? HTML_ANY : HTML_NONE;
}

int
html_block(struct str line)
{
	if (line.n < 2 || line.p[0] != '<')
		return HTML_NONE;
	if (str_starts(line, STR("<!--")))
		return HTML_COMMENT;
	if (line.p[1] == '?')
		return HTML_INSTRUCTION;
	if (str_starts(line, STR("<![CDATA[")))
		return HTML_CDATA;
	if (is_declaration(line))
		return HTML_DECLARATION;
	return element_kind(line);
}

/* Whether `</name>` of an HTML_RAW stands in the line. */
static bool
has_raw_end(struct str line)
{
	struct str name;
	size_t at;

	while ((at = str_find(line, STR("</"))) < line.n) {
		line = str_skip(line, at + 2);
		name = str_slice(line, 0, name_length(line));
		if (name.n < line.n && line.p[name.n] == '>' &&
		    is_listed(name, raw_names, COUNT_OF(raw_names)))
			return true;
	}
	return false;
}

bool
html_block_ends(int kind, struct str line)
{
	static const char *const ends[] = {
		[HTML_COMMENT] = "-->",
		[HTML_INSTRUCTION] = "?>",
		[HTML_DECLARATION] = ">",
		[HTML_CDATA] = "]]>",
	};

	if (kind == HTML_RAW)
		return has_raw_end(line);
	if (kind < HTML_COMMENT || kind > HTML_CDATA)
		return false;
	return str_find(line, str_of(ends[kind])) < line.n;
}
