/*
 * Claim and values -> verdict. Pure: no disk, no clock, no device.
 *
 * The idea: the written text is the expected value, and each kind of claim
 * has one way to be decided.
 *
 * Not here: finding values (observe), what was found in the page's own terms
 * (verdict_text), what a page may say of itself (writeback), how it is shown
 * (report).
 */
#include "arena.h"
#include "claim.h"
#include "expr.h"
#include "fact.h"
#include "quantity.h"
#include "value.h"
#include "verdict.h"
#include "verdict_parts.h"

struct str
status_text(enum status s)
{
	static const struct str names[STATUS_COUNT] = {
		STR_INIT("confirmed"), STR_INIT("refuted"),
		STR_INIT("inconclusive"), STR_INIT("probe-limited"),
		STR_INIT("stale"), STR_INIT("not run"), STR_INIT("n/a"),
		STR_INIT("error"), STR_INIT("unbound"),
	};

	return names[s];
}

struct str
basis_text(enum basis b)
{
	static const struct str names[] = {
		STR_INIT("nothing"), STR_INIT("arithmetic"),
		STR_INIT("documentation"),
		STR_INIT("compiler"), STR_INIT("emulator"), STR_INIT("device"),
		STR_INIT("source"),
	};

	return names[b];
}

bool
verdict_fails(const struct verdict *v, bool strict)
{
	return v->status == STATUS_REFUTED || v->status == STATUS_ERROR ||
	       (strict && (v->status == STATUS_STALE || v->uncounted));
}

bool
verdict_lost(const struct verdict *v)
{
	return v->unmeasured ||
	       (v->basis == BASIS_MEASURED &&
		(v->status == STATUS_STALE ||
		 v->status == STATUS_INCONCLUSIVE ||
		 v->status == STATUS_PROBE_LIMITED));
}

/* Whether the version written is the one there is, to the parts written. */
static bool
version_agrees(struct str written, struct str is)
{
	size_t i = written.n;

	while (i > 0 && written.p[i - 1] != ' ')
		i--;
	written = str_skip(written, i);
	return written.n > 0 && str_starts(is, written) &&
	       (is.n == written.n || is.p[written.n] == '.');
}

static struct finding
find_text(struct arena *a, const struct claim *c,
	  const struct environment *env)
{
	struct value v = value_eval(a, c->expr, env);

	if (v.kind == VALUE_NONE)
		return finding_lack(&v);
	if (v.kind == VALUE_TRUTH)
		return finding_truth(v.number > 0, &v);
	if (v.kind == VALUE_TEXT)
		return finding_truth(version_agrees(str_trim(c->text), v.text),
				     &v);
	return finding_status(STATUS_ERROR,
			      STR("a number is bound to words; `holds` binds a "
				  "condition"));
}

static struct finding
find_own(const struct value *own)
{
	if (!own)
		return finding_status(STATUS_NOT_RUN, STR(""));
	if (own->kind == VALUE_NONE)
		return finding_lack(own);
	struct finding f = finding_truth(own->number > 0, own);
	f.reason = own->reason;
	f.line = own->line;
	return f;
}

static struct finding
find_cited(const struct value *own)
{
	struct finding f = find_own(own);

	if (f.status == STATUS_CONFIRMED)
		return finding_status(STATUS_NOT_APPLICABLE, STR("cited"));
	return f;
}

static struct finding
find_known(struct arena *a, const struct claim *c)
{
	struct written w;
	bool fits;

	if (!c->known)
		return finding_status(STATUS_ERROR, c->trouble);
	if (c->known->kind == VALUE_NONE)
		return finding_lack(c->known);
	if (c->known->kind == VALUE_TRUTH || !c->quantity) {
		struct finding f = find_own(c->known);

		if (f.status == STATUS_CONFIRMED)
			f.reason = STR("");
		return f;
	}
	w = finding_written(a, c, c->known, &fits);
	return finding_exact(a, w, c, c->known);
}

static struct finding
find_claim(struct arena *a, const struct claim *c,
	   const struct environment *env, const struct value *own)
{
	if (c->trouble.n > 0)
		return finding_status(STATUS_ERROR, c->trouble);
	switch (c->kind) {
	case CLAIM_EQUALS:
		return finding_quantity(a, c, env);
	case CLAIM_TEXT:
		return find_text(a, c, env);
	case CLAIM_HOLDS:
		return finding_condition(a, c, c->expr, env);
	case CLAIM_OPEN:
		return finding_open(a, c, env);
	case CLAIM_CITED:
		return find_cited(own);
	case CLAIM_EQUATION:
	case CLAIM_DERIVED:
		return find_known(a, c);
	case CLAIM_CHECK:
	case CLAIM_FENCE:
	case CLAIM_TEST:
	default:
		return find_own(own);
	}
}

/* The facts as they might be on a device, by the k-th number of each that has
   several. */
static struct value *
make_others(struct arena *a, const struct environment *env, size_t k)
{
	struct value *facts = arena_alloc(a, (env->nfacts + 1) *
						     sizeof *facts);

	for (size_t i = 0; i < env->nfacts; i++) {
		facts[i] = env->facts[i];
		if (k < facts[i].nothers)
			facts[i].number = facts[i].others[k];
	}
	return facts;
}

/*
 * What would be decided otherwise by numbers that a device may give is not
 * decided by the emulator's. They are some of those, from one end to the other:
 * where one is below what is claimed and one above, another may be equal.
 */
static struct finding
find_sure(struct arena *a, const struct claim *c,
	  const struct environment *env, const struct value *own)
{
	struct finding f = find_claim(a, c, env, own);

	for (size_t i = 0; i < env->nfacts; i++) {
		const struct value *v = &env->facts[i];

		for (size_t k = 0; k < v->nothers; k++) {
			struct environment other = *env;
			struct finding g;

			other.facts = make_others(a, env, k);
			g = find_claim(a, c, &other, own);
			if (g.status != f.status || g.side * f.side < 0)
				return finding_status(STATUS_NOT_RUN,
						      v->reason);
		}
	}
	return f;
}

static enum basis
fact_basis(int family)
{
	switch (family) {
	case FACT_FORMAT:
	case FACT_OCCUPANCY:
	case FACT_CLAIM:
	case FACT_TABLE:
		return BASIS_ARITHMETIC;
	case FACT_DOCUMENTED:
		return BASIS_DOCUMENTED;
	case FACT_API:
	case FACT_LISTING:
	case FACT_RESOURCES:
		return BASIS_BUILT;
	case FACT_RUN:
		return BASIS_EMULATED;
	case FACT_DEVICE:
	case FACT_MEASURED:
	case FACT_COUNTER:
		return BASIS_MEASURED;
	default:
		return BASIS_NONE;
	}
}

static enum basis
run_basis(enum value_ran ran)
{
	return ran == RAN_DEVICE ? BASIS_MEASURED : BASIS_EMULATED;
}

static enum basis
claim_basis(const struct claim *c, const struct environment *env,
	    const struct value *own)
{
	enum basis best = BASIS_ARITHMETIC;

	if (c->kind == CLAIM_CITED)
		return BASIS_CITED;
	if (c->kind == CLAIM_FENCE)
		return BASIS_BUILT;
	if (c->kind == CLAIM_TEST)
		return run_basis(own ? own->ran : RAN_NOTHING);
	if (c->kind == CLAIM_CHECK)
		return str_equal(c->check, STR("api")) ? BASIS_BUILT :
							 BASIS_DOCUMENTED;
	for (size_t i = 0; i < c->nfacts; i++) {
		enum basis b = fact_basis(c->facts[i].family);

		if (b == BASIS_EMULATED && i < env->nfacts)
			b = run_basis(env->facts[i].ran);
		if (c->facts[i].expr->kind == EXPR_NAME &&
		    str_equal(c->facts[i].expr->text, STR("toolkit")))
			b = BASIS_BUILT; /* this machine's compiler says it */
		if (c->facts[i].family == FACT_COUNTER &&
		    c->facts[i].expr->kind != EXPR_RAW)
			b = BASIS_DOCUMENTED; /* the profiler's list does */
		if (b > best)
			best = b;
	}
	return best;
}

void
verdict_judge(struct arena *a, struct verdict *out, const struct claim *c,
	      const struct environment *env, const struct value *own)
{
	struct finding f = find_sure(a, c, env, own);

	*out = (struct verdict){
		.status = f.status, .basis = claim_basis(c, env, own),
		.reason = f.reason, .line = f.line, .part = f.part,
		.value = f.value, .low = f.low,
		.high = f.high, .share = f.share, .firm = f.firm,
		.between = f.between,
		.floor = f.floor, .npairs = f.npairs,
		.class = f.measured ? value_class_text(f.class) : STR(""),
		.toolless = f.toolless,
		.unmeasured = f.unmeasured, .measured = f.measured,
		.uncounted = f.uncounted, .wants = f.wants,
	};
	out->says = str_trim(c->text.n ? c->text : span_str(c->at));
	if (f.shown.kind != VALUE_NONE || f.measured) {
		struct value *shown = arena_alloc(a, sizeof *shown);

		*shown = f.shown;
		out->shown = shown;
	}
	if (f.answered)
		out->answer = verdict_answer(a, c, env);
}
