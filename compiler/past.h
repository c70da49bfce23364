/*
 * What `kbc check` found when it last looked at this wiki, page by page, in the
 * user's cache (cache.h says when it is believed), and what it finds now.
 *
 * A page's result comes from its bytes and those of the pages that it asked;
 * from kbc, its libraries and its data; from kbc.yaml, the wiki's schemas and
 * ledger; from every path that a page looked at; from what pages there are and
 * their ids; from the working folder and the form of the report.
 */
#include "str.h"

struct arena;
struct buf;
struct past;
struct recall;
struct session;
struct wiki;

/* Before anything is read. */
struct past *past_make(struct arena *a);

/* Reads what an earlier run kept, behind session_open. */
void past_read(struct past *p, const struct session *s);

/* Whether all selected pages have results: nothing else is to be read then.
   Else what is known of all ids (as wiki_scan wants them), and behind that
   whether they are what they were. */
bool past_has_all(const struct past *p, const struct session *s);
const struct str *past_ids(const struct past *p);
void past_check_ids(struct past *p, const struct wiki *w);

/* The result of page i; false if it is to be found. */
bool past_result(const struct past *p, size_t i, struct str *out);

/* What was found of page i, which is there, in a view; takes the bytes. By any
   thread, each page once. */
void past_keep(struct past *p, const struct wiki *view, size_t i,
	       struct buf *result);

/* At the end of a view's work: notes the paths that it has looked at, and what
   it recalls was read. By one thread at a time. */
void past_looked(struct past *p, const struct wiki *view,
		 const struct recall *recall);

/* Nothing of this run is kept: something was said of no page, say. */
void past_forget(struct past *p);

/* Writes what is known now, if that is more. */
void past_write(struct past *p, const struct session *s);

/* Frees what past_keep took. */
void past_close(struct past *p);
