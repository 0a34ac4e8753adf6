/// An element of a collection.
///
/// An element is read once after each change of the root's state. Reading it does not observe the
/// collection, whose other elements come and go, but only the element's own identity.
final class ElementStoreCore<ParentState: FeatureCollection, ParentAction, State, Action>:
  VanishingStoreCore
{
  let parent: any StoreCore<ParentState, ParentAction>
  private let siblings: ObservedElements<ParentState, ParentAction>
  private let reader: ElementReader<ParentState, State>
  let toParentAction: @Sendable (Action) -> ParentAction
  private(set) var last: State
  private(set) var isPresent = true
  /// The revision of the root's state when `last` was read.
  private var rootRevision: UInt = 0
  let location: IssueLocation
  var integration: Integration? { parent.integration }
  /// Made when the element is first observed as a whole, which most never are.
  private var observed: ObservedElement?

  /// Makes a core.
  ///
  /// - Parameters:
  ///   - siblings: The observed elements of the collection.
  ///   - reader: Reads the element.
  ///   - initial: The element as it is now.
  ///   - action: Wraps an action of the element.
  ///   - location: Where the element was scoped.
  init(
    of siblings: ObservedElements<ParentState, ParentAction>,
    reader: ElementReader<ParentState, State>,
    initial: State,
    action: @escaping @Sendable (Action) -> ParentAction,
    location: IssueLocation
  ) {
    parent = siblings.core
    self.siblings = siblings
    self.reader = reader
    last = initial
    toParentAction = action
    self.location = location
  }

  var isGone: Bool {
    // Observed elements are compared after each action, so that they need no look before the next.
    guard let observed, !root.isProcessing else { return isInvalid }
    return !observed.isPresent
  }

  func update() {
    let current = root.revision
    guard current != rootRevision else { return }
    UntrackedRead.perform {
      parent.readInPlace {
        if let collection = $0, let state = reader.read(collection.pointee) {
          last = state
          isPresent = true
        } else {
          isPresent = false
        }
      }
    }
    rootRevision = current
  }

  func access() {
    let observed = observed ?? observe()
    observed.subject.access(0)
  }

  func addIdentityObserver(_ observer: any IdentityObserver) {
    let observed = observed ?? observe()
    observed.addPart(observer)
  }

  private func observe() -> ObservedElement {
    update()
    let new = siblings.observe(reader, current: isPresent ? last : nil)
    observed = new
    return new
  }
}
