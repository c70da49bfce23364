/*
 * The ledger: raw records of runs, one JSON file a job and device, as kbc-run
 * writes them (runner/record.h) and as they lie in the wiki. Read through
 * jansson. A stored verdict does not exist; all is recomputed from samples.
 */
#include "str.h"

struct arena;
struct binding;
struct diag;
struct metric;
struct probe;
struct setting;
struct value;

struct device_record {
	struct str slug;     /* h200 */
	struct str name;     /* NVIDIA H200 */
	struct str cc;       /* 9.0 */
	struct str sm;       /* sm_90 */
	struct str driver, date;
	struct binding *entries; /* sm_count l2_bytes … as `device.NAME` */
	size_t nentries;
};

struct evidence {
	struct str path;         /* of the file */
	struct str name;         /* job */
	struct str key, harness, cubin, target, toolkit, runner;
	struct device_record device;
	struct sample_case {
		struct setting *settings;
		size_t nsettings;
		double n;            /* iterations of the short launch */
		bool cycles;         /* samples are clock ticks, else ns */
	} *cases;
	size_t ncases;
	struct run {
		struct str started;
		size_t nreplicates;
		size_t ndropped;
		struct str dropped;  /* reason of the first dropped */
		double **slope;      /* [replicate][case]: seconds or cycles a
					unit; NaN where dropped */
	} *runs;
	size_t nruns;
	struct str error;        /* of the job: `crash: …`; empty if none */
};

struct ledger {
	struct evidence *items;  /* sorted by path */
	size_t n, cap;
	struct device_record *devices;
	size_t ndevices, capdevices;
};

/*
 * Reads folder/DEVICE/NAME-HASH8.json and folder/DEVICE/device.json. Files
 * that are no evidence (truncated, other format, name and content differ) are
 * errors in d and left out. A missing folder is an empty ledger.
 */
bool ledger_read(struct arena *a, struct ledger *out, struct str folder,
		 struct diag *d);

/* The evidence of a job on the device a pattern names (`H200*`, slug or the
   driver's name, case ignored; empty: any, the first by slug); NULL if none. */
const struct evidence *ledger_find(const struct ledger *l, struct str job,
				   struct str device);

/* Any evidence of the same probe and device with another key: it is stale. */
const struct evidence *ledger_find_stale(const struct ledger *l,
					 struct str job, struct str device);

const struct device_record *ledger_device(const struct ledger *l,
					  struct str device);

/*
 * Takes the records of a run (kbc-run's output folder) into the ledger folder:
 * new files are added, runs are appended to a file of the same name and key;
 * a run that is there already is not added twice. False with a fail or an
 * error in d; *taken counts the files written.
 */
bool ledger_collect(struct arena *a, struct str folder, struct str from,
		    size_t *taken, struct diag *d);

/*
 * The metric's value from evidence: of the cases that agree with `settings`
 * the one whose median is best; its share of the probe's ceiling. LACK_… when
 * there are too few valid replicates, an error, or no such case.
 */
struct value evidence_metric(struct arena *a, const struct evidence *e,
			     const struct probe *p, const struct metric *m,
			     const struct setting *settings, size_t n);

/* NAME.enough(parameter): least value within 2 % of the best. */
struct value evidence_enough(struct arena *a, const struct evidence *e,
			     const struct probe *p, struct str parameter,
			     const struct setting *settings, size_t n);

/* NAME.share: the first metric over the ceiling. */
struct value evidence_share(struct arena *a, const struct evidence *e,
			    const struct probe *p,
			    const struct setting *settings, size_t n);
