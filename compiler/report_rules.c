/*
 * What each form makes of a verdict or a message: the one table of them.
 *
 * The idea: that a word is a failure here, an annotation there and a `review`
 * somewhere else is seen at one glance, and a new verdict is a row. SARIF wants
 * what is no `fail` to be without a level.
 */
#include "report_entry.h"

#include "verdict.h"

_Static_assert((int)ENTRY_OPEN == (int)STATUS_COUNT, "kinds follow verdicts");

static const struct rule rules[ENTRY_COUNT] = {
	[STATUS_CONFIRMED] = { STR_INIT("confirmed"), STR_INIT("confirmed"),
		STR_INIT("The claim holds."), STR_INIT("pass"),
		STR_INIT("none"), PASSED, STR_INIT("notice") },
	[STATUS_REFUTED] = { STR_INIT("refuted"), STR_INIT("refuted"),
		STR_INIT("The claim does not hold."), STR_INIT("fail"),
		STR_INIT("error"), FAILURE, STR_INIT("error") },
	[STATUS_INCONCLUSIVE] = { STR_INIT("inconclusive"),
		STR_INIT("inconclusive"),
		STR_INIT("The runs do not decide the claim."),
		STR_INIT("review"), STR_INIT("none"), SKIPPED,
		STR_INIT("warning") },
	[STATUS_PROBE_LIMITED] = { STR_INIT("probe-limited"),
		STR_INIT("probe-limited"),
		STR_INIT("The probe stayed too far under its ceiling to say "
			 "anything of the hardware."), STR_INIT("review"),
		STR_INIT("none"), SKIPPED, STR_INIT("warning") },
	[STATUS_STALE] = { STR_INIT("stale"), STR_INIT("stale"),
		STR_INIT("The code changed since it was measured."),
		STR_INIT("review"), STR_INIT("none"), SKIPPED,
		STR_INIT("warning") },
	[STATUS_NOT_RUN] = { STR_INIT("not-run"), STR_INIT("not run"),
		STR_INIT("What it takes to decide the claim was not run."),
		STR_INIT("open"), STR_INIT("none"), SKIPPED,
		STR_INIT("warning") },
	[STATUS_NOT_APPLICABLE] = { STR_INIT("not-applicable"),
		STR_INIT("n/a"), STR_INIT("The evidence is of another device, "
		"or a source is cited."), STR_INIT("notApplicable"),
		STR_INIT("none"), SKIPPED, STR_INIT("notice") },
	[STATUS_ERROR] = { STR_INIT("error"), STR_INIT("error"),
		STR_INIT("The claim could not be bound, did not build, or "
			 "crashed."), STR_INIT("fail"), STR_INIT("error"),
		ERROR, STR_INIT("error") },
	[STATUS_UNBOUND] = { STR_INIT("unbound"), STR_INIT("unbound"),
		STR_INIT("Nothing checks the number."), STR_INIT("open"),
		STR_INIT("none"), SKIPPED, STR_INIT("notice") },
	[ENTRY_OPEN] = { STR_INIT("open"), STR_INIT("open"),
		STR_INIT("A question, which is answered and not judged."),
		STR_INIT("informational"), STR_INIT("none"), SKIPPED,
		STR_INIT("notice") },
	[ENTRY_FAULT] = { STR_INIT("fault"), STR_INIT("fault"),
		STR_INIT("The page is wrong."), STR_INIT("fail"),
		STR_INIT("error"), ERROR, STR_INIT("error") },
	[ENTRY_WARNING] = { STR_INIT("warning"), STR_INIT("warning"),
		STR_INIT("The page may be wrong."), STR_INIT("fail"),
		STR_INIT("warning"), PASSED, STR_INIT("warning") },
	[ENTRY_UNABLE] = { STR_INIT("unable"), STR_INIT("unable"),
		STR_INIT("Something could not be opened, started or written."),
		STR_INIT("fail"), STR_INIT("error"), ERROR,
		STR_INIT("error") },
	[ENTRY_LOST] = { STR_INIT("lost"), STR_INIT("lost"),
		STR_INIT("A claim's evidence is gone."), STR_INIT("fail"),
		STR_INIT("error"), FAILURE, STR_INIT("error") },
	[ENTRY_UNFIRM] = { STR_INIT("not-firm"), STR_INIT("not-firm"),
		STR_INIT("A claim that is new or changed is not firm."),
		STR_INIT("fail"), STR_INIT("error"), FAILURE,
		STR_INIT("error") },
	[ENTRY_DEVICE] = { STR_INIT("device"), STR_INIT("device"),
		STR_INIT("A device that the wiki asks for has no evidence of "
			 "the claim."), STR_INIT("fail"), STR_INIT("error"),
		FAILURE, STR_INIT("error") },
	[ENTRY_TOOLKIT] = { STR_INIT("toolkit"), STR_INIT("toolkit"),
		STR_INIT("The evidence is of code of a toolkit that the wiki "
			 "does not take."), STR_INIT("fail"),
		STR_INIT("error"), FAILURE, STR_INIT("error") },
	[ENTRY_REMOVED] = { STR_INIT("removed"), STR_INIT("removed"),
		STR_INIT("A claim is gone without a tombstone."),
		STR_INIT("fail"), STR_INIT("error"), FAILURE,
		STR_INIT("error") },
	[ENTRY_WIDENED] = { STR_INIT("widened"), STR_INIT("widened"),
		STR_INIT("A claim allows more than it did, for no reason "
			 "that is written."), STR_INIT("fail"),
		STR_INIT("error"), FAILURE, STR_INIT("error") },
	[ENTRY_NARROWED] = { STR_INIT("narrowed"), STR_INIT("narrowed"),
		STR_INIT("A claim speaks of less than it did, for no reason "
			 "that is written."), STR_INIT("fail"),
		STR_INIT("error"), FAILURE, STR_INIT("error") },
	[ENTRY_WORD] = { STR_INIT("word"), STR_INIT("word"),
		STR_INIT("The front matter says what the evidence does not "
			 "carry."), STR_INIT("fail"), STR_INIT("error"),
		FAILURE, STR_INIT("error") },
	[ENTRY_CONFLICT] = { STR_INIT("conflict"), STR_INIT("conflict"),
		STR_INIT("A merge was left half done."), STR_INIT("fail"),
		STR_INIT("error"), FAILURE, STR_INIT("error") },
	[ENTRY_ALTERED] = { STR_INIT("altered"), STR_INIT("altered"),
		STR_INIT("A file of the ledger is not what it was, or cannot "
			 "be what it says."), STR_INIT("fail"),
		STR_INIT("error"), FAILURE, STR_INIT("error") },
	[ENTRY_EMPTY] = { STR_INIT("empty"), STR_INIT("empty"),
		STR_INIT("Nothing was checked."), STR_INIT("fail"),
		STR_INIT("error"), FAILURE, STR_INIT("error") },
};

const struct rule *
report_rule(const struct entry *e)
{
	return &rules[e->kind];
}

const struct rule *
report_rules(void)
{
	return rules;
}
