# Records of tests -> what they left, a line for each array:
#   JOB-WITHOUT-ITS-HASH KEY ARRAY HASH...
# A record that cannot be used is told on stderr and makes the status 1.
function member(name,    at, rest) {
	at = index($0, "\"" name "\":\"")
	if (!at)
		return ""
	rest = substr($0, at + length(name) + 4)
	return substr(rest, 1, index(rest, "\"") - 1)
}

function refuse(why) {
	print job ": " why >"/dev/stderr"
	bad = 1
}

function end_record() {
	if (job != "" && !arrays)
		refuse("has no bits: it did not run to its end, or by an " \
		       "older kbc-run")
}

FNR == 1 {
	end_record()
	job = member("job")
	sub(/-[0-9a-f]*$/, "", job)
	key = substr(member("key"), 1, 16)
	arrays = 0
}

job != "" && /^"test":/ && !/"failed":0,/ { refuse("has failed") }
job != "" && /^"error":/ && !/^"error":null/ { refuse("has an error") }
job != "" && /^\{"name":".*","hashes":\[/ {
	arrays++
	hashes = $0
	sub(/.*"hashes":\[/, "", hashes)
	gsub(/[^0-9a-f]+/, " ", hashes)
	sub(/ *$/, "", hashes)
	print job, key, member("name") hashes
}

END {
	end_record()
	exit bad
}
