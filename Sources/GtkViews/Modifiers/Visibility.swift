/// Whether something is shown.
public enum Visibility: Hashable, Sendable {
  /// As is usual for the part in question.
  case automatic
  case visible
  case hidden
}
