import Synchronization

/// Reads which case a value is in, if its type is an enum.
///
/// Through the run-time's metadata, in constant time and without copying the payload. The layout of
/// metadata has no promise of stability on Linux. Therefore it is checked before the first use; if
/// it is not as expected, the name of the case is looked up instead, which takes much longer.
enum EnumLayout<Value> {
  /// Whether the type is an enum; true as well if that is not known.
  static var isEnum: Bool { !EnumMetadata.isAsExpected || EnumMetadata(Value.self).isOfEnum }

  /// Returns a number for the case that a value is in, the same for each value in that case.
  ///
  /// - Parameter value: The value.
  /// - Returns: The number, `nil` if the type is not an enum. Optionals are enums.
  static func tag(of value: Value) -> UInt32? {
    guard EnumMetadata.isAsExpected else { return tagByName(of: value) }
    let metadata = EnumMetadata(Value.self)
    guard metadata.isOfEnum else { return nil }
    return withUnsafePointer(to: value) { metadata.tag(at: UnsafeRawPointer($0)) }
  }

  /// Returns the same by the name of the case. Only the numbers are other ones.
  static func tagByName(of value: Value) -> UInt32? {
    guard let name = enumCaseName(value) else { return nil }
    return namedTags.withLock { tags in
      let key = CaseName(type: ObjectIdentifier(Value.self), name: String(cString: name))
      if let tag = tags[key] { return tag }
      let tag = UInt32(tags.count)
      tags[key] = tag
      return tag
    }
  }
}

private struct CaseName: Hashable {
  let type: ObjectIdentifier
  let name: String
}

private let namedTags = Mutex<[CaseName: UInt32]>([:])

/// The name of the case that an enum is in, `nil` for other types.
///
/// The standard library declares the run-time's function like this to print enums.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?

/// The metadata of a type, as far as enums need it.
///
/// The first word is the kind of the type. The pointer to the value witness table stands before it.
/// The table has eight functions, the size, the stride, and a word of flags and extra inhabitants;
/// an enum's table goes on with `getEnumTag`.
struct EnumMetadata {
  private typealias GetEnumTag =
    @convention(c) (_ value: UnsafeRawPointer, _ type: UnsafeRawPointer) -> UInt32

  private enum Kind {
    static let enumeration = 0x201
    static let optional = 0x202
  }

  /// Positions in the value witness table, in words.
  private enum Witness {
    static let size = 8
    static let stride = 9
    static let flags = 10
    static let getEnumTag = 11
  }

  /// The flag of value witness tables that have the functions of enums.
  private static let hasEnumWitnesses: UInt32 = 0x0020_0000
  private static let wordSize = MemoryLayout<UnsafeRawPointer>.size

  private let pointer: UnsafeRawPointer

  init(_ type: Any.Type) {
    // A metatype of any type is the address of the type's metadata.
    pointer = unsafeBitCast(type, to: UnsafeRawPointer.self)
  }

  var isOfEnum: Bool {
    let kind = pointer.load(as: Int.self)
    return kind == Kind.enumeration || kind == Kind.optional
  }

  /// Returns the number of the case: cases with payloads come first, in the order of their
  /// declaration, then those without.
  ///
  /// - Parameter value: The address of a value of the type, which has to be an enum.
  func tag(at value: UnsafeRawPointer) -> UInt32 {
    witness(Witness.getEnumTag, as: GetEnumTag.self)(value, pointer)
  }

  private func witness<Word>(_ position: Int, as type: Word.Type) -> Word {
    let table = (pointer - Self.wordSize).load(as: UnsafeRawPointer.self)
    return (table + position * Self.wordSize).load(as: type)
  }

  // MARK: Check

  /// Whether the run-time's metadata has the layout that this type relies on. Checked once.
  static let isAsExpected: Bool =
    isAsExpected(NoPayload.self, [.first: 0, .second: 1])
    && isAsExpected(ManyPayloads.self, [.first("a", 1): 0, .second(1): 1, .third: 2])
    && isAsExpected(Int?.self, [1: 0, nil: 1])
    && isAsExpected([Int]?.self, [[1]: 0, nil: 1])
    && [Int.self, String.self, CaseName.self, Unrelated.self].allSatisfy {
      !EnumMetadata($0).isOfEnum
    }

  private enum NoPayload { case first, second }

  private enum ManyPayloads: Hashable {
    case first(String, UInt8)
    case second(Int)
    case third
  }

  private final class Unrelated {}

  /// The words before `getEnumTag` are compared first, because calling anything else might crash.
  private static func isAsExpected<Value>(_ type: Value.Type, _ tags: [Value: UInt32]) -> Bool {
    let metadata = EnumMetadata(type)
    return metadata.isOfEnum
      && metadata.witness(Witness.size, as: Int.self) == MemoryLayout<Value>.size
      && metadata.witness(Witness.stride, as: Int.self) == MemoryLayout<Value>.stride
      && metadata.witness(Witness.flags, as: UInt32.self) & hasEnumWitnesses != 0
      && tags.allSatisfy { value, tag in
        withUnsafePointer(to: value) { metadata.tag(at: UnsafeRawPointer($0)) == tag }
      }
  }
}
