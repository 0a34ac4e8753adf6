/// The words for what is counted or measured, such as the `pcs` in `5 pcs`.
enum UnitWords {
  /// Whether a word is a unit.
  ///
  /// A single letter counts only in lower case: `M` and `L` are sizes.
  static func contains(_ word: String) -> Bool {
    let key = word.lowercased()
    if word.count == 1, word != key { return false }
    return measures.contains(key) || countWords.contains(key)
      || key.hasSuffix(".") && countWords.contains(String(key.dropLast()))
  }

  /// A number of things as people write it, such as `5 pcs`, `2x` or `+2`.
  ///
  /// - Returns: The number alone, and its unit, which may be empty; `nil` if the text has something
  ///   else beside a number. What is about as much, such as `ca. 50`, is no number.
  static func count(in text: String) -> (number: String, unit: String)? {
    guard let amount = WrittenAmount(text), amount.units.count == 1, let unit = amount.units.first
    else { return nil }
    let text = text.trimmed
    if text.hasPrefix(unit) {
      return ["+", "x", "X", "×"].contains(unit) ? (amount.number, "") : nil
    }
    if ["x", "X", "×"].contains(unit) { return (amount.number, "") }
    return contains(unit) && !measuresOfSize.contains(unit) ? (amount.number, unit) : nil
  }

  /// Whether a text, in lower case, is the size of a thing and not a number of things, such as
  /// `512 gb ssd` or `500g`.
  static func isSize(_ text: String) -> Bool {
    let words = text.split(separator: " ", maxSplits: 2)
    guard let first = words.first, first.first?.isNumber == true else { return false }
    let digits = first.prefix { $0.isNumber || ".,".contains($0) }
    let unit = digits.count < first.count ? first.dropFirst(digits.count) : words.dropFirst().first
    // Shelves are called 1A and 2B.
    guard let unit, unit.count > 1 else { return false }
    return measures.contains(String(unit)) || technicalMeasures.contains(String(unit))
  }

  /// Whether the price of one of a unit is that of one thing, whatever the things are counted in.
  static func isPiece(_ unit: String) -> Bool { pieces.contains(unit.lowercased()) }

  /// Whether a word is for what is measured, such as `kg`, and not counted.
  static func isMeasure(_ unit: String) -> Bool { measures.contains(key(unit)) }

  /// Whether two words are for the same unit: capitals, points, plurals and whole words such as
  /// `gram` make no difference.
  static func areSame(_ one: String, _ other: String) -> Bool {
    let (one, other) = (key(one), key(other))
    if one == other { return true }
    let (short, long) = one.count < other.count ? (one, other) : (other, one)
    return countWords.contains(short) && countWords.contains(long) && long.hasPrefix(short)
      && pluralEnds.contains(String(long.dropFirst(short.count)))
  }

  /// A unit without what people write in one way or another.
  private static func key(_ unit: String) -> String {
    var key = unit.lowercased()
    if key.hasSuffix(".") { key.removeLast() }
    return wholeWords[key] ?? key
  }

  /// What plurals of words for pieces end with.
  private static let pluralEnds: Set = ["s", "es", "n", "en", "e", "r"]

  /// The measures by their whole names.
  private static let wholeWords = [
    "kilogram": "kg", "kilograms": "kg", "kilogramm": "kg", "kilo": "kg", "kilos": "kg",
    "gram": "g", "grams": "g", "gramm": "g", "gr": "g", "liter": "l", "liters": "l", "litre": "l",
    "litres": "l", "ltr": "l", "meter": "m", "meters": "m", "metre": "m", "metres": "m",
    "pound": "lb", "pounds": "lb", "lbs": "lb", "ounce": "oz", "ounces": "oz", "m2": "m²",
    "m3": "m³",
  ]

  private static let pieces = set(
    """
    each, ea, unit, units, item, piece, pieces, pc, pcs, st, stk, stück, stck, pièce, pce, pieza,
    pza, pezzo, pz, peça, un, stuk, szt, sztuka, ks, kus, kpl, db, шт
    """
  )

  private static let technicalMeasures = set(
    """
    gb, tb, mb, kb, ghz, mhz, hz, kw, kwh, ma, mah, ah, ohm, kω, inch, zoll, km, ha, sqft, lumen,
    lm, psi, dpi, mp
    """
  )

  private static func set(_ list: String) -> Set<String> {
    Set(list.split(whereSeparator: { $0 == "," || $0.isNewline }).map { String($0).trimmed })
  }

  /// Names of sizes that people also write behind numbers of clothes.
  private static let measuresOfSize: Set = ["s", "m", "l"]

  private static let measures = set(
    """
    kg, g, mg, t, l, ml, cl, dl, m, cm, mm, m2, m², m3, m³, lb, lbs, oz, ft, gal, qt, yd, км, кг, г,
    л, мл, м
    """
  )

  /// Words for pieces and what they are packed in, in the singular and the plural.
  private static let countWords = set(
    """
    pcs, pc, piece, pieces, ea, each, unit, units, item, items, nos, bottle, bottles, can, cans,
    tin, tins, jar, jars, bag, bags, box, boxes, pack, packs, packet, packets, package, packages,
    roll, rolls, sheet, sheets, tube, tubes, bar, bars, carton, cartons, crate, crates, case, cases,
    bucket, buckets, set, sets, kit, kits, spool, spools, reel, reels, bundle, bundles, loaf, loaves,
    portion, portions, serving, servings, slice, slices, skein, skeins, ball, balls, tablet, tablets,
    vial, vials, copy, copies, meter, meters, metre, metres, liter, liters, litre, litres
    stk, stück, stck, st, flasche, flaschen, fl, dose, dosen, glas, gläser, beutel, packung,
    packungen, pkg, pck, päckchen, kiste, kisten, karton, kartons, rolle, rollen, blatt, bogen, tube,
    tuben, sack, säcke, eimer, schachtel, schachteln, bund, portionen, tüte, tüten, knäuel
    pièce, pièces, pce, pces, unité, unités, bouteille, bouteilles, boîte, boîtes, sac, sacs, paquet,
    paquets, rouleau, rouleaux, bocal, bocaux, sachet, sachets
    pieza, piezas, pza, pzas, unidad, unidades, ud, uds, botella, botellas, caja, cajas, bolsa,
    bolsas, paquete, paquetes, lata, latas, rollo, rollos, frasco, frascos
    pezzo, pezzi, pz, bottiglia, bottiglie, scatola, scatole, confezione, confezioni, conf,
    barattolo, barattoli, sacchetto, sacchetti, rotolo, rotoli
    peça, peças, un, garrafa, garrafas, caixa, caixas, saco, sacos, pacote, pacotes, rolo, rolos
    stuk, stuks, fles, flessen, blik, blikken, pot, potten, zak, zakken, doos, pak, pakken,
    rol, rollen
    szt, sztuka, sztuki, sztuk, butelka, butelki, butelek, puszka, puszki, paczka, paczki, opak,
    rolka, rolki, ks, kus, kusy, kusů, láhev, láhve, balení, bal, krabice, role
    styck, flaska, flaskor, burk, burkar, påse, påsar, förp, rulle, rullar, stk, flaske, flasker,
    dåse, dåser, pose, poser, boks, bokser, kpl, kappale, pullo, pulloa, purkki, pussi, rulla
    db, darab, üveg, doboz, csomag, tekercs, шт, штук, штука, бутылка, бутылки, банка, банки, пачка,
    пачки, уп, упаковка, рулон, пляшка, buc, bucată, bucăți, cutie, cutii, adet, kutu, şişe, paket,
    τεμ, τεμάχια, 個, 本, 枚, 箱, 件, 개
    """
  )
}
