/*
 * Archives, unpacked by the tar of this machine: names of any length and bytes
 * of any kind come out as they went in, programs can be run.
 */
#include "check.h"
#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "file.h"
#include "path.h"
#include "proc.h"
#include "tar.h"

#include <sys/stat.h>

static struct str
repeat(struct arena *a, char c, size_t n)
{
	char *p = arena_alloc(a, n + 1);

	memset(p, c, n);
	return (struct str){ p, n };
}

static bool
unpack(struct arena *a, struct str archive, struct str folder)
{
	char tar[] = "tar", how[] = "-xf", there[] = "-C";
	char *argv[] = { tar, how, arena_text(a, archive), there,
			 arena_text(a, folder), NULL };
	struct proc p = { .argv = argv, .limits = { .seconds = 60 } };
	struct proc_result r;

	if (proc_run(a, &r, &p))
		return r.err.n == 0;
	fprintf(stderr, STR_FMT, STR_ARG(r.err));
	return false;
}

int
main(void)
{
	struct arena *a = arena_make();
	struct diag *d = diag_make(a);
	struct private_folder f;
	struct { struct str name, bytes; } files[] = {
		{ STR("empty"), STR("") },
		{ STR("bin/a"), STR("\0\377x\0") },
		{ STR("block"), repeat(a, 'b', 512) },
		{ STR("more"), repeat(a, 'm', 1537) },
		{ repeat(a, 'n', 99), STR("99") },
		{ repeat(a, 'n', 100), STR("100") },
		{ repeat(a, 'n', 101), STR("101") },
		{ path_join(a, repeat(a, 'd', 120), repeat(a, 'e', 200)),
		  STR("long") },
	};
	struct buf tar = { 0 }, again = { 0 };
	struct stat how;
	struct str to;

	if (proc_find(a, STR("tar")).n == 0)
		return 77;
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		tar_add(&tar, files[i].name, files[i].bytes, i == 1);
		tar_add(&again, files[i].name, files[i].bytes, i == 1);
	}
	tar_end(&tar);
	tar_end(&again);
	CHECK(str_equal(buf_str(&tar), buf_str(&again)));
	CHECK(tar.n % 512 == 0);
	CHECK(file_private(a, &f, STR("/tmp"), d));
	to = path_join(a, f.path, STR("out"));
	CHECK(file_lay(path_join(a, f.path, STR("t.tar")), buf_str(&tar), d));
	CHECK(file_make_folder(to, d));
	CHECK(unpack(a, path_join(a, f.path, STR("t.tar")), to));
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		CHECK_ROW("file");
		CHECK(file_holds(path_join(a, to, files[i].name),
				 files[i].bytes));
	}
	CHECK(stat(arena_text(a, path_join(a, to, STR("bin/a"))), &how) == 0);
	CHECK((how.st_mode & 0111) == 0111);
	CHECK(stat(arena_text(a, path_join(a, to, STR("more"))), &how) == 0);
	CHECK((how.st_mode & 0111) == 0);
	CHECK(file_private_end(&f, d));
	buf_free(&tar);
	buf_free(&again);
	arena_free(a);
	CHECK_DONE();
}
