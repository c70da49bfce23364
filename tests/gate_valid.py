"""Outputs of the gate against their schema: gate_valid.py FOLDER SCHEMA

FOLDER holds what `kbc gate --format json` printed, a file a call; what printed
nothing could not be judged. Every rule that is broken is printed, then each
rule of the gate that was seen and how many calls said something; the exit
status is 1 if a rule of the schema is broken or one of the gate was not seen.
"""

import json
import sys
from pathlib import Path

import jsonschema


def main():
    schema = json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    faults, seen, calls = [], set(), 0
    for path in sorted(Path(sys.argv[1]).iterdir()):
        text = path.read_text(encoding="utf-8")
        if not text:
            continue
        calls += 1
        said = json.loads(text)
        faults += [f"{path.name}: {e.json_path}: {e.message}"
                   for e in validator.iter_errors(said)]
        fails = [f["rule"] for f in said["findings"] if f["fails"]]
        seen.update(f["rule"] for f in said["findings"])
        if said["passed"] != (not fails):
            faults.append(f"{path.name}: passed, with {fails}")
    known = schema["$defs"]["finding"]["properties"]["rule"]["enum"]
    faults += [f"no call found '{rule}'" for rule in known
               if rule not in seen]
    print("\n".join(faults + [f"{len(seen)} of {len(known)} rules"]))
    return 1 if faults or calls < 50 else 0


if __name__ == "__main__":
    sys.exit(main())
