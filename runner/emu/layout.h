/*
 * Where the variables of a module are.
 */
#ifndef EMU_LAYOUT_H
#define EMU_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

struct function;
struct launch;
struct memory;
struct module;

/* Give every symbol its address; global variables get memory. */
bool layout_module(struct module *m, struct memory *memory);

/* Give global variables again what they hold at first. */
void layout_renew(struct module *m, struct memory *memory);

/* Give their memory back. */
void layout_release(struct module *m, struct memory *memory);

/*
 * What kernel F may touch: bits of shared memory, of SHARED_BYTES addresses;
 * gives the bytes of its static variables.
 */
uint32_t layout_shared(const struct function *f, uint32_t dynamic,
		       uint64_t *valid);

/* Mark what F calls, itself among them: a flag for each of its module's. */
void layout_reach(const struct function *f, bool *reached);

#endif
