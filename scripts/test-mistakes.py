#!/usr/bin/env python3
"""Checks what the compiler says of the mistakes in Tests/Mistakes, once the tests are built.

Each file there contains mistakes that people make. A comment above a line says what the compiler
has to report at that line:

    // error: value of type 'Button<Text>' has no member 'wobble'

A message may go on in the next lines of comments, and may be a part of what the compiler reports.
What it reports at another line is a failure, and so is an expression or a body that it checks for
more than a second: a mistake must not make the compiler try all combinations. The files in
Tests/Mistakes/Support contain no mistakes.

With arguments, checks only the files whose paths contain one of them.
"""

import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MISTAKES = ROOT / "Tests/Mistakes"
BUILD = ROOT / ".build/debug"
MACROS = "ComposableArchitectureMacros"
LIMIT = 1000  # milliseconds

EXPECTATION = re.compile(r"^\s*// (error|warning): (.*)$")
COMMENT = re.compile(r"^\s*// (.*)$")
DIAGNOSTIC = re.compile(r"^(.+?):(\d+):\d+: (error|warning): (.*)$")


def expectations(path):
    """Returns the line, the kind and the message of each report that a file asks for."""
    found = []
    pending = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if match := EXPECTATION.match(line):
            pending.append([match[1], match[2]])
        elif pending and (match := COMMENT.match(line)):
            pending[-1][1] += " " + match[1]
        else:
            found += [(number, kind, message) for kind, message in pending]
            pending = []
    return found


def compile_files(files):
    """Type-checks files as one module, in one process, and returns what the compiler prints."""
    folders = subprocess.run(
        ["pkg-config", "--cflags-only-I", "gtk4"], check=True, capture_output=True, text=True
    ).stdout.split()
    command = ["swiftc", "-typecheck", "-wmo", "-parse-as-library", "-module-name", "Mistakes"]
    command += ["-swift-version", "6", "-diagnostic-style=llvm", "-I", BUILD / "Modules"]
    command += ["-load-plugin-executable", f"{BUILD}/{MACROS}-tool#{MACROS}"]
    command += ["-I", ROOT / "Sources/CGtk", "-Xcc"]
    command += [f"-fmodule-map-file={BUILD}/CGtkSupport.build/module.modulemap"]
    for folder in folders:
        command += ["-Xcc", folder]
    for kind in "expression-type-checking", "function-bodies":
        command += ["-Xfrontend", f"-warn-long-{kind}={LIMIT}"]
    return subprocess.run(command + files, capture_output=True, text=True).stderr


def main():
    support = sorted(MISTAKES.glob("Support/*.swift"))
    files = [
        path
        for path in sorted(MISTAKES.glob("*/*.swift"))
        if path not in support
        and (len(sys.argv) == 1 or any(part in str(path) for part in sys.argv[1:]))
    ]
    start = time.monotonic()
    output = compile_files(support + files)
    seconds = time.monotonic() - start

    expected = {(path, *report) for path in files for report in expectations(path)}
    reported = {
        (Path(match[1]), int(match[2]), match[3], match[4])
        for line in output.splitlines()
        if (match := DIAGNOSTIC.match(line))
    }
    failures = [line for line in output.splitlines() if line.startswith("error:")]
    for path in files:
        if not any(report[0] == path for report in expected):
            failures.append(f"{path.relative_to(ROOT)}: says of no line what is reported there")
    for path, line, kind, message in sorted(expected):
        matches = {
            report for report in reported if report[:3] == (path, line, kind) and message in report[3]
        }
        if not matches:
            failures.append(f"{path.relative_to(ROOT)}:{line}: not reported: {kind}: {message}")
    # What follows from a mistake may be reported at the same line.
    lines = {report[:3] for report in expected}
    reported = {report for report in reported if report[:3] not in lines}
    for path, line, kind, message in sorted(reported):
        name = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
        failures.append(f"{name}:{line}: not expected: {kind}: {message}")
    if not files or (not expected and not failures):
        failures.append("there is no file to check")
    if failures:
        print("\n".join(failures))
        sys.exit(1)
    print(f"test-mistakes: {len(expected)} mistakes are reported at their lines, in {seconds:.1f} s")


if __name__ == "__main__":
    main()
