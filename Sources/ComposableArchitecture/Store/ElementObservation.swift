import IdentifiedArrays

/// A collection of features, which says which of them have changed.
@usableFromInline
protocol FeatureCollection {
  associatedtype ElementID: Hashable

  /// Identifies the elements as they are now: see ``ChangeLog/revision``.
  var changeRevision: UInt64 { get }

  /// Visits the elements that have changed since a revision.
  ///
  /// - Returns: Whether it is known what has changed.
  func visitChanges(since revision: UInt64, _ body: (ElementID) -> Void) -> Bool
}

extension IdentifiedArray: FeatureCollection {
  @usableFromInline typealias ElementID = ID

  @usableFromInline var changeRevision: UInt64 { changeLog.revision }

  @usableFromInline
  func visitChanges(since revision: UInt64, _ body: (ID) -> Void) -> Bool {
    changeLog.visitChanges(since: revision, body)
  }
}

extension StackState: FeatureCollection {
  @usableFromInline typealias ElementID = StackElementID

  @usableFromInline var changeRevision: UInt64 { order.changeLog.revision }

  @usableFromInline
  func visitChanges(since revision: UInt64, _ body: (StackElementID) -> Void) -> Bool {
    order.changeLog.visitChanges(since: revision, body)
  }
}

/// Reads an element of a collection.
@usableFromInline
struct ElementReader<Collection: FeatureCollection, Element> {
  let id: Collection.ElementID
  /// Returns the element, `nil` if the collection has none.
  let read: (Collection) -> Element?

  @usableFromInline
  init(id: Collection.ElementID, read: @escaping (Collection) -> Element?) {
    self.id = id
    self.read = read
  }
}

/// The elements of a collection that are observed as a whole.
///
/// After each action, the log of the collection says which elements to compare. So an action costs
/// the same however many elements have been read.
@MainActor
final class ObservedElements<State: FeatureCollection, Action>: IdentityObserver {
  /// The core of the collection. Whoever holds this object, the collection's store and the cores of
  /// its elements, holds the core as well.
  unowned let core: any StoreCore<State, Action>
  private var elements: [State.ElementID: ObservedElement] = [:]
  private var isAdded = false
  /// The revision of the collection when the elements were last compared, `nil` if it was not
  /// there.
  private var revision: UInt64?
  private var presentCount = 0
  private var sweepLimit = SweepLimit()

  init(of core: any StoreCore<State, Action>) {
    self.core = core
  }

  /// Observes from now on whether an element is replaced, for as long as the caller keeps the
  /// result.
  func observe<Element>(
    _ reader: ElementReader<State, Element>,
    current: Element?
  ) -> ObservedElement {
    if let element = elements[reader.id] { return element }
    if !isAdded { begin() }
    let observation = StateObservation<Element>()
    let element = ObservedElement(
      identity: { [read = reader.read] in
        guard let element = read($0.assumingMemoryBound(to: State.self).pointee) else {
          return nil
        }
        return withUnsafePointer(to: element, observation.id)
      },
      latest: current.map { withUnsafePointer(to: $0, observation.id) }
    )
    if sweepLimit.isReached(by: elements.count) {
      removeAbandoned()
      sweepLimit.reset(keeping: elements.count)
    }
    elements[reader.id] = element
    if element.isPresent { presentCount += 1 }
    return element
  }

  private func begin() {
    isAdded = true
    revision = UntrackedRead.perform {
      core.withStateIfPresent { $0?.pointee.changeRevision }
    }
    core.addIdentityObserver(self)
  }

  /// Drops elements whose stores are gone. Holding them weakly would make each check slower.
  private func removeAbandoned() {
    var kept: [State.ElementID: ObservedElement] = [:]
    for id in Array(elements.keys) {
      guard var element = elements.removeValue(forKey: id) else { continue }
      if isKnownUniquelyReferenced(&element) {
        if element.isPresent { presentCount -= 1 }
      } else {
        kept[id] = element
      }
    }
    elements = kept
  }

  func checkIdentity() {
    var changes = Changes()
    UntrackedRead.perform {
      core.readInPlace { collection in
        if collection?.pointee.changeRevision != revision { compare(with: collection, &changes) }
      }
    }
    // Not while the state is read, because observers may run any code.
    for element in changes.toLookInto { element.checkParts() }
    for element in changes.replaced { element.subject.notify(0) }
  }

  private struct Changes {
    var replaced: [ObservedElement] = []
    /// The elements that have changed, with observers of what is in them.
    var toLookInto: [ObservedElement] = []
  }

  /// Compares the elements that have changed with what they were at the last call.
  private func compare(with collection: UnsafePointer<State>?, _ changes: inout Changes) {
    let former = revision
    revision = collection?.pointee.changeRevision
    let isKnown =
      if let collection, let former {
        collection.pointee.visitChanges(since: former) { id in
          if let element = elements[id] { compare(element, with: collection, &changes) }
        }
      } else {
        false
      }
    if !isKnown {
      for element in elements.values { compare(element, with: collection, &changes) }
    }
    // The stores of elements that have been removed are mostly gone as well.
    if presentCount < elements.count / 2 { removeAbandoned() }
  }

  private func compare(
    _ element: ObservedElement,
    with collection: UnsafePointer<State>?,
    _ changes: inout Changes
  ) {
    let wasPresent = element.isPresent
    if element.hasBeenReplaced(in: collection.map { UnsafeRawPointer($0) }) {
      changes.replaced.append(element)
    }
    if element.isPresent != wasPresent { presentCount += wasPresent ? -1 : 1 }
    if element.hasParts { changes.toLookInto.append(element) }
  }
}

/// An element of a collection that is observed as a whole.
///
/// Not generic, because code that must look up its types at each action takes several times as
/// long.
@MainActor
final class ObservedElement {
  let subject = ObservationSubject()
  /// Reads the element's identity in the collection at an address, `nil` if it is not there.
  private let identity: (_ collection: UnsafeRawPointer) -> ObservableStateID?
  private var latest: ObservableStateID?
  /// Observers of what is in the element: they need a look only if the element has changed.
  private var parts: IdentityObservers?

  /// Whether the element was there when it was last checked.
  var isPresent: Bool { latest != nil }

  var hasParts: Bool { parts != nil }

  init(
    identity: @escaping (_ collection: UnsafeRawPointer) -> ObservableStateID?,
    latest: ObservableStateID?
  ) {
    self.identity = identity
    self.latest = latest?.afterTurn
  }

  /// Returns whether the element has been replaced since the last call.
  func hasBeenReplaced(in collection: UnsafeRawPointer?) -> Bool {
    // The store of an element that has been removed answers with the state that was last read, so
    // there is nothing new to show.
    guard let collection, let new = identity(collection) else {
      latest = nil
      return false
    }
    defer { latest = new.afterTurn }
    return new != latest
  }

  func addPart(_ observer: any IdentityObserver) {
    let parts = parts ?? IdentityObservers()
    parts.add(observer)
    self.parts = parts
  }

  func checkParts() {
    parts?.check()
  }
}
