/*
 * `on WHAT` of a marker -> the device and the architecture that its claim is
 * about.
 *
 * The idea: a device and an architecture are two ends of one thing. `on
 * sm_100` on a page about an H200 is about the device that runs such code,
 * and `on B200` is about code that a B200 runs, of the same kind (`a`, plain)
 * as the page's. What nobody knows is an error where it stands.
 *
 * A device is known if it is documented or if the ledger has a folder of it.
 * What the claim is worth there is not asked here.
 */
#include "arena.h"
#include "claim.h"
#include "claim_parts.h"
#include "diag.h"
#include "fact.h"
#include "file.h"
#include "marker.h"
#include "page.h"
#include "path.h"
#include "quantity.h"
#include "wiki.h"

/* --- devices ---------------------------------------------------------- */

/* The first documented device of a pattern; NULL for none. */
static const struct device_file *
first_device(const struct gather *g, struct str pattern)
{
	const struct devices *all = g->wiki->devices;
	const struct device_file *f;

	for (size_t i = 0; (f = devices_at(all, i)); i++)
		if (device_matches(f, pattern))
			return f;
	return NULL;
}

/* The only documented device that runs code of sm; NULL for none and for
   several. */
static const struct device_file *
only_device(const struct gather *g, struct str sm)
{
	const struct devices *all = g->wiki->devices;
	const struct device_file *f, *found = NULL;

	for (size_t i = 0; (f = devices_at(all, i)); i++) {
		if (!arch_runs(device_sm(f), sm))
			continue;
		if (found)
			return NULL;
		found = f;
	}
	return found;
}

/* Whether the ledger has a folder of a device of that name. */
static bool
is_measured(const struct gather *g, struct str pattern)
{
	struct str folder = g->wiki->config.evidence;
	struct paths files = { 0 };

	if (file_kind(folder) != FILE_FOLDER ||
	    !file_walk_within(g->arena, &files, folder, STR(".json"),
			      g->page->diag))
		return false;
	for (size_t i = 0; i < files.n; i++)
		if (str_match_case(pattern,
				   path_base(path_dir(files.items[i]))))
			return true;
	return false;
}

bool
gather_knows_device(const struct gather *g, struct str pattern)
{
	return first_device(g, pattern) || is_measured(g, pattern);
}

bool
gather_same_device(const struct gather *g, struct str pattern,
		   struct str name)
{
	const struct device_file *f = first_device(g, pattern);

	return str_match_case(pattern, name) ||
	       (f && f == first_device(g, name));
}

/* --- scopes ----------------------------------------------------------- */

/* Code of another number, of the same kind if there is one: sm_100a for
   sm_90a. */
static struct str
same_kind(struct arena *a, struct str sm, struct str as)
{
	struct str made;
	int number;
	char suffix;

	if (!arch_split(as, &number, &suffix) || suffix == '\0')
		return sm;
	return arch_parse(&made, &number, &suffix, arena_printf(a,
			  STR_FMT "%c", STR_ARG(sm), suffix)) ? made : sm;
}

struct str
gather_sm_on(const struct gather *g, struct str device, struct str sm)
{
	const struct device_file *f = first_device(g, device);

	return !f || device_sm(f).n == 0 || arch_runs(device_sm(f), sm) ?
		       sm : same_kind(g->arena, device_sm(f), sm);
}

void
gather_scope(const struct gather *g, struct claim *c, struct str device)
{
	struct str own = c->sm_given ? c->sm : g->own_sm;
	struct str sm = gather_sm_on(g, device, own);

	c->device = device;
	c->sm_given = c->sm_given || !str_equal(sm, own);
	c->sm = sm;
}

static void
scope_device(struct gather *g, struct claim *c, const struct options *o)
{
	if (gather_knows_device(g, o->on)) {
		gather_scope(g, c, o->on);
		return;
	}
	c->device = o->on;
	gather_trouble(g, c, o->on_at, "no device '" STR_FMT
		       "' is documented, and the ledger has none",
		       STR_ARG(o->on));
}

static void
scope_sm(const struct gather *g, struct claim *c, struct str sm)
{
	const struct device_file *f = first_device(g, c->device);

	c->sm = sm;
	c->sm_given = true;
	if (c->device.n == 0 || (f && arch_runs(device_sm(f), sm)))
		return;
	f = only_device(g, sm);
	c->device = f ? device_name(f) : STR("");
}

/* Whether a text is meant for an architecture: `sm_999`, `compute_7`. */
static bool
means_sm(struct str s)
{
	static const struct str starts[] = {
		STR_INIT("sm"), STR_INIT("compute"), STR_INIT("cc"),
	};

	for (size_t i = 0; i < COUNT_OF(starts); i++) {
		struct str rest = str_skip(s, starts[i].n);

		if (str_equal_case(str_slice(s, 0, starts[i].n), starts[i]) &&
		    rest.n > 0 && (rest.p[0] == '_' ||
				   byte_is_digit(rest.p[0])))
			return true;
	}
	return s.n > 0 && byte_is_digit(s.p[0]);
}

/* What is wrong with the options of a column was said at its first row. */
static bool
was_refused(const struct gather *g, struct claim *c)
{
	for (size_t i = g->out->n; i-- > 0;) {
		const struct claim *other = &g->out->items[i];

		if (other == c || other->options != c->options)
			continue;
		c->trouble = other->trouble;
		return c->trouble.n > 0;
	}
	return false;
}

void
gather_options(struct gather *g, struct claim *c, const struct options *o)
{
	struct str sm;
	int number;
	char suffix;

	c->options = o;
	c->name = o->id;
	if (o->on.n == 0 || was_refused(g, c))
		return;
	if (arch_parse(&sm, &number, &suffix, o->on))
		scope_sm(g, c, sm);
	else if (means_sm(o->on))
		gather_trouble(g, c, o->on_at, STR_FMT,
			       STR_ARG(arch_complaint(g->arena, o->on)));
	else
		scope_device(g, c, o);
}
