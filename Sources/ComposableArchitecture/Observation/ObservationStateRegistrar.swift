import AccessTracking
import Foundation
import IdentifiedArrays
import OrderedCollections
import Synchronization

/// Observes the properties of an `@ObservableState` value; the macro puts one into each.
///
/// Properties are known by their number. Copies of a state share their observers, so that a reducer may work on a copy and
/// assign it back, and the observers hear of it once. The standard library's `Observation` carries the tracking, so that
/// stores and `@Observable` classes drive the same views.
///
/// Each change gives a state another version. Whoever observes a place in the state remembers the version that was there:
/// when another is there after an action, and it is not what the action made of the former, then another copy has been put
/// in its place, and all that was read of it is to be read anew.
public struct ObservationStateRegistrar: Sendable {
  private let subject = ObservationSubject()
  private var version: UInt64 = 0
  /// The version before the changes of the current turn.
  private var previousVersion: UInt64 = 0

  /// Makes the registrar of a new state.
  public init() {}

  /// The identity of the state: changes by the current action, or after the latest one, do not
  /// count.
  public var id: ObservableStateID {
    ObservableStateID(
      identity: subject.id,
      version: ObservationTurn.lastActionMade(version) ? previousVersion : version,
      latestVersion: version,
      previousVersion: previousVersion
    )
  }

  private mutating func advance() {
    if version <= ObservationTurn.start { previousVersion = version }
    version = ObservationTurn.nextVersion()
  }

  /// Notes that a property is read.
  public func access(_ property: Int) {
    guard !UntrackedRead.isActive else { return }
    subject.access(property)
  }

  private mutating func notify(_ property: Int) {
    advance()
    subject.notify(property)
  }

  // MARK: Assignment

  /// Assigns a property, and tells its observers unless it is the same by identity.
  public mutating func mutate<Value: ObservableState>(
    _ property: Int,
    _ value: inout Value,
    _ newValue: Value
  ) {
    let isSame = newValue._$id.continues(value._$id)
    value = newValue
    notify(property, unless: isSame)
  }

  public mutating func mutate<ID, Element>(
    _ property: Int,
    _ value: inout IdentifiedArray<ID, Element>,
    _ newValue: IdentifiedArray<ID, Element>
  ) where Element: ObservableState {
    let isSame =
      value.ids == newValue.ids
      && zip(value, newValue).allSatisfy { $1._$id.continues($0._$id) }
    value = newValue
    notify(property, unless: isSame)
  }

  /// Elements may be equal that have other ids.
  @_disfavoredOverload
  public mutating func mutate<ID, Element: Equatable>(
    _ property: Int,
    _ value: inout IdentifiedArray<ID, Element>,
    _ newValue: IdentifiedArray<ID, Element>
  ) {
    let isSame = value == newValue && value.ids == newValue.ids
    value = newValue
    if !isSame { notify(property) }
  }

  public mutating func mutate<Element: ObservableState>(
    _ property: Int,
    _ value: inout [Element],
    _ newValue: [Element]
  ) {
    let isSame = value.elementsEqual(newValue) { $1._$id.continues($0._$id) }
    value = newValue
    notify(property, unless: isSame)
  }

  /// Elements may be equal that have other ids.
  @_disfavoredOverload
  public mutating func mutate<Element: Equatable & Identifiable>(
    _ property: Int,
    _ value: inout [Element],
    _ newValue: [Element]
  ) {
    let isSame = value == newValue && value.elementsEqual(newValue) { $0.id == $1.id }
    value = newValue
    if !isSame { notify(property) }
  }

  public mutating func mutate<Element>(
    _ property: Int,
    _ value: inout StackState<Element>,
    _ newValue: StackState<Element>
  ) {
    let isSame = value.idsRevision == newValue.idsRevision || value.order.ids == newValue.order.ids
    value = newValue
    notify(property, unless: isSame)
  }

  @_disfavoredOverload
  public mutating func mutate<Value: Equatable>(
    _ property: Int,
    _ value: inout Value,
    _ newValue: Value
  ) {
    let isSame = value == newValue && haveSameIdentity(value, newValue)
    value = newValue
    if !isSame { notify(property) }
  }

  @_disfavoredOverload
  public mutating func mutate<State: Equatable>(
    _ property: Int,
    _ value: inout PresentationState<State>,
    _ newValue: PresentationState<State>
  ) {
    let isSame =
      value == newValue && haveSameIdentity(value.wrappedValue, newValue.wrappedValue)
    value = newValue
    if !isSame { notify(property) }
  }

  @_disfavoredOverload
  public mutating func mutate<Value>(
    _ property: Int,
    _ value: inout Value,
    _ newValue: Value,
    _: Void = ()
  ) {
    value = newValue
    notify(property)
  }

  /// Tells of a property in which something has changed, but not where that tells of itself.
  private mutating func notify(_ property: Int, unless isSame: Bool) {
    advance()
    if !isSame { subject.notify(property) }
  }

  // MARK: Mutation in place

  /// Notes that a property is about to change in place; the result goes to `didModify`.
  public func willModify<Value: ObservableState>(
    _: Int,
    _ value: inout Value
  ) -> _Modification<ObservableStateID> {
    _Modification(of: value._$id)
  }

  public func willModify<ID, Element>(
    _: Int,
    _ value: inout IdentifiedArray<ID, Element>
  ) -> _IDsRevision<ID>? {
    Element.self is any ObservableState.Type ? value._idsRevision : nil
  }

  public func willModify<Element: ObservableState>(
    _: Int,
    _ value: inout [Element]
  ) -> _Modification<[ObservableStateID]> {
    _Modification(of: value.map(\._$id))
  }

  public func willModify<Element>(_: Int, _ value: inout StackState<Element>) -> _StackRevision {
    value.idsRevision
  }

  @_disfavoredOverload
  public func willModify<Value>(_: Int, _: inout Value) {}

  /// Tells the observers of a property that changed in place, unless it is the same by identity.
  public mutating func didModify<Value: ObservableState>(
    _ property: Int,
    _ value: inout Value,
    _ modification: _Modification<ObservableStateID>
  ) {
    let isSame =
      modification.isByReducer
      ? value._$id == modification.before : value._$id.continues(modification.before)
    notify(property, unless: isSame)
    modification.end()
  }

  public mutating func didModify<ID, Element>(
    _ property: Int,
    _ value: inout IdentifiedArray<ID, Element>,
    _ ids: _IDsRevision<ID>?
  ) {
    // Elements that changed in place are told of by themselves where they are observable.
    notify(property, unless: ids.map { value._idsRevision == $0 } ?? false)
  }

  public mutating func didModify<Element: ObservableState>(
    _ property: Int,
    _ value: inout [Element],
    _ modification: _Modification<[ObservableStateID]>
  ) {
    let isSame = value.elementsEqual(modification.before) { $0._$id.continues($1) }
    notify(property, unless: isSame)
    modification.end()
  }

  public mutating func didModify<Element>(
    _ property: Int,
    _ value: inout StackState<Element>,
    _ revision: _StackRevision
  ) {
    notify(property, unless: value.idsRevision == revision)
  }

  @_disfavoredOverload
  public mutating func didModify<Value>(_ property: Int, _: inout Value, _: Void) {
    notify(property)
  }
}

// A registrar is no part of a state's value: all are equal, and none is written to disk.
extension ObservationStateRegistrar: Equatable, Hashable, Codable {
  public static func == (_: Self, _: Self) -> Bool { true }
  public func hash(into _: inout Hasher) {}
  public init(from _: any Decoder) { self.init() }
  public func encode(to _: any Encoder) {}
}

/// What is observed in place of a state: an object with numbered properties.
final class ObservationSubject: Sendable {
  /// Tells the subject from all others that there have been.
  let id = ObservationSubject.count.wrappingAdd(1, ordering: .relaxed).newValue
  private let subject = AccessSubject()

  private static let count = Atomic<UInt64>(0)

  func access(_ property: Int) {
    subject.access(property)
  }

  /// Whether anybody may be waiting for a change.
  var isObserved: Bool { subject.isObserved }

  func notify(_ property: Int) {
    guard isObserved else { return }
    if !ObservationBatch.defers(property, of: self) { tell(property) }
  }

  fileprivate func tell(_ property: Int) {
    subject.notify(property)
  }
}

/// Holds back what observers are to hear while reducers run.
///
/// They then hear once of each property, when the state is whole: an observer may read it at once.
@MainActor
enum ObservationBatch {
  private struct Change: Hashable {
    let subject: ObservationSubject
    let property: Int

    static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.subject === rhs.subject && lhs.property == rhs.property
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(subject))
      hasher.combine(property)
    }
  }

  /// The thread that reduces, 0 for none. State that other threads change is not held back.
  nonisolated private static let reducer = Atomic<UInt>(0)

  // Only used by the thread above, while it is on the main actor.
  nonisolated(unsafe) private static var changes: [Change] = []

  /// Runs an operation, and tells observers when the outermost of these has ended.
  static func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard reducer.load(ordering: .relaxed) == 0 else { return try body() }
    reducer.store(currentThread, ordering: .relaxed)
    ObservationTurn.begin()
    defer {
      reducer.store(0, ordering: .relaxed)
      tell()
    }
    return try body()
  }

  private static func tell() {
    if changes.isEmpty { return }
    // Observers may send actions, which begin a batch of their own.
    let told = changes
    changes = []
    guard told.count > 1 else { return told[0].subject.tell(told[0].property) }
    for change in OrderedSet(told) { change.subject.tell(change.property) }
  }

  /// Whether a reducer runs on this thread.
  nonisolated static var isReducing: Bool {
    let reducer = reducer.load(ordering: .relaxed)
    return reducer != 0 && reducer == currentThread
  }

  /// Keeps a change for later where a reducer makes it.
  nonisolated static func defers(_ property: Int, of subject: ObservationSubject) -> Bool {
    guard isReducing else { return false }
    let change = Change(subject: subject, property: property)
    // As in a loop that appends to an array.
    if changes.last != change { changes.append(change) }
    return true
  }
}

private var currentThread: UInt { UInt(pthread_self()) }

/// Numbers the versions of all states, and knows which of them belong to the current turn.
///
/// A turn is what observers hear of at once: an action, or, in state that no reducer is changing, a
/// modification in place. Outside of these each change is a turn of its own.
enum ObservationTurn {
  private static let version = Atomic<UInt64>(0)
  private static let startOfAction = Atomic<UInt64>(0)

  /// The last version before the current turn.
  static var start: UInt64 {
    if ObservationBatch.isReducing { return startOfAction.load(ordering: .relaxed) }
    return ModificationThread.start ?? .max
  }

  /// Begins the turn of an action: versions from now on are its own.
  static func begin() {
    startOfAction.store(latestVersion, ordering: .relaxed)
  }

  /// Whether a version was made by the action that runs, or since the last one began.
  static func lastActionMade(_ version: UInt64) -> Bool {
    version > startOfAction.load(ordering: .relaxed)
  }

  static var latestVersion: UInt64 { version.load(ordering: .relaxed) }

  static func nextVersion() -> UInt64 {
    version.wrappingAdd(1, ordering: .relaxed).newValue
  }
}

/// Reads state without observing it.
enum UntrackedRead {
  /// The thread that reads, 0 for none. Only the main actor reads so; other threads must not be disturbed.
  private static let reader = Atomic<UInt>(0)

  static var isActive: Bool {
    let reader = reader.load(ordering: .relaxed)
    return reader != 0 && reader == currentThread
  }

  @MainActor
  static func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
    let previous = reader.exchange(currentThread, ordering: .relaxed)
    defer { reader.store(previous, ordering: .relaxed) }
    return try body()
  }
}
