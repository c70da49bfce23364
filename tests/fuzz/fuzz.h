#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* The one function of a fuzz target: never fails, dies on a broken promise. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

/* A promise. */
static inline void
expect(bool good)
{
	if (!good)
		abort();
}
