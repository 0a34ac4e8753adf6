import Foundation

/// A place in the app, as it is written in a link.
///
///     inventory://items                          the list
///     inventory://items/SKU                      an item
///     inventory://items/SKU/edit                 an item with its edit sheet
///     inventory://items/SKU/delete               an item with the question whether to delete it
///     inventory://items/SKU/location             an item, and on top of it the place it is kept
///     inventory://locations                      all locations
///     inventory://locations/NAME                 a location
///     inventory://locations/NAME/items/SKU…      a location, and on top of it an item
///     inventory://locations//locations/NAME      all locations, and on top of them a location
///     inventory://add                            the list with the sheet for a new item
///     inventory://items/SKU/preferences          an item, and over it the preferences
///     inventory://locations/NAME/edit            a location with the sheet that renames it
///     inventory://stocktake                      the stocktake that is going on, or a new one
///     inventory://stocktake/count/SKU            a stocktake in which an item is counted
///     inventory://stocktake/review               a stocktake, and on top of it its differences
///     inventory://tags/NAME                      the items with a tag
///     inventory://changes                        what has happened lately
///     inventory://backups/NAME                   the backups, with the question whether to restore
///                                                one of them
///
/// Places go on from each other as pages do in the app, to any depth, and the last part may be one
/// of the ``Presentation``s. SKUs and names are percent-encoded.
public struct DeepLink: Equatable, Hashable, Sendable {
  /// A page to push, as a link names it. The folder of each page says how.
  public struct Page: Equatable, Hashable, Sendable {
    /// The word in the link.
    let word: String
    /// What stands behind the word, such as a SKU.
    let value: String?

    init(_ word: String, _ value: String? = nil) {
      self.word = word
      self.value = value
    }
  }

  /// The pages, from the list on.
  public var pages: [Page]
  public var presentation: Presentation?
  /// The backup that is asked about, over the backups.
  public var backup: Backup.ID?
  /// The SKU of the item that is counted, over a stocktake.
  public var countedSKU: String?

  public init(
    pages: [Page] = [],
    presentation: Presentation? = nil,
    backup: Backup.ID? = nil,
    countedSKU: String? = nil
  ) {
    self.pages = pages
    self.presentation = presentation
    self.backup = backup
    self.countedSKU = countedSKU
  }

  /// The scheme of links, without `://`.
  public static let scheme = "inventory"
}

extension DeepLink {
  /// Reads a link.
  ///
  /// - Throws: ``DeepLinkError`` that says what was expected.
  public init(_ text: String) throws {
    let start = "\(Self.scheme)://"
    guard text.prefix(start.count).lowercased() == start else {
      throw DeepLinkError(link: text, problem: tr("expected a link that starts with \(start)"))
    }
    guard text.utf8.count <= Limits.link else {
      throw DeepLinkError(
        link: text,
        problem: tr("the link is too long; expected at most \(Limits.link) bytes")
      )
    }
    var parts = text.dropFirst(start.count).split(separator: "/", omittingEmptySubsequences: false)
    if parts.count > 1, parts.last == "" { parts.removeLast() }
    var parser = PartsParser(link: text, parts: parts[...])
    self = try parser.parse()
  }

  /// The link as text, for people. A link to one of the locations does not tell that one came there
  /// from the list of all.
  public var text: String { text(isComplete: false) }

  /// The link as text, with all of its pages.
  public var completeText: String { text(isComplete: true) }

  private func text(isComplete: Bool) -> String {
    var parts: [String] = []
    for (index, page) in pages.enumerated() {
      if let value = page.value {
        parts += [page.word, Self.encode(value)]
      } else if !page.isAmbiguous || index == pages.count - 1 {
        parts.append(page.word)
      } else if isComplete {
        // Otherwise the page after it would be read as the value of this one.
        parts += [page.word, ""]
      }
    }
    if let presentation {
      // Otherwise the presentation would be read as the value of the page.
      if pages.last?.isAmbiguous == true { parts.append("") }
      parts.append(presentation.rawValue)
      if presentation == .backups, let backup { parts.append(Self.encode(backup)) }
      if presentation.isCount, let countedSKU { parts.append(Self.encode(countedSKU)) }
    }
    if parts.isEmpty { parts = ["items"] }
    return "\(Self.scheme)://\(parts.joined(separator: "/"))"
  }

  /// The characters that RFC 3986 lets stand for themselves everywhere.
  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
  )

  private static func encode(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? text
  }
}

/// Reads a link part by part; the page before says what may follow.
private struct PartsParser {
  let link: String
  var parts: ArraySlice<Substring>
  var result = DeepLink()

  init(link: String, parts: ArraySlice<Substring>) {
    self.link = link
    self.parts = parts
  }

  mutating func parse() throws -> DeepLink {
    if parts == ["items"] { return result }
    repeat { try parsePart() } while !parts.isEmpty
    return result
  }

  private mutating func parsePart() throws {
    guard result.pages.count < Limits.linkPages || parts.count <= 2 else {
      throw error(tr("the link has too many pages; expected at most \(Limits.linkPages)"))
    }
    let part = parts.popFirst()
    let pages = LinkedPage.pages(word: part ?? "", behind: result.pages.last)
    guard let page = pages.first else { return try parsePresentation(part) }
    let isValueMissing = parts.first?.isEmpty ?? true
    if let name = page.value, pages.count == 1 || !isValueMissing {
      result.pages.append(DeepLink.Page(page.word, try value(named: name())))
    } else {
      if pages.count > 1 { parts = parts.dropFirst() }
      result.pages.append(DeepLink.Page(page.word))
    }
  }

  private mutating func parsePresentation(_ part: Substring?) throws {
    let presentation = part.flatMap { DeepLink.Presentation(rawValue: String($0)) }
    guard let presentation, presentation.isPossible(over: result.pages.last) else {
      throw unexpected(part, expected: expectation)
    }
    result.presentation = presentation
    if presentation == .backups, !parts.isEmpty {
      result.backup = try value(named: tr("the name of a backup"))
    }
    if presentation.isCount { result.countedSKU = try value(named: tr("a SKU")) }
    if let part = parts.first { throw unexpected(part, expected: tr("nothing")) }
  }

  /// What may follow the pages that have been read.
  private var expectation: String {
    var words: [String] = []
    for page in LinkedPage.all where page.isPossible(result.pages.last) {
      if words.last != page.word { words.append(page.word) }
    }
    words += DeepLink.Presentation.allCases.filter { $0.isPossible(over: result.pages.last) }
      .map(\.rawValue)
    if !result.pages.isEmpty { words.append(tr("nothing")) }
    let others = words.dropLast().joined(separator: ", ")
    return tr("\(others) or \(words[words.count - 1])")
  }

  private mutating func value(named name: String) throws -> String {
    guard let part = parts.popFirst(), !part.isEmpty else {
      throw error(tr("expected \(name) at the end"))
    }
    // Nothing is left of a byte order mark alone.
    guard let value = part.removingPercentEncoding, !value.isEmpty, !value.utf8.contains(0),
      !part.contains(where: { "?#".contains($0) })
    else {
      throw error(tr("expected \(name), percent-encoded, in place of “\(String(part).excerpt())”"))
    }
    return value
  }

  private func unexpected(_ part: Substring?, expected: String) -> DeepLinkError {
    let found = part.flatMap { $0.isEmpty ? nil : $0 }
    return error(
      found.map { tr("expected \(expected) in place of “\(String($0).excerpt())”") }
        ?? tr("expected \(expected) at the end")
    )
  }

  private func error(_ problem: String) -> DeepLinkError {
    DeepLinkError(link: link, problem: problem)
  }
}

/// Why a link leads nowhere.
public struct DeepLinkError: Error, Equatable, Sendable {
  /// The link, or its start if it is long.
  public var link: String
  /// What was expected.
  public var problem: String

  public init(link: String, problem: String) {
    self.link = link.excerpt(200)
    self.problem = problem
  }
}

extension DeepLinkError: LocalizedError, CustomStringConvertible {
  public var description: String { "\(link): \(problem)" }
  public var errorDescription: String? { description }
}
