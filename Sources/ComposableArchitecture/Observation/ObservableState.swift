/// State whose properties are observed one by one. Conform through the ``ObservableState()`` macro.
public protocol ObservableState: SendableMetatype {
  /// The identity of this state: kept through changes of its properties, another for another value in its place.
  var _$id: ObservableStateID { get }
  /// Shows a search the properties that can be changed in place. On the main actor, because in modules whose default that is
  /// the properties are.
  @MainActor static func _$findProperty<Value>(_ search: inout _PropertySearch<Self, Value>)
}

extension ObservableState {
  @MainActor public static func _$findProperty<Value>(_: inout _PropertySearch<Self, Value>) {}
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
    read { $0._$id } ?? ._$inert
  }
}
