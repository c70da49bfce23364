/*
 * Whose a folder of outputs is: what was built in it is believed only when we
 * have built it.
 *
 * Sources that are generated can be committed, beside them lies `.build` with
 * what compilers and the emulator have said, which ninja takes for done. Who
 * sends a change can send a `.build`, too, and so results of a build that
 * never was.
 *
 * The idea: a word that nobody can guess stands in the folder and in the
 * user's own cache. Where they differ all of `.build` goes, and is made again.
 * A link in its place is no folder of ours.
 */
#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "file.h"
#include "path.h"
#include "session.h"
#include "session_parts.h"

#include <sys/random.h>

#define WORD_BYTES 16

#define WORD_MAX 256

static struct str
read_word(struct arena *a, struct str path)
{
	struct str text = STR("");

	if (file_kind(path) == FILE_PLAIN)
		file_read(a, &text, path, WORD_MAX, diag_make(a));
	return text;
}

/* Empty when the system has no random bytes: then nothing is believed. */
static struct str
make_word(struct arena *a)
{
	unsigned char bytes[WORD_BYTES];
	struct buf b = { 0 };
	struct str word = STR("");

	if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
		return word;
	for (size_t i = 0; i < sizeof bytes; i++)
		buf_printf(&b, "%02x", bytes[i]);
	buf_add_byte(&b, '\n');
	word = arena_copy(a, buf_str(&b));
	buf_free(&b);
	return word;
}

bool
session_own(struct session *s)
{
	struct arena *a = s->arena;
	struct str build = path_join(a, s->folder, STR(".build"));
	struct str there = path_join(a, build, STR("owner"));
	struct str here = path_join(a, session_cache(s), STR("owner"));
	struct str word = read_word(a, here);

	if (word.n > 0 && str_equal(word, read_word(a, there)))
		return true;
	word = make_word(a);
	if (!file_empty_folder(build, STR("lock"), s->diag))
		return false;
	/* without a cache to keep it in, it is built anew each time */
	return !file_update(here, word, diag_make(a)) ||
	       file_update(there, word, s->diag);
}
