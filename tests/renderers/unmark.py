"""A page without its markers: unmark.py FILE. Those on lines of their own go
with their lines and the blank one behind them."""
import re
import sys

text = open(sys.argv[1], encoding="utf-8").read()
text = re.sub(r"(?m)^<!-- kbc:.*?-->\n\n?", "", text, flags=re.S)
text = re.sub(r"<!--\s*kbc:.*?-->", "", text, flags=re.S)
sys.stdout.write(text)
