"""Reports against the rules of their forms: report_valid.py FOLDER SCHEMA

FOLDER holds what one command printed of the working folder in each form (json,
junit, sarif, github, markdown). Every rule that is broken is printed, and what
there was; the exit status is 1 if any is. Of JSON the rules are the schema; of
the others they are the standard's or the service's, as far as a program that
writes can break them.
"""

import json
import re
import sys
import urllib.parse
import xml.etree.ElementTree as xml
from pathlib import Path

import jsonschema

FAULTS = []


def check(good, what):
    if not good:
        FAULTS.append(what)


def lines_of(path):
    text = Path(path).read_bytes().decode("utf-8", "replace")
    return text.split("\n")


def units(text):
    return len(text.encode("utf-16-le")) // 2


def check_json(text, schema):
    report = json.loads(text)
    validator = jsonschema.Draft202012Validator(schema)
    validator.check_schema(schema)
    for error in validator.iter_errors(report):
        check(False, f"json: {error.json_path}: {error.message}")
    return [c["status"] for p in report["pages"] for c in p["claims"]]


def check_case(case):
    check(case.get("name") and case.get("classname"), "junit: a case's name")
    check(len(case) <= 1, "junit: a case with two ends")
    for end in case:
        check(end.tag in ("failure", "error", "skipped"), f"junit: {end.tag}")
        check(end.get("message"), f"junit: {end.tag} without message")
    return case[0].tag if len(case) else "passed"


def check_junit(text):
    root = xml.fromstring(text)
    check(root.tag == "testsuites", "junit: root")
    ends = []
    for suite in root:
        check(suite.tag == "testsuite", f"junit: {suite.tag}")
        of_suite = [check_case(case) for case in suite]
        names = [case.get("name") for case in suite]
        check(len(set(names)) == len(names), "junit: a name twice")
        for key, tag in (("failures", "failure"), ("errors", "error"),
                         ("skipped", "skipped")):
            check(int(suite.get(key)) == of_suite.count(tag),
                  f"junit: {key} of {suite.get('name')}")
        check(int(suite.get("tests")) == len(of_suite), "junit: tests")
        ends += of_suite
    return ends


KINDS = {"confirmed": "pass", "refuted": "fail", "inconclusive": "review",
         "probe-limited": "review", "stale": "review", "not-run": "open",
         "not-applicable": "notApplicable", "error": "fail",
         "unbound": "open", "open": "informational", "fault": "fail",
         "warning": "fail", "unable": "fail", "lost": "fail",
         "not-firm": "fail", "device": "fail", "toolkit": "fail",
         "removed": "fail",
         "widened": "fail", "narrowed": "fail", "word": "fail",
         "conflict": "fail", "altered": "fail", "empty": "fail"}


def check_message(message):
    text = message["text"]
    check(text, "sarif: a message without text")
    pairs = text.replace("{{", "").replace("}}", "")
    check("{" not in pairs and "}" not in pairs, f"sarif: placeholder: {text}")
    check(not re.search(r"(?<!\\)\[[^\]]*\]\(", text), f"sarif: link: {text}")


def check_region(path, region):
    lines = lines_of(path)
    first, last = region["startLine"], region["endLine"]
    check(1 <= first <= last <= len(lines) + 1, f"sarif: lines of {region}")
    check(1 <= region["startColumn"] <= units(lines[first - 1]) + 1,
          f"sarif: start of {region}")
    if first != last:
        return ""
    line = lines[first - 1].encode("utf-16-le")
    check(region["startColumn"] <= region["endColumn"] <= len(line) // 2 + 1,
          f"sarif: end of {region}")
    part = line[2 * region["startColumn"] - 2:2 * region["endColumn"] - 2]
    return part.decode("utf-16-le")


def check_result(result, rules):
    rule = rules[result["ruleIndex"]]
    kind = result["kind"]
    check(rule["id"] == result["ruleId"], "sarif: index of a rule")
    check(kind in (KINDS[rule["id"]], "fail"), f"sarif: {rule['id']}: {kind}")
    check((kind == "fail") == (result["level"] != "none"),
          f"sarif: {kind} with level {result['level']}")
    check_message(result["message"])
    place = result["locations"][0]["physicalLocation"]
    uri = place["artifactLocation"]["uri"]
    check(re.fullmatch(r"([A-Za-z0-9._~/-]|%[0-9A-F]{2})+", uri),
          f"sarif: uri {uri}")
    path = urllib.parse.unquote(uri)
    if not Path(path).exists():
        check(False, f"sarif: no file {path}")
        return None
    return check_region(path, place["region"])


def check_sarif(text):
    log = json.loads(text)
    check(log["version"] == "2.1.0", "sarif: version")
    check(log["$schema"].endswith("sarif-2.1.0.json"), "sarif: schema")
    run, = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    check([r["id"] for r in rules] == list(KINDS), "sarif: rules")
    check(run["columnKind"] == "utf16CodeUnits", "sarif: columns")
    call, = run["invocations"]
    check(isinstance(call["executionSuccessful"], bool), "sarif: invocation")
    prints = [r["partialFingerprints"]["kbcClaim/v1"] for r in run["results"]]
    check(len(set(prints)) == len(prints), "sarif: a fingerprint twice")
    return [(r["ruleId"], check_result(r, rules)) for r in run["results"]]


def unescape(text):
    for code, sign in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"),
                       ("%2C", ","), ("%25", "%")):
        text = text.replace(code, sign)
    return text


def check_github(text):
    commands = 0
    for line in text.rstrip("\n").split("\n")[:-1]:
        parts = re.fullmatch(r"::(error|warning|notice) ([^:]*)::(.+)", line)
        if not parts:
            check(False, f"github: {line}")
            continue
        commands += 1
        values = dict(p.split("=", 1) for p in parts[2].split(","))
        if "file" in values:
            path = unescape(values["file"])
            check(Path(path).exists(), f"github: no file {path}")
            check(int(values["line"]) <= len(lines_of(path)), "github: line")
    return commands


def check_markdown(text):
    rows, width = 0, None
    for line in text.split("\n"):
        if not line.startswith("|"):
            width = None
            continue
        width = width or line.count("|")
        rows += 1
        check(line.count("|") == width, f"markdown: cells of {line}")
        bare = re.sub(r"&#\d+;|</?code>", "", line)
        check(not re.search(r"[<>&`*_\[\]@#$~\\]", bare.replace("| ---", "")),
              f"markdown: a sign in {bare}")
    return rows


def main():
    folder, schema = Path(sys.argv[1]), Path(sys.argv[2])
    text = {p.name: p.read_text(encoding="utf-8") for p in folder.iterdir()}
    claims = check_json(text["json"], json.loads(schema.read_text()))
    ends = check_junit(text["junit"])
    results = check_sarif(text["sarif"])
    failed = [c for c in claims if c in ("refuted", "error")]
    print("claims", len(claims), "failed", len(failed))
    print("cases", len(ends), "failed",
          len([e for e in ends if e in ("failure", "error")]))
    for rule, part in results:
        print(f"{rule}: {part}")
    print("annotations", check_github(text["github"]))
    print("rows", check_markdown(text["markdown"]))
    for fault in FAULTS:
        print("FAULT", fault)
    return 1 if FAULTS else 0


sys.exit(main())
