import Foundation
import Testing

@testable import Translations

@Suite struct CatalogueTests {
  private func withCatalogue(
    pluralForms: String = "nplurals=2; plural=(n != 1);",
    locale: Locale = Locale(identifier: "de_DE"),
    _ translations: [String: String],
    _ body: (Catalogue) throws -> Void
  ) throws {
    let domain = "test-\(UUID())"
    let file = try CompiledCatalogue(domain: domain, pluralForms: pluralForms, translations)
    defer { file.remove() }
    try withUnicodeLocale {
      let catalogue = Catalogue(domain: domain)
      catalogue.open(folder: file.folder, numbers: locale)
      try body(catalogue)
    }
  }

  @Test func `a catalogue that is not open shows the texts of the sources`() {
    let catalogue = Catalogue(domain: "never-opened")
    #expect(catalogue.text("Add Item") == "Add Item")
    #expect(catalogue.text("Delete “\("Bolt")”?") == "Delete “Bolt”?")
    #expect(catalogue.text("\(1) item", "\(1) items", count: 1) == "1 item")
    #expect(catalogue.text("\(1_200) item", "\(1_200) items", count: 1_200) == "1200 items")
    #expect(!catalogue.isRightToLeft)
    #expect(catalogue.language == "en")
  }

  @Test func `an open catalogue shows its translations, and the sources' text without one`() throws
  {
    try withCatalogue(["Add Item": "Artikel hinzufügen"]) { catalogue in
      #expect(catalogue.text("Add Item") == "Artikel hinzufügen")
      #expect(catalogue.text("Edit Item") == "Edit Item")
      #expect(catalogue.text("") == "")
      #expect(catalogue.language == "xy")
    }
  }

  @Test func `a translation puts the values into another order`() throws {
    try withCatalogue(["{0} is at {1}": "{1} enthält {0}"]) { catalogue in
      #expect(catalogue.text("\("Bolt") is at \("A1")") == "A1 enthält Bolt")
    }
  }

  @Test(arguments: [
    ("0.5", "0,5 kg", "0.5 kg"), ("1234.25", "1.234,25 kg", "1,234.25 kg"),
    ("-0.000001", "-0,000001 kg", "-0.000001 kg"),
    ("9223372036854.775807", "9.223.372.036.854,775807 kg", "9,223,372,036,854.775807 kg"),
  ])
  func `a number with decimals is written exactly, and as in the place of the user`(
    number: String,
    german: String,
    british: String
  ) throws {
    let number = try #require(Decimal(string: number))
    try withCatalogue([:]) { #expect($0.text("\(number) kg") == german) }
    try withCatalogue(locale: Locale(identifier: "en_GB"), [:]) {
      #expect($0.text("\(number) kg") == british)
      #expect($0.number(number, isSigned: true) == (number > 0 ? "+" : "") + british.dropLast(3))
    }
  }

  @Test func `values that look like placeholders stay as they are`() throws {
    try withCatalogue(["{0} is at {1}": "{1} enthält {0} {9} {x}"]) { catalogue in
      #expect(catalogue.text("\("{1}") is at \("{0}")") == "{0} enthält {1} {9} {x}")
    }
  }

  @Test func `numbers are written as in the place`() throws {
    try withCatalogue(["{0} rows": "{0} Zeilen"]) { catalogue in
      #expect(catalogue.text("\(1_234_567) rows") == "1.234.567 Zeilen")
    }
  }

  @Test(arguments: [(1_200, "+1.200"), (0, "0"), (-5, "-5")])
  func `a difference has its sign`(number: Int, text: String) throws {
    try withCatalogue([:]) { catalogue in
      #expect(catalogue.number(number, isSigned: true) == text)
    }
    let closed = Catalogue(domain: "never-opened")
    #expect(closed.number(number, isSigned: true) == text.filter { $0 != "." })
  }

  @Test(arguments: [(0, "few"), (1, "one"), (2, "few"), (5, "many"), (21, "one")])
  func `a number chooses the form of its language`(count: Int, form: String) throws {
    let rule =
      "nplurals=3; plural=n%10==1 && n%100!=11 ? 0 : n==0 || n%10>=2 && n%10<=4 ? 1 : 2;"
    try withCatalogue(
      pluralForms: rule,
      ["{0} item\0{0} items": "one {0}\0few {0}\0many {0}"]
    ) { catalogue in
      #expect(catalogue.text("\(count) item", "\(count) items", count: count) == "\(form) \(count)")
    }
  }

  @Test func `a context tells apart texts that are the same`() throws {
    try withCatalogue(["key\u{4}Home": "Pos1", "Home": "Heim"]) { catalogue in
      #expect(catalogue.text("Home", context: "key") == "Pos1")
      #expect(catalogue.text("Home") == "Heim")
      #expect(catalogue.text("End", context: "key") == "End")
    }
  }

  @Test func `names in a text from right to left are isolated`() throws {
    try withCatalogue(
      locale: Locale(identifier: "he_IL"),
      ["default:LTR": "default:RTL", "Delete {0}?": "למחוק את {0}?"]
    ) { catalogue in
      #expect(catalogue.isRightToLeft)
      #expect(catalogue.text("Delete \("A-1")?") == "למחוק את \u{2068}A-1\u{2069}?")
    }
  }

  @Test func `a text from right to left that begins with a name is marked`() throws {
    try withCatalogue(
      locale: Locale(identifier: "he_IL"),
      ["default:LTR": "default:RTL", "{0} deleted": "{0} נמחק"]
    ) { catalogue in
      #expect(catalogue.text("\("Bolt") deleted") == "\u{200F}\u{2068}Bolt\u{2069} נמחק")
      #expect(catalogue.text("\("בורג") deleted") == "\u{2068}בורג\u{2069} נמחק")
      // Without a letter, it is laid out like the window.
      #expect(catalogue.text("\(5) ×") == "5 ×")
    }
  }

  @Test(arguments: [
    ("Bolt", TextDirection.leftToRight, "Bolt"), ("בורג", .leftToRight, "\u{2068}בורג\u{2069}"),
    ("Bolt", .rightToLeft, "\u{2068}Bolt\u{2069}"), ("", .leftToRight, ""),
  ])
  func `only what can change the order is isolated`(
    text: String,
    direction: TextDirection,
    expected: String
  ) {
    #expect(text.isolated(in: direction) == expected)
  }

  @Test func `a folder without the language shows the texts of the sources`() {
    withUnicodeLocale {
      let catalogue = Catalogue(domain: "missing-\(UUID())")
      catalogue.open(folder: "/nonexistent", numbers: Locale(identifier: "de_DE"))
      #expect(catalogue.text("\(1_200) rows") == "1.200 rows")
      #expect(!catalogue.isRightToLeft)
    }
  }

  @Test(arguments: [
    ([:], ""), (["LANG": "C.UTF-8"], ""), (["LANG": "POSIX", "LANGUAGE": "de"], ""),
    (["LANG": "de_DE.UTF-8"], "de_DE"), (["LANG": "de_DE.UTF-8", "LC_MESSAGES": "he_IL"], "he_IL"),
    (["LANG": "de_DE.UTF-8", "LC_ALL": "ca_ES.UTF-8@valencia"], "ca_ES"),
    (["LANG": "de_DE.UTF-8", "LANGUAGE": "he:de"], "he:de"), (["LANG": "", "LC_ALL": ""], ""),
  ])
  func `a locale that is not installed still tells the language`(
    environment: [String: String],
    languages: String
  ) {
    #expect(ProcessLanguage.wantedLanguages(environment: environment) == languages)
  }
}
