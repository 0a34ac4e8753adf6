import SwiftSyntax
import SwiftSyntaxBuilder

/// Returns the accessors of an observed property.
///
/// - Parameters:
///   - name: The property, whose index is `_$Property.name`.
///   - storage: The expression that is read and written: `_name`, or a part of it.
/// - Returns: `get`, `set` and `_modify`.
func trackedAccessors(_ name: TokenSyntax, storage: String) -> [AccessorDeclSyntax] {
  let index = "_$Property.\(name.text)"
  // The token may be `Void`, and the compiler warns about a constant of that type, but not about a
  // tuple.
  return [
    """
    get {
      _$observationRegistrar.access(\(raw: index))
      return \(raw: storage)
    }
    """,
    """
    set {
      _$observationRegistrar.mutate(\(raw: index), &\(raw: storage), newValue)
    }
    """,
    """
    _modify {
      let token = (_$observationRegistrar.willModify(\(raw: index), &\(raw: storage)), ())
      defer {
        _$observationRegistrar.didModify(\(raw: index), &\(raw: storage), token.0)
      }
      yield &\(raw: storage)
    }
    """,
  ]
}

/// Returns accessors that assign the storage of a property instead of changing it in place.
func assigningAccessors(_ name: TokenSyntax, storage: String) -> [AccessorDeclSyntax] {
  let index = "_$Property.\(name.text)"
  return [
    trackedAccessors(name, storage: storage)[0],
    """
    set {
      var value = \(raw: storage)
      _$observationRegistrar.mutate(\(raw: index), &value, newValue)
      \(raw: storage) = value
    }
    """,
  ]
}

/// Returns the accessor with which initializers set a property that is stored elsewhere.
func initAccessor(storage: String, value: String) -> AccessorDeclSyntax {
  """
  @storageRestrictions(initializes: \(raw: storage))
  init(initialValue) {
    \(raw: storage) = \(raw: value)
  }
  """
}
