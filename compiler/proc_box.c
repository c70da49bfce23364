/*
 * The sandbox: which files a child may read, run and write, as Landlock rules.
 *
 * The rules are made before the fork and only put on in the child, so all that
 * can go wrong here goes wrong in a process that may allocate. Rights that the
 * kernel does not know yet are left away, and without Landlock there are no
 * rules at all: the sandbox keeps mistakes and slips inside, and the limits
 * hold without it. A path that is not there needs no rule.
 *
 * It knows nothing of networks, of other processes or of devices' own calls.
 */
#include "proc.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "arena.h"
#include "buf.h"
#include "proc_parts.h"

/* Rights newer than the header may be. */
#define ACCESS_REFER (UINT64_C(1) << 13)

#define ACCESS_TRUNCATE (UINT64_C(1) << 14)

/* What a file, as opposed to a folder, can be given. */
#define ACCESS_FILE                                                           \
	(LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE |          \
	 LANDLOCK_ACCESS_FS_WRITE_FILE | ACCESS_TRUNCATE)

#define ACCESS_READ                                                           \
	(LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE |          \
	 LANDLOCK_ACCESS_FS_READ_DIR)

/* The rights that the kernel's Landlock knows; 0 without one. */
static uint64_t
landlock_rights(void)
{
	long abi = syscall(SYS_landlock_create_ruleset, NULL, 0,
			   LANDLOCK_CREATE_RULESET_VERSION);
	uint64_t rights = ACCESS_REFER - 1;

	if (abi < 1)
		return 0;
	if (abi >= 2)
		rights |= ACCESS_REFER;
	if (abi >= 3)
		rights |= ACCESS_TRUNCATE;
	return rights;
}

/* Allows rights beneath a path; one that is not there needs none. */
static void
add_rule(int rules, const char *path, uint64_t rights)
{
	struct landlock_path_beneath_attr rule = { .allowed_access = rights };
	struct stat st;

	rule.parent_fd = open(path, O_PATH | O_CLOEXEC);
	if (rule.parent_fd < 0)
		return;
	if (fstat(rule.parent_fd, &st) == 0 && !S_ISDIR(st.st_mode))
		rule.allowed_access &= ACCESS_FILE;
	syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH,
		&rule, 0);
	close(rule.parent_fd);
}

int
proc_rules(struct arena *a, const struct proc_sandbox *box)
{
	static const char *const always[] = {
		"/usr", "/lib", "/lib64", "/bin", "/etc", "/proc", "/dev",
	};
	uint64_t rights = landlock_rights();
	struct landlock_ruleset_attr attr = { .handled_access_fs = rights };
	int rules;

	if (!box || (!box->read && !box->write) || !rights)
		return -1;
	rules = (int)syscall(SYS_landlock_create_ruleset, &attr,
			     sizeof(attr.handled_access_fs), 0);
	if (rules < 0)
		return -1;
	for (size_t i = 0; i < COUNT_OF(always); i++)
		add_rule(rules, always[i], ACCESS_READ);
	add_rule(rules, "/dev/null", rights);
	for (size_t i = 0; i < box->nread; i++)
		add_rule(rules, arena_text(a, box->read[i]), ACCESS_READ);
	for (size_t i = 0; i < box->nwrite; i++)
		add_rule(rules, arena_text(a, box->write[i]), rights);
	return rules;
}
