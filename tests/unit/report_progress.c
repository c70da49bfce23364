/* What somebody sees who waits: now and then a line, and none at the end. */
#include "check.h"

#include "buf.h"
#include "report_progress.h"

#define MS ((int64_t)1000000)

static void
check_terminal(void)
{
	struct buf out = { 0 };
	struct progress p;

	progress_begin(&p, 1000 * MS, true);
	progress_emit(&out, &p, 1100 * MS, "pages", 5, 900);
	CHECK_STR(buf_str(&out), "");
	progress_wipe(&out, &p);
	CHECK_STR(buf_str(&out), "");
	progress_emit(&out, &p, 1200 * MS, "pages", 10, 900);
	CHECK_STR(buf_str(&out), "\r\033[K10 of 900 pages");
	buf_clear(&out);
	progress_emit(&out, &p, 1399 * MS, "pages", 20, 900);
	CHECK_STR(buf_str(&out), "");
	progress_emit(&out, &p, 1400 * MS, "judging", 0, 0);
	CHECK_STR(buf_str(&out), "\r\033[Kjudging");
	buf_clear(&out);
	progress_wipe(&out, &p);
	CHECK_STR(buf_str(&out), "\r\033[K");
	buf_clear(&out);
	progress_wipe(&out, &p);
	CHECK_STR(buf_str(&out), "");
	buf_free(&out);
}

static void
check_pipe(void)
{
	struct buf out = { 0 };
	struct progress p;

	progress_begin(&p, 0, false);
	progress_emit(&out, &p, 9000 * MS, "pages", 10, 900);
	progress_wipe(&out, &p);
	CHECK_STR(buf_str(&out), "");
}

int
main(void)
{
	check_terminal();
	check_pipe();
	CHECK_DONE();
}
