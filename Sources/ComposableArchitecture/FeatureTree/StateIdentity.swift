/// What distinguishes two values of optional or enum state: the case, and the `id` of the state or
/// of the case's payload if that is `Identifiable`.
///
/// When the identity of a feature's state changes, the feature is unmounted and another is mounted.
@usableFromInline
struct StateIdentity: Hashable, Sendable {
  let tag: UInt32
  let id: FeatureID?
}
