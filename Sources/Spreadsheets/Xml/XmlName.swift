import Glibc

/// The name of an element or an attribute of XML, valid only while it is handled.
struct XmlName {
  /// What is between a namespace and a name.
  static let separator = UInt8(ascii: "\n")

  /// The address of the namespace; empty if there is none.
  let namespace: UnsafeBufferPointer<UInt8>
  let local: UnsafeBufferPointer<UInt8>

  init(_ name: UnsafePointer<CChar>) {
    let bytes = UnsafeBufferPointer(
      start: UnsafeRawPointer(name).assumingMemoryBound(to: UInt8.self),
      count: strlen(name)
    )
    let separator = bytes.lastIndex(of: Self.separator)
    namespace = UnsafeBufferPointer(rebasing: bytes[..<(separator ?? 0)])
    local = UnsafeBufferPointer(rebasing: bytes[(separator.map { $0 + 1 } ?? 0)...])
  }

  /// Returns whether the name without its namespace is a given one.
  @inline(__always)
  func `is`(_ name: StaticString) -> Bool {
    local.is(name)
  }

  /// Returns whether the address of the namespace ends in a text.
  @inline(__always)
  func isIn(_ ending: StaticString) -> Bool {
    let count = ending.utf8CodeUnitCount
    guard let start = namespace.baseAddress, namespace.count >= count else { return false }
    return memcmp(start + (namespace.count - count), ending.utf8Start, count) == 0
  }
}

/// The attributes of an element of XML, valid only while it is handled.
struct XmlAttributes {
  /// Names and values alternately, up to the first name that is `nil`.
  private let list: UnsafeMutablePointer<UnsafePointer<CChar>?>?

  init(_ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
    self.list = list
  }

  /// The bytes of an attribute without a namespace.
  func bytes(_ name: StaticString) -> UnsafeBufferPointer<UInt8>? {
    find { strcmp($0, name.start) == 0 }
  }

  /// The bytes of an attribute whose namespace ends in a text.
  func bytes(_ name: StaticString, in namespace: StaticString) -> UnsafeBufferPointer<UInt8>? {
    find {
      let found = XmlName($0)
      return found.is(name) && found.isIn(namespace)
    }
  }

  func text(_ name: StaticString) -> String? {
    bytes(name).map { String(decoding: $0, as: UTF8.self) }
  }

  func text(_ name: StaticString, in namespace: StaticString) -> String? {
    bytes(name, in: namespace).map { String(decoding: $0, as: UTF8.self) }
  }

  private func find(
    _ matches: (UnsafePointer<CChar>) -> Bool
  ) -> UnsafeBufferPointer<UInt8>? {
    guard let list else { return nil }
    var index = 0
    while let name = list[index], let value = list[index + 1] {
      if matches(name) {
        return UnsafeBufferPointer(
          start: UnsafeRawPointer(value).assumingMemoryBound(to: UInt8.self),
          count: strlen(value)
        )
      }
      index += 2
    }
    return nil
  }
}

extension StaticString {
  /// The text for functions of C.
  fileprivate var start: UnsafePointer<CChar> {
    UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The whole number that the bytes are; `nil` for anything else, and for more than 15 digits.
  var wholeNumber: Int? {
    guard !isEmpty, count <= 15 else { return nil }
    var number = 0
    for byte in self {
      guard PlainDecimal.isDigit(byte) else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return number
  }

  /// Returns whether the bytes are those of a text.
  func `is`(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    guard let baseAddress else { return true }
    return memcmp(baseAddress, text.utf8Start, count) == 0
  }

  /// Whether the bytes mean yes in files of Excel.
  var isTrue: Bool { self.is("1") || self.is("true") || self.is("on") }
}
