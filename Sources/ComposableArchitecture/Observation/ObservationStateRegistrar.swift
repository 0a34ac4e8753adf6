import AccessTracking
import Foundation
import IdentifiedArrays

/// Observes the properties of an `@ObservableState` value. The macro adds one to each type.
///
/// Properties are identified by numbers. Copies of a state share their observers. So a reducer may
/// modify a copy and assign it back, and the observers are notified once. The tracking is that of
/// the standard library's `Observation`, so that stores and `@Observable` classes update the same
/// views.
///
/// Each change gives a state a new revision. Observers of a property remember the revision of its
/// value. If it is another one after an action, and the action did not make it by changing the
/// former value, another value has been assigned, and everything that was read of it has to be read
/// again.
public struct ObservationStateRegistrar: Sendable {
  private let subject = ObservationSubject()
  private var revision: UInt64 = 0
  /// The revision before the current turn.
  private var previousRevision: UInt64 = 0

  /// Makes a registrar for a new state.
  public init() {}

  /// The identity of the state. Changes by the current action, or since the latest one, do not
  /// count.
  public var id: ObservableStateID {
    ObservableStateID(
      identity: subject.id,
      revision: ObservationTurn.lastActionMade(revision) ? previousRevision : revision,
      latestRevision: revision,
      previousRevision: previousRevision
    )
  }

  private mutating func advance() {
    if revision <= ObservationTurn.start { previousRevision = revision }
    revision = Revisions.next()
  }

  /// Tracks that a property is read.
  public func access(_ property: Int) {
    guard !UntrackedRead.isActive else { return }
    subject.access(property)
  }

  private mutating func notify(_ property: Int) {
    advance()
    subject.notify(property)
  }

  // MARK: Assignment

  /// Assigns a property, and notifies its observers unless the value has the same identity.
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

  /// Equal elements may have different ids.
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

  /// Equal elements may have different ids.
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

  /// Notes a change within a property, and notifies its observers unless the changed parts do so
  /// themselves.
  private mutating func notify(_ property: Int, unless isSame: Bool) {
    advance()
    if !isSame { subject.notify(property) }
  }

  // MARK: Mutation in place

  /// Notes that a property is about to change in place; the result goes to `didModify`.
  @inlinable
  public func willModify<Value: ObservableState>(
    _: Int,
    _ value: inout Value
  ) -> _Modification<ObservableStateID> {
    .of(value._$id)
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

  /// Notifies the observers of a property that changed in place, unless the value has the same
  /// identity.
  @inlinable
  public mutating func didModify<Value: ObservableState>(
    _ property: Int,
    _ value: inout Value,
    _ modification: _Modification<ObservableStateID>
  ) {
    didModify(property, value._$id, modification)
  }

  // Not generic, so that only the look-up of the identity is compiled for each type.
  @usableFromInline
  mutating func didModify(
    _ property: Int,
    _ id: ObservableStateID,
    _ modification: _Modification<ObservableStateID>
  ) {
    let isSame =
      modification.isByReducer ? id == modification.before : id.continues(modification.before)
    notify(property, unless: isSame)
    modification.end()
  }

  public mutating func didModify<ID, Element>(
    _ property: Int,
    _ value: inout IdentifiedArray<ID, Element>,
    _ ids: _IDsRevision<ID>?
  ) {
    // Observable elements that changed in place notify their own observers.
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

// A registrar is no part of a state's value. So all are equal, and none is encoded.
extension ObservationStateRegistrar: Equatable, Hashable, Codable {
  public static func == (_: Self, _: Self) -> Bool { true }
  public func hash(into _: inout Hasher) {}
  public init(from _: any Decoder) { self.init() }
  public func encode(to _: any Encoder) {}
}
