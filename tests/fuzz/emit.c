/*
 * Any bytes as a page whose fences become sources. Promised: the same text
 * each time; the first line is kbc's own and ends in no backslash; and, by
 * the #line of kbc, each line of the page stands where the compiler takes it
 * for that line, and each line of kbc's own is counted in the source itself.
 * A PTX fence's source has as many lines as its map.
 */
#include <string.h>

#include "arena.h"
#include "buf.h"
#include "emit.h"
#include "fuzz.h"
#include "marker.h"
#include "page.h"
#include "plan.h"
#include "source.h"

/* Sources grow with the square of the fences. */
#define FENCES_MAX 8

struct place {
	const struct page *page;
	const struct fence *fence;
	struct str own, file; /* names that #line gives */
	bool in_page;
	uint32_t line;
};

static bool
contains(struct str s, struct str part)
{
	part = str_trim(part);
	return part.n == 0 || str_find(s, part) < s.n;
}

static struct str
page_line(const struct place *p)
{
	return span_str(source_line(p->page->source, p->line));
}

/* Takes a #line of kbc's; false if it is none, or is the page's own text. */
static bool
take_line(struct place *p, struct str line)
{
	struct str rest = str_skip(line, 6), name;
	size_t n = str_find_byte(rest, ' ');
	uint64_t number;

	if (!str_starts(line, STR("#line ")) ||
	    !str_unsigned(str_slice(rest, 0, n), &number))
		return false;
	name = str_skip(rest, n + 2);
	if (!str_ends(name, STR("\"")))
		return false;
	name.n--;
	if (!str_equal(name, p->own) && !str_equal(name, p->file))
		return false;
	if (p->in_page && contains(page_line(p), line))
		return false;
	p->in_page = str_equal(name, p->file);
	p->line = (uint32_t)number;
	return true;
}

/* Whether page line p->line may read so: as in the page, or declarations of
   the given marker, which are joined anew. */
static bool
may_read(const struct place *p, struct str line)
{
	const struct marker *given = p->fence->given;

	return contains(page_line(p), line) ||
	       (given && p->line == span_line(given->body));
}

static void
expect_places(struct place *p, struct str text)
{
	struct str line;

	p->line = 1;
	for (uint32_t i = 1; str_split(&line, &text, '\n'); i++) {
		if ((!text.p && line.n == 0) || take_line(p, line))
			continue;
		if (!p->in_page) {
			p->line = p->line == i ? i : 0;
			expect(p->line == i);
		} else {
			expect(may_read(p, line));
		}
		p->line++;
	}
}

static struct str
emit(struct arena *a, const struct target *t)
{
	struct buf out = { 0 };
	struct str first, again;

	emit_source(&out, t);
	first = arena_copy(a, buf_str(&out));
	buf_clear(&out);
	emit_source(&out, t);
	again = buf_str(&out);
	expect(str_equal(first, again));
	buf_free(&out);
	return first;
}

static void
expect_title(struct str text)
{
	struct str line = str_slice(text, 0, str_find_byte(text, '\n'));

	expect(emit_is_made(text));
	expect(line.n < text.n && !str_ends(line, STR("\\")));
	for (size_t i = 0; i < line.n; i++)
		expect(line.p[i] >= ' ' && line.p[i] <= '~');
}

static void
try_ptx(struct arena *a, struct target *t)
{
	uint32_t *lines, *at;
	struct str *names, text, line;
	struct buf second = { 0 };
	size_t n = 0, mapped;

	t->kind = TARGET_PTX;
	text = emit(a, t);
	expect_title(text);
	mapped = emit_ptx_lines(a, &lines, t);
	while (str_split(&line, &text, '\n'))
		n += text.p != NULL;
	/* behind a fragment stand the two lines that end our kernel */
	expect(n == mapped || n == mapped + 2);
	n = emit_ptx_mnemonics(a, &names, &at, t);
	expect(emit_mnemonics(&second, t) == (n > 0));
	buf_free(&second);
	t->kind = TARGET_FENCE;
}

static void
try_fence(struct arena *a, const struct page *p, size_t i)
{
	struct target t = { .kind = TARGET_FENCE, .name = STR("own/name"),
			    .sm = STR("sm_90a"), .page = p,
			    .fence = &p->fences[i], .entry = STR("x") };

	t.before = arena_alloc(a, (i + 1) * sizeof(*t.before));
	try_ptx(a, &t);
	for (int way = 0; way < 4; way++) {
		struct place place = { .page = p, .fence = t.fence };
		struct str text;

		t.body = way & 1;
		t.check = way & 2;
		text = emit(a, &t);
		expect_title(text);
		place.own = STR("own/name.cu");
		place.file = emit_page_name(a, p->name);
		expect_places(&place, text);
	}
	for (size_t k = 0; k < i; k++)
		t.before[t.nbefore++] = &p->fences[k];
	expect_title(emit(a, &t));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct arena *a;
	struct str text;
	struct page *p;

	if (len > SOURCE_MAX)
		return 0;
	a = arena_make();
	text = arena_copy(a, (struct str){ (const char *)data, len });
	p = page_parse(a, source_make(a, STR("page.md"), text),
		       STR("a/p\"*/\n.md"));
	for (size_t i = 0; i < p->nfences && i < FENCES_MAX; i++)
		try_fence(a, p, i);
	arena_free(a);
	return 0;
}
