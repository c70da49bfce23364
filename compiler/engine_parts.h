/* What the engines share; engine.h comes before it. */
#include "str.h"

struct proc_result;

/* An engine: how it does what all of them do. */
struct engine_row {
	struct str name;
	bool nodes;          /* a site has many, which it chooses */
	double pause;        /* that of an engine, where nobody says another */
	/* Finds the sites. False with a fail. */
	bool (*look)(struct engine *e);
	/* Starts parts on a site, at most its width: PART_RUNS, or PART_LOST,
	   or the site's why. */
	void (*start)(struct engine *e, size_t site, struct part **parts,
		      size_t n);
	/* Looks after parts that run: PART_BACK, PART_LOST. */
	void (*watch)(struct engine *e);
	/* Ends what runs; NULL: it goes on, and is found again. */
	void (*stop)(struct engine *e);
	/* Forgets a part there; NULL: it lies here. */
	void (*clear)(struct engine *e, const struct part *p);
};

extern const struct engine_row engine_ssh, engine_slurm;

/* What machines run parts with, beside kbc-run. */
#define ENGINE_SCRIPT "part.sh"

/* A new site. */
struct site *engine_add_site(struct engine *e, struct str name);

/* A command of the engine's. */
struct call {
	char *const *argv;
	const char *input;   /* file that it reads, or NULL */
	const char *dir;     /* or NULL */
	double seconds;
};

/* Runs it, with what ssh and Slurm want of our environment. */
bool engine_call(struct engine *e, struct proc_result *r,
		 const struct call *c);

/* Whether the part's file of how it ended is here; then it is back. */
bool engine_ended(struct engine *e, struct part *p);

/* It is lost, because. */
void engine_lose(struct part *p, struct str why);

/* How many parts run on a site. */
size_t engine_running(const struct engine *e, size_t site);

/* The folder of this try's records. */
struct str engine_records(struct engine *e, const struct part *p);

/* The last line of a text, for messages. */
struct str engine_last_line(struct str text);

/* The version of the kbc-run that is sent, as it says; empty where that does
   not run on this machine. */
struct str engine_version(struct engine *e);

/* A part that is back: its records go into the ledger, or it is lost. */
void engine_take(struct engine *e, struct part *p);

/* Of one that is lost for good: those that are there. */
void engine_take_some(struct engine *e, struct part *p);

/* Writes down where a part runs, for a run of ours that comes after this one
   was cut off; and that it is done with. False with a fail. */
bool engine_note(struct engine *e, const struct part *p);
void engine_forget(struct engine *e, const struct part *p);

/* Adds the parts that an earlier run wrote down. */
void engine_resume(struct engine *e);
