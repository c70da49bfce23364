/*
 * Any bytes as a source beside another. Promised of one that may share: its
 * front is directives; what is behind it has the same words when the whole of
 * it stands between braces and twice in a row, so that it neither opens nor
 * closes what is a neighbour's; its names are names; in a batch only our marks
 * are marks; it is the same a second time.
 */
#include "arena.h"
#include "buf.h"
#include "fuzz.h"
#include "plan.h"
#include "share.h"

static void
expect_front(struct str front)
{
	struct str line;

	while (str_split(&line, &front, '\n'))
		expect(line.n == 0 || str_starts(line, STR("#include <")) ||
		       str_starts(line, STR("#undef __device__")) ||
		       str_starts(line, STR("#define __device__ ")));
}

/* Between braces, and behind itself, it has its words and four braces. */
static void
expect_apart(struct arena *a, struct str body)
{
	struct str twice = arena_printf(a, "{\n" STR_FMT "}\n{\n" STR_FMT
					"}\n", STR_ARG(body), STR_ARG(body));
	struct tokens once, both;

	expect(share_tokens(a, &once, body));
	expect(share_tokens(a, &both, twice));
	expect(both.n == 2 * once.n + 4);
	for (size_t i = 0; i < once.n; i++) {
		const struct token *x = &once.items[i];
		const struct token *y = &both.items[i + 1];
		const struct token *z = &both.items[once.n + 3 + i];

		expect(str_equal(x->text, y->text) && x->kind == y->kind);
		expect(str_equal(x->text, z->text) && x->kind == z->kind);
		expect(x->braces + 1 == y->braces && x->others == y->others);
		expect(x->braces + 1 == z->braces && x->others == z->others);
	}
}

static void
expect_batch(const struct share_unit *u)
{
	const struct member m = { .number = 7, .first = 1, .last = 9,
				  .name = STR_INIT("a/b"),
				  .key = STR_INIT("5f0c") };
	struct buf text = { 0 };
	struct str rest, line;
	struct member found;
	size_t marks = 0;
	bool member;

	share_emit_front(&text, u->front);
	share_emit_unit(&text, u, &m);
	share_emit_names(&text, u, &m);
	rest = buf_str(&text);
	while (str_split(&line, &rest, '\n')) {
		if (!share_mark(line, &found, &member))
			continue;
		expect(member && found.number == m.number &&
		       str_equal(found.key, m.key));
		marks++;
	}
	expect(marks == 1 + (u->nnames > 0));
	buf_free(&text);
}

static void
expect_unit(struct arena *a, const struct share_unit *u)
{
	expect_front(u->front);
	expect_apart(a, u->body);
	for (size_t i = 0; i < u->nnames; i++)
		expect(u->names[i].n > 0 && !byte_is_digit(u->names[i].p[0]) &&
		       str_name_length(u->names[i]) == u->names[i].n);
	expect_batch(u);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct target t = { .kind = TARGET_FENCE, .check = true,
			    .body = len % 2, .name = STR_INIT("a/b") };
	struct str text = { (const char *)data, len };
	struct arena *a = arena_make();
	struct share_unit one, two;
	bool good = share_parse(a, &one, &t, text);

	expect(good == share_parse(a, &two, &t, text));
	expect(str_equal(one.body, two.body) && one.nnames == two.nnames);
	if (good)
		expect_unit(a, &one);
	arena_free(a);
	return 0;
}
