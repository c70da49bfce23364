/*
 * What the parts of `trial` share. Nobody else includes this.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct device;
struct fault;
struct outcome;
struct pack_launch;
struct pack_test;
struct trial_image;

/* A variable at the point at hand. */
struct trial_variable {
	uint64_t address, bytes; /* on the device; bytes 0: not allocated */
	unsigned char *before, *after, *other;
	size_t count; /* numbers */
};

/* Elements that are wrong: in this run, and in all runs of the point. */
struct trial_marks {
	uint64_t *now, *always; /* bits; NULL: nobody asks */
	size_t n;
};

struct trial {
	struct arena *arena; /* of the point */
	struct device *device;
	const struct pack_test *test;
	struct outcome *outcome, *of_point;
	enum device_lean lean;
	struct fault *fault;
	uint64_t seed;
	struct trial_image *image;
	bool ran; /* variables of the image may have changed */
	void *entries[TEST_SYMBOLS];
	int64_t point[TEST_RANGES];
	size_t number; /* of the point */
	struct trial_variable variables[TEST_VARIABLES];
	/* the same and the references, as formulas see them */
	struct formula_variable views[TEST_VARIABLES];
	struct formula_reference references[TEST_REFERENCES];
	struct trial_marks bad[TEST_CHECKS], unwritten[TEST_VARIABLES];
	struct trial_marks nan[TEST_VARIABLES];
	uint64_t compared[TEST_CHECKS]; /* elements, at all points */
	bool found; /* a finding at this point that counts */
	bool stop;  /* no further point: a hang, a missing instruction */
};

/* Set a fault at the point at hand; always false. */
bool trial_fail(struct trial *t, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* The world of formulas with element I. */
struct formula_world trial_world(const struct trial *t, size_t i);

/* Make what all variables hold before the launches; false with a fault. */
bool trial_fill(struct trial *t);

/* Give the variables of the image what they held at first; false with a
   fault. */
bool trial_renew(struct trial *t);

/* Give the arrays their memory on the device, and what they hold before, the
   image's variables likewise. With OTHER the poison is another one. */
bool trial_put(struct trial *t, bool other);

/* Read the arrays back; with OTHER into `other` instead of `after`. */
bool trial_get(struct trial *t, bool other);

/* Give back all memory of the device. */
void trial_release(struct trial *t);

/* Whether element I of an array holds the poison, that of OTHER or not. */
bool trial_is_poison(const unsigned char *bytes, size_t size, size_t i,
		     bool other);

/* Look at outputs and checks. False with a fault. */
bool trial_check(struct trial *t);

/* Take what the device saw; whether it saw anything. */
bool trial_take_findings(struct trial *t);

/* The launches of the test, until one that ends it; false with a fault. */
bool trial_make_launches(struct trial *t);

/* Arrays, launches, checks of the point, as often as wanted; likewise. */
bool trial_run_once(struct trial *t);

/* Begin a run's marks of N elements, where results may lean; add one to them;
   take them together with those of the runs before. */
void trial_marks_begin(struct trial *t, struct trial_marks *m, size_t n);
void trial_marks_add(struct trial_marks *m, size_t i);
void trial_marks_end(const struct trial *t, struct trial_marks *m);

/* Note what the ISA promises of the last launch's instructions. */
void trial_note_promises(struct trial *t);

/* Of a point that was run: what other results within the promises change is
   taken out of its outcome, and told as unsure. False with a fault. */
bool trial_lean(struct trial *t);

/* Fill the arrays as they were, make the oracle's launch, take what it leaves
   as the reference; false with a fault. */
bool trial_consult(struct trial *t, size_t reference);
