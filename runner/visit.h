/*
 * One visit of a job: its cubin loaded, its cases measured and checked.
 */
#include <stdbool.h>
#include <stddef.h>

struct device;
struct fault;
struct nvml;
struct order;
struct pack;
struct patterns;

struct visit {
	struct device *device;
	struct nvml *nvml; /* NULL: conditions are not known */
	const struct pack *pack;
	unsigned replicate;
	unsigned char *pinned; /* CHECK_PINNED bytes of host_allocate */
	struct patterns *patterns;
	int out;	       /* for reports */
	bool mps;
};

/*
 * Visit the job, its cases in random order; samples and conditions go out as
 * reports. False with the fault that ended the visit.
 */
bool visit_run(const struct visit *v, const struct order *o, struct fault *f);

/*
 * Make the job's launches ROUNDS times for a profiler, and no others while it
 * looks: of each case one of N and one of 4N, or where N counts launches one of
 * each entry; of a test those of its last point. Reports say which N. False
 * with the fault that ended the visit.
 */
bool visit_count(const struct visit *v, const struct order *o, unsigned rounds,
		 struct fault *f);
