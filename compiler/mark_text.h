/* Text as renderers make it from markdown: entities, and heading anchors. */
#include "str.h"

struct arena;
struct buf;

/* Adds the characters that an entity (`&amp;`, `&#xd7;`) stands for; one that
   is not known as it is written. */
void entity_add(struct buf *out, struct str entity);

/* The anchors of a page so far, in an arena of their own; else zeroed. */
struct anchors {
	struct arena *arena;
	struct anchor {
		struct str base;
		size_t count;
	} *slots;
	size_t n, cap;
};

/*
 * The anchor that GitHub gives a heading of that text: lower case, without
 * punctuation and symbols, `-` for each blank, `-1` behind a repeat.
 */
struct str anchor_make(struct arena *a, struct anchors *all, struct str text);
