/*
 * What kbc.yaml names -> whether it is there.
 *
 * The idea: a name that nothing asks for yet is wrong all the same, and whoever
 * wrote it hears of it now. Probes are the library's, so a name that leads to
 * none is an error. A device may be one that is only to be measured, and a
 * folder of sources may lie on another machine: those are warnings, and errors
 * in a strict wiki.
 *
 * The form of kbc.yaml is its schema's; its architectures are wiki.c's.
 */
#include "claim.h"
#include "claim_parts.h"
#include "diag.h"
#include "file.h"
#include "page.h"
#include "path.h"
#include "wiki.h"
#include "yaml.h"

static void
say_lacking(const struct wiki *w, const struct node *n, const char *what)
{
	if (w->config.strict)
		diag_error(w->diag, n->at, "%s: '" STR_FMT "'", what,
			   STR_ARG(n->text));
	else
		diag_warning(w->diag, n->at, "config", "%s: '" STR_FMT "'",
			     what, STR_ARG(n->text));
}

static void
check_device(const struct gather *g)
{
	const struct node *n = yaml_find(g->wiki->config.root, STR("device"));

	if (n && n->kind == NODE_SCALAR && n->text.n > 0 &&
	    !gather_knows_device(g, n->text))
		say_lacking(g->wiki, n, "the device is not documented, and "
			    "the ledger has none of it");
}

static void
check_folder(const struct gather *g, const struct node *n)
{
	struct str path = path_clean(g->arena, path_join(g->arena,
						g->wiki->root, n->text));

	if (n->kind == NODE_SCALAR && file_kind(path) != FILE_FOLDER)
		say_lacking(g->wiki, n, "no such folder of sources");
}

static void
check_sources(const struct gather *g)
{
	const struct node *n = yaml_find(g->wiki->config.root, STR("sources"));

	if (n && n->kind == NODE_SCALAR)
		check_folder(g, n);
	else if (n && n->kind == NODE_LIST)
		for (n = n->child; n; n = n->next)
			check_folder(g, n);
}

bool
claim_check_config(struct wiki *w)
{
	size_t errors = w->diag->count[DIAG_ERROR];
	struct page of_config = { .diag = w->diag,
				  .source = w->config.source };
	struct gather g = { .arena = w->arena, .wiki = w,
			    .page = &of_config };

	if (!w->config.root)
		return true;
	for (size_t i = 0; i < w->config.nprobes; i++)
		gather_check_probe(&g, &w->config.probes[i]);
	check_device(&g);
	check_sources(&g);
	return w->diag->count[DIAG_ERROR] == errors;
}
