/* What the parts of `report_html` share; report_html.h comes before it. */
#include "str.h"

struct arena;
struct buf;
struct claim;
struct fact;
struct verdict;

/* A document on its way. */
struct html {
	struct arena *arena;         /* of one claim */
	struct buf *out;
	const struct html_report *report;
	size_t page;                 /* which of report->pages */
};

/* The text as it stands between tags and in quoted attributes: what HTML would
   read is escaped, what is no UTF-8 or would steer a reader is U+FFFD. */
struct str html_escape(struct arena *a, struct str s);

/* One claim, which folds. */
void html_claim(struct html *h, size_t k);

/* What one measured fact of a claim was in the cases of its sweep, as picture
   and table; nothing where there are less than two. */
void html_curve(struct html *h, const struct claim *c, size_t fact);

/* What verdicts on each device came to; nothing where fewer than two have
   one that was measured. */
void html_devices(struct html *h, size_t k);

/* How a claim stood at commits of the past, as terms of its list; nothing where
   that is not known. */
void html_past(struct html *h, size_t k);

/* The class of a status, `not-run`. */
const char *html_class(int status);

/* The style sheet and the script, without their tags. */
void html_style(struct buf *out);
void html_script(struct buf *out);
