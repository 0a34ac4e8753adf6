#!/usr/bin/env python3
"""Writes packages.json, the sources of the Swift packages, from Package.resolved.

    packaging/flatpak/packages.py

flatpak-builder fetches what is listed there before the build, which has no network. Package.resolved
itself is among it, because it is not in the repository. `swift package resolve` makes it.
"""

import json
import os

HERE = os.path.dirname(os.path.abspath(__file__))
RESOLVED = os.path.join(HERE, "..", "..", "Package.resolved")
HOST = "https://github.com/"


def source(pin):
    location, state = pin["location"], pin["state"]
    if not location.startswith(HOST):
        raise SystemExit(f"packages.py: the manifest finds packages of {HOST} only, not {location}")
    return {
        "type": "git",
        "url": location,
        "tag": state["version"],
        "commit": state["revision"],
        "dest": "packages/" + location.removeprefix(HOST),
    }


def main():
    with open(RESOLVED, encoding="utf-8") as file:
        text = file.read()
    sources = [source(pin) for pin in json.loads(text)["pins"]]
    sources.append({"type": "inline", "dest-filename": "Package.resolved", "contents": text})
    with open(os.path.join(HERE, "packages.json"), "w", encoding="utf-8") as file:
        json.dump(sources, file, indent=2)
        file.write("\n")


if __name__ == "__main__":
    main()
