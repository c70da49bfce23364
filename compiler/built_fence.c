/*
 * Two things that a compiler does not say of a fence: that it made no code of
 * it, and that it is not meant for the device.
 *
 * Code counts as the fence's own if it was made of its lines: an earlier
 * fence that came along makes code, too, and must not speak for it. Where no
 * other did, any instruction will do. A fragment always makes a kernel, so it
 * must hold more than comments.
 */
#include "built.h"
#include "built_parts.h"
#include "listing.h"
#include "page.h"
#include "plan.h"

/* --- no code ------------------------------------------------------------- */

static size_t
count_instructions(const struct listing *l)
{
	size_t n = 0;

	for (size_t i = 0; l && i < l->n; i++)
		n += l->kernels[i].n;
	return n;
}

static bool
has_line(const struct fence *f, uint64_t line)
{
	for (size_t i = 0; i < f->nlines; i++)
		if (f->line_numbers[i] == line)
			return true;
	return false;
}

/* Takes `WORD NUMBER` and the blanks before each off the front. */
static bool
take_number(struct str *s, struct str word, uint64_t *number)
{
	struct str rest = str_trim(*s);

	if (!str_starts(rest, word))
		return false;
	*s = str_trim(str_skip(rest, word.n));
	return str_take_unsigned(s, number);
}

/* The number that `.file N "…/PAGE"` gives the page. */
static bool
find_file(struct str ptx, struct str page, uint64_t *number)
{
	struct str line;

	while (str_split(&line, &ptx, '\n')) {
		size_t end;

		if (!take_number(&line, STR(".file"), number))
			continue;
		line = str_trim(line);
		if (!str_starts(line, STR("\"")))
			continue;
		line = str_skip(line, 1);
		end = str_find_byte(line, '"');
		if (str_ends(str_slice(line, 0, end), page))
			return true;
	}
	return false;
}

/* Whether some `.loc` of the code names a line of the fence. */
static bool
has_own_code(const struct reader *r)
{
	struct str rest = r->ptx, line;
	uint64_t wanted, file, at;

	if (!find_file(rest, r->page, &wanted))
		return false;
	while (str_split(&line, &rest, '\n'))
		if (take_number(&line, STR(".loc"), &file) &&
		    file == wanted && take_number(&line, STR(""), &at) &&
		    has_line(r->target->fence, at))
			return true;
	return false;
}

/* Passes what is left of a comment; false if the line ends in it. */
static bool
end_comment(struct str *s, bool *comment)
{
	size_t end = str_find(*s, STR("*/"));

	*comment = end == s->n;
	*s = str_skip(*s, end + 2);
	return !*comment;
}

/* What of a line is code: comments in front of it and behind it cut off. */
bool
fence_code_of(struct str *s, bool *comment)
{
	struct str rest = *s;
	size_t end;

	if (*comment && !end_comment(&rest, comment))
		return false;
	end = str_find(rest, STR("//"));
	if (str_find(rest, STR("/*")) < end)
		end = str_find(rest, STR("/*"));
	*s = str_slice(rest, 0, end);
	rest = str_skip(rest, end);
	if (str_starts(rest, STR("/*"))) {
		rest = str_skip(rest, 2);
		end_comment(&rest, comment);
	}
	return true;
}

/* Whether a line holds code; comment: it begins within one, or ends so. */
static bool
line_has_code(struct str s, bool *comment)
{
	if (*comment && !end_comment(&s, comment))
		return false;
	for (;;) {
		s = str_trim(s);
		if (s.n == 0 || str_starts(s, STR("//")) || s.p[0] == '#')
			return false;
		if (!str_starts(s, STR("/*")))
			return true;
		s = str_skip(s, 2);
		if (!end_comment(&s, comment))
			return false;
	}
}

bool
fence_has_code(const struct fence *f)
{
	bool comment = false;

	for (size_t i = 0; i < f->nlines; i++)
		if (line_has_code(f->lines[i], &comment))
			return true;
	return false;
}

bool
built_is_empty(const struct reader *r)
{
	const struct target *t = r->target;

	if (!fence_has_code(t->fence))
		return true;
	if (t->body)
		return false;
	if (count_instructions(r->built->ptx) == 0)
		return true;
	return t->check && t->nbefore > 0 && !has_own_code(r);
}

/* --- the host's side ----------------------------------------------------- */

/* Words that no device code holds; a glob each. */
static const struct str host_words[] = {
	STR_INIT("main"), STR_INIT("std"), STR_INIT("cudaMalloc*"),
	STR_INIT("cudaMem*"), STR_INIT("cudaFree*"), STR_INIT("cudaLaunch*"),
	STR_INIT("cudaDevice*"), STR_INIT("cudaStream*"),
	STR_INIT("cudaEvent*"), STR_INIT("cudaFunc*"), STR_INIT("cudaGet*"),
	STR_INIT("cudaSet*"), STR_INIT("cudaOccupancy*"),
	STR_INIT("cudaGraph*"), STR_INIT("cudaHost*"), STR_INIT("cudaError*"),
	STR_INIT("cuInit"), STR_INIT("cuCtx*"), STR_INIT("cuMem*"),
	STR_INIT("cuLaunch*"), STR_INIT("cuModule*"), STR_INIT("cuStream*"),
	STR_INIT("cuTensorMapEncode*"), STR_INIT("cublas*"),
	STR_INIT("cudnn*"), STR_INIT("thrust"), STR_INIT("torch"),
};

static bool
is_host_word(struct str word)
{
	for (size_t i = 0; i < COUNT_OF(host_words); i++)
		if (str_match(host_words[i], word))
			return true;
	return false;
}

static bool
line_is_host(struct str s)
{
	s.n = str_find(s, STR("//"));
	if (str_find(s, STR("<<<")) < s.n)
		return true;
	while (s.n > 0) {
		size_t n = 0;

		while (n < s.n && byte_is_name(s.p[n]))
			n++;
		if (n > 0 && is_host_word(str_slice(s, 0, n)))
			return true;
		s = str_skip(s, n > 0 ? n : 1);
	}
	return false;
}

bool
built_is_host(const struct fence *f)
{
	for (size_t i = 0; i < f->nlines; i++)
		if (line_is_host(f->lines[i]))
			return true;
	return false;
}

/* Where a walk over the lines of a fence is. */
struct braces {
	size_t depth;
	bool device; /* the function at hand, or its head so far, is one */
};

/* One line more; whether some of it is in the body of a device function. */
static bool
walk_line(struct braces *at, struct str s)
{
	bool inside = at->depth > 0 && at->device;

	s.n = str_find(s, STR("//"));
	for (size_t i = 0; i < s.n; i++) {
		struct str rest = str_skip(s, i);

		if (at->depth == 0 && (str_starts(rest, STR("__global__")) ||
				       str_starts(rest, STR("__device__"))))
			at->device = true;
		if (s.p[i] == '{')
			at->depth++;
		inside = inside || (at->depth > 0 && at->device);
		if (s.p[i] == '}' && at->depth > 0)
			at->depth--;
		if (at->depth == 0 && (s.p[i] == ';' || s.p[i] == '}'))
			at->device = false;
	}
	return inside;
}

bool
built_in_device(const struct fence *f, uint32_t line)
{
	struct braces at = { 0, false };

	for (size_t i = 0; i < f->nlines; i++) {
		bool inside = walk_line(&at, f->lines[i]);

		if (f->line_numbers[i] == line)
			return inside;
	}
	return false;
}
