import Foundation
import Testing

@testable import InventoryCore

/// Short lists in the encodings that people's programs write.
@Suite struct TextEncodingDetectorTests {
  private static let words: [(language: String, encoding: String, words: String)] = [
    (
      "English", "WINDOWS-1252",
      "Kid’s bike,20 µF cap,jalapeño jar,½ inch bolt,café sign,90° bend,£5 box"
    ),
    ("German", "WINDOWS-1252", "Säge,Küche,Maßband,Öl,Büro,Tür,Schlüssel,Fön,Werkzeugkästen,Gefäß"),
    (
      "French", "WINDOWS-1252",
      "Clé,Évier,Pièce,Forêt à bois,Cœur,Français,Boîte,Théière,Hélice,Noël"
    ),
    (
      "Spanish", "WINDOWS-1252",
      "Sartén,Cañón,Lámpara,Cajón,Jabón,Muñeca,Número,Pingüino,Batería,Año"
    ),
    ("Italian", "WINDOWS-1252", "Tè,Ragù,Papà,Caffè,Città,Più,Bidè,Qualità,Lunedì,Falò"),
    ("Portuguese", "WINDOWS-1252", "Pão,Feijão,Berço,Avó,Calção,Lâmpada,Você,Café,Ímã,Fogões"),
    ("Dutch", "WINDOWS-1252", "Café,Geïsoleerd,Reünie,Ideeën,Crème,Coöperatie"),
    ("Danish", "WINDOWS-1252", "Æg,Køkken,Båd,Sølv,Skål,Ærter,Nøgle"),
    ("Swedish", "WINDOWS-1252", "Såg,Kök,Låda,Ägg,Förråd,Öl,Spännband"),
    ("Finnish", "WINDOWS-1252", "Höylä,Pöytä,Työkalu,Lämpö,Sänky,Äyskäri"),
    ("Polish", "WINDOWS-1250", "Młotek,Piła,Śruba,Łóżko,Książka,Półka,Wiertło,Żarówka,Ściereczka"),
    ("Czech", "WINDOWS-1250", "Nůž,Šroub,Žárovka,Křeslo,Dveře,Štětec,Hřebík,Měřítko"),
    (
      "Hungarian", "WINDOWS-1250",
      "Fűrész és csavarhúzó,Könyv és fűnyíró,Kötőtű és ólom,Tűzőgép és tű"
    ),
    ("Turkish", "WINDOWS-1254", "Çekiç,Bıçak,Işık,Şişe,Dolap ışığı,Ağaç"),
    ("German", "ISO-8859-1", "Säge,Küche,Maßband,Öl"),
    ("German", "IBM850", "Säge,Küche,Maßband,Büro"),
    ("German", "MACINTOSH", "Säge,Küche,Maßband,Büro"),
    ("French", "ISO-8859-15", "Cœur de lampe,Œufs,Manœuvre"),
    ("Polish", "ISO-8859-2", "Łóżko,Książka,Śruba,Półka,Źródło"),
    ("Czech", "ISO-8859-2", "Žárovka,Křeslo,Šroub,Dveře"),
    ("Russian", "WINDOWS-1251", "Молоток,Пила,Гвоздь,Лампа,Стол,Отвёртка"),
    ("Greek", "WINDOWS-1253", "Σφυρί,Πριόνι,Λάμπα,Τραπέζι,Καρφί"),
  ]

  private static let lists = words.flatMap { language, encoding, words in
    let words = words.split(separator: ",").map(String.init)
    // Each word alone, unless a word alone can be one of two languages, and all of them.
    let alone = encoding == "WINDOWS-1252" || encoding == "ISO-8859-1" ? words.map { [$0] } : []
    return (alone + [words]).map { (language, encoding, $0) }
  }

  @Test func `there are enough words`() {
    #expect(Self.lists.count >= 75)
  }

  @Test(arguments: lists)
  func `a short list has the letters that it was written with`(
    language: String,
    encoding: String,
    words: [String]
  ) throws {
    let text = "Item;Qty\n" + words.map { "\($0);1\n" }.joined() + "Hammer;3\n"
    let bytes = try #require(Self.bytes(text, encoding))
    var detector = TextEncodingDetector()
    detector.take(bytes)
    var decoder = TextDecoder(detector.encoding)
    let decoded = decoder.decode(bytes) + decoder.finish()
    #expect(String(decoding: decoded, as: UTF8.self) == text, "\(detector.encoding.name)")
  }

  @Test func `a short Japanese list is not taken for one of before Windows`() throws {
    let text = "品名,数量\nボルト,4\nナット,5\nネジ,6\nテープ,2\nケーブル,1\n"
    let bytes = [UInt8](try #require(text.data(using: .shiftJIS)))
    var detector = TextEncodingDetector()
    detector.take(bytes)
    var decoder = TextDecoder(detector.encoding)
    let decoded = decoder.decode(bytes) + decoder.finish()
    #expect(String(decoding: decoded, as: UTF8.self) == text, "\(detector.encoding.name)")
  }

  /// The bytes of a text in an encoding that Foundation does not know everywhere.
  private static func bytes(_ text: String, _ encoding: String) -> [UInt8]? {
    var table: [Unicode.Scalar: UInt8] = [:]
    for byte: UInt8 in 0...255 {
      let character = TextConverter(from: encoding)?.convert([byte], isLast: true) ?? []
      if let scalar = String(bytes: character, encoding: .utf8)?.unicodeScalars.first {
        table[scalar] = byte
      }
    }
    let bytes = text.unicodeScalars.map { table[$0] }
    return bytes.contains(nil) ? nil : bytes.compactMap(\.self)
  }
}
