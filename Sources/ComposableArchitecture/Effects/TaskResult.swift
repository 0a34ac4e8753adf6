/// The outcome of an asynchronous operation, as a value that can be compared.
///
/// For features that compare whole actions, which `Result<Success, any Error>` does not allow,
/// since it is not `Equatable`. Prefer `Result`, and receive actions by case key path.
///
/// ```swift
/// case response(TaskResult<String>)
/// …
/// await send(.response(TaskResult { try await api.fetch() }))
/// ```
@CasePathable
public enum TaskResult<Success: Sendable>: Sendable {
  /// The operation has returned a value.
  case success(Success)
  /// The operation has thrown an error.
  case failure(any Error)

  /// Runs an asynchronous operation, and captures its value or error.
  ///
  /// - Parameter body: The operation.
  public init(catching body: @Sendable () async throws -> Success) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }

  /// Makes a value with the same outcome.
  public init<Failure: Error>(_ result: Result<Success, Failure>) {
    switch result {
    case .success(let value): self = .success(value)
    case .failure(let error): self = .failure(error)
    }
  }

  /// The value of a success.
  ///
  /// - Throws: The error of a failure.
  public var value: Success {
    get throws {
      switch self {
      case .success(let value): return value
      case .failure(let error): throw error
      }
    }
  }

  /// Returns the outcome with the value of a success transformed.
  public func map<NewSuccess>(_ transform: (Success) -> NewSuccess) -> TaskResult<NewSuccess> {
    switch self {
    case .success(let value): .success(transform(value))
    case .failure(let error): .failure(error)
    }
  }

  /// Returns the outcome that a closure makes from the value of a success.
  public func flatMap<NewSuccess>(
    _ transform: (Success) -> TaskResult<NewSuccess>
  ) -> TaskResult<NewSuccess> {
    switch self {
    case .success(let value): transform(value)
    case .failure(let error): .failure(error)
    }
  }
}

extension Result where Success: Sendable, Failure == any Error {
  /// Makes a value with the same outcome.
  public init(_ result: TaskResult<Success>) {
    switch result {
    case .success(let value): self = .success(value)
    case .failure(let error): self = .failure(error)
    }
  }
}

extension TaskResult: Equatable where Success: Equatable {
  /// Two errors are equal if they are equal values of one `Equatable` type. Comparing errors of one
  /// type that is not `Equatable` is reported, and returns `false`.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    switch (lhs, rhs) {
    case (.success(let lhs), .success(let rhs)):
      return lhs == rhs
    case (.failure(let lhs), .failure(let rhs)):
      guard let lhs = (lhs as Any) as? any Equatable else {
        if type(of: lhs) == type(of: rhs) { reportIncomparable(type(of: lhs)) }
        return false
      }
      return lhs.isEqual(to: rhs)
    default:
      return false
    }
  }
}

extension TaskResult: Hashable where Success: Hashable {
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .success(let value):
      hasher.combine(0)
      hasher.combine(value)
    case .failure(let error):
      hasher.combine(1)
      if let error = (error as Any) as? any Hashable { error.hash(into: &hasher) }
    }
  }
}

private func reportIncomparable(_ type: any Error.Type) {
  reportIssue(
    """
    Two errors of the type "\(type)" in "TaskResult" were compared, but the type is not "Equatable".

    They are taken to differ. Conform "\(type)" to "Equatable".
    """
  )
}
