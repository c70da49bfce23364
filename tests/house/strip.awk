# C text without comments, line by line. With strings=no the contents of
# string and character literals go too. Lines keep their numbers; with
# names=yes each is prefixed FILE:LINE: as grep would.

FNR == 1 { within = "" }

{
	out = ""
	n = length($0)
	for (i = 1; i <= n; i++) {
		c = substr($0, i, 1)
		two = substr($0, i, 2)
		if (within == "comment") {
			if (two == "*/") {
				within = ""
				i++
			}
		} else if (within != "") {
			if (strings != "no" || c == within)
				out = out c
			if (c == "\\") {
				if (strings != "no")
					out = out substr($0, i + 1, 1)
				i++
			} else if (c == within) {
				within = ""
			}
		} else if (two == "/*") {
			within = "comment"
			out = out " "
			i++
		} else if (two == "//") {
			break
		} else {
			if (c == "\"" || c == "'")
				within = c
			out = out c
		}
	}
	if (within != "comment" && substr($0, n, 1) != "\\")
		within = ""
	if (names == "yes")
		printf "%s:%d:", FILENAME, FNR
	print out
}
