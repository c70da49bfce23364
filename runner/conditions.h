/*
 * In what state the device was while a job was visited.
 */
#include <stdbool.h>
#include <stdint.h>

struct buf;

/* -1 everywhere: not known, or not supported by this device. */
struct conditions {
	int64_t sm_clock_mhz;	  /* the lowest seen under load */
	int64_t memory_clock_mhz; /* the lowest seen under load */
	int64_t temperature_c;	  /* the highest seen */
	int64_t power_mw;	  /* the highest seen */
	int64_t throttle;	  /* NVML's clock event reasons, or-ed */
	int64_t other_processes;  /* compute processes that are not ours */
	int64_t mig, ecc;	  /* 0 off, 1 on */
	int64_t mps;		  /* 1: CUDA_MPS_* is set */
};

enum { CONDITIONS_FIELDS = sizeof(struct conditions) / sizeof(int64_t) };

/* Nothing known. */
struct conditions conditions_make(void);

/* Take one more sample into C. */
void conditions_add(struct conditions *c, const struct conditions *sample);

/*
 * Why a replicate measured under these conditions does not count: one word,
 * or NULL if it does.
 */
const char *conditions_dropped(const struct conditions *c);

/* Append as a JSON object; what is not known is null. */
void conditions_emit(const struct conditions *c, struct buf *out);

/* Append the fields as numbers, a space before each. */
void conditions_dump(const struct conditions *c, struct buf *out);

/* The inverse of conditions_dump(); false if TEXT is malformed. */
bool conditions_parse(const char *text, struct conditions *c);
