/*
 * What the rest of the runner may do with a device. Two implementations: the
 * driver (cuda.c) and the emulator (emu/emu.c). A worker holds one struct
 * device and does not know which it is.
 *
 * Functions that return int return 0 or the driver's error code. After a code
 * from launch, synchronise, elapsed or a copy the device may be beyond use.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fault;

enum {
	DEVICE_NAME = 96,
	DEVICE_DRIVER = 64,
	DEVICE_BUS = 32,
	DEVICE_OUT_OF_MEMORY = 2, /* allocate's code when there is none */
	DEVICE_EMULATOR = -1,	  /* its number, beside those of cuda:N */
	DEVICES_MOST = 16,	  /* that one run may use */

	FINDING_NAME = 256,
	FINDING_TEXT = 256,
};

/* What load() takes. */
enum device_image { DEVICE_CUBIN, DEVICE_PTX };

/* What a device may see of a program beyond its results. */
enum finding_kind {
	FINDING_BOUNDS,	     /* an access outside every allocation */
	FINDING_UNWRITTEN,   /* a read of memory that was never written */
	FINDING_RACE,	     /* two threads, no order between them */
	FINDING_BARRIER,     /* a barrier that not all threads reach */
	FINDING_ALIGN,	     /* an address that is no multiple of the size */
	FINDING_TRAP,	     /* trap, or an instruction that is undefined */
	FINDING_ASSERT,	     /* assert() of the page */
	FINDING_HANG,	     /* more instructions than the budget */
	FINDING_UNSUPPORTED, /* an instruction that this device lacks */
};

/*
 * One fault of a program, at its first thread; COUNT says how often it was
 * seen there. FILE and LINE are of the source (through #line and .loc), LINE
 * is 0 where the image does not say. Of FINDING_UNSUPPORTED the text is the
 * instruction's name alone ("wgmma"), with the line where it stands.
 */
struct finding {
	enum finding_kind kind;
	char kernel[FINDING_NAME]; /* as the entry is named in the image */
	char file[FINDING_NAME];
	long line;
	unsigned block[3], thread[3];
	char text[FINDING_TEXT]; /* a sentence without place: "read of 4 ..." */
	uint64_t count;
};

/* Read from the device that runs; -1 where the driver does not say. */
struct device_attributes {
	char name[DEVICE_NAME];
	char driver[DEVICE_DRIVER]; /* "" until somebody knows */
	char bus[DEVICE_BUS];	    /* PCI address, a key; not in evidence */
	int64_t cc_major, cc_minor;
	int64_t sm_count, warp_size;
	int64_t l2_bytes;
	int64_t clock_khz, memory_clock_khz, memory_bus_bits;
	int64_t memory_bytes;
	int64_t shared_per_sm, shared_per_block_optin;
	int64_t registers_per_sm;
	int64_t max_threads_per_sm, max_blocks_per_sm;
	int64_t ecc, mig; /* 0 off, 1 on */
	int64_t devices;  /* how many there are; not in evidence */
};

/* Each implementation has a struct of its own that starts with this one. */
struct device {
	const struct device_ops *ops;
	struct device_attributes attributes;
};

/* Which results approximate instructions have, of a device that can choose. */
enum device_lean { LEAN_NONE, LEAN_MORE, LEAN_LESS, LEAN_EITHER,
		   LEAN_TRUE };

struct device_launch {
	void *entry;
	unsigned grid[3], block[3];
	unsigned shared; /* bytes of dynamic shared memory */
	bool cooperative; /* its blocks wait for each other */
	uint64_t budget; /* of a device that counts: instructions of warps
			    until it hangs; 0: its own */
	enum device_lean lean;
	void **args;	 /* addresses of the arguments' values */
};

struct device_ops {
	enum device_image image;

	/*
	 * Find device INDEX and learn its attributes, without a context. False
	 * with a FAULT_MACHINE that names the usual cause.
	 */
	bool (*open)(int index, struct device **d, struct fault *f);

	/* Make the one context of this process; false as above. */
	bool (*start)(struct device *d, struct fault *f);

	/* One word for a code; never NULL. */
	const char *(*error)(struct device *d, int code);

	/* IMAGE is NUL-terminated. */
	int (*load)(struct device *d, const void *image, void **module);
	void (*unload)(struct device *d, void *module);
	/*
	 * Give the variables of a module what they held when it was loaded,
	 * from the IMAGE of BYTES that it was loaded from. Entries are to be
	 * found again. With a code there is no module any longer, it is NULL.
	 */
	int (*renew)(struct device *d, const void *image, size_t bytes,
		     void **module);
	int (*find)(struct device *d, void *module, const char *name,
		    void **entry);

	int (*allocate)(struct device *d, uint64_t bytes, uint64_t *address);
	void (*release)(struct device *d, uint64_t address);
	int (*copy_in)(struct device *d, uint64_t to, const void *from,
		       size_t bytes);
	int (*copy_out)(struct device *d, void *to, uint64_t from,
			size_t bytes);
	/* As copy_out, but only begun; TO is of host_allocate. */
	int (*copy_out_start)(struct device *d, void *to, uint64_t from,
			      size_t bytes);
	int (*copy_within)(struct device *d, uint64_t to, uint64_t from,
			   uint64_t bytes);
	int (*fill_words)(struct device *d, uint64_t to, uint32_t word,
			  uint64_t count);

	/*
	 * Whether the place {address, bytes} holds the BYTES of PERIOD again
	 * and again, or no WORD; *KNOWN is false where that is not so, and
	 * where the device cannot tell. NULL where it never can.
	 */
	int (*repeats)(struct device *d, const uint64_t at[2],
		       const void *period, size_t bytes, bool *known);
	int (*lacks)(struct device *d, const uint64_t at[2], uint32_t word,
		     bool *known);

	/* Memory of the host that the device writes to without a detour. */
	int (*host_allocate)(struct device *d, size_t bytes, void **at);
	void (*host_release)(struct device *d, void *at);

	int (*launch)(struct device *d, const struct device_launch *l);
	/*
	 * How many blocks of a launch are on the device at once at most. NULL
	 * for a device that has no such bound.
	 */
	int (*resident)(struct device *d, const struct device_launch *l,
			uint64_t *blocks);
	/* Wait for all that was started. */
	int (*synchronise)(struct device *d);

	/* Mark the begin (0) and the end (1) of a timed stretch of launches. */
	int (*mark)(struct device *d, int which);
	/* Wait for the end, then the device's time between the marks. */
	int (*elapsed)(struct device *d, double *ns);

	/*
	 * Let a profiler around this process see the launches from now on, or
	 * no longer. NULL for a device that no profiler knows.
	 */
	int (*profile)(struct device *d, bool on);

	/*
	 * Take the next finding since the last call, in an order that is the
	 * same in every run; false if there is none. A launch that has findings
	 * may still return 0. NULL where a device sees nothing.
	 */
	bool (*finding)(struct device *d, struct finding *out);

	/*
	 * The I-th approximate instruction that the last launch came to, with
	 * what the ISA promises of it ("ex2.approx.f32 may err by 2 ulp"), as
	 * long as nobody asks again; NULL past the last. NULL where a device
	 * has its own results and no others.
	 */
	const char *(*promise)(struct device *d, unsigned i);

	/* Give everything back; D may be beyond use. */
	void (*close)(struct device *d);
};

/*
 * Whether the device runs code that was built for TARGET, "sm_90a": of its own
 * number, or without an `a` of a lower one with the same first digits. True
 * for what is no such name.
 */
bool device_runs(const struct device_attributes *d, const char *target);

/*
 * Whether a launch that is cooperative has no more blocks than the device
 * holds at once: others would be waited for without an end. Else a fault that
 * says so of the kernel's NAME.
 */
bool device_fits(struct device *d, const struct device_launch *l,
		 const char *name, struct fault *f);
