import CustomDump
import IssueReporting

/// A change that a control has made to a property of the state.
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

  /// Reports a change that was sent to a store and not written into the state.
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

  /// Returns the change as a binding sends it, which is reported if no reducer applies it.
  func expectingToBeApplied<Action>(by _: Action.Type) -> Self {
    var action = self
    action.receipt = Receipt { [keyPath, value] in
      "\(typeName(Action.self)).binding(.set(\(keyPath), \(String(customDumping: value))))"
    }
    return action
  }

  /// Returns a change of a property.
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

  /// Returns a change of a property, in the Swift 5 language mode, in which key path literals are
  /// not sendable.
  @available(swift, obsoleted: 6)
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: WritableKeyPath<Root, Value>,
    _ value: Value
  ) -> Self {
    // Safe, because `Sendable` leaves no trace at run time, and key paths of properties are
    // immutable.
    set(unsafeBitCast(keyPath, to: (any WritableKeyPath<Root, Value> & Sendable).self), value)
  }

  func markHandled() { receipt?.isApplied = true }

  func apply(to root: inout Root) {
    receipt?.isApplied = true
    set(&root)
  }

  func value<Value>(of keyPath: WritableKeyPath<Root, Value>) -> Value? {
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

// Safe, because only `set` makes them, whose key path and value are sendable; the closures capture
// nothing else. A state is only passed to them to be changed, so it need not be sendable itself.
// Only the store that the action is sent to uses the receipt, on the main actor.
extension BindingAction: @unchecked Sendable {}

/// The changes of bindings in actions.
enum BindingChanges {
  /// Notes that somebody has decided about the change in an action, without writing it.
  static func markHandled(in action: Any) {
    // Actions of features in features.
    var value = action
    for _ in 0..<100 {
      if let change = value as? any BindingChange { return change.markHandled() }
      let mirror = Mirror(reflecting: value)
      guard mirror.displayStyle == .enum || mirror.displayStyle == .tuple,
        let last = mirror.children.map({ $0 }).last
      else { return }
      value = last.value
    }
  }
}

private protocol BindingChange {
  func markHandled()
}

extension BindingAction: BindingChange {}

extension BindingAction: CustomDumpReflectable {
  public var customDumpMirror: Mirror {
    Mirror(self, children: ["set": (keyPath, value)], displayStyle: .enum)
  }
}

extension BindingAction: CasePathable {
  public static var allCasePaths: AllCasePaths { AllCasePaths() }

  /// The properties as cases: `store.send(\.binding.name, "Ida")`.
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    public subscript<Value: Equatable & Sendable>(
      dynamicMember keyPath: WritableKeyPath<Root, Value> & Sendable
    ) -> AnyCasePath<BindingAction, Value> {
      AnyCasePath(
        embed: { .set(keyPath, $0) },
        extract: { $0.value(of: keyPath) },
        name: .text(".\(String(describing: keyPath).split(separator: ".").last ?? "property")")
      )
    }
  }
}
