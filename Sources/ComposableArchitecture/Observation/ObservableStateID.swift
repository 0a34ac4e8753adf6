/// The identity of an observable state.
public struct ObservableStateID: Hashable, Sendable {
  private let identity: UInt64
  private var version: UInt64
  private let latestVersion: UInt64
  /// The version before the changes of the turn that made the latest one.
  private let previousVersion: UInt64
  private var tag = 0

  init(identity: UInt64, version: UInt64, latestVersion: UInt64, previousVersion: UInt64) {
    self.identity = identity
    self.version = version
    self.latestVersion = latestVersion
    self.previousVersion = previousVersion
  }

  /// The identity of what is not observable.
  public static let _$inert = Self(
    identity: 0,
    version: 0,
    latestVersion: 0,
    previousVersion: 0
  )

  /// The identity of an enum in a case whose payload has this one.
  public func _$tag(_ tag: Int) -> Self {
    var id = self
    id.tag = self.tag &* 31 &+ tag &+ 1
    return id
  }

  /// The identity that the value will have in the turns to come, if it does not change.
  var settled: Self {
    var id = self
    id.version = latestVersion
    return id
  }

  /// Whether a value that has this identity is what changes of the current turn have made of one
  /// that had the other, and not another value in its place.
  func continues(_ other: Self) -> Bool {
    let start = ObservationTurn.start
    return identity == other.identity && tag == other.tag
      && version(before: start) == other.version(before: start)
  }

  private func version(before start: UInt64) -> UInt64 {
    latestVersion > start ? previousVersion : latestVersion
  }

  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.identity == rhs.identity && lhs.version == rhs.version && lhs.tag == rhs.tag
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(identity)
    hasher.combine(version)
    hasher.combine(tag)
  }

  /// The identity of a value: its own where it is observable.
  public static func _$id(for value: some ObservableState) -> Self {
    value._$id
  }

  /// The identity of a value: its own where it is observable, otherwise one that equals no other.
  @_disfavoredOverload
  public static func _$id(for value: some Any) -> Self {
    (value as? any ObservableState)?._$id ?? ObservationStateRegistrar().id
  }
}
