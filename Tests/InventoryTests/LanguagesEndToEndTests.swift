import Foundation
import Testing

/// The program in other languages than English. The locales are made for the tests.
extension `The program on a desktop` {
  /// The environment for a language, with the catalogues as they are in the sources.
  private func environment(_ locale: String) async throws -> [String: String] {
    let translations = folder.file("translations")
    let outcome = try await Program.run(
      Program.sources.appendingPathComponent("scripts/translations.sh"),
      ["compile", translations.path],
      environment: ProcessInfo.processInfo.environment
    )
    try #require(outcome.status == 0, "\(outcome)")
    let locales = folder.file("locales")
    try FileManager.default.createDirectory(at: locales, withIntermediateDirectories: true)
    let name = try #require(locale.split(separator: ".").first)
    let made = try await Program.run(
      URL(filePath: "/usr/bin/localedef"),
      ["-i", String(name), "-f", "UTF-8", locales.appending(path: locale).path],
      environment: ProcessInfo.processInfo.environment
    )
    try #require(made.status == 0, "\(made)")
    return [
      "INVENTORY_TRANSLATIONS": translations.path, "LC_ALL": locale, "LOCPATH": locales.path,
    ]
  }

  @Test func `In German, texts, numbers and prices are German`() async throws {
    let german = try await environment("de_DE.UTF-8")
    let csv = try folder.file(
      "artikel.csv",
      "Name;Artikelnummer;Menge;Preis;Währung\nHammer;HAM-1;1.200;1.018,90;EUR\n"
    )
    let outcome = try await Program.runWithoutDisplay(
      ["--database", database.path, "--import", csv.path],
      home: folder.url,
      environment: german
    )
    #expect(outcome.output == "1 Artikel hinzugefügt\n")
    let failure = try await Program.runWithoutDisplay(
      ["--database", database.path, "--import", "/nonexistent.csv"],
      home: folder.url,
      environment: german
    )
    #expect(failure.status == 2)
    #expect(failure.errors.contains("erwartet wird eine lesbare Datei"))

    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path], environment: german)
    try await desktop.window("Inventar")
    try await desktop.find(.label, "1.200 ×")
    try await desktop.find(.label, "1.018,90\u{a0}€")
    try await desktop.screenshot("german-list")
    try await desktop.key("ctrl+n")
    try await desktop.window("Neuer Artikel")
    try await desktop.enter("Zange", into: "Name")
    try await desktop.enter("ZAN-1", into: "Artikelnummer")
    try await desktop.enter("1,234", into: "Preis")
    try await desktop.find(.label, "Gelesen als 1,234, nicht als 1234.")
    try await desktop.screenshot("german-form")
    try await desktop.enter("1,5", into: "Preis")
    try await desktop.press("Speichern")
    try await desktop.gone(.button, "Speichern")
    try await desktop.find(.label, "„Zange“ hinzugefügt")
    // In the currency of the place, as nobody has chosen one.
    try await desktop.find(.label, "1,50\u{a0}€")
    let saved = "SELECT priceMillionths / 1000 FROM item WHERE sku = 'ZAN-1'"
    #expect(try await Program.query(database, saved) == ["1500"])
  }

  @Test func `In Hebrew, windows are laid out from right to left`() async throws {
    try await importItems()
    let desktop = try Desktop()
    try await desktop.launch(
      ["--database", database.path],
      environment: try await environment("he_IL.UTF-8")
    )
    try await desktop.window("מלאי")
    // What begins a line is on the right.
    let name = try await desktop.x(of: .label, "Claw hammer")
    let price = try await desktop.x(of: .label, "\u{200F}18.90\u{a0}\u{200F}₪")
    #expect(name > price)
    try await desktop.screenshot("hebrew-list")
    try await desktop.click(.label, "Claw hammer")
    try await desktop.window("Claw hammer")
    try await desktop.find(.label, "כמות")
    try await desktop.screenshot("hebrew-item")
    // The key that points to the page before.
    try await desktop.key("alt+Right")
    try await desktop.window("מלאי")
    try await desktop.click(.label, "Claw hammer")
    try await desktop.tab(to: "מחיקה")
    try await desktop.key("Return")
    try await desktop.find(.label, "למחוק את ”\u{2068}Claw hammer\u{2069}“?")
    try await desktop.screenshot("hebrew-question")
    try await desktop.press("מחיקה")
    try await desktop.window("מלאי")
    try await desktop.find(.label, "\u{200F}”\u{2068}Claw hammer\u{2069}“ נמחק")
  }

  @Test func `Every text is translated into all languages`() async throws {
    let outcome = try await Program.run(
      Program.sources.appendingPathComponent("scripts/translations.sh"),
      ["check"],
      environment: ProcessInfo.processInfo.environment
    )
    #expect(outcome.status == 0, "\(outcome.errors)")
  }
}
