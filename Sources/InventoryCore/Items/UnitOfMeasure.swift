/// What is known of a unit that people write beside a quantity: how many decimals its quantities
/// usually have, and what it is called for one and for several.
///
/// `docs/decisions/quantities.md` says what follows from it. Units that are not known are left as
/// they are.
public struct UnitOfMeasure: Equatable, Sendable {
  /// How many decimals quantities usually have.
  public let decimals: Int
  /// What one is called, as it is written without capitals.
  let one: String
  /// What several are called.
  let several: String
  /// Whether everything below two is written as one is, as in French: "1,5 sac".
  private let isFrench: Bool

  /// The unit that a text means.
  ///
  /// - Returns: `nil` if it is not known. An empty text means pieces.
  public init?(_ text: String) {
    guard text.utf8.count <= Self.longestName, let unit = Self.known[Self.key(text)] else {
      return nil
    }
    self = unit
  }

  private init(_ one: String, _ several: String, decimals: Int, isFrench: Bool) {
    self.one = one
    self.several = several
    self.decimals = decimals
    self.isFrench = isFrench
  }

  /// What is unusual about a quantity in the unit; `nil` if nothing is.
  func remark(on quantity: Quantity) -> String? {
    guard quantity.decimals > decimals else { return nil }
    return decimals == 0
      ? tr("This is not a whole number.")
      : tr("More than \(decimals) decimals are unusual for this unit.")
  }

  /// The unit behind a quantity, such as "bag" or "bags" for either of the two.
  ///
  /// - Parameter text: The unit as somebody has written it. One that is not known, or has the right
  ///   form, is left as it is.
  public static func name(_ text: String, for quantity: Quantity) -> String {
    guard let unit = UnitOfMeasure(text), unit.one != unit.several else { return text }
    let magnitude = quantity.millionths.magnitude
    let isOne =
      magnitude == Millionths.one || unit.isFrench && magnitude < 2 * Millionths.one.magnitude
    let name = isOne ? unit.one : unit.several
    if name == key(text) { return text }
    // "PCS" is left as it is.
    guard text.dropFirst().first?.isUppercase != true else { return text }
    return text.first?.isUppercase == true ? name.prefix(1).uppercased() + name.dropFirst() : name
  }

  private static func key(_ text: String) -> String {
    // Most units are short and have no capitals.
    text.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
      ? text : text.trimmed.lowercased()
  }

  private static let longestName = 40

  /// The known units by each of their names.
  private static let known: [String: UnitOfMeasure] = {
    var known: [String: UnitOfMeasure] = [:]
    func add(_ names: String, decimals: Int, isFrench: Bool = false) {
      for entry in names.split(whereSeparator: { $0 == "," || $0.isNewline }) {
        let forms = entry.split(separator: "/").map { String($0).trimmed }
        guard let one = forms.first, let several = forms.last else { continue }
        let unit = UnitOfMeasure(one, several, decimals: decimals, isFrench: isFrench)
        for form in forms {
          if let other = known[form], other != unit {
            // Several languages have the word, and not the same plural.
            known[form] = UnitOfMeasure(form, form, decimals: other.decimals, isFrench: false)
          } else {
            known[form] = unit
          }
        }
      }
    }
    add(counted, decimals: 0)
    add(countedInFrench, decimals: 0, isFrench: true)
    add(measured, decimals: 3)
    known[""] = UnitOfMeasure("", "", decimals: 0, isFrench: false)
    return known
  }()

  /// What is counted, in English, German, Spanish, Italian, Dutch, Swedish and Hebrew. A word that
  /// two languages write in the plural in different ways is in the lists of both.
  private static let counted = """
    piece/pieces, pc/pcs, pc./pcs., item/items, unit/units, box/boxes, bag/bags, bottle/bottles,
    pack/packs, package/packages, packet/packets, can/cans, tin/tins, jar/jars, tube/tubes,
    roll/rolls, sheet/sheets, pair/pairs, set/sets, kit/kits, carton/cartons, crate/crates,
    case/cases, bundle/bundles, copy/copies, book/books, reel/reels, spool/spools, pallet/pallets,
    bucket/buckets, sack/sacks, drum/drums, barrel/barrels, tray/trays, each, ea, dozen
    stück, stk, stk., st., exemplar/exemplare, schachtel/schachteln, kiste/kisten, karton/kartons,
    flasche/flaschen, beutel, tüte/tüten, packung/packungen, päckchen, paket/pakete, dose/dosen,
    glas/gläser, rolle/rollen, paar, satz/sätze, blatt, bogen, eimer, sack/säcke, palette/paletten,
    fass/fässer, bund, kasten/kästen
    pieza/piezas, unidad/unidades, caja/cajas, botella/botellas, bolsa/bolsas, paquete/paquetes,
    rollo/rollos, par/pares, lata/latas, juego/juegos
    pezzo/pezzi, scatola/scatole, bottiglia/bottiglie, sacchetto/sacchetti, pacco/pacchi,
    rotolo/rotoli, confezione/confezioni
    stuk/stuks, doos/dozen, fles/flessen, zak/zakken, rol/rollen, blik/blikken
    par, rulle/rullar, låda/lådor, flaska/flaskor, påse/påsar
    יחידה/יחידות, קופסה/קופסאות, בקבוק/בקבוקים, שקית/שקיות, חבילה/חבילות, זוג/זוגות, גליל/גלילים
    """

  private static let countedInFrench = """
    pièce/pièces, unité/unités, boîte/boîtes, bouteille/bouteilles, sachet/sachets, sac/sacs,
    paquet/paquets, rouleau/rouleaux, paire/paires, exemplaire/exemplaires
    """

  /// What is measured.
  private static let measured = """
    kg, g, mg, t, lb/lbs, lb./lbs., oz, l, ml, cl, dl, hl, gal, m, mm, cm, dm, km, ft, in, yd, m²,
    m2, cm², m³, m3, h, min, kwh
    kilogram/kilograms, kilo/kilos, gram/grams, ton/tons, tonne/tonnes, pound/pounds, ounce/ounces,
    liter/liters, litre/litres, milliliter/milliliters, millilitre/millilitres, gallon/gallons,
    meter/meters, metre/metres, centimeter/centimeters, centimetre/centimetres, foot/feet,
    inch/inches, yard/yards, hour/hours, day/days
    kilogramm, kilo, gramm, ton, liter, milliliter, meter, zentimeter, tonne/tonnen, stunde/stunden
    קילו, ק״ג, ק\"ג, גרם, ליטר, מטר, מ׳, מ', ס״מ, ס\"מ
    """
}
