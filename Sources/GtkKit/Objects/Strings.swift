extension String {
  /// Copies a C string and frees it with `g_free`.
  ///
  /// - Parameter pointer: A string that the caller owns; `nil` makes the empty string.
  public init(taking pointer: UnsafeMutablePointer<CChar>?) {
    guard let pointer else {
      self = ""
      return
    }
    self = String(cString: pointer)
    g_free(pointer)
  }
}

/// Calls a closure with a NULL-terminated array of C strings.
///
/// - Parameters:
///   - strings: The strings.
///   - body: The closure to call. The array is valid only during the call.
public func withCStrings<Result>(
  _ strings: [String],
  _ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>) throws -> Result
) rethrows -> Result {
  let copies = strings.map { g_strdup($0) }
  defer { copies.forEach { g_free($0) } }
  var pointers = copies.map { UnsafePointer($0) }
  pointers.append(nil)
  return try pointers.withUnsafeMutableBufferPointer { try body($0.baseAddress!) }
}
