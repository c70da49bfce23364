/*
 * record: what a device makes of single instructions, as files to commit.
 *
 *     record emit FOLDER            write FOLDER/GROUP.ptx
 *     record run FOLDER OUT DEVICE  run FOLDER's modules, write OUT/GROUP.txt
 *     record numbers OUT            what runner/emu's numbers give, no device
 *
 * DEVICE is cuda:N, which takes GROUP.cubin, or emu, which takes GROUP.ptx.
 * The driver is opened through the runner's own device, so that nothing but
 * libc and libcuda.so.1 is wanted where there is a GPU.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cuda.h"
#include "device.h"
#include "direct.h"
#include "emit.h"
#include "emu.h"
#include "fault.h"
#include "forms.h"
#include "launch.h"
#include "matrices.h"
#include "results.h"

static const char *const groups[] = {"f32", "f64", "half", "cvt", "cvti",
				     "int", "warp", "atom", "mma"};

enum {
	GROUPS = sizeof(groups) / sizeof(*groups),
	IMAGE_BYTES = 8 << 20,
};

static FILE *
open_file(const char *folder, const char *name, const char *suffix,
	  const char *mode)
{
	char path[4096];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s.%s", folder, name, suffix);
	f = fopen(path, mode);
	if (!f)
		perror(path);
	return f;
}

static bool
emit_group(const char *folder, const char *group)
{
	FILE *to = open_file(folder, group, "ptx", "w");
	struct matrix_case m;
	struct form f;

	if (!to)
		return false;
	emit_head(to);
	for (unsigned i = 0; form_at(i, &f); i++)
		if (!strcmp(f.group, group))
			emit_form(to, i, &f);
	for (unsigned i = 0; !strcmp(group, "mma") && matrix_at(i, &m); i++)
		emit_matrix(to, i, &m);
	return !fclose(to);
}

static int
emit(const char *folder)
{
	bool ok = true;

	mkdir(folder, 0777);
	for (unsigned i = 0; i < GROUPS; i++)
		ok &= emit_group(folder, groups[i]);
	return ok ? 0 : 2;
}

static struct device *
open_device(const char *name)
{
	bool emulate = !strcmp(name, "emu");
	const struct device_ops *ops = emulate ? emu_make() : cuda_make();
	int index = emulate ? DEVICE_EMULATOR
			    : (int)strtol(name + strcspn(name, ":") + 1,
					  NULL, 10);
	struct fault fault = {.kind = FAULT_NONE};
	struct device *d;

	if (ops->open(index, &d, &fault) && ops->start(d, &fault))
		return d;
	fprintf(stderr, "%s: %s\n", name, fault.text);
	return NULL;
}

static void *
load(struct device *d, const char *folder, const char *group)
{
	bool ptx = d->ops->image == DEVICE_PTX;
	FILE *from = open_file(folder, group, ptx ? "ptx" : "cubin", "rb");
	char *image = malloc(IMAGE_BYTES);
	void *module = NULL;
	size_t n;
	int code;

	if (from && image) {
		n = fread(image, 1, IMAGE_BYTES - 1, from);
		image[n] = '\0';
		code = d->ops->load(d, image, &module);
		if (code)
			fprintf(stderr, "%s: load: %s\n", group,
				d->ops->error(d, code));
	}
	if (from)
		fclose(from);
	free(image);
	return module;
}

static unsigned
run_group(struct device *d, const char *folder, const char *out,
	  const char *group)
{
	void *module = load(d, folder, group);
	FILE *to = module ? open_file(out, group, "txt", "w") : NULL;
	struct matrix_case m;
	struct result r;
	struct form f;
	unsigned done = 0;

	if (!to)
		return 0;
	result_write_head(to, d->attributes.name);
	for (unsigned i = 0; form_at(i, &f); i++)
		if (!strcmp(f.group, group) &&
		    launch_form(d, module, i, &f, &r)) {
			result_write(to, &r);
			done++;
		}
	for (unsigned i = 0; !strcmp(group, "mma") && matrix_at(i, &m); i++)
		if (launch_matrix(d, module, i, &m, &r)) {
			result_write(to, &r);
			done++;
		}
	fclose(to);
	d->ops->unload(d, module);
	printf("%s: %u forms\n", group, done);
	return done;
}

static int
run(const char *folder, const char *out, const char *name)
{
	struct device *d = open_device(name);
	bool ok = true;

	if (!d)
		return 2;
	mkdir(out, 0777);
	for (unsigned i = 0; i < GROUPS; i++)
		ok &= run_group(d, folder, out, groups[i]) > 0;
	d->ops->close(d);
	return ok ? 0 : 2;
}

static bool
numbers_group(const char *out, const char *group)
{
	FILE *to = open_file(out, group, "txt", "w");
	struct matrix_case m;
	struct result r;
	struct form f;

	if (!to)
		return false;
	result_write_head(to, "numbers");
	for (unsigned i = 0; form_at(i, &f); i++)
		if (!strcmp(f.group, group) && direct_form(&f, &r))
			result_write(to, &r);
	for (unsigned i = 0; !strcmp(group, "mma") && matrix_at(i, &m); i++)
		if (direct_matrix(&m, &r))
			result_write(to, &r);
	return !fclose(to);
}

static int
numbers(const char *out)
{
	bool ok = true;

	mkdir(out, 0777);
	for (unsigned i = 0; i < GROUPS; i++)
		ok &= numbers_group(out, groups[i]);
	return ok ? 0 : 2;
}

int
main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "emit"))
		return emit(argv[2]);
	if (argc == 5 && !strcmp(argv[1], "run"))
		return run(argv[2], argv[3], argv[4]);
	if (argc == 3 && !strcmp(argv[1], "numbers"))
		return numbers(argv[2]);
	fputs("usage: record emit FOLDER\n"
	      "       record run FOLDER OUT cuda:N|emu\n"
	      "       record numbers OUT\n",
	      stderr);
	return 2;
}
