#!/usr/bin/env python3
"""Writes packages.json, the sources of the Swift packages, from Package.swift.

    packaging/flatpak/packages.py          writes the file
    packaging/flatpak/packages.py --check  fails if the file is not up to date

flatpak-builder fetches what is listed there before the build, which has no network. The versions are
those of `testedVersions` in Package.swift, which are also what SwiftPM asks for.
"""

import json
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
MANIFEST = os.path.join(HERE, "..", "..", "Package.swift")
OUTPUT = os.path.join(HERE, "packages.json")
HOST = "https://github.com/"


def sources(manifest):
    listed = re.search(r"let testedVersions.*?\[\n(.*?)\n\]", manifest, re.DOTALL)[1]
    versions = dict(re.findall(r'"([^"]+)": "([^"]+)"', listed))
    addresses = re.findall(r'dependency\("https://github.com/([^"]+)", "', manifest)
    found = {address.split("/")[1]: address for address in addresses}
    missing = versions.keys() - found.keys()
    if missing or not versions:
        raise SystemExit(f"packages.py: no address for {', '.join(sorted(missing)) or 'anything'}")
    return [
        {
            "type": "git",
            "url": HOST + found[name],
            "tag": version,
            "dest": "packages/" + found[name],
        }
        for name, version in versions.items()
    ]


def main():
    with open(MANIFEST, encoding="utf-8") as file:
        text = json.dumps(sources(file.read()), indent=2) + "\n"
    if sys.argv[1:] == ["--check"]:
        with open(OUTPUT, encoding="utf-8") as file:
            if file.read() != text:
                raise SystemExit("packages.py: packages.json is old; run packages.py")
        return
    with open(OUTPUT, "w", encoding="utf-8") as file:
        file.write(text)


main()
