/*
 * Where a program is, and the environment that it gets; the clock.
 *
 * A name is looked for in our own PATH, as a shell would, but only in its
 * absolute folders: the child may have another working folder. A child that
 * is given no environment gets a short list of our variables and a language
 * of plain bytes, so what a compiler prints does not depend on who calls kbc;
 * above all no variable by which nvcc can be given options.
 *
 * It starts nothing, and it does not look whether what it found can run here.
 */
#include "proc.h"

#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "arena.h"
#include "buf.h"
#include "proc_parts.h"

struct str
proc_env(struct str name)
{
	for (char **e = environ; e && *e; e++) {
		struct str s = str_of(*e);

		if (str_starts(s, name) && s.n > name.n &&
		    s.p[name.n] == '=')
			return str_skip(s, name.n + 1);
	}
	return (struct str){ NULL, 0 };
}

struct str
proc_time(struct arena *a, long later)
{
	time_t t = time(NULL) + later;
	char text[32];
	struct tm utc;

	if (!gmtime_r(&t, &utc) ||
	    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc) == 0)
		return STR("");
	return arena_copy(a, str_of(text));
}

static bool
is_program(struct arena *a, struct str path)
{
	const char *text = arena_text(a, path);
	struct stat st;

	return stat(text, &st) == 0 && S_ISREG(st.st_mode) &&
	       access(text, X_OK) == 0;
}

/*
 * Relative folders in PATH are passed over: with another working folder they
 * would name another program.
 */
struct str
proc_find(struct arena *a, struct str name)
{
	struct str none = { NULL, 0 }, path = proc_env(STR("PATH")), folder;

	if (name.n == 0 || str_find_byte(name, '\0') < name.n)
		return none;
	if (str_find_byte(name, '/') < name.n)
		return is_program(a, name) ? arena_copy(a, name) : none;
	while (str_split(&folder, &path, ':')) {
		struct str file;

		if (!str_starts(folder, STR("/")))
			continue;
		file = arena_printf(a, STR_FMT "/" STR_FMT, STR_ARG(folder),
				    STR_ARG(name));
		if (is_program(a, file))
			return file;
	}
	return none;
}

char *const *
proc_environment(struct arena *a, const char *const *more)
{
	static const char *const names[] = {
		"PATH", "HOME", "TMPDIR", "USER", "LOGNAME", "TERM",
		"LD_LIBRARY_PATH",
	};
	size_t n = 0, nmore = 0;
	char **env;

	while (more && more[nmore])
		nmore++;
	env = arena_alloc(a, (COUNT_OF(names) + nmore + 3) * sizeof(*env));
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		struct str value = proc_env(str_of(names[i]));

		if (value.p)
			env[n++] = arena_text(a,
				arena_printf(a, "%s=" STR_FMT, names[i],
					     STR_ARG(value)));
	}
	env[n++] = arena_text(a, STR("LANG=C"));
	env[n++] = arena_text(a, STR("LC_ALL=C"));
	for (size_t i = 0; i < nmore; i++)
		env[n++] = arena_text(a, str_of(more[i]));
	return env;
}
