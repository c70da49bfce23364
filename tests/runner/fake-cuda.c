/*
 * A CUDA driver without a device, for the tests of kbc-run: a library named
 * libcuda.so.1 that the shipped program opens like the real one.
 *
 * Device memory is memory of the process. A cubin is text; its first word
 * decides whether it loads. A kernel is a function below, found by its name,
 * run at launch; time is a counter that kernels advance, so that slopes are
 * exact. The file 'settings' beside the library, lines of NAME NUMBER, makes
 * calls fail: init, context, host (their codes), devices (how many), memory
 * (MiB that other programs hold), text (the code of loading PTX), begun (the
 * code of copies to the host that are only begun); alike 1 gives all devices
 * one name.
 *
 * A copy that is only begun is made when something waits for it, and no
 * sooner: who looks too early sees what was there before.
 *
 * What is launched while a profiler looks is written down for it.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ALLOCATIONS = 64, BEGUN = 8, MEMORY_MIB = 1024, STICKY = 700 };

struct allocation {
	uint64_t address;
	size_t bytes;
};

struct copy {
	void *to;
	const void *from;
	size_t bytes;
};

/* The one place with state: it plays the part of the hardware. */
static struct {
	struct allocation allocations[ALLOCATIONS];
	struct allocation host;
	struct copy begun[BEGUN];
	size_t nbegun;
	size_t used;
	double ns;  /* the device's clock */
	int sticky; /* what every call returns from now on */
	int cooperative; /* the launch at hand is */
	int seen; /* a profiler looks */
	double events[2];
	int nevents;
} gpu;

struct call {
	void **args;
	unsigned grid;
};

typedef int kernel(const struct call *c);

/* The path of a file beside the library; 0 if that is not known. */
static int
beside(const char *name, char *path, size_t size)
{
	Dl_info info;
	char *slash;

	if (!dladdr((const void *)gpu.events, &info))
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

static uint64_t
word64(const struct call *c, int i)
{
	return *(uint64_t *)c->args[i];
}

static void *
pointer(const struct call *c, int i)
{
	return (void *)(uintptr_t)word64(c, i);
}

static uint32_t
word32(const struct call *c, int i)
{
	return *(uint32_t *)c->args[i];
}

static size_t
size_of(uint64_t address)
{
	size_t i;

	for (i = 0; i < ALLOCATIONS; i++) {
		if (gpu.allocations[i].address == address)
			return gpu.allocations[i].bytes;
	}
	return 0;
}

static void
finish(void)
{
	size_t i;

	for (i = 0; i < gpu.nbegun; i++)
		memcpy(gpu.begun[i].to, gpu.begun[i].from, gpu.begun[i].bytes);
	gpu.nbegun = 0;
}

/* --- kernels ------------------------------------------------------------- */

/* (out, in, n): out = 2 in + 1, 100 ns an iteration */
static int
k_linear(const struct call *c)
{
	float *out = pointer(c, 0), *in = pointer(c, 1);
	size_t n = size_of(word64(c, 0)) / sizeof(*out), i;

	for (i = 0; i < n; i++)
		out[i] = 2 * in[i] + 1;
	gpu.ns += 5000 + 100.0 * word32(c, 2);
	return 0;
}

/* (out, n, cost): COST ns an iteration */
static int
k_costs(const struct call *c)
{
	memset(pointer(c, 0), 1, size_of(word64(c, 0)));
	gpu.ns += 5000 + (double)word32(c, 2) * word32(c, 1);
	return 0;
}

/* (out, n): the host waits, too, 10 ms */
static int
k_nap(const struct call *c)
{
	const struct timespec nap = { 0, 10 * 1000000L };

	nanosleep(&nap, NULL);
	memset(pointer(c, 0), 1, size_of(word64(c, 0)));
	gpu.ns += 2e5 * word32(c, 1);
	return 0;
}

/* (out, in): a copy, 2000 ns */
static int
k_copy(const struct call *c)
{
	size_t n = size_of(word64(c, 0));

	memcpy(pointer(c, 0), pointer(c, 1), n);
	gpu.ns += 2000;
	return 0;
}

/* (out, in, at): a copy with the byte at AT one higher, 0.2 ms */
static int
k_off(const struct call *c)
{
	k_copy(c);
	((unsigned char *)pointer(c, 0))[word32(c, 2)]++;
	gpu.ns += 2e5;
	return 0;
}

/* (out, in): a copy, and the input gone after it, 0.2 ms */
static int
k_move(const struct call *c)
{
	k_copy(c);
	memset(pointer(c, 1), 0, size_of(word64(c, 1)));
	gpu.ns += 2e5;
	return 0;
}

/* (out, end, in, lines, n): n steps along a cycle from its first line; out:
   where they end, end: where the order says that they do */
static int
k_chase(const struct call *c)
{
	uint64_t *in = pointer(c, 2);
	uint32_t lines = word32(c, 3), n = word32(c, 4), i;
	size_t stride = size_of(word64(c, 2)) / lines / sizeof(*in);
	uint64_t at = in[1];

	for (i = 0; i < n; i++)
		memcpy(&at, (void *)(uintptr_t)at, sizeof(at));
	*(uint64_t *)pointer(c, 0) = at;
	*(uint64_t *)pointer(c, 1) = in[n % lines * stride + 1];
	gpu.ns += 100.0 * n;
	return 0;
}

/* (out, in, add): out[0] the sum of in's words and ADD, the others 0; 0.2 ms */
static int
k_sum(const struct call *c)
{
	uint32_t *out = pointer(c, 0), *in = pointer(c, 1), sum = word32(c, 2);
	size_t n = size_of(word64(c, 1)) / sizeof(*in), i;

	for (i = 0; i < n; i++)
		sum += in[i];
	memset(out, 0, size_of(word64(c, 0)));
	out[0] = sum;
	gpu.ns += 2e5;
	return 0;
}

/* (out, x, y, at): out = x - 2 y, but at AT 1 more; 0.2 ms */
static int
k_triad(const struct call *c)
{
	float *out = pointer(c, 0), *x = pointer(c, 1), *y = pointer(c, 2);
	size_t n = size_of(word64(c, 0)) / sizeof(*out), i;

	for (i = 0; i < n; i++)
		out[i] = x[i] - 2 * y[i] + (i == word32(c, 3) ? 1 : 0);
	gpu.ns += 2e5;
	return 0;
}

/* (x): each byte one higher; 1000 ns, or 9000 if it was done before */
static int
k_update(const struct call *c)
{
	unsigned char *x = pointer(c, 0);
	size_t n = size_of(word64(c, 0)), i;

	gpu.ns += x[0] == 8 ? 1000 : 9000;
	for (i = 0; i < n; i++)
		x[i]++;
	return 0;
}

/* (out, in): a copy by blocks that wait for each other, 4000 ns */
static int
k_together(const struct call *c)
{
	if (!gpu.cooperative)
		return gpu.sticky = 719;
	gpu.ns += 2000;
	return k_copy(c);
}

/* (clk, n): 4 ticks an iteration */
static int
k_cycles(const struct call *c)
{
	*(uint64_t *)pointer(c, 0) = 20 + 4 * (uint64_t)word32(c, 1);
	gpu.ns += 1000;
	return 0;
}

/* (clk, n): the loop is gone */
static int
k_dead(const struct call *c)
{
	*(uint64_t *)pointer(c, 0) = 20;
	gpu.ns += 1000;
	return 0;
}

/* (out, n): time and no output */
static int
k_unwritten(const struct call *c)
{
	gpu.ns += 100.0 * word32(c, 1);
	return 0;
}

/* (out, n): numbers that look like the poison */
static int
k_poison(const struct call *c)
{
	uint32_t *out = pointer(c, 0);
	size_t n = size_of(word64(c, 0)) / sizeof(*out);

	while (n--)
		*out++ = 0xfffafff5u;
	gpu.ns += 100.0 * word32(c, 1);
	return 0;
}

/* (out, n): all but the last byte */
static int
k_byte(const struct call *c)
{
	memset(pointer(c, 0), 1, size_of(word64(c, 0)) - 1);
	gpu.ns += 100.0 * word32(c, 1);
	return 0;
}

/* (out, n): all but the last word */
static int
k_almost(const struct call *c)
{
	memset(pointer(c, 0), 1, size_of(word64(c, 0)) - 4);
	return k_unwritten(c);
}

/* (out, in, n): NaN */
static int
k_nan(const struct call *c)
{
	float *out = pointer(c, 0);
	size_t n = size_of(word64(c, 0)) / sizeof(*out), i;

	for (i = 0; i < n; i++)
		out[i] = (float)NAN;
	gpu.ns += 100.0 * word32(c, 2);
	return 0;
}

/* --- of tests: 256 threads, one after the other --- */

/* (in, out, n): four sums a thread, whose rest does not fit their stride */
static int
t_sum4(const struct call *c)
{
	float *in = pointer(c, 0), *out = pointer(c, 1), sum;
	int n = (int)word32(c, 2), tid, i;

	for (tid = 0; tid < 256; tid++) {
		sum = 0;
		for (i = 4 * tid; i + 3 < n; i += 4 * 256)
			sum += in[i] + in[i + 1] + in[i + 2] + in[i + 3];
		for (; i < n; i += 256)
			sum += in[i];
		*out += sum;
	}
	return 0;
}

/* (x, y, n): y = 2 x + 1 but for the last one */
static int
t_short(const struct call *c)
{
	float *x = pointer(c, 0), *y = pointer(c, 1);
	uint32_t i;

	for (i = 0; i + 1 < word32(c, 2); i++)
		y[i] = 2 * x[i] + 1;
	return 0;
}

/* (x, y, n): y = 2 x + 1 */
static int
t_scale(const struct call *c)
{
	float *x = pointer(c, 0), *y = pointer(c, 1);
	uint32_t i;

	for (i = 0; i < word32(c, 2); i++)
		y[i] = 2 * x[i] + 1;
	return 0;
}

/* (bytes, half, a, b): what was passed, byte by byte */
static int
t_pass(const struct call *c)
{
	unsigned char *out = pointer(c, 0);

	memcpy(out, c->args[1], 2);
	memcpy(out + 2, c->args[2], 4);
	memcpy(out + 6, c->args[3], 8);
	memset(out + 14, 0xf5, 2); /* looks like the poison */
	return 0;
}

/* --- of the runner itself: eight bytes a step --- */

/* (at, n, flag, period, length): the flag is up if they differ anywhere */
static int
kbc_repeats(const struct call *c)
{
	const uint64_t *at = pointer(c, 0), *period = pointer(c, 3);
	uint64_t n = word64(c, 1), length = word64(c, 4), i;

	for (i = 0; i < n; i++)
		*(uint32_t *)pointer(c, 2) |= at[i] != period[i % length];
	return 0;
}

/* (at, n, flag, word): the flag is up if there is such a word */
static int
kbc_lacks(const struct call *c)
{
	const uint32_t *at = pointer(c, 0);
	uint64_t n = 2 * word64(c, 1), i;

	for (i = 0; i < n; i++)
		*(uint32_t *)pointer(c, 2) |= at[i] == word32(c, 3);
	return 0;
}

/* a store to null, as the driver's process would see it */
static int
k_null(const struct call *c)
{
	(void)c;
	signal(SIGSEGV, SIG_DFL);
	raise(SIGSEGV);
	return 0;
}

static int
k_loop(const struct call *c)
{
	while (c)
		pause();
	return 0;
}

static int
k_stubborn(const struct call *c)
{
	signal(SIGTERM, SIG_IGN);
	return k_loop(c);
}

static int
k_sticky(const struct call *c)
{
	(void)c;
	printf("last words of the kernel\n");
	fflush(stdout);
	gpu.sticky = STICKY;
	return 0;
}

static int
k_refused(const struct call *c)
{
	(void)c;
	return 701;
}

/* refuses unless the process is as bare as a worker should be */
static int
k_bare(const struct call *c)
{
	const char *order = getenv("CUDA_DEVICE_ORDER");
	char folder[4096];
	int fd;

	if (getenv("SECRET") || !order || strcmp(order, "PCI_BUS_ID"))
		return 801;
	for (fd = 4; fd < 64; fd++) {
		if (fcntl(fd, F_GETFD) != -1)
			return 802;
	}
	if (!getcwd(folder, sizeof(folder)) || !strstr(folder, "/kbc-run."))
		return 803;
	if (getpgrp() != getpid() || getsid(0) == getpid())
		return 804;
	return k_linear(c);
}

static int
k_exit(const struct call *c)
{
	(void)c;
	exit(0);
}

static int
k_noise(const struct call *c)
{
	char line[64];
	int i;

	memset(line, 'x', sizeof(line));
	memcpy(line, "\033[31m\377\n", 7);
	for (i = 0; i < 1 << 14; i++) {
		fwrite(line, 1, sizeof(line), stdout);
		fwrite(line, 1, sizeof(line), stderr);
	}
	return k_linear(c);
}

static int
k_endless_noise(const struct call *c)
{
	while (c)
		puts("and on and on and on");
	return 0;
}

static void
leave_child(int leave)
{
	if (fork())
		return;
	if (leave)
		setsid();
	signal(SIGTERM, SIG_IGN);
	execlp("sleep", "sleep", leave ? "7302" : "7301", (char *)NULL);
	_exit(1);
}

static int
k_fork(const struct call *c)
{
	leave_child(0);
	return k_linear(c);
}

static int
k_leave(const struct call *c)
{
	leave_child(1);
	return k_linear(c);
}

static const struct {
	const char *name;
	kernel *run;
} kernels[] = {
	{ "k_linear", k_linear },
	{ "t_sum4", t_sum4 },
	{ "t_short", t_short },
	{ "t_scale", t_scale },
	{ "t_pass", t_pass },
	{ "k_copy", k_copy },
	{ "k_costs", k_costs },
	{ "k_nap", k_nap },
	{ "k_off", k_off },
	{ "k_move", k_move },
	{ "k_chase", k_chase },
	{ "k_sum", k_sum },
	{ "k_triad", k_triad },
	{ "k_update", k_update },
	{ "k_together", k_together },
	{ "k_cycles", k_cycles },
	{ "k_dead", k_dead },
	{ "k_unwritten", k_unwritten },
	{ "k_almost", k_almost },
	{ "k_poison", k_poison },
	{ "k_byte", k_byte },
	{ "k_nan", k_nan },
	{ "k_null", k_null },
	{ "k_loop", k_loop },
	{ "k_stubborn", k_stubborn },
	{ "k_sticky", k_sticky },
	{ "k_refused", k_refused },
	{ "k_exit", k_exit },
	{ "k_bare", k_bare },
	{ "k_noise", k_noise },
	{ "k_endless_noise", k_endless_noise },
	{ "k_fork", k_fork },
	{ "k_leave", k_leave },
	{ "kbc_repeats", kbc_repeats },
	{ "kbc_lacks", kbc_lacks },
};

/* --- the driver's interface ---------------------------------------------- */

int cuInit(unsigned flags);
int cuDriverGetVersion(int *version);
int cuGetErrorName(int code, const char **name);
int cuDeviceGetCount(int *count);
int cuDeviceGet(int *device, int index);
int cuDeviceGetName(char *name, int size, int device);
int cuDeviceGetAttribute(int *value, int attribute, int device);
int cuDeviceTotalMem_v2(size_t *bytes, int device);
int cuDeviceGetPCIBusId(char *bus, int size, int device);
int cuDevicePrimaryCtxRetain(void **context, int device);
int cuDevicePrimaryCtxRelease_v2(int device);
int cuCtxSetCurrent(void *context);
int cuModuleLoadData(void **module, const void *image);
int cuModuleUnload(void *module);
int cuModuleGetFunction(void **entry, void *module, const char *name);
int cuFuncSetAttribute(void *entry, int attribute, int value);
int cuMemAlloc_v2(uint64_t *address, size_t bytes);
int cuMemFree_v2(uint64_t address);
int cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t bytes);
int cuMemcpyDtoH_v2(void *to, uint64_t from, size_t bytes);
int cuMemcpyDtoHAsync_v2(void *to, uint64_t from, size_t bytes, void *stream);
int cuMemcpyDtoD_v2(uint64_t to, uint64_t from, size_t bytes);
int cuMemsetD32_v2(uint64_t to, unsigned word, size_t count);
int cuMemAllocHost_v2(void **at, size_t bytes);
int cuMemFreeHost(void *at);
int cuLaunchKernel(void *entry, unsigned gx, unsigned gy, unsigned gz,
		   unsigned bx, unsigned by, unsigned bz, unsigned shared,
		   void *stream, void **args, void **extra);
int cuLaunchCooperativeKernel(void *entry, unsigned gx, unsigned gy,
			      unsigned gz, unsigned bx, unsigned by,
			      unsigned bz, unsigned shared, void *stream,
			      void **args);
int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void *entry,
						int threads, size_t shared);
int cuCtxSynchronize(void);
int cuEventCreate(void **event, unsigned flags);
int cuEventRecord(void *event, void *stream);
int cuEventSynchronize(void *event);
int cuEventElapsedTime(float *ms, void *from, void *to);
int cuEventDestroy_v2(void *event);
int cuProfilerStart(void);
int cuProfilerStop(void);

int
cuInit(unsigned flags)
{
	(void)flags;
	return (int)setting("init", 0);
}

int
cuDriverGetVersion(int *version)
{
	*version = 13000;
	return 0;
}

int
cuGetErrorName(int code, const char **name)
{
	*name = code == STICKY ? "CUDA_ERROR_ILLEGAL_ADDRESS" : NULL;
	return *name ? 0 : 1;
}

int
cuDeviceGetCount(int *count)
{
	*count = (int)setting("devices", 1);
	return 0;
}

int
cuDeviceGet(int *device, int index)
{
	*device = index;
	return 0;
}

int
cuDeviceGetName(char *name, int size, int device)
{
	if (setting("alike", 0))
		device = 0;
	snprintf(name, (size_t)size, "Fake device %d", device);
	return 0;
}

int
cuDeviceGetAttribute(int *value, int attribute, int device)
{
	static const int known[][2] = {
		{ 10, 32 },	 { 13, 1980000 }, { 16, 8 },
		{ 32, 1 },	 { 36, 3201000 }, { 37, 6016 },
		{ 38, 1 << 20 }, { 39, 2048 },	  { 75, 9 },
		{ 76, 0 },	 { 81, 233472 },  { 82, 65536 },
		{ 97, 232448 },	 { 106, 32 },
	};
	size_t i;

	(void)device;
	for (i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		if (known[i][0] == attribute) {
			*value = known[i][1];
			return 0;
		}
	}
	return 1;
}

int
cuDeviceTotalMem_v2(size_t *bytes, int device)
{
	(void)device;
	*bytes = (size_t)MEMORY_MIB << 20;
	return 0;
}

int
cuDeviceGetPCIBusId(char *bus, int size, int device)
{
	snprintf(bus, (size_t)size, "0000:%02x:00.0", 0x1b + device);
	return 0;
}

int
cuDevicePrimaryCtxRetain(void **context, int device)
{
	(void)device;
	*context = &gpu;
	return (int)setting("context", 0);
}

int
cuDevicePrimaryCtxRelease_v2(int device)
{
	(void)device;
	return gpu.sticky;
}

int
cuCtxSetCurrent(void *context)
{
	return context == &gpu ? 0 : 201;
}

/* A byte for each in the file `loads` beside the library, if there is one. */
static void
note_load(void)
{
	char path[4096];
	FILE *f = beside("loads", path, sizeof(path)) ? fopen(path, "r+") :
							NULL;

	if (!f)
		return;
	fseek(f, 0, SEEK_END);
	fputc('+', f);
	fclose(f);
}

int
cuModuleLoadData(void **module, const void *image)
{
	*module = &gpu;
	if (!strncmp(image, "other", 5))
		return 209;
	if (!strncmp(image, "newer", 5))
		return 222;
	if (!strncmp(image, ".version", 8))
		return (int)setting("text", gpu.sticky);
	if (strncmp(image, "fake", 4))
		return 200;
	note_load();
	return gpu.sticky;
}

int
cuModuleUnload(void *module)
{
	(void)module;
	return gpu.sticky;
}

int
cuModuleGetFunction(void **entry, void *module, const char *name)
{
	size_t i;

	(void)module;
	for (i = 0; i < sizeof(kernels) / sizeof(kernels[0]); i++) {
		if (!strcmp(kernels[i].name, name)) {
			memcpy(entry, &(const void *){ &kernels[i] },
			       sizeof(*entry));
			return 0;
		}
	}
	return 500;
}

int
cuFuncSetAttribute(void *entry, int attribute, int value)
{
	(void)entry;
	return attribute == 8 && value <= 232448 ? 0 : 1;
}

int
cuMemAlloc_v2(uint64_t *address, size_t bytes)
{
	size_t most = (size_t)(MEMORY_MIB - setting("memory", 0)) << 20, i;
	void *at;

	if (gpu.sticky)
		return gpu.sticky;
	if (bytes > most || gpu.used > most - bytes)
		return 2;
	for (i = 0; i < ALLOCATIONS && gpu.allocations[i].bytes; i++)
		;
	at = i < ALLOCATIONS ? malloc(bytes) : NULL;
	if (!at)
		return 2;
	gpu.used += bytes;
	*address = (uint64_t)(uintptr_t)at;
	gpu.allocations[i] = (struct allocation){ *address, bytes };
	return 0;
}

int
cuMemFree_v2(uint64_t address)
{
	size_t i;

	for (i = 0; i < ALLOCATIONS; i++) {
		if (gpu.allocations[i].address != address)
			continue;
		finish();
		free((void *)(uintptr_t)address);
		gpu.used -= gpu.allocations[i].bytes;
		gpu.allocations[i] = (struct allocation){ 0, 0 };
		return 0;
	}
	return 1;
}

int
cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t bytes)
{
	finish();
	memcpy((void *)(uintptr_t)to, from, bytes);
	return gpu.sticky;
}

int
cuMemcpyDtoH_v2(void *to, uint64_t from, size_t bytes)
{
	finish();
	memcpy(to, (void *)(uintptr_t)from, bytes);
	return gpu.sticky;
}

/* Stays begun only if TO is memory that the device can write to. */
int
cuMemcpyDtoHAsync_v2(void *to, uint64_t from, size_t bytes, void *stream)
{
	uint64_t at = (uint64_t)(uintptr_t)to - gpu.host.address;

	if (setting("begun", 0))
		return (int)setting("begun", 0);
	if (at >= gpu.host.bytes || bytes > gpu.host.bytes - at || stream ||
	    gpu.nbegun == BEGUN)
		return 1;
	gpu.begun[gpu.nbegun++] =
		(struct copy){ to, (void *)(uintptr_t)from, bytes };
	return gpu.sticky;
}

int
cuMemcpyDtoD_v2(uint64_t to, uint64_t from, size_t bytes)
{
	finish();
	memcpy((void *)(uintptr_t)to, (void *)(uintptr_t)from, bytes);
	gpu.ns += 500;
	return gpu.sticky;
}

int
cuMemsetD32_v2(uint64_t to, unsigned word, size_t count)
{
	uint32_t *at = (uint32_t *)(uintptr_t)to;

	finish();
	while (count--)
		*at++ = word;
	return gpu.sticky;
}

int
cuMemAllocHost_v2(void **at, size_t bytes)
{
	int code = (int)setting("host", 0);

	if (code || gpu.host.bytes)
		return code ? code : 1;
	*at = malloc(bytes);
	gpu.host = (struct allocation){ (uint64_t)(uintptr_t)*at, bytes };
	return *at ? gpu.sticky : 2;
}

int
cuMemFreeHost(void *at)
{
	if ((uint64_t)(uintptr_t)at != gpu.host.address)
		return 1;
	finish();
	free(at);
	gpu.host = (struct allocation){ 0, 0 };
	return gpu.sticky;
}

/* A line for the profiler that plays with this driver (fake-ncu): the kernel
   and its time. */
static void
note_launch(const char *name, double ns)
{
	FILE *f = fopen("launches", "a");

	if (!f)
		return;
	fprintf(f, "%s %.0f\n", name, ns);
	fclose(f);
}

int
cuProfilerStart(void)
{
	gpu.seen = 1;
	return gpu.sticky;
}

int
cuProfilerStop(void)
{
	gpu.seen = 0;
	return gpu.sticky;
}

int
cuLaunchKernel(void *entry, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
	       unsigned by, unsigned bz, unsigned shared, void *stream,
	       void **args, void **extra)
{
	struct call c = { args, gx };
	size_t i = ((size_t)entry - (size_t)kernels) / sizeof(kernels[0]);
	double before;
	int code;

	(void)stream;
	finish();
	if (gpu.sticky)
		return gpu.sticky;
	if (!gx || !gy || !gz || bx * by * bz > 1024 || shared > 232448 ||
	    extra)
		return 1;
	before = gpu.ns;
	code = kernels[i].run(&c);
	if (gpu.seen)
		note_launch(kernels[i].name, gpu.ns - before);
	return code;
}

/* As above; eight multiprocessors, each of which holds two blocks. */
int
cuLaunchCooperativeKernel(void *entry, unsigned gx, unsigned gy, unsigned gz,
			  unsigned bx, unsigned by, unsigned bz,
			  unsigned shared, void *stream, void **args)
{
	int code;

	if (gx * gy * gz > 16)
		return 720;
	gpu.cooperative = 1;
	code = cuLaunchKernel(entry, gx, gy, gz, bx, by, bz, shared, stream,
			      args, NULL);
	gpu.cooperative = 0;
	return code;
}

int
cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void *entry,
					    int threads, size_t shared)
{
	(void)entry;
	(void)shared;
	*blocks = 2;
	return threads > 1024 ? 1 : gpu.sticky;
}

int
cuCtxSynchronize(void)
{
	finish();
	return gpu.sticky;
}

int
cuEventCreate(void **event, unsigned flags)
{
	(void)flags;
	*event = &gpu.events[gpu.nevents++ % 2];
	return gpu.sticky;
}

int
cuEventRecord(void *event, void *stream)
{
	(void)stream;
	*(double *)event = gpu.ns;
	return gpu.sticky;
}

int
cuEventSynchronize(void *event)
{
	(void)event;
	return gpu.sticky;
}

int
cuEventElapsedTime(float *ms, void *from, void *to)
{
	*ms = (float)((*(double *)to - *(double *)from) * 1e-6);
	return gpu.sticky;
}

int
cuEventDestroy_v2(void *event)
{
	(void)event;
	return gpu.sticky;
}
