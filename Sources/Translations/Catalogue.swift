import CGettext
import Foundation
import Synchronization

/// The translated texts of a program: a domain of gettext.
///
/// The texts of the sources are shown until the catalogue is opened, and where it has no
/// translation. So a test sees them in every environment.
public final class Catalogue: Sendable {
  /// The name of the catalogue's files, `FOLDER/LANGUAGE/LC_MESSAGES/DOMAIN.mo`.
  public let domain: String

  private struct Opened {
    /// How numbers in texts are written.
    var locale: Locale
    var isRightToLeft: Bool
  }

  private let opened = Mutex<Opened?>(nil)

  /// - Parameter domain: The name of the catalogue's files.
  public init(domain: String) {
    self.domain = domain
  }

  /// Opens the catalogue in the language of the process, see ``ProcessLanguage``.
  ///
  /// - Parameters:
  ///   - folder: The folder with the languages; `nil` if there is none. The texts of the sources
  ///     are shown then.
  ///   - numbers: How numbers in texts are written.
  public func open(folder: String?, numbers: Locale) {
    if let folder {
      bindtextdomain(domain, folder)
      bind_textdomain_codeset(domain, "UTF-8")
    }
    opened.withLock {
      $0 = Opened(locale: numbers, isRightToLeft: Self.isRightToLeft(translation("default:LTR")))
    }
  }

  /// Whether the texts are in a language that is written from right to left. The catalogue says so:
  /// it translates `default:LTR` to `default:RTL`. GTK's own catalogues have the same entry, but
  /// need not be there for the same languages.
  public var isRightToLeft: Bool { opened.withLock { $0?.isRightToLeft } ?? false }

  /// The language of the texts, such as `de`. The head of the catalogue says which.
  public var language: String {
    guard opened.withLock({ $0 != nil }) else { return "en" }
    let lines = String(cString: dgettext(domain, "")).split(separator: "\n")
    let line = lines.first { $0.hasPrefix("Language: ") }
    return line.map { String($0.dropFirst("Language: ".count)) } ?? "en"
  }

  private static func isRightToLeft(_ translation: String) -> Bool { translation == "default:RTL" }

  /// Returns a text in the language of the user.
  ///
  /// - Parameters:
  ///   - text: The text in the language of the sources.
  ///   - context: Tells apart texts that are the same only in that language.
  public func text(_ text: TranslatableText, context: String? = nil) -> String {
    let opened = opened.withLock { $0 }
    // The translation of the empty text is the head of the catalogue.
    guard let opened, !text.key.isEmpty else { return fill(text, text.key, nil) }
    guard let context else { return fill(text, translation(text.key), opened) }
    let key = "\(context)\u{4}\(text.key)"
    let translation = translation(key)
    return fill(text, translation == key ? text.key : translation, opened)
  }

  /// Returns a text about a number of things in the language of the user.
  ///
  /// - Parameters:
  ///   - one: The text about one thing, in the language of the sources.
  ///   - other: The text about any other number, with the same values.
  ///   - count: The number. Languages have up to six forms.
  public func text(_ one: TranslatableText, _ other: TranslatableText, count: Int) -> String {
    let text = count == 1 ? one : other
    guard let opened = opened.withLock({ $0 }) else { return fill(text, text.key, nil) }
    let translation = one.key.withCString { one in
      other.key.withCString { other in
        String(cString: dngettext(domain, one, other, UInt(count.magnitude)))
      }
    }
    return fill(text, translation, opened)
  }

  /// Returns a number as people write it in the place of the user.
  ///
  /// - Parameter isSigned: Whether a number above zero has a plus sign.
  public func number(_ number: Int, isSigned: Bool = false) -> String {
    guard let locale = opened.withLock({ $0?.locale }) else {
      return isSigned && number > 0 ? "+\(number)" : String(number)
    }
    let style = IntegerFormatStyle<Int>.number.locale(locale)
    return number.formatted(isSigned ? style.sign(strategy: .always(includingZero: false)) : style)
  }

  /// Returns a number with decimals, of which six at most are written, as people write it in the
  /// place of the user.
  ///
  /// - Parameter isSigned: Whether a number above zero has a plus sign.
  public func number(_ number: Decimal, isSigned: Bool = false) -> String {
    let locale = opened.withLock { $0?.locale } ?? Locale(identifier: "en_US_POSIX")
    let style = Decimal.FormatStyle.number.locale(locale).precision(.fractionLength(0...6))
    return number.formatted(isSigned ? style.sign(strategy: .always(includingZero: false)) : style)
  }

  private func translation(_ key: String) -> String {
    // Without a translation, the function returns the pointer that it was given.
    key.withCString { String(cString: dgettext(domain, $0)) }
  }

  private func fill(_ text: TranslatableText, _ translation: String, _ opened: Opened?) -> String {
    let direction: TextDirection = opened?.isRightToLeft == true ? .rightToLeft : .leftToRight
    let filled = text.filled(into: translation) { value in
      switch value {
      case .number(let number): self.number(number)
      case .decimal(let number): self.number(number)
      case .text(let text): text.isolated(in: direction)
      }
    }
    return filled.laidOut(in: direction)
  }
}
