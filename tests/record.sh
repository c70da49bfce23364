# Records for cases that need a ledger and no device; `. "$TESTS/record.sh"`.
#
#   record PAGE SLOPE [CONDITIONS]
#
# For each job that the claims of PAGE ask about: two runs of ten replicates
# on an H200, in which an iteration of fma_latency(type=fp32, chains=1) took
# SLOPE cycles, and one of up to four chains the less, as kbc-run would have
# written them.

KBC_TOOLKIT=none # evidence alone speaks
export KBC_TOOLKIT

jobs_of() { # PAGE
	"$KBC" explain '*' "$1" |
		sed -n 's/^ *job \(fma_latency-fp32-[0-9a-f]*\)$/\1/p' | sort -u
}

device_text() {
	printf '{"name":"NVIDIA H200","cc":"9.0","sm_count":132,'
	printf '"clock_khz":1980000,"driver":"%s",' "${driver-580.1}"
	printf '"date":"2026-11-30"}'
}

# No two runs have the same samples: a launch without iterations takes 1000 and
# the hour of the run.
run_text() { # STARTED SLOPE CONDITIONS
	hour=${1#*T}
	printf '{"started":"%s","ended":"%s","replicates":[' "$1" "$1"
	i=0
	while [ $i -lt 10 ]; do
		[ $i -eq 0 ] || printf ','
		printf '\n{"valid":true,"dropped":null,"conditions":{%s},' "$3"
		awk -v s="$2" -v empty="10${hour%%:*}" 'BEGIN {
			for (c = 1; c <= 8; c *= 2) {
				t = int(s / (c < 4 ? c : 4))
				a = empty + 32 * t; b = empty + 128 * t
				printf (c > 1 ? "," : "\"samples\":[")
				printf "[[%d,%d,%d,%d,%d],", a, a, a, a, a
				printf "[%d,%d,%d,%d,%d]]", b, b, b, b, b
			}
			printf "]}"
		}'
		i=$((i + 1))
	done
	printf ']}'
}

record() { # PAGE SLOPE [CONDITIONS]
	mkdir -p evidence/h200
	device_text >evidence/h200/device.json
	jobs_of "$1" | while read -r job; do
		hash=${job##*-}
		{
			printf '{"format":"kbc-evidence 1","job":"%s",' "$job"
			printf '"key":"%s","harness":"1","cubin":"%s",' \
				"$hash" "${record_cubin-c0de}"
			printf '"target":"sm_90a","toolkit":"%s",\n"device":' \
				"${toolkit-13.0.88}"
			device_text
			printf ',\n"cases":['
			for chains in 1 2 4 8; do
				[ $chains = 1 ] || printf ','
				printf '{"params":{"type":"fp32",'
				printf '"chains":"%s"},"n":32,' $chains
				printf '"unit":"cycles"}'
			done
			printf '],\n"runs":['
			run_text 2026-11-30T03:20:11Z "$2" "${3-\"throttle\":0}"
			printf ',\n'
			run_text 2026-11-30T09:20:11Z "$2" "${3-\"throttle\":0}"
			printf '],\n"error":null}\n'
		} >"evidence/h200/$job.json"
	done
}
