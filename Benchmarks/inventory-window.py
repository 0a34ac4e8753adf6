#!/usr/bin/python3
"""Measures how long Inventory takes to show its window, and the memory it has then.

    inventory-window.py PROGRAM RUNS DATABASE…

Prints a table with a line for each database: the median of the times from the start of the program
until its window is on the screen, and the program's resident memory three seconds later, also as
multiples of the first database's. Runs in a session with a display (scripts/with-display.sh).
"""

import os
import statistics
import subprocess
import sys
import time


def resident_kib(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        for line in status:
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
    raise SystemExit(f"inventory-window: no memory of process {pid}")


def measure(program, database):
    """Returns seconds until the window is shown, and the resident memory in KiB."""
    with subprocess.Popen(
        ["xev", "-root", "-event", "substructure"], stdout=subprocess.PIPE, text=True
    ) as events:
        # xev tells about a window of its own only when it has one; it needs a moment to connect.
        time.sleep(0.5)
        start = time.monotonic()
        process = subprocess.Popen([program, "--database", database])
        try:
            for line in events.stdout:
                if line.startswith("MapNotify"):
                    break
                if process.poll() is not None:
                    raise SystemExit(f"inventory-window: {program} ended before it had a window")
            seconds = time.monotonic() - start
            time.sleep(3)
            return seconds, resident_kib(process.pid)
        finally:
            process.terminate()
            process.wait()
            events.terminate()


def main():
    if len(sys.argv) < 4:
        print(__doc__, file=sys.stderr)
        return 2
    program, runs, databases = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
    os.environ["GTK_A11Y"] = "none"
    figures = {database: [] for database in databases}
    for run in range(runs + 1):
        for database in databases:
            figure = measure(program, database)
            # The first run fills the cache of the file system.
            if run > 0:
                figures[database].append(figure)
    print("                                               window     of it     memory     of it")
    base = None
    for database in databases:
        seconds = statistics.median(figure[0] for figure in figures[database])
        memory = statistics.median(figure[1] for figure in figures[database]) / 1024
        base = base or (seconds, memory)
        print(
            f"{os.path.basename(database):44} {seconds * 1000:6.0f} ms {seconds / base[0]:9.2f}"
            f" {memory:7.0f} MB {memory / base[1]:9.2f}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
