/*
 * The image of a visit's job: read, held against the hash that the pack says,
 * loaded.
 *
 * What goes wrong here is laid on the job and leaves the process usable. An
 * image that is of another device is not an error of the page; one that a test
 * cannot run, for the device lacks an instruction, is the test's outcome.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "arena.h"
#include "buf.h"
#include "conditions.h"
#include "cost.h"
#include "device.h"
#include "fault.h"
#include "file.h"
#include "formula.h"
#include "number.h"
#include "pack.h"
#include "pack_test.h"
#include "probe.h"
#include "sha256.h"
#include "trial_outcome.h"
#include "visit.h"

#include "visit_parts.h"

enum { IMAGE_BYTES = 256 << 20 };

/* The file that this device runs; NULL if the job has none. */
static const char *
find_image(const struct bench *b, const char **sha256)
{
	bool ptx = b->visit->device->ops->image == DEVICE_PTX;

	*sha256 = ptx ? b->job->ptx_sha256 : b->job->sha256;
	return ptx ? b->job->ptx : b->job->cubin;
}

static bool
read_image(struct bench *b, struct buf *image, struct fault *f)
{
	const char *sha256, *name = find_image(b, &sha256);
	char hash[SHA256_TEXT];
	struct buf path = { 0 };
	bool ok;

	if (!name) {
		fault_set(f, FAULT_LOAD, "the job has no PTX for this device");
		return false;
	}
	buf_addf(&path, "%s/%s", b->visit->pack->folder, name);
	ok = file_read(path.data, IMAGE_BYTES, image);
	buf_free(&path);
	if (!ok) {
		fault_set(f, FAULT_LOAD, "cannot read '%s': %s", name,
			  strerror(errno));
		return false;
	}
	sha256_text(image->data, image->len, hash);
	if (!strcasecmp(hash, sha256))
		return true;
	fault_set(f, FAULT_LOAD,
		  "'%s' is not the file of the manifest: its "
		  "SHA-256 is %s",
		  name, hash);
	return false;
}

/* Whether a test's image cannot be loaded since the device lacks something;
   that is then its outcome. */
static bool
is_lacking(struct bench *b)
{
	const int64_t point[TEST_RANGES] = { 0 };
	struct device *d = b->visit->device;
	struct finding found;
	bool lacks = false;

	while (b->job->test && d->ops->finding &&
	       d->ops->finding(d, &found)) {
		outcome_add_finding(b->outcome, &found, point);
		lacks = true;
	}
	return lacks;
}

/* A code from loading leaves the process usable; say what was wanted. */
bool
visit_fail_load(struct bench *b, struct fault *f, const char *what,
		int code)
{
	const struct device_attributes *d = &b->visit->device->attributes;

	probe_fail(&b->probe, f, what, code);
	f->poisoned = false;
	if (f->kind == FAULT_LAUNCH)
		f->kind = FAULT_LOAD;
	if (f->kind == FAULT_NO_IMAGE)
		snprintf(f->text, sizeof(f->text),
			 "no kernel image for this "
			 "device: '%s' is built for %s, the device is "
			 "sm_%" PRId64 "%" PRId64 " (%s), driver %s",
			 b->job->cubin, b->job->target, d->cc_major,
			 d->cc_minor, d->name, d->driver);
	return false;
}

bool
visit_load(struct bench *b, struct fault *f)
{
	struct device *d = b->visit->device;
	double since;
	bool ok;
	int code;

	if (d->ops->image == DEVICE_CUBIN &&
	    !device_runs(&d->attributes, b->job->target)) {
		fault_set(f, FAULT_NO_IMAGE, "needs %s", b->job->target);
		return false;
	}
	since = cost_now();
	ok = read_image(b, &b->image, f);
	if (ok) {
		code = d->ops->load(d, b->image.data, &b->module);
		if (code) {
			b->module = NULL;
			ok = is_lacking(b) ||
			     visit_fail_load(b, f, "loading the image", code);
		}
	}
	cost_add(&b->cost, COST_LOAD, since);
	return ok;
}

bool
visit_renew(struct bench *b, struct fault *f)
{
	struct device *d = b->visit->device;
	double since = cost_now();
	int code = 0;

	if (b->used)
		code = d->ops->renew(d, b->image.data, b->image.len,
				     &b->module);
	b->used = true;
	cost_add(&b->cost, COST_LOAD, since);
	return code ? visit_fail_load(b, f, "loading the image again", code) :
		      true;
}
