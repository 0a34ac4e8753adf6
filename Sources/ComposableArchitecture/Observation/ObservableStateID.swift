/// The identity of an observable state.
public struct ObservableStateID: Hashable, Sendable {
  private let identity: UInt64
  private var revision: UInt64
  private let latestRevision: UInt64
  /// The revision before the turn that made the latest one.
  private let previousRevision: UInt64
  private var tag = 0

  init(identity: UInt64, revision: UInt64, latestRevision: UInt64, previousRevision: UInt64) {
    self.identity = identity
    self.revision = revision
    self.latestRevision = latestRevision
    self.previousRevision = previousRevision
  }

  /// The identity of values that are not observable.
  public static let _$inert = Self(
    identity: 0,
    revision: 0,
    latestRevision: 0,
    previousRevision: 0
  )

  /// Returns the identity of an enum in a case whose payload has this one.
  public func _$tag(_ tag: Int) -> Self {
    var id = self
    id.tag = self.tag &* 31 &+ tag &+ 1
    return id
  }

  /// The identity that the value has from the next turn on, if it does not change.
  var afterTurn: Self {
    var id = self
    id.revision = latestRevision
    return id
  }

  /// Returns whether changes in the current turn have made a value with this identity from one with
  /// the other. If not, it is another value that was assigned.
  func continues(_ other: Self) -> Bool {
    let start = ObservationTurn.start
    return identity == other.identity && tag == other.tag
      && revision(before: start) == other.revision(before: start)
  }

  private func revision(before start: UInt64) -> UInt64 {
    latestRevision > start ? previousRevision : latestRevision
  }

  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.identity == rhs.identity && lhs.revision == rhs.revision && lhs.tag == rhs.tag
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(identity)
    hasher.combine(revision)
    hasher.combine(tag)
  }

  /// Returns the identity of an observable value.
  public static func _$id(for value: some ObservableState) -> Self {
    value._$id
  }

  /// Returns the identity of a value: its own if it is observable, otherwise a new one.
  @_disfavoredOverload
  public static func _$id(for value: some Any) -> Self {
    (value as? any ObservableState)?._$id ?? ObservationStateRegistrar().id
  }
}
