import GtkKit

/// A type of files, for the dialogs that choose them.
///
/// A type consists of media types and of endings of names. The desktop knows which files have a
/// media type; a file with one of the endings is of the type, too.
public struct UTType: Hashable, Sendable {
  let mediaTypes: [String]
  let endings: [String]
  /// Whether it stands for folders.
  var isFolder = false

  init(_ mediaTypes: [String], _ endings: [String] = []) {
    self.mediaTypes = mediaTypes
    self.endings = endings
  }

  /// A type of files whose names have an ending.
  ///
  /// - Parameter filenameExtension: The ending, such as `csv`, with or without the dot.
  /// - Returns: `nil` if the ending is empty, or contains a slash.
  public init?(filenameExtension: String) {
    let ending = String(filenameExtension.drop { $0 == "." })
    guard !ending.isEmpty, !ending.contains("/") else { return nil }
    self.init([], [ending])
  }

  /// A media type.
  ///
  /// - Parameter mimeType: The media type, such as `text/csv`, or `image/*` for all pictures.
  /// - Returns: `nil` if it does not consist of two parts.
  public init?(mimeType: String) {
    let parts = mimeType.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts.contains(where: \.isEmpty) else { return nil }
    self.init([mimeType])
  }

  /// The ending of the names of new files.
  public var preferredFilenameExtension: String? { endings.first }

  /// The media type; `nil` if the type has endings only.
  public var preferredMIMEType: String? { mediaTypes.first }

  /// What the dialog calls the type: the desktop's word for it if it has one.
  var title: String {
    if let type = mediaTypes.first, !type.hasSuffix("*"),
      let words = g_content_type_get_description(type)
    {
      return String(taking: words)
    }
    return endings.isEmpty ? mediaTypes.joined(separator: ", ") : patterns.joined(separator: ", ")
  }

  /// The shell patterns of the endings, in any case of letters.
  var patterns: [String] {
    endings.map { ending in
      "*."
        + ending.map { letter in
          letter.isCased ? "[\(letter.lowercased())\(letter.uppercased())]" : String(letter)
        }.joined()
    }
  }
}

extension UTType {
  /// Any file.
  public static let item = UTType([], [])
  /// Any file.
  public static let data = item
  /// A folder. A dialog for folders shows no files.
  public static let folder = {
    var folder = UTType([], [])
    folder.isFolder = true
    return folder
  }()

  /// Any text.
  public static let text = UTType(["text/*"], ["txt"])
  /// A text without a format.
  public static let plainText = UTType(["text/plain"], ["txt"])
  /// A text without a format, in UTF-8.
  public static let utf8PlainText = plainText
  /// A table whose values are separated by commas.
  public static let commaSeparatedText = UTType(["text/csv"], ["csv"])
  /// A table whose values are separated by tabs.
  public static let tabSeparatedText = UTType(["text/tab-separated-values"], ["tsv"])
  /// JSON.
  public static let json = UTType(["application/json"], ["json"])
  /// XML.
  public static let xml = UTType(["application/xml", "text/xml"], ["xml"])
  /// HTML.
  public static let html = UTType(["text/html"], ["html", "htm"])
  /// PDF.
  public static let pdf = UTType(["application/pdf"], ["pdf"])
  /// A ZIP archive.
  public static let zip = UTType(["application/zip"], ["zip"])
  /// A calendar's event.
  public static let calendarEvent = UTType(["text/calendar"], ["ics"])
  /// A person's card.
  public static let vCard = UTType(["text/vcard"], ["vcf"])

  /// Any picture.
  public static let image = UTType(["image/*"])
  /// A PNG picture.
  public static let png = UTType(["image/png"], ["png"])
  /// A JPEG picture.
  public static let jpeg = UTType(["image/jpeg"], ["jpeg", "jpg"])
  /// A GIF picture.
  public static let gif = UTType(["image/gif"], ["gif"])
  /// An SVG picture.
  public static let svg = UTType(["image/svg+xml"], ["svg"])
  /// Any sound.
  public static let audio = UTType(["audio/*"])
  /// Any film.
  public static let movie = UTType(["video/*"])
}
