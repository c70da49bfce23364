/* Results of forms that are numbers alone, by runner/emu's num.h itself. */
#ifndef DIRECT_H
#define DIRECT_H

#include <stdbool.h>
#include <stdint.h>

struct form;
struct matrix_case;
struct num_error;
struct result;

/* False if F is more than one instruction on floats. */
bool direct_form(const struct form *f, struct result *r);
bool direct_matrix(const struct matrix_case *m, struct result *r);

/*
 * May tuple T of F give WANT where num gives GOT? The bits are equal, or the
 * instruction is approximate and the difference within what the ISA promises.
 * Where it promises nothing only sine and cosine may differ, which have lost
 * their argument there.
 */
bool direct_near(const struct form *f, unsigned t, uint64_t want,
		 uint64_t got);

#endif
