/*
 * Devices side by side: a claim judged as if its page spoke of each device of
 * the ledger.
 *
 * The idea: a row a device, in the order of the ledger, with the value that
 * the claim's expression has there. A claim that names its device by `on`
 * keeps it, has the same verdict everywhere, and so no table.
 */
#include "report_html.h"

#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "marker.h"
#include "value.h"
#include "verdict.h"
#include "writeback.h"

#include "report_html_parts.h"

#include <math.h>

#define DIGITS 4

/* The verdict of one side on claim k of the page; NULL where the page has not
   the same claims there. */
static const struct verdict *
verdict_on(const struct html *h, const struct html_side *side, size_t k)
{
	const struct page_verdicts *own = &h->report->pages[h->page];
	const struct page_verdicts *p = &side->pages[h->page];

	if (p->page != own->page || k >= p->claims->n ||
	    !str_equal(claim_id(&p->claims->items[k]),
		       claim_id(&own->claims->items[k])))
		return NULL;
	return &p->verdicts[k];
}

static bool
is_measured(const struct verdict *v)
{
	return v && v->measured && isfinite(v->value);
}

/* How many devices have a value of their own. */
static size_t
count_measured(const struct html *h, size_t k)
{
	const struct claim *c =
		&h->report->pages[h->page].claims->items[k];
	size_t n = 0;

	if (c->options && c->options->on.n > 0)
		return 0;
	for (size_t i = 0; i < h->report->nsides; i++)
		n += is_measured(verdict_on(h, &h->report->sides[i], k));
	return n;
}

static void
add_device(struct html *h, struct str device, const struct verdict *v)
{
	struct arena *a = h->arena;
	bool measured = is_measured(v);
	const struct unit *u = measured && v->shown ? v->shown->unit : NULL;

	buf_printf(h->out, "<tr><th scope=\"row\">" STR_FMT "</th><td>"
		   "<span class=\"s %s\">" STR_FMT "</span></td>",
		   STR_ARG(html_escape(a, device)), html_class((int)v->status),
		   STR_ARG(status_text(v->status)));
	if (!measured) {
		buf_add(h->out, STR("<td></td><td></td><td></td></tr>\n"));
		return;
	}
	buf_printf(h->out, "<td class=\"n\">" STR_FMT "</td><td>" STR_FMT
		   " to " STR_FMT "</td><td class=\"n\">",
		   STR_ARG(html_escape(a, verdict_number(a, u, v->value,
							 DIGITS))),
		   STR_ARG(html_escape(a, verdict_number(a, u, v->low,
							 DIGITS))),
		   STR_ARG(html_escape(a, verdict_number(a, u, v->high,
							 DIGITS))));
	if (v->share > 0)
		buf_printf(h->out, "%.1f %%", 100 * v->share);
	buf_add(h->out, STR("</td></tr>\n"));
}

void
html_devices(struct html *h, size_t k)
{
	if (count_measured(h, k) < 2)
		return;
	buf_add(h->out, STR("<div class=\"scroll\"><table>\n<caption>On each "
		"device of the ledger</caption>\n<thead><tr>"
		"<th scope=\"col\">device</th><th scope=\"col\">verdict</th>"
		"<th scope=\"col\">value</th><th scope=\"col\">interval</th>"
		"<th scope=\"col\">of the ceiling</th></tr></thead>\n"
		"<tbody>\n"));
	for (size_t i = 0; i < h->report->nsides; i++) {
		const struct html_side *side = &h->report->sides[i];
		const struct verdict *v = verdict_on(h, side, k);

		if (v)
			add_device(h, side->device, v);
	}
	buf_add(h->out, STR("</tbody></table></div>\n"));
}
