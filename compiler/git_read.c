/*
 * The files of a commit: names, then all bytes in one answer.
 *
 * The idea: one process lists and one reads, however many files there are. The
 * list says how long each file is, so an answer that is cut, or of which a part
 * is missing (a clone that left objects out), is noticed and is a fail.
 *
 * Bytes come as the repository has them: no filter, no line endings of the
 * work tree.
 */
#include "git.h"

#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "file.h"
#include "git_parts.h"
#include "path.h"
#include "proc.h"

/* Behind the next blanks of s. */
static struct str
take_word(struct str *s)
{
	size_t n = str_find_byte(*s, ' ');
	struct str word = str_slice(*s, 0, n);

	*s = str_trim(str_skip(*s, n));
	return word;
}

/* Whether a name of a tree stays below the folder that it is laid into. */
static bool
is_below(struct arena *a, struct str path)
{
	return path.n > 0 && path.p[0] != '/' &&
	       str_equal(path_clean(a, path), path) &&
	       !str_starts(path, STR("../"));
}

/* `100644 blob ID    SIZE`, tab, name. The size is no number where the object
   is not there. */
static bool
take_file(const struct git *g, struct git_files *out, struct str one,
	  struct diag *d)
{
	size_t tab = str_find_byte(one, '\t');
	struct str head = str_slice(one, 0, tab), mode, kind;
	struct git_file f = { .path = str_skip(one, tab + 1) };

	mode = take_word(&head);
	kind = take_word(&head);
	f.id = take_word(&head);
	f.module = str_equal(kind, STR("commit"));
	f.link = str_equal(mode, STR("120000"));
	if ((!f.module && !str_unsigned(head, &f.size)) ||
	    !is_below(g->arena, f.path)) {
		diag_fail(d, "the clone does not hold '" STR_FMT "' of the "
			  "base: fetch it whole", STR_ARG(f.path));
		return false;
	}
	out->items = arena_grow(g->arena, out->items, out->n, &out->cap,
				sizeof *out->items);
	out->items[out->n++] = f;
	return true;
}

bool
git_list(const struct git *g, struct git_files *out, struct diag *d)
{
	const struct git_call c = { .output = GIT_OUTPUT, .args = {
			STR("ls-tree"), STR("-r"), STR("-z"), STR("-l"),
			STR("--full-tree"), g->base, STR("--") } };
	struct proc_result r;
	struct str rest, one;

	if (!git_run(g, &r, &c))
		return git_fail(&r, "list the files of the base", d);
	rest = r.out;
	while (rest.n > 0 && str_split(&one, &rest, '\0'))
		if (!take_file(g, out, one, d))
			return false;
	return true;
}

/* --- bytes --------------------------------------------------------------- */

/* The next file of the answer: `ID blob SIZE`, line feed, bytes, line feed. */
static bool
take_bytes(struct str *rest, struct str *out, const struct git_file *f)
{
	size_t n = str_find_byte(*rest, '\n');
	struct str head = str_slice(*rest, 0, n);

	*rest = str_skip(*rest, n + 1);
	*out = str_slice(*rest, 0, f->size);
	if (!str_starts(head, f->id) || str_ends(head, STR(" missing")) ||
	    rest->n <= f->size)
		return false;
	*rest = str_skip(*rest, f->size + 1);
	return true;
}

/* The ids, a line each, as a file for git to read. */
static bool
lay_ids(const struct git_files *files, struct str path, struct diag *d)
{
	struct buf ids = { 0 };
	bool good;

	for (size_t i = 0; i < files->n; i++) {
		buf_add(&ids, files->items[i].id);
		buf_add_byte(&ids, '\n');
	}
	good = file_lay(path, buf_str(&ids), d);
	buf_free(&ids);
	return good;
}

bool
git_read(const struct git *g, const struct git_files *files, struct str *texts,
	 struct str scratch, struct diag *d)
{
	struct str list = path_join(g->arena, scratch, STR("ids")), rest;
	struct git_call c = { .input = arena_text(g->arena, list), .args = {
			STR("cat-file"), STR("--batch") } };
	struct proc_result r;

	for (size_t i = 0; i < files->n; i++)
		c.output += 2 * ((size_t)files->items[i].size + 128);
	if (!lay_ids(files, list, d))
		return false;
	if (!git_run(g, &r, &c))
		return git_fail(&r, "read the files of the base", d);
	if (!file_remove(list, d))
		return false;
	rest = r.out;
	for (size_t i = 0; i < files->n; i++)
		if (!take_bytes(&rest, &texts[i], &files->items[i]))
			return git_fail(&r, "read the files of the base", d);
	return true;
}
