/*
 * The management library, for the conditions of a measurement. Its absence is
 * no error: then nothing is known.
 */
struct arena;
struct conditions;
struct device_attributes;
struct nvml;

/*
 * Open the library and the device at D's PCI address; fills D's driver version
 * and MIG mode where it knows them. NULL if there is none.
 */
struct nvml *nvml_open(struct arena *a, struct device_attributes *d);

/* What is sampled next belongs to another visit: read its clocks first. */
void nvml_begin(struct nvml *n);

/*
 * Add the present conditions to C. Clocks and throttle reasons are read each
 * time, the rest at most four times a second; either less often where the
 * library is so slow that this would take more than a part in 20 of the time.
 * ECC and MIG cannot change while a process has a context.
 */
void nvml_sample(struct nvml *n, struct conditions *c);

/* Close the library; N may be NULL. */
void nvml_close(struct nvml *n);
