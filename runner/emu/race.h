/*
 * Which accesses are ordered, and which race.
 */
#ifndef EMU_RACE_H
#define EMU_RACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct access;
struct block;
struct launch;
struct warp;

/* Check LANE's access and note it. */
void race_check(struct warp *w, struct access *x, unsigned lane);

/*
 * Check and note an access by N lanes from FIRST on to BYTES each, in a row
 * from granule-aligned AT of SPACE; SAME: all to the same bytes. False, and
 * nothing is noted, if it takes a closer look.
 */
struct line;
bool race_line(struct warp *w, const struct line *l);

/* The warp starts: it has seen nothing. */
void race_start(struct warp *w);

/* Threads of one warp are in step: what they did is seen by the others. */
void race_step(struct warp *w);

/* CLOCK learns what W has done until now. */
void race_publish(const struct warp *w, uint32_t *clock);

/* W learns what CLOCK knows; its own time goes on. */
void race_learn(struct warp *w, const uint32_t *clock);

/* A fence of W, for other blocks too if WIDE; an atomic or volatile write
   behind one, which publishes what W had done before it; an atomic or volatile
   read, which learns. */
void race_fence(struct warp *w, bool wide);
void race_release(struct warp *w);
void race_acquire(struct warp *w);

#endif
