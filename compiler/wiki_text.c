/*
 * The bytes of a page: its file's, or those that stand for it.
 *
 * An editor's text stands for a file that is not saved yet. The idea: whoever
 * wants a page asks here, so nobody else knows which it is; and who wants the
 * front matter alone gets that, since a wiki's ids are read long before its
 * pages are. Nothing is parsed and nothing kept.
 */
#include "arena.h"
#include "diag.h"
#include "file.h"
#include "source.h"
#include "wiki.h"
#include "wiki_parts.h"

/* Nearly all front matters end within. */
#define HEAD_MAX ((size_t)4 << 10)

/* What stands for the page's file; false if that stands for itself. */
static bool
is_instead(struct str *out, const struct wiki *w, struct str path)
{
	for (size_t i = 0; w->instead && i < w->instead->n; i++)
		if (str_equal(w->instead->paths[i], path)) {
			*out = w->instead->items[i];
			return true;
		}
	return false;
}

bool
text_read(struct arena *a, struct str *out, const struct wiki *w,
	  struct str path, struct diag *d)
{
	if (is_instead(out, w, path))
		return true;
	return (!w->strays || bound_check_file(w, path, d)) &&
	       file_read(a, out, path, SOURCE_MAX, d);
}

/* Cuts text behind the line that closes the front matter; false if none. */
static bool
cut_head(struct str *text)
{
	size_t at = 0, end;

	while ((end = at + str_find(str_skip(*text, at), STR("\n---"))) <
	       text->n) {
		at = end + 4;
		end = at + str_find_byte(str_skip(*text, at), '\n');
		if (end < text->n &&
		    str_trim(str_slice(*text, at, end - at)).n == 0) {
			*text = str_slice(*text, 0, end + 1);
			return true;
		}
	}
	return false;
}

struct str
text_read_head(struct arena *a, const struct wiki *w, size_t i)
{
	struct diag *said = diag_make(a); /* when its turn comes, again */
	struct str text = STR("");

	if (is_instead(&text, w, w->paths[i])) {
		cut_head(&text);
		return text;
	}
	if (w->strays && !bound_check_file(w, w->paths[i], said))
		return text;
	if (!file_read_start(a, &text, w->paths[i], HEAD_MAX) ||
	    !cut_head(&text)) {
		file_read(a, &text, w->paths[i], SOURCE_MAX, said);
		cut_head(&text);
	}
	return text;
}
