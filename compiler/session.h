/*
 * One run of a command: the corridor's passes over one wiki, each a function
 * that does its part and returns false when the run cannot go on. What they
 * leave behind is in the struct, for the passes behind them.
 */
#include "str.h"

struct arena;
struct buf;
struct built;
struct changes;
struct claims;
struct diag;
struct engine;
struct ledger;
struct ledger_known;
struct page_verdicts;
struct paths;
struct plan;
struct proc_result;
struct recall;
struct seen;
struct sweeps;
struct tally;
struct texts;
struct toolkit;
struct unread;
struct wiki;
struct world;

/* What the command line asked for. */
struct options_given {
	struct str paths[64];      /* pages or folders */
	size_t npaths;
	struct str device;         /* auto none emu cuda:N */
	struct str only;           /* --only CLAIM: glob on ids */
	struct str on;             /* the device that pages are to speak of */
	struct str toolkit;        /* only runs of its code; empty: of any */
	struct str out;            /* -o */
	int format;                /* enum report_form */
	struct str base;           /* --base REV */
	bool rebuild;              /* the gate compiles, in the cache */
	struct str key;            /* --key FILE */
	struct str engine;         /* --engine; empty: this machine */
	struct str hosts;          /* --host */
	struct str launcher;       /* --launcher, then its path; or empty */
	struct str preset;         /* --preset NAME; empty: plain */
	unsigned jobs;             /* 0: as many as cores */
	bool dry_run, force, verbose, quiet, check, write, missing;
	bool open, toolkits, list;
	struct str badge;          /* file for a picture; empty: none */
	struct str html;           /* folder for the page of a report */
};

enum exit_status { EXIT_HELD = 0, EXIT_CLAIM = 1, EXIT_UNABLE = 2 };

struct session {
	struct arena *arena;
	struct options_given given;
	struct str kbc;            /* this program's path */
	struct str data;           /* probes/ devices/ schemas/ */
	struct str fetched;        /* tools that kbcw fetched, or empty */
	struct diag *diag;         /* of the run; pages have their own */
	struct wiki *wiki;
	bool *selected;            /* one a page */
	size_t nselected;
	struct claims **claims;    /* one a page; NULL: not selected */
	struct plan *plan;
	struct toolkit *toolkit;   /* NULL: none looked for */
	struct built *built;       /* NULL: nothing was built */
	bool built_asked;          /* whether something was to be */
	struct str folder;         /* of generated sources */
	struct changes *dry;       /* not NULL: nothing is generated, what
				      would be changed gathers here */
	const struct texts *instead; /* of the files of pages; NULL: none */
	const struct paths *unsaved; /* pages without a file yet; NULL: none */
	int lock;                  /* of that folder; 0: not held */
	struct seen *seen;         /* what it has looked at gathers here; NULL:
				      nobody wants to know */
	struct str doctor;         /* what kbc-run has said of this machine's
				      devices; empty: not asked */
	bool shown;                /* on standard output stands what is not in
				      the report */
	struct ledger *ledger;
	const struct ledger_known *known; /* of it; NULL: all of it is read */
	struct unread *unread;     /* where its records go then */
	bool sound;                /* nothing was wrong with what was read */
	struct world *world;
	struct page_verdicts *verdicts; /* one a selected page */
	bool *recount;             /* [target]: claims want its counters once
				      more; NULL: nobody has asked */
	bool advises;              /* also tells what is only unused */
	size_t nfailed, nunable;   /* of the pages that were let go */
};

/* Where the data and tools of the program kbc are; no pass is done yet. */
void session_init(struct session *s, struct arena *a, struct str kbc);

/* A run beside s, of the same command line, with no pass done yet. */
struct session session_beside(const struct session *s);

/* Frees what pages took, and the folder of sources. */
void session_close(struct session *s);

/* How many threads the run may use. */
unsigned session_threads(const struct session *s);

/* The folder of the user's cache that is this wiki's. */
struct str session_cache(const struct session *s);

/* Removes folders of the cache that nobody has used for long. */
void session_prune(const struct session *s);

/* Without a path on the command line: the wiki around the working folder.
   False with a fail when there is none. */
bool session_paths(struct session *s);

/* Opens the wiki of the first path and parses all pages. Zero pages selected
   is a fault. */
bool session_read(struct session *s);

/* Waits until no other run is at work on this wiki's sources, pages and ledger,
   and keeps others out until session_close. False with a fail. */
bool session_lock(struct session *s);

/* As session_read, once no other run is at work on this wiki's sources and
   pages: until session_close those wait for us. It is these two. */
bool session_read_alone(struct session *s);
bool session_open_alone(struct session *s);
void session_parse(struct session *s);

/* As session_parse, but of pages that are not selected only what the others may
   ask of them is kept. */
void session_parse_selected(struct session *s);

/* Of this only the wiki and which pages are selected: what is read of pages is
   left to the caller. False with a fail. */
bool session_open(struct session *s);

/* What a thread keeps from page to page. */
struct memory {
	struct recall *recall;
	struct sweeps *sweeps;
};

/*
 * One page of a view that comes and goes, on a: its links and id are checked,
 * its claims gathered, planned for and judged; session_ledger comes first. The
 * world in which they are, with the page's own plan.
 */
const struct world *
session_turn(struct arena *a, struct page_verdicts *out,
	     const struct session *s, struct wiki *view, size_t i,
	     const struct memory *known);

/* Whether claims are named by a place, PAGE:LINE[:COLUMN]: by which page. */
bool session_only_page(struct str only, struct str *page);

/* Checks links and ids of the selected pages and gathers their claims. */
bool session_claims(struct session *s);

/* Plans; finds the tools, and with `build` writes generated/ and runs ninja,
   in a folder that is then ours until session_close. A machine without a
   toolkit is no fault. */
bool session_make(struct session *s, bool build);

/* Of this only the plan and the sources, into s->folder, or s->dry. */
bool session_generate(struct session *s);

/* Whether there is a device of the name that pages are to speak of, in
   compiler/devices or in the ledger; a fail says that there is none. Behind
   session_ledger. */
bool session_knows_device(struct session *s);

/* The probes of the plan that were built: wanted[i] for its targets; the
   count. */
size_t session_built_probes(const struct session *s, size_t **wanted);

/* What the ledger lacks of the wiki's device, and what claims want more
   replicates of; likewise. session_ledger comes first. */
size_t session_lacking(struct session *s, size_t **wanted);

/* What the profiler has not counted and is asked for, or with --force all:
   counts[i] of the plan's targets; how many. Whether there is a name that it
   has not been asked about. Likewise. */
size_t session_uncounted(const struct session *s, bool **counts);
bool session_unlisted(const struct session *s);

/* Runs `kbc-run --doctor`, of the device that is asked for; true when it finds
   one to measure on. */
bool session_doctor(const struct session *s, struct proc_result *r);

/* What that has said, as text. */
struct str session_doctor_text(struct arena *a, const struct proc_result *r);

/* kbc-run beside this program, or as the environment says. */
struct str session_runner(const struct session *s);

/* Measures with kbc-run what the ledger lacks, if there is a device. */
bool session_measure(struct session *s);

/* Runs the tests that the emulator has not run yet, unless the command line
   wants none. Results are kept beside the sources, by their key. */
bool session_emulate(struct session *s);

/* Reads the ledger, from which verdicts are made; one that cannot be read is
   no empty one. */
bool session_ledger(struct session *s);

/* False with a fail if records have changed since it was read, which may be as
   late as they are asked for. */
bool session_held(struct session *s);

/* Verdicts on all claims. */
void session_judge(struct session *s);

/* All passes up to that, by pages and ledger alone: nothing is built. */
bool session_judge_unbuilt(struct session *s);

/*
 * Rewrites refuted numbers of the selected pages, or all cells of their marked
 * tables, to what is found, or shows what would be: pages are read and judged
 * until nothing is left to do. *changed is the pages that were or would be
 * written, *left the claims that do not hold all the same. No pass is done
 * before.
 */
bool session_refresh(struct session *s, bool tables, size_t *changed,
		     size_t *left);

/* Whether verdicts could be written where the selected pages lie, as far as the
   command line wants them written; false with a fail, before there is work. */
bool session_may_write(struct session *s);

/* Writes verdicts into the pages; what is generated follows where lines have
   moved. Or shows on standard output the diff, and what of the wiki's generated
   files would change. */
bool session_write(struct session *s);

/* Writes what the ledger's records say for people, beside them; with a dry run
   tells how many would change. Behind session_ledger. */
bool session_record(struct session *s);

/* A run that decided nothing is no pass: an error, or a fail when this machine
   lacks the tools. */
void session_check_total(struct session *s, const struct tally *t);

/*
 * A page that says verified must have a claim that is confirmed, and none that
 * lost its evidence: else an error in the page's diag, at the word. What only
 * this machine lacks is a warning; a fail if the tools were looked for.
 */
void session_check_word(const struct session *s, const struct wiki *w,
			const struct page_verdicts *v);

/* Messages of all selected pages and of the run; on standard error. */
void session_words(struct buf *out, const struct session *s);
void session_say(const struct session *s);

/* Whether a page has errors, or a claim of it fails. */
bool session_page_failed(const struct wiki *w, const struct page_verdicts *v);

/* Whether page i, if it is there, could not be read from disk. */
bool session_page_unable(const struct wiki *w, size_t i);

/* Whether something of the wiki could not be read: what others say of it is no
   ground to write or to remove anything. */
bool session_unread(const struct session *s);

/* The run's status: 2 before 1 before 0. */
enum exit_status session_status(const struct session *s);
