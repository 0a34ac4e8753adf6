/// A hashable value of any type that may cross isolation.
@usableFromInline
struct AnyHashableSendable: Hashable, @unchecked Sendable {
  // Values are only compared and hashed. Those of ids and tokens are immutable values in all but perverse cases.
  private let hashable: AnyHashable

  @usableFromInline
  init(_ base: some Hashable & Sendable) {
    hashable = AnyHashable(base)
  }

  /// The value, of its own type.
  var base: Any { hashable.base }

  /// For ids of identifiable values, whose type cannot be asked whether it is sendable.
  init(unchecked hashable: AnyHashable) {
    self.hashable = hashable
  }
}
