/*
 * The ledger: raw records of runs, one JSON file a job and device, as kbc-run
 * writes them (runner/record.h) and as they lie in the wiki. Read through
 * jansson. A stored verdict does not exist; all is recomputed from samples.
 */
#include "str.h"

struct arena;
struct binding;
struct counter_record;
struct devices;
struct diag;
struct file_stamp;
struct floors;
struct jobs;
struct library;
struct metric;
struct metric_list;
struct probe;
struct setting;
struct stubs;
struct unread;
struct value;

struct device_record {
	struct str slug;     /* h200 */
	struct str name;     /* NVIDIA H200 */
	struct str cc;       /* 9.0 */
	struct str sm;       /* sm_90 */
	struct str driver, date;
	bool mig;            /* cut into parts */
	struct binding *entries; /* what the device said of itself, named as
				    documented entries are: `device.sm_count`
				    `device.l2_bytes` …; `driver` */
	size_t nentries;
	struct str lacks;    /* as that of evidence */
};

struct evidence {
	struct str path;         /* of the file */
	struct str name;         /* job */
	struct str key, harness, target, runner;
	struct str ptx;          /* of a test: what the emulator ran */
	struct str cubin, toolkit; /* of the newest run */
	struct device_record device; /* likewise its driver and date */
	struct sample_case {
		struct setting *settings;
		size_t nsettings;
		double n;            /* iterations of the short launch */
		bool cycles;         /* samples are clock ticks, else ns */
		size_t launches;     /* in what a slope is of; 0: it is of
					iterations */
	} *cases;
	size_t ncases;
	struct run {
		const struct test_result *test; /* of a test, else NULL */
		struct str started;  /* `2026-11-30T03:20:11Z` */
		struct str cubin, toolkit;
		size_t nreplicates;
		size_t ndropped;
		struct str dropped;  /* reason of the first dropped */
		size_t nfaults;      /* slopes that are not above 0 */
		bool *left;          /* [case]: its sweep has left it out, or
					the device has */
		struct str *refused; /* [case]: why the device did not take it,
					`launch: …`; empty: it did */
		double *pilot;       /* [case]: slopes of the pilot that chose
					what is measured; NULL: none */
		int *gpu;            /* [replicate]: number of its device; -1:
					there was one */
		size_t *waited;      /* [case]: slopes of a device that waited
					for the host between launches */
		double **slope;      /* [replicate][case]: seconds or cycles a
					unit; NaN where dropped, left out or
					no slope */
	} *runs;
	size_t nruns;
	struct str error;        /* of the job: `crash: …`; empty if none */
	struct str lacks;        /* why it does not count, `needs a signature`;
				    empty: it does */
};

/* The first of what is wrong, as runner/record.h has it. */
struct test_spot {
	struct str point;        /* `n = 2`, `m = 3, n = 2`; may be empty */
	double index, bad, of;
	struct test_number {
		double value;
		struct str digits; /* of a whole number that a double does not
				      hold; else empty */
	} want, got;
	bool untouched;
};

/* What came of a test in a run. Counts are of points (combinations of the
   variables' values), but within a spot of elements. */
struct test_result {
	double points, failed;
	struct test_check {
		struct str text, array;
		double bad, max_rel, max_abs, max_ulp;
		struct test_spot first;  /* if bad */
		struct test_lean {       /* as it is where approximate
					    instructions lean to one side */
			double bad, max_rel, max_abs, max_ulp, got;
		} *leaned;
		size_t nleaned;          /* 0: all the same */
	} *checks;
	size_t nchecks;
	struct test_output {
		struct str name;
		double unwritten, nan;
		struct test_spot first_unwritten, first_nan;
	} *outputs;
	size_t noutputs;
	struct test_finding {
		struct str kind, kernel, file, text, point;
		double line, count, block[3], thread[3];
	} *findings;
	size_t nfindings;
	struct str promise;      /* what the ISA promises of approximate
				    instructions that ran; may be empty */
	struct str unsure;       /* why the emulator leaves something
				    undecided; empty: it does not */
};

struct ledger {
	struct evidence *items;  /* sorted by path */
	size_t n, cap;
	struct device_record *devices;
	size_t ndevices, capdevices;
	/* of the profiler (evidence_counters.h), one a file */
	struct counter_record *counters;
	size_t ncounters, capcounters;
	struct metric_list *metrics;
	size_t nmetrics, capmetrics;
	const struct floors *floors; /* of the devices; NULL: not asked for */
	const struct jobs *jobs; /* of the items, by name */
	struct stubs *stubs;     /* NULL: all items are read; else they say
				    name, device and, if known, target */
};

/* What an earlier run has seen of a ledger in which nothing is wrong, and whose
   files are as they were. */
struct ledger_known {
	struct unread *unread;   /* where records go that are read */
	struct known_record {
		struct str path, target;
		struct str device;       /* its name */
		const struct file_stamp *stamp;
	} *records;              /* sorted by path */
	size_t n;
	const struct floors *floors; /* one a device */
	size_t ndevices;
};

/* Once, before anything of a ledger is read: that there is no memory ends the
   program, and is no fault of a record. */
void ledger_init(void);

/*
 * Reads folder/DEVICE/NAME-HASH8.json and folder/DEVICE/device.json. Files
 * that are no evidence (truncated, other format, name and content differ) are
 * errors in d and left out. A missing folder is an empty ledger.
 */
bool ledger_read(struct arena *a, struct ledger *out, struct str folder,
		 struct diag *d);

/*
 * As ledger_read, but records are read when they are found: those that are
 * known, and with none known all, of which then nothing is said and what is
 * wrong is not there. Their runs are as ledger_keep leaves them; who goes
 * through the items himself sees stubs. The list of devices is the same.
 */
bool ledger_read_known(struct arena *a, struct ledger *out, struct str folder,
		       const struct ledger_known *known, struct diag *d);

/* Memory of records for one run, shared by threads; whether a known one was
   another when it was to be read: what was found is worth nothing then. */
struct unread *unread_make(void);
void unread_free(struct unread *u);
bool unread_missed(const struct unread *u);

/* The records of a job behind e, from NULL on, in the order of the ledger; NULL
   behind the last. */
const struct evidence *ledger_next(const struct ledger *l, struct str job,
				   const struct evidence *e);

/*
 * Leaves the runs of one code of each record: that of the newest run, or with a
 * toolkit (`13.0`, `13.0.88`) of the newest one that it built; records without
 * one are left out. The count of records that are left.
 */
size_t ledger_keep(struct arena *a, struct ledger *l, struct str toolkit);

/* The evidence of a job on the device a pattern names (`H200*`, slug or the
   driver's name, case ignored; empty: any, the first by slug); NULL if none. */
const struct evidence *ledger_find(const struct ledger *l, struct str job,
				   struct str device);

/* Any evidence of the same probe, fixed settings, architecture and device with
   another hash in its name: it is stale. */
const struct evidence *ledger_find_stale(const struct ledger *l,
					 struct str job, struct str sm,
					 struct str device);

/* Any evidence of the same job whose code is of another architecture than
   sm, on any device. */
const struct evidence *ledger_find_other(const struct ledger *l,
					 struct str job, struct str sm);

/* Whether a pattern names a device, by its slug or name. */
bool device_is(const struct device_record *v, struct str pattern);

/* Whether it is kbc-run's emulator, as that names itself. */
bool device_is_emulated(const struct device_record *v);

/* The device of a run, by kbc-run's output folder. False with a fail or an
   error in d. */
bool device_of_run(struct arena *a, struct device_record *out,
		   struct str folder, struct diag *d);

/*
 * Finds the floors of all devices of the ledger: for each class of numbers the
 * 90th percentile of |m1/m2 - 1| over pairs of medians, those of one case on
 * two occasions; VALUE_FLOOR if that is more, or the pairs too few. Runs of
 * which one starts less than half an hour after the one before it are of one
 * occasion, and their replicates have one median. A case counts for the class
 * of its time or cycles, and for that of its probe's first metric, which the
 * library knows; ratios are those of a job's first case to the next job's,
 * replicate by replicate. Evidence of other versions of the harness counts for
 * nothing.
 */
void ledger_find_floors(struct arena *a, struct ledger *l,
			const struct library *library);

/* The floors of a device; NULL where they were not asked for. */
const struct floors *ledger_floors(const struct ledger *l,
				   const struct device_record *v);

/* The device a pattern names, likewise. */
const struct device_record *ledger_device(const struct ledger *l,
					  struct str device);

/* What a device said of itself by that name (`device.sm_count`), NULL for
   nothing; its number, 0 for none. */
const struct value *ledger_entry(const struct device_record *v,
				 struct str name);
double ledger_number(const struct device_record *v, struct str name);

/* Whether a record of some device may have an entry of that name. */
bool ledger_may_know(struct str name);

/*
 * Takes the records of a run (kbc-run's output folder) into the ledger folder:
 * new files are added, runs are appended to a file of the same name and key,
 * their bytes as they came; a run that is there already is not added twice.
 * False with a fail or an error in d and nothing of that file written; *taken
 * counts the records written.
 */
bool ledger_collect(struct arena *a, struct str folder, struct str from,
		    size_t *taken, struct diag *d);

/* The same of the emulator's records, which are refused above: no device has
   made them. */
bool ledger_collect_emulated(struct arena *a, struct str folder,
			     struct str from, size_t *taken, struct diag *d);

/*
 * What a file of the ledger has lost since it was `was`: a sentence, or empty.
 * Its head stays and its runs do, in their order; others may be added. A file
 * without runs of a job (device.json) may change.
 */
struct str evidence_lost(struct arena *a, struct str was, struct str is);

/* Says with a value how many replicates of its evidence were dropped. */
void evidence_count_dropped(struct value *v, const struct evidence *e);

/* Whether a run has measured the case with just these settings. */
bool evidence_has(const struct evidence *e, const struct setting *settings,
		  size_t n);

/* One point of a sweep's curve. */
struct curve_point {
	struct str at;      /* `chains=8 threads=256` */
	const struct value *value; /* of the first metric */
	bool pilot;         /* seen by the pilot alone */
};

/* Fewer valid replicates than this are no run. */
#define EVIDENCE_REPLICATES_MIN 5

/* What a probe's evidence is asked about. */
struct asked {
	const struct evidence *evidence;
	const struct probe *probe;       /* that it is of */
	const struct setting *settings;  /* of the cases that are meant */
	size_t nsettings;
	const struct devices *devices;   /* document the device's ceilings;
					    NULL: none */
};

/*
 * The metric's value from evidence: of the cases that agree with the settings
 * the one whose median over all valid replicates is best; its share of the
 * probe's ceiling. Runs with too few valid replicates are left out.
 * LACK_UNMEASURED when sweeps have left out what is asked for;
 * LACK_INCONCLUSIVE when all are, when a case that was left to the host might
 * be better, when there was no kernel image for the device, or when the device
 * is a part of the one documented; LACK_ERROR for a crash, a failed check, no
 * such case.
 */
struct value evidence_metric(struct arena *a, const struct asked *q,
			     const struct metric *m);

/* The curve of a sweep that was measured from coarse to fine: all cases that
   are asked for and were looked at; how many, 0 for any other evidence. */
size_t evidence_curve(struct arena *a, const struct asked *q,
		      struct curve_point **out);

/*
 * The case at which evidence_metric finds the metric best; NULL with a lack in
 * *lack.
 */
const struct sample_case *evidence_best(struct arena *a, const struct asked *q,
					const struct metric *m,
					struct value *lack);

/*
 * NAME.enough(parameter): least value of the parameter whose median of the
 * first metric, others as asked or best, is within 2 % of the best. Decided
 * run by run; in each run all valid replicates have that run's answer.
 */
struct value evidence_enough(struct arena *a, const struct asked *q,
			     struct str parameter);

/* NAME.share: the ceiling's metric over the ceiling, where the first metric
   is best. LACK_ERROR when no ceiling is documented. */
struct value evidence_share(struct arena *a, const struct asked *q);
