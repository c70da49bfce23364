/*
 * What the parts of `check` share. Nobody else includes this; fill.h, number.h,
 * pack.h and probe.h come before it.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fault;

/* Bytes from which on it pays to compare on the device. */
enum { CHECK_LARGE = 4 * FILL_PERIOD };

/* What is compared at a time: a period, or what is left of it. */
struct part {
	uint64_t offset; /* in the buffer */
	size_t bytes;
	const unsigned char *out, *in; /* in: NULL without */
	const unsigned char *second;   /* of 'linear'; else NULL */
};

/* A check under way. */
struct checking {
	struct probe *probe;
	const struct pack_check *check;
	const char *name;	      /* of the output */
	const unsigned char *pattern; /* of the input; NULL: read back */
	const unsigned char *second;  /* of the other one; NULL: none */
	uint32_t total; /* of the words looked at */
};

/*
 * Whether all END bytes of the output are known to be good without being read,
 * since the device says so. What fails in asking will fail again in reading.
 */
bool check_is_known(const struct checking *c, uint64_t end);

/* Whether a check is of numbers, which may be right and not the same. */
bool check_has_numbers(const struct pack_check *check);

/* Whether what the probe knows to be right is so by this check, too. */
bool check_is_known_right(const struct checking *c);

/* Set the fault's NAME; always false. */
bool check_fail(struct fault *f, const char *name);

/*
 * Whether each number of a part is a times that of the input, and b or b times
 * that of the other one, but for the check's tolerance; NAME is the output's.
 */
bool check_numbers(const struct pack_check *k, const struct part *part,
		   const char *name, struct fault *f);
