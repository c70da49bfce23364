/*
 * A case made ready for the device: its entry, its buffers, its arguments.
 */
#include <stdbool.h>
#include <stdint.h>

struct device;
struct fault;
struct pack_case;

struct probe_buffer {
	uint64_t address, bytes; /* bytes 0: not allocated */
};

struct probe {
	struct device *device;
	struct device_launch launch;
	enum measure_kind measure;
	uint64_t cycles; /* address of the ticks */
	struct probe_buffer buffers[PACK_BUFFERS];
	uint64_t values[PACK_ARGS];
	uint32_t iterations; /* what 'arg iterations' is now */
	void *args[2 * PACK_ARGS];
	unsigned char *scratch; /* 2 * FILL_PERIOD bytes of the host */
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

/* Fill all buffers with what the case says; the seed is for random data. */
bool probe_fill(struct probe *p, const struct pack_case *c, uint64_t seed,
		struct fault *f);

/* Fill only the buffers that are not random: the outputs. */
bool probe_poison(struct probe *p, const struct pack_case *c, struct fault *f);

/* Set launch, arguments and measure for this entry. */
bool probe_bind(struct probe *p, const struct pack_case *c, void *entry,
		struct fault *f);
