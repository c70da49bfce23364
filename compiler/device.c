/*
 * compiler/devices/NAME.yaml -> documented entries of a device, and the
 * occupancy of a kernel on it.
 *
 * The idea: a device is data. An entry is an expression over other entries of
 * the same file (`peak.fp32: 2 * sm_count * per_clock.fp32 * clock_hz`), so
 * that a ceiling shows where it comes from, and a source stands beside it.
 * Occupancy follows the rules of the toolkit's calculator header, with the
 * granularities read from the file: registers are given to warps in units,
 * warps to the SM's quarters, shared memory to blocks in units with the
 * driver's share on top.
 *
 * Not here: what was read off a device (evidence).
 */
#include "arena.h"
#include "diag.h"
#include "expr.h"
#include "fact.h"
#include "file.h"
#include "quantity.h"
#include "source.h"
#include "value.h"
#include "yaml.h"

#include <math.h>

#define DEVICE_MAX (64u << 10)
/* Entries refer to entries; a circle ends here. */
#define DEPTH_MAX 8

/* Of occupancy, in the units of the file. */
struct rules {
	uint32_t warp_size, threads_per_block, warps, blocks;
	uint32_t registers, registers_per_thread, register_unit, quarters;
	uint32_t shared, shared_per_block, shared_reserved, shared_unit;
};

struct device_file {
	struct str name;
	const struct source *source;
	const struct node *root;
	const struct node *aliases; /* or NULL */
	struct rules rules;
	bool ruled;                 /* it has all rules */
};

struct devices {
	struct device_file *items;
	size_t n, cap;
};

static bool
read_rule(const struct node *all, struct str name, uint32_t *out)
{
	const struct node *n = yaml_find(all, name);
	uint64_t number;

	if (!n || !str_unsigned(n->text, &number) || number > UINT32_MAX)
		return false;
	*out = (uint32_t)number;
	return true;
}

static bool
read_rules(const struct node *all, struct rules *r)
{
	return read_rule(all, STR("warp_size"), &r->warp_size) &&
	       read_rule(all, STR("threads_per_block"),
			 &r->threads_per_block) &&
	       read_rule(all, STR("warps"), &r->warps) &&
	       read_rule(all, STR("blocks"), &r->blocks) &&
	       read_rule(all, STR("registers"), &r->registers) &&
	       read_rule(all, STR("registers_per_thread"),
			 &r->registers_per_thread) &&
	       read_rule(all, STR("register_unit"), &r->register_unit) &&
	       read_rule(all, STR("quarters"), &r->quarters) &&
	       read_rule(all, STR("shared"), &r->shared) &&
	       read_rule(all, STR("shared_per_block"),
			 &r->shared_per_block) &&
	       read_rule(all, STR("shared_reserved"), &r->shared_reserved) &&
	       read_rule(all, STR("shared_unit"), &r->shared_unit);
}

static bool
read_device(struct arena *a, struct device_file *f, struct str path,
	    struct diag *d)
{
	struct str text;

	if (!file_read(a, &text, path, DEVICE_MAX, d))
		return false;
	f->source = source_make(a, path, text);
	f->root = yaml_parse(a, source_span(f->source, 0, text.n), d);
	f->name = yaml_text(f->root, STR("name"));
	f->aliases = yaml_find(f->root, STR("aliases"));
	f->ruled = read_rules(yaml_find(f->root, STR("occupancy")),
			      &f->rules);
	if (f->root && f->name.n == 0)
		diag_error(d, f->root->at, "a device has a name");
	return f->root && f->name.n > 0;
}

bool
devices_read(struct arena *a, struct devices **out, struct str folder,
	     struct diag *d)
{
	struct devices *all = arena_alloc(a, sizeof *all);
	struct paths files = { 0 };
	bool good = true;

	*out = all;
	if (!file_walk(a, &files, folder, STR(".yaml"), d))
		return false;
	for (size_t i = 0; i < files.n; i++) {
		all->items = arena_grow(a, all->items, all->n, &all->cap,
					sizeof *all->items);
		if (read_device(a, &all->items[all->n], files.items[i], d))
			all->n++;
		else
			good = false;
	}
	return good;
}

bool
device_matches(const struct device_file *f, struct str pattern)
{
	if (str_match_case(pattern, f->name))
		return true;
	for (const struct node *n = f->aliases ? f->aliases->child : NULL; n;
	     n = n->next)
		if (str_match_case(pattern, n->text))
			return true;
	return false;
}

const struct device_file *
devices_at(const struct devices *all, size_t i)
{
	return i < all->n ? &all->items[i] : NULL;
}

struct str
device_name(const struct device_file *f)
{
	return f->name;
}

struct str
device_sm(const struct device_file *f)
{
	return yaml_text(f->root, STR("sm"));
}

struct str
device_alias(const struct device_file *f, size_t i)
{
	const struct node *n = f->aliases ? f->aliases->child : NULL;

	while (n && i-- > 0)
		n = n->next;
	return n ? n->text : STR("");
}

const struct device_file *
devices_find(const struct devices *all, struct str name)
{
	bool exact = str_find_byte(name, '*') == name.n &&
		     str_find_byte(name, '?') == name.n;

	for (size_t i = 0; exact && i < all->n; i++)
		if (device_matches(&all->items[i], name))
			return &all->items[i];
	return NULL;
}

/* --- entries ------------------------------------------------------------- */

static const struct node *
find_entry(const struct device_file *f, struct str path)
{
	const struct node *at = f->root;
	struct str part;

	while (at && str_split(&part, &path, '.'))
		at = yaml_find(at, part);
	return at && at->kind == NODE_SCALAR ? at : NULL;
}

bool
devices_know(const struct devices *all, struct str entry)
{
	for (size_t i = 0; i < all->n; i++)
		if (find_entry(&all->items[i], entry))
			return true;
	return false;
}

/* The unit of an entry by the end of its name. */
static const struct unit *
entry_unit(struct arena *a, struct str path)
{
	static const struct { struct str end, unit; } units[] = {
		{ STR_INIT("bytes_per_s"), STR_INIT("B/s") },
		{ STR_INIT("_bytes"), STR_INIT("B") },
		{ STR_INIT("_hz"), STR_INIT("Hz") },
		{ STR_INIT("flop_per_s"), STR_INIT("FLOP/s") },
		{ STR_INIT("_s"), STR_INIT("s") },
	};

	if (str_starts(path, STR("peak.")) ||
	    str_starts(path, STR("datasheet.")))
		return unit_make(a, STR("FLOP/s"));
	for (size_t i = 0; i < COUNT_OF(units); i++)
		if (str_ends(path, units[i].end))
			return unit_make(a, units[i].unit);
	return NULL;
}

static bool eval_entry(struct arena *a, double *out,
		       const struct device_file *f, struct str path,
		       int depth);

/* The value of an entry's expression; names are other entries. */
static bool
eval_tree(struct arena *a, double *out, const struct device_file *f,
	  const struct expr *e, int depth)
{
	double x, y;

	if (depth > DEPTH_MAX)
		return false;
	if (e->kind == EXPR_NUMBER) {
		*out = e->number;
		return true;
	}
	if (e->kind == EXPR_NAME || e->kind == EXPR_MEMBER)
		return eval_entry(a, out, f, expr_text(a, e), depth + 1);
	if (e->kind != EXPR_BINARY ||
	    !eval_tree(a, &x, f, e->left, depth + 1) ||
	    !eval_tree(a, &y, f, e->right, depth + 1))
		return false;
	struct value v = value_combine(a, (int)e->op, value_number(x, NULL),
				       value_number(y, NULL));
	*out = v.number;
	return v.kind == VALUE_NUMBER;
}

static bool
eval_entry(struct arena *a, double *out, const struct device_file *f,
	   struct str path, int depth)
{
	const struct node *n = find_entry(f, path);
	struct diag *d = diag_make(a);
	struct span text;
	struct expr *e;

	if (!n)
		return false;
	text = n->at;
	e = expr_parse(a, &text, d);
	return e && !diag_failed(d) && eval_tree(a, out, f, e, depth);
}

size_t
device_entries(struct arena *a, struct str **out, const struct device_file *f)
{
	size_t n = 0, cap = 0;

	*out = NULL;
	for (const struct node *e = f->root->child; e; e = e->next)
		for (const struct node *k = e->kind == NODE_MAP ? e->child : e;
		     k; k = e->kind == NODE_MAP ? k->next : NULL) {
			struct str path = k == e ? e->key :
				arena_printf(a, STR_FMT "." STR_FMT,
					     STR_ARG(e->key),
					     STR_ARG(k->key));

			if (k->kind != NODE_SCALAR ||
			    device_entry(a, f, path).kind != VALUE_NUMBER)
				continue;
			*out = arena_grow(a, *out, n, &cap, sizeof **out);
			(*out)[n++] = path;
		}
	return n;
}

struct value
device_entry(struct arena *a, const struct device_file *f, struct str path)
{
	const struct node *n = find_entry(f, path);
	double number;

	if (!n)
		return value_lack(LACK_ERROR, arena_printf(a,
			"no '" STR_FMT "' is documented of " STR_FMT,
			STR_ARG(path), STR_ARG(f->name)));
	if (str_equal(path, STR("cc")) || str_equal(path, STR("name")))
		return value_text(n->text);
	if (!eval_entry(a, &number, f, path, 0))
		return value_lack(LACK_ERROR, arena_printf(a,
			"'" STR_FMT "' of " STR_FMT " is no expression",
			STR_ARG(path), STR_ARG(f->name)));
	return value_number(number, entry_unit(a, path));
}

/* --- occupancy ----------------------------------------------------------- */

static uint32_t
round_up(uint32_t n, uint32_t unit)
{
	return (n + unit - 1) / unit * unit;
}

/* Blocks that the registers allow: each quarter of the SM holds its warps. */
static uint32_t
register_blocks(const struct rules *r, uint32_t registers, uint32_t warps)
{
	uint32_t per_warp = round_up(registers * r->warp_size,
				     r->register_unit);
	uint32_t all;

	if (registers == 0)
		return r->blocks;
	if (per_warp * round_up(warps, r->quarters) > r->registers)
		return 0;
	all = r->registers / r->quarters / per_warp * r->quarters;
	return all / warps;
}

static uint32_t
shared_blocks(const struct rules *r, uint32_t shared)
{
	uint32_t per_block = round_up(shared + r->shared_reserved,
				      r->shared_unit);

	return r->shared / per_block;
}

static void
bind_limit(struct occupancy *o, uint32_t blocks, struct str limit)
{
	if (blocks < o->blocks) {
		o->blocks = blocks;
		o->limit = limit;
	}
}

static bool
is_possible(const struct rules *r, const uint32_t numbers[3], struct str *why)
{
	if (numbers[0] == 0 || numbers[0] > r->threads_per_block)
		*why = STR("no block has that many threads");
	else if (numbers[1] > r->registers_per_thread)
		*why = STR("no thread has that many registers");
	else if (numbers[2] > r->shared_per_block)
		*why = STR("no block has that much shared memory");
	else
		return true;
	return false;
}

bool
occupancy_find(struct occupancy *out, const struct device_file *f,
	       const uint32_t threads_regs_smem[3], struct str *why)
{
	const struct rules *r = &f->rules;
	uint32_t warps;

	*why = STR("its occupancy rules are not documented here");
	if (!f->ruled || !is_possible(r, threads_regs_smem, why))
		return false;
	warps = (threads_regs_smem[0] + r->warp_size - 1) / r->warp_size;
	*out = (struct occupancy){ .blocks = r->blocks,
				   .limit = STR("blocks") };
	bind_limit(out, r->warps / warps, STR("warps"));
	bind_limit(out, register_blocks(r, threads_regs_smem[1], warps),
		   STR("registers"));
	bind_limit(out, shared_blocks(r, threads_regs_smem[2]),
		   STR("shared"));
	out->warps = out->blocks * warps;
	out->fraction = (double)out->warps / r->warps;
	return true;
}
