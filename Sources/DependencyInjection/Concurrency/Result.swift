extension Result {
  /// Creates a result from what an asynchronous operation returns or throws:
  /// `await Result { try await client.fetch() }`.
  ///
  /// - Parameter body: The operation. It runs on the caller's actor.
  public nonisolated(nonsending) init(
    catching body: () async throws(Failure) -> Success
  ) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
