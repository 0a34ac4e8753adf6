#!/usr/bin/env python3
"""Finds the texts of Inventory that users see.

  scripts/texts.py template FILE    writes the texts in calls of `tr` as a template of gettext
  scripts/texts.py unwrapped        lists literals that look like texts for users, outside of `tr`

xgettext does not know Swift: its interpolations, its nested comments, its texts of several lines.
"""

import os
import re
import sys

SOURCES = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDERS = (
    "Sources/Inventory",
    "Sources/InventoryCore",
    "Sources/InventoryPostgres",
    "Sources/InventorySqlite",
)

HEADER = """\
# Texts of Inventory.
# This file is distributed under the license of swift-composable-gtk.
msgid ""
msgstr ""
"Project-Id-Version: inventory\\n"
"Language-Team: none\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"
"""

# The direction of the language, which gettext itself does not know.
DIRECTION = """
#. Translators: "default:RTL" for languages that are written from right to left, such as Arabic and
#. Hebrew, "default:LTR" for all others.
msgid "default:LTR"
msgstr ""
"""


class Token:
    """A part of Swift source: a literal, a comment, or any other character or word."""

    def __init__(self, kind, start, end, text="", values=()):
        self.kind = kind
        self.start = start
        self.end = end
        self.text = text
        self.values = list(values)


class SyntaxProblem(Exception):
    pass


def tokens(source, start=0, closing=None):
    """Yields the tokens up to the parenthesis that closes an interpolation, or to the end."""
    place = start
    depth = 0
    while place < len(source):
        character = source[place]
        if source.startswith("//", place):
            end = source.find("\n", place)
            end = len(source) if end < 0 else end
            yield Token("comment", place, end, source[place:end].lstrip("/ "))
            place = end
        elif source.startswith("/*", place):
            place = end_of_comment(source, place)
        elif character == '"' or re.match('#+"', source[place:place + 8]):
            token = literal(source, place)
            yield token
            place = token.end
        elif character.isalnum() or character == "_":
            end = re.compile(r"\w+").match(source, place).end()
            yield Token("word", place, end, source[place:end])
            place = end
        else:
            if closing and character == "(":
                depth += 1
            elif closing and character == ")":
                if depth == 0:
                    yield Token("end", place, place + 1)
                    return
                depth -= 1
            if not character.isspace():
                yield Token("sign", place, place + 1, character)
            place += 1


def end_of_comment(source, place):
    depth = 0
    while place < len(source):
        if source.startswith("/*", place):
            depth += 1
            place += 2
        elif source.startswith("*/", place):
            depth -= 1
            place += 2
            if depth == 0:
                break
        else:
            place += 1
    return place


ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", '"': '"', "\\": "\\", "'": "'"}


def literal(source, start):
    """The literal at a place: its text with "{0}" for the first value, and what the values are."""
    marks = re.compile("#*").match(source, start).group()
    if not source.startswith('"""', start + len(marks)):
        return read_literal(source, start, marks, '"', 0)
    # The indentation of the end is not part of the lines, nor are the first and the last break.
    end = read_literal(source, start, marks, '"""', 0).end - len(marks) - 3
    indentation = end - source.rfind("\n", 0, end) - 1
    token = read_literal(source, start, marks, '"""', indentation)
    token.text = token.text[1:-1]
    return token


def read_literal(source, start, marks, quotes, indentation):
    place = start + len(marks) + len(quotes)
    escape = "\\" + marks
    text = []
    values = []
    while not source.startswith(quotes + marks, place):
        if place >= len(source) or (source[place] == "\n" and quotes == '"'):
            raise SyntaxProblem(f"the literal at line {line_of(source, start)} has no end")
        if not source.startswith(escape, place):
            text.append(source[place])
            place += 1 + (indentation_at(source, place, indentation))
            continue
        place += len(escape)
        character = source[place]
        if character == "(":
            last = None
            for last in tokens(source, place + 1, closing=True):
                pass
            text.append(f"{{{len(values)}}}")
            values.append(" ".join(source[place + 1:last.start].split()))
            place = last.end
        elif character == "u":
            end = source.index("}", place)
            text.append(chr(int(source[place + 2:end], 16)))
            place = end + 1
        elif character == "\n":
            place += 1 + indentation_at(source, place, indentation)
        else:
            text.append(ESCAPES.get(character, character))
            place += 1
    return Token("literal", start, place + len(quotes + marks), "".join(text), values)


def indentation_at(source, place, indentation):
    """How much of a literal's indentation follows a line break; 0 for other characters."""
    if source[place] != "\n":
        return 0
    rest = source[place + 1:place + 1 + indentation]
    return len(rest) - len(rest.lstrip(" "))


def line_of(source, place):
    return source.count("\n", 0, place) + 1


class Entry:
    """An entry of the template."""

    def __init__(self, one, other, context):
        self.one = one
        self.other = other
        self.context = context
        self.files = []
        self.comments = []

    def write(self, file):
        file.write("\n")
        for comment in self.comments:
            file.write(f"#. {comment}\n")
        for name in sorted(set(self.files)):
            file.write(f"#: {name}\n")
        if re.search(r"\{\d+\}", self.one.text):
            file.write("#, csharp-format\n")
        if self.context:
            file.write(f"msgctxt {quoted(self.context)}\n")
        file.write(f"msgid {quoted(self.one.text)}\n")
        if self.other:
            file.write(f"msgid_plural {quoted(self.other.text)}\n")
            file.write('msgstr[0] ""\nmsgstr[1] ""\n')
        else:
            file.write('msgstr ""\n')


def quoted(text):
    for character, escape in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t")):
        text = text.replace(character, escape)
    return f'"{text}"'


def calls(source, parts):
    """Yields the calls of `tr` with literals: the index of their end, and the entry."""
    for index in range(len(parts) - 2):
        if not (parts[index].kind == "word" and parts[index].text == "tr"):
            continue
        if parts[index + 1].text != "(" or parts[index + 1].kind != "sign":
            continue
        if index > 0 and parts[index - 1].text == "func":
            continue
        if [part.text for part in parts[index + 2:index + 4]] == ["number", ":"]:
            continue
        if parts[index + 2].kind != "literal":
            raise SyntaxProblem(f"line {line_of(source, parts[index].start)}: tr needs a literal")
        one, after = parts[index + 2], index + 3
        other = context = None
        if parts[after].text == "+":
            raise SyntaxProblem(f"line {line_of(source, one.start)}: tr needs one literal")
        if parts[after].text == "," and parts[after + 1].kind == "literal":
            other, after = parts[after + 1], after + 2
        elif parts[after].text == "," and parts[after + 1].text == "context":
            context = parts[after + 3].text
        yield index, after, Entry(one, other, context)


def files():
    for folder in FOLDERS:
        for path, _, names in os.walk(os.path.join(SOURCES, folder)):
            for name in names:
                if name.endswith(".swift"):
                    yield os.path.relpath(os.path.join(path, name), SOURCES)


def read(name):
    with open(os.path.join(SOURCES, name), encoding="utf-8") as file:
        return file.read()


def nested(source, parts):
    """The tokens, and those of the values in literals, with texts of their own."""
    yield source, parts
    for part in parts:
        if part.kind == "literal":
            for value in part.values:
                inner = [token for token in tokens(value) if token.kind != "comment"]
                yield from nested(value, inner)


def translator_comment(source, place):
    """The comment for translators in the lines above a place."""
    lines = source[:source.rfind("\n", 0, place) + 1].split("\n")[:-1]
    comment = []
    while lines and lines[-1].strip().startswith("// "):
        comment.insert(0, lines.pop().strip().removeprefix("// "))
    return " ".join(comment) if comment and comment[0].startswith("Translators:") else None


def template():
    entries = {}
    for name in sorted(files()):
        whole = read(name)
        try:
            all_parts = [token for token in tokens(whole) if token.kind != "comment"]
            for source, parts in nested(whole, all_parts):
                for index, _, entry in calls(source, parts):
                    key = (entry.context, entry.one.text)
                    known = entries.setdefault(key, entry)
                    if entry.other and not known.other:
                        known.other = entry.other
                    elif entry.other and known.other and entry.other.text != known.other.text:
                        raise SyntaxProblem(f"“{entry.one.text}” has two plurals")
                    known.files.append(name)
                    comments = [f"{{{number}}} is {value}"
                                for number, value in enumerate(entry.one.values)]
                    if source is whole:
                        own = translator_comment(source, parts[index].start)
                        comments = ([own] if own else []) + comments
                    for comment in comments:
                        if comment not in known.comments:
                            known.comments.append(comment)
        except SyntaxProblem as problem:
            sys.exit(f"{name}: {problem}")
    return entries.values()


def write_template(path):
    with open(path, "w", encoding="utf-8") as file:
        file.write(HEADER)
        file.write(DIRECTION)
        for entry in template():
            entry.write(file)


# What looks like a text for users: words, or one word with a capital letter. The first words of
# names of functions and labels after which a literal is shown, and those after which it is not.
WORDS = re.compile(r"(?<!\{)\b[^\W\d_]{2,}[,.;:?!…]? \S*[^\W\d_]{2,}|^[A-Z][a-z]+.*[.…?!]$")
CAPITAL = re.compile(r"^[A-Z][a-z]+[…?!.:]*$")
SHOWN = re.compile(
    r"(\b(Text|Button|Toggle|TextField|Section|LabeledContent|Picker|TextState|Menu|Shortcut"
    r"|ContentUnavailableView|ToastDescription|field|line|failure|discard|Filter|ArgumentHelp"
    r"|accessibilityLabel|accessibilityHint|navigationTitle|navigationSubtitle|help|error|add"
    r"|section)\($"
    r"|\b(title|description|prompt|problem|explanation|message|missing|closeLabel|body|text)"
    r"(: \w+)?( =|:) ?$|case [^:]*: $)"
)
NOT_SHOWN = re.compile(
    r"\b(reportIssue|logger\.\w+|assert|precondition|fatalError|registerMigration|DatabaseError"
    r"|DispatchQueue|sql|size|of|log\.\w+|Migration|PostgresError)\b[^\n]*$"
)
SQL = re.compile(
    r"\b(SELECT|FROM|WHERE|INSERT|UPDATE|DELETE|CREATE|ALTER|ANALYZE|DROP|PRAGMA|AND|OR|ORDER BY"
    r"|DESC|NOT|NULL|NULLS|IN|LIKE|JOIN|VALUES|SET|IFNULL|item\.\w+|location\.\w+)\b"
)


def is_exempt(name, text):
    text = text.replace("\n", "\\n").replace("\0", "\\0")
    with open(os.path.join(SOURCES, "po", "untranslated.txt"), encoding="utf-8") as file:
        return any(line.rstrip("\n") in (f"{name}: {text}", f"{name}: *") for line in file)


def unwrapped():
    found = []
    for name in sorted(files()):
        source = read(name)
        parts = [token for token in tokens(source) if token.kind != "comment"]
        wrapped = set()
        for index, after, _ in calls(source, parts):
            wrapped.update(range(parts[index].start, parts[after].start))
        for part in parts:
            if part.kind != "literal" or part.start in wrapped:
                continue
            before = source[max(0, source.rfind("\n", 0, part.start)):part.start].lstrip()
            statement = source[max(0, part.start - 240):part.start]
            plain = re.sub(r"\{\d+\}", "", part.text)
            is_text = bool(WORDS.search(plain)) or "“{" in part.text or (
                bool(CAPITAL.match(plain)) and bool(SHOWN.search(before))
            )
            if not is_text or SQL.search(plain) or NOT_SHOWN.search(before):
                continue
            # A call that began in a line above.
            call = re.search(r"(\w+)\(\s*$", statement)
            if call and call[1] in ("reportIssue", "registerMigration", "assert", "DatabaseError"):
                continue
            if is_exempt(name, part.text):
                continue
            found.append(f"{name}:{line_of(source, part.start)}: {part.text}")
    return found


def main():
    if sys.argv[1:2] == ["template"] and len(sys.argv) == 3:
        write_template(sys.argv[2])
    elif sys.argv[1:] == ["unwrapped"]:
        found = unwrapped()
        for place in found:
            print(place, file=sys.stderr)
        if found:
            sys.exit(
                "These texts are not translated: give them to `tr`, or add them to "
                "po/untranslated.txt if nobody sees them."
            )
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
