/*
 * A case made ready for the device: its entries, buffers and arguments.
 * device.h, number.h and pack.h come before it.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct cost;
struct device;
struct fault;
struct pack_case;
struct pack_check;
struct pack_symbol;
struct patterns;

struct probe_buffer {
	uint64_t address, bytes; /* bytes 0: not allocated */
};

struct probe_launch {
	struct device_launch launch;
	uint64_t values[PACK_ARGS];
	void *args[2 * PACK_ARGS];
};

struct probe {
	struct arena *arena; /* of the visit */
	struct device *device;
	uint64_t seed; /* of random data */
	struct cost *cost; /* that what is done is added to */
	uint32_t poison; /* what outputs hold before a launch */
	struct probe_launch launches[PACK_LAUNCHES];
	size_t nlaunches;
	enum measure_kind measure;
	uint64_t cycles; /* address of the ticks */
	struct probe_buffer buffers[PACK_BUFFERS];
	struct probe_buffer spare[PACK_BUFFERS]; /* what a buffer that the
						    launches change held */
	struct patterns *patterns; /* of the worker */
	uint32_t iterations; /* what 'arg iterations' is now */
	unsigned char *pinned; /* CHECK_PINNED bytes of host_allocate */
	unsigned char *right;  /* FILL_PERIOD bytes for checks */
	size_t right_bytes;    /* of it, an output that was found right */
	const struct pack_check *right_by; /* by this one */
	const unsigned char *right_of[2];  /* and these inputs */
	unsigned right_dropped; /* the count of dropped patterns then */
};

/*
 * Set F for a driver's CODE from WHAT: memory, no image or else KIND. The
 * process counts as poisoned unless the code came from loading or allocating.
 * Always false.
 */
bool probe_fail(const struct probe *p, struct fault *f, const char *what,
		int code);

/*
 * Likewise for a CODE from launching: where it says that no launch of that
 * shape can be, the process is not poisoned.
 */
bool probe_fail_launch(const struct probe *p, struct fault *f, int code);

/*
 * Give the probe the buffers of the case: those of the right size are kept,
 * the others released and allocated anew, and spare copies released. False
 * with a fault.
 */
bool probe_allocate(struct probe *p, const struct pack_case *c,
		    struct fault *f);

/* Release all buffers. */
void probe_release(struct probe *p);

/*
 * The period of the random data of the case's buffer I, or as much of it as
 * fits the buffer; NULL if the buffer is filled with one word. It holds until
 * PACK_BUFFERS others were asked for.
 */
const unsigned char *probe_pattern(struct probe *p, const struct pack_case *c,
				   size_t i);

/* Fill all buffers with what the case says. */
bool probe_fill(struct probe *p, const struct pack_case *c, struct fault *f);

/* Fill a place like the case's buffer I, which is as long; 0 or a code. */
int probe_fill_one(struct probe *p, const struct pack_case *c, size_t i,
		   const struct probe_buffer *place);

/* Fill only the buffers that are not random: the outputs. */
bool probe_poison(struct probe *p, const struct pack_case *c, struct fault *f);

/* Set measure and ticks for the case, and no launches yet. */
bool probe_bind(struct probe *p, const struct pack_case *c, struct fault *f);

/*
 * Add a launch of ENTRY; SYMBOL, if there is one, says what its parameters
 * are. False with a fault, also if its blocks wait for each other and do not
 * fit the device at once.
 */
bool probe_add(struct probe *p, const struct case_launch *l, void *entry,
	       const struct pack_symbol *symbol, struct fault *f);
