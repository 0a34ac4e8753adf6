import InventorySqlite
import TestSupport

/// Hostile texts and bytes.
enum FuzzInput {
  /// Pieces that break things, and pieces that lead far enough for something to break.
  private static let pieces: [String] = [
    "name", "sku", "quantity", "price", "reorder level", "location", "tags", "notes", "barcode",
    "unit", "currency", ",", ",", ",", ";", "\t", "|", "\n", "\n", "\r\n", "\r", "\"", "\"\"",
    "A-1",
    "A-2", "Saw", "12", "12.50", "12,50", "1.234,50", "1.000", "0,500", "£3.99", "10 kr",
    "1’234.50",
    "5,-", "=\"0042\"", "3\" nail", "-1", "99999999999999999999", "1e309", "NaN",
    "EUR", "Room / Shelf", " / ", "/", "a;b", "<b>bold</b>", "<span foreground=\"red\">", "&amp;",
    "&#0;", "%s%n", "\u{0}", "\u{1}", "\u{FEFF}", "\u{202E}", "\u{FFFF}", "é", "e\u{301}", "😀",
    "'; DROP TABLE item; --", "[", "]", "{", "}", ":", "null", "true", "\\u0000", "\\ud800",
    "{\"items\": [", "\"name\": \"x\"", "\"sku\": \"y\"", "inventory://", "items/", "locations/",
    "%2F", "%252F", "..%2F", "%2E%2E", "%00", "%C0%AF", "%E2%80%AE", "%", "%C3", "backups/",
    "20261122T151343.123Z-daily.sqlite", "=cmd|' /C calc'!A0", "'=1", "\u{1B}[31m", "1e400",
    "1e99999999999999999999", "0.0000000000000000000000000000000000000000000000001", "add", "/edit",
    "/delete", "/location", "?", "#", " ", "",
  ]

  static func text(_ random: inout FuzzRandom, limit: Int = 60) -> String {
    (0..<random.below(limit)).map { _ in random.element(of: pieces) }.joined()
  }

  /// A file of CSV, most of it in order.
  static func csv(_ random: inout FuzzRandom) -> [UInt8] {
    let delimiter = random.element(of: [",", ";", "\t", "|"])
    let all = ["name", "sku", "quantity", "price", "location", "tags", "notes", "Bestand", "x"]
    let columns = ["name", "sku"] + (0..<random.below(6)).map { _ in random.element(of: all) }
    var lines = [columns.joined(separator: delimiter)]
    for row in 0..<random.below(12) {
      let cells = columns.map { column -> String in
        if random.isTrue(oneIn: 12) { return text(&random, limit: 8) }
        switch column {
        case "location" where random.isTrue(oneIn: 20):
          return String(repeating: "a / ", count: random.below(8_000))
        case "sku": return "S-\(random.isTrue(oneIn: 4) ? 1 : row)"
        case "quantity", "Bestand":
          return random.element(of: [
            "\(random.below(1_000))", "\(random.below(9)).\(random.below(1_000_000))", "1.000",
            "1,000", "0,500", "0.1234567", "9223372036854.775807",
          ])
        case "price":
          return random.element(of: ["1.50", "1,50", "1", "€ 3", "$3", "1.234", "0,500"])
        default: return "word\(random.below(50))"
        }
      }
      lines.append(cells.joined(separator: delimiter))
    }
    return encoded(lines.joined(separator: random.element(of: ["\n", "\r\n"])), &random)
  }

  /// A file of JSON, most of it in order.
  static func json(_ random: inout FuzzRandom) -> [UInt8] {
    let objects = (0..<random.below(8)).map { row in
      let value = random.element(of: [
        "3", "-1", "1e400", "-1e-400", "0.1", String(repeating: "9", count: random.below(5_000)),
        "null", "true", "[\"a\", 1]", "{\"y\": [1]}", "\"<b>\"",
        "\"\\ud83d\"",
        "\"\\u0000\"", "01", String(repeating: "[", count: random.below(80)),
      ])
      return
        "{\"name\": \"n\(row)\", \"sku\": \"J-\(row)\", \"quantity\": \(value), \"x\": \(value)}"
    }
    let list = "[\(objects.joined(separator: ","))]"
    return encoded(random.isTrue(oneIn: 3) ? "{\"items\": \(list)}" : list, &random)
  }

  static func link(_ random: inout FuzzRandom) -> String {
    let start = random.isTrue(oneIn: 8) ? "" : "inventory://"
    let parts = (0..<random.below(12)).map { _ in
      random.element(of: [
        "items", "locations", "location", "add", "edit", "delete", "A-1", "S-1",
        "Room%20%2F%20Shelf",
        "", "..", "%", "%00", "%2e%2e%2f", "%252e", "😀", "backups", "tags",
        "20261122T151343.123Z%2F..%2F..%2Fx-daily.sqlite", text(&random, limit: 4),
      ])
    }
    return start + parts.joined(separator: "/")
  }

  /// The text in some encoding, some of its bytes changed.
  private static func encoded(_ text: String, _ random: inout FuzzRandom) -> [UInt8] {
    var bytes: [UInt8] =
      switch random.below(8) {
      case 0: [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      case 1: text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
      case 2: text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
      case 3: [0xEF, 0xBB, 0xBF] + Array(text.utf8)
      default: Array(text.utf8)
      }
    if random.isTrue(oneIn: 2) { change(&bytes, &random) }
    return bytes
  }

  /// Changes, removes, repeats and inserts some bytes.
  static func change(_ bytes: inout [UInt8], _ random: inout FuzzRandom, times: Int = 4) {
    for _ in 0...random.below(times) where !bytes.isEmpty {
      let place = random.below(bytes.count)
      let length = min(random.below(64), bytes.count - place)
      switch random.below(6) {
      case 0: bytes[place] ^= 1 << UInt8(random.below(8))
      case 1: bytes[place] = random.element(of: [0, 0xFF, 0x7F, 0x80, 0x22, 0x0A])
      case 2: bytes.removeSubrange(place..<place + length)
      case 3: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
      case 4: bytes.insert(contentsOf: text(&random, limit: 6).utf8, at: place)
      default: bytes.removeSubrange(place...)
      }
    }
  }
}
