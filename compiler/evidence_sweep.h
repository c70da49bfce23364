/*
 * The parts of `evidence` that make values of slopes: the cases of one probe
 * on one device. evidence.h, library.h, value.h and pack_head.h come before
 * it. Nobody else includes this.
 */
#include "str.h"

struct arena;
struct device_file;
struct devices;
struct expr;

/* What a page asks of the evidence of a probe. */
struct sweep {
	struct arena *arena;
	const struct evidence *evidence;
	const struct probe *probe;
	const struct setting *settings;
	size_t nsettings;
	const struct device_file *device; /* NULL: not documented */
	double sm, l2;                    /* as recorded; 0: unknown */
	bool whole;                       /* the best case is not enough */
};

/* The limit of a probe's metric in one case. */
struct ceiling {
	const struct metric *metric;
	double value;  /* 0: none is known */
	bool below;    /* it is the least */
	double reach;  /* share that is close enough, if not the usual; or 0 */
};

/* A case that counts, and its metric. */
struct choice {
	size_t index;
	struct value value;
};

struct choices {
	struct choice *items;
	size_t n;
};

/* The cases that are asked about. */
struct sweep sweep_make(struct arena *a, const struct asked *q);

/* The head with the settings of a case. */
struct head sweep_head(const struct sweep *s, size_t c);

/* A case's setting; NULL if it has none of that name. */
const struct setting *sweep_setting(const struct sweep *s, size_t c,
				    struct str name);

/* The slopes of a case, a series for each run that counts. */
struct value sweep_slopes(const struct sweep *s, size_t c);

/* An expression of the head in one case, a value a replicate. */
struct value sweep_value(const struct sweep *s, size_t c,
			 const struct expr *e);

/* The same of a slope that is given. */
struct value sweep_given(const struct sweep *s, size_t c, const struct expr *e,
			 double slope);

/* `chains=8 threads=256`: of a case what the sweep chose. */
struct str sweep_chosen(const struct sweep *s, size_t c);

/* What is documented of the device, `launch.gap_s`; 0: nothing. */
double sweep_documented(const struct sweep *s, struct str entry);

/* Without runs that have too few valid replicates; its median. */
struct value sweep_valid(struct arena *a, struct value v);

/* The ceiling of the probe in one case; without a metric: its head has none. */
struct ceiling sweep_ceiling(const struct sweep *s, size_t c);

/* How close a case came to it, a value a replicate; kind NONE: not known. */
struct value sweep_share(const struct sweep *s, size_t c,
			 const struct ceiling *limit);

/* All cases that are asked for and have a run that counts. False with a lack in
   *out if there is none, or if another might be the best. */
bool sweep_choices(const struct sweep *s, const struct metric *m,
		   struct choices *all, struct value *out);

/* Whether a case is one that is asked about. */
bool sweep_asks(const struct sweep *s, size_t c);

/* Why the sweeps of all runs do not answer for a metric; kind NUMBER if they
   do. */
struct value sweep_left_out(const struct sweep *s, const struct metric *m);

/* Why the device took none of the first case that is asked for and refused;
   kind NUMBER if none is. */
struct value sweep_refused(const struct sweep *s);

/* A metric as the newest pilot saw it in a case that all runs have left out;
   kind NONE: nobody looked there, or the case was not left out. */
struct value sweep_pilot(const struct sweep *s, size_t c,
			 const struct metric *m);

/* The best of them, by median; the first of equals. */
bool sweep_is_better(const struct metric *m, double x, double y);
const struct choice *sweep_best(const struct metric *m,
				const struct choices *all);

/* Share, where, whether the page chose it: what goes with a value. */
void sweep_remark(const struct sweep *s, struct value *v, size_t c);
