#!/usr/bin/env python3
"""Writes the tables of the article "Coming from SwiftUI".

What is there and what is missing comes from the public declarations in Sources/GtkViews and
Sources/ComposableGtk. scripts/swiftui-table.toml has the sentences that no declaration tells: how
something differs from SwiftUI, and what exists only here.

    scripts/swiftui-table.py          writes the tables into the article
    scripts/swiftui-table.py --check  fails if the article has other tables
"""

import pathlib
import re
import sys
import tomllib
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).resolve().parent.parent
BRIDGE = "Sources/ComposableGtk"
MODULES = ["Sources/GtkViews", BRIDGE]
SENTENCES = ROOT / "scripts/swiftui-table.toml"
ARTICLE = ROOT / "Sources/ComposableGtk/ComposableGtk.docc/Articles/ComingFromSwiftUI.md"
BEGIN = "<!-- The tables are written by scripts/swiftui-table.py. -->\n"
END = "<!-- End of the tables. -->\n"

DECLARATION = re.compile(
    r"^(?P<indent> *)(?:@\w+(?:\([^)]*\))? )*"
    r"(?:nonisolated )?public (?:(?:static|final|nonisolated|mutating|private\(set\)|indirect) )*"
    r"(?P<kind>func|init|var|struct|class|enum|macro|protocol|typealias)\b[?]? *(?P<name>`?\w*`?)"
)
OPENING = re.compile(
    r"^(?:@\w+(?:\([^)]*\))? )*(?:(?:public|package|private|fileprivate|nonisolated|final) )*"
    r"(?:extension|struct|class|enum|protocol|actor) (?P<name>[\w.]+)"
)
# What any view has, and users do not call.
PLUMBING = {"body", "buildExpression", "makeNode", "hash", "open", "main", "callAsFunction"}
# Stands for the types of parameters that are missing.
STAND_IN = "MissingName"


@dataclass
class Declaration:
    """A public declaration, with the labels of its parameters."""

    module: str
    kind: str
    owner: str
    name: str
    labels: str
    sentence: str
    inherits: str
    message: str | None
    is_wrapper: bool
    is_freestanding: bool
    header: str

    @property
    def form(self):
        """How the declaration is referred to: `padding(_:_:)`, or `Menu.primaryMenu()`."""
        text = self.name + self.labels
        if self.kind == "init":
            return self.owner + self.labels
        return text if self.owner in ("View", "Scene", "") else f"{self.owner}.{text}"


@dataclass
class Row:
    """What the tables say of one name."""

    forms: list = field(default_factory=list)
    initializers: set = field(default_factory=set)
    missing: list = field(default_factory=list)
    sentence: str = ""


def fail(message):
    sys.exit(f"swiftui-table: {message}")


def balanced(text, start, opening, closing):
    """Returns the index behind the bracket that closes the one at `start`."""
    depth = 0
    for index in range(start, len(text)):
        if text[index] == opening:
            depth += 1
        elif text[index] == closing and text[index - 1] != "-":
            depth -= 1
            if depth == 0:
                return index + 1
    fail(f"a bracket is not closed: {text[start:start + 60]}")


def parameters(text, start):
    """Returns the labels of the parameters of a function whose name ends at `start`."""
    if text[start] == "?":
        start += 1
    if text[start] == "<":
        start = balanced(text, start, "<", ">")
    if text[start] != "(":
        return ""
    inside = text[start + 1 : balanced(text, start, "(", ")") - 1]
    labels, depth = [], 0
    part = ""
    for index, character in enumerate(inside + ","):
        if character in "([{<":
            depth += 1
        elif character in ")]}" or (character == ">" and inside[index - 1] != "-"):
            depth -= 1
        if character == "," and depth == 0:
            words = re.sub(r"@\w+(\([^)]*\))?", "", part.split(":")[0]).split()
            # A macro fills in where the function is called.
            if words and not re.search(r"= #\w+$", part.strip()):
                labels.append(words[0] + ":")
            part = ""
        else:
            part += character
    return f"({''.join(labels)})"


def conformances(header):
    """Returns what a type conforms to, without the conditions of its own parameters."""
    if "<" in header.partition(":")[0]:
        start = header.index("<")
        header = header[:start] + header[balanced(header, start, "<", ">") :]
    return header.partition(":")[2]


def sentence_above(lines, number):
    """Returns the first sentence of the documentation comment above a line."""
    while number > 0 and not lines[number - 1].lstrip().startswith("///"):
        line = lines[number - 1].strip()
        if not line or line in ("}", "{"):
            return ""
        number -= 1
    end = number
    while number > 0 and lines[number - 1].lstrip().startswith("///"):
        number -= 1
    text = []
    for line in lines[number:end]:
        words = line.strip().removeprefix("///").strip()
        if not words or words.startswith("- "):
            break
        text.append(words)
    first = re.split(r"(?<=\.) ", " ".join(text))[0]
    if first.endswith(":"):
        first = first[:-1] + "."
    return re.sub(r"``(?:View/)?([^`]*)``", r"`\1`", first)


def message_above(lines, number):
    """Returns the message of the `@available(*, unavailable, …)` above a line, or `None`."""
    start = number
    while start > 0:
        line = lines[start - 1].strip()
        if line == ")":
            while not lines[start - 1].lstrip().startswith("@"):
                start -= 1
        if not lines[start - 1].lstrip().startswith("@"):
            break
        start -= 1
    attributes = "\n".join(lines[start:number])
    if "unavailable" not in attributes:
        return None
    match = re.search(r'message: """\n(.*?)"""|message: "(.*?)"\n?\s*\)', attributes, re.DOTALL)
    if not match:
        return ""
    text = match[1] or match[2]
    # A backslash at the end of a line continues it.
    text = " ".join(line.strip().removesuffix("\\").strip() for line in text.split("\n"))
    return text.replace("\\\\", "\\").replace('\\"', '"').strip()


def declarations(module):
    """Returns the public declarations of a module at the level of types and of their members."""
    found = []
    for path in sorted((ROOT / module).rglob("*.swift")):
        text = path.read_text()
        lines = text.split("\n")
        offsets = [0]
        for line in lines:
            offsets.append(offsets[-1] + len(line) + 1)
        owner = ""
        for number, line in enumerate(lines):
            if line == "}":
                owner = ""
            match = DECLARATION.match(line)
            if match and len(match["indent"]) in (0, 2):
                name = match["name"].strip("`")
                end = text.find("{" if match["kind"] != "typealias" else "\n", offsets[number])
                header = text[offsets[number] : end + 1]
                labels = ""
                if match["kind"] in ("func", "init"):
                    labels = parameters(text, offsets[number] + match.end())
                above = "\n".join(lines[max(0, number - 3) : number])
                found.append(
                    Declaration(
                        module,
                        match["kind"],
                        owner if match["indent"] else "",
                        name,
                        labels,
                        sentence_above(lines, number),
                        conformances(header),
                        message_above(lines, number),
                        match["kind"] == "struct" and "@propertyWrapper" in above.split("}")[-1],
                        "@freestanding" in above.split("}")[-1],
                        " ".join(header.split()),
                    )
                )
            opening = OPENING.match(line)
            if opening and not line.endswith("}"):
                owner = opening["name"].split(".")[-1]
            if re.match(r"extension \w+:", line):
                header = " ".join(text[offsets[number] : text.find("{", offsets[number])].split())
                conformance = header.partition(":")[2]
                found.append(
                    Declaration(
                        module, "extension", "", owner, "", "", conformance, None, False, False, header
                    )
                )
    return found


def is_view(declaration):
    """Returns whether a declaration makes a type a view."""
    return declaration.kind in ("struct", "extension") and bool(
        re.search(r"\b((Corner)?Shape|(Primitive)?View)\b(?!Modifier)", declaration.inherits.partition("where")[0])
    )


def add(rows, name, declaration):
    row = rows.setdefault(name, Row())
    if declaration.message is not None:
        row.missing.append((declaration.form, declaration.message))
        return
    if declaration.form not in row.forms:
        row.forms.append(declaration.form)
    row.sentence = row.sentence or declaration.sentence


def collect(sentences):
    """Returns the rows of each table by name."""
    ours = [d for module in MODULES for d in declarations(module)]
    types = {d.name for d in ours if not d.owner and d.kind in ("struct", "enum", "class")}
    # Types of Swift that are views, such as optionals, are in no table.
    views = {d.name for d in ours if is_view(d) and d.name in types}
    scenes = {d.name for d in ours if re.search(r"\bScene\b", d.inherits)}
    tables = {"views": {}, "modifiers": {}, "state": {}, "scenes": {}, "older": {}}
    also = set(sentences.get("views", {}).get("also", []))
    aliases = {
        d.name
        for d in ours
        if d.kind == "typealias" and d.message is None
        if d.header.partition("=")[2].partition("<")[0].strip() in views
    }
    missing_types = {d.name for d in ours if not d.owner and d.message is not None}
    missing_types -= {d.name for d in ours if not d.owner and d.message is None}
    for declaration in ours:
        name, owner = declaration.name, declaration.owner
        if name.startswith("_") or name in PLUMBING or owner in missing_types | {STAND_IN}:
            continue
        if not name and declaration.kind != "init":
            # An operator.
            continue
        if declaration.kind == "extension":
            continue
        is_missing = declaration.message is not None
        if declaration.is_wrapper and not owner:
            add(tables["state"], "@" + name, declaration)
        elif owner == "EnvironmentValues" and declaration.kind == "var":
            declaration.owner = ""
            add(tables["state"], "\\." + name, declaration)
        elif declaration.kind == "struct" and name in scenes:
            add(tables["scenes"], name, declaration)
        elif declaration.kind == "func" and owner in scenes | {"Scene"}:
            add(tables["scenes"], name, declaration)
        elif not owner and declaration.kind == "macro":
            sign = "#" if declaration.is_freestanding else "@"
            add(tables["state"], sign + name, declaration)
        elif not owner and (name in views | also | aliases or is_missing):
            table = "older" if is_missing and declaration.module == BRIDGE else "views"
            add(tables[table], name, declaration)
        elif declaration.kind == "func" and (owner == "View" or owner in views):
            add(tables["modifiers"], name, declaration)
        elif declaration.kind == "init" and is_missing and owner in views:
            # Forms of a view that is there.
            add(tables["views"], owner, declaration)
        elif declaration.kind == "init" and owner in views:
            tables["views"].setdefault(owner, Row()).initializers.add(declaration.form)
        elif declaration.kind in ("func", "var") and is_missing and owner:
            add(tables["modifiers"], name, declaration)
    check_guards(sentences, [f"{d.owner}: {d.header}" for d in ours if d.message is None])
    return tables


def check_guards(sentences, headers):
    """Fails if a sentence holds no longer: a declaration matches its `unless`."""
    for table, data in sentences.items():
        for kind, entries in data.items():
            if not isinstance(entries, dict):
                continue
            for name, entry in entries.items():
                if not isinstance(entry, dict):
                    continue
                for header in headers:
                    if re.search(entry["unless"], header):
                        fail(
                            f"[{table}.{kind}] {name}: the code has `{header}`; change the "
                            f"sentence in {SENTENCES.name}"
                        )
                entries[name] = entry["says"]


def code(text):
    return f"`{text}`"


def quoted(message):
    """Returns a message of the compiler as a sentence of the article."""
    text = re.sub(r"(?<!\w)'([^']*)'(?!\w)", lambda match: code(match[1]), message)
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


def cell(text):
    return text.replace("|", "\\|")


def lines_of(table, rows, data):
    """Returns the rows of one table, sorted by name."""
    different = data.get("different", {})
    only_here = data.get("only-here", {})
    library = set(data.get("library", []))
    extra = data.get("missing", {})
    for name in extra:
        if name in rows:
            fail(
                f"{table}: {name} is declared now: remove it from [{table}.missing] of "
                f"{SENTENCES.name}"
            )
    for name in [*different, *only_here, *library]:
        if name not in rows or not rows[name].forms:
            fail(f"{table}: there is no {name}: remove it from {SENTENCES.name}")
    there, own = [], []
    names = sorted({*rows, *extra}, key=lambda name: (name.lstrip("@#\\.").lower(), name))
    for name in names:
        if name in library:
            continue
        if name in extra:
            there.append((name, "missing", extra[name]))
            continue
        row = rows[name]
        if not row.forms:
            messages = dict.fromkeys(quoted(message) for _, message in row.missing)
            there.append((name, "missing", " ".join(messages)))
            continue
        # The forms of a modifier say how it is written; those of a view would be too many.
        forms = ""
        if any("(" in form for form in row.forms):
            forms = ", ".join(code(form) for form in row.forms) + ". "
        if name in only_here:
            own.append((name, "", forms + (only_here[name] or row.sentence)))
            continue
        notes = []
        if name in different:
            notes.append(different[name])
        # Forms with other labels. One with the same labels is there for wrong arguments.
        for form, message in row.missing:
            if form not in row.forms and form not in row.initializers:
                notes.append(f"Not {code(form)}: {quoted(message)}")
        status = "different" if notes else "there"
        if not notes and not forms:
            notes = [row.sentence]
        there.append((name, status, (forms + " ".join(notes)).strip()))
    return there, own


def tables():
    sentences = tomllib.loads(SENTENCES.read_text())
    collected = collect(sentences)
    unknown = set(sentences) - set(collected)
    if unknown:
        fail(f"{SENTENCES.name} has the unknown tables {sorted(unknown)}")
    titles = {
        "views": "Views",
        "modifiers": "Modifiers",
        "state": "State and environment",
        "scenes": "Scenes",
        "older": "Older views of The Composable Architecture",
    }
    text, own = [], []
    for table, title in titles.items():
        there, here = lines_of(table, collected[table], sentences.get(table, {}))
        own += here
        counts = {status: sum(row[1] == status for row in there) for _, status, _ in there}
        summary = ", ".join(
            f"{counts[status]} {status}"
            for status in ("there", "different", "missing")
            if status in counts
        )
        text += [f"### {title}", "", f"{summary}.", ""]
        text += ["| name | here | how |", "|---|---|---|"]
        text += [f"| {code(name)} | {status} | {cell(how)} |" for name, status, how in there]
        text.append("")
    text += ["### Only here", "", "| name | what it does |", "|---|---|"]
    own.sort(key=lambda row: row[0].lstrip("@\\.").lower())
    text += [f"| {code(name)} | {cell(how)} |" for name, _, how in own]
    return "\n".join(text) + "\n"


def main():
    article = ARTICLE.read_text()
    if BEGIN not in article or END not in article:
        fail(f"{ARTICLE.name} lacks the lines around the tables")
    before, _, rest = article.partition(BEGIN)
    _, _, after = rest.partition(END)
    wanted = f"{before}{BEGIN}\n{tables()}\n{END}{after}"
    if sys.argv[1:] == ["--check"]:
        if wanted != article:
            fail(
                f"the tables of {ARTICLE.relative_to(ROOT)} are not those of the code: "
                "run scripts/swiftui-table.py"
            )
    elif sys.argv[1:]:
        fail("the only argument is --check")
    else:
        ARTICLE.write_text(wanted)


if __name__ == "__main__":
    main()
