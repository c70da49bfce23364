"""Edits a record: `python3 edit.py WHAT` changes the file of fma_latency-fp32
as the function of that name says."""
import glob
import json
import sys

PATH, = glob.glob("evidence/h200/fma_latency-fp32-*[0-9a-f].json")


def replicates(record):
    for run in record["runs"]:
        yield from run["replicates"]


def fewer_cases(record):
    """Without the case of eight chains, wherever it stands."""
    del record["cases"][3]
    for replicate in replicates(record):
        del replicate["samples"][3]


def one_case(record):
    """The only case that the claim asks for."""
    record["cases"] = record["cases"][:1]
    for replicate in replicates(record):
        replicate["samples"] = replicate["samples"][:1]


def cases_turned(record):
    """One chain's samples for two chains."""
    record["cases"][:2] = record["cases"][1::-1]


def other_measure(record):
    for case in record["cases"]:
        case["unit"] = "ns"


def other_slope(record):
    for case in record["cases"]:
        case["slope"] = "launches"


def longer(record):
    """Launches of twice the length: half the slope."""
    for case in record["cases"]:
        case["n"] *= 2


def shorter(record):
    for case in record["cases"]:
        case["n"] //= 2


def samples_gone(record):
    for replicate in replicates(record):
        replicate["samples"] = []


def one_left_out(record):
    record["runs"][0]["replicates"][3]["samples"][0] = None


def negative(record):
    record["runs"][0]["replicates"][3]["samples"][0][0][2] = -1


def huge(record):
    for replicate in replicates(record):
        replicate["samples"][0][1] = [1e300] * 5


def falling(record):
    """Launches four times as long take less."""
    for replicate in replicates(record):
        replicate["samples"][0] = replicate["samples"][0][::-1]


def flipped(record):
    """What was dropped is called valid."""
    for replicate in replicates(record):
        replicate["conditions"]["throttle"] = 8
        replicate["valid"], replicate["dropped"] = True, None


def no_clock(record):
    """What no loaded device has: it idled."""
    for replicate in replicates(record):
        replicate["conditions"]["sm_clock_mhz"] = 210


def run_twice(record):
    record["runs"].append(record["runs"][0])


def run_renamed(record):
    """The same samples, as of another time."""
    again = dict(record["runs"][0], started="2026-11-30T12:20:11Z")
    record["runs"].append(again)


def run_appended(record):
    """Samples made up, of a time between."""
    again = json.loads(json.dumps(record["runs"][0]))
    again["started"] = "2026-11-30T05:20:11Z"
    for replicate in again["replicates"]:
        for pair in replicate["samples"]:
            pair[1] = [x / 2 for x in pair[1]]
    record["runs"].insert(1, again)


def run_gone(record):
    del record["runs"][0]


def replicate_gone(record):
    del record["runs"][0]["replicates"][9]


def replaced(record):
    """Other samples in a run that is there."""
    for replicate in record["runs"][0]["replicates"]:
        replicate["samples"][0][1][2] -= 1


def future(record):
    for run in record["runs"]:
        run["started"] = run["started"].replace("2026", "2126")


def no_date(record):
    record["runs"][0]["started"] = "2026-02-31 03:20"


def other_harness(record):
    record["harness"] = "0"


def other_target(record):
    record["target"] = "sm_90"


def other_device(record):
    record["device"]["name"] = "NVIDIA B200"


def other_cc(record):
    record["device"]["cc"] = "8.0"


def half_a_device(record):
    record["device"]["sm_count"] = 66


def other_cubin(record):
    record["cubin"] = "c0ffee"


def other_toolkit(record):
    record["toolkit"] = "13.1.0"


def verdict(record):
    """What no record has."""
    record["format"] = "kbc-evidence 2"


def other_job(record):
    record["job"] = record["job"].replace("fp32", "fp64")


def other_key(record):
    record["key"] = "0" * 8


def main():
    with open(PATH) as file:
        record = json.load(file)
    globals()[sys.argv[1]](record)
    with open(PATH, "w") as file:
        json.dump(record, file)
        file.write("\n")


main()
