# What plant and agree share; `. judge.sh`. KBC names the program, else the one
# of the release build. Verdicts are those of `kbc verify` on a copy of a wiki.

KBC=${KBC-$here/../../build/release/kbc}
KBC_DATA=${KBC_DATA-$here/../../compiler}
export KBC KBC_DATA

# Nothing is built: evidence alone speaks.
no_tools() {
	export KBC_TOOLKIT=none
	unset KBC_NVCC KBC_PTXAS KBC_NVDISASM KBC_CUOBJDUMP
}

# A copy of wiki $1 without its evidence, at $work/wiki.
copy_wiki() {
	rm -rf "$work/wiki"
	mkdir -p "$work/wiki"
	(cd "$1" && find . -name evidence -prune -o -type f -print |
		tar cf - -T -) | tar xf - -C "$work/wiki"
}

# One line a measured claim of the copy: verdict, between, wants, id; from what
# its ledger holds, or measured on device $1. Fails if there is no whole report:
# the exit status alone is 2 also where tools are missing for a page.
verdicts() {
	"$KBC" verify --device "$1" --format json "$work/wiki" \
		>"$work/report" 2>"$work/errors"
	grep -q '"status"' "$work/report" &&
		[ "$(tail -n 1 "$work/report" | tail -c 2)" = '}' ] || {
		cat "$work/errors" >&2
		return 2
	}
	sed -n 's/^{"id":"\(.*\)","line":[0-9]*,"column":[0-9]*,"status":"\([^"]*\)","basis":"device".*"between":\([a-z]*\),"wants":\([0-9]*\)}.*$/\2\t\3\t\4\t\1/p' \
		"$work/report"
}
