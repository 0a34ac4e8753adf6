extension ImportSummary {
  /// What was done, in a sentence.
  public var text: String {
    var parts = ["\(Self.items(added)) added"]
    if updated > 0 { parts.append("\(updated) updated") }
    if skipped > 0 { parts.append("\(skipped) skipped") }
    if badRows > 0 { parts.append("\(badRows) left out because of problems") }
    return parts.joined(separator: ", ")
  }

  private static func items(_ count: Int) -> String {
    count == 1 ? "1 item" : "\(count) items"
  }
}
