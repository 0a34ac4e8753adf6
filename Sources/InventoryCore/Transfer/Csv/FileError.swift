import Foundation

/// Why a file could not be read or written at all.
public struct FileError: Error, Equatable, Sendable {
  /// The file as the user named it.
  public var file: String
  /// What went wrong and what was expected.
  public var problem: String

  public init(file: String, problem: String) {
    self.file = file
    self.problem = problem
  }
}

extension FileError: LocalizedError, CustomStringConvertible {
  public var description: String { "\(file): \(problem)" }
  public var errorDescription: String? { description }
}

/// The operating system's words for what lies behind a Foundation error, such as "Permission
/// denied": shorter than Foundation's, which repeat the file's name.
package func reason(of error: any Error) -> String {
  if let error = error as? POSIXError {
    return String(cString: strerror(error.code.rawValue))
  }
  let error = error as NSError
  if let underlying = error.userInfo[NSUnderlyingErrorKey] as? any Error {
    return reason(of: underlying)
  }
  if error.domain == NSPOSIXErrorDomain {
    return String(cString: strerror(Int32(error.code)))
  }
  return error.localizedDescription
}
