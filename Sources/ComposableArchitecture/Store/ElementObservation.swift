/// Reads an element of a collection.
@usableFromInline
struct ElementReader<Collection, Element> {
  /// Returns the element, `nil` if the collection has none.
  let read: (Collection) -> Element?
  /// Reads the element's revision in the collection at an address, if the collection keeps one:
  /// cheaper than reading its identity.
  let revision: ((UnsafeRawPointer) -> _StackRevision?)?

  @usableFromInline
  init(
    read: @escaping (Collection) -> Element?,
    revision: ((UnsafeRawPointer) -> _StackRevision?)? = nil
  ) {
    self.read = read
    self.revision = revision
  }
}

/// The elements of a collection that are observed as a whole. After each action, the collection is
/// read once for all of them.
@MainActor
final class ObservedElements<State, Action>: IdentityObserver {
  /// The core of the collection. Whoever holds this object, the collection's store and the cores of
  /// its elements, holds the core as well.
  unowned let core: any StoreCore<State, Action>
  private var elements: [ObservedElement] = []
  private var isAddedToRoot = false
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
    let observation = StateObservation<Element>()
    let revision = reader.revision.flatMap { revision in
      UntrackedRead.perform {
        core.withStateIfPresent { $0.flatMap { revision(UnsafeRawPointer($0)) } }
      }
    }
    let element = ObservedElement(
      identity: { [read = reader.read] in
        read($0.assumingMemoryBound(to: State.self).pointee).map(observation.id)
      },
      revision: reader.revision,
      latestIdentity: current.map(observation.id),
      latestRevision: revision
    )
    add(element)
    return element
  }

  private func add(_ element: ObservedElement) {
    if !isAddedToRoot {
      core.root.addIdentityObserver(self)
      isAddedToRoot = true
    }
    if sweepLimit.isReached(by: elements.count) {
      removeAbandoned()
      sweepLimit.reset(keeping: elements.count)
    }
    elements.append(element)
  }

  /// Drops elements whose stores are gone. Holding them weakly would make each check slower.
  private func removeAbandoned() {
    var count = 0
    for index in elements.indices where !isKnownUniquelyReferenced(&elements[index]) {
      elements.swapAt(count, index)
      count += 1
    }
    elements.removeLast(elements.count - count)
  }

  func checkIdentity() {
    var replaced: [ObservedElement] = []
    var presentCount = 0
    UntrackedRead.perform {
      core.withStateIfPresent { collection in
        let collection = collection.map { UnsafeRawPointer($0) }
        for element in elements {
          if element.hasBeenReplaced(in: collection) { replaced.append(element) }
          if element.isPresent { presentCount += 1 }
        }
      }
    }
    // The stores of elements that have been removed are mostly gone as well.
    if presentCount < elements.count / 2 { removeAbandoned() }
    // Not while the state is read, because observers may run any code.
    for element in replaced { element.subject.notify(0) }
  }
}

/// An element of a collection that is observed as a whole.
///
/// Not generic, because all of them are checked after each action, and code that must look up its
/// types takes several times as long.
@MainActor
final class ObservedElement {
  let subject = ObservationSubject()
  /// Reads the element's identity in the collection at an address, `nil` if it is not there.
  private let identity: (_ collection: UnsafeRawPointer) -> ObservableStateID?
  /// As in ``ElementReader``.
  private let revision: ((_ collection: UnsafeRawPointer) -> _StackRevision?)?
  private var latestIdentity: ObservableStateID?
  private var latestRevision: _StackRevision?

  /// Whether the element was there when it was last checked.
  var isPresent: Bool { latestIdentity != nil }

  init(
    identity: @escaping (_ collection: UnsafeRawPointer) -> ObservableStateID?,
    revision: ((_ collection: UnsafeRawPointer) -> _StackRevision?)?,
    latestIdentity: ObservableStateID?,
    latestRevision: _StackRevision?
  ) {
    self.identity = identity
    self.revision = revision
    self.latestIdentity = latestIdentity?.afterTurn
    self.latestRevision = latestRevision
  }

  /// Returns whether the element has been replaced since the last call.
  func hasBeenReplaced(in collection: UnsafeRawPointer?) -> Bool {
    // No closures here: each call of a main-actor closure checks its executor.
    var newRevision: _StackRevision?
    if let collection, let revision { newRevision = revision(collection) }
    if let newRevision, newRevision == latestRevision { return false }
    latestRevision = newRevision
    // The store of an element that has been removed answers with the state that was last read, so
    // there is nothing new to show.
    guard let collection, revision == nil || newRevision != nil, let new = identity(collection)
    else {
      latestIdentity = nil
      return false
    }
    defer { latestIdentity = new.afterTurn }
    return new != latestIdentity
  }
}
