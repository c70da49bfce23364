/*
 * Whether a launch left what it should have.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fault;
struct pack_case;
struct probe;

/* Bytes of host_allocate that a probe must have for its checks. */
enum { CHECK_PINNED = 9 << 20 };

/* The name of the fault of a check that found the poison. */
#define CHECK_UNWRITTEN "unwritten"

/*
 * Run the case's checks on the probe's buffers. False with a FAULT_CHECK that
 * names the first wrong element, or with the fault of a copy that failed.
 */
bool check_run(const struct pack_case *c, struct probe *p, struct fault *f);

/*
 * Whether buffer I, of random data or zeros, no longer holds what it was
 * filled with. False with the fault of a copy that failed.
 */
bool check_changed(const struct pack_case *c, struct probe *p, size_t i,
		   bool *changed, struct fault *f);
