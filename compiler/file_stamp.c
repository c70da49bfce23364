/*
 * A path -> what the file system says of the file there, without opening it.
 *
 * The idea: whoever writes into a file gives it another time of change, which
 * nobody can set but the kernel, unless this happens within one tick of its
 * clock. So equal stamps mean equal bytes if the stamp was older than a tick
 * when the bytes were read; before that they mean nothing.
 *
 * Links are followed: it is the target that is read. What cannot be looked at
 * is as if it were not there.
 */
#include "file.h"

#include <limits.h>
#include <sys/stat.h>
#include <time.h>

#include "file_parts.h"

#define SECOND ((int64_t)1000000000)
#define DAY (86400 * SECOND)

/* Nanoseconds that a tick may have: of a kernel, and of a file system that
   keeps seconds alone, FAT even of two. */
#define TICK (SECOND / 10)
#define COARSE_TICK (2 * SECOND)

static int64_t
nanoseconds(struct timespec t)
{
	return (int64_t)t.tv_sec * SECOND + t.tv_nsec;
}

int64_t
file_clock(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return nanoseconds(now);
}

bool
file_stamp(struct file_stamp *out, struct str path)
{
	char text[PATH_MAX];
	struct stat st;

	*out = (struct file_stamp){ 0 };
	if (!file_text(text, path) || stat(text, &st) != 0)
		return false;
	*out = (struct file_stamp){
		.device = st.st_dev, .inode = st.st_ino,
		.mode = st.st_mode, .size = (uint64_t)st.st_size,
		.written = nanoseconds(st.st_mtim),
		.changed = nanoseconds(st.st_ctim),
	};
	return true;
}

double
file_age(struct str path)
{
	struct file_stamp s;

	if (!file_stamp(&s, path))
		return 0;
	return (double)(file_clock() - s.written) / (double)DAY;
}

bool
file_stamp_equal(const struct file_stamp *a, const struct file_stamp *b)
{
	return a->device == b->device && a->inode == b->inode &&
	       a->mode == b->mode && a->size == b->size &&
	       a->written == b->written && a->changed == b->changed;
}

bool
file_stamp_plain(const struct file_stamp *s)
{
	return S_ISREG((mode_t)s->mode);
}

bool
file_stamp_folder(const struct file_stamp *s)
{
	return S_ISDIR((mode_t)s->mode);
}

struct file_stamp
file_stamp_kind(const struct file_stamp *s)
{
	return (struct file_stamp){ .mode = s->mode & S_IFMT };
}

bool
file_stamp_settled(const struct file_stamp *s, int64_t when)
{
	int64_t last = s->written > s->changed ? s->written : s->changed;
	bool coarse = s->changed % SECOND == 0;

	return last < when - (coarse ? COARSE_TICK : TICK);
}
