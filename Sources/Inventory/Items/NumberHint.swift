import ComposableGtk

/// Tells below a field how the number in it is read, where somebody might have meant another one.
struct NumberHint: View {
  private let hint: String?

  init(_ hint: String?) {
    self.hint = hint
  }

  var body: some View {
    if let hint {
      Text(hint)
        .cssClass("dim-label")
        .cssClass("caption")
    }
  }
}
