extension AsyncStream {
  /// A stream with the elements of another sequence, which ends when that sequence ends or throws.
  public init<S: AsyncSequence & SendableMetatype>(_ sequence: S) where S.Element == Element {
    // An unfolding stream only asks the sequence for an element when it is asked for one itself,
    // and only one call of `next` runs at a time.
    let iterator = IteratorBox(sequence)
    self.init { await iterator.nextIgnoringErrors() }
  }

  /// A stream without elements that does not end until its task is cancelled.
  public static var never: AsyncStream {
    AsyncStream { _ in }
  }

  /// A stream without elements that has ended.
  public static var finished: AsyncStream {
    AsyncStream { $0.finish() }
  }
}

extension AsyncThrowingStream where Failure == any Error {
  /// A stream with the elements of another sequence, which ends or throws when that sequence does.
  public init<S: AsyncSequence & SendableMetatype>(_ sequence: S) where S.Element == Element {
    let iterator = IteratorBox(sequence)
    self.init { try await iterator.next() }
  }

  /// A stream without elements that does not end until its task is cancelled.
  public static var never: AsyncThrowingStream {
    AsyncThrowingStream { _ in }
  }

  /// A stream without elements that has ended.
  ///
  /// - Parameter error: The error that the stream throws, if any.
  public static func finished(throwing error: Failure? = nil) -> AsyncThrowingStream {
    AsyncThrowingStream { $0.finish(throwing: error) }
  }
}

extension AsyncSequence where Self: SendableMetatype {
  /// A stream with the elements of this sequence, which ends when the sequence ends or throws.
  public func eraseToStream() -> AsyncStream<Element> {
    AsyncStream(self)
  }

  /// A stream with the elements of this sequence, which ends or throws when the sequence does.
  public func eraseToThrowingStream() -> AsyncThrowingStream<Element, any Error> {
    AsyncThrowingStream(self)
  }
}

/// The iterator of a sequence, created when the first element is requested.
private final class IteratorBox<S: AsyncSequence & SendableMetatype>: @unchecked Sendable {
  // Unchecked: `AsyncStream` has one consumer, so only one call of `next` runs at a time.
  private let sequence: S
  private var iterator: S.AsyncIterator?

  init(_ sequence: S) {
    self.sequence = sequence
  }

  func next() async throws -> S.Element? {
    if iterator == nil { iterator = sequence.makeAsyncIterator() }
    return try await iterator?.next()
  }

  func nextIgnoringErrors() async -> S.Element? {
    try? await next()
  }
}

extension AsyncStream {
  @available(*, unavailable, renamed: "makeStream(of:bufferingPolicy:)")
  public static func streamWithContinuation(
    _ elementType: Element.Type = Element.self,
    bufferingPolicy limit: Continuation.BufferingPolicy = .unbounded
  ) -> (stream: Self, continuation: Continuation) {
    makeStream(of: elementType, bufferingPolicy: limit)
  }
}

extension AsyncThrowingStream where Failure == any Error {
  @available(*, unavailable, renamed: "makeStream(of:throwing:bufferingPolicy:)")
  public static func streamWithContinuation(
    _ elementType: Element.Type = Element.self,
    bufferingPolicy limit: Continuation.BufferingPolicy = .unbounded
  ) -> (stream: Self, continuation: Continuation) {
    makeStream(of: elementType, throwing: Failure.self, bufferingPolicy: limit)
  }
}
