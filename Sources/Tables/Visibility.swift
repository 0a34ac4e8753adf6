/// Whether something is shown.
public enum Visibility: String, Hashable, Sendable, Codable {
  /// As is usual for the part in question.
  case automatic
  case visible
  case hidden
}
