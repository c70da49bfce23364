/*
 * Data that launches change, written anew before each of them. device.h,
 * number.h, pack.h and probe.h come before it.
 */
#include <stdbool.h>

struct fault;
struct pack_case;
struct probe;

/*
 * Of a case that wants fresh data: after its first launch and before any
 * other, find the buffers that no longer hold what they were filled with, and
 * make copies of what that was. False with a fault.
 */
bool fresh_find(struct probe *p, const struct pack_case *c, struct fault *f);

/* Which ones these are, a bit for each buffer; 0: none. */
unsigned fresh_mask(const struct probe *p);

/* Begin to write them anew; 0 or the driver's code. */
int fresh_start(struct probe *p);
