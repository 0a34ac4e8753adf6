/// State whose properties are observed individually. Conform through the ``ObservableState()``
/// macro.
public protocol ObservableState: SendableMetatype {
  /// The identity of this state. It stays the same when properties change, and differs when another
  /// value is assigned.
  var _$id: ObservableStateID { get }
  /// Passes the properties that can be modified in place to a search. `@MainActor`, because in
  /// modules with main-actor default isolation the properties are too.
  @MainActor static func _$findProperty<Value>(_ search: inout _PropertySearch<Self, Value>)
}

extension ObservableState {
  @MainActor public static func _$findProperty<Value>(_: inout _PropertySearch<Self, Value>) {}
  /// Called by code that other macros generate, before it changes the state. Does nothing, because
  /// a registrar learns of each change when it is made.
  public mutating func _$willModify() {}
}

extension Optional: ObservableState where Wrapped: ObservableState {
  @inlinable
  public var _$id: ObservableStateID {
    switch self {
    case .some(let wrapped): wrapped._$id
    case .none: ._$inert
    }
  }
}

extension PresentationState: ObservableState where State: ObservableState {
  @inlinable
  public var _$id: ObservableStateID {
    guard let storage else { return ._$inert }
    return storage.withState { $0.pointee._$id }
  }
}
