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
  func fail(_ reason: String) {
    let message = message()
    reportIssue(
      message.isEmpty ? "XCTModify: \(reason)" : "XCTModify: \(reason) - \(message)",
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  let path = AnyCasePath(keyPath)
  guard let before = path.extract(from: value) else {
    fail(
      """
      expected to extract "\(Value.self)" from "\(Enum.self)", found \(caseDescription(of: value)).
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
        expected "\(Value.self)" to be modified, but it is unchanged.
        """
      )
    }
  } catch {
    fail("threw error: \(error)")
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
    description:
      "XCTUnwrap: expected to extract \"\(Value.self)\" from \"\(Enum.self)\", found \(caseDescription(of: value))."
      + (message().isEmpty ? "" : " - \(message())")
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

private struct UnwrappingFailed: Error, CustomStringConvertible {
  let description: String
}

extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool {
    other as? Self == self
  }
}
