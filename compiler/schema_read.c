/*
 * Reads page types: a folder of YAML files in, one rule tree a file out.
 *
 * A page type is named like its file. What the keywords of a schema mean is
 * the matter of schema_rule.c; here are only files, their names and their
 * limit. A file that is no schema is said and left out, the others are read.
 */
#include "schema.h"

#include "arena.h"
#include "file.h"
#include "path.h"
#include "schema_rule.h"
#include "source.h"
#include "yaml.h"

/* Bytes of a schema, which is written by hand. */
#define SCHEMA_MAX (1u << 20)

struct schema *
schema_parse(struct arena *a, struct span text, struct diag *d)
{
	struct node *root = yaml_parse(a, text, d);
	struct schema *s = arena_alloc(a, sizeof(*s));
	struct str name = path_base(text.source->name);

	if (!root)
		return NULL;
	if (str_ends(name, STR(".yaml")))
		name = str_slice(name, 0, name.n - 5);
	s->name = name;
	s->root = rule_parse(a, root, d);
	return s->root ? s : NULL;
}

bool
schema_read(struct arena *a, struct schemas *out, struct str folder,
	    struct diag *d)
{
	struct paths paths = { 0 };
	bool good = true;

	if (!file_walk(a, &paths, folder, STR(".yaml"), d))
		return false;
	for (size_t i = 0; i < paths.n; i++) {
		struct schema *s = NULL;
		struct str text;

		if (file_read(a, &text, paths.items[i], SCHEMA_MAX, d)) {
			const struct source *source =
				source_make(a, paths.items[i], text);

			s = schema_parse(a, source_span(source, 0, text.n), d);
		}
		good = good && s;
		if (!s)
			continue;
		out->items = arena_grow(a, out->items, out->n, &out->cap,
					sizeof(struct schema *));
		out->items[out->n++] = s;
	}
	return good;
}
