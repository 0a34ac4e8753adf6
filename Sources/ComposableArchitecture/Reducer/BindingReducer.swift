import CustomDump
import IssueReporting

/// A change of a property of the state that a control has made.
///
/// ```swift
/// enum Action: BindableAction {
///   case binding(BindingAction<State>)
/// }
/// ```
public struct BindingAction<Root>: Equatable {
  /// The property.
  public let keyPath: PartialKeyPath<Root>
  private let set: (inout Root) -> Void
  private let value: Any
  private let isEqual: (Any) -> Bool
  private var receipt: Receipt?

  /// Reports a change that went through a store and was not written into the state.
  private final class Receipt {
    var isApplied = false
    let description: () -> String

    init(_ description: @escaping () -> String) {
      self.description = description
    }

    deinit {
      guard !isApplied else { return }
      reportIssue(
        """
        A binding wrote to a property of a store, but no reducer handled the change.

          Action:
            \(description())

        The state is as it was, and the control shows what the state does not hold. The likely cause:

        • The feature has no "BindingReducer". Put "BindingReducer()" at the top of its "body", or \
        "BindingReducer(action: \\.view)" where its bindable actions stand in the case "view".
        """
      )
    }
  }

  /// The change as a binding sends it, which is reported where nobody applies it.
  func expectingToBeApplied<Action>(by _: Action.Type) -> Self {
    var action = self
    action.receipt = Receipt { [keyPath, value] in
      "\(typeName(Action.self)).binding(.set(\(keyPath), \(String(customDumping: value))))"
    }
    return action
  }

  /// A change of a property.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - value: Its new value.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: WritableKeyPath<Root, Value> & Sendable,
    _ value: Value
  ) -> Self {
    Self(
      keyPath: keyPath,
      set: { $0[keyPath: keyPath] = value },
      value: value,
      isEqual: { $0 as? Value == value }
    )
  }

  /// A change of a property, in the Swift 5 language mode, which does not see that the key path of a literal is sendable.
  @available(swift, obsoleted: 6)
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: WritableKeyPath<Root, Value>,
    _ value: Value
  ) -> Self {
    // The same object: `Sendable` leaves no trace at run time. Key paths of properties are immutable.
    set(unsafeBitCast(keyPath, to: (any WritableKeyPath<Root, Value> & Sendable).self), value)
  }

  fileprivate func apply(to root: inout Root) {
    receipt?.isApplied = true
    set(&root)
  }

  fileprivate func value<Value>(of keyPath: WritableKeyPath<Root, Value>) -> Value? {
    self.keyPath == keyPath ? value as? Value : nil
  }

  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.keyPath == rhs.keyPath && lhs.isEqual(rhs.value)
  }

  /// Matches a change of a property: `case .binding(\.name):`.
  public static func ~= <Value>(keyPath: WritableKeyPath<Root, Value>, action: Self) -> Bool {
    action.keyPath == keyPath
  }
}

// Made only by `set`, whose key path and value are sendable; the closures capture nothing else. A state is only
// handed to them to be changed, so it need not be sendable itself. A receipt is only used by the store that the action goes
// to, on the main actor.
extension BindingAction: @unchecked Sendable {}

extension BindingAction: CustomDumpReflectable {
  public var customDumpMirror: Mirror {
    Mirror(self, children: ["set": (keyPath, value)], displayStyle: .enum)
  }
}

extension BindingAction: CasePathable {
  public static var allCasePaths: AllCasePaths { AllCasePaths() }

  /// The properties as cases: `store.send(\.binding.name, "Blob")`.
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    public subscript<Value: Equatable & Sendable>(
      dynamicMember keyPath: WritableKeyPath<Root, Value> & Sendable
    ) -> AnyCasePath<BindingAction, Value> {
      AnyCasePath(
        embed: { .set(keyPath, $0) },
        extract: { $0.value(of: keyPath) }
      )
    }
  }
}

/// An action type with a case for the changes that controls make, see ``BindingAction``.
public protocol BindableAction<State> {
  /// The state whose properties change.
  associatedtype State

  /// Wraps a change.
  static func binding(_ action: BindingAction<State>) -> Self

  /// The change, where the action is one.
  var binding: BindingAction<State>? { get }
}

extension BindableAction where State: ObservableState {
  /// A change of a property: `store.send(.set(\.name, "Blob"))`, short for
  /// `.binding(.set(\.name, "Blob"))`.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - value: Its new value.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: WritableKeyPath<State, Value> & Sendable,
    _ value: Value
  ) -> Self {
    .binding(.set(keyPath, value))
  }

  /// A change of a property, in the Swift 5 language mode, which does not see that the key path of a literal is sendable.
  @available(swift, obsoleted: 6)
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: WritableKeyPath<State, Value>,
    _ value: Value
  ) -> Self {
    // The same object: `Sendable` leaves no trace at run time. Key paths of properties are immutable.
    .binding(
      .set(unsafeBitCast(keyPath, to: (any WritableKeyPath<State, Value> & Sendable).self), value)
    )
  }
}

extension BindableAction {
  /// The change, where the action is one.
  public var binding: BindingAction<State>? {
    BindingExtractor<Self>().extract(from: self)
  }
}

/// Finds the change in a bindable action: through its case path where it has one, by reflection otherwise.
private struct BindingExtractor<Action: BindableAction> {
  private let path: AnyCasePath<Action, BindingAction<Action.State>>?

  init() {
    func open<A: CasePathIterable>(_: A.Type) -> AnyCasePath<Action, BindingAction<Action.State>>? {
      for path in A.allCasePaths {
        if let path = path as AnyKeyPath as? CaseKeyPath<Action, BindingAction<Action.State>> {
          return AnyCasePath(path)
        }
      }
      return nil
    }
    path = (Action.self as? any CasePathIterable.Type).flatMap { open($0) }
  }

  func extract(from action: Action) -> BindingAction<Action.State>? {
    if let path { return path.extract(from: action) }
    guard let child = Mirror(reflecting: action).children.first, child.label == "binding" else {
      return nil
    }
    return child.value as? BindingAction<Action.State>
  }
}

/// Writes the changes that controls make into the state.
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   BindingReducer()
///   Reduce { state, action in … }
/// }
/// ```
public struct BindingReducer<State, Action, ViewAction: BindableAction>: Reducer
where State == ViewAction.State {
  private let toBindingAction: (Action) -> BindingAction<State>?

  /// For an action type that is bindable itself.
  public init() where Action == ViewAction {
    let extractor = BindingExtractor<ViewAction>()
    toBindingAction = { extractor.extract(from: $0) }
  }

  /// For an action type with a case whose actions are bindable: `BindingReducer(action: \.view)`.
  ///
  /// - Parameter toViewAction: The case.
  public init(action toViewAction: CaseKeyPath<Action, ViewAction>) {
    let path = AnyCasePath(toViewAction)
    let extractor = BindingExtractor<ViewAction>()
    toBindingAction = { path.extract(from: $0).flatMap(extractor.extract) }
  }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    toBindingAction(action)?.apply(to: &state)
    return .none
  }
}

/// An action type whose actions of the view stand in a case of their own.
public protocol ViewAction<ViewAction> {
  /// The actions of the view.
  associatedtype ViewAction
  /// Wraps an action of the view.
  static func view(_ action: ViewAction) -> Self
}

/// A view that sends only the view actions of a feature; conform through the macro `@ViewAction(for:)`.
public protocol ViewActionSending<StoreState, StoreAction> {
  associatedtype StoreState
  associatedtype StoreAction: ViewAction
  /// The view's store.
  @MainActor var store: Store<StoreState, StoreAction> { get }
}

extension ViewActionSending {
  /// Sends an action of the view.
  ///
  /// - Parameter action: The action.
  /// - Returns: The effects that follow.
  @MainActor
  @discardableResult
  public func send(_ action: StoreAction.ViewAction) -> StoreTask {
    store.send(.view(action))
  }
}
