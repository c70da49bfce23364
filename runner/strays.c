/*
 * Strays: what a worker started and did not end itself.
 *
 * A process that left its worker's group is inherited by this one when its
 * parent dies, since this one is a "subreaper"; it is found in /proc by its
 * parent's number. Whoever started before the worker came with our own
 * process and is nobody's stray, nor is a worker beside it or what is in that
 * one's process group: it ends with its group.
 */
#include <dirent.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "buf.h"
#include "file.h"
#include "strays.h"

enum {
	REAP_MS = 60000, /* a driver may take long to let a process go */
	STEP_MS = 5,
};

/* Field NUMBER of /proc/PID/stat, from 4 on; 0 if the process is gone. */
static unsigned long long
find_field(const char *pid, int number)
{
	struct buf path = { 0 }, text = { 0 };
	unsigned long long value = 0;
	const char *at = NULL;

	buf_addf(&path, "/proc/%s/stat", pid);
	if (file_read(path.data, 4096, &text))
		at = strrchr(text.data, ')'); /* the name may hold anything */
	for (number -= 2; at && number; number--) {
		at = strchr(at, ' ');
		at += at != NULL;
	}
	if (at)
		value = strtoull(at, NULL, 10);
	buf_free(&path);
	buf_free(&text);
	return value;
}

unsigned long long
strays_find_start(pid_t pid)
{
	char text[24];

	snprintf(text, sizeof(text), "%ld", (long)pid);
	return find_field(text, 22);
}

static bool
is_spared(pid_t pid, const pid_t *spared)
{
	pid_t group = getpgid(pid);

	for (; *spared; spared++) {
		if (*spared == pid || *spared == group)
			return true;
	}
	return false;
}

/* True if there were any. */
static bool
kill_strays(unsigned long long born, const pid_t *spared)
{
	unsigned long long self = (unsigned long long)getpid();
	DIR *dir = opendir("/proc");
	struct dirent *e;
	bool any = false;
	pid_t pid;

	if (!dir)
		return false;
	while ((e = readdir(dir))) {
		pid = (pid_t)strtol(e->d_name, NULL, 10);
		if (pid <= 0 || find_field(e->d_name, 4) != self ||
		    strays_find_start(pid) < born || is_spared(pid, spared))
			continue;
		kill(pid, SIGKILL);
		any |= waitpid(pid, NULL, WNOHANG) != pid;
	}
	closedir(dir);
	return any;
}

void
strays_end(unsigned long long born, const pid_t *spared)
{
	const struct timespec step = { 0, STEP_MS * 1000000L };
	int left;

	for (left = REAP_MS; kill_strays(born, spared) && left > 0;
	     left -= STEP_MS)
		nanosleep(&step, NULL);
}
