/*
 * NVML, opened at run time: the only file that knows it.
 *
 * The device is found by the PCI address that the driver gives for the device
 * that runs, since the two libraries number devices differently. Every value
 * may be missing, each for itself; missing is -1, never 0. The process list
 * counts only if it shows our own process: in a container it may be hidden.
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "arena.h"
#include "conditions.h"
#include "device.h"
#include "nvml.h"

typedef void *handle;

/* The library's functions, in the order of 'names'; any may be NULL. */
struct library {
	int (*init)(void);
	int (*shutdown)(void);
	int (*driver_version)(char *, unsigned);
	int (*device_by_bus)(const char *, handle *);
	int (*clock)(handle, int, unsigned *);
	int (*temperature)(handle, int, unsigned *);
	int (*power)(handle, unsigned *);
	int (*reasons)(handle, unsigned long long *);
	int (*processes)(handle, unsigned *, void *);
	int (*mig)(handle, unsigned *, unsigned *);
	int (*ecc)(handle, int *, int *);
};

static const char *const names[] = {
	"nvmlInit_v2",
	"nvmlShutdown",
	"nvmlSystemGetDriverVersion",
	"nvmlDeviceGetHandleByPciBusId_v2",
	"nvmlDeviceGetClockInfo",
	"nvmlDeviceGetTemperature",
	"nvmlDeviceGetPowerUsage",
	"nvmlDeviceGetCurrentClocksThrottleReasons",
	"nvmlDeviceGetComputeRunningProcesses_v3",
	"nvmlDeviceGetMigMode",
	"nvmlDeviceGetEccMode",
};

enum {
	NAMES = sizeof(names) / sizeof(names[0]),
	NEEDED = 4, /* without these names nothing is known */

	INSUFFICIENT_SIZE = 7, /* NVML_ERROR_..., of processes */
	CLOCK_SM = 1,
	CLOCK_MEMORY = 2,
	SENSOR_GPU = 0,

	SLOW_US = 250000, /* age at which the slow values are read again */
	SHARE = 20,	  /* of the time, one part may be spent here */
};

_Static_assert(sizeof(struct library) == NAMES * sizeof(void (*)(void)),
	       "one name for each function");

struct nvml {
	void *library;
	struct library fn;
	handle device;
	struct conditions last;	    /* what was read last */
	int64_t fast_due, slow_due; /* when to read again, in us */
};

static int64_t
now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static bool
find_functions(struct nvml *n)
{
	void *symbol;
	size_t i;

	for (i = 0; i < NAMES; i++) {
		symbol = dlsym(n->library, names[i]);
		if (!symbol && i < NEEDED)
			return false;
		memcpy((char *)&n->fn + i * sizeof(symbol), &symbol,
		       sizeof(symbol));
	}
	return true;
}

static int64_t
find_mig(struct nvml *n)
{
	unsigned now = 0, pending = 0;

	if (!n->fn.mig || n->fn.mig(n->device, &now, &pending))
		return -1;
	return now != 0;
}

static int64_t
find_ecc(struct nvml *n)
{
	int now = 0, pending = 0;

	if (!n->fn.ecc || n->fn.ecc(n->device, &now, &pending))
		return -1;
	return now != 0;
}

static int64_t
find_others(struct nvml *n)
{
	unsigned count = 0;
	int code;

	if (!n->fn.processes)
		return -1;
	code = n->fn.processes(n->device, &count, NULL);
	if ((code && code != INSUFFICIENT_SIZE) || count == 0)
		return -1;
	return (int64_t)count - 1;
}

static int64_t
find_clock(struct nvml *n, int which)
{
	unsigned mhz = 0;

	if (!n->fn.clock || n->fn.clock(n->device, which, &mhz))
		return -1;
	return mhz;
}

static void
sample_slow(struct nvml *n)
{
	struct conditions *c = &n->last;
	unsigned value = 0;

	c->temperature_c = c->power_mw = -1;
	if (n->fn.temperature &&
	    !n->fn.temperature(n->device, SENSOR_GPU, &value))
		c->temperature_c = value;
	if (n->fn.power && !n->fn.power(n->device, &value))
		c->power_mw = value;
	c->other_processes = find_others(n);
}

static void
sample_fast(struct nvml *n)
{
	struct conditions *c = &n->last;
	unsigned long long reasons = 0;

	c->sm_clock_mhz = find_clock(n, CLOCK_SM);
	c->memory_clock_mhz = find_clock(n, CLOCK_MEMORY);
	c->throttle = -1;
	if (n->fn.reasons && !n->fn.reasons(n->device, &reasons))
		c->throttle = (int64_t)(reasons & INT64_MAX);
}

struct nvml *
nvml_open(struct arena *a, struct device_attributes *d)
{
	struct nvml *n = arena_make(a, sizeof(*n));
	char version[DEVICE_DRIVER] = "";

	n->library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
	if (!n->library)
		return NULL;
	if (!find_functions(n) || n->fn.init()) {
		dlclose(n->library);
		return NULL;
	}
	if (!n->fn.driver_version(version, sizeof(version)) && *version)
		memcpy(d->driver, version, sizeof(d->driver));
	if (n->fn.device_by_bus(d->bus, &n->device)) {
		nvml_close(n);
		return NULL;
	}
	n->last = conditions_make();
	n->last.mig = d->mig = find_mig(n);
	n->last.ecc = find_ecc(n);
	return n;
}

void
nvml_begin(struct nvml *n)
{
	n->fast_due = 0;
}

/* The clocks come first: the load that they are read under is short. */
void
nvml_sample(struct nvml *n, struct conditions *c)
{
	int64_t start = now_us(), between, end;

	if (start >= n->fast_due) {
		sample_fast(n);
		end = now_us();
		n->fast_due = end + SHARE * (end - start);
		start = end;
	}
	if (start >= n->slow_due) {
		sample_slow(n);
		end = now_us();
		between = SHARE * (end - start);
		n->slow_due = end + (between < SLOW_US ? SLOW_US : between);
	}
	conditions_add(c, &n->last);
}

void
nvml_close(struct nvml *n)
{
	if (!n)
		return;
	n->fn.shutdown();
	dlclose(n->library);
}
