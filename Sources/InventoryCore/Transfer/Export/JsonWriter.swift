/// Writes texts, numbers and lists of texts as JSON.
struct JsonWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(raw text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case UInt8(ascii: "\n"): write(raw: "\\n")
      case UInt8(ascii: "\r"): write(raw: "\\r")
      case UInt8(ascii: "\t"): write(raw: "\\t")
      case 0..<0x20: write(raw: "\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func write(_ value: ExportColumn.Value) {
    switch value {
    case .text(let text): write(text)
    case .number, .price: write(raw: value.field)
    case .none: write(raw: "null")
    case .tags(let tags):
      write(raw: "[")
      for (index, tag) in tags.enumerated() {
        if index > 0 { write(raw: ", ") }
        write(tag)
      }
      write(raw: "]")
    }
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }
}
