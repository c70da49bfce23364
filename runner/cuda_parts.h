/*
 * What the parts of `cuda` share. Nobody else includes this; device.h comes
 * before it.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fault;

typedef void *handle; /* of the driver: context, module, event ... */

/* The driver's functions, in the order of the names in cuda_driver.c. */
struct driver {
	int (*init)(unsigned);
	int (*version)(int *);
	int (*error_name)(int, const char **);
	int (*device_count)(int *);
	int (*device_get)(int *, int);
	int (*device_name)(char *, int, int);
	int (*device_attribute)(int *, int, int);
	int (*device_memory)(size_t *, int);
	int (*device_bus)(char *, int, int);
	int (*context_retain)(handle *, int);
	int (*context_release)(int);
	int (*context_set)(handle);
	int (*module_load)(handle *, const void *);
	int (*module_unload)(handle);
	int (*module_find)(handle *, handle, const char *);
	int (*entry_set)(handle, int, int);
	int (*allocate)(uint64_t *, size_t);
	int (*release)(uint64_t);
	int (*copy_in)(uint64_t, const void *, size_t);
	int (*copy_out)(void *, uint64_t, size_t);
	int (*copy_out_start)(void *, uint64_t, size_t, handle);
	int (*copy_within)(uint64_t, uint64_t, size_t);
	int (*fill_words)(uint64_t, unsigned, size_t);
	int (*host_allocate)(void **, size_t);
	int (*host_release)(void *);
	int (*launch)(handle, unsigned, unsigned, unsigned, unsigned, unsigned,
		      unsigned, unsigned, handle, void **, void **);
	int (*launch_cooperative)(handle, unsigned, unsigned, unsigned,
				  unsigned, unsigned, unsigned, unsigned,
				  handle, void **);
	int (*blocks_per_sm)(int *, handle, int, size_t);
	int (*synchronise)(void);
	int (*event_make)(handle *, unsigned);
	int (*event_record)(handle, handle);
	int (*event_wait)(handle);
	int (*event_elapsed)(float *, handle, handle);
	int (*event_free)(handle);
	int (*profiler_start)(void); /* these two may be NULL */
	int (*profiler_stop)(void);
};

struct cuda {
	struct device device; /* first: the two pointers convert */
	struct driver fn;
	int ordinal;
	handle context;
	handle events[2];
	bool asked;		 /* for the kernels of cuda_compare.c */
	handle repeats, lacks;	 /* NULL: there is none */
	uint64_t scratch;	 /* 0: none yet */
	size_t scratch_bytes;
};

/* What device.h says of `repeats` and `lacks`. */
int cuda_repeats(struct device *d, const uint64_t at[2], const void *period,
		 size_t bytes, bool *known);
int cuda_lacks(struct device *d, const uint64_t at[2], uint32_t word,
	       bool *known);

/* Open the driver's library and find its functions; false with a fault. */
bool driver_open(struct driver *fn, struct fault *f);

/* The driver's name for a code; ours if the driver does not know it. */
const char *cuda_error(struct device *d, int code);

/* The environment's fault: WHAT failed with CODE. Always false. */
bool cuda_fail(struct cuda *d, struct fault *f, const char *what, int code);

/* Find device INDEX and what it says of itself; false with a fault. */
bool cuda_find_device(struct cuda *d, int index, struct fault *f);
