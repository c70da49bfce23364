"""What a reader sees of HTML: its words, one a line, without comments, tags and
the names of anchors. Reads standard input."""
import html
import re
import sys

text = sys.stdin.read()
text = re.sub(r"<!--.*?-->", "", text, flags=re.S)
text = re.sub(r"</?[a-zA-Z][^>]*>", lambda m: "" if re.match(
    r"</?(a|b|code|del|em|i|strong)\b", m.group()) else " ", text)
for word in html.unescape(text).split():
    print(word)
