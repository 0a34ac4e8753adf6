/// The words for what an order costs besides its items, such as `Shipping`, `Rabatt 10 %` and
/// `MwSt. 19 %`.
enum ChargeWords {
  /// The longest text that is looked at, in bytes.
  private static let lengthLimit = 64

  /// Whether a text says nothing but that.
  static func areAll(of text: String) -> Bool {
    let words = words(of: text)
    return words.contains(where: charges.contains)
      && words.allSatisfy { charges.contains($0) || additions.contains($0) }
  }

  /// Whether a text says nothing but what stands below a sum, such as `Netto` or `Amount due`.
  static func areBelowSum(_ text: String) -> Bool {
    let words = words(of: text)
    return words.contains(where: wordsBelowSums.contains)
      && words.allSatisfy(isKnown)
  }

  /// The words of a text; none if it has a number that is no percentage, as `Tax 2023` has.
  private static func words(of text: String) -> [String] {
    guard text.utf8.count <= lengthLimit else { return [] }
    // Most texts begin with another word, and need no closer look.
    let start = String(Substring(text.utf8.prefix { $0 >= 0x80 || $0 | 0x20 >= 0x61 }))
    guard start.isEmpty || isKnown(start.lowercased()) else { return [] }
    if text.contains(where: \.isNumber), !text.contains("%") { return [] }
    return text.lowercased().split { !$0.isLetter }.map(String.init)
  }

  private static func isKnown(_ word: String) -> Bool {
    charges.contains(word) || additions.contains(word) || wordsBelowSums.contains(word)
  }

  private static func set(_ list: String) -> Set<String> {
    Set(list.split(whereSeparator: { $0 == "," || $0.isNewline }).map { String($0).trimmed })
  }

  private static let charges = set(
    """
    shipping, postage, freight, handling, delivery, discount, discounts, rebate, vat, gst, hst, tax,
    taxes, surcharge, rounding,
    versand, versandkosten, versandpauschale, versandkostenpauschale, porto, fracht, frachtkosten,
    lieferkosten, lieferung, mwst, umsatzsteuer, mehrwertsteuer, ust, rabatt, skonto, nachlass,
    preisnachlass, mindermengenzuschlag, tva, frais, livraison, remise, rabais, expédition, escompte,
    iva, envío, envio, descuento, impuesto, impuestos, spedizione, sconto, imposta, desconto, frete,
    imposto, impostos, btw, verzendkosten, verzending, korting, bezorgkosten, wysyłka, rabat,
    dostawa, podatek, dph, doprava, poštovné, sleva, moms, frakt, fragt, mva, alv, toimituskulut,
    alennus, áfa, szállítás, kedvezmény, ндс, доставка, скидка, пдв, знижка, φπα, έκπτωση, kdv,
    kargo, indirim, livrare
    """
  )

  /// Words that stand beside them.
  private static let additions = set(
    """
    cost, costs, fee, fees, charge, charges, and, incl, inkl, included, including, excl, zzgl, plus,
    of, on, for, the, sales, total, amount, order, estimated, standard, express, free, packaging,
    packing, rate, state, net, gross, s, h, usd, eur, euro, gbp, chf, kosten, gebühr, und, auf, der,
    verpackung, gesamt, inklusive, pauschale, netto, brutto, de, du, des, port, et, gastos, del, y,
    spese, di, e, costi, costo, custo, taxa, koszt, koszty, kosztów, en, za, na, i, a
    """
  )

  /// Words for what is still to be paid, and the like.
  private static let wordsBelowSums = set(
    """
    due, balance, paid, payable, net, gross, netto, brutto, betrag, endbetrag, rechnungsbetrag,
    zahlbetrag, zahlen, bezahlt, anzahlung, ttc, ht, payer, acompte, pagar, pagare, betalen, zapłaty,
    úhradě, betala, maksettava, fizetendő
    """
  )
}
