/*
 * Columns of a `per device` table: one rule of its marker, a column for each
 * device, headed `GFLOPS (H200)`.
 *
 * The idea: the head of a column says the device, so that a reader and kbc
 * read the same; a column without one is about the page's. That of the page's
 * own device is, too, and so follows whatever device the page is to speak of;
 * all others stay with theirs. Within a column `col("GFLOPS")` is the one of
 * its own device.
 *
 * Columns are added where tables are written (refresh).
 */
#include "arena.h"
#include "claim.h"
#include "claim_parts.h"
#include "diag.h"
#include "marker.h"
#include "page.h"
#include "scan.h"

/* `H200` of `GFLOPS (H200)`; empty when the head is another. */
static struct str
device_of(struct str text, struct str head)
{
	struct str rest = str_skip(text, head.n);

	if (!str_starts(text, head) || !str_starts(rest, STR(" (")) ||
	    !str_ends(rest, STR(")")))
		return STR("");
	return str_slice(rest, 2, rest.n - 3);
}

bool
gather_same_head(const struct gather *g, struct str text, struct str head,
		 struct str device)
{
	struct str of = device_of(text, head);

	return of.n > 0 && gather_same_device(g, device, of);
}

static struct repeated *
add_repeated(struct gather *g, const struct column *rule)
{
	struct claims *all = g->out;
	struct repeated *r;

	all->repeated = arena_grow(g->arena, all->repeated, all->nrepeated,
				   &all->caprepeated, sizeof *all->repeated);
	r = &all->repeated[all->nrepeated++];
	*r = (struct repeated){ .table = g->place.table, .rule = rule,
				.page_device = g->own_device };
	r->columns = arena_alloc(g->arena, (g->place.table->rows[0].n + 1) *
						   sizeof *r->columns);
	return r;
}

const struct repeated *
gather_repeated(struct gather *g, const struct column *rule)
{
	const struct row *heads = &g->place.table->rows[0];
	struct repeated *r = add_repeated(g, rule);

	for (size_t i = 0; i < heads->n; i++) {
		struct str text = gather_cell_text(g->arena, heads->cells[i]);
		struct str device = device_of(text, rule->head);

		if (device.n > 0 ? !gather_knows_device(g, device) :
				   !gather_cell_is(g->arena, heads->cells[i],
						   rule->head))
			continue;
		r->columns[r->n++] = (struct repeated_column){
			.index = i, .device = device,
			.head = gather_cell_bare(heads->cells[i]) };
	}
	return r;
}

void
gather_scope_column(struct gather *g, struct claim *c)
{
	struct str device = g->place.device;

	if (device.n == 0 || (g->own_device.n > 0 &&
			      gather_same_device(g, g->own_device, device)))
		return;
	c->of_column = true;
	gather_scope(g, c, device);
}
