// What a text does not take, with what to write instead.

extension Text {
  @available(
    *,
    unavailable,
    message: """
      a text shows a string: write 'Text(\"\\(value)\")', or 'Text(value, format: …)'
      """
  )
  @_disfavoredOverload
  public init<Value>(_ value: Value) {
    self.init(verbatim: "")
  }
}
