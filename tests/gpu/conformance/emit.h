/* PTX of the forms, and of the matrix cases. */
#ifndef EMIT_H
#define EMIT_H

#include <stdio.h>

struct form;
struct matrix_case;

/* The head of a module. */
void emit_head(FILE *out);

/* The kernel of form I, named k0000 by its number. */
void emit_form(FILE *out, unsigned i, const struct form *f);

/* The kernel of matrix case I, named m0000. */
void emit_matrix(FILE *out, unsigned i, const struct matrix_case *m);

#endif
