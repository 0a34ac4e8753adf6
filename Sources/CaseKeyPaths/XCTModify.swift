import IssueReporting

// The name is what test code expects.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Changes the associated value of an enum's case in place, in a test.
///
///     await store.send(\.path[id: 0].counter.incrementButtonTapped) {
///       XCTModify(&$0.path[id: 0], case: \.counter) {
///         $0.count = 4
///       }
///     }
///
/// The enum may be optional. When the enum is in another case or `body` throws, the test fails and
/// the enum stays as it is. The test also fails when `body` changes nothing, except in a test store
/// that is not exhaustive.
///
/// - Parameters:
///   - value: The enum.
///   - keyPath: The case that it is expected to be in.
///   - message: Added to the failure.
///   - body: Changes the associated value.
public func XCTModify<Enum: CasePathable, Value>(
  _ value: inout Enum,
  case keyPath: CaseKeyPath<Enum, Value>,
  _ message: @autoclosure () -> String = "",
  _ body: (inout Value) throws -> Void,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  modify(
    &value,
    AnyCasePath(keyPath),
    absence: { "the enum is in another case, \(caseDescription(of: $0))" },
    message(),
    body,
    (fileID, filePath, line, column)
  )
}

// The name is what test code expects.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Changes an optional value in place, in a test.
///
///     XCTModify(&$0.alert) { $0.title = TextState("Sure?") }
///
/// When the value is `nil` or `body` throws, the test fails and the value stays as it is. The test
/// also fails when `body` changes nothing, except in a test store that is not exhaustive.
///
/// - Parameters:
///   - value: The value.
///   - message: Added to the failure.
///   - body: Changes the value.
public func XCTModify<Value>(
  _ value: inout Value?,
  _ message: @autoclosure () -> String = "",
  _ body: (inout Value) throws -> Void,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  modify(
    &value,
    AnyCasePath(embed: { $0 }, extract: { $0 }),
    absence: { _ in "it is \"nil\"" },
    message(),
    body,
    (fileID, filePath, line, column)
  )
}

private func modify<Enum, Value>(
  _ value: inout Enum,
  _ path: AnyCasePath<Enum, Value>,
  absence: (Enum) -> String,
  _ message: @autoclosure () -> String,
  _ body: (inout Value) throws -> Void,
  _ location: (fileID: StaticString, filePath: StaticString, line: UInt, column: UInt)
) {
  func fail(_ problem: String, _ remedy: String) {
    reportIssue(
      failureDescription(problem, message(), remedy),
      fileID: location.fileID,
      filePath: location.filePath,
      line: location.line,
      column: location.column
    )
  }

  guard let before = path.extract(from: value) else {
    fail(
      """
      XCTModify can't change the "\(Value.self)" of a "\(Enum.self)": \(absence(value)).
      """,
      """
      Nothing was changed. The likely causes:

      • The test names the wrong case. Name the case that the value is in at this point.
      • The value should be in the case by now. Test first that the feature puts it there.
      """
    )
    return
  }
  do {
    var after = before
    try body(&after)
    value = path.embed(after)
    if CaseModification.mustChange, let before = before as? any Equatable,
      before.isEqual(to: after)
    {
      fail(
        """
        XCTModify has not changed the "\(Value.self)" of a "\(Enum.self)".
        """,
        """
        Its closure must make the change that the test expects. If none is expected, remove XCTModify.
        """
      )
    }
  } catch {
    fail(
      """
      XCTModify can't change the "\(Value.self)" of a "\(Enum.self)": its closure threw an error.
      """,
      """
      Nothing was changed. The error: \(error)
      """
    )
  }
}

// The name is what test code expects.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the associated value of an enum's case, in a test that cannot continue without it.
///
///     let counter = try XCTUnwrap(store.state.path[id: 0], case: \.counter)
///
/// - Parameters:
///   - value: The enum. It may be optional.
///   - keyPath: The case that it is expected to be in.
///   - message: Added to the failure.
/// - Returns: The associated value.
/// - Throws: An error when the enum is in another case, after the test has failed; and what `value`
///   throws.
public func XCTUnwrap<Enum: CasePathable, Value>(
  _ value: @autoclosure () throws -> Enum,
  case keyPath: CaseKeyPath<Enum, Value>,
  _ message: @autoclosure () -> String = "",
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) throws -> Value {
  let value = try value()
  if let unwrapped = AnyCasePath(keyPath).extract(from: value) { return unwrapped }
  let failure = UnwrappingFailed(
    description: failureDescription(
      """
      XCTUnwrap found no "\(Value.self)" in a "\(Enum.self)": the enum is in another case, \
      \(caseDescription(of: value)).
      """,
      message(),
      """
      The likely causes:

      • The test names the wrong case. Name the case that the value is in at this point.
      • The value should be in the case by now. Test first that the feature puts it there.
      """
    )
  )
  reportIssue(
    failure.description,
    fileID: fileID,
    filePath: filePath,
    line: line,
    column: column
  )
  throw failure
}

/// Returns a report: the problem, the message of the test if there is one, and the remedy.
private func failureDescription(_ problem: String, _ message: String, _ remedy: String) -> String {
  [problem, message, remedy].filter { !$0.isEmpty }.joined(separator: "\n\n")
}

private struct UnwrappingFailed: Error, CustomStringConvertible {
  let description: String
}

extension Equatable {
  /// Returns whether a value of any type is of this one and equal.
  package func isEqual(to other: Any) -> Bool {
    other as? Self == self
  }
}
