/*
 * Measuring on other machines: parts of what is wanted (fleet.h) are packs,
 * which an engine places, starts, watches and brings home. What a machine has
 * done is kept when we are cut off, and is not done again.
 */
#include "str.h"

struct arena;
struct config;
struct devices;
struct diag;
struct engine_row;

/* What measures: a device, of one machine or of many that are alike. */
struct machine {
	struct str name, sm; /* of the device; sm is empty where nobody says */
	bool counters;       /* a profiler can count on it */
	size_t gpus;         /* that share the work of a pack */
};

/* Where parts can be sent. */
struct site {
	struct str name;     /* a host, or a device of kbc.yaml */
	struct machine machine;
	size_t width;        /* parts that it takes at a time */
	struct str why;      /* nothing is sent there any more: why */
	size_t misses;       /* times in a row that it has not answered */
};

enum part_state {
	PART_WAITS,          /* for a site */
	PART_RUNS,
	PART_BACK,           /* it has ended, and its records are here */
	PART_LOST,           /* there are none, or not those that are meant */
	PART_TAKEN,          /* its records are in the ledger */
	PART_FAILED          /* lost, and not tried again */
};

/* One pack and what came of it. */
struct part {
	struct str id;       /* 16 digits: of what is in it */
	struct str folder;   /* of the pack */
	size_t njobs;
	struct machine machine; /* that its records must be of */
	enum part_state state;
	bool resumed;        /* of an earlier run of ours */
	unsigned tries;
	struct str out;      /* of this try, the name of its folder */
	size_t site;
	struct str job;      /* what the site calls it, if it has many */
	struct str node;     /* of that site, where it ran; or empty */
	double silence;      /* seconds for which nobody knew of it */
	size_t avoids;       /* 1 + the site that lost it; 0: none */
	struct str shuns;    /* the node likewise */
	struct str said;     /* how it ended, by itself */
	struct str why;      /* of LOST */
	struct str partial;  /* a folder with some of its records */
};

struct engine {
	struct arena *arena;
	struct diag *diag;
	const struct engine_row *row;
	const struct config *config;
	const struct devices *devices; /* that are documented */
	struct str hosts;    /* as the command line names them */
	struct str device;   /* as kbc-run's --device says; empty: its own */
	struct str runner;   /* kbc-run */
	struct str root;     /* folder of all parts, ours alone */
	struct str ledger;   /* that records go into */
	bool emulated;       /* by the emulator, and no others */
	struct str data;     /* kbc's own, with the script of fleets */
	struct str bytes, hash; /* of kbc-run */
	struct str version;  /* likewise; empty where nobody knows it */
	struct str script;   /* that runs it */
	struct str folder;   /* of it and of parts, below root */
	double pause;        /* seconds between looks, once nothing happens */
	double paused;       /* before this look */
	struct site *sites;
	size_t nsites, capsites;
	struct part *parts;
	size_t nparts, capparts;
	size_t taken;        /* records, so far */
};

/* The engine of that name (`ssh`, `slurm`), or NULL; which there are. */
const struct engine_row *engine_find(struct str name);
#define ENGINE_NAMES "local, ssh or slurm"

/* What `kbc-run --doctor` says of a device, `cuda:0: NVIDIA H200 (sm_90), …`;
   and whether it has a profiler. */
void machine_read(struct machine *out, struct str doctor);

/*
 * Finds what there is to send to, and takes in what an earlier run has left
 * there. False with a fail where there is nothing.
 */
bool engine_open(struct engine *e);

/* The machines of its sites, each once, though many are alike; how many. */
size_t engine_machines(const struct engine *e, struct machine *out);

/* Into how many parts the work for such machines goes: one for each device, so
   that who has more of them comes back for more. */
size_t engine_width(const struct engine *e, const struct machine *m);

/* Adds a part that is to run on such a machine; its folder is empty. It moves
   when another one is added. */
struct part *engine_add(struct engine *e, const struct machine *m);

/*
 * Runs all parts that were added, whose packs are written, and takes their
 * records into the ledger. A part that is lost is tried once more elsewhere.
 * False with a fail for each part that is lost for good; what others have done
 * is kept. A signal ends what can be ended, and then us.
 */
bool engine_run(struct engine *e);
