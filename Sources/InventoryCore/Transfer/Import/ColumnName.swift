import Foundation

/// How surely the name of a column says what the column means.
enum NameRank: Int, Comparable {
  /// The name nearly always means something else, and is taken only where no other column can have
  /// the meaning. The cells have to fit.
  case faint
  /// People use the name for other things as well. The cells have to fit.
  case vague
  /// In a list of things, the name means nothing else.
  case usual
  /// The name is that of the program's own files.
  case exact

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// What the name of a column means.
///
/// The names are from the public documentation of Homebox, Snipe-IT, Part-DB, PartKeepr, InvenTree,
/// Grocy, Sortly, LibraryThing and Goodreads, and those that people use in the larger languages of
/// Europe. Case, accents, spaces and punctuation do not matter.
struct ColumnName {
  /// What the name can mean, the most certain first.
  private(set) var meanings: [Meaning] = []
  /// The currency that the name says, as in `Price (EUR)`, as it is written there.
  private(set) var currency: String?
  /// The unit that the name says, as in `Quantity (kg)`.
  private(set) var unit: String?
  /// Whether the name can be that of the value of all there are of a thing, as `Value` can.
  let isOfAll: Bool
  /// Whether the name can be that of a number of things, as `Number` can.
  let mayCount: Bool
  /// What the price of a column is the price of one of, as in `Price/kg`; `nil` for one thing.
  private(set) var unitOfPrice: String?
  /// Whether the name can be that of how many things a price is for, as `PE` and `Price unit` can.
  let mayBeNumberOfPrice: Bool
  /// How large the places are that the column may have.
  let locationLevel: Int?
  /// The words of the name, in lower case.
  let words: Set<String>

  struct Meaning: Equatable {
    let column: ItemColumn
    let rank: NameRank
  }

  /// Nobody gives a column a longer name.
  private static let lengthLimit = 64

  init(_ header: String) {
    let key = header.utf8.count > Self.lengthLimit ? "" : Self.key(header)
    isOfAll = Self.namesOfAll.contains(key)
    mayCount = Self.namesOfCounts.contains(key)
    mayBeNumberOfPrice = Self.namesOfPriceNumbers.contains(key)
    locationLevel = LocationLevel.level(ofKey: key)
    words = Set(
      header.utf8.count > Self.lengthLimit
        ? [] : header.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    )
    guard header.utf8.count <= Self.lengthLimit else { return }
    let parts = Self.parts(header)
    if let parts, Self.isCurrency(parts) {
      meanings = (Self.table[Self.key(parts.name)] ?? []).filter { $0.column == .price }
      if !meanings.isEmpty {
        currency = Self.currencyWords[parts.addition.lowercased()] ?? parts.addition
        return
      }
    }
    meanings = Self.table[key] ?? Self.meaningOfStart(key)
    if header.contains(where: { "#№".contains($0) }), header.contains(where: \.isLetter) {
      becomeNumber()
    }
    // The key has letters and digits only.
    if meanings.contains(where: { $0.column == .price }) { currency = Self.sign(in: header) }
    // "In stock?" is answered by yes or no.
    if header.trimmed.hasSuffix("?") || header.trimmed.hasSuffix("？") {
      meanings.removeAll { $0.column.isNumber }
    }
    guard meanings.isEmpty, let parts else { return }
    let known = Self.table[Self.key(parts.name)] ?? []
    switch parts.kind {
    case .brackets where UnitWords.contains(parts.addition),
      .words where UnitWords.contains(parts.addition) && parts.addition.count > 1:
      meanings = known.filter { $0.column == .quantity }
      if !meanings.isEmpty { unit = parts.addition }
    case .slash
    where UnitWords.contains(parts.addition.lowercased())
      || Self.unitsOfPrices.contains(parts.addition.lowercased()):
      // "Price/kg" is that of one kilogram, of which there may be several.
      meanings = known.filter { $0.column == .price }
      if !meanings.isEmpty, !Self.unitsOfPrices.contains(parts.addition.lowercased()),
        !UnitWords.isPiece(parts.addition)
      {
        unitOfPrice = parts.addition
      }
    case .brackets, .words, .slash:
      break
    }
  }

  /// Takes the name for that of numbers that things have: "Tool #" and not "Tool".
  private mutating func becomeNumber() {
    guard meanings.first?.rank != .exact,
      meanings.contains(where: { $0.column == .name || $0.column == .sku })
    else { return }
    meanings = [Meaning(column: .sku, rank: .usual)]
  }

  /// Takes the name for one in a list of electronic parts.
  mutating func becomeThatOfParts() {
    switch words {
    case ["value"], ["val"]: meanings = [Meaning(column: .name, rank: .faint)]
    case ["reference"], ["references"], ["ref"], ["refs"], ["designator"]: meanings = []
    default: break
    }
  }

  /// What names mean to which people add something of their own, such as "Current Quantity Main
  /// Street".
  private static func meaningOfStart(_ key: String) -> [Meaning] {
    key.hasPrefix("currentquantity") ? [Meaning(column: .quantity, rank: .vague)] : []
  }

  /// A name without what people write in one way or another.
  static func key(_ name: String) -> String {
    var key = String.UnicodeScalarView()
    for scalar in name.folded.unicodeScalars {
      // These letters have no accent that could be taken away.
      switch scalar {
      case "ı": key.append("i")
      case "ł": key.append("l")
      case "ø": key.append("o")
      case "đ": key.append("d")
      case "æ": key.append(contentsOf: "ae".unicodeScalars)
      case "ß": key.append(contentsOf: "ss".unicodeScalars)
      default: if isPartOfWord(scalar) { key.append(scalar) }
      }
    }
    // "#" and "№" are names of their own.
    return key.isEmpty ? name.trimmed : String(key)
  }

  private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
    CharacterSet.alphanumerics.contains(scalar)
  }

  // MARK: - Currencies and units in names

  /// A name and what is added to it: `Price (EUR)`, `Preis in €`, `cost_usd`, `Price/kg`.
  private struct Parts {
    enum Kind {
      case brackets
      case words
      case slash
    }

    let name: String
    let addition: String
    let kind: Kind
  }

  private static func parts(_ header: String) -> Parts? {
    let text = header.trimmed
    for (open, close) in [("(", ")"), ("[", "]")] {
      if text.hasSuffix(close), let start = text.range(of: open, options: .backwards) {
        let addition = text[start.upperBound...].dropLast()
        let name = String(text[..<start.lowerBound])
        return Parts(name: name, addition: String(addition).trimmed, kind: .brackets)
      }
    }
    if let slash = text.lastIndex(of: "/") {
      let addition = String(text[text.index(after: slash)...]).trimmed
      return Parts(name: String(text[..<slash]), addition: addition, kind: .slash)
    }
    let words = text.split { $0.isWhitespace || "_,".contains($0) }.map(String.init)
    guard words.count > 1, let addition = words.last else { return nil }
    var name = words.dropLast()
    if name.count > 1, let last = name.last, small.contains(last.lowercased()) { name.removeLast() }
    return Parts(name: name.joined(separator: " "), addition: addition, kind: .words)
  }

  /// The sign of a currency in a name, as in `Price (€)`.
  private static func sign(in header: String) -> String? {
    let sign = header.unicodeScalars.first { $0.properties.generalCategory == .currencySymbol }
    return sign.map { String($0) }
  }

  /// The words for "in" between a name and a currency.
  private static let small: Set = ["in", "en", "em", "w", "v", "i", "в", "σε"]

  /// Codes and signs of common currencies that are also words of names, such as "Price try".
  /// `CurrencySigns` knows those of rarer ones.
  private static let wordsLikeCodes: Set = ["try", "ft", "per"]

  /// What has a price as one, besides units: "Price/each".
  private static let unitsOfPrices: Set = ["cup", "stück", "each", "st", "kus"]

  private static func isCurrency(_ parts: Parts) -> Bool {
    // A unit after a slash is none, although forints are written "Ft".
    switch parts.kind {
    case .brackets: break
    case .words where wordsLikeCodes.contains(parts.addition.lowercased()): return false
    case .slash
    where UnitWords.contains(parts.addition.lowercased())
      || wordsLikeCodes.contains(parts.addition.lowercased()):
      return false
    case .words, .slash: break
    }
    if currencyWords[parts.addition.lowercased()] != nil { return true }
    switch CurrencySigns.meaning(of: [parts.addition], written: "", preferred: []) {
    case .currency, .several: return true
    case .contradiction, .unknown: return false
    }
  }

  /// Currencies by their names, as people write them behind that of a column.
  private static let currencyWords = [
    "euro": "EUR", "euros": "EUR", "dollar": "$", "dollars": "$", "pound": "£", "pounds": "£",
    "franken": "CHF", "złoty": "PLN", "kronor": "SEK",
  ]

  /// How many things a price is for.
  private static let namesOfPriceNumbers: Set = [
    "pe", "priceunit", "preiseinheit", "priceper", "preisje", "preispro", "per", "pricequantity",
    "priceqty",
  ]

  // MARK: - Names

  private static let table: [String: [Meaning]] = {
    var table: [String: [Meaning]] = [:]
    func add(_ name: String, _ column: ItemColumn, _ rank: NameRank) {
      let key = key(name)
      guard table[key]?.contains(where: { $0.column == column }) != true else { return }
      table[key, default: []].append(Meaning(column: column, rank: rank))
    }
    for column in ItemColumn.allCases {
      for name in [column.header, column.rawValue] { add(name, column, .exact) }
    }
    for (rank, lists) in [
      (NameRank.exact, exact), (.usual, usual), (.vague, vague), (.faint, faint),
    ] {
      for (column, names) in lists {
        for name in names.split(whereSeparator: { $0 == "," || $0.isNewline }) {
          add(String(name).trimmed, column, rank)
        }
      }
    }
    for name in LocationLevel.names { add(name, .location, .vague) }
    return table.mapValues { $0.sorted { $0.rank > $1.rank } }
  }()

  /// The words of all names that have letters beyond ASCII, in lower case and with their accents.
  static let wordsBeyondAscii = Set(
    [exact, usual, vague, faint].joined().flatMap { wordsBeyondAscii(of: $0.1) }
  )

  static func wordsBeyondAscii(of text: String) -> [String] {
    text.lowercased().split { !$0.isLetter }
      .filter { $0.count > 2 && $0.utf8.contains { $0 >= 0x80 } }.map(String.init)
  }

  /// Names that say what they mean as clearly as our own.
  private static let exact: [(ItemColumn, String)] = [
    (
      .sku,
      """
      seller sku, variant sku, custom label (sku), merchant sku, product sku, item sku, sku code,
      sku number, sku no, sku id, SKU-Nummer, référence SKU, código SKU, codice SKU
      """
    )
  ]

  /// Names that mean nothing else in a list of things.
  private static let usual: [(ItemColumn, String)] = [
    (
      .name,
      """
      item, items, item name, item title, product title, filament.name, название товара,
      наименование товаров, name of item, title, product, product name, article, article name, asset name,
      part name, entry name, book title, component name, material name, equipment name, HB.name,
      device name, object name, chemical name, display name, game, board game, album, film,
      movie, spice, plant name, drug name, medicine, wine name, common name, 品名, 名称, 名稱, 商品名,
      品目, 商品名称, 商品名稱, 품명, 상품명, 이름, الصنف, الاسم, اسم الصنف, שם, פריט, שם הפריט, nama,
      nama barang, tên, tên hàng
      Bezeichnung, Artikel, Artikelbezeichnung, Artikelname, Produkt, Produktname, Gegenstand,
      Materialbezeichnung, Titel, Buchtitel
      nom, désignation, libellé, produit, nom du produit, nom de l'article, intitulé, titre, objet,
      nombre, nombre del artículo, nombre del producto, artículo, producto, título, denominación
      nome, nome articolo, articolo, prodotto, nome prodotto, denominazione, titolo, oggetto
      nome do produto, nome do item, produto, artigo, designação, título
      naam, productnaam, artikelnaam, omschrijving artikel, voorwerp
      nazwa, nazwa produktu, nazwa artykułu, nazwa towaru, produkt, towar, przedmiot, tytuł
      název, název položky, název zboží, položka, zboží, výrobek, název produktu, titul
      namn, benämning, artikelnamn, produktnamn, vara, artikelbenämning, föremål
      navn, betegnelse, varenavn, produktnavn, vare, artikkel, varebetegnelse, genstand, gjenstand
      nimi, nimike, tuote, tuotenimi, tuotteen nimi, tavara, esine
      név, megnevezés, termék, terméknév, cikk, cikknév, cikk megnevezése, tétel
      наименование, название, товар, предмет, наименование товара, номенклатура
      найменування, назва, предмет, назва товару
      όνομα, ονομασία, προϊόν, είδος, τίτλος
      ürün, ürün adı, malzeme adı, malzeme, eşya, stok adı
      denumire, nume, denumire produs, nume produs, produs, articol, titlu
      """
    ),
    (
      .sku,
      """
      型番, 品番, item number, item no, item code, part number, part no, product code, internal reference,
      part IPN, accession no, accession nr,
      article number, article no, art no, stock keeping unit, stock code,
      stock number, asset tag, asset id, asset number, asset no, inventory number, inventory no,
      inventory id, inventory code, inv no, catalog number, catalogue number, IPN,
      internal part number, Sortly ID, Sortly ID (SID), SID, HB.asset_id, accession number, barcode id
      Artikelnummer, Artikel-Nr, Artikelnr, Art.-Nr., Artikelcode, Artikel-ID, Inventarnummer,
      Inventar-Nr, Inv.-Nr., Materialnummer, Materialnr, Bestellnummer, Bestell-Nr, Teilenummer,
      Teile-Nr, Produktnummer, Anlagennummer, Sachnummer
      code article, référence article, référence produit, numéro d'article, numéro d'inventaire,
      n° inventaire, code produit
      código de artículo, código de producto, referencia, número de artículo, número de inventario
      codice articolo, codice prodotto, codice inventario, numero di inventario, numero articolo
      código do produto, código do artigo, código do item, número de inventário, número de patrimônio
      artikelcode, artikelnummer, productcode, inventarisnummer, inventarisnr
      kod produktu, kod towaru, numer inwentarzowy, nr inwentarzowy, indeks, numer katalogowy,
      numer artykułu, nr katalogowy
      katalogové číslo, inventární číslo, číslo položky, kód zboží, kód položky, číslo zboží
      artikelnr, inventarienummer, varenummer, varenr, inventarnr, produktnummer, artikkelnummer
      tuotenumero, tuotekoodi, nimikenumero, tuotenro, inventaarionumero
      cikkszám, termékkód, leltári szám, cikkszam
      артикул, инвентарный номер, инв. номер, инв. №, код товара, номенклатурный номер
      інвентарний номер, інв. номер, код товару
      κωδικός προϊόντος, κωδικός είδους, αριθμός απογραφής
      ürün kodu, stok kodu, malzeme kodu, demirbaş no, envanter no
      cod produs, cod articol, număr de inventar, nr. inventar
      """
    ),
    (
      .barcode,
      """
      bar code, barcodes, barcode 1, variant barcode, item barcode, product barcode, WineBarcode, EAN, EAN 13, EAN code, EAN/UPC, UPC, UPC code, GTIN, ISBN, ISBN13, ISBN 13,
      ISBN10, ISBNs, Barcode/QR1-Data, Barcode/QR2-Data, QR code, JAN
      Strichcode, Barcode-Nummer, code-barres, code barre, código de barras, código barras,
      codice a barre, código EAN, streepjescode, kod kreskowy, kod EAN, čárový kód, streckkod,
      stregkode, strekkode, viivakoodi, EAN-koodi, vonalkód, штрихкод, штрих-код, γραμμωτός κώδικας,
      barkod, cod de bare, EAN-Nummer
      """
    ),
    (
      .quantity,
      """
      qty, in stock, instock, on hand, quantity on hand, qty on hand, quantity in stock,
      stock on hand, on hand qty, inventory quantity, inventory qty, variant inventory qty,
      qty have, quantity have, stock balance, balance qty, balance quantity, closing stock,
      closing qty, closing balance, number in stock, no in stock, portions, bottles, skeins,
      stock level, stock quantity, stock qty, current stock, total stock, owned copies, copies,
      mängd, HB.quantity, item count, no of items, number of items, qty available, available quantity,
      units in stock, how many, current quantity
      Menge, Anzahl, Bestand, Lagerbestand, Stück, Stückzahl, Istbestand, aktueller Bestand, Vorrat, Anz, Ist-Bestand, Flaschen, Stk,
      Lagermenge
      quantité, qté, qte, nb, nbre, nombre d'articles, en stock, quantité en stock, stock actuel
      cantidad, cant, existencias, uds, unids, existencia actual, cantidad en stock, unidades, stock actual
      quantità, giacenza, qta, q.tà, pz, disponibilità
      quantidade, qtd, qtde, estoque, em estoque, quant.
      aantal, hoeveelheid, voorraad, op voorraad, stuks
      ilość, stan magazynowy, liczba sztuk, sztuk, szt
      množství, počet, ks, kusů, ks skladem, počet kusů, skladem, zásoba, stav skladu
      antal, kvantitet, lagersaldo, saldo, lagerantal
      mængde, beholdning, lagerbeholdning, mengde, antall, lagerstatus
      määrä, kpl, varastosaldo, lukumäärä, kappalemäärä
      mennyiség, menny, db, darab, darabszám, készlet, raktárkészlet
      количество, кол-во, остаток, количество на складе
      кількість, к-сть, залишок
      ποσότητα, απόθεμα, τεμάχια
      miktar, adet, stok, stok miktarı
      cantitate, cant., stoc, bucăți
      数量, 數量, 個数, 在庫, 在庫数, 库存, 庫存, 수량, 재고, الكمية, כמות, jumlah, stok barang, số lượng
      """
    ),
    (
      .unit,
      """
      単位, units, uom, stock uom, default unit of measure, unit of measure, unit of measurement, measurement unit, quantity unit, part unit,
      Einheit, Mengeneinheit, Maßeinheit, ME, unité, unité de mesure, unidad, unidad de medida,
      unità, unità di misura, UM, unidade, unidade de medida, eenheid, jednostka, j.m., jm,
      jednostka miary, jednotka, MJ, měrná jednotka, enhet, enhed, yksikkö, mértékegység, egység,
      единица измерения, ед. изм., единица, ед., одиниця виміру, од. вим., одиниця,
      μονάδα μέτρησης, μονάδα, birim, ölçü birimi, unitate de măsură, unitate
      """
    ),
    (
      .reorderLevel,
      """
      reorder, reorder at, reorder point, minimum, min, min stock, minimum stock,
      minimum quantity, min quantity, min qty, min level, minimum level, min stock amount, min amount,
      minamount, minimum amount, low stock, low stock level, low stock threshold, safety stock,
      par level, restock level
      Mindestbestand, Meldebestand, Mindestmenge, Mindestlagerbestand, Mindestlagermenge
      stock minimum, stock mini, seuil de réapprovisionnement, seuil d'alerte, stock d'alerte,
      quantité minimum, existencias mínimas, stock mínimo, cantidad mínima, punto de pedido,
      scorta minima, quantità minima, livello di riordino, punto di riordino
      estoque mínimo, quantidade mínima, minimumvoorraad, minimale voorraad, bestelniveau
      stan minimalny, minimalny stan, ilość minimalna, minimální zásoba, minimální množství
      minimilager, beställningspunkt, minsta antal, minimumsbeholdning, minstebeholdning,
      minimilagring, minimivarasto, hälytysraja, tilauspiste, minimimäärä
      minimum készlet, minimális készlet, minimumkészlet
      минимальный остаток, мин. остаток, минимальный запас, мінімальний залишок,
      мінімальний запас, ελάχιστο απόθεμα, minimum stok, asgari stok, stoc minim, cantitate minimă
      """
    ),
    (
      .price,
      """
      unit price, price unit, cost unit, unit cost, price each, price per unit, item price, purchase price, purchase cost,
      average price, avg price, buy price, buying price, retail price, list price, price paid,
      cost per unit, cost each, cost price, cost per item, sales price, selling price, regular price,
      variant price, standard selling rate, valuation rate, purchase rate, price ea, pricepaid,
      price incl vat, price inc vat, price excl vat, price ex vat, price incl tax, price excl tax,
      net price, gross price, price net, price gross, each price, current price, HB.purchase_price, replacement cost
      Preis brutto, Preis netto, Bruttopreis, Nettopreis, EK netto, EK brutto, VK netto, VK brutto,
      Preis inkl. MwSt., Preis exkl. MwSt., prezzo unit., prijs p/st, prijs per st,
      Preis, Einzelpreis, Stückpreis, Kaufpreis, Einkaufspreis, EK-Preis, Verkaufspreis, VK-Preis,
      Anschaffungspreis, Anschaffungswert, EP, E-Preis, Preis pro Stück, Preis je Stück,
      Preis je Einheit, Neupreis, Listenpreis
      prix, PU HT, P.U. HT, PU TTC, prix HT, prix TTC, prix unitaire HT, prix unitaire TTC,
      prix unitaire, prix d'achat, prix de vente, P.U., precio, precio unitario,
      precio de compra, precio de venta, PVP, P.V.P., precio unit., p. unitario, coste unitario, costo unitario
      prezzo, prezzo unitario, prezzo di acquisto, prezzo d'acquisto, prezzo di vendita
      preço, preço unitário, preço de compra, preço de venda, valor unitário, valor unit., preço unit., vlr unit, custo unitário
      prijs, stukprijs, aankoopprijs, inkoopprijs, verkoopprijs, prijs per stuk
      cena, cena jednostkowa, cena zakupu, cena sprzedaży, cena netto, cena brutto
      jednotková cena, nákupní cena, cena za kus, prodejní cena, pořizovací cena
      pris, styckpris, inköpspris, stykpris, indkøbspris, enhetspris, innkjøpspris, enhedspris,
      à-pris, stykkpris
      hinta, yksikköhinta, ostohinta, kappalehinta, myyntihinta, ár, egységár, beszerzési ár,
      eladási ár, цена, цена за единицу, цена за шт, закупочная цена, стоимость единицы
      ціна, ціна за одиницю, закупівельна ціна, τιμή, τιμή μονάδας, τιμή αγοράς
      fiyat, birim fiyat, birim fiyatı, alış fiyatı, satış fiyatı, preț, preț unitar,
      preț de achiziție, 単価, 价格, 單價, 单价, 価格, 價格, 단가, 가격, السعر, سعر الوحدة, מחיר, harga,
      harga satuan, giá, đơn giá
      """
    ),
    (
      .currency,
      """
      currency code, price currency, purchase price currency, pp_currency, cost currency, Währung, devise, monnaie, moneda, divisa, valuta, moeda, waluta,
      měna, valuutta, pénznem, deviza, валюта, νόμισμα, para birimi, monedă
      """
    ),
    (
      .location,
      """
      location name, item location, storage, storage location, store location, stored in,
      stored at, storage place, current location, location now, present location, storage area,
      bin location, default location, warehouse name, invlocation, where,
      stock location, part location, HB.location, primary folder, warehouse location,
      shelf location
      Ort, Lagerort, Lagerplatz, Standort, Aufbewahrungsort, Lagerstätte, Ablageort
      emplacement, lieu, lieu de stockage, endroit, étagère, entrepôt, salle, rangement
      ubicación, lugar, localización, almacén, estante, estantería
      ubicazione, posizione, luogo, magazzino, scaffale, collocazione
      localização, local, armazém, prateleira, depósito
      locatie, plaats, opslaglocatie, opslagplaats, magazijn, plank, ruimte
      lokalizacja, miejsce, magazyn, półka, miejsce przechowywania, pomieszczenie
      umístění, místo, sklad, police, regál, lokace, místnost
      plats, lagerplats, placering, hylla, förvaringsplats, lokation, lager
      sted, placering, lagersted, hylde, lagerplass, plassering, hylle, lokasjon, lagerplads
      sijainti, paikka, varastopaikka, hylly, säilytyspaikka
      hely, tárolóhely, raktár, polc, tárolási hely, helyszín
      место, расположение, место хранения, склад, местоположение, полка, помещение
      місце, розташування, місце зберігання, полиця, приміщення
      τοποθεσία, θέση, αποθήκη, ράφι, konum, yer, depo, raf, lokasyon, locație, loc, depozit, raft, 場所, 位置, 保管場所, 存放位置,
      위치, 장소, الموقع, المكان, מיקום, lokasi, vị trí
      """
    ),
    (
      .tags,
      """
      tag, labels, keywords, category, categories, category name, item category, product category,
      product group, item type, item group, genre, collections, bookshelves, HB.labels, HB.tags,
      subject, subjects
      Schlagwörter, Schlagworte, Stichwörter, Stichworte, Kategorie, Kategorien, Gruppe,
      Warengruppe, Artikelgruppe, Produktgruppe
      étiquettes, mots-clés, catégorie, catégories, famille, groupe
      etiquetas, palabras clave, categoría, categorías, grupo, familia
      etichette, parole chiave, categoria, categorie, gruppo
      categorias, palavras-chave, trefwoorden, groep
      kategoria, kategorie, tagi, słowa kluczowe, grupa, štítky, skupina, klíčová slova
      kategori, grupp, taggar, nyckelord, gruppe, nøgleord, nøkkelord, varegruppe
      luokka, ryhmä, tunnisteet, avainsanat, tuoteryhmä, kategória, csoport, címkék, termékcsoport
      категория, группа, метки, теги, категорія, група, мітки, κατηγορία, ετικέτες, ομάδα
      etiketler, grup, etichete, grupă
      """
    ),
    (
      .notes,
      """
      note, comment, comments, details, remark, remarks, memo, description, item description, long description,
      item notes, HB.notes, private notes, private comment, additional info, additional information,
      Notiz, Notizen, Bemerkung, Bemerkungen, Anmerkung, Anmerkungen, Kommentar, Kommentare,
      Beschreibung, Hinweis, Hinweise
      remarques, remarque, commentaire, commentaires, notas, nota, observaciones, comentarios,
      comentario, descripción, note, osservazioni, descrizione, commenti, observações, comentários,
      descrição, notities, opmerking, opmerkingen, omschrijving, beschrijving
      uwagi, notatki, opis, komentarz, poznámka, poznámky, popis, komentář
      anteckning, anteckningar, anmärkning, kommentarer, beskrivning, noter, bemærkning,
      bemærkninger, beskrivelse, merknad, merknader, notater
      huomautus, huomautukset, muistiinpanot, kuvaus, lisätiedot, huom
      megjegyzés, megjegyzések, leírás, jegyzet, примечание, примечания, комментарий, заметки,
      описание, примітка, примітки, коментар, нотатки, опис, σημειώσεις, παρατηρήσεις, σχόλια,
      περιγραφή, not, notlar, açıklama, açıklamalar, observații, note, descriere, comentarii
      """
    ),
    (
      .created,
      """
      created at, date created, date added, created date, create date, entry date, added at, added on
      erstellt, angelegt, erstellt am, angelegt am, hinzugefügt am
      """
    ),
    (
      .changed,
      """
      changed at, date changed, date modified, modified at, last modified, last updated, updated at,
      last changed, geändert, geändert am, zuletzt geändert
      """
    ),
  ]

  /// The names of prices that can be those of all there are of a thing.
  private static let namesOfAll = Set(
    """
    value, current value, estimated value, worth, Wert, valeur, valor, valore, waarde, wartość,
    hodnota, värde, værdi, verdi, arvo, érték, стоимость, вартість, αξία, değer, valoare, cost,
    Kosten, coût, coste, costo, custo, koszt, kostnad, maliyet
    """
    .split(whereSeparator: { $0 == "," || $0.isNewline }).map { key(String($0)) }
  )

  /// Names that people use for other things as well.
  private static let vague: [(ItemColumn, String)] = [
    (
      .name,
      """
      part description, product description, article description, desc prod, descripción del producto,
      descripción producto, descripción artículo, description article, descrizione articolo,
      descrizione prodotto, descrição do produto, descrição do item, opis produktu, opis towaru,
      productomschrijving, artikelomschrijving, varubeskrivning, produktbeskrivning,
      Artikelbeschreibung, Produktbeschreibung, Teilebeschreibung, Ersatzteilbeschreibung,
      описание товара,
      component, material, equipment, ingredient, food, what, tool, device, thing, chemical, reagent,
      substance, Bauteil, Ware, Gerät, Werkzeug, Zutat, Lebensmittel, Chemikalie
      description, item description, designation, part, asset, plant, drug, medication, species, primer, hostname,
      wine, book title, record, yarn, variety, Wein, Spiel, Medikament, Pflanze, Gewürz, Film, Buch,
      jeu, plante, vin, médicament, livre, juego, planta, libro, vino, gioco, pianta, farmaco, object, entry, model,
      model name, book, device model, short description, HB.description
      Beschreibung, Modell, Teil, Objekt, description du produit, modèle, descripción, modelo,
      descrizione, modello, descrição, omschrijving, opis, popis, beskrivning, beskrivelse,
      kuvaus, leírás, описание, опис, модель, περιγραφή, açıklama, descriere
      """
    ),
    (
      .sku,
      """
      number, no, code, id, item id, part id, product id, article id, art id, ref, reference, part,
      book id, serial, serial number, serial no, s/n,
      mpn, manufacturer part number, tag, tag number, key, uid, import ref, HB.import_ref,
      stock item id, product number, catalog no, cat no, cat. no., catalog, identifier, #, №,
      item, product, article, custom label, Artikel, Produkt, produit, artículo, producto, articolo,
      prodotto, artigo, produto, towar, produkt, zboží, vara, vare, tuote, cikk, товар, ürün, produs
      Nummer, Nr, Seriennummer, Serien-Nr, Kennung, référence, numéro, numéro de série, n°, código,
      número, número de serie, codice, numero, matricola, número de série, nummer, serienummer,
      kod, numer, numer seryjny, číslo, kód, sériové číslo, serienr, koodi, numero, sarjanumero,
      szám, sorszám, azonosító, код, номер, серийный номер, серійний номер, κωδικός, αριθμός,
      numara, seri no, cod, număr, serie
      """
    ),
    (
      .quantity,
      """
      have, amount, count, stock, available, avail, remaining, units, balance, closing, opening stock,
      quantity received, qty received, bestand gesamt, how much, stück, nombre, total en stock,
      stock total, existencia, conteo
      """
    ),
    (
      .price,
      """
      cost, value, amount, rate, msrp, rrp, current value, estimated value, worth, Wert, Kosten, coût,
      valeur, coste, costo, valor, valore, custo, waarde, wartość, koszt, hodnota, värde, kostnad,
      værdi, verdi, arvo, érték, стоимость, вартість, αξία, değer, maliyet, valoare
      """
    ),
    (
      .location,
      """
      warehouse, site, bin, shelf, room, cabinet, drawer, rack, position, box, container, folder,
      section, area, Lager, Regal, Raum, Fach, Schrank, Platz, Kiste, Karton, Behälter
      """
    ),
    (.tags, "group, type, kind, class, Art, Typ, type d'article, tipo, tip, tür, typ, тип, típus"),
    (.created, "created, added"),
    (.changed, "modified, updated, changed"),
  ]

  /// Names that nearly always mean something else.
  private static let faint: [(ItemColumn, String)] = [
    (
      .quantity,
      """
      pieces, pcs, pezzi, pièces, piezas, order qty, order quantity, ordered, qty ordered,
      total quantity, total qty
      """
    ),
    (.price, "unit, units, each"),
    // Where a thing comes from, in museums.
    (.location, "place"),
  ]

  /// Names that can be those of numbers of things, if the cells are numbers.
  private static let namesOfCounts = Set(
    """
    number, no, nr, nummer, num, #, №, numéro, n°, número, nro, numero, numer, číslo, numara, număr,
    szám, номер, nombre, αριθμός, count, item, product, part, Artikel, Produkt
    """
    .split(whereSeparator: { $0 == "," || $0.isNewline }).map { key(String($0).trimmed) }
  )
}
