/*
 * Behaviour that prose names -> the condition that it would be true under.
 *
 * The idea: words that name how a machine behaves (native, flushed, a single
 * instruction, disables, worse, what a stall waits for, what maps to PTX) come
 * with the name of what they are said of, in the same item or in the heading
 * over it. What is said of nothing that is known gets no condition, and of
 * several places that say the same the first has it.
 *
 * Whether it is true, a compiler, the emulator or the profiler's list decides.
 */
#include "suggest.h"

#include "arena.h"
#include "page.h"
#include "quantity.h"
#include "scan.h"
#include "source.h"
#include "suggest_parts.h"

/* What conditions ask. */
#define FLUSHED "value(__half_as_ushort(__hmul(__ushort_as_half(0x0010), " \
		"__float2half(1.0f)))) == 0"
#define NATIVE "sass(atomicAdd(half*, half)) lacks \"*CAS*\""

static const struct behaviour {
	const char *words;     /* after which the marker goes */
	const char *about[2];  /* what must be named before, too; or NULL */
	const char *condition;
	bool heading;          /* words of a heading */
} behaviours[] = {
	{ "flushed to zero", { "fp16", "subnormal" }, FLUSHED, false },
	{ "native", { "fp16", NULL }, NATIVE, true },
	{ "native atomicAdd", { "fp16", NULL }, NATIVE, false },
};

/* Intrinsics of pairs that are one instruction or go through fp32. */
static const char *const functions[] = {
	"exp", "log", "rsqrt", "sqrt", "sin", "cos",
};

/* Functions whose PTX a page may name, and their arguments. */
static const struct signature {
	const char *name, *call;
} signatures[] = {
	{ "__hfma2_relu", "__hfma2_relu(half2, half2, half2)" },
	{ "__hfma_relu", "__hfma_relu(half, half, half)" },
	{ "__hfma2", "__hfma2(half2, half2, half2)" },
	{ "__hadd2", "__hadd2(half2, half2)" },
	{ "__hmul2", "__hmul2(half2, half2)" },
	{ "atomicAdd", "atomicAdd(half*, half)" },
};

/* A stretch of the page, and where in it is looked. */
struct stretch {
	struct span at;
	struct str text, heading;
};

static bool
names_all(const struct behaviour *b, struct str before)
{
	for (size_t i = 0; i < COUNT_OF(b->about); i++)
		if (b->about[i] && !text_has(before, b->about[i]))
			return false;
	return true;
}

static void
add(struct finding *f, const struct stretch *s, size_t at, struct str text)
{
	sure_add(f->out, s->at.at + at, text, source_span(s->at.source,
							   s->at.at + at, 0));
}

static struct str
holds(struct finding *f, const char *condition)
{
	return arena_printf(f->arena, "<!-- kbc: holds %s -->", condition);
}

/* --- words of a table ----------------------------------------------------- */

static bool
find_behaviour(struct finding *f, const struct stretch *s,
	       const struct behaviour *b)
{
	size_t at = text_find_first(s->text, b->words);

	if (b->heading || at == SIZE_MAX ||
	    !names_all(b, text_start(s->text, at)))
		return false;
	add(f, s, at + str_of(b->words).n, holds(f, b->condition));
	return true;
}

/* `### Native fp16 atomicAdd`: a marker of its own below. */
static bool
find_heading(struct finding *f, const struct block *h,
	     const struct behaviour *b)
{
	struct str text = span_str(h->text);
	size_t at = text_find_first(text, b->words);

	if (!b->heading || at == SIZE_MAX || !sure_alone(h) ||
	    !names_all(b, text) ||
	    !text_has(text, "atomicAdd"))
		return false;
	sure_add(f->out, h->at.at + h->at.n, arena_printf(f->arena,
		"\n<!-- kbc:\nat \"" STR_FMT "\" holds %s\n-->",
		STR_ARG(str_slice(text, at, str_of(b->words).n)),
		b->condition), h->text);
	return true;
}

/* --- one instruction ------------------------------------------------------ */

/* The first function of pairs that a text names, `h2exp` or `hexp`. */
static const char *
named_function(struct finding *f, struct str s)
{
	const char *found = NULL;
	size_t first = s.n;

	for (size_t i = 0; i < COUNT_OF(functions); i++)
		for (int pair = 0; pair < 2; pair++) {
			struct str name = arena_printf(f->arena, "`h%s%s`",
				pair ? "2" : "", functions[i]);
			size_t at = str_find(s, name);

			if (at < first) {
				first = at;
				found = functions[i];
			}
		}
	return found;
}

static bool
find_single(struct finding *f, const struct stretch *s)
{
	static const char *const words[] = { "dedicated instructions",
					     "single instructions" };

	for (size_t i = 0; i < COUNT_OF(words); i++) {
		size_t at = text_find_first(s->text, words[i]);
		const char *name = at == SIZE_MAX ? NULL :
			named_function(f, text_start(s->text, at));

		if (!name)
			continue;
		add(f, s, at + str_of(words[i]).n, holds(f, arena_printf(
			f->arena, "sass(h2%s(half2)) lacks \"*F32*\"",
			name).p));
		return true;
	}
	return false;
}

/* --- what a stall waits for ----------------------------------------------- */

/* The first two words of a text. */
static struct str
two_words(struct str s)
{
	size_t n = str_find_byte(s, ' ');

	return text_start(s, n + 1 + str_find_byte(str_skip(s, n + 1), ' '));
}

/* `stall_imc` (instruction miss count): the metric's own text has the first
   two words. */
static bool
find_stall(struct finding *f, const struct stretch *s)
{
	struct str mark = STR("`stall_");
	size_t at = str_find(s->text, mark), n = 0, end;
	struct str rest = str_skip(s->text, at + mark.n), word;

	while (n < rest.n && byte_is_name(rest.p[n]))
		n++;
	if (at == s->text.n || !str_starts(str_skip(rest, n), STR("` (")))
		return false;
	word = str_skip(rest, n + 3);
	end = str_find_byte(word, ')');
	if (end == word.n)
		return false;
	add(f, s, (size_t)(word.p - s->text.p) + end + 1, holds(f,
		arena_printf(f->arena, "metric_text(\"*issue_stalled_" STR_FMT
			     "*\") has \"" STR_FMT "\"",
			     STR_ARG(text_start(rest, n)),
			     STR_ARG(two_words(text_start(word, end)))).p));
	return true;
}

/* --- what a pragma does --------------------------------------------------- */

/* A kernel with a loop that a pragma is to keep. */
static struct str
loop_code(struct finding *f, char argument)
{
	return arena_printf(f->arena, "\n\n<!-- kbc: code\n"
		"__global__ void loop_unroll%c(float *x)\n{\n"
		"#pragma unroll %c\n\tfor (int i = 0; i < 8; i++)\n"
		"\t\tx[i] = x[i] * 2.0f + 1.0f;\n}\n-->", argument, argument);
}

/* `Argument 0 or 1: disable unrolling`, of `#pragma unroll`: a loop with each
   of them still branches. */
static bool
find_unroll(struct finding *f, const struct block *b, const struct stretch *s)
{
	struct str word = STR("disable unrolling"), is = STR("");
	size_t at = text_find_first(s->text, word.p);
	const char *and = "";

	if (at == SIZE_MAX || !sure_alone(b) ||
	    !text_has(text_start(s->text, at), "argument") ||
	    !text_has(span_str(f->out->page->body), "#pragma unroll"))
		return false;
	for (char c = '0'; c <= '1'; c++) {
		if (str_find_byte(text_start(s->text, at), c) == at)
			continue;
		is = arena_printf(f->arena, STR_FMT "%sptx(loop_unroll%c) has "
				  "\"bra*\"", STR_ARG(is), and, c);
		and = " & ";
		sure_add(f->out, b->at.at + b->at.n, loop_code(f, c), b->at);
		f->out->items[f->out->n - 1].of.n = 0;
	}
	if (is.n > 0)
		add(f, s, at + word.n, holds(f, arena_text(f->arena, is)));
	return is.n > 0;
}

/* --- what contention costs ------------------------------------------------ */

static struct str
atomics(struct finding *f, const char *name, const char *type)
{
	return suggest_probe(f, (struct sure_probe){ .name = str_of(name),
		.call = arena_printf(f->arena, "atomic_throughput(op=add, "
				     "type=%s, contention=same)", type) });
}

/* `worse than fp32 atomicAdd`, of fp16. */
static bool
find_worse(struct finding *f, const struct stretch *s)
{
	struct str word = STR("worse than fp32 atomicAdd");
	size_t at = text_find_first(s->text, word.p);
	struct str half;

	if (at == SIZE_MAX || !text_has(text_start(s->text, at), "fp16"))
		return false;
	half = atomics(f, "atomics16", "f16");
	add(f, s, at + word.n, holds(f, arena_printf(f->arena, STR_FMT " < "
		STR_FMT, STR_ARG(half),
		STR_ARG(atomics(f, "atomics32", "f32"))).p));
	return true;
}

/* --- what it maps to ------------------------------------------------------ */

/* The signature of the function that was named last, in the item or else in the
   heading over it. */
static const char *
named_call(struct str before, struct str heading)
{
	struct str places[2] = { before, heading };

	for (size_t k = 0; k < 2; k++)
		for (size_t i = 0; i < COUNT_OF(signatures); i++)
			if (text_has(places[k], signatures[i].name))
				return signatures[i].call;
	return NULL;
}

/* Maps to PTX `fma.rn.relu.f16x2`. */
static bool
find_mapping(struct finding *f, const struct stretch *s)
{
	static const char *const words[] = { "maps to PTX `", "maps to `" };

	for (size_t i = 0; i < COUNT_OF(words); i++) {
		size_t at = text_find_first(s->text, words[i]), end;
		const char *call = at == SIZE_MAX ? NULL :
			named_call(text_start(s->text, at), s->heading);

		if (!call)
			continue;
		at += str_of(words[i]).n;
		end = str_find_byte(str_skip(s->text, at), '`');
		if (at + end + 1 > s->text.n)
			continue;
		add(f, s, at + end + 1, arena_printf(f->arena,
			"<!-- kbc: ptx(%s) has -->", call));
		return true;
	}
	return false;
}

/* --- all ------------------------------------------------------------------ */

struct seen {
	bool behaviours[COUNT_OF(behaviours)], single, stall, unroll, worse;
};

static void
look_at(struct finding *f, const struct block *b, const struct stretch *s,
	struct seen *seen)
{
	if (text_has(s->text, "<!-- kbc:")) /* the author was here */
		return;
	for (size_t i = 0; i < COUNT_OF(behaviours); i++)
		if (!seen->behaviours[i])
			seen->behaviours[i] =
				find_behaviour(f, s, &behaviours[i]);
	seen->single = seen->single || find_single(f, s);
	seen->stall = seen->stall || find_stall(f, s);
	seen->unroll = seen->unroll || find_unroll(f, b, s);
	seen->worse = seen->worse || find_worse(f, s);
	find_mapping(f, s);
}

/* The items of a block of prose, one by one. */
static void
look_at_items(struct finding *f, const struct block *b, struct str heading,
	      struct seen *seen)
{
	uint32_t at = b->at.at, end = b->at.at + b->at.n;

	while (at < end) {
		struct stretch s = { .at = suggest_item(b, at),
				     .heading = heading };

		s.text = span_str(s.at);
		look_at(f, b, &s, seen);
		at = s.at.at + s.at.n + 1;
	}
}

void
suggest_holds(struct finding *f)
{
	const struct scan *s = f->out->page->scan;
	struct seen seen = { .single = false };

	for (size_t i = 0; i < s->nblocks; i++) {
		const struct block *b = &s->blocks[i];
		bool alone = i + 1 < s->nblocks &&
			     s->blocks[i + 1].kind == BLOCK_COMMENT;

		if (b->kind == BLOCK_TEXT)
			look_at_items(f, b, b->section == SIZE_MAX ? STR("") :
				span_str(s->blocks[b->section].text), &seen);
		for (size_t k = 0; b->kind == BLOCK_HEADING && !alone &&
				   k < COUNT_OF(behaviours); k++)
			if (!seen.behaviours[k])
				seen.behaviours[k] = find_heading(f, b,
					&behaviours[k]);
	}
}
