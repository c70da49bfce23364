# What the tests of fleets share; KBC is the program, KBC_RUN the real kbc-run.
# A test is a function test_NAME; it fails by `fail`.

: "${KBC:?the program to test}" "${KBC_RUN:?its kbc-run}"
KBC_DATA=${KBC_DATA-$here/../../compiler}
TZ=UTC LC_ALL=C.UTF-8
export KBC KBC_RUN KBC_DATA TZ LC_ALL
real_run=$KBC_RUN
unset COLUMNS KBC_TOOLKIT KBC_FLEET
if [ -z "${KBC_NVCC-$(command -v nvcc)}" ]; then
	echo 'skipped: what is sent has to be compiled, and there is no nvcc'
	exit 77
fi
work=$(mktemp -d "${TMPDIR:-/tmp}/kbc-fleet.XXXXXX") || exit 2
export XDG_CACHE_HOME="$work/cache"
passed=0
failed=0

fail() {
	echo "FAIL $name: $*"
	[ $bad -eq 1 ] || sed 's/^/	/' "$work/out" "$work/err"
	bad=1
}

want() { # FILE TEXT...: each is in the file
	file=$1
	shift
	for text; do
		grep -qF -e "$text" "$file" ||
			fail "no '$text' in $(basename "$file")"
	done
}

want_number() { # WHAT GOT WANTED
	[ "$2" = "$3" ] || fail "$1: $2, not $3"
}

# page NAME N: a page whose probe is made of N's kernel
page() {
	cat >"$wiki/$1.md" <<END
---
title: Page $1
---
\`\`\`cuda
__global__ void chain_$1(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i];

    for (int k = 0; k < n; k++)
        x = x * 0.5f + $2.25f;
    out[i] = x;
}
\`\`\`
<!-- kbc: probe own
int n in 256
float in[264 * 256] = uniform(0, 1), out[264 * 256]
chain_$1<<<264, 256>>>(in, out, n)
work flops = 2 * 264 * 256 * n
-->

A launch takes 12 us<!-- kbc: own.time -->.
END
}

# tests NAME: a page with a test that the emulator runs
tests() {
	cat >"$wiki/$1.md" <<END
---
title: Page $1
---
\`\`\`cuda
__global__ void twice_$1(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        x[i] *= 2.0f;
}
\`\`\`
<!-- kbc: test id=two
int n in 1, 1000
float x[n] = uniform(0, 1)
twice_$1<<<4, 256>>>(x, n)
check x[i] == 2 * old x[i]
-->
END
}

# The same for all tests, so that it is compiled once: four pages that have not
# been measured yet.
new_wiki() {
	wiki=$work/wiki
	rm -rf "$wiki"
	mkdir -p "$wiki"
	echo 'strict: true' >"$wiki/kbc.yaml"
	page a 1
	page b 2
	page c 3
	page d 4
}

# verify OPTION...: sets $status, $work/out, $work/err
verify() {
	status=0
	"$KBC" verify "$@" "$wiki" >"$work/out" 2>"$work/err" || status=$?
}

want_status() {
	[ "$status" = "$1" ] ||
		fail "status $status, not $1"
}

# How many runs the ledger has of all jobs.
count_runs() {
	cat "$wiki"/evidence/*/*-*.json 2>/dev/null | grep -c '"started":'
}

run_tests() { # NAME...
	for name; do
		bad=0
		mkdir -p "$work/$name"
		"test_$name"
		if [ $bad -eq 0 ]; then
			passed=$((passed + 1))
			echo "PASS $name"
		else
			failed=$((failed + 1))
		fi
	done
	echo "$passed passed, $failed failed"
	[ $failed -eq 0 ]
}
