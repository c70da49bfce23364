/*
 * What a page leaves behind <-> bytes, for a later run.
 *
 *     tally, failed, lengths     a struct as it lies in memory
 *     texts                      the report's parts, and messages
 *
 * The idea: bytes come back only to the program that made them, as they were
 * (past.h), so there is no format to speak of; bytes that are not so many as
 * they say are a fault of kbc itself.
 */
#include "buf.h"
#include "diag.h"
#include "report.h"
#include "verdict.h"
#include "cmd_check.h" /* has their structs */

struct header {
	struct tally tally;
	size_t failed;
	size_t lengths[REPORT_PARTS + 1];
};

void
leaf_emit(struct buf *out, const struct leaf *leaf)
{
	struct header h = { .tally = leaf->tally, .failed = leaf->failed };

	for (size_t i = 0; i < REPORT_PARTS; i++)
		h.lengths[i] = leaf->parts[i].n;
	h.lengths[REPORT_PARTS] = leaf->messages.n;
	buf_add(out, (struct str){ (const char *)&h, sizeof h });
	for (size_t i = 0; i < REPORT_PARTS; i++)
		buf_add(out, buf_str(&leaf->parts[i]));
	buf_add(out, buf_str(&leaf->messages));
}

static void
take_text(struct buf *out, struct str *rest, size_t n)
{
	if (n > rest->n)
		bug("a result is shorter than it says");
	buf_add(out, str_slice(*rest, 0, n));
	*rest = str_skip(*rest, n);
}

void
leaf_parse(struct leaf *out, struct str bytes)
{
	struct header h;

	if (bytes.n < sizeof h)
		bug("a result has no head");
	memcpy(&h, bytes.p, sizeof h);
	bytes = str_skip(bytes, sizeof h);
	*out = (struct leaf){ .tally = h.tally, .failed = h.failed != 0 };
	for (size_t i = 0; i < REPORT_PARTS; i++)
		take_text(&out->parts[i], &bytes, h.lengths[i]);
	take_text(&out->messages, &bytes, h.lengths[REPORT_PARTS]);
}
