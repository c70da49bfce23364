/*
 * Leaves that are worth something now: entries of number formats, documented
 * entries of devices, and occupancies.
 *
 * The idea: such a fact carries its value from the start, so a claim made of
 * them alone is judged without a compiler or a GPU. An entry of the page's own
 * device that no file documents is left to be read off the device.
 *
 * The tables themselves are formats and devices of the library; no number is
 * made here.
 */
#include "arena.h"
#include "claim.h"
#include "claim_bind.h"
#include "claim_parts.h"
#include "expr.h"
#include "fact.h"
#include "value.h"
#include "wiki.h"

/* The dotted names of a path below its head: `a.b.c` -> b.c. On a page they
   stand together; a schema may have put one in. */
static struct str
words_below(struct arena *a, const struct expr *e, const struct expr *head)
{
	struct str words = { NULL, 0 }, text, start;

	for (const struct expr *x = e; x != head; x = x->left) {
		if (words.n > 0 && x->text.p + x->text.n + 1 != words.p)
			break;
		words.n += x->text.n + (words.n > 0);
		words.p = x->text.p;
		if (x->left == head)
			return words;
	}
	text = expr_text(a, e);
	start = expr_text(a, head);

	return text.n > start.n ? str_skip(text, start.n + 1) : STR("");
}

bool
gather_format(struct gather *g, struct claim *c, struct expr *e,
	      struct expr *head)
{
	struct str entry = words_below(g->arena, e, head), format;

	if (!str_split(&format, &entry, '.') || !entry.p) {
		gather_trouble(g, c, e->at, "expected format.NAME.ENTRY");
		return false;
	}
	return gather_known(g, c, e, FACT_FORMAT,
			    format_entry(g->arena, format, entry));
}

/* The documented file of a device scope (`H200*`), or NULL. */
static const struct device_file *
scope_device(const struct gather *g, struct str pattern)
{
	while (pattern.n > 0 && pattern.p[pattern.n - 1] == '*')
		pattern.n--;
	return pattern.n ? devices_find(g->wiki->devices, pattern) : NULL;
}

/* Of a device that nobody documents, because `on` says an architecture that
   no device, or more than one, has. */
static bool
bind_no_device(struct gather *g, struct claim *c, struct expr *e, int family)
{
	struct value *lack = arena_alloc(g->arena, sizeof *lack);

	*lack = value_lack(LACK_OTHER_SCOPE, arena_printf(g->arena,
		"no one device of " STR_FMT " is documented",
		STR_ARG(c->sm)));
	gather_fact(g, c, e, family)->value = lack;
	return true;
}

/* device.ENTRY of the page's scope: documented if the file has it, else what
   was read off the device. */
static bool
bind_own_device(struct gather *g, struct claim *c, struct expr *e,
		struct str entry)
{
	const struct device_file *f = scope_device(g, c->device);
	struct value v = value_lack(LACK_NOT_RUN, STR(""));

	if (f)
		v = device_entry(g->arena, f, entry);
	if (v.kind != VALUE_NONE)
		return gather_known(g, c, e, FACT_DOCUMENTED, v);
	if (!f && c->sm_given && c->device.n == 0)
		return bind_no_device(g, c, e, FACT_DEVICE);
	gather_fact(g, c, e, FACT_DEVICE);
	return true;
}

bool
gather_device(struct gather *g, struct claim *c, struct expr *e,
	      struct expr *head)
{
	struct str entry = words_below(g->arena, e, head), name;
	const struct device_file *f;

	if (entry.n == 0) {
		gather_trouble(g, c, e->at, "expected device.ENTRY");
		return false;
	}
	if (head->kind == EXPR_NAME)
		return bind_own_device(g, c, e, entry);
	name = head->args ? expr_text(g->arena, head->args) : STR("");
	f = devices_find(g->wiki->devices, name);
	if (!f) {
		gather_trouble(g, c, head->at, "no device '" STR_FMT
			       "' is documented", STR_ARG(name));
		return false;
	}
	return gather_known(g, c, e, FACT_DOCUMENTED,
			    device_entry(g->arena, f, entry));
}

bool
gather_worth(const struct gather *g, const struct claim *c,
	     const struct expr *e, double *out)
{
	struct environment env = { .nfacts = c->nfacts };
	struct value *values = arena_alloc(g->arena, (c->nfacts + 1) *
							     sizeof *values);
	struct value v;

	for (size_t i = 0; i < c->nfacts; i++)
		values[i] = c->facts[i].value ? *c->facts[i].value :
			value_lack(LACK_NOT_RUN, STR(""));
	env.facts = values;
	v = value_eval(g->arena, e, &env);
	*out = v.number;
	return v.kind == VALUE_NUMBER && !v.runs;
}

static bool
read_occupancy(struct gather *g, struct claim *c, struct expr *call,
	       uint32_t numbers[3])
{
	static const struct str names[] = {
		STR_INIT("threads"), STR_INIT("regs"), STR_INIT("smem"),
	};
	double number;

	for (struct expr *arg = call->args; arg; arg = arg->next) {
		size_t i = 0;

		while (i < COUNT_OF(names) &&
		       !str_equal(names[i], arg->argument))
			i++;
		if (i == COUNT_OF(names)) {
			gather_trouble(g, c, arg->argument_at.n ?
				       arg->argument_at : arg->at,
				       "occupancy takes "
				       "threads=, regs= and smem=");
			return false;
		}
		if (!gather_bind(g, c, arg) ||
		    !gather_worth(g, c, arg, &number) || number < 0 ||
		    number > 1e9) {
			if (c->trouble.n == 0)
				gather_trouble(g, c, arg->at,
					       "expected a known number");
			return false;
		}
		numbers[i] = (uint32_t)number;
		if (numbers[i] < number) {
			gather_trouble(g, c, arg->at,
				       "expected a whole number");
			return false;
		}
	}
	return true;
}

static struct value
occupancy_entry(struct arena *a, const struct occupancy *o, struct str entry)
{
	if (str_equal(entry, STR("blocks")))
		return value_number(o->blocks, NULL);
	if (str_equal(entry, STR("warps")))
		return value_number(o->warps, NULL);
	if (str_equal(entry, STR("fraction")))
		return value_number(o->fraction, NULL);
	if (str_equal(entry, STR("limit")))
		return value_text(o->limit);
	return value_lack(LACK_ERROR, arena_printf(a,
		"an occupancy has no '" STR_FMT "' (blocks warps fraction "
		"limit)", STR_ARG(entry)));
}

bool
gather_occupancy(struct gather *g, struct claim *c, struct expr *e,
		 struct expr *head)
{
	const struct device_file *f = scope_device(g, c->device);
	uint32_t numbers[3] = { 0, 0, 0 };
	struct occupancy o;
	struct str why;

	if (!f && c->sm_given && c->device.n == 0)
		return bind_no_device(g, c, e, FACT_OCCUPANCY);
	if (!f)
		f = devices_find(g->wiki->devices, STR("H200"));
	if (!f || head->kind != EXPR_CALL) {
		gather_trouble(g, c, e->at,
			       "expected occupancy(threads=…).blocks");
		return false;
	}
	if (!read_occupancy(g, c, head, numbers))
		return false;
	if (!occupancy_find(&o, f, numbers, &why)) {
		gather_trouble(g, c, head->at, STR_FMT, STR_ARG(why));
		return false;
	}
	return gather_known(g, c, e, FACT_OCCUPANCY,
			    occupancy_entry(g->arena, &o,
					 words_below(g->arena, e, head)));
}
