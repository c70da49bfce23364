/*
 * Front matter -> what it says that an earlier run found: counts of verdicts
 * and the claims that were refuted.
 *
 * The idea: a reviewer wants to know what is other than it was, and the page
 * itself is the memory. It is read as writeback.c writes it; what somebody else
 * has written there counts for nothing.
 *
 * Which claims were confirmed is not said there, and so is not known here.
 */
#include "arena.h"
#include "page.h"
#include "verdict.h"
#include "writeback.h"
#include "yaml.h"

static size_t
count_under(const struct node *map, struct str key)
{
	uint64_t n;

	return str_unsigned(yaml_text(map, key), &n) ? (size_t)n : 0;
}

static void
read_refuted(struct arena *a, struct before *out, const struct node *list)
{
	if (!list || list->kind != NODE_LIST)
		return;
	out->refuted = arena_alloc(a, (list->count + 1) * sizeof *out->refuted);
	for (const struct node *n = list->child; n; n = n->next)
		if (n->kind == NODE_MAP)
			out->refuted[out->nrefuted++] = (struct was_refuted){
				.line = count_under(n, STR("line")),
				.says = yaml_text(n, STR("says")),
				.is = yaml_text(n, STR("is")),
			};
}

void
writeback_before(struct arena *a, struct before *out, const struct page *p)
{
	struct span foreign;
	const struct node *block = page_block(p, &foreign), *claims;

	*out = (struct before){ 0 };
	out->count = arena_alloc(a, STATUS_COUNT * sizeof *out->count);
	claims = block ? yaml_find(block, STR("claims")) : NULL;
	if (!claims || claims->kind != NODE_MAP)
		return;
	out->known = true;
	for (int i = 0; i < STATUS_COUNT; i++) {
		out->count[i] = count_under(claims,
					    status_text((enum status)i));
		out->bound += i == STATUS_UNBOUND ? 0 : out->count[i];
	}
	out->evidence = count_under(yaml_find(block, STR("run")),
				    STR("measured")) +
			out->count[STATUS_INCONCLUSIVE] +
			out->count[STATUS_PROBE_LIMITED] +
			out->count[STATUS_STALE];
	read_refuted(a, out, yaml_find(block, STR("refuted")));
}
