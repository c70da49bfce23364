/* A form, or a matrix case, run on a device (runner/device.h). */
#ifndef LAUNCH_H
#define LAUNCH_H

#include <stdbool.h>

struct device;
struct form;
struct matrix_case;
struct result;

/*
 * Run the I-th form's kernel of MODULE and take its results. False, having
 * said why, if the device does not do it.
 */
bool launch_form(struct device *d, void *module, unsigned i,
		 const struct form *f, struct result *r);
bool launch_matrix(struct device *d, void *module, unsigned i,
		   const struct matrix_case *m, struct result *r);

#endif
