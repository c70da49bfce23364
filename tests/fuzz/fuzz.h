#include <stddef.h>
#include <stdint.h>

/* The one function of a fuzz target: never fails, dies on a broken promise. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);
