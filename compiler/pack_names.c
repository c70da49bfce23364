/*
 * Names for the expressions of a head that are over measured values: metrics,
 * ceilings.
 *
 * The idea: whoever has a slope names it `time` or `cycles`; all other names
 * are those of the head, worth what they are worth in one point. Numbers have
 * no units here, since heads count in coherent ones.
 */
#include "arena.h"
#include "library.h"
#include "pack_head.h"
#include "value.h"
#include "yaml.h"

void
names_add(struct arena *a, struct names *all, struct str name, struct value v)
{
	v.unit = NULL;
	all->items = arena_grow(a, all->items, all->n, &all->cap,
				sizeof *all->items);
	all->items[all->n++] = (struct binding){ name, v };
}

static void
add_number(struct names *all, const struct head *h, struct str name)
{
	struct product p;

	if (head_name(&p, h, name) && p.sm == 0 && p.l2 == 0)
		names_add(h->arena, all, name, value_number(p.number, NULL));
}

void
head_add_names(struct names *all, const struct head *h)
{
	const struct node *let = yaml_find(h->probe->head, STR("let"));

	for (size_t i = 0; i < h->nsettings; i++)
		add_number(all, h, h->settings[i].name);
	for (let = let ? let->child : NULL; let; let = let->next)
		add_number(all, h, let->key);
	add_number(all, h, STR("sm"));
	add_number(all, h, STR("l2"));
}
