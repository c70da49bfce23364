/*
 * Builds a tree from steps: a key, a value, a list or map that opens and
 * closes. Two readers of YAML take these steps, so that order, parents,
 * limits and repeated keys are one matter and not two.
 *
 * Limits are looked at before the node of a step is made. A frame a level on
 * a stack of fixed size holds what is open; nothing recurses. Keys are
 * compared when their map closes, through a small hash table.
 */
#include "yaml.h"

#include <string.h>

#include "arena.h"
#include "glyph.h"
#include "yaml_parts.h"

struct span
build_span(const struct builder *b, size_t from, size_t to)
{
	return (struct span){ b->at.source, b->at.at + (uint32_t)from,
			      (uint32_t)(to - from) };
}

struct frame *
build_top(struct builder *b)
{
	return b->depth ? &b->stack[b->depth - 1] : NULL;
}

bool
build_wants_key(struct builder *b)
{
	const struct frame *f = build_top(b);

	return f && f->node->kind == NODE_MAP && !f->has_key;
}

static bool
fail(struct builder *b, enum build_fault fault, struct span at)
{
	b->fault = fault;
	b->fault_at = at;
	return false;
}

/* A new node in its place of the tree, or NULL with a fault. */
static struct node *
add_node(struct builder *b, enum node_kind kind, struct span at)
{
	struct frame *f = build_top(b);
	struct node *n;

	if (b->nodes == b->most) {
		fail(b, BUILD_LARGE, at);
		return NULL;
	}
	b->nodes++;
	n = arena_alloc(b->arena, sizeof(*n));
	n->kind = kind;
	n->at = at;
	if (!f) {
		b->root = n;
		return n;
	}
	n->parent = f->node;
	n->key = f->key;
	n->key_at = f->key_at;
	*(f->last ? &f->last->next : &f->node->child) = n;
	f->last = n;
	f->node->count++;
	f->has_key = false;
	return n;
}

bool
build_key(struct builder *b, struct str text, struct span at)
{
	struct frame *f = build_top(b);

	if (at.n == 0)
		return fail(b, BUILD_KEY_EMPTY, at);
	if (str_equal(span_str(at), STR("<<")))
		return fail(b, BUILD_KEY_MERGE, at);
	if (glyph_poses(b->arena, text)) {
		b->fault_key = glyph_skeleton(b->arena, text);
		return fail(b, BUILD_KEY_POSES, at);
	}
	f->key = text;
	f->key_at = at;
	f->has_key = true;
	return true;
}

bool
build_scalar(struct builder *b, enum node_style style, struct str text,
	     struct span at)
{
	struct node *n = add_node(b, NODE_SCALAR, at);

	if (!n)
		return false;
	n->style = style;
	n->text = text;
	return true;
}

bool
build_open(struct builder *b, enum node_kind kind, enum node_style style,
	   struct span at)
{
	struct node *n;

	if (build_wants_key(b))
		return fail(b, BUILD_KEY_KIND, at);
	if (b->depth == YAML_DEPTH_MAX)
		return fail(b, BUILD_DEEP, at);
	n = add_node(b, kind, at);
	if (!n)
		return false;
	n->style = style;
	b->stack[b->depth++] = (struct frame){ .node = n };
	return true;
}

static bool
check_keys(struct builder *b, const struct node *map)
{
	const struct node *first = NULL;
	const struct node *again = yaml_repeat(b->arena, map, &first);

	if (!again)
		return true;
	b->fault_key = again->key;
	b->first_at = first->key_at;
	return fail(b, BUILD_REPEAT, again->key_at);
}

bool
build_close(struct builder *b, size_t to)
{
	struct frame *f = &b->stack[b->depth - 1];
	struct node *n = f->node;
	size_t from = n->at.at - b->at.at;

	if (to == 0 && f->last)
		to = f->last->at.at - b->at.at + f->last->at.n;
	n->at = build_span(b, from, to > from ? to : from);
	b->depth--;
	return n->kind == NODE_LIST || check_keys(b, n);
}

struct node *
build_end(struct builder *b)
{
	struct node *n = b->root;

	if (n && (n->kind != NODE_SCALAR || n->style != NODE_PLAIN ||
		  n->at.n > 0))
		return n;
	if (!n)
		n = add_node(b, NODE_MAP, build_span(b, 0, 0));
	n->kind = NODE_MAP;
	n->style = NODE_BLOCK;
	return n;
}

/* FNV-1a */
static uint32_t
text_hash(struct str s)
{
	uint32_t hash = 2166136261u;

	for (size_t i = 0; i < s.n; i++)
		hash = (hash ^ (unsigned char)s.p[i]) * 16777619u;
	return hash;
}

static struct str
name_of(const struct node *n, enum node_kind kind)
{
	return kind == NODE_MAP ? n->key : n->text;
}

const struct node *
yaml_repeat(struct arena *a, const struct node *n, const struct node **first)
{
	const struct node *few[64], **slots = few;
	size_t size = 4;

	while (size < 2 * n->count)
		size *= 2;
	if (size > COUNT_OF(few))
		slots = arena_alloc(a, size * sizeof(const struct node *));
	memset(slots, 0, size * sizeof(const struct node *));
	for (const struct node *c = n->child; c; c = c->next) {
		struct str name = name_of(c, n->kind);
		size_t i = text_hash(name) & (size - 1);

		if (n->kind == NODE_LIST && c->kind != NODE_SCALAR)
			continue;
		for (; slots[i]; i = (i + 1) & (size - 1)) {
			*first = slots[i];
			if (str_equal(name, name_of(slots[i], n->kind)))
				return c;
		}
		slots[i] = c;
	}
	return NULL;
}
