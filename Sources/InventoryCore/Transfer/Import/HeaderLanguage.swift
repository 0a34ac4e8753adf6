/// What the language of a header says about the numbers below it.
///
/// Who writes `Menge` has a comma before decimals, and who writes `Qty` a point, whatever the place
/// in which the file is read. Words that people use in several languages, such as "SKU" and
/// "Artikel", are in the lists of all of them, or in none.
enum HeaderLanguage {
  /// The mark before decimals in the language of a header.
  ///
  /// - Parameter header: The names of the columns.
  /// - Returns: `nil` if there are no words of any language in it, or of languages with different
  ///   marks, or if the names are those of this program, which are the same everywhere.
  static func decimalMark(_ header: [String]) -> DecimalMark? {
    guard !header.allSatisfy(ownNames.contains) else { return nil }
    var marks: Set<DecimalMark> = []
    // Nobody needs more to recognise a language.
    for name in header.prefix(100) where name.utf8.count <= 200 {
      for word in name.folded.split(whereSeparator: { !$0.isLetter }) {
        if let mark = words[String(word)] ?? script(word) { marks.insert(mark) }
      }
    }
    return marks.count == 1 ? marks.first : nil
  }

  private static let ownNames = Set(ItemColumn.allCases.map(\.header))

  /// The mark of those who write the letters of a word.
  private static func script(_ word: Substring) -> DecimalMark? {
    guard let scalar = word.unicodeScalars.first else { return nil }
    switch scalar.value {
    // Hebrew, Thai, and the letters of Japan, China and Korea.
    case 0x05D0...0x05EA, 0x0E00...0x0E7F, 0x3040...0x30FF, 0x3400...0x9FFF, 0xAC00...0xD7A3:
      return .point
    // Greek and Cyrillic.
    case 0x0370...0x03FF, 0x0400...0x04FF:
      return .comma
    default:
      return nil
    }
  }

  /// Words without case and accents, by the mark of their language.
  private static let words: [String: DecimalMark] = {
    var words: [String: DecimalMark] = [:]
    for (mark, text) in [(DecimalMark.point, english), (.comma, others)] {
      for word in text.folded.split(whereSeparator: { !$0.isLetter }) { words[String(word)] = mark }
    }
    return words
  }()

  private static let english = """
    qty quantity price cost value amount description location stock shelf room brand category
    vendor supplier each notes purchased manufacturer condition available remaining count reorder
    level weight length size owner purchase warranty item items title author storage hand
    """

  private static let others = """
    menge anzahl anz bezeichnung preis einzelpreis bestand lagerort ort standort beschreibung
    hersteller kategorie bemerkung notiz stück einheit artikelnummer lieferant wert
    quantité désignation prix emplacement lieu unité fournisseur catégorie marque référence nom
    cantidad precio producto descripción nombre ubicación existencias unidades proveedor
    quantità prezzo descrizione posizione nome magazzino giacenza fornitore
    aantal prijs naam omschrijving locatie voorraad eenheid leverancier
    quantidade preço descrição localização produto unidade estoque fornecedor
    ilość cena nazwa opis lokalizacja jednostka
    množství název popis umístění kusů počet jednotka názov umiestnenie
    antal pris namn benämning beskrivning plats enhet antall navn beskrivelse plassering placering
    määrä hinta nimi sijainti yksikkö kuvaus
    adet fiyat ürün stok konum miktar birim açıklama
    jumlah harga nama lokasi satuan số lượng giá
    mennyiség ár megnevezés hely egység
    cantitate preț denumire locație
    količina cijena naziv lokacija cena
    """
}
