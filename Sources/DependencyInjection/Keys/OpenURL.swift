import Foundation
import IssueReporting

extension DependencyValues {
  /// Opens a URL in the user's preferred application.
  public var openURL: OpenURLEffect {
    get { self[OpenURLKey.self] }
    set { self[OpenURLKey.self] = newValue }
  }

  private enum OpenURLKey: DependencyKey {
    static let liveValue = OpenURLEffect(handler: { url in
      await withCheckedContinuation { continuation in
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["xdg-open", url.absoluteString]
        process.terminationHandler = { continuation.resume(returning: $0.terminationStatus == 0) }
        do {
          try process.run()
        } catch {
          process.terminationHandler = nil
          continuation.resume(returning: false)
        }
      }
    })

    static var testValue: OpenURLEffect {
      OpenURLEffect(handler: { url in
        reportIssue(#"Unimplemented: @Dependency(\.openURL), called with \#(url)"#)
        return false
      })
    }
  }
}

/// A function that opens a URL.
public struct OpenURLEffect: Sendable {
  private let handler: @Sendable (URL) async -> Bool

  /// Creates an effect from a function.
  ///
  /// - Parameter handler: Opens a URL and returns whether it could be opened.
  public init(handler: @escaping @Sendable (URL) async -> Bool) {
    self.handler = handler
  }

  /// Opens a URL.
  ///
  /// - Returns: Whether it could be opened.
  @discardableResult
  public func callAsFunction(_ url: URL) async -> Bool {
    await handler(url)
  }
}
