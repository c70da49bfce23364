/*
 * Any bytes as what an editor sends, and as the text of a document. Promised:
 * however a stream is cut into reads the same bodies are in it; any offset of a
 * text has a position that leads back to the start of its character; any path
 * has a URI that leads back to it.
 */
#include <string.h>

#include "arena.h"
#include "buf.h"
#include "fuzz.h"
#include "json.h"
#include "session.h"
#include "wiki.h"
#include "writeback.h"
#include "lsp_parts.h" /* has structs of these */
#include "../lsp/frames.h"

/* Texts are looked at up to here: each offset is. */
#define TEXT_MAX 600

static void
expect_places(struct arena *a, struct str text, enum units units)
{
	struct lines l;

	lines_make(a, &l, text, units);
	for (size_t at = 0; at <= text.n; at++) {
		json_t *range = lines_json(&l, at, 0);
		size_t from = 0, to = 0;

		expect(lines_range(&l, range, &from, &to));
		expect(from == to && from <= at && at - from < 4);
		json_decref(range);
	}
}

static void
expect_path(struct arena *a, struct str path)
{
	struct str again;
	bool good;

	path = arena_printf(a, "/" STR_FMT, STR_ARG(path));
	good = uri_path(a, &again, uri_make(a, path));
	expect(good == (str_find_byte(path, '\0') == path.n));
	expect(!good || str_equal(again, path));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *a = arena_make();
	struct str all = { (const char *)data, size };
	struct str text = str_slice(all, 0, TEXT_MAX), path;
	struct buf whole = { 0 };

	frames_take(&whole, all, size + 1, STR(""));
	json_decref(json_parse(all));
	for (size_t step = 1; step < 64 && size < 1024; step *= 7) {
		struct buf parts = { 0 };

		frames_take(&parts, all, step, STR(""));
		expect(str_equal(buf_str(&parts), buf_str(&whole)));
		buf_free(&parts);
	}
	expect_places(a, text, UNITS_UTF16);
	expect_places(a, text, UNITS_UTF8);
	expect_path(a, text);
	uri_path(a, &path, all);
	buf_free(&whole);
	arena_free(a);
	return 0;
}
