import CaseKeyPaths
import Synchronization

private struct FeatureIDTransform: IDTransform {
  func result<ID: Hashable>(for id: ID) -> FeatureID { FeatureID(id) }
}

/// Reads the identity of states of one type. Each operator makes one, so that what depends on the
/// type only is looked up once.
@usableFromInline
struct StateIdentifier<State>: Sendable {
  /// The actions of the state itself, if it is an alert or a dialog.
  private let ephemeralAction = (State.self as? any _EphemeralState.Type)?.actionType
  /// Reads the `id` of a state, `nil` if the type is not `Identifiable`.
  // Safe, because it captures only a type.
  private nonisolated(unsafe) let id: ((UnsafePointer<State>) -> FeatureID)?
  private let isEnum = EnumLayout<State>.isEnum
  /// Whether the cases of the actions have the names of the state's cases.
  private let isMadeByMacro = State.self is any CaseReducerState.Type
  private let cases = Cases()

  @usableFromInline
  init() {
    func open<S: Identifiable>(_: S.Type) -> (UnsafePointer<State>) -> FeatureID {
      // Safe, because `S` is `State`, which the compiler does not know.
      { FeatureID(UnsafeRawPointer($0).assumingMemoryBound(to: S.self).pointee.id) }
    }
    id = (State.self as? any Identifiable.Type).map { open($0) }
  }

  @usableFromInline
  func identity(of state: State) -> StateIdentity {
    withUnsafePointer(to: state) { identity(at: $0) }
  }

  /// Returns the identity of the state at an address. By its address, because the state would be
  /// copied otherwise.
  @usableFromInline
  func identity(at state: UnsafePointer<State>) -> StateIdentity {
    let tag = isEnum ? EnumLayout.tag(of: state.pointee) : nil
    if let id { return StateIdentity(tag: tag ?? 0, id: id(state)) }
    guard let tag else { return StateIdentity(tag: 0, id: nil) }
    return StateIdentity(tag: tag, id: reflection(of: state.pointee, tag: tag).id?(state.pointee))
  }

  /// Whether there are actions that dismiss states of the type.
  @usableFromInline var hasEphemeralStates: Bool { ephemeralAction != nil || isEnum }

  /// Returns whether an action dismisses the state, because the state, or the payload of its case,
  /// is an alert or a dialog and the action is one of its own.
  ///
  /// Actions of other features do not dismiss it.
  @usableFromInline
  func isDismissed<Action>(_ state: State, by action: Action) -> Bool {
    if let ephemeralAction { return isAction(action, of: ephemeralAction) }
    guard let tag = EnumLayout.tag(of: state) else { return false }
    let known = reflection(of: state, tag: tag)
    guard let ephemeralAction = known.ephemeralAction else { return false }
    return isAction(action, of: ephemeralAction, inCase: isMadeByMacro ? known.name : nil)
  }

  /// - Parameter name: The name of the case that the action must be in, `nil` if any case will do.
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
    /// Reads the `id` of the payload, `nil` if it is not `Identifiable`.
    let id: (@Sendable (State) -> FeatureID?)?
    /// The type of the payload's actions, if it is an alert or a dialog.
    let ephemeralAction: Any.Type?
    /// The name of the case, if it has a payload.
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

  /// Returns a function that reads the `id` of the payload of the case that a state is in: through
  /// its case path if there is one, otherwise by reflection.
  private static func idReader(for state: State) -> @Sendable (State) -> FeatureID? {
    if let reader = (State.self as? any CasePathable.Type)?
      .idReader(forCaseOf: state, FeatureIDTransform())
    {
      // Safe, because it captures only a case path, which is sendable.
      nonisolated(unsafe) let read = reader
      return { read($0) }
    }
    return { state in
      func open(_ value: some Identifiable) -> FeatureID { FeatureID(value.id) }
      let payload = Mirror(reflecting: state).children.first?.value
      return (payload as? any Identifiable).map { open($0) }
    }
  }
}
