/*
 * Mnemonics to a module that asks ptxas about them.
 *
 * Each statement has a line of its own, so a message's line says which one it
 * is about. What statements to ask with, mnemonic_candidate.c knows, and how
 * they are written, mnemonic_shape.c; the step that assembles the module runs
 * it for each rung below and puts the logs together, each line naming its
 * rung:
 *
 *     sm_20.ptx, line 9; error   : Feature '.bf16' requires .target sm_80 …
 *
 * What the log means is read in mnemonic_answer.c.
 */
#include "mnemonic.h"

#include "buf.h"
#include "mnemonic_parts.h"

/* MODULE_HEAD_LINES lines. */
static const struct str head = STR_INIT(
	"// kbc: mnemonics\n"
	".version 99.9\n"
	".target sm_20\n"
	".address_size 64\n"
	".visible .func mnemonics()\n"
	"{\n"
	"\t.reg .b8 c<80>; .reg .b16 h<80>; .reg .b32 r<160>; "
	".reg .b64 d<80>; .reg .b128 q<80>; .reg .pred p<80>;\n");

/* The last statement is wrong: without a word on it others were not read. */
static const struct str tail = STR_INIT("\tkbc_end;\nend:\n\tret;\n}\n");
static const struct str end_words = STR_INIT("instruction: 'kbc_end'");

struct rung {
	struct str target, arch;
};

/*
 * The first is for plain needs. The others rise, of one number the plain one
 * first and `a` before `f`, since pages say `sm_100a`.
 */
static const struct rung rungs[] = {
	{ STR_INIT("sm_20"), STR_INIT("compute_90") },
	{ STR_INIT("sm_70"), STR_INIT("compute_90") },
	{ STR_INIT("sm_75"), STR_INIT("compute_90") },
	{ STR_INIT("sm_80"), STR_INIT("compute_90") },
	{ STR_INIT("sm_86"), STR_INIT("compute_90") },
	{ STR_INIT("sm_89"), STR_INIT("compute_90") },
	{ STR_INIT("sm_90"), STR_INIT("compute_90") },
	{ STR_INIT("sm_90a"), STR_INIT("compute_90a") },
	{ STR_INIT("sm_100"), STR_INIT("compute_100") },
	{ STR_INIT("sm_100a"), STR_INIT("compute_100a") },
	{ STR_INIT("sm_100f"), STR_INIT("compute_100f") },
	{ STR_INIT("sm_103a"), STR_INIT("compute_103a") },
	{ STR_INIT("sm_103f"), STR_INIT("compute_103f") },
	{ STR_INIT("sm_110a"), STR_INIT("compute_110a") },
	{ STR_INIT("sm_110f"), STR_INIT("compute_110f") },
	{ STR_INIT("sm_120"), STR_INIT("compute_120") },
	{ STR_INIT("sm_120a"), STR_INIT("compute_120a") },
	{ STR_INIT("sm_120f"), STR_INIT("compute_120f") },
	{ STR_INIT("sm_121a"), STR_INIT("compute_121a") },
};

bool
mnemonic_is_module(struct str ptx)
{
	return str_starts(ptx, head);
}

bool
mnemonic_rung(size_t i, struct str *target, struct str *arch)
{
	if (i >= COUNT_OF(rungs))
		return false;
	*target = rungs[i].target;
	*arch = rungs[i].arch;
	return true;
}

bool
mnemonic_is_whole(struct str log)
{
	return str_find(log, end_words) < log.n;
}

bool
mnemonic_is_statement(struct str line)
{
	return str_starts(line, STR("\t")) &&
	       !str_starts(line, STR("\t.")) &&
	       str_find(tail, line) == tail.n;
}

bool
mnemonic_emit(struct buf *out, const struct str *names, size_t n)
{
	struct candidate all[CANDIDATES_MAX];
	bool some = false;

	buf_add(out, head);
	for (size_t i = 0; i < n; i++) {
		size_t count = mnemonic_is_name(names[i]) ?
				       candidates_make(all, names[i]) : 0;

		for (size_t k = 0; k < count; k++) {
			buf_add_byte(out, '\t');
			candidate_emit(out, &all[k]);
			buf_add(out, STR(";\n"));
		}
		some = some || count;
	}
	buf_add(out, tail);
	return some;
}
