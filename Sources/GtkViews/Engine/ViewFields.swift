// `_forEachField` lists the stored properties of a type. The standard library has it for
// declarative frameworks; only this file uses it.
@_spi(Reflection) import Swift

/// A stored property of a view whose value belongs to the view's node rather than to the view
/// value.
///
/// `@State`, `@FocusState` and `@Environment` are such properties. Each is connected to the view's
/// node before the body is evaluated.
@MainActor public protocol DynamicProperty {
  /// Connects the property of a new view value to what the node keeps for it.
  ///
  /// - Parameters:
  ///   - node: The view's node.
  ///   - storage: The object that the property keeps from one view value to the next; `nil` at
  ///     first.
  mutating func connect(to node: Node, storage: inout AnyObject?)
}

/// A view whose node also keeps the dynamic properties of a part of the view: of a modifier.
protocol FieldsOfPart {
  /// The type of the part, which is a stored property of the view.
  static var part: Any.Type { get }
}

/// A property that reads the environment. Its view is evaluated again when the environment changes.
protocol EnvironmentReading {}

/// The stored properties of a view type: which are dynamic, and which bytes the others occupy.
///
/// Computed once for each type.
@usableFromInline
final class ViewFields {
  struct Dynamic {
    let offset: Int
    let type: any DynamicProperty.Type
  }

  private(set) var dynamic: [Dynamic] = []
  private(set) var readsEnvironment = false
  /// The byte ranges of all other properties.
  private var plain: [Range<Int>] = []
  /// Whether values can be compared as bytes.
  private var isComparable = true

  private static var cache: [ObjectIdentifier: ViewFields] = [:]

  @usableFromInline
  static func of<Content: View>(_ type: Content.Type) -> ViewFields {
    let key = ObjectIdentifier(type)
    if let fields = cache[key] { return fields }
    let fields = ViewFields(type)
    cache[key] = fields
    return fields
  }

  private init<Content: View>(_ content: Content.Type) {
    isComparable = collect(content, part: (content as? any FieldsOfPart.Type)?.part)
    // A class or an enum has no fields to compare.
    if !(content is AnyClass), dynamic.isEmpty, plain.isEmpty, MemoryLayout<Content>.size > 0 {
      isComparable = false
    }
  }

  deinit {}

  /// Adds the stored properties of a type, and those of a part rather than the part as a whole.
  ///
  /// - Returns: Whether all of them are known.
  private func collect(_ type: Any.Type, at start: Int = 0, part: Any.Type? = nil) -> Bool {
    _forEachField(of: type, options: []) { [self] _, offset, type, _ in
      let offset = start + offset
      if let dynamicType = type as? any DynamicProperty.Type {
        dynamic.append(Dynamic(offset: offset, type: dynamicType))
        if type is any EnvironmentReading.Type { readsEnvironment = true }
        return true
      }
      let known = (dynamic.count, plain.count)
      // An enum has no fields: it is compared as a whole.
      if type == part, collect(type, at: offset), known != (dynamic.count, plain.count) {
        return true
      }
      plain.append(offset..<offset + size(of: type))
      return true
    }
  }

  /// The initial storage of the dynamic properties.
  @usableFromInline
  var emptyStorage: [AnyObject?] {
    dynamic.isEmpty ? [] : Array(repeating: nil, count: dynamic.count)
  }

  /// Connects all dynamic properties of `view` to its node.
  func connect<Content: View>(_ view: inout Content, to node: Node, storage: inout [AnyObject?]) {
    guard !dynamic.isEmpty else { return }
    withUnsafeMutableBytes(of: &view) { bytes in
      for (index, field) in dynamic.enumerated() {
        guard let address = bytes.baseAddress else { return }
        connect(field.type, at: address + field.offset, to: node, storage: &storage[index])
      }
    }
  }

  private func connect<Property: DynamicProperty>(
    _ type: Property.Type,
    at address: UnsafeMutableRawPointer,
    to node: Node,
    storage: inout AnyObject?
  ) {
    address.assumingMemoryBound(to: type).pointee.connect(to: node, storage: &storage)
  }

  /// Returns whether two values have equal bytes, apart from their dynamic properties. Equal bytes
  /// mean equal values, because the old value keeps the objects that it refers to alive. Different
  /// bytes may still mean equal values; that costs an evaluation of the body and nothing else.
  func areIdentical<Content: View>(_ old: Content, _ new: Content) -> Bool {
    guard isComparable else { return false }
    return withUnsafeBytes(of: old) { old in
      withUnsafeBytes(of: new) { new in
        plain.allSatisfy { old[$0].elementsEqual(new[$0]) }
      }
    }
  }
}

private func size(of type: Any.Type) -> Int {
  func size<T>(_: T.Type) -> Int { MemoryLayout<T>.size }
  return _openExistential(type, do: size)
}
