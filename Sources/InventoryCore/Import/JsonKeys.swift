import Foundation

/// Finds the keys of an object of JSON without reading what belongs to them.
enum JsonKeys {
  /// The keys of an object, as far as the text is well-formed.
  static func keys(of object: [UInt8]) -> [String] {
    var keys: [String] = []
    var depth = 0
    var string: Range<Int>?
    var index = 0
    while index < object.count {
      switch object[index] {
      case UInt8(ascii: "\""):
        let start = index + 1
        index = end(ofStringAt: start, in: object)
        string = start..<index
      case UInt8(ascii: ":"):
        if depth == 1, let string, let key = text(object[string]) { keys.append(key) }
        string = nil
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        string = nil
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        string = nil
      case UInt8(ascii: ","):
        string = nil
      default:
        break
      }
      index += 1
    }
    return keys
  }

  private static func end(ofStringAt start: Int, in object: [UInt8]) -> Int {
    var index = start
    while index < object.count, object[index] != UInt8(ascii: "\"") {
      index += object[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index, object.count)
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
    return try? JSONDecoder().decode(String.self, from: Data([0x22] + bytes + [0x22]))
  }
}
