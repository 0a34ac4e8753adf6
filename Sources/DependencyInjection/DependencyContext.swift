import Foundation

/// The purpose of the process, or of an operation in it. It decides which of a key's values is the
/// default.
public enum DependencyContext: Sendable {
  /// An application: `liveValue`.
  case live
  /// A preview: `previewValue`.
  case preview
  /// A test: `testValue`.
  case test

  /// The context of the process.
  ///
  /// It is `test` under XCTest and Swift Testing. Otherwise it is `live`, in builds for debugging
  /// the value of the environment variable `SWIFT_DEPENDENCIES_CONTEXT` (`live`, `preview` or
  /// `test`) if that is set. A released program does not read it: with `test` it would lose what
  /// its user writes.
  static let ofProcess: DependencyContext = {
    #if DEBUG
      let environment = ProcessInfo.processInfo.environment
      switch environment["SWIFT_DEPENDENCIES_CONTEXT"] {
      case "live": return .live
      case "preview": return .preview
      case "test": return .test
      default: break
      }
      if isTesting { return .test }
      return environment["XCODE_RUNNING_FOR_PREVIEWS"] == "1" ? .preview : .live
    #else
      return isTesting ? .test : .live
    #endif
  }()
}
