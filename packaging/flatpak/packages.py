#!/usr/bin/env python3
"""Writes packages.json, the sources of the Swift packages, from Package.swift.

    packaging/flatpak/packages.py          writes the file
    packaging/flatpak/packages.py --check  fails if the file is not up to date, or if the packages
                                           that are used here have other versions

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
RESOLVED = os.path.join(HERE, "..", "..", "Package.resolved")
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


def check_resolved(listed):
    """Compares the versions with those that SwiftPM has chosen here, if it has."""
    if not os.path.exists(RESOLVED):
        return
    with open(RESOLVED, encoding="utf-8") as file:
        pins = {pin["location"]: pin["state"].get("version") for pin in json.load(file)["pins"]}
    for source in listed:
        used = pins.get(source["url"], source["tag"])
        if used != source["tag"]:
            raise SystemExit(
                f"packages.py: {source['url']} is used at {used}; write that into testedVersions"
            )


def main():
    with open(MANIFEST, encoding="utf-8") as file:
        listed = sources(file.read())
    text = json.dumps(listed, indent=2) + "\n"
    if sys.argv[1:] == ["--check"]:
        check_resolved(listed)
        with open(OUTPUT, encoding="utf-8") as file:
            if file.read() != text:
                raise SystemExit("packages.py: packages.json is old; run packages.py")
        return
    with open(OUTPUT, "w", encoding="utf-8") as file:
        file.write(text)


main()
