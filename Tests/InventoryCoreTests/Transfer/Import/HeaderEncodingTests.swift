import Foundation
import Testing

@testable import InventoryCore

/// Lists of a few rows whose encoding only the names of their columns tell.
@Suite struct HeaderEncodingTests {
  @Test(
    arguments: [
      ("Название;Цена\nЛампа;3,5\n", "KOI8-R"), ("Наименование,Кол-во\nБолт М6,3\n", "KOI8-R"),
      ("НАЗВАНИЕ,КОЛИЧЕСТВО\nМОЛОТОК,3\n", "KOI8-R"), ("Назва,Кількість\nМолоток,3\n", "KOI8-U"),
      ("Название;Цена\nЛампа;3,5\n", "WINDOWS-1251"), ("Название,Цена\nLamp,3\n", "IBM866"),
      ("Nom,Prénom,Quantité\nHammer,klein,3\n", "MACINTOSH"),
      ("Name,Größe,Menge\nHammer,klein,3\n", "MACINTOSH"),
      ("Nombre,Tamaño,Cantidad\nMartillo,pequeño,3\n", "MACINTOSH"),
      ("Nom,Prénom,Quantité\nHammer,klein,3\n", "WINDOWS-1252"),
      ("Nom,Prénom,Quantité\nHammer,klein,3\n", "IBM850"),
      ("Název,Množství\nKladivo,3\nŠroubovák,2\n", "WINDOWS-1250"),
      ("Liste 2024\nName,Größe,Menge\nSäge,klein,3\n", "WINDOWS-1252"),
    ]
  )
  func `the names of columns tell the encoding`(text: String, name: String) throws {
    let encoding = try #require(TextEncoding(named: name))
    let file = try ReadFile(Data(Self.bytes(text, encoding)))
    #expect(file.encoding == encoding)
  }

  @Test(arguments: ["Quantità,Nome\n3,Chiodo\n", "Foo,Bär\n1,2\n", "Ärger,Menge\n1,2\n"])
  func `names that several encodings make words of leave it to the cells`(text: String) throws {
    let bytes = try Self.bytes(text, .windows1252)
    #expect(try ReadFile(Data(bytes)).encoding == .windows1252)
  }

  /// The bytes of a text, by what each byte means.
  private static func bytes(_ text: String, _ encoding: TextEncoding) throws -> [UInt8] {
    var bytes: [Unicode.Scalar: UInt8] = [:]
    for byte in UInt8.min...UInt8.max {
      let converter = try #require(TextConverter(from: encoding.iconvName))
      let text = String(bytes: converter.convert([byte], isLast: true), encoding: .utf8)
      if let scalar = text?.unicodeScalars.first { bytes[scalar] = bytes[scalar] ?? byte }
    }
    return try text.unicodeScalars.map { try #require(bytes[$0]) }
  }
}
