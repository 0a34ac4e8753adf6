import Testing

// The name is what the documents write.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The assertion of XCTest as the documents use it, in a test of Swift Testing, where XCTest's own
/// fails nothing.
func XCTAssertEqual<Value: Equatable>(
  _ actual: Value,
  _ expected: Value,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(actual == expected, sourceLocation: sourceLocation)
}
