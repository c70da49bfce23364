/*
 * Lines about a device and a run. device.h comes before it.
 */
#include <stddef.h>

struct device_attributes;
struct results;
struct run;

/* A line about device number INDEX, and a warning if it is a slice. */
void tell_device(const struct device_attributes *d, int index);

/*
 * A line for each job that failed or is of another device, one for the run,
 * whose records are in FOLDER, and one of what it took. How many jobs failed;
 * *MEASURED is how many did not.
 */
size_t tell_results(const struct results *r, const struct run *run,
		    const char *folder, size_t *measured);
