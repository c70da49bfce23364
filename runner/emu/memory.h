/*
 * Global memory of the emulator: one range of device addresses, one range of
 * host memory behind it, and for each byte whether it is allocated and
 * whether it was ever written.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	MEMORY_GUARD = 4096, /* bytes between two allocations */
	MEMORY_ALIGN = 256,
};

/* The device's addresses: MEMORY_BASE + offset. */
#define MEMORY_BASE UINT64_C(0x200000000000)

struct memory_block {
	uint64_t at, bytes; /* offset */
	const char *name;   /* of a variable; NULL: a buffer */
};

struct memory {
	unsigned char *bytes;
	uint64_t size;
	uint64_t *valid;   /* one bit a byte */
	uint64_t *written; /* likewise */
	uint64_t *writer;  /* race.h: the last writer of each granule */
	uint64_t *reader;  /* the last reader */
	struct memory_block *blocks; /* by offset */
	size_t nblocks, cap;
};

/* Reserve the ranges; false if the machine has no room for them. */
bool memory_make(struct memory *m);

/* Give all back. */
void memory_free(struct memory *m);

/* Zeroed pages that exist once they are touched; NULL if there are none. */
void *memory_reserve(uint64_t bytes);

/* Give reserved pages back. */
void memory_unreserve(void *at, uint64_t bytes);

/* A new block, never written; false if there is no room. */
bool memory_allocate(struct memory *m, uint64_t bytes, const char *name,
		     uint64_t *address);

/* Give a block back; nothing if ADDRESS is the start of none. */
void memory_release(struct memory *m, uint64_t address);

/* The host's memory behind BYTES at ADDRESS; NULL if not of one block. */
unsigned char *memory_find(const struct memory *m, uint64_t address,
			   uint64_t bytes);

/* The block that has ADDRESS, or the nearest one below it; NULL if none. */
const struct memory_block *memory_near(const struct memory *m,
				       uint64_t address);

/* The bytes of all blocks. */
uint64_t memory_count(const struct memory *m);

/* Say of BYTES at ADDRESS that they are written, or that they are not. */
void memory_set_written(struct memory *m, uint64_t address, uint64_t bytes,
			bool written);

/* Copy the written bits of BYTES at FROM to TO. */
void memory_copy_written(struct memory *m, uint64_t to, uint64_t from,
			 uint64_t bytes);

/* Forget all readers and writers. */
void memory_clear_shadow(struct memory *m);

/* Set or clear COUNT bits from bit AT. */
void memory_set_bits(uint64_t *bits, uint64_t at, uint64_t count, bool value);
