/*
 * What is said of a text that is no YAML, or YAML that kbc does not take:
 * faults in, errors in the words of whoever writes a page out.
 *
 * libyaml speaks as the parser it is; its messages, of version 0.2, are keys
 * of a table that has a text for the reader instead, and a remedy where there
 * is exactly one. A message that the table lacks is passed on as it is, so a
 * newer libyaml loses words, never an error.
 *
 * Where a fault lies is known to those who call this.
 */
#include "yaml.h"

#include <string.h>

#include "diag.h"
#include "source.h"
#include "yaml_parts.h"

static const struct problem problems[] = {
	{ "could not find expected ':'", "expected ':' behind this key", true,
	  NULL },
	{ "found unexpected end of stream",
	  "this quote is never closed", true, NULL },
	{ "found unexpected document indicator",
	  "this quote is not closed before the end of the document", true,
	  NULL },
	{ "mapping values are not allowed in this context",
	  "a ': ' where no key can stand", false,
	  "a text that holds ': ' needs quotes; a key must be indented as the "
	  "keys above it" },
	{ "found character that cannot start any token",
	  "no value can start with this character", false,
	  "indent with spaces, never tabs; quote a text that starts with '@', "
	  "'`' or '%'" },
	{ "did not find expected alphabetic or numeric character",
	  "expected the name of an anchor or alias", true,
	  "a list item starts with '- '; quote a text that starts with '*' or "
	  "'&'" },
	{ "did not find expected key", "expected a key", false,
	  "a key must be indented as the keys above it" },
	{ "did not find expected '-' indicator", "expected '- '", false,
	  "an item must be indented as the items above it" },
	{ "did not find expected <document start>",
	  "expected the end of the text", false, NULL },
	{ "found unknown escape character", "unknown escape", false,
	  "a backslash in double quotes is written '\\\\'; single quotes keep "
	  "it as it is" },
	{ "block sequence entries are not allowed in this context",
	  "a '- ' where no list can stand", false,
	  "a list starts on the line below its key" },
};

const struct problem *
problem_find(const char *said)
{
	for (size_t i = 0; i < COUNT_OF(problems); i++) {
		if (strcmp(problems[i].problem, said) == 0)
			return &problems[i];
	}
	return NULL;
}

void
build_say_fault(const struct builder *b, struct diag *d)
{
	switch (b->fault) {
	case BUILD_GOOD:
		break;
	case BUILD_DEEP:
		diag_error(d, b->fault_at, "nested deeper than %d",
			   YAML_DEPTH_MAX);
		break;
	case BUILD_LARGE:
		diag_error(d, b->fault_at, "more than %zu values", b->most);
		break;
	case BUILD_KEY_EMPTY:
		diag_error(d, b->fault_at, "expected a key before ':'");
		break;
	case BUILD_KEY_KIND:
		diag_error(d, b->fault_at, "a key must be a text");
		break;
	case BUILD_KEY_MERGE:
		diag_error(d, b->fault_at, "'<<' is the keys of another map to "
			   "some readers: write the keys");
		break;
	case BUILD_KEY_POSES:
		diag_error(d, b->fault_at, "this key looks like '" STR_FMT
			   "' and is not: it holds letters of another "
			   "alphabet, or invisible ones",
			   STR_ARG(str_slice(b->fault_key, 0, 80)));
		break;
	case BUILD_REPEAT:
		diag_error(d, b->fault_at, "key '" STR_FMT "' stands "
			   "here again, first on line %u",
			   STR_ARG(str_slice(b->fault_key, 0, 80)),
			   (unsigned)span_line(b->first_at));
		diag_note(d, b->first_at, "first here");
		break;
	}
}
