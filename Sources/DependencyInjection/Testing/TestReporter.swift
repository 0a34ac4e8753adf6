import Foundation
import IssueReporting

/// Fails the running test where an issue is reported.
///
/// `IssueReporting` does so by itself where the test target links its product `IssueReportingTestSupport`. A test target that
/// depends on this library alone does not, and the issue would only be printed. Then this reporter stands in: it looks up by
/// name what records a failure in the test library that runs. An application has neither, links neither, and never comes here.
package struct TestReporter: IssueReporter {
  /// Puts the reporter into the place of the default one, once, where it is needed.
  static let install: Void = {
    guard isTesting, !isSupportLinked else { return }
    IssueReporters.current = IssueReporters.current.map {
      $0 is _DefaultReporter ? TestReporter() : $0
    }
  }()

  /// Whether an issue that is expected can be recorded as such.
  package static var knowsExpectedIssues: Bool { isSupportLinked }

  /// What `IssueReporting` itself looks for.
  private static var isSupportLinked: Bool {
    symbol("$s25IssueReportingTestSupport07_recordA0ypyF") != nil
  }

  package func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    let message = message() ?? ""
    if severity == .error {
      if TestIdentity.isSwiftTesting {
        let place = SwiftTestingIssue.Place(fileID, filePath, line, column)
        if SwiftTestingIssue.record(message, place) { return }
      } else if let fail = Self.xctFail {
        fail(message, filePath, line)
        return
      }
    }
    // A warning fails nothing; and a later version of the test libraries may have other names.
    FileHandle.standardError.write(Data("\(fileID):\(line): \(message)\n".utf8))
  }

  /// `XCTFail(_:file:line:)`.
  private static let xctFail: (@convention(thin) (String, StaticString, UInt) -> Void)? =
    symbol("$s6XCTest7XCTFail_4file4lineySS_s12StaticStringVSutF")
    .map { unsafeBitCast($0, to: (@convention(thin) (String, StaticString, UInt) -> Void).self) }
}

/// `Issue.record(_:sourceLocation:)` of Swift Testing, whose types are known by name only.
private enum SwiftTestingIssue {
  /// A place in the sources, as Swift Testing reads it. Versions differ in the name of the path.
  struct Place: Encodable {
    let fileID: String
    let filePath: String
    let _filePath: String
    let line: UInt
    let column: UInt

    init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
      self.fileID = "\(fileID)"
      self.filePath = "\(filePath)"
      _filePath = "\(filePath)"
      self.line = line
      self.column = column
    }
  }

  /// Records an issue.
  ///
  /// - Returns: Whether it could be done.
  static func record(_ message: String, _ place: Place) -> Bool {
    guard
      let comment = _typeByName("7Testing7CommentV") as? any RawRepresentable<String>.Type,
      let location = _typeByName("7Testing14SourceLocationV") as? any Decodable.Type,
      let issue = _typeByName("7Testing5IssueV"),
      let function = symbol(
        "$s7Testing5IssueV6record_14sourceLocationAcA7CommentVSg_AA06SourceE0VtFZ"
      )
    else { return false }

    // Each of the types is opened, and the function is called with them. All are passed through memory, as types of other
    // libraries and generic ones both are.
    func open<Comment: RawRepresentable<String>>(_: Comment.Type) -> Bool {
      func open<Location: Decodable>(_: Location.Type) -> Bool {
        func open<Issue>(_: Issue.Type) -> Bool {
          guard
            let data = try? JSONEncoder().encode(place),
            let location = try? JSONDecoder().decode(Location.self, from: data)
          else { return false }
          let record = unsafeBitCast(
            function,
            to: (@convention(thin) (Comment?, Location) -> Issue).self
          )
          _ = record(message.isEmpty ? nil : Comment(rawValue: message), location)
          return true
        }
        return _openExistential(issue, do: open)
      }
      return open(location)
    }
    return open(comment)
  }
}

/// The address of a symbol of this process.
private func symbol(_ name: String) -> UnsafeMutableRawPointer? {
  dlsym(dlopen(nil, RTLD_LAZY), name)
}
