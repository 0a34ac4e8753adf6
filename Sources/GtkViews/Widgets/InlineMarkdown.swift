import Foundation

/// Reads the Markdown of one line of text: emphasis, code, what is struck out, and links, as
/// CommonMark and its extension for `~~` define them.
///
/// What is no such formatting stays as it is written, also the marks of headings, lists and
/// pictures. CommonMark's entities and its links by reference are not read.
struct InlineMarkdown {
  /// What a part of the text looks like, and where it leads.
  struct Style: Equatable {
    var isStrong = false
    var isEmphasized = false
    var isStruck = false
    var isCode = false
    var link: URL?
  }

  private enum Unit: Equatable {
    /// A character that is written in the literal, and may be a mark.
    case written(Character)
    /// A character that is none.
    case shown(Character)
    case text(Text)

    var character: Character? {
      switch self {
      case .written(let character), .shown(let character): character
      case .text: nil
      }
    }
  }

  /// A run of equal marks around something.
  private struct Delimiter {
    let mark: Character
    let length: Int
    /// How many of the marks have no counterpart yet.
    var rest: Int
    var canOpen: Bool
    var canClose: Bool
  }

  private struct Item {
    var units: [Unit]
    var style = Style()
    var delimiter: Delimiter?
  }

  private let units: [Unit]
  private var position = 0
  private var items: [Item] = []
  /// The items with an opening bracket that may begin a link.
  private var brackets: [Int] = []

  /// Returns the parts of a text; `nil` if it has no formatting.
  static func texts(of key: LocalizedStringKey) -> [(text: Text, style: Style)]? {
    let needsParsing = key.pieces.contains { piece in
      switch piece {
      case .literal(let string): string.utf8.contains(where: marks.contains)
      case .value: false
      case .text: true
      }
    }
    guard needsParsing else { return nil }
    var parser = InlineMarkdown(key.pieces)
    parser.parse()
    return parser.parts
  }

  private static let marks = Set("*_~`[]<\\".utf8)

  private init(_ pieces: [LocalizedStringKey.Piece]) {
    units = pieces.flatMap { piece -> [Unit] in
      switch piece {
      case .literal(let string): string.map { .written($0) }
      case .value(let string): string.map { .shown($0) }
      case .text(let text): [.text(text)]
      }
    }
  }

  // MARK: Reading

  private mutating func parse() {
    while position < units.count {
      guard case .written(let character) = units[position] else {
        show(units[position])
        position += 1
        continue
      }
      switch character {
      case "\\": readEscape()
      case "`": readCode()
      case "<": readAddress()
      case "*", "_", "~": readDelimiter(character)
      case "[":
        brackets.append(items.count)
        items.append(Item(units: [.shown("[")]))
        position += 1
      case "]": readLink()
      default:
        show(units[position])
        position += 1
      }
    }
    pairDelimiters(from: 0)
  }

  private mutating func show(_ unit: Unit) {
    if let last = items.indices.last, items[last].delimiter == nil, brackets.last != last,
      items[last].style == Style()
    {
      items[last].units.append(unit)
    } else {
      items.append(Item(units: [unit]))
    }
  }

  /// A backslash before a punctuation mark of ASCII takes its meaning away.
  private mutating func readEscape() {
    position += 1
    guard position < units.count, case .written(let next) = units[position], next.isASCII,
      next.isPunctuation || next.isSymbol
    else { return show(.shown("\\")) }
    show(.shown(next))
    position += 1
  }

  private func length(of mark: Character, at start: Int) -> Int {
    units[start...].prefix { $0 == .written(mark) }.count
  }

  private mutating func readCode() {
    let count = length(of: "`", at: position)
    let start = position + count
    var end = start
    while end < units.count {
      let found = length(of: "`", at: end)
      if found == count { break }
      end += max(found, 1)
    }
    guard end < units.count else {
      for _ in 0..<count { show(.shown("`")) }
      position = start
      return
    }
    var code = units[start..<end].map { $0.character == "\n" ? .shown(" ") : $0 }
    let isSpace = { (unit: Unit) in unit.character == " " }
    if code.count > 1, isSpace(code[0]), isSpace(code[code.count - 1]), !code.allSatisfy(isSpace) {
      code = Array(code[1..<(code.count - 1)])
    }
    var item = Item(units: code)
    item.style.isCode = true
    items.append(item)
    position = end + count
  }

  /// An address in angle brackets.
  private mutating func readAddress() {
    if let end = units[position...].firstIndex(of: .written(">")) {
      let address = units[(position + 1)..<end]
      let text = String(address.compactMap(\.character))
      if address.allSatisfy({ $0.character.map { !$0.isWhitespace && $0 != "<" } ?? false }),
        let url = URL(string: text), let scheme = url.scheme, scheme.count > 1
      {
        var item = Item(units: Array(address))
        item.style.link = url
        items.append(item)
        position = end + 1
        return
      }
    }
    show(.shown("<"))
    position += 1
  }

  private mutating func readDelimiter(_ mark: Character) {
    let count = length(of: mark, at: position)
    // What is beside the marks. The ends of the text count as spaces.
    let before = position > 0 ? units[position - 1].character : " "
    let after = position + count < units.count ? units[position + count].character : " "
    let isSpace = { (character: Character?) in character?.isWhitespace ?? false }
    let isPunctuation = { (character: Character?) in
      character.map { $0.isPunctuation || $0.isSymbol } ?? false
    }
    let opens =
      !isSpace(after) && (!isPunctuation(after) || isSpace(before) || isPunctuation(before))
    let closes =
      !isSpace(before) && (!isPunctuation(before) || isSpace(after) || isPunctuation(after))
    // An underscore within a word is part of the word.
    let isWordPart = mark == "_" && opens && closes
    var item = Item(units: [])
    item.delimiter = Delimiter(
      mark: mark,
      length: count,
      rest: count,
      canOpen: opens && (!isWordPart || isPunctuation(before)) && (mark != "~" || count < 3),
      canClose: closes && (!isWordPart || isPunctuation(after)) && (mark != "~" || count < 3)
    )
    items.append(item)
    position += count
  }

  /// Ends the text of a link, if an address follows in parentheses.
  private mutating func readLink() {
    position += 1
    guard let start = brackets.popLast() else { return show(.shown("]")) }
    guard let (url, end) = destination(at: position) else { return show(.shown("]")) }
    pairDelimiters(from: start + 1)
    for index in items.indices.dropFirst(start + 1) { items[index].style.link = url }
    items[start].units = []
    // There are no links within links.
    brackets = []
    position = end
  }

  /// Returns the address in parentheses that begin at a position, and the position behind it.
  private func destination(at start: Int) -> (URL, Int)? {
    guard start < units.count, units[start] == .written("(") else { return nil }
    var index = start + 1
    func skipSpaces() {
      while index < units.count, units[index].character?.isWhitespace ?? false { index += 1 }
    }
    skipSpaces()
    var address = ""
    var depth = 0
    while index < units.count, let character = units[index].character, !character.isWhitespace {
      if character == "(" { depth += 1 }
      if character == ")" {
        if depth == 0 { break }
        depth -= 1
      }
      address.append(character)
      index += 1
    }
    skipSpaces()
    // A title, which is not shown.
    if index < units.count, let quote = units[index].character, quote == "\"" || quote == "'" {
      guard
        let end = units[(index + 1)...].firstIndex(where: { $0.character == quote })
      else { return nil }
      index = end + 1
      skipSpaces()
    }
    if address.hasPrefix("<"), address.hasSuffix(">") {
      address = String(address.dropFirst().dropLast())
    }
    guard index < units.count, units[index] == .written(")"), let url = URL(string: address)
    else { return nil }
    return (url, index + 1)
  }

  // MARK: Pairing

  /// Pairs the marks of the items from an index on, and styles what is between them.
  private mutating func pairDelimiters(from first: Int) {
    var closer = first
    while closer < items.count {
      guard let closing = items[closer].delimiter, closing.canClose, closing.rest > 0,
        let opener = opener(for: closing, at: closer, from: first)
      else {
        closer += 1
        continue
      }
      let count = pairedCount(items[opener].delimiter?.rest ?? 0, closing)
      for index in (opener + 1)..<closer {
        items[index].delimiter?.canOpen = false
        items[index].delimiter?.canClose = false
        switch (closing.mark, count) {
        case ("~", _): items[index].style.isStruck = true
        case (_, 2): items[index].style.isStrong = true
        default: items[index].style.isEmphasized = true
        }
      }
      items[opener].delimiter?.rest -= count
      items[closer].delimiter?.rest -= count
    }
    for index in items.indices.dropFirst(first) {
      items[index].delimiter?.canOpen = false
      items[index].delimiter?.canClose = false
    }
  }

  private func pairedCount(_ opening: Int, _ closing: Delimiter) -> Int {
    closing.mark == "~" ? closing.length : opening >= 2 && closing.rest >= 2 ? 2 : 1
  }

  private func opener(for closing: Delimiter, at closer: Int, from first: Int) -> Int? {
    items[first..<closer].lastIndex { item in
      guard let opening = item.delimiter, opening.mark == closing.mark, opening.canOpen,
        opening.rest > 0
      else { return false }
      if closing.mark == "~" { return opening.length == closing.length }
      // Marks that could both open and close belong together only if their number fits.
      guard opening.canClose || closing.canOpen else { return true }
      return !(opening.length + closing.length).isMultiple(of: 3)
        || (opening.length.isMultiple(of: 3) && closing.length.isMultiple(of: 3))
    }
  }

  // MARK: The result

  private var parts: [(text: Text, style: Style)] {
    var parts: [(text: Text, style: Style)] = []
    for item in items {
      var string = item.delimiter.map { String(repeating: $0.mark, count: $0.rest) } ?? ""
      for unit in item.units {
        switch unit {
        case .written(let character), .shown(let character): string.append(character)
        case .text(let text):
          if !string.isEmpty { parts.append((Text(verbatim: string), item.style)) }
          string = ""
          parts.append((text, item.style))
        }
      }
      if !string.isEmpty { parts.append((Text(verbatim: string), item.style)) }
    }
    return parts
  }
}
