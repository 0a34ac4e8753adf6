import Foundation

/// Finds the keys of an object of JSON, and the short texts and numbers that belong to them,
/// without reading the rest.
enum JsonKeys {
  /// A key of an object.
  struct Member {
    let key: String
    /// What belongs to it, if it is a short text, a number or nothing.
    var text: String?
    var isNumber = false
  }

  /// Longer texts are left out: those that somebody looks at here are numbers.
  private static let textLimit = 64

  /// The keys of an object, as far as the text is well-formed.
  static func members(of object: [UInt8]) -> [Member] {
    var members: [Member] = []
    var depth = 0
    var valueStart = 0
    walk(object) { mark, index, string in
      switch mark {
      case UInt8(ascii: ":"):
        if depth == 1, let string, let key = text(object[string]) {
          members.append(Member(key: key))
        }
        // What is inside an object that belongs to the key is no value of its own.
        if depth == 1 { valueStart = index + 1 }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
      default:
        if depth == 1, !members.isEmpty {
          if let string {
            if string.count <= textLimit { members[members.count - 1].text = text(object[string]) }
          } else {
            addNumber(object[valueStart..<index], to: &members[members.count - 1])
          }
        }
        if mark != UInt8(ascii: ",") { depth -= 1 }
      }
      return true
    }
    return members
  }

  /// The first key that an object has twice, or an object in it, and where it is the second time.
  static func repeatedKey(in object: [UInt8]) -> (key: String, offset: Int)? {
    // The keys of each object around the place; lists have none.
    var keys: [Set<ArraySlice<UInt8>>] = []
    var repeated: (key: String, offset: Int)?
    walk(object) { mark, _, string in
      switch mark {
      case UInt8(ascii: ":"):
        guard let string, !keys.isEmpty else { break }
        let key = unescaped(object[string])
        if !keys[keys.count - 1].insert(key).inserted {
          repeated = (String(decoding: key, as: UTF8.self), string.lowerBound - 1)
        }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        keys.append([])
      case UInt8(ascii: ","):
        break
      default:
        _ = keys.popLast()
      }
      return repeated == nil
    }
    return repeated
  }

  /// Goes through an object from one mark to the next: braces, brackets, colons and commas that are
  /// not in strings.
  ///
  /// - Parameter onMark: Gets the mark, where it is, and where the string is that stands between it
  ///   and the mark before, without its quotation marks. Returns whether to go on.
  private static func walk(
    _ object: [UInt8],
    onMark: (_ mark: UInt8, _ index: Int, _ string: Range<Int>?) -> Bool
  ) {
    var string: Range<Int>?
    var index = 0
    while index < object.count {
      switch object[index] {
      case UInt8(ascii: "\""):
        let start = index + 1
        index = end(ofStringAt: start, in: object)
        string = start..<index
      case UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "{"), UInt8(ascii: "}"),
        UInt8(ascii: "["), UInt8(ascii: "]"):
        guard onMark(object[index], index, string) else { return }
        string = nil
      default:
        break
      }
      index += 1
    }
  }

  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard bytes.contains(UInt8(ascii: "\\")), let text = text(bytes) else { return bytes }
    return ArraySlice(text.utf8)
  }

  /// Takes what belongs to a key without being in quotation marks.
  private static func addNumber(_ bytes: ArraySlice<UInt8>, to member: inout Member) {
    guard bytes.count <= textLimit else { return }
    let text = String(decoding: bytes, as: UTF8.self).trimmed
    if text == "null" {
      member.text = ""
    } else if let first = text.utf8.first,
      first == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
    {
      (member.text, member.isNumber) = (text, true)
    }
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
