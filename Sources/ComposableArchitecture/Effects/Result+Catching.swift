extension Result where Failure == any Error {
  /// Runs an asynchronous operation, and captures its value or error.
  ///
  /// ```swift
  /// return .run { send in
  ///   await send(.response(Result { try await api.fetch() }))
  /// }
  /// ```
  ///
  /// - Parameter body: The operation.
  public init(catching body: () async throws -> Success) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
