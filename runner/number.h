/*
 * The number formats that buffers hold.
 */
#include <stdbool.h>
#include <stddef.h>

enum number_type {
	NUMBER_F64,
	NUMBER_F32,
	NUMBER_F16,
	NUMBER_BF16,
	NUMBER_E4M3,
	NUMBER_E5M2,
	NUMBER_U32,
	NUMBER_S32,
	NUMBER_S8,
	NUMBER_U8,
	NUMBER_S16,
	NUMBER_U16,
	NUMBER_S64,
	NUMBER_U64,
};

/* Find a type by its name in the manifest; false if there is none. */
bool number_find(const char *name, enum number_type *type);

/* Bytes of one number. */
size_t number_size(enum number_type type);

/* Whether it is a format of whole numbers. */
bool number_is_whole(enum number_type type);

/*
 * Store VALUE at AT, rounded to nearest even. The smaller formats are rounded
 * from the single-precision value, those of 8 bits to a finite number, as
 * CUDA's conversions are; whole numbers are cut off towards zero and
 * kept in the format's range, NaN is 0.
 */
void number_store(enum number_type type, void *at, double value);

/* The number at AT; exact but for whole numbers beyond 2^53. */
double number_load(enum number_type type, const void *at);

/* The same for N of them, one after the other. */
void number_store_all(enum number_type type, void *at, size_t n,
		      const double *values);
void number_load_all(enum number_type type, const void *at, size_t n,
		     double *values);
