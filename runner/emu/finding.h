/*
 * What a launch is found to do wrong.
 */
#ifndef EMU_FINDING_H
#define EMU_FINDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct finding;
struct insn;
struct launch;
struct warp;

enum { FINDINGS = 256 };

/* Findings not yet taken, in their order. */
struct findings {
	struct found *items;
	size_t n, taken;
};

/*
 * KIND, an enum finding_kind, happened to LANE of W at I; the text follows.
 * What was found at this place before is counted.
 */
void finding_add(struct warp *w, const struct insn *i, unsigned lane,
		 unsigned kind, const char *format, ...)
	__attribute__((format(printf, 5, 6)));

/* Likewise where no thread is at fault: the launch as a whole. */
void finding_add_launch(struct launch *l, unsigned kind, const char *text);

/* Put those of the last launch, from FROM on, in order. */
void finding_sort(struct findings *f, size_t from);

/* Take the next one; false if there is none. */
bool finding_take(struct findings *f, struct finding *out);

/* Free the list. */
void finding_free(struct findings *f);

#endif
