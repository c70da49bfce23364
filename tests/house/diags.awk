# Finds the message texts of diagnostics in one C file (comments stripped) and
# prints FILE:LINE, the text and a regular expression for it, tab-separated.
# A choice (cond ? "a" : "b") gives a text for each of its literals.

{ text = text $0 "\n" }

# Which argument is the format, from 0; -1: not a call of ours.
function format_index(name) {
	if (name == "diag_fail")
		return 1
	if (name == "diag_error")
		return 2
	return name == "diag_warning" ? 3 : -1
}

function print_text(line, s, regex) {
	if (s == "")
		return
	gsub(/\\"/, "\"", s)
	gsub(/\\\\/, "\\", s)
	regex = s
	gsub(/[][\\.^$*+?(){}|]/, "\\\\&", regex)
	gsub(/%%/, "\001", regex)
	gsub(/STR_FMT/, "%s", regex)
	gsub(/%[-0-9\\.*+ #]*[hlzjtL]*[a-zA-Z]/, ".*", regex)
	gsub(/\001/, "%", regex)
	if (regex !~ /[a-z][a-z]/)
		return
	printf "%s:%d\t%s\t%s\n", file, line, s, regex
}

# From the parenthesis at `at`: the literals of argument `want`; adjacent
# ones join, STR_FMT between them is a conversion.
function scan_call(at, want, line,    depth, arg, c, n, lit, open, word) {
	depth = arg = 0
	lit = ""
	n = length(text)
	for (; at <= n; at++) {
		c = substr(text, at, 1)
		if (c == "\"") {
			for (at++; (c = substr(text, at, 1)) != "\""; at++) {
				if (arg == want && depth == 1)
					lit = lit c
				if (c == "\\") {
					at++
					if (arg == want && depth == 1)
						lit = lit substr(text, at, 1)
				}
			}
		} else if (c == "'") {
			at += substr(text, at + 1, 1) == "\\" ? 3 : 2
		} else if (c == "(") {
			depth++
		} else if (c == ")") {
			if (--depth == 0)
				break
		} else if (c == "," && depth == 1) {
			if (arg == want)
				print_text(line, lit)
			lit = ""
			arg++
		} else if (c == ":" && arg == want && depth == 1) {
			print_text(line, lit)
			lit = ""
		} else if (c ~ /[A-Z]/ && substr(text, at, 7) == "STR_FMT") {
			if (arg == want && depth == 1)
				lit = lit "%s"
			at += 6
		}
	}
	if (arg == want)
		print_text(line, lit)
}

END {
	rest = text
	offset = 0
	while (match(rest, /diag_[a-z]+\(/)) {
		name = substr(rest, RSTART, RLENGTH - 1)
		want = format_index(name)
		start = offset + RSTART + RLENGTH - 1
		before = substr(text, 1, start)
		line = gsub(/\n/, "", before) + 1
		if (want >= 0)
			scan_call(start, want, line)
		offset += RSTART + RLENGTH - 1
		rest = substr(rest, RSTART + RLENGTH)
	}
}
