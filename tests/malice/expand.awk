# {{e2 80 ae}} in a page becomes these bytes: what no eye sees stays legible
# here. Run with LC_ALL=C.
function value(c) {
	return index("0123456789abcdef", c) - 1
}
{
	while (match($0, /\{\{[0-9a-f ]+\}\}/)) {
		printf "%s", substr($0, 1, RSTART - 1)
		n = split(substr($0, RSTART + 2, RLENGTH - 4), bytes, " ")
		for (i = 1; i <= n; i++)
			printf "%c", value(substr(bytes[i], 1, 1)) * 16 + \
				value(substr(bytes[i], 2, 1))
		$0 = substr($0, RSTART + RLENGTH)
	}
	print
}
