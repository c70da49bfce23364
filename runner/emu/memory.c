/*
 * Global memory: blocks in one reserved range.
 *
 * The range is mapped once without being backed, so device address, host
 * address and the places of a byte's bits are sums and shifts of each other,
 * and an access is checked without looking for its block. Blocks stand apart
 * by guard bytes that belong to none. A freed block's pages go back to the
 * system; its addresses are given out again, the lowest first.
 *
 * Nothing here knows of threads: who may see what is race.c.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "die.h"
#include "memory.h"

/* Bytes of race shadow for one byte of memory, at the finest granule. */
enum { SHADOW = sizeof(uint64_t) };

#define MOST (UINT64_C(1) << 36)
#define LEAST (UINT64_C(1) << 30)

void *
memory_reserve(uint64_t bytes)
{
	void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return at == MAP_FAILED ? NULL : at;
}

void
memory_unreserve(void *at, uint64_t bytes)
{
	if (at)
		munmap(at, bytes);
}

void
memory_free(struct memory *m)
{
	memory_unreserve(m->bytes, m->size);
	memory_unreserve(m->valid, m->size / 8);
	memory_unreserve(m->written, m->size / 8);
	memory_unreserve(m->writer, m->size * SHADOW);
	memory_unreserve(m->reader, m->size * SHADOW);
	free(m->blocks);
	memset(m, 0, sizeof(*m));
}

bool
memory_make(struct memory *m)
{
	uint64_t size;

	for (size = MOST; size >= LEAST; size /= 2) {
		m->size = size;
		m->bytes = memory_reserve(size);
		m->valid = memory_reserve(size / 8);
		m->written = memory_reserve(size / 8);
		m->writer = memory_reserve(size * SHADOW);
		m->reader = memory_reserve(size * SHADOW);
		if (m->bytes && m->valid && m->written && m->writer &&
		    m->reader)
			return true;
		memory_free(m);
	}
	return false;
}

/* Blocks on two processors may share a word. */
static inline void
set_word(uint64_t *word, uint64_t mask, bool value)
{
	if (value && (*word & mask) == mask)
		return;
	if (value && mask == UINT64_MAX)
		*word = mask;
	else if (value)
		__atomic_fetch_or(word, mask, __ATOMIC_RELAXED);
	else
		__atomic_fetch_and(word, ~mask, __ATOMIC_RELAXED);
}

void
memory_set_bits(uint64_t *bits, uint64_t at, uint64_t count, bool value)
{
	uint64_t mask, part;

	while (count) {
		part = 64 - at % 64 < count ? 64 - at % 64 : count;
		mask = (part == 64 ? 0 : UINT64_C(1) << part) - 1;
		mask <<= at % 64;
		set_word(&bits[at / 64], mask, value);
		at += part;
		count -= part;
	}
}

static bool
get_bit(const uint64_t *bits, uint64_t at)
{
	return bits[at / 64] >> at % 64 & 1;
}

/* The index of the first gap for BYTES and its offset. */
static size_t
find_gap(const struct memory *m, uint64_t bytes, uint64_t *at)
{
	size_t i;

	*at = MEMORY_GUARD;
	for (i = 0; i < m->nblocks; i++) {
		if (m->blocks[i].at >= *at + bytes + MEMORY_GUARD)
			break;
		*at = m->blocks[i].at + m->blocks[i].bytes + MEMORY_GUARD;
		*at = (*at + MEMORY_ALIGN - 1) / MEMORY_ALIGN * MEMORY_ALIGN;
	}
	return i;
}

static void
insert_block(struct memory *m, size_t i, const struct memory_block *b)
{
	if (m->nblocks == m->cap) {
		m->cap = m->cap ? 2 * m->cap : 64;
		m->blocks = realloc(m->blocks, m->cap * sizeof(*b));
		if (!m->blocks)
			die("out of memory");
	}
	memmove(m->blocks + i + 1, m->blocks + i,
		(m->nblocks - i) * sizeof(*b));
	m->blocks[i] = *b;
	m->nblocks++;
}

bool
memory_allocate(struct memory *m, uint64_t bytes, const char *name,
		uint64_t *address)
{
	struct memory_block b = { .bytes = bytes, .name = name };
	size_t i;

	if (bytes > m->size / 2)
		return false;
	i = find_gap(m, bytes, &b.at);
	if (b.at + bytes + MEMORY_GUARD > m->size)
		return false;
	insert_block(m, i, &b);
	memory_set_bits(m->valid, b.at, bytes, true);
	*address = MEMORY_BASE + b.at;
	return true;
}

void
memory_release(struct memory *m, uint64_t address)
{
	uint64_t at = address - MEMORY_BASE, first, end;
	size_t i;

	for (i = 0; i < m->nblocks && m->blocks[i].at != at; i++)
		;
	if (i == m->nblocks)
		return;
	memory_set_bits(m->valid, at, m->blocks[i].bytes, false);
	memory_set_bits(m->written, at, m->blocks[i].bytes, false);
	first = (at + 4095) / 4096 * 4096;
	end = (at + m->blocks[i].bytes) / 4096 * 4096;
	if (end > first)
		madvise(m->bytes + first, end - first, MADV_DONTNEED);
	m->nblocks--;
	memmove(m->blocks + i, m->blocks + i + 1,
		(m->nblocks - i) * sizeof(*m->blocks));
}

const struct memory_block *
memory_near(const struct memory *m, uint64_t address)
{
	uint64_t at = address - MEMORY_BASE;
	size_t low = 0, high = m->nblocks, middle;

	while (low < high) {
		middle = (low + high) / 2;
		if (m->blocks[middle].at <= at)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? &m->blocks[low - 1] : NULL;
}

unsigned char *
memory_find(const struct memory *m, uint64_t address, uint64_t bytes)
{
	const struct memory_block *b;
	uint64_t at = address - MEMORY_BASE;

	if (address < MEMORY_BASE || at >= m->size)
		return NULL;
	b = memory_near(m, address);
	if (!b || at - b->at > b->bytes || bytes > b->bytes - (at - b->at))
		return NULL;
	return m->bytes + at;
}

uint64_t
memory_count(const struct memory *m)
{
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < m->nblocks; i++)
		sum += m->blocks[i].bytes;
	return sum;
}

void
memory_set_written(struct memory *m, uint64_t address, uint64_t bytes,
		   bool written)
{
	memory_set_bits(m->written, address - MEMORY_BASE, bytes, written);
}

void
memory_copy_written(struct memory *m, uint64_t to, uint64_t from,
		    uint64_t bytes)
{
	uint64_t i;

	to -= MEMORY_BASE;
	from -= MEMORY_BASE;
	for (i = 0; i < bytes; i++)
		memory_set_bits(m->written, to + i, 1,
				get_bit(m->written, from + i));
}

void
memory_clear_shadow(struct memory *m)
{
	madvise(m->writer, m->size * SHADOW, MADV_DONTNEED);
	madvise(m->reader, m->size * SHADOW, MADV_DONTNEED);
}
