/*
 * Whether a launch left what it should have.
 */
#include <stdbool.h>
#include <stdint.h>

struct fault;
struct pack_case;
struct probe;

/*
 * Run the case's checks on the probe's buffers. False with a FAULT_CHECK that
 * names the first wrong element, or with the fault of a copy that failed.
 */
bool check_run(const struct pack_case *c, struct probe *p, struct fault *f);
