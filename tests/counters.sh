# Records of the profiler for cases that have no device; behind record.sh.
#
#	entry NAME FOUND [LEFT [NEAR]]    a name of a list; FOUND is of metric
#	list                              the file of the names on stdin
#	value NAME UNIT VALUES            a value of a launch
#	launch ENTRY                      a launch, with the values on stdin
#	counters JOB STARTED LAUNCHES     the file of a job
#
# What has commas between begins with `comma=`.

metric() { # NAME UNIT TEXT
	printf '{"name":"%s","kind":"Counter","unit":"%s","text":"%s"}' "$@"
}
entry() { # NAME FOUND [LEFT [NEAR]]
	printf '%s{"name":"%s","found":[%s],"left":%d,"near":[%s]}' \
		"$comma" "$1" "$2" "${3-0}" "$4"
	comma=,
}
list() { # of what is piped in
	printf '{"format":"kbc-metrics 1","profiler":"2025.3.1.0","device":'
	device_text
	printf ',\n"metrics":['
	cat
	printf ']}\n'
}
value() { # NAME UNIT VALUES
	printf '%s"%s":{"unit":"%s","values":%s}' "$comma" "$@"
	comma=,
}
launch() { # ENTRY, values from stdin
	printf '{"entry":"%s","n":0,"metrics":{%s}}' "$1" "$(cat)"
}
counters() { # JOB STARTED COUNTS
	printf '{"format":"kbc-counters 1","job":"%s","key":"%s",' "$1" \
		"${1##*-}"
	printf '"harness":"1","cubin":"c0de","toolkit":"13.0.88",\n"device":'
	device_text
	printf ',\n"runs":[{"started":"%s","profiler":"2025.3.1.0",' "$2"
	printf '"counts":[{"params":{},"slope":"launches","launches":[\n%s]}]' \
		"$3"
	printf '}]}\n'
}
