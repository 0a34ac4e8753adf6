#!/usr/bin/env python3
"""Writes the code that the gallery shows of its pages.

It comes from the examples in Sources/Gallery/Pages, so it cannot be other code than what the page
runs.

    scripts/gallery-code.py          writes Sources/Gallery/ExampleCode.swift
    scripts/gallery-code.py --check  fails if the file has other code
"""

import pathlib
import re
import sys

GALLERY = pathlib.Path(__file__).resolve().parent.parent / "Sources/Gallery"
OUTPUT = GALLERY / "ExampleCode.swift"
# The files whose examples the pages of a group are, unless a page has a feature of its own.
FILES = {"controls": "ControlPage", "layout": "LayoutPage", "text": "TextPage"}
REST = "BehaviourPage"
FEATURES = {
    "list": "ListPage",
    "listPages": "ListPagesPage",
    "listSections": "ListSectionsPage",
    "navigation": "NavigationPage",
    "presentations": "PresentationsPage",
    "splitView": "SplitViewPage",
    "tabView": "TabViewPage",
    "table": "TablePage",
}
HEAD = """\
// swift-format-ignore-file
// Written by scripts/gallery-code.py from the examples in Pages. Do not edit it.

extension GalleryPage {
  /// The code of the example.
  var code: String {
    switch self {
"""


def fail(message):
    sys.exit(f"gallery-code: {message}")


def source(name):
    return (GALLERY / "Pages" / f"{name}.swift").read_text()


def body(text, start):
    """Returns the text from an index to the brace that closes the first one behind it."""
    depth = 0
    for index in range(text.index("{", start), len(text)):
        depth += {"{": 1, "}": -1}.get(text[index], 0)
        if depth == 0:
            return text[start : index + 1]
    fail("a brace is not closed")


def names(cases):
    return re.findall(r"\.(\w+)", cases)


def switch(text, declaration, value):
    """Returns the values of the cases of a switch, and that of the others."""
    values, default = {}, None
    part = body(text, text.index(declaration))
    for match in re.finditer(rf"(case [^:]*|default):\s*{value}", part):
        if match[1] == "default":
            default = match[2]
        for name in names(match[1]):
            values[name] = match[2]
    return values, default


def example(name, page):
    """Returns the code of a type that a file shows: of that file, or of one of its own."""
    for stem in (page, name):
        text = source(stem)
        match = re.search(rf"^(?:private )?struct {name}: View", text, re.MULTILINE)
        if match:
            code = body(text, match.start())
            # A file with one example has helpers of the example besides it.
            return text.rstrip() if stem == name else code.removeprefix("private ")
    fail(f"there is no {name}")


def main():
    pages = (GALLERY / "GalleryPage.swift").read_text()
    cases = re.search(r"\n  case .*?(?=\n\n)", pages, re.DOTALL)[0]
    titles = re.findall(r"\w+", re.sub(r"\bcase\b", "", cases))
    groups, _ = switch(pages, "var group: Group", r"\.(\w+)")
    features, _ = switch(pages, "var state:", r"\.(\w+)\(")
    examples = {
        file: switch(source(file), "var body: some View", r"(\w+)\(\)")
        for file in [*FILES.values(), REST]
    }
    codes = {}
    for title in titles:
        if title in features:
            code = source(FEATURES[features[title]]).rstrip()
        else:
            file = FILES.get(groups[title], REST)
            known, default = examples[file]
            code = example(known.get(title, default), file)
        codes.setdefault(code, []).append(title)
    text = HEAD
    for code, titles in codes.items():
        if '"""##' in code:
            fail("the code has the mark that ends it")
        text += f"    case {', '.join('.' + title for title in titles)}:\n"
        text += f'##"""\n{code}\n"""##\n'
    text += "    }\n  }\n}\n"
    if "--check" in sys.argv:
        if not OUTPUT.exists() or OUTPUT.read_text() != text:
            fail(f"{OUTPUT.name} is not up to date: run scripts/gallery-code.py")
    else:
        OUTPUT.write_text(text)


main()
