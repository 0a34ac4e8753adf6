import Foundation
import IssueReporting

/// Makes reported issues fail the running test.
///
/// `IssueReporting` does so itself if the test target links its product
/// `IssueReportingTestSupport`. For a test target that depends only on this library, the issue
/// would merely be printed. This reporter then looks up by name the function with which the running
/// test library records a failure. An application does not load a test library and never runs this
/// code.
package struct TestReporter: IssueReporter {
  /// Replaces the default reporter by this one, once, if it is needed.
  static let install: Void = {
    guard isTesting, !isSupportLinked else { return }
    IssueReporters.current = IssueReporters.current.map {
      $0 is _DefaultReporter ? TestReporter() : $0
    }
  }()

  /// Whether expected issues can be recorded as expected.
  package static var knowsExpectedIssues: Bool { isSupportLinked }

  /// Whether `IssueReportingTestSupport` is linked. Checks the symbol that `IssueReporting` looks
  /// up.
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
        let callSite = SwiftTestingIssue.CallSite(fileID, filePath, line, column)
        if SwiftTestingIssue.record(message, callSite) { return }
      } else if let fail = Self.xctFail {
        fail(message, filePath, line)
        return
      }
    }
    // A warning fails no test. A failure gets here if a later version of the test library has other
    // names.
    FileHandle.standardError.write(Data("\(fileID):\(line): \(message)\n".utf8))
  }

  /// `XCTFail(_:file:line:)`.
  private static let xctFail: (@convention(thin) (String, StaticString, UInt) -> Void)? =
    symbol("$s6XCTest7XCTFail_4file4lineySS_s12StaticStringVSutF")
    .map { unsafeBitCast($0, to: (@convention(thin) (String, StaticString, UInt) -> Void).self) }
}

/// `Issue.record(_:sourceLocation:)` of Swift Testing, whose types are known only by name.
private enum SwiftTestingIssue {
  /// A location in the sources, in the form that Swift Testing decodes. The name of the path
  /// differs between its versions.
  struct CallSite: Encodable {
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
  /// - Returns: Whether the issue was recorded.
  static func record(_ message: String, _ callSite: CallSite) -> Bool {
    guard
      let comment = _typeByName("7Testing7CommentV") as? any RawRepresentable<String>.Type,
      let location = _typeByName("7Testing14SourceLocationV") as? any Decodable.Type,
      let issue = _typeByName("7Testing5IssueV"),
      let function = symbol(
        "$s7Testing5IssueV6record_14sourceLocationAcA7CommentVSg_AA06SourceE0VtFZ"
      )
    else { return false }

    // Opens each of the types and calls the function with them. All values are passed through
    // memory, as are generic values and values of resilient libraries.
    func open<Comment: RawRepresentable<String>>(_: Comment.Type) -> Bool {
      func open<Location: Decodable>(_: Location.Type) -> Bool {
        func open<Issue>(_: Issue.Type) -> Bool {
          guard
            let data = try? JSONEncoder().encode(callSite),
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
