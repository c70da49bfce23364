/*
 * A case made ready for the device: its entry, its buffers, its arguments.
 * device.h, number.h and pack.h come before it.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct device;
struct fault;
struct pack_case;

struct probe_buffer {
	uint64_t address, bytes; /* bytes 0: not allocated */
};

/* What a buffer is filled with: the first bytes of a period. */
struct probe_pattern {
	struct pack_fill fill;
	size_t bytes; /* 0: not made yet */
	unsigned char *data;
};

struct probe {
	struct arena *arena; /* of the patterns */
	struct device *device;
	uint64_t seed; /* of random data */
	struct device_launch launch;
	enum measure_kind measure;
	uint64_t cycles; /* address of the ticks */
	struct probe_buffer buffers[PACK_BUFFERS];
	struct probe_pattern patterns[PACK_BUFFERS];
	uint64_t values[PACK_ARGS];
	uint32_t iterations; /* what 'arg iterations' is now */
	void *args[2 * PACK_ARGS];
	unsigned char *pinned; /* CHECK_PINNED bytes of host_allocate */
	unsigned char *right;  /* FILL_PERIOD bytes for checks */
};

/*
 * Set F for a driver's CODE from WHAT: memory, no image or else KIND. The
 * process counts as poisoned unless the code came from loading or allocating.
 * Always false.
 */
bool probe_fail(const struct probe *p, struct fault *f, const char *what,
		int code);

/*
 * Give the probe the buffers of the case: those of the right size are kept,
 * the others released and allocated anew. False with a fault.
 */
bool probe_allocate(struct probe *p, const struct pack_case *c,
		    struct fault *f);

/* Release all buffers. */
void probe_release(struct probe *p);

/*
 * The period of the random data of the case's buffer I, or as much of it as
 * fits the buffer; NULL if the buffer is filled with one word. It holds until
 * the next call for I.
 */
const unsigned char *probe_pattern(struct probe *p, const struct pack_case *c,
				   size_t i);

/* Fill all buffers with what the case says. */
bool probe_fill(struct probe *p, const struct pack_case *c, struct fault *f);

/* Fill only the buffers that are not random: the outputs. */
bool probe_poison(struct probe *p, const struct pack_case *c, struct fault *f);

/* Set launch, arguments and measure for this entry. */
bool probe_bind(struct probe *p, const struct pack_case *c, void *entry,
		struct fault *f);
