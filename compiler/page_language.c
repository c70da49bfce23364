/*
 * Languages of fences.
 *
 * The first word of an info string and the code -> cuda, ptx or nothing. Many
 * wikis call device code `cpp` and PTX `asm`; what such a fence is shows in
 * words that only one of them has. The words are data, below.
 *
 * The code is not parsed: a CUDA word in a comment makes a fence CUDA, too.
 */
#include "page_language.h"

#include "scan.h"

enum rule { ALWAYS, IF_CUDA, IF_PTX };

static const struct language {
	const char *word;
	enum rule rule;
	struct str compiled;
} languages[] = {
	{ "cuda", ALWAYS, { "cuda", 4 } }, { "cu", ALWAYS, { "cuda", 4 } },
	{ "ptx", ALWAYS, { "ptx", 3 } },   { "asm", IF_PTX, { "ptx", 3 } },
	{ "cpp", IF_CUDA, { "cuda", 4 } }, { "c++", IF_CUDA, { "cuda", 4 } },
	{ "cc", IF_CUDA, { "cuda", 4 } },  { "cxx", IF_CUDA, { "cuda", 4 } },
};

/* Names that C++ without CUDA does not have; `*` stands for any rest. */
static const char *const cuda_words[] = {
	"__global__", "__device__", "__shared__", "__constant__",
	"__launch_bounds__", "__grid_constant__", "__syncthreads*",
	"__syncwarp", "__threadfence*", "threadIdx", "blockIdx", "blockDim",
	"gridDim", "clusterIdx", "__shfl_*", "__ballot_*", "__ldg", "__ldcs",
	"__stcs", "__fmaf_*", "__hfma*", "__hadd*", "__hmul*", "__half*",
	"__nv_bfloat16*", "__nv_bfloat162*", "__nv_fp8*", "__cvta_*",
	"half2", "nv_bfloat16*", "cuda_fp16", "cuda_bf16", "cuda_fp8",
	"cooperative_groups", "cutlass", "cute", "CUTLASS_*", "CUTE_*",
};

/* What the mnemonics of PTX start with, in front of their first dot. */
static const char *const ptx_heads[] = {
	"abs", "add", "and", "applypriority", "atom", "bar", "barrier", "bfe",
	"bfi", "bra", "brev", "call", "clusterlaunchcontrol", "clz", "copysign",
	"cos", "cp", "createpolicy", "cvt", "cvta", "discard", "div", "dp2a",
	"dp4a", "elect", "ex2", "fence", "fma", "getctarank",
	"griddepcontrol", "isspacep", "ld", "ldmatrix", "ldu", "lg2", "lop3",
	"mad", "mapa", "match", "max", "mbarrier", "membar", "min", "mma",
	"mov", "movmatrix", "mul", "multimem", "neg", "not", "or", "popc",
	"prefetch", "prefetchu", "prmt", "rcp", "red", "redux", "rem",
	"rsqrt", "selp", "set", "setmaxnreg", "setp", "shf", "shfl", "shl",
	"shr", "sin", "slct", "sqrt", "st", "stmatrix", "sub", "tanh",
	"tcgen05", "tensormap", "testp", "vote", "wgmma", "wmma", "xor",
};

struct span
language_word(const struct block *fence)
{
	struct str info = span_str(fence->info);
	size_t n = 0;

	while (n < info.n && !byte_is_blank(info.p[n]))
		n++;
	return span_slice(fence->info, 0, n);
}

static const struct language *
find_language(struct str word)
{
	for (size_t i = 0; i < COUNT_OF(languages); i++) {
		if (str_equal_case(word, str_of(languages[i].word)))
			return &languages[i];
	}
	return NULL;
}

/* Whether word is one of a list of which none begins with `*`. */
static bool
is_listed(struct str word, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n && word.n; i++) {
		/* most words part at their first letter */
		if (list[i][0] == word.p[0] &&
		    str_match(str_of(list[i]), word))
			return true;
	}
	return false;
}

/* Takes the next name of *s. */
static bool
next_name(struct str *s, struct str *name)
{
	size_t n = 0;

	while (s->n && !byte_is_name(s->p[0]))
		*s = str_skip(*s, 1);
	while (n < s->n && byte_is_name(s->p[n]))
		n++;
	*name = str_slice(*s, 0, n);
	*s = str_skip(*s, n);
	return n;
}

/* Whether s, behind the name `asm`, goes on as an asm statement. */
static bool
is_asm(struct str name, struct str s)
{
	struct str next = str_trim(s);

	if (!str_equal(name, STR("asm")) && !str_equal(name, STR("__asm__")))
		return false;
	return str_starts(next, STR("(")) || str_starts(next, STR("volatile"));
}

static bool
has_cuda_word(struct str line)
{
	struct str name;

	if (str_find(line, STR("<<<")) < line.n)
		return true;
	while (next_name(&line, &name)) {
		if (is_asm(name, line) ||
		    is_listed(name, cuda_words, COUNT_OF(cuda_words)))
			return true;
	}
	return false;
}

/* Whether an item of the line, behind a guard or label, is a mnemonic: a known
   head and a dot. */
static bool
has_mnemonic(struct str line)
{
	struct str word;

	while (str_split(&word, &line, ' ')) {
		size_t dot;

		word = str_trim(word);
		dot = str_find_byte(word, '.');
		if (dot < word.n && dot + 1 < word.n &&
		    byte_is_name(word.p[dot + 1]) &&
		    is_listed(str_slice(word, 0, dot), ptx_heads,
			      COUNT_OF(ptx_heads)))
			return true;
	}
	return false;
}

/* Whether the code shows, where the rule asks for that, what it is. */
static bool
shows_language(const struct block *fence, enum rule rule)
{
	for (size_t i = 0; i < fence->nlines; i++) {
		struct str line = span_str(fence->lines[i]);

		if (rule == IF_CUDA ? has_cuda_word(line) : has_mnemonic(line))
			return true;
	}
	return false;
}

struct str
language_compiled(const struct block *fence, bool asked)
{
	const struct language *l = find_language(
		span_str(language_word(fence)));

	if (l && (l->rule == ALWAYS || asked ||
		  shows_language(fence, l->rule)))
		return l->compiled;
	return STR("");
}
