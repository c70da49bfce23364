/*
 * The sandbox: which files a child may read, run and write, as Landlock rules;
 * where the kernel has no Landlock, as a command line of bubblewrap's.
 *
 * The rules are made before the fork and only put on in the child, so all that
 * can go wrong here goes wrong in a process that may allocate. Rights that the
 * kernel does not know yet are left away. A path that is not there needs no
 * rule. A child in the sandbox opens no TCP connection and, where the kernel
 * knows how, reaches no process outside of it.
 *
 * Of the system there are only programs and libraries: /etc, /proc and /dev
 * have secrets, and files that never end. With neither Landlock nor bubblewrap
 * there is no sandbox, which proc_sandbox_name says, and the limits hold.
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

#define ACCESS_IOCTL (UINT64_C(1) << 15)

/* TCP: to bind and to connect. Abstract sockets and signals. */
#define NET_ALL UINT64_C(3)

#define SCOPE_ALL UINT64_C(3)

/* What a file, as opposed to a folder, can be given. */
#define ACCESS_FILE                                                           \
	(LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE |          \
	 LANDLOCK_ACCESS_FS_WRITE_FILE | ACCESS_TRUNCATE)

#define ACCESS_READ                                                           \
	(LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE |          \
	 LANDLOCK_ACCESS_FS_READ_DIR)

/* struct landlock_ruleset_attr as it has grown; older kernels take less. */
struct ruleset {
	uint64_t files, net, scoped;
};

/* Of the system, what programs need to run. */
static const struct str always[] = {
	STR_INIT("/usr"), STR_INIT("/lib"), STR_INIT("/lib32"),
	STR_INIT("/lib64"), STR_INIT("/bin"), STR_INIT("/etc/ld.so.cache"),
	STR_INIT("/proc/cpuinfo"), STR_INIT("/proc/meminfo"),
};

/* The version of the kernel's Landlock; below 1 without one. */
static long
landlock_version(void)
{
	return syscall(SYS_landlock_create_ruleset, NULL, 0,
		       LANDLOCK_CREATE_RULESET_VERSION);
}

/* How a child is kept in: KBC_SANDBOX names one way, `none` for none. */
static bool
is_wanted(struct str way)
{
	struct str said = proc_env(STR("KBC_SANDBOX"));

	return said.n == 0 || str_equal(said, STR("auto")) ||
	       str_equal(said, way);
}

static bool
has_landlock(void)
{
	return is_wanted(STR("landlock")) && landlock_version() >= 1;
}

static struct str
find_bubblewrap(struct arena *a)
{
	return is_wanted(STR("bubblewrap")) && !has_landlock() ?
		       proc_find(a, STR("bwrap")) :
		       (struct str){ NULL, 0 };
}

struct str
proc_sandbox_name(struct arena *a)
{
	struct str bubblewrap = find_bubblewrap(a);

	if (has_landlock())
		return arena_printf(a, "Landlock %ld", landlock_version());
	if (bubblewrap.n > 0)
		return arena_printf(a, "bubblewrap  " STR_FMT,
				    STR_ARG(bubblewrap));
	return STR("");
}

static bool
is_empty(const struct proc_sandbox *box)
{
	return !box || (!box->read && !box->write);
}

/* --- Landlock ------------------------------------------------------------ */

/* What the kernel's Landlock can keep a process from. */
static struct ruleset
find_rights(long version)
{
	struct ruleset all = { .files = ACCESS_REFER - 1 };

	if (version >= 2)
		all.files |= ACCESS_REFER;
	if (version >= 3)
		all.files |= ACCESS_TRUNCATE;
	if (version >= 4)
		all.net = NET_ALL;
	if (version >= 5)
		all.files |= ACCESS_IOCTL;
	if (version >= 6)
		all.scoped = SCOPE_ALL;
	return all;
}

/* How much of struct ruleset a version takes. */
static size_t
ruleset_size(long version)
{
	size_t members = version >= 6 ? 3 : version >= 4 ? 2 : 1;

	return members * sizeof(uint64_t);
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
	long version = landlock_version();
	struct ruleset all = find_rights(version);
	int rules;

	if (is_empty(box) || !has_landlock())
		return -1;
	rules = (int)syscall(SYS_landlock_create_ruleset, &all,
			     ruleset_size(version), 0);
	if (rules < 0)
		return -1;
	for (size_t i = 0; i < COUNT_OF(always); i++)
		add_rule(rules, always[i].p, ACCESS_READ);
	add_rule(rules, "/dev/null", all.files);
	for (size_t i = 0; i < box->nread; i++)
		add_rule(rules, arena_text(a, box->read[i]), ACCESS_READ);
	for (size_t i = 0; i < box->nwrite; i++)
		add_rule(rules, arena_text(a, box->write[i]), all.files);
	return rules;
}

/* --- bubblewrap ---------------------------------------------------------- */

struct words {
	struct arena *a;
	char **items;
	size_t n;
};

static void
add_word(struct words *w, struct str word)
{
	w->items[w->n++] = arena_text(w->a, word);
}

/* A path at its own place within; one that is not there needs none. A
   relative one is of the folder that the child works in. */
static void
add_bind(struct words *w, const char *option, const char *dir, struct str path)
{
	struct str full = path;

	if (path.n == 0)
		return;
	if (path.p[0] != '/')
		full = arena_printf(w->a, "%s/" STR_FMT, dir, STR_ARG(path));
	add_word(w, str_of(option));
	add_word(w, full);
	add_word(w, full);
}

static void
add_paths(struct words *w, const struct proc *p, const char *dir)
{
	const struct proc_sandbox *box = p->sandbox;

	for (size_t i = 0; i < COUNT_OF(always); i++)
		add_bind(w, "--ro-bind-try", dir, always[i]);
	add_bind(w, "--dev-bind", dir, STR("/dev/null"));
	for (size_t i = 0; i < box->nread; i++)
		add_bind(w, "--ro-bind-try", dir, box->read[i]);
	for (size_t i = 0; i < box->nwrite; i++)
		add_bind(w, "--bind", dir, box->write[i]);
}

char *const *
proc_wrap(struct arena *a, const struct proc *p)
{
	static const char *const fixed[] = {
		"--remount-ro", "/", "--die-with-parent", "--unshare-net",
		"--unshare-ipc", "--unshare-pid", "--chdir",
	};
	struct str program = find_bubblewrap(a);
	struct words w = { .a = a };
	char here[4096];
	size_t nargs = 0;

	if (is_empty(p->sandbox) || program.n == 0 ||
	    !getcwd(here, sizeof(here)))
		return NULL;
	while (p->argv[nargs])
		nargs++;
	w.items = arena_alloc(a, (nargs + 3 * (COUNT_OF(always) +
		p->sandbox->nread + p->sandbox->nwrite) + 16) *
				 sizeof(*w.items));
	add_word(&w, program);
	add_paths(&w, p, p->dir ? p->dir : here);
	for (size_t i = 0; i < COUNT_OF(fixed); i++)
		add_word(&w, str_of(fixed[i]));
	add_word(&w, str_of(p->dir ? p->dir : here));
	add_word(&w, STR("--"));
	for (size_t i = 0; i < nargs; i++)
		add_word(&w, str_of(p->argv[i]));
	return w.items;
}
