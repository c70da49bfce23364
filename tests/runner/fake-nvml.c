/*
 * A management library without a device, as libnvidia-ml.so.1: the conditions
 * that kbc-run reads are the lines of the file 'settings' beside it: throttle
 * (a mask), processes (ours included), mig, and power; a negative number
 * makes the call answer "not supported". processes-1 are those of the second
 * device alone. With hot N, only the first N processes that open the library
 * find the device throttled; the file 'opened' beside it counts them.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

enum { NOT_SUPPORTED = 3, INSUFFICIENT_SIZE = 7 };

int nvmlInit_v2(void);
int nvmlShutdown(void);
int nvmlSystemGetDriverVersion(char *version, unsigned size);
int nvmlDeviceGetHandleByPciBusId_v2(const char *bus, void **device);
int nvmlDeviceGetClockInfo(void *device, int which, unsigned *mhz);
int nvmlDeviceGetTemperature(void *device, int sensor, unsigned *value);
int nvmlDeviceGetPowerUsage(void *device, unsigned *milliwatts);
int nvmlDeviceGetCurrentClocksThrottleReasons(void *device,
					      unsigned long long *mask);
int nvmlDeviceGetComputeRunningProcesses_v3(void *device, unsigned *count,
					    void *infos);
int nvmlDeviceGetMigMode(void *device, unsigned *now, unsigned *pending);
int nvmlDeviceGetEccMode(void *device, int *now, int *pending);

static const int anchor = 1;
static long number; /* of this process, among those that opened the library */

/* The path of a file beside the library; false if that is not known. */
static int
beside(const char *name, char *path, size_t size)
{
	Dl_info info;
	char *slash;

	if (!dladdr(&anchor, &info))
		return 0;
	snprintf(path, size, "%s", info.dli_fname);
	slash = strrchr(path, '/');
	if (slash)
		snprintf(slash + 1, size - (size_t)(slash + 1 - path), "%s",
			 name);
	return slash != NULL;
}

static long
setting(const char *name, long otherwise)
{
	char path[4096], word[32];
	long value, found = otherwise;
	FILE *f;

	if (!beside("settings", path, sizeof(path)))
		return otherwise;
	f = fopen(path, "r");
	while (f && fscanf(f, "%31s %ld", word, &value) == 2) {
		if (!strcmp(word, name))
			found = value;
	}
	if (f)
		fclose(f);
	return found;
}

int
nvmlInit_v2(void)
{
	char path[4096];
	FILE *f;

	if (setting("hot", -1) < 0 || !beside("opened", path, sizeof(path)))
		return 0;
	f = fopen(path, "a");
	if (f) {
		fputc('.', f);
		fflush(f);
		number = ftell(f);
		fclose(f);
	}
	return 0;
}

int
nvmlShutdown(void)
{
	return 0;
}

int
nvmlSystemGetDriverVersion(char *version, unsigned size)
{
	snprintf(version, size, "580.159.04");
	return 0;
}

int
nvmlDeviceGetHandleByPciBusId_v2(const char *bus, void **device)
{
	*device = NULL;
	if (!strncmp(bus, "0000:1c", 7))
		memcpy(device, &(const void *){ &anchor }, sizeof(*device));
	return strncmp(bus, "0000:1", 6) ? 6 : 0;
}

int
nvmlDeviceGetClockInfo(void *device, int which, unsigned *mhz)
{
	(void)device;
	*mhz = which == 1 ? 1980 : 3201;
	return 0;
}

int
nvmlDeviceGetTemperature(void *device, int sensor, unsigned *value)
{
	(void)device;
	*value = 41;
	return sensor ? NOT_SUPPORTED : 0;
}

int
nvmlDeviceGetPowerUsage(void *device, unsigned *milliwatts)
{
	long power = setting("power", 350000);

	(void)device;
	*milliwatts = power < 0 ? 0 : (unsigned)power;
	return power < 0 ? NOT_SUPPORTED : 0;
}

int
nvmlDeviceGetCurrentClocksThrottleReasons(void *device,
					  unsigned long long *mask)
{
	long reasons = setting("throttle", 0);

	(void)device;
	if (setting("hot", -1) >= 0 && number > setting("hot", -1))
		reasons = 0;
	*mask = reasons < 0 ? 0 : (unsigned long long)reasons;
	return reasons < 0 ? NOT_SUPPORTED : 0;
}

int
nvmlDeviceGetComputeRunningProcesses_v3(void *device, unsigned *count,
					void *infos)
{
	long processes = setting("processes", 1);

	if (device)
		processes = setting("processes-1", processes);
	(void)infos;
	*count = processes < 0 ? 0 : (unsigned)processes;
	return processes < 0 ? NOT_SUPPORTED : *count ? INSUFFICIENT_SIZE : 0;
}

int
nvmlDeviceGetMigMode(void *device, unsigned *now, unsigned *pending)
{
	long mig = setting("mig", -1);

	(void)device;
	*now = *pending = mig > 0;
	return mig < 0 ? NOT_SUPPORTED : 0;
}

int
nvmlDeviceGetEccMode(void *device, int *now, int *pending)
{
	(void)device;
	*now = *pending = 1;
	return 0;
}
