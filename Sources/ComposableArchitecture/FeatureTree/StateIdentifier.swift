import CaseKeyPaths
import Synchronization

/// Reads the identity of states of one type; made once for each operator, so that what can be known of the type is
/// looked up once.
@usableFromInline
struct StateIdentifier<State>: Sendable {
  /// The actions of the state itself, where it is an alert or a dialog.
  private let ephemeralAction = (State.self as? any _EphemeralState.Type)?.actionType
  /// Reads the `id` of a state that is identifiable, `nil` where such states are not.
  private let id: (@Sendable (State) -> AnyHashableSendable)?
  /// Whether the cases of the actions have the names of those of the state.
  private let isMadeByMacro = State.self is any CaseReducerState.Type
  private let cases = Cases()

  @usableFromInline
  init() {
    func open<S: Identifiable>(_: S.Type) -> @Sendable (State) -> AnyHashableSendable {
      { state in
        // `S` is `State`; only the compiler does not know.
        withUnsafePointer(to: state) {
          $0.withMemoryRebound(to: S.self, capacity: 1) {
            AnyHashableSendable(unchecked: $0.pointee.id)
          }
        }
      }
    }
    id = (State.self as? any Identifiable.Type).map { open($0) }
  }

  @usableFromInline
  func identity(of state: State) -> StateIdentity {
    let tag = EnumLayout.tag(of: state)
    if let id { return StateIdentity(tag: tag ?? 0, id: id(state)) }
    guard let tag else { return StateIdentity(tag: 0, id: nil) }
    return StateIdentity(tag: tag, id: reflection(of: state, tag: tag).id?(state))
  }

  /// Whether the state, or the payload of the enum case that it is in, goes away by itself after an
  /// action.
  ///
  /// Alerts and dialogs do so after their own actions: one that is just that, or the payload of an
  /// enum's case that is. An action of something else leaves them where they are.
  @usableFromInline
  func isDismissed<Action>(_ state: State, by action: Action) -> Bool {
    if let ephemeralAction { return isAction(action, of: ephemeralAction) }
    guard let tag = EnumLayout.tag(of: state) else { return false }
    let known = reflection(of: state, tag: tag)
    guard let ephemeralAction = known.ephemeralAction else { return false }
    return isAction(action, of: ephemeralAction, inCase: isMadeByMacro ? known.name : nil)
  }

  /// - Parameter name: The name of the case that the action must be in, where that is known.
  private func isAction<Action>(
    _ action: Action,
    of type: Any.Type,
    inCase name: String? = nil
  ) -> Bool {
    if Action.self == type { return true }
    guard EnumLayout.tag(of: action) != nil,
      let payload = Mirror(reflecting: action).children.first
    else { return false }
    return Swift.type(of: payload.value) == type && (name == nil || payload.label == name)
  }

  /// Cached reflection results for one enum case.
  private struct CaseReflection: Sendable {
    /// Reads the `id` of a payload that is identifiable, `nil` where those of the case are not.
    let id: (@Sendable (State) -> AnyHashableSendable?)?
    /// The type of the payload's actions, where it is an alert or a dialog.
    let ephemeralAction: Any.Type?
    /// The name of a case that has a payload.
    let name: String?
  }

  private final class Cases: Sendable {
    let reflections = Mutex<[UInt32: CaseReflection]>([:])
  }

  /// Reflection is slow, so it runs once for each case of the type.
  private func reflection(of state: State, tag: UInt32) -> CaseReflection {
    if let reflection = cases.reflections.withLock({ $0[tag] }) { return reflection }
    let child = Mirror(reflecting: state).children.first
    let reflection = CaseReflection(
      id: child?.value is any Identifiable ? Self.idReader(for: state) : nil,
      ephemeralAction: (child?.value as? any _EphemeralState).map { type(of: $0).actionType },
      name: child?.label
    )
    cases.reflections.withLock { $0[tag] = reflection }
    return reflection
  }

  /// Reads the `id` of the payload of the case that a state is in: through its case path where it has one, by reflection
  /// otherwise.
  private static func idReader(for state: State) -> @Sendable (State) -> AnyHashableSendable? {
    if let reader = (State.self as? any CasePathable.Type)?.idReader(forCaseOf: state) {
      // Safe, because it captures nothing but a case path, which is sendable.
      nonisolated(unsafe) let read = reader
      return { read($0).map { AnyHashableSendable(unchecked: $0) } }
    }
    return { state in
      func open(_ value: some Identifiable) -> AnyHashableSendable {
        AnyHashableSendable(unchecked: value.id)
      }
      let payload = Mirror(reflecting: state).children.first?.value
      return (payload as? any Identifiable).map { open($0) }
    }
  }
}
