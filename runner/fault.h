/*
 * Why a job, or the whole run, could not be measured.
 */
#include <stdbool.h>
#include <stddef.h>

enum fault_kind {
	FAULT_NONE,
	FAULT_CRASH,	/* the worker died or ended without its last record */
	FAULT_HANG,	/* the visit took longer than its limit */
	FAULT_MEMORY,	/* the job asks for more than the device has */
	FAULT_LAUNCH,	/* a launch, or the kernel, failed */
	FAULT_CHECK,	/* the output is wrong, or the loop does not scale */
	FAULT_NO_IMAGE, /* the cubin is for another device or a newer driver */
	FAULT_LOAD,	/* the cubin or its entry cannot be loaded */
	FAULT_MACHINE,	/* environment: no verdict on anything */
};

enum { FAULT_NAME = 64, FAULT_TEXT = 512, FAULT_NO_CASE = -1 };

struct fault {
	enum fault_kind kind;
	int code;	       /* of the driver, or a signal; 0: none */
	char name[FAULT_NAME]; /* of the code, one word */
	long kase;	       /* index of the case, or FAULT_NO_CASE */
	bool poisoned;	       /* this process can measure nothing more */
	char text[FAULT_TEXT];
};

/* Fill F unless it holds a fault already: the first one counts. */
void fault_set(struct fault *f, enum fault_kind kind, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/*
 * Whether it is that this device does not take the launches of a case as they
 * are (too many threads or blocks, too much memory): then nothing has run, the
 * process is as it was, and only the case is lost.
 */
bool fault_is_refusal(const struct fault *f);

/* The kind as evidence writes it, "no-image" ... */
const char *fault_word(enum fault_kind kind);

/* Find a kind by its word; false if there is none. */
bool fault_find(const char *word, enum fault_kind *kind);
