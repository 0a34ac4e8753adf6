import CLibpq

/// The functions of libpq, which is loaded when they are needed for the first time.
///
/// A program that never connects to a server neither needs libpq nor loads it.
struct Libpq: Sendable {
  // The pointers to functions are written before the value exists, and never again.
  private nonisolated(unsafe) let functions: UnsafePointer<LibpqFunctions>

  private static let loaded: Result<Libpq, PostgresError> = {
    // Kept until the process ends, as libpq is.
    let functions = UnsafeMutablePointer<LibpqFunctions>.allocate(capacity: 1)
    if let problem = libpqLoad(functions) {
      return .failure(PostgresError(.libraryMissing, String(cString: problem)))
    }
    guard functions.pointee.PQisthreadsafe() == 1 else {
      return .failure(PostgresError(.libraryMissing, "libpq was built without threads"))
    }
    return .success(Libpq(functions: UnsafePointer(functions)))
  }()

  /// Returns the functions.
  ///
  /// - Throws: ``PostgresError`` of the kind `libraryMissing` if this machine has no libpq.
  static func load() throws(PostgresError) -> Libpq { try loaded.get() }

  /// Calls a function: `libpq().PQstatus(connection)`.
  func callAsFunction() -> LibpqFunctions { functions.pointee }
}
