/// Reads which case an enum value is in through the run-time's value witness table, in constant time and
/// without copying the payload.
enum EnumLayout<Value> {
  /// Whether the type is an enum, optionals included.
  static var isEnum: Bool {
    // The first word of type metadata is its kind: 0x201 for enums, 0x202 for optionals.
    let kind = unsafeBitCast(Value.self as Any.Type, to: UnsafePointer<Int>.self).pointee
    return kind == 0x201 || kind == 0x202
  }

  /// The number of the case: cases with payloads first, in the order of their declaration, then those without.
  static func tag(of value: Value) -> UInt32 {
    typealias GetEnumTag =
      @convention(c) (_ value: UnsafeRawPointer, _ type: UnsafeRawPointer) -> UInt32
    let metadata = unsafeBitCast(Value.self as Any.Type, to: UnsafeRawPointer.self)
    // The pointer to the value witness table stands right before the metadata; after its eight functions and
    // the two words of size and stride and the word of flags and extra inhabitants comes `getEnumTag`.
    let witnesses = (metadata - MemoryLayout<UnsafeRawPointer>.size)
      .load(as: UnsafeRawPointer.self)
    let getEnumTag = (witnesses + 11 * MemoryLayout<UnsafeRawPointer>.size)
      .load(as: GetEnumTag.self)
    return withUnsafePointer(to: value) { getEnumTag(UnsafeRawPointer($0), metadata) }
  }
}
