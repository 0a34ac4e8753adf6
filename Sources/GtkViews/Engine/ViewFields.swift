// `_forEachField` says where the stored properties of a type are. It is the entry the standard
// library has for declarative frameworks; this file is the only one that uses it.
@_spi(Reflection) import Swift

/// A stored property of a view that is more than a value: it belongs to the place where the view
/// stands.
///
/// `@State`, `@FocusState` and `@Environment` are such properties. Before a body is evaluated, each
/// is connected to the view's node.
@MainActor public protocol DynamicProperty {
  /// Connects the property of a fresh view value to what lives in its place.
  ///
  /// - Parameters:
  ///   - node: the view's node.
  ///   - storage: what the property keeps between two values of its view; `nil` at first.
  mutating func connect(to node: Node, storage: inout AnyObject?)
}

/// A property that reads the environment: its view is evaluated again when the environment changes.
protocol EnvironmentReading {}

/// Which stored properties of a view type are dynamic, and where the plain ones are.
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
  /// The bytes of all other properties.
  private var plain: [Range<Int>] = []
  /// Whether equal bytes mean equal values.
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
    isComparable = _forEachField(of: content, options: []) { _, offset, type, _ in
      if let dynamicType = type as? any DynamicProperty.Type {
        dynamic.append(Dynamic(offset: offset, type: dynamicType))
        if type is any EnvironmentReading.Type { readsEnvironment = true }
      } else {
        plain.append(offset..<offset + size(of: type))
      }
      return true
    }
    // A class or an enum has no fields to go by.
    if !(content is AnyClass), dynamic.isEmpty, plain.isEmpty, MemoryLayout<Content>.size > 0 {
      isComparable = false
    }
  }

  deinit {}

  /// What the dynamic properties of a view keep at first: nothing.
  @usableFromInline
  var emptyStorage: [AnyObject?] {
    dynamic.isEmpty ? [] : Array(repeating: nil, count: dynamic.count)
  }

  /// Connects all dynamic properties of `view`.
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

  /// Whether two values have the same bits apart from their dynamic properties. The same bits are
  /// the same value, as the old one keeps alive what they point to; different bits may still mean
  /// equal values, which costs an evaluation and nothing else.
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
