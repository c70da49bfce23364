/*
 * The files of a commit -> a folder in which a wiki is read as it was.
 *
 * The idea: a page can name any file of its repository, so each has its name
 * there. What kbc reads of its own accord has its bytes: pages, YAML, and what
 * either kbc.yaml, that of the commit or that of now, says is the ledger or a
 * list of signers. Of others those have them whose names are in these texts,
 * word by word; nobody asks for the bytes of the rest, which are as long as
 * they were and take no room. Links lead to what they led to.
 *
 * Files of modules, other repositories, are not there.
 */
#include "arena.h"
#include "cmd_gate.h"
#include "diag.h"
#include "file.h"
#include "git.h"
#include "map.h"
#include "path.h"
#include "source.h"
#include "wiki.h"
#include "yaml.h"

/* More than kbc reads of any file that a page names. */
#define LAID_MAX (16u << 20)

/* Files that one configuration names, from the top of the work tree. */
struct places {
	struct str evidence, schemas, signers, revoked;
};

/* A folder under way. */
struct laying {
	struct gate_base *base;
	struct arena *arena;
	struct git_files left;  /* without bytes */
	struct git_files links;
	struct git_files *taken; /* with bytes: that of the base */
	struct places now, was;
	struct map words;        /* of names of files that are left */
	bool *seen;              /* [word]: a text has it */
	struct diag *diag;
};

/* A place that kbc.yaml names; empty if it is outside. */
static struct str
place_of(const struct git *g, const struct node *config, const char *key,
	 const char *otherwise)
{
	struct str text = yaml_text(config, str_of(key)), path;

	if (text.n == 0)
		text = str_of(otherwise);
	path = path_clean(g->arena, path_join(g->arena, g->prefix, text));
	if (text.n == 0 || str_starts(path, STR("/")) ||
	    str_starts(path, STR("..")))
		return STR("");
	return path;
}

static struct places
places_of(const struct git *g, const struct node *config)
{
	return (struct places){
		place_of(g, config, "evidence", "evidence"),
		place_of(g, config, "schemas", ""),
		place_of(g, config, "signers", "allowed_signers"),
		place_of(g, config, "revoked_signers", ""),
	};
}

static void
add_file(struct arena *a, struct git_files *to, struct git_file f)
{
	to->items = arena_grow(a, to->items, to->n, &to->cap,
			       sizeof *to->items);
	to->items[to->n++] = f;
}

static bool
is_page(struct str path)
{
	return str_ends(path, STR(".md"));
}

static bool
is_yaml(struct str path)
{
	return str_ends(path, STR(".yaml")) || str_ends(path, STR(".yml"));
}

/* --- what is read --------------------------------------------------------- */

/* The folders of all files, and those of modules, which stay empty. */
static bool
make_folders(struct laying *l, const struct git_files *all)
{
	struct str last = STR("");

	for (size_t i = 0; i < all->n; i++) {
		const struct git_file *f = &all->items[i];
		struct str folder = f->module ? f->path : path_dir(f->path);

		if (!str_equal(folder, last) &&
		    !file_make_folder(path_join(l->arena, l->base->folder,
						folder), l->diag))
			return false;
		last = folder;
	}
	return true;
}

static void
find_modules(struct gate_base *b, const struct git_files *all)
{
	b->modules = arena_alloc(b->git->arena,
				 (all->n + 1) * sizeof *b->modules);
	for (size_t i = 0; i < all->n; i++)
		if (all->items[i].module)
			b->modules[b->nmodules++] = all->items[i].path;
}

static bool
has_pages(const struct git *g, const struct git_files *all)
{
	for (size_t i = 0; i < all->n; i++)
		if (!all->items[i].module && is_page(all->items[i].path) &&
		    path_is_under(all->items[i].path, g->prefix))
			return true;
	return false;
}

/* The files of the commit: what is a page or YAML is taken. */
static void
sort_files(struct laying *l, const struct git_files *all)
{
	for (size_t i = 0; i < all->n; i++) {
		const struct git_file f = all->items[i];

		if (f.module)
			continue;
		if (f.link)
			add_file(l->arena, &l->links, f);
		else if (f.size <= SOURCE_MAX &&
			 (is_page(f.path) || is_yaml(f.path)))
			add_file(l->arena, l->taken, f);
		else
			add_file(l->arena, &l->left, f);
	}
}

/* Reads those that were taken since the last time. */
static bool
read_taken(struct laying *l, size_t from)
{
	struct gate_base *b = l->base;
	struct git_files more = { l->taken->items + from, l->taken->n - from,
				  0 };
	struct str *texts = arena_alloc(l->arena, (l->taken->n + 1) *
							sizeof *texts);

	for (size_t i = 0; i < from; i++)
		texts[i] = b->texts[i];
	b->texts = texts;
	return more.n == 0 || git_read(b->git, &more, texts + from,
				       b->room->path, l->diag);
}

/* What kbc.yaml was at the base. */
static const struct node *
find_config(const struct laying *l)
{
	const struct gate_base *b = l->base;
	struct str path = path_join(l->arena, b->git->prefix, STR("kbc.yaml"));
	struct str text = arena_copy(l->arena, STR(""));

	for (size_t i = 0; i < l->taken->n; i++)
		if (str_equal(l->taken->items[i].path, path))
			text = arena_copy(l->arena, b->texts[i]);
	return yaml_parse(l->arena, source_span(source_make(l->arena, path,
							    text),
						0, text.n),
			  diag_make(l->arena));
}

/* --- what is named -------------------------------------------------------- */

/* The next run of letters and digits; false behind the last. */
static bool
take_word(struct str *word, struct str *rest)
{
	size_t n = 0;

	while (rest->n > 0 && !byte_is_letter(rest->p[0]) &&
	       !byte_is_digit(rest->p[0]))
		*rest = str_skip(*rest, 1);
	while (n < rest->n && (byte_is_letter(rest->p[n]) ||
			       byte_is_digit(rest->p[n])))
		n++;
	*word = str_slice(*rest, 0, n);
	*rest = str_skip(*rest, n);
	return n > 0;
}

/* Finds which words of the names of files the texts have. */
static void
look_for_words(struct laying *l)
{
	struct str rest, word;

	for (size_t i = 0; i < l->left.n; i++) {
		rest = path_base(l->left.items[i].path);
		while (take_word(&word, &rest))
			map_add(&l->words, word, l->words.n);
	}
	l->seen = arena_alloc(l->arena, l->words.n + 1);
	for (size_t i = 0; l->words.n > 0 && i < l->taken->n; i++) {
		rest = l->base->texts[i];
		while (take_word(&word, &rest)) {
			size_t at = map_find(&l->words, word);

			if (at != SIZE_MAX)
				l->seen[at] = true;
		}
	}
}

static bool
is_named(const struct laying *l, struct str path)
{
	struct str rest = path_base(path), word;

	while (take_word(&word, &rest))
		if (!l->seen[map_find(&l->words, word)])
			return false;
	return true;
}

/* Whether a configuration says that kbc is to read it. */
static bool
is_asked_for(const struct places *p, struct str path)
{
	return ((str_ends(path, STR(".json")) ||
		 str_ends(path, STR(".json.sig"))) &&
		p->evidence.n > 0 && path_is_under(path, p->evidence)) ||
	       str_equal(path, p->signers) || str_equal(path, p->revoked);
}

/* Takes of the files that are left those whose bytes may be asked for. */
static void
take_named(struct laying *l)
{
	size_t n = 0;

	for (size_t i = 0; i < l->left.n; i++) {
		const struct git_file f = l->left.items[i];

		if (f.size <= LAID_MAX &&
		    (is_asked_for(&l->now, f.path) ||
		     is_asked_for(&l->was, f.path) || is_named(l, f.path)))
			add_file(l->arena, l->taken, f);
		else
			l->left.items[n++] = f;
	}
	l->left.n = n;
}

/* --- laying --------------------------------------------------------------- */

static struct str
laid_path(const struct laying *l, struct str path)
{
	return path_join(l->arena, l->base->folder, path);
}

/* Lays what a link leads to: its place in the folder, or what is outside of the
   work tree, where it is. */
static bool
lay_link(struct laying *l, const struct git_file *f, struct str text)
{
	struct arena *a = l->arena;
	struct str top = l->base->git->top;
	struct str to = path_clean(a, path_join(a, path_join(a, top,
			path_dir(f->path)), text));

	if (path_is_under(to, top))
		to = laid_path(l, path_below(to, top));
	return file_lay_link(laid_path(l, f->path), to, l->diag);
}

/* Links come last: nothing is written through one. */
static bool
lay_links(struct laying *l)
{
	struct str *texts = arena_alloc(l->arena, (l->links.n + 1) *
							sizeof *texts);

	if (l->links.n > 0 && !git_read(l->base->git, &l->links, texts,
					l->base->room->path, l->diag))
		return false;
	for (size_t i = 0; i < l->links.n; i++)
		if (!lay_link(l, &l->links.items[i], texts[i]))
			return false;
	return true;
}

static bool
lay_files(struct laying *l)
{
	const struct gate_base *b = l->base;

	for (size_t i = 0; i < l->taken->n; i++)
		if (!file_lay(laid_path(l, l->taken->items[i].path),
			      b->texts[i], l->diag))
			return false;
	for (size_t i = 0; i < l->left.n; i++)
		if (!file_lay_name(laid_path(l, l->left.items[i].path),
				   l->left.items[i].size, l->diag))
			return false;
	return lay_links(l);
}

bool
gate_base_lay(struct gate_base *b, const struct wiki *now, struct diag *d)
{
	struct arena *a = b->git->arena;
	struct git_files all = { 0 };
	struct laying l = { .base = b, .arena = a, .words = { .arena = a },
			    .diag = d };
	size_t n;

	if (!git_list(b->git, &all, d))
		return false;
	find_modules(b, &all);
	b->there = has_pages(b->git, &all);
	l.taken = b->files = arena_alloc(a, sizeof *b->files);
	sort_files(&l, &all);
	if (!make_folders(&l, &all) || !read_taken(&l, 0))
		return false;
	l.now = places_of(b->git, now->config.root);
	b->config = find_config(&l);
	l.was = places_of(b->git, b->config);
	b->evidence = l.was.evidence;
	b->schemas = l.was.schemas;
	look_for_words(&l);
	n = l.taken->n;
	take_named(&l);
	return read_taken(&l, n) && lay_files(&l);
}
