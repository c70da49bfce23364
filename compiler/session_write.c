/*
 * Verdicts into pages: edits, checked by parsing their result, written
 * atomically; with --dry-run shown as a diff instead. A page that has errors
 * is not written.
 */
#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "edit.h"
#include "file.h"
#include "page.h"
#include "schema.h"
#include "session.h"
#include "source.h"
#include "wiki.h"
#include "writeback.h"

#include <stdio.h>

/* The keys that the schema gives kbc, and kbc's own. */
static size_t
owned_keys(struct arena *a, const struct schema_result *r, struct str **out)
{
	const struct schema_write *w;
	size_t n = 1;

	for (w = r ? r->writes : NULL; w; w = w->next)
		n++;
	*out = arena_alloc(a, n * sizeof **out);
	(*out)[0] = STR("verification");
	n = 1;
	for (w = r ? r->writes : NULL; w; w = w->next)
		(*out)[n++] = w->key;
	return n;
}

static void
show_diff(const struct page *p, struct str now)
{
	struct buf out = { 0 };

	edit_diff(&out, p->path, p->source->text, now);
	fwrite(out.p, 1, out.n, stdout);
	buf_free(&out);
}

static bool
write_page(struct session *s, const struct page_verdicts *v)
{
	const struct page *p = s->wiki->pages[v->page];
	struct edits edits = { 0 };
	struct str *owned, now;
	size_t n;

	if (!page_is_good(p))
		return true;
	writeback_make(p->arena, &edits, s->world, v, s->diag);
	if (edits.n == 0)
		return true;
	now = edit_apply(p->arena, p, &edits);
	n = owned_keys(p->arena, v->schema, &owned);
	if (!edit_verify(p->arena, p, now, owned, n, s->diag))
		return false;
	if (s->given.dry_run) {
		show_diff(p, now);
		return true;
	}
	return file_replace(p->path, now, p->source->text, s->diag);
}

bool
session_write(struct session *s)
{
	bool good = true;

	if (s->given.only.n > 0) /* a part says nothing of the page */
		return true;
	for (size_t i = 0; i < s->nselected; i++)
		good = write_page(s, &s->verdicts[i]) && good;
	return good;
}
