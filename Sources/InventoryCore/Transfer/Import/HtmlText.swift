import Foundation

/// Makes text of HTML, as shops have it in descriptions: `<p>Good<br>old</p>`.
enum HtmlText {
  /// The text that people see of a text with tags or with characters such as `&amp;`.
  ///
  /// - Returns: `nil` for a text without HTML, such as `a < b`.
  static func text(of html: String) -> String? {
    guard mayBeHtml(html) else { return nil }
    let text = html.contains("<") ? withoutTags(html) : nil
    let decoded = decodingCharacters(text ?? html)
    guard text != nil || decoded != html else { return nil }
    guard text != nil else { return decoded }
    // A space in a line break of its own is none.
    return decoded.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).trimmed }
      .joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Whether a text has a character with which something of HTML begins. Each cell of a file is
  /// looked at, and may have a megabyte.
  private static func mayBeHtml(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      guard let start = bytes.baseAddress else { return false }
      return "<&".utf8.contains { memchr(start, Int32($0), bytes.count) != nil }
    }
  }

  // MARK: - Tags

  private struct Tag {
    var name: String
    var isEnd: Bool
    /// Where the link of `<a href="…">` leads.
    var link: String?
  }

  /// Tags that stand alone, and those that begin and end lines.
  private static let breaks: Set = ["br", "hr", "p"]
  private static let blocks: Set = [
    "p", "div", "ul", "ol", "li", "h1", "h2", "h3", "h4", "h5", "h6", "table", "tr", "blockquote",
    "pre", "hr", "br", "section", "dl", "dt", "dd",
  ]
  private static let inline: Set = [
    "span", "b", "strong", "i", "em", "u", "a", "font", "small", "sub", "sup", "s", "code", "td",
    "th", "tbody", "thead", "img", "mark",
  ]

  /// The text without tags; `nil` if there is none of HTML.
  private static func withoutTags(_ html: String) -> String? {
    var text = ""
    var isHtml = false
    var links: [(link: String, start: String.Index)] = []
    var rest = html[...]
    while let start = rest.firstIndex(of: "<") {
      append(rest[..<start], to: &text)
      if rest[start...].hasPrefix("<!--"), let end = rest.range(of: "-->") {
        rest = rest[end.upperBound...]
        continue
      }
      guard let end = rest[start...].firstIndex(of: ">"),
        let tag = tag(rest[rest.index(after: start)..<end])
      else {
        text.append("<")
        rest = rest[rest.index(after: start)...]
        continue
      }
      isHtml = isHtml || tag.isEnd || breaks.contains(tag.name)
      rest = rest[rest.index(after: end)...]
      if blocks.contains(tag.name) {
        breakLine(&text, always: tag.name == "br")
        if tag.name == "li", !tag.isEnd { text += "- " }
      } else if ["td", "th"].contains(tag.name), !tag.isEnd {
        append(" ", to: &text)
      } else if tag.name == "a" {
        follow(tag, &links, &text)
      }
    }
    append(rest, to: &text)
    return isHtml ? text : nil
  }

  /// Adds text, whose line breaks and spaces are one space in HTML.
  private static func append(_ part: Substring, to text: inout String) {
    for character in part {
      if character.isWhitespace, character != "\u{A0}" {
        if let last = text.last, last != " ", last != "\n" { text.append(" ") }
      } else {
        text.append(character)
      }
    }
  }

  private static func breakLine(_ text: inout String, always: Bool) {
    while text.last == " " { text.removeLast() }
    guard !text.isEmpty else { return }
    if always || text.last != "\n" { text.append("\n") }
  }

  /// Writes behind the text of a link where it leads, unless the text says so.
  private static func follow(
    _ tag: Tag,
    _ links: inout [(link: String, start: String.Index)],
    _ text: inout String
  ) {
    if !tag.isEnd {
      links.append((tag.link ?? "", text.endIndex))
    } else if let (link, start) = links.popLast(), link.contains("://"), start <= text.endIndex,
      !text[start...].contains(link)
    {
      text += " (\(link))"
    }
  }

  /// Reads what is between `<` and `>`; `nil` if it is no tag of HTML.
  private static func tag(_ text: Substring) -> Tag? {
    let isEnd = text.hasPrefix("/")
    var rest = text.drop { $0 == "/" }
    let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }.lowercased()
    guard blocks.contains(name) || inline.contains(name) else { return nil }
    rest = rest.dropFirst(name.count)
    if rest.last == "/" { rest.removeLast() }
    let attributes = String(rest).trimmed
    guard !attributes.isEmpty else { return Tag(name: name, isEnd: isEnd) }
    // "x <b and c> y" has no attributes.
    guard rest.first?.isWhitespace == true, attributes.contains("=") else { return nil }
    var link: String?
    if name == "a", let start = attributes.range(of: "href=", options: .caseInsensitive) {
      let value = attributes[start.upperBound...]
      let quote = value.first.flatMap { "\"'".contains($0) ? $0 : nil }
      link = String(
        quote.map { quote in value.dropFirst().prefix { $0 != quote } }
          ?? value.prefix { !$0.isWhitespace }
      )
    }
    return Tag(name: name, isEnd: isEnd, link: link)
  }

  // MARK: - Characters

  private static let names: [Substring: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "euro": "€",
    "pound": "£", "deg": "°", "micro": "µ", "plusmn": "±", "times": "×", "middot": "·", "bull": "•",
    "hellip": "…", "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "ldquo": "“",
    "rdquo": "”", "laquo": "«", "raquo": "»", "sbquo": "‚", "bdquo": "„", "copy": "©", "reg": "®",
    "trade": "™", "sup2": "²", "sup3": "³", "frac12": "½", "frac14": "¼", "frac34": "¾",
    "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß",
    "eacute": "é", "egrave": "è", "ecirc": "ê", "euml": "ë", "agrave": "à", "acirc": "â",
    "aacute": "á", "ccedil": "ç", "icirc": "î", "iuml": "ï", "iacute": "í", "ocirc": "ô",
    "oacute": "ó", "ograve": "ò", "ugrave": "ù", "ucirc": "û", "uacute": "ú", "ntilde": "ñ",
    "Eacute": "É", "Agrave": "À", "Ccedil": "Ç", "oslash": "ø", "aring": "å", "aelig": "æ",
    "oelig": "œ", "atilde": "ã", "otilde": "õ",
  ]

  /// Puts characters in the place of those that are written as `&amp;` or `&#39;`. What has another
  /// name stays.
  private static func decodingCharacters(_ html: String) -> String {
    var text = ""
    var rest = html[...]
    while let start = rest.firstIndex(of: "&") {
      text += rest[..<start]
      let name = rest[rest.index(after: start)...].prefix(10)
      guard let end = name.firstIndex(of: ";"), let character = character(name[..<end]) else {
        text.append("&")
        rest = rest[rest.index(after: start)...]
        continue
      }
      text += character
      rest = rest[rest.index(after: end)...]
    }
    return text + rest
  }

  private static func character(_ name: Substring) -> String? {
    guard name.first == "#" else { return names[name] }
    let digits = name.dropFirst()
    let value =
      digits.first == "x" || digits.first == "X"
      ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    // A character for machines would be a problem of the row.
    guard let value, value >= 0x20, !(0x7F..<0xA0).contains(value) else { return nil }
    return Unicode.Scalar(value).map { $0 == "\u{A0}" ? " " : String($0) }
  }
}
