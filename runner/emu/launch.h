/*
 * Launches of a kernel.
 */
#ifndef EMU_LAUNCH_H
#define EMU_LAUNCH_H

#include <stdbool.h>
#include <stdint.h>

struct device_launch;
struct findings;
struct function;
struct memory;

enum launch_end {
	LAUNCH_DONE,
	LAUNCH_INVALID, /* its sizes */
	LAUNCH_MEMORY,	/* the machine has too little */
};

struct launcher {
	struct memory *memory;
	struct findings *findings;
	uint64_t number; /* of launches until now */
	uint64_t instructions; /* of warps, of the last launch run in order */
	uint32_t approximated; /* of the last launch: approximate.h */
};

/*
 * Run F as D says, to its end; ARGS of D are its parameters' values. What is
 * found is in the findings; what it prints goes to standard output.
 */
enum launch_end launch_run(struct launcher *r, const struct function *f,
			   const struct device_launch *d);

#endif
