/*
 * The codes that say that this machine, as it is, can measure nothing: never
 * a verdict on what was to be measured. A code that is not here and comes from
 * opening the device is told without a cause.
 */
#include <stddef.h>

#include "cause.h"

static const struct {
	int code;
	const char *name, *cause;
} causes[] = {
	{ 2, "CUDA_ERROR_OUT_OF_MEMORY",
	  "memory on the device is short: another program holds it" },
	{ 34, "CUDA_ERROR_STUB_LIBRARY",
	  "the toolkit's stub of libcuda.so.1 is found before the "
	  "driver's: look at LD_LIBRARY_PATH" },
	{ 35, "CUDA_ERROR_INSUFFICIENT_DRIVER",
	  "the driver is older than the program needs" },
	{ 46, "CUDA_ERROR_DEVICE_UNAVAILABLE",
	  "another process has the device for itself (compute mode), or "
	  "it waits for a reset" },
	{ 100, "CUDA_ERROR_NO_DEVICE",
	  "the driver sees no device: in a container, was it given one?" },
	{ 101, "CUDA_ERROR_INVALID_DEVICE",
	  "there is no device of this number" },
	{ 802, "CUDA_ERROR_SYSTEM_NOT_READY",
	  "the fabric is not ready: the fabric manager does not run, or "
	  "not yet" },
	{ 803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH",
	  "the driver library and the kernel module differ: the driver "
	  "was updated and the machine not restarted, or the container "
	  "brings its own" },
	{ 804, "CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE",
	  "a forward compatibility library is in use on a device that "
	  "does not support it" },
	{ 999, "CUDA_ERROR_UNKNOWN",
	  "the kernel module is not loaded well: has the machine slept?" },
};

const char *
cause_find(int code)
{
	size_t i;

	for (i = 0; i < sizeof(causes) / sizeof(causes[0]); i++) {
		if (causes[i].code == code)
			return causes[i].cause;
	}
	return "";
}

const char *
cause_find_name(int code)
{
	size_t i;

	for (i = 0; i < sizeof(causes) / sizeof(causes[0]); i++) {
		if (causes[i].code == code)
			return causes[i].name;
	}
	return "CUDA_ERROR";
}
