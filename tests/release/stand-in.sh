#!/bin/sh
# A device that there is not: stand-in.sh PACK LEDGER NAME SMS [JOB FACTOR]...
#
# Writes into PACK/evidence what kbc-run would have written on a device NAME of
# SMS multiprocessors: for each job of the pack the record that LEDGER has of
# another one, in which times of a JOB (a pattern) are FACTOR times as long.
set -eu
pack=$1 ledger=$2 name=$3 sms=$4
shift 4

factor() { # JOB [PATTERN FACTOR]...
	job=$1
	shift
	while [ $# -gt 0 ]; do
		# shellcheck disable=SC2254
		case $job in $1) echo "$2"; return ;; esac
		shift 2
	done
	echo 1
}

mkdir -p "$pack/evidence"
sed -n 's/^job //p' "$pack/MANIFEST" | while read -r job; do
	awk -v factor="$(factor "$job" "$@")" -v name="$name" -v sms="$sms" '
	/^"device":/ {
		sub(/"name":"[^"]*"/, "\"name\":\"" name "\"")
		sub(/"sm_count":[0-9]*/, "\"sm_count\":" sms)
	}
	(at = index($0, "\"samples\":")) {
		head = substr($0, 1, at + 9)
		rest = substr($0, at + 10)
		while (match(rest, /[0-9]+(\.[0-9]+)?/)) {
			head = head substr(rest, 1, RSTART - 1)
			head = head sprintf("%.0f", factor * \
				substr(rest, RSTART, RLENGTH))
			rest = substr(rest, RSTART + RLENGTH)
		}
		$0 = head rest
	}
	{ print }' "$ledger/$job.json" >"$pack/evidence/$job.json"
done
sed -e "s/\"name\":\"[^\"]*\"/\"name\":\"$name\"/" \
	-e "s/\"sm_count\":[0-9]*/\"sm_count\":$sms/" "$ledger/device.json" \
	>"$pack/evidence/device.json"
