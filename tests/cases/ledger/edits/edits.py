"""Every edit of every member of a record, one after the other, and what comes
of it. Of a list the first item stands for all."""
import copy
import glob
import json
import os
import re
import subprocess
import sys

path, = glob.glob("evidence/h200/fma_latency-*.json")
text = open(path).read()
good = json.loads(text)
GONE = object()
OTHERS = {"cycles": "ns", "sm_90a": "sm_90", "9.0": "9.1", "fp32": "fp16",
          "1": "4", "2026-11-30T03:20:11Z": "2026-11-29T03:20:11Z"}


def places(value, way=()):
    if way:
        yield way
    if isinstance(value, dict):
        for key in value:
            yield from places(value[key], way + (key,))
    elif isinstance(value, list):
        if value:
            yield from places(value[0], way + (0,))


def edits(value):
    """Names of edits, and the new values."""
    yield "gone", GONE
    yield "null", None
    yield "another type", 7 if isinstance(value, (str, dict, list)) else "x"
    if isinstance(value, bool):
        yield "the other", not value
    elif isinstance(value, (int, float)):
        yield "more", value * 2
        yield "less", value / 2 if value % 2 else value // 2
        yield "below 0", -value - 1
    elif isinstance(value, str):
        yield "another", OTHERS.get(value, value + "x")
        if re.fullmatch("[0-9a-f]{8,}", value):
            yield "another tail", value[:-1] + "0f"[value[-1] == "0"]
    elif isinstance(value, list) and value:
        yield "one twice", value + [value[-1]]
        yield "the last gone", value[:-1]
        yield "the first gone", value[1:]


def put(way, new):
    record = copy.deepcopy(good)
    at = record
    for step in way[:-1]:
        at = at[step]
    if new is GONE:
        del at[way[-1]]
    else:
        at[way[-1]] = new
    return json.dumps(record)


def outcome():
    r = subprocess.run([os.environ["KBC"], "verify", "--device", "none",
                        "--dry-run", "--verbose", "."], text=True,
                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    said = re.search(r"json:\d+:(\d+): error: (.*)", r.stderr)
    if said:
        return "refused: " + said.group(2)
    said = re.search(r"page.md:\d+:\d+: ([a-z -]+): (.*?)  \[", r.stdout)
    return said.group(1) + ": " + said.group(2)


def show(way, edit):
    name = "".join("[%d]" % s if isinstance(s, int) else "." + s for s in way)
    said = re.sub(r"(fma_latency-fp(?:32|16))-[0-9a-f]{8}x?", r"\1-HASH",
                  outcome())
    print("%s, %s: %s" % (name[1:], edit, said))


for way in places(good):
    value = good
    for step in way:
        value = value[step]
    for edit, new in edits(value):
        if new is not GONE or not isinstance(way[-1], int):
            open(path, "w").write(put(way, new))
            show(way, edit)
for cut in (0, 1, 100, len(text) // 2, len(text) - 3):
    open(path, "w").write(text[:cut])
    show((".the file",), "cut at %d" % cut if cut < 101 else "cut")
open(path, "w").write(text)
folder, name = os.path.split(path)
for new in ("evidence/b200/" + name, folder + "/fma_latency-fp16-" +
            name[-13:], folder + "/" + name[:-13] + "00000000.json"):
    os.makedirs(os.path.dirname(new), exist_ok=True)
    os.rename(path, new)
    show((".the file",), "as " + re.sub("-[0-9a-f]{8}", "-HASH", new))
    os.rename(new, path)
