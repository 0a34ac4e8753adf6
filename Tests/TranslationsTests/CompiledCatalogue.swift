import Foundation
import Glibc

/// A file as `msgfmt` makes it, in a folder of its own.
struct CompiledCatalogue {
  let folder: String

  /// - Parameters:
  ///   - domain: The name of the file.
  ///   - pluralForms: The rule that chooses between the forms of a text.
  ///   - translations: The forms of each text, separated by NUL like the texts themselves.
  init(domain: String, pluralForms: String, _ translations: [String: String]) throws {
    let head = """
      Content-Type: text/plain; charset=UTF-8
      Language: xy
      Plural-Forms: \(pluralForms)

      """
    let entries = translations.merging(["": head]) { $1 }
      .sorted { Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8)) }
    let root = FileManager.default.temporaryDirectory.appending(path: "catalogue-\(UUID())")
    folder = root.path()
    for language in Self.languages {
      let place = root.appending(path: "\(language)/LC_MESSAGES")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      try Self.bytes(entries.map { ($0.key, $0.value) })
        .write(to: place.appending(path: "\(domain).mo"))
    }
  }

  /// The languages of the locales `xy.UTF-8` and `C.UTF-8`, and those that the environment asks
  /// for.
  private static var languages: [String] {
    let wanted = ProcessInfo.processInfo.environment["LANGUAGE"] ?? ""
    return wanted.split(separator: ":").map(String.init) + ["xy", "C"]
  }

  func remove() { try? FileManager.default.removeItem(atPath: folder) }

  /// The numbers of the head and two tables with the lengths and places of the texts, which end
  /// with NUL.
  private static func bytes(_ entries: [(String, String)]) -> Data {
    let count = entries.count
    let (keys, values) = (28, 28 + 8 * count)
    var numbers = [0x9504_12DE, 0, count, keys, values, 0, 0]
    var texts = Data()
    let start = 28 + 16 * count
    for text in entries.map(\.0) + entries.map(\.1) {
      numbers += [text.utf8.count, start + texts.count]
      texts += Data(text.utf8) + [0]
    }
    return numbers.reduce(into: Data()) { data, number in
      withUnsafeBytes(of: UInt32(number).littleEndian) { data += $0 }
    } + texts
  }
}

/// Runs a closure on this thread as in a process that has called `setlocale` for a locale with
/// UTF-8. Other tests, on other threads, see nothing of it.
func withUnicodeLocale<Value>(_ body: () throws -> Value) rethrows -> Value {
  let previous = uselocale(unicodeLocale.locale)
  defer { uselocale(previous) }
  return try body()
}

/// A locale, which the system need not have. From glibc 2.41 on, nothing is translated in
/// `C.UTF-8`.
private let unicodeLocale = UnicodeLocale()

private struct UnicodeLocale: @unchecked Sendable {
  // Nobody changes or frees it.
  let locale: locale_t?

  init() {
    let categories = (0...5).reduce(Int32(0)) { $0 | 1 << $1 }
    let folder = FileManager.default.temporaryDirectory.appending(path: "locales-\(UUID())")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let localedef = Process()
    localedef.executableURL = URL(filePath: "/usr/bin/localedef")
    localedef.arguments = ["-i", "en_US", "-f", "UTF-8", folder.appending(path: "xy.UTF-8").path()]
    guard (try? localedef.run()) != nil else {
      locale = newlocale(categories, "C.UTF-8", nil)
      return
    }
    localedef.waitUntilExit()
    setenv("LOCPATH", folder.path(), 1)
    locale = newlocale(categories, "xy.UTF-8", nil) ?? newlocale(categories, "C.UTF-8", nil)
    unsetenv("LOCPATH")
  }
}
