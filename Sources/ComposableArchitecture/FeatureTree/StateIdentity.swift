/// What distinguishes two values of optional or enum state: the case, and the `id` of the state or of
/// the case's payload if that is `Identifiable`.
///
/// When the identity of a feature's state changes, the feature is unmounted and another is mounted.
@usableFromInline
struct StateIdentity: Hashable, Sendable {
  let tag: UInt32
  let id: AnyHashableSendable?
}

extension AnyHashableSendable {
  /// Wraps the `id` of a value, whose type cannot be asked whether it is sendable.
  ///
  /// Ids are only compared and hashed, and immutable values in all but perverse cases.
  init(unchecked id: some Hashable) {
    // Safe, because `Sendable` leaves no trace at run time: both have the same layout.
    self.init(unsafeBitCast(id as any Hashable, to: (any Hashable & Sendable).self))
  }
}
