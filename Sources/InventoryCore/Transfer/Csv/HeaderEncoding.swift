import Foundation

/// Finds the encoding in which the names of the columns of a table are words that are known, such
/// as `Название` or `Quantité`. In a list of a few rows, nothing else tells one encoding of
/// Cyrillic or of a Macintosh from those of Windows.
enum HeaderEncoding {
  /// The names of columns are in one of the first lines.
  private static let lineLimit = 10
  /// A longer line has no names.
  private static let lengthLimit = 2_000

  /// - Parameter guess: The encoding that the text has if nothing tells more.
  /// - Returns: `nil` if no name tells, or if names tell encodings that read them differently.
  static func encoding(of sample: [UInt8], _ guess: TextEncoding) -> TextEncoding? {
    let lines = sample.prefix(lineLimit * lengthLimit)
      .split(maxSplits: lineLimit) { $0 == 0x0A || $0 == 0x0D }.prefix(lineLimit)
    var best: [(encoding: TextEncoding, names: Set<String>)] = []
    for encoding in candidates {
      var names: Set<String> = []
      for line in lines where line.count <= lengthLimit && line.contains(where: { $0 >= 0x80 }) {
        for cell in line.split(whereSeparator: isSeparator) {
          guard cell.contains(where: { $0 >= 0x80 }), let text = text(Array(cell), encoding),
            isKnown(text)
          else { continue }
          names.insert(text)
        }
      }
      guard !names.isEmpty, names.count >= best.first?.names.count ?? 0 else { continue }
      if names.count > best.first?.names.count ?? 0 { best.removeAll() }
      best.append((encoding, names))
    }
    guard let first = best.first, best.allSatisfy({ $0.names == first.names }) else { return nil }
    // If several read the names alike, what is below them tells more.
    let possible = best.map(\.encoding)
    let others = [LatinEncodings.encoding(of: sample), guess].compactMap(\.self)
    return others.first(where: possible.contains) ?? first.encoding
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    ",;\t|\"".utf8.contains(byte)
  }

  private static func text(_ bytes: [UInt8], _ encoding: TextEncoding) -> String? {
    guard let converter = TextConverter(from: encoding.iconvName) else { return nil }
    return String(bytes: converter.convert(bytes, isLast: true), encoding: .utf8)?.trimmed
  }

  /// Whether the words of a name that have letters beyond ASCII are known.
  private static func isKnown(_ name: String) -> Bool {
    // `QuantitÄ` is a word of no language.
    guard !zip(name, name.dropFirst()).contains(where: { $0.isLowercase && $1.isUppercase }) else {
      return false
    }
    let words = ColumnName.wordsBeyondAscii(of: name)
    return !words.isEmpty
      && words.allSatisfy { ColumnName.wordsBeyondAscii.contains($0) || traits.contains($0) }
  }

  /// Names of columns that say nothing about items here.
  private static let traits = Set(
    """
    größe länge höhe stärke gerät straße zubehör qualität prénom état catégorie année numéro modèle
    société matériau tamaño año número descripción categoría ubicación tamanho descrição observações
    código localização quantità città qualità märke färg størrelse mærke väri määrä długość výrobce
    výška značka значение цвет размер дата категория производитель описание номер год категорія
    колір розмір
    """
    .split(whereSeparator: \.isWhitespace).map(String.init)
  )

  /// The encodings that are tried, the most common first.
  private static let candidates = [
    "WINDOWS-1252", "WINDOWS-1250", "WINDOWS-1251", "WINDOWS-1253", "WINDOWS-1254", "WINDOWS-1257",
    "ISO-8859-2", "ISO-8859-5", "ISO-8859-7", "ISO-8859-15", "KOI8-R", "KOI8-U", "IBM850", "IBM852",
    "IBM866", "MACINTOSH", "MAC-CYRILLIC",
  ].compactMap { TextEncoding(named: $0) }
}
