/*
 * The library of the CUDA driver, opened at run time.
 *
 * Its functions are found by name in one table; the newest names used are
 * those of driver 11. So the runner is built without a toolkit and starts
 * without a driver: a machine that has none gets a sentence, not a loader
 * error. The library stays open: drivers do not like to be unloaded.
 */
#include <dlfcn.h>
#include <string.h>

#include "device.h"
#include "fault.h"

#include "cuda_parts.h"

static const char *const names[] = {
	"cuInit",
	"cuDriverGetVersion",
	"cuGetErrorName",
	"cuDeviceGetCount",
	"cuDeviceGet",
	"cuDeviceGetName",
	"cuDeviceGetAttribute",
	"cuDeviceTotalMem_v2",
	"cuDeviceGetPCIBusId",
	"cuDevicePrimaryCtxRetain",
	"cuDevicePrimaryCtxRelease_v2",
	"cuCtxSetCurrent",
	"cuModuleLoadData",
	"cuModuleUnload",
	"cuModuleGetFunction",
	"cuFuncSetAttribute",
	"cuMemAlloc_v2",
	"cuMemFree_v2",
	"cuMemcpyHtoD_v2",
	"cuMemcpyDtoH_v2",
	"cuMemcpyDtoHAsync_v2",
	"cuMemcpyDtoD_v2",
	"cuMemsetD32_v2",
	"cuMemAllocHost_v2",
	"cuMemFreeHost",
	"cuLaunchKernel",
	"cuLaunchCooperativeKernel",
	"cuOccupancyMaxActiveBlocksPerMultiprocessor",
	"cuCtxSynchronize",
	"cuEventCreate",
	"cuEventRecord",
	"cuEventSynchronize",
	"cuEventElapsedTime",
	"cuEventDestroy_v2",
	"cuProfilerStart",
	"cuProfilerStop",
};

/* Those at the end may be missing: what needs them says so. */
enum { NAMES = sizeof(names) / sizeof(names[0]), NEEDED = NAMES - 2 };

_Static_assert(sizeof(struct driver) == NAMES * sizeof(void (*)(void)),
	       "one name for each function");

bool
driver_open(struct driver *fn, struct fault *f)
{
	void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
	void *symbol;
	size_t i;

	if (!library) {
		fault_set(f, FAULT_MACHINE,
			  "no CUDA driver on this machine: "
			  "%s",
			  dlerror());
		return false;
	}
	for (i = 0; i < NAMES; i++) {
		symbol = dlsym(library, names[i]);
		if (!symbol && i < NEEDED) {
			fault_set(f, FAULT_MACHINE,
				  "libcuda.so.1 has no '%s': "
				  "too old, or not a driver",
				  names[i]);
			return false;
		}
		memcpy((char *)fn + i * sizeof(symbol), &symbol,
		       sizeof(symbol));
	}
	return true;
}
