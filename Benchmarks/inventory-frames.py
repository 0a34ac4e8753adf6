#!/usr/bin/python3
"""Counts the frames that Inventory's window misses while it is busy.

    inventory-frames.py PROGRAM DATABASE EMPTY CSV

Opens the window with a copy of the database, types searches and scrolls, and then with a copy of an
empty one into which it imports the file of CSV, in sessions of their own. The window asks for a
frame sixty times a second. Prints how many frames there were in each part, how long the gaps between
them were, and how many of them were longer than 50 ms; for jumps to places anywhere in the list, how
long it took until the rows there were painted, from the click in the scroll bar and from the first
frame that showed the place; for the import also the seconds that it took and the memory that the
program had at most.

One types without assistive technology. The file to import is chosen through the accessibility bus,
which the window therefore tells of its progress.
"""

import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
LONG = 50
JUMPS = 60


class Window:
    """The program in a session of its own, through the driver of the end-to-end tests."""

    def __init__(self):
        self.driver = subprocess.Popen(
            [
                os.path.join(ROOT, "Tests/InventoryTests/Support/drive.py"),
                "--new-session",
                os.path.join(ROOT, "scripts/with-display.sh"),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, what, **values):
        self.driver.stdin.write(json.dumps({"do": what, **values}) + "\n")
        self.driver.stdin.flush()
        answer = json.loads(self.driver.stdout.readline() or '{"error": "the session has ended"}')
        if "error" in answer:
            raise SystemExit(f"inventory-frames: {what}: {answer['error']}")
        return answer

    def end(self):
        self.driver.stdin.close()
        self.driver.wait()


class Frames:
    """What the program writes with INVENTORY_FRAME_LOG."""

    def __init__(self, path):
        self.path = path

    def times(self):
        return [time for time, word in self.lines() if word is None]

    def lines(self):
        """The time of each line, and the word after it."""
        with open(self.path, encoding="ascii") as file:
            for line in file.read().split("\n")[:-1]:
                time, *words = line.split()
                yield int(time) / 1e6, words[0] if words else None

    def rows_painted(self, start, end):
        """When the list was at the place to which it was scrolled at a time, and when its rows were.

        A frame shows the place and asks for rows, and a later one shows them.
        """
        painted = [(time, word) for time, word in self.lines() if word and start <= time <= end]
        waiting = [index for index, (_, word) in enumerate(painted) if word == "waiting"]
        # Without a frame that waits, the rows were there when the second one was painted.
        first, last = (waiting[0], waiting[-1] + 1) if waiting else (1, 1)
        return painted[first][0], painted[last][0]

    def show(self, name, start, end):
        # The last frame before the beginning belongs to the first gap.
        times = self.times()
        inside = [time for time in times if start <= time <= end]
        before = [time for time in times if time < start][-1:]
        after = [time for time in times if time > end][:1]
        all_times = before + inside + after
        gaps = sorted((b - a) * 1000 for a, b in zip(all_times, all_times[1:]))
        if not gaps:
            raise SystemExit(f"inventory-frames: no frames while {name}")
        long = [gap for gap in gaps if gap > LONG]
        worst = sorted(
            ((b - a) * 1000, a) for a, b in zip(all_times, all_times[1:]) if (b - a) * 1000 > LONG
        )[-5:]
        p99 = gaps[min(int(len(gaps) * 0.99), len(gaps) - 1)]
        print(
            f"{name:44} {len(gaps):6} {p99:7.1f} ms {gaps[-1]:7.1f} ms {len(long):6}"
            + "".join(f"  {gap:.0f} ms after {at - start:.1f} s" for gap, at in worst),
            flush=True,
        )


def memory_mb(pid):
    """How much memory a process had at most, and how much it has."""
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        fields = dict(line.split(":", 1) for line in status)
    return int(fields["VmHWM"].split()[0]) / 1024, int(fields["VmRSS"].split()[0]) / 1024


def cpu_seconds(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def last_key(database):
    """The key of the last item. To count a million items would take a core from the window."""
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
        return connection.execute("SELECT IFNULL(MAX(key), 0) FROM item").fetchone()[0]


def copy_database(database, folder):
    copy = os.path.join(folder, "inventory.sqlite")
    for suffix in ["", "-wal"]:
        if os.path.exists(database + suffix):
            shutil.copy(database + suffix, copy + suffix)
    return copy


class Run:
    """Inventory with a copy of a database."""

    def __init__(self, program, database):
        self.folder = tempfile.mkdtemp(prefix="inventory-frames.")
        self.database = copy_database(database, self.folder)
        self.frames = Frames(os.path.join(self.folder, "frames"))
        self.window = Window()
        self.pid = self.window.ask(
            "launch",
            program=program,
            arguments=["--database", self.database],
            environment={"INVENTORY_FRAME_LOG": self.frames.path},
        )["pid"]

    def __enter__(self):
        self.window.ask("window", name="Inventory", seconds=60)
        return self

    def __exit__(self, *_):
        self.window.end()
        shutil.rmtree(self.folder, ignore_errors=True)


def xdotool(*arguments):
    return subprocess.run(["xdotool", *arguments], check=True, capture_output=True, text=True).stdout


class RunWithoutAssistance:
    """Inventory with a copy of a database, in the session in which this script runs."""

    def __init__(self, program, database, settings=()):
        self.folder = tempfile.mkdtemp(prefix="inventory-frames.")
        copy = copy_database(database, self.folder)
        self.frames = Frames(os.path.join(self.folder, "frames"))
        os.mkdir(os.path.join(self.folder, "gtk-4.0"))
        path = os.path.join(self.folder, "gtk-4.0", "settings.ini")
        with open(path, "w", encoding="ascii") as file:
            file.write("\n".join(["[Settings]", *settings, ""]))
        environment = {
            **os.environ,
            "GTK_A11Y": "none",
            "INVENTORY_FRAME_LOG": self.frames.path,
            "XDG_CONFIG_HOME": self.folder,
        }
        self.process = subprocess.Popen([program, "--database", copy], env=environment)

    def __enter__(self):
        self.window = xdotool(
            "search", "--sync", "--onlyvisible", "--name", "^Inventory$"
        ).split()[-1]
        xdotool("windowfocus", "--sync", self.window)
        time.sleep(1)
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def measure_use(program, database):
    """Types and scrolls."""
    with RunWithoutAssistance(program, database) as run:
        frames = run.frames
        start = time.monotonic()
        time.sleep(15)
        frames.show("the file is checked and backed up", start, time.monotonic())

        xdotool("key", "ctrl+f")
        time.sleep(1)
        start = time.monotonic()
        for text in ["steel screw 4", "shelf 4 keep", "hammer", "sku-4711"]:
            xdotool("type", "--delay", "120", text)
            time.sleep(1)
            xdotool("key", "--delay", "60", *["BackSpace"] * len(text))
            time.sleep(1)
        frames.show("one types searches and deletes them", start, time.monotonic())

        xdotool("key", "Escape")
        time.sleep(1)
        xdotool("mousemove", "--window", run.window, "300", "300")
        start = time.monotonic()
        for button in ["5", "4"]:
            xdotool("click", "--repeat", "100", "--delay", "20", button)
        time.sleep(1)
        frames.show("one scrolls with the wheel", start, time.monotonic())
        peak, now = memory_mb(run.process.pid)
        print(f"  memory at most {peak:.0f} MB, {now:.0f} MB at the end")


def measure_jumps(program, database):
    """Clicks at places of the scroll bar, which is always there and goes to them at once."""
    settings = ["gtk-overlay-scrolling=0", "gtk-enable-animations=0"]
    with RunWithoutAssistance(program, database, settings) as run:
        time.sleep(15)
        geometry = xdotool("getwindowgeometry", "--shell", run.window)
        size = dict(line.split("=") for line in geometry.split())
        # Not in the frame around the window.
        right, height = int(size["WIDTH"]) - 12, int(size["HEIGHT"])
        places = random.Random(1)
        from_click, from_place = [], []
        start = time.monotonic()
        with subprocess.Popen(["xdotool", "-"], stdin=subprocess.PIPE, text=True) as pointer:

            def perform(command):
                pointer.stdin.write(command + "\n")
                pointer.stdin.flush()

            for _ in range(JUMPS):
                place = places.randint(height // 6, height - 20)
                perform(f"mousemove --window {run.window} {right} {place}")
                time.sleep(0.5)
                clicked = time.monotonic()
                perform("click 1")
                time.sleep(1)
                at_place, complete = run.frames.rows_painted(clicked, clicked + 1)
                from_click.append((complete - clicked) * 1000)
                from_place.append((complete - at_place) * 1000)
        run.frames.show("one jumps to places of the list", start, time.monotonic())
        for latencies, what in ((from_click, "the click"), (from_place, "the first frame there")):
            latencies.sort()
            print(
                f"  rows painted {latencies[len(latencies) // 2]:.0f} ms after {what} (median), "
                f"{latencies[int(len(latencies) * 0.95)]:.0f} ms (p95), {latencies[-1]:.0f} ms "
                "(longest)",
                flush=True,
            )


def measure_import(program, database, csv):
    with Run(program, database) as run:
        run.window.ask("press", role="button", name="Import…")
        run.window.ask("choose", name="Import Items", file=csv)
        # By then the file has been looked at. To find the button, the driver would ask for every
        # widget of the sheet, and GTK would then tell it of each when the form goes.
        time.sleep(5)
        # From the first control backwards to the last, and on to the buttons above.
        for keys in ("shift+Tab", "Tab", "Tab"):
            run.window.ask("key", keys=keys)
            time.sleep(0.2)
        before = last_key(run.database)
        start, cpu = time.monotonic(), cpu_seconds(run.pid)
        run.window.ask("key", keys="space")
        while last_key(run.database) == before:
            waited = time.monotonic() - start
            if 15 < waited and cpu_seconds(run.pid) - cpu < waited / 2:
                raise SystemExit("inventory-frames: the import has not begun")
            if 600 < waited:
                raise SystemExit("inventory-frames: the import does not end")
            time.sleep(0.25)
        end = time.monotonic()
        cpu = cpu_seconds(run.pid) - cpu
        peak, now = memory_mb(run.pid)
        # The list is read again, and then the log is written into the file.
        time.sleep(6)
        rows = last_key(run.database) - before
        run.frames.show("a file is imported", start, time.monotonic())
        print(
            f"  {rows} rows in {end - start:.1f} s, {cpu:.1f} s of processor time; "
            f"memory at most {peak:.0f} MB, {now:.0f} MB at the end"
        )


def main():
    if sys.argv[1:2] == ["--use"]:
        measure_use(*sys.argv[2:])
        measure_jumps(*sys.argv[2:])
        return 0
    if len(sys.argv) != 5:
        print(__doc__, file=sys.stderr)
        return 2
    program, database, empty, csv = map(os.path.abspath, sys.argv[1:])
    print(f"{'frames while':44} {'all':>6} {'p99':>7}    {'longest':>7}    {'> 50 ms':>6}")
    sys.stdout.flush()
    script = os.path.join(ROOT, "scripts/with-display.sh")
    subprocess.run(
        [script, sys.executable, os.path.abspath(__file__), "--use", program, database], check=True
    )
    measure_import(program, empty, csv)
    return 0


if __name__ == "__main__":
    sys.exit(main())
