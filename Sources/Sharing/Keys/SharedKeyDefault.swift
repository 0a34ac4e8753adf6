extension SharedReaderKey {
  /// A key of this type together with a default value.
  public typealias Default = _SharedKeyDefault<Self>

  /// A key with a default value. It allows to declare a key and its default together, once:
  ///
  /// ```swift
  /// extension SharedKey where Self == FileStorageKey<[Note]>.Default {
  ///   static var notes: Self {
  ///     Self[
  ///       .fileStorage(.applicationSupportDirectory.appending(path: "Notes/notes.json")),
  ///       default: []
  ///     ]
  ///   }
  /// }
  ///
  /// @Shared(.notes) var notes
  /// ```
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The default. It is evaluated if there is no value yet.
  public static subscript<Key: SharedReaderKey>(
    key: Key,
    default value: @autoclosure @escaping @Sendable () -> Key.Value
  ) -> Self where Self == _SharedKeyDefault<Key> {
    _SharedKeyDefault(base: key, defaultValue: value)
  }
}

/// A key with a default value. See ``SharedReaderKey/Default``.
public struct _SharedKeyDefault<Base: SharedReaderKey>: SharedReaderKey {
  let base: Base
  let defaultValue: @Sendable () -> Base.Value

  /// The default, evaluated at each read.
  public var initialValue: Base.Value { defaultValue() }

  public var id: Base.ID { base.id }

  public func load(
    context: LoadContext<Base.Value>,
    continuation: LoadContinuation<Base.Value>
  ) {
    base.load(context: context, continuation: continuation)
  }

  public func subscribe(
    context: LoadContext<Base.Value>,
    subscriber: SharedSubscriber<Base.Value>
  ) -> SharedSubscription {
    base.subscribe(context: context, subscriber: subscriber)
  }
}

extension _SharedKeyDefault: SharedKey where Base: SharedKey {
  public func save(
    _ value: Base.Value,
    context: SaveContext,
    continuation: SaveContinuation
  ) {
    base.save(value, context: context, continuation: continuation)
  }
}

extension _SharedKeyDefault: CustomStringConvertible {
  public var description: String { String(describing: base) }
}
