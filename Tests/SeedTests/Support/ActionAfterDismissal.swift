import Testing

extension Issue {
  /// Whether this reports that an effect sent an action after it had dismissed its feature.
  func isOfActionAfterDismissal(_ action: String) -> Bool {
    comments.contains { $0.rawValue.contains("dismiss") && $0.rawValue.contains(action) }
  }
}
