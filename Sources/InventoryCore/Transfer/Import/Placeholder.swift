/// What people and programs write into a cell about which they have nothing to say, such as `N/A`.
///
/// Such a cell counts as empty: `N/A` as the barcode of two things would make one thing of them.
enum Placeholder {
  /// The longest placeholder, in bytes. Most cells are longer or have a digit, and are told apart
  /// by that.
  private static let lengthLimit = 24

  /// Whether a cell says nothing in the column of a meaning.
  static func isOne(_ text: String, in column: ItemColumn) -> Bool {
    if isErrorValue(text) { return true }
    return switch column {
    case .name, .notes, .created, .changed: false
    case .sku, .barcode: isNoIdentity(text)
    case .quantity, .reorderLevel: isUnknown(text)
    case .price: isUnknown(text) || isWord(text, noPrice)
    case .unit, .currency, .location, .tags: isOne(text)
    }
  }

  /// Whether a cell says nothing in any column.
  static func isOne(_ text: String) -> Bool { isErrorValue(text) || isWord(text, nothing) }

  /// Whether a cell has the error of a formula, as spreadsheets write it in many languages:
  /// `#REF!`, `#BEZUG!`, `#NAME?`, `#N/D`, `Err:502`.
  static func isErrorValue(_ text: String) -> Bool {
    guard (3...lengthLimit).contains(text.utf8.count), let first = text.utf8.first else {
      return false
    }
    if first | 0x20 == UInt8(ascii: "e") {
      let digits = text.utf8.dropFirst(4)
      return text.lowercased().hasPrefix("err:") && digits.count == 3 && digits.allSatisfy(isDigit)
    }
    guard first == UInt8(ascii: "#") else { return false }
    let text = text.trimmed
    if wholeErrors.contains(text) { return true }
    var name = text.unicodeScalars.dropFirst()
    let last = name.last
    if last == "!" || last == "?" { name.removeLast() } else if !name.contains("/") { return false }
    return name.contains { $0.properties.isUppercase }
      && name.allSatisfy { $0.properties.isUppercase || "/0_ ¡¿".unicodeScalars.contains($0) }
  }

  /// Errors of formulas that have no mark by which they could be told from the code of a thing.
  private static let wholeErrors: Set = ["#NV", "#YOK", "#HIÁNYZIK", "#NENÍ_K_DISPOZICI"]

  /// Whether a cell says nothing that could tell one thing from another.
  static func isNoIdentity(_ text: String) -> Bool {
    isUnknown(text) || isZero(text)
  }

  /// Whether a cell has a long number of which a spreadsheet has kept a few digits, such as
  /// `4.00638E+12`.
  static func isShortened(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard (6...24).contains(bytes.count), let first = bytes.first, isDigit(first),
      let mark = bytes.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }),
      mark + 3 < bytes.count,
      bytes[mark + 1] == UInt8(ascii: "+")
    else { return false }
    let digits = bytes[1..<mark].drop { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
    return bytes[..<mark].count - digits.count <= 2 && digits.allSatisfy(isDigit)
      && bytes[(mark + 2)...].allSatisfy(isDigit)
  }

  private static func isUnknown(_ text: String) -> Bool {
    isWord(text, nothing) || isWord(text, unknown)
  }

  private static func isZero(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= lengthLimit
      && (text == "0.0" || text.utf8.allSatisfy { $0 == UInt8(ascii: "0") })
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isWord(_ text: String, _ words: Words) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last, text.utf8.count <= lengthLimit
    else { return false }
    // A large file has millions of cells: most are told apart by their first byte and their length.
    let isPlain = isPlain(first) && isPlain(last) && last != UInt8(ascii: ".")
    if isPlain, !words.shapes.contains(shape(first, text.utf8.count)) { return false }
    let text = text.trimmed.lowercased()
    if words.all.contains(text) { return true }
    // "(none)", "<null>", "n/a."
    let bare = text.drop { "([<{\"'".contains($0) }
    let closing = bare.reversed().prefix { ")]>}\"'.".contains($0) }
    return words.all.contains(String(bare.dropLast(closing.count)))
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x2D...0x3B).contains(byte) || byte == UInt8(ascii: "#")
      || byte == UInt8(ascii: "?") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// What the first byte of a word, in lower case, and its length are.
  private static func shape(_ first: UInt8, _ count: Int) -> Int {
    Int((0x41...0x5A).contains(first) ? first | 0x20 : first) << 8 | count
  }

  private struct Words {
    let all: Set<String>
    let shapes: Set<Int>
  }

  private static func set(_ list: String) -> Words {
    let words = Set(list.split { $0 == "," || $0.isNewline }.map { String($0).trimmed })
    return Words(
      all: words,
      shapes: Set(words.compactMap { word in word.utf8.first.map { shape($0, word.utf8.count) } })
    )
  }

  /// What means nothing in any column.
  private static let nothing = set(
    """
    n/a, n.a, n. a, n/v, n.v, #n/a, na, none, null, nil, undefined, -, --, ---, –, —, ―, ?, ??, ???,
    ./., /, k.a, k. a, keine angabe, tbd, tba, tbc, s.o, not applicable, does not apply,
    nicht zutreffend, non applicable, no aplica, non applicabile, não aplicável, n.v.t,
    niet van toepassing, nie dotyczy, н/д, нет данных
    """
  )

  /// What means nothing where one thing is told from another, and where numbers are. A place or a
  /// tag may be called so.
  private static let unknown = set(
    """
    unknown, missing, no barcode, no sku, no code, no number, without, not available, not assigned,
    unassigned, not set, to be determined, empty, blank, see notes, various,
    unbekannt, keine, keiner, kein, ohne, fehlt, leer, nicht vorhanden, unklar,
    inconnu, inconnue, aucun, aucune, sans, néant, vide, non disponible,
    desconocido, desconocida, ninguno, ninguna, sin, sin código, vacío, no disponible,
    sconosciuto, sconosciuta, nessuno, nessuna, senza, vuoto, assente, non disponibile,
    desconhecido, desconhecida, nenhum, nenhuma, sem, vazio, não disponível,
    onbekend, geen, zonder, leeg, niet bekend,
    nieznany, nieznane, brak, bez, nie ma, žádný, žádné, neznámý, neznámé, není, chybí,
    okänd, okänt, ingen, inga, inget, saknas, ukendt, ukjent, intet, mangler,
    tuntematon, ei ole, puuttuu, ismeretlen, nincs, неизвестно, нет, без номера, невідомо, немає
    """
  )

  /// What people write in the place of a price if there was none.
  private static let noPrice = set(
    """
    free, free of charge, gift, gifted, donated, donation, gratis, kostenlos, geschenk, geschenkt,
    umsonst, gratuit, cadeau, offert, regalo, gratuito, regalato, omaggio, presente, oferta, grátis,
    gift from family, prezent, za darmo, zdarma, dárek, gåva, gave, lahja, ingyen, ajándék
    """
  )
}
