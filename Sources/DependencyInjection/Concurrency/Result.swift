extension Result {
  /// Keeps what an asynchronous operation returns or throws: `await Result { try await
  /// client.fetch() }`.
  ///
  /// - Parameters:
  ///   - isolation: The actor that the operation runs on; the caller's.
  ///   - body: The operation.
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
