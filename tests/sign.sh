# Keys for cases that sign; `. "$TESTS/sign.sh"`. A wiki with one measured
# claim whose evidence must be signed.

. "$TESTS/record.sh"

key() { # NAME
	ssh-keygen -q -t ed25519 -N '' -C '' -f "$1" </dev/null
}

allow() { # NAME [OPTIONS]
	printf '%s %s %s\n' "$1" "${2-}" "$(cat "$1.pub")" >>allowed_signers
}

hide() { # the hash of a job
	sed 's/-[0-9a-f]\{8\}\.json/-HASH.json/g'
}

judge() { # WHAT: the messages, and how many claims hold
	echo "== $1"
	"$KBC" verify --device none --dry-run . >out 2>&1
	echo "status $?"
	grep -E '(error|warning|^kbc): ' out | hide
	sed -n 's/.*claims: \(.* confirmed\).* \(.* not run\).*/\1,\2/p' out
	grep -o '[0-9]* needs .*' out || :
}

configure() { # LINE ...
	printf 'probes:\n  lat: fma_latency(type=fp32, chains=1)\n' >kbc.yaml
	for line; do
		printf '%s\n' "$line" >>kbc.yaml
	done
}

wiki() {
	printf -- '---\nid: signed\n---\n' >page.md
	echo 'It takes 4.0 cycles<!-- kbc: lat -->, 2 + 2 = 4.' >>page.md
	configure
	record page.md 7170
	configure 'require_signature: true'
}
