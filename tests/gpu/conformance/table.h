/* The patterns of which forms are made. */
#ifndef TABLE_H
#define TABLE_H

struct pattern {
	const char *group;
	unsigned tuples;
	const char *text, *signature;
	const char *types; /* for '#'; NULL: none */
};

/* The I-th, or NULL past the last. */
const struct pattern *pattern_at(unsigned i);

#endif
