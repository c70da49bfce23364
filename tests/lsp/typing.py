"""typing.py WIKI PAGE [COUNT]: types into a page of a wiki for long, and says how
long an answer takes and how much memory that takes. Fails when memory grows
with the changes, or an answer takes longer than a reader waits."""
import os
import sys
import time

import client

GROWTH = 8 << 20  # bytes, between the first changes and the last
ANSWER = 0.5      # seconds, the middle of all, on a machine that is busy


def resident(process):
    with open("/proc/%d/status" % process.pid, encoding="ascii") as file:
        for line in file:
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
    return 0


def main():
    os.chdir(sys.argv[1])
    page = sys.argv[2]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 2000
    server = client.Server(os.environ["KBC"])
    server.initialize()
    start = time.monotonic()
    server.open(page)
    server.told(page)
    opened = time.monotonic() - start
    # a number is typed and taken back at the end of each heading's line
    places = [at for at, c in enumerate(server.texts[page])
              if server.texts[page][at:at + 3] == "\n# "
              or server.texts[page][at:at + 4] == "\n## "]
    times, first = [], 0
    for n in range(count):
        at = places[n // 2 % len(places)]
        if n % 2 == 0:
            server.change(page, at, 0, "\nIt is %d us here.\n" % n)
        else:
            server.change(page, at, len("\nIt is %d us here.\n" % (n - 1)),
                          "")
        start = time.monotonic()
        said = server.told(page)
        times.append(time.monotonic() - start)
        hints = [d for m in said if m["method"].endswith("Diagnostics")
                 for d in m["params"]["diagnostics"] if "us" in d["message"]]
        if len(hints) != (n % 2 == 0):
            sys.exit("change %d: %d hints at the number" % (n, len(hints)))
        if n == count // 10:
            first = resident(server.process)
    growth = resident(server.process) - first
    times.sort()
    middle = times[len(times) // 2]
    print("opened in %.0f ms; %d changes: half within %.1f ms, 99 %% within "
          "%.1f ms; %.1f MB resident, %.1f MB more since change %d" % (
              1e3 * opened, count, 1e3 * middle,
              1e3 * times[len(times) * 99 // 100],
              resident(server.process) / 1e6, growth / 1e6, count // 10))
    server.ask("shutdown", None)
    server.notify("exit", None)
    if server.end() != 0:
        sys.exit("the server did not end well")
    if growth > GROWTH:
        sys.exit("memory grows with the changes")
    if middle > ANSWER:
        sys.exit("an answer takes too long")


main()
