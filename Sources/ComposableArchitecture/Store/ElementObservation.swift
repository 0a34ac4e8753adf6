import IdentifiedArrays

/// Reads an element of a collection.
@usableFromInline
struct ElementReader<ID: Hashable, Collection, Element> {
  let id: ID
  /// Returns the element, `nil` if the collection has none.
  let read: (Collection) -> Element?
  /// Returns the log of the collection at an address.
  let changeLog: (UnsafePointer<Collection>) -> ChangeLog<ID>

  @usableFromInline
  init(
    id: ID,
    read: @escaping (Collection) -> Element?,
    changeLog: @escaping (UnsafePointer<Collection>) -> ChangeLog<ID>
  ) {
    self.id = id
    self.read = read
    self.changeLog = changeLog
  }
}

/// The elements of a collection that are observed as a whole.
///
/// After each action, the log of the collection says which elements to compare. So an action costs
/// the same however many elements have been read.
@MainActor
final class ObservedElements<ID: Hashable, State, Action>: IdentityObserver {
  /// The core of the collection. Whoever holds this object, the collection's store and the cores of
  /// its elements, holds the core as well.
  unowned let core: any StoreCore<State, Action>
  private var elements: [ID: ObservedElement<State>] = [:]
  private var changeLog: ((UnsafePointer<State>) -> ChangeLog<ID>)?
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
    _ reader: ElementReader<ID, State, Element>,
    current: Element?
  ) -> ObservedElement<State> {
    if let element = elements[reader.id] { return element }
    begin(with: reader.changeLog)
    let observation = StateObservation<Element>()
    let element = ObservedElement<State>(
      identity: { [read = reader.read] in read($0).map(observation.id) },
      latest: current.map(observation.id)
    )
    if sweepLimit.isReached(by: elements.count) {
      removeAbandoned()
      sweepLimit.reset(keeping: elements.count)
    }
    elements[reader.id] = element
    if element.isPresent { presentCount += 1 }
    return element
  }

  private func begin(with changeLog: @escaping (UnsafePointer<State>) -> ChangeLog<ID>) {
    guard self.changeLog == nil else { return }
    self.changeLog = changeLog
    revision = UntrackedRead.perform {
      core.withStateIfPresent { $0.map { changeLog($0).revision } }
    }
    core.addIdentityObserver(self)
  }

  /// Drops elements whose stores are gone. Holding them weakly would make each check slower.
  private func removeAbandoned() {
    var kept: [ID: ObservedElement<State>] = [:]
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
    var replaced: [ObservedElement<State>] = []
    var changed: [ObservedElement<State>] = []
    UntrackedRead.perform {
      core.withStateIfPresent { collection in
        for element in elementsToCheck(in: collection) {
          let wasPresent = element.isPresent
          if element.hasBeenReplaced(in: collection) { replaced.append(element) }
          if element.isPresent != wasPresent { presentCount += wasPresent ? -1 : 1 }
          if element.hasParts { changed.append(element) }
        }
      }
    }
    // Not while the state is read, because observers may run any code.
    for element in changed { element.checkParts() }
    // The stores of elements that have been removed are mostly gone as well.
    if presentCount < elements.count / 2 { removeAbandoned() }
    for element in replaced { element.subject.notify(0) }
  }

  /// Returns the elements that may have been replaced since the last call.
  private func elementsToCheck(in collection: UnsafePointer<State>?) -> [ObservedElement<State>] {
    guard let collection, let log = changeLog?(collection) else {
      defer { revision = nil }
      return revision == nil ? [] : Array(elements.values)
    }
    defer { revision = log.revision }
    if log.revision == revision { return [] }
    guard let revision, let ids = log.changes(since: revision) else {
      return Array(elements.values)
    }
    return ids.compactMap { elements[$0] }
  }
}

/// An element of a collection that is observed as a whole.
@MainActor
final class ObservedElement<Collection> {
  let subject = ObservationSubject()
  /// Reads the element's identity in the collection, `nil` if it is not there.
  private let identity: (_ collection: Collection) -> ObservableStateID?
  private var latest: ObservableStateID?
  /// Observers of what is in the element: they need a look only if the element has changed.
  private var parts: IdentityObservers?

  /// Whether the element was there when it was last checked.
  var isPresent: Bool { latest != nil }

  var hasParts: Bool { parts != nil }

  init(
    identity: @escaping (_ collection: Collection) -> ObservableStateID?,
    latest: ObservableStateID?
  ) {
    self.identity = identity
    self.latest = latest?.afterTurn
  }

  /// Returns whether the element has been replaced since the last call.
  func hasBeenReplaced(in collection: UnsafePointer<Collection>?) -> Bool {
    // The store of an element that has been removed answers with the state that was last read, so
    // there is nothing new to show.
    guard let collection, let new = identity(collection.pointee) else {
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
