/*
 * The CUDA driver as a device (device.h).
 */
struct device_ops;

/* The table of the driver; the library is opened by its open function. */
const struct device_ops *cuda_make(void);
