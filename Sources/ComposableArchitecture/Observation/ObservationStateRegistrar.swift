import Foundation
import IdentifiedArrays
import Observation
import OrderedCollections
import Synchronization

/// Observes the properties of an `@ObservableState` value; the macro puts one into each.
///
/// Properties are known by their number. Copies of a state share their observers, so that a reducer may work on a copy and
/// assign it back, and the observers hear of it once. The standard library's `Observation` carries the tracking, so that
/// stores and `@Observable` classes drive the same views.
public struct ObservationStateRegistrar: Sendable {
  /// The identity of one line of copies. Replaced when a value changes of which there are copies: such a copy, put back
  /// later, is then another value.
  private final class Lineage: Sendable {
    let id: UInt64
    let subject: ObservationSubject

    private static let count = Atomic<UInt64>(0)

    init(subject: ObservationSubject) {
      id = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
      self.subject = subject
    }
  }

  private var lineage: Lineage

  /// Makes the registrar of a new state.
  public init() {
    lineage = Lineage(subject: ObservationSubject())
  }

  /// The identity of the state.
  public var id: ObservableStateID { ObservableStateID(identity: lineage.id) }

  /// Begins a line of its own where there are copies.
  public mutating func _$willModify() {
    if !isKnownUniquelyReferenced(&lineage) {
      lineage = Lineage(subject: lineage.subject)
    }
  }

  /// Notes that a property is read.
  public func access(_ property: Int) {
    guard !UntrackedRead.isActive else { return }
    lineage.subject.access(property)
  }

  private func notify(_ property: Int) {
    lineage.subject.notify(property)
  }

  // MARK: Assignment

  /// Assigns a property, and tells its observers unless it is the same by identity.
  public func mutate<Value: ObservableState>(
    _ property: Int,
    _ value: inout Value,
    _ newValue: Value
  ) {
    let isSame = value._$id == newValue._$id
    value = newValue
    notify(property, unless: isSame)
  }

  public func mutate<ID, Element>(
    _ property: Int,
    _ value: inout IdentifiedArray<ID, Element>,
    _ newValue: IdentifiedArray<ID, Element>
  ) where Element: ObservableState {
    let isSame = value.ids == newValue.ids && zip(value, newValue).allSatisfy { $0._$id == $1._$id }
    value = newValue
    notify(property, unless: isSame)
  }

  public func mutate<Element>(
    _ property: Int,
    _ value: inout StackState<Element>,
    _ newValue: StackState<Element>
  ) {
    let isSame = value.ids == newValue.ids
    value = newValue
    notify(property, unless: isSame)
  }

  @_disfavoredOverload
  public func mutate<Value: Equatable>(_ property: Int, _ value: inout Value, _ newValue: Value) {
    let isSame = value == newValue
    value = newValue
    notify(property, unless: isSame)
  }

  @_disfavoredOverload
  public func mutate<Value>(_ property: Int, _ value: inout Value, _ newValue: Value, _: Void = ())
  {
    value = newValue
    notify(property)
  }

  private func notify(_ property: Int, unless isSame: Bool) {
    if !isSame { notify(property) }
  }

  // MARK: Mutation in place

  /// Notes that a property is about to change in place; the result goes to `didModify`.
  public func willModify<Value: ObservableState>(_: Int, _ value: inout Value) -> ObservableStateID
  {
    value._$willModify()
    return value._$id
  }

  public func willModify<ID, Element>(
    _: Int,
    _ value: inout IdentifiedArray<ID, Element>
  ) -> OrderedSet<ID> {
    value.ids
  }

  public func willModify<Element>(_: Int, _ value: inout StackState<Element>) -> OrderedSet<
    StackElementID
  > {
    value.ids
  }

  @_disfavoredOverload
  public func willModify<Value>(_: Int, _: inout Value) {}

  /// Tells the observers of a property that changed in place, unless it is the same by identity.
  public func didModify<Value: ObservableState>(
    _ property: Int,
    _ value: inout Value,
    _ id: ObservableStateID
  ) {
    notify(property, unless: value._$id == id)
  }

  public func didModify<ID, Element>(
    _ property: Int,
    _ value: inout IdentifiedArray<ID, Element>,
    _ ids: OrderedSet<ID>
  ) {
    // Elements that changed in place are told of by themselves where they are observable.
    notify(property, unless: Element.self is any ObservableState.Type && value.ids == ids)
  }

  public func didModify<Element>(
    _ property: Int,
    _ value: inout StackState<Element>,
    _ ids: OrderedSet<StackElementID>
  ) {
    notify(property, unless: value.ids == ids)
  }

  @_disfavoredOverload
  public func didModify<Value>(_ property: Int, _: inout Value, _: Void) {
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

/// What the standard library observes in place of a state: an object with numbered properties.
final class ObservationSubject: Observable, Sendable {
  private let registrar = ObservationRegistrar()

  func access(_ property: Int) {
    registrar.access(self, keyPath: Self.path(property))
  }

  func notify(_ property: Int) {
    registrar.withMutation(of: self, keyPath: Self.path(property)) {}
  }

  private subscript(property _: Int) -> Void { () }

  private static let paths: [KeyPath<ObservationSubject, Void> & Sendable] = (0..<64).map(makePath)

  private static func makePath(_ property: Int) -> KeyPath<ObservationSubject, Void> & Sendable {
    \ObservationSubject.[property: property]
  }

  /// Key paths with arguments are objects; those of most states' properties are made once.
  private static func path(_ property: Int) -> KeyPath<ObservationSubject, Void> & Sendable {
    property < paths.count ? paths[property] : makePath(property)
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

  private static var currentThread: UInt { UInt(pthread_self()) }
}
