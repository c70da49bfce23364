/*
 * The verdict on a measured number (ARCHITECTURE.md tells the rule): rank
 * intervals over replicates and run medians, one decision line a band edge, a
 * fold over all runs of the ledger. Pure arithmetic on doubles, built
 * without contraction so that it is equal on every machine.
 */
#include "str.h"

struct arena;
struct series;

/* Of a first run; each further one has as many, or twice those of the last. */
#define JUDGE_REPLICATES 10

enum judgement { JUDGE_CONFIRMED, JUDGE_REFUTED, JUDGE_INCONCLUSIVE,
		 JUDGE_AGAIN, JUDGE_MORE };

struct band {
	double low, high; /* an end may be infinite */
	double floor;     /* f, relative */
};

struct judged {
	enum judgement verdict;
	double low, high;   /* J, the interval of the truth */
	double middle;      /* median of run medians */
	bool firm;          /* J lies inside the band itself */
	bool between;       /* the middle lies behind the band and J no further
			       than two floors: runs may decide either way */
	struct str reason;  /* of inconclusive: runs disagree, bimodal, noise */
	size_t wants;       /* replicates of one more run; 0: it is decided */
};

/* The fold over the runs in order; NaN values are left out. */
void judge_fold(struct arena *a, struct judged *out, struct band band,
		const struct series *runs, size_t nruns);

/*
 * k of the rank interval v[k] .. v[n + 1 - k] of n sorted values, counted from
 * 1: the largest with 2 (n - 2k)^2 >= 7n, and at least 1. Independent values
 * fall on either side of their median like coins, so that it holds the median
 * in at least 94.5 of 100 cases (n from 6 to 400).
 */
size_t judge_rank(size_t n);

/* The median of n values, which are sorted by the call. */
double judge_median(double *v, size_t n);
