/*
 * Depfiles: the preprocessor's list of the files it has read to one for ninja.
 *
 *     k.o: k.cu \                   k.ptx: k.cu wiki/shared\ probe.h
 *      wiki/shared\ probe.h
 *
 * It escapes the names of inputs and not that of the output, so the output
 * is written anew; names go through as they are. A name that is of no file
 * would make every build dirty: nvcc's own temporary files, and what a `#line`
 * of a page makes the preprocessor believe.
 */
#include "step_parts.h"

#include "arena.h"
#include "buf.h"
#include "file.h"

/* Takes the next name, with its escapes, off the front. */
static bool
take_name(struct str *name, struct str *rest)
{
	size_t n = 0;

	for (;;) {
		if (rest->n && byte_is_blank(rest->p[0]))
			*rest = str_skip(*rest, 1);
		else if (str_starts(*rest, STR("\\\n")))
			*rest = str_skip(*rest, 2);
		else if (str_starts(*rest, STR("\\\r\n")))
			*rest = str_skip(*rest, 3);
		else
			break;
	}
	while (n < rest->n && !byte_is_blank(rest->p[n])) {
		bool escape = rest->p[n] == '\\' && n + 1 < rest->n;

		if (escape && (rest->p[n + 1] == '\n' ||
			       rest->p[n + 1] == '\r'))
			break;
		n += escape ? 2 : 1;
	}
	*name = str_slice(*rest, 0, n);
	*rest = str_skip(*rest, n);
	return n > 0;
}

/* Behind the colon of the target, which stands alone or ends a name. */
static struct str
skip_target(struct str text)
{
	struct str name;

	while (take_name(&name, &text)) {
		if (str_ends(name, STR(":")))
			return text;
	}
	return text;
}

/* The name without its escapes: `\ `, `\#` and `$$`. */
static struct str
plain_name(struct arena *a, struct str name)
{
	struct buf b = { 0 };
	struct str copy;

	for (size_t i = 0; i < name.n; i++) {
		char next = i + 1 < name.n ? name.p[i + 1] : '\0';

		if ((name.p[i] == '\\' && (next == ' ' || next == '#' ||
					   next == '\\')) ||
		    (name.p[i] == '$' && next == '$'))
			i++;
		buf_add_byte(&b, name.p[i]);
	}
	copy = arena_copy(a, buf_str(&b));
	buf_free(&b);
	return copy;
}

static bool
is_file(struct arena *a, struct str name)
{
	return str_find(name, STR("tmpxft_")) == name.n &&
	       file_kind(plain_name(a, name)) != FILE_NONE;
}

bool
depfile_next(struct arena *a, struct str *name, struct str *list)
{
	while (take_name(name, list)) {
		if (str_ends(*name, STR(":")) || !is_file(a, *name))
			continue;
		*name = plain_name(a, *name);
		return true;
	}
	return false;
}

void
depfile_emit(struct arena *a, struct buf *b, const struct step *s,
	     struct str depfile)
{
	struct str rest = skip_target(depfile), name;

	buf_printf(b, STR_FMT ": " STR_FMT, STR_ARG(s->out), STR_ARG(s->in));
	while (take_name(&name, &rest)) {
		if (str_equal(name, s->in) || !is_file(a, name))
			continue;
		buf_add(b, STR(" \\\n    "));
		buf_add(b, name);
	}
	buf_add_byte(b, '\n');
}
