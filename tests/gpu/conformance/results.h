/*
 * Recorded results: a text file a group.
 *
 *     kbc-conformance 1
 *     device NVIDIA H200
 *     form add.f32 $d, $a, $b;
 *     print 0badcafe
 *      AAAA...           base64 of the results, tuple after tuple
 */
#ifndef RESULTS_H
#define RESULTS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum {
	RESULT_BYTES = 8192, /* of a form, at most */
	RESULT_NAME = 320,
};

struct result {
	char form[RESULT_NAME + 8];
	uint32_t print;
	unsigned size;
	unsigned char bytes[RESULT_BYTES];
};

void result_write_head(FILE *to, const char *device);
void result_write(FILE *to, const struct result *r);

/* True if the head is one of ours. */
bool result_read_head(FILE *from);

/* The next; false at the end, or with BAD set where the text is wrong. */
bool result_read(FILE *from, struct result *r, bool *bad);

#endif
