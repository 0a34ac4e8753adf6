import ComposableArchitecture

extension AlertState {
  /// Asks whether to close a form although what is written in it is not saved.
  ///
  /// - Parameters:
  ///   - title: The question.
  ///   - discard: The action that closes the form.
  static func discard(_ title: String, action discard: Action) -> AlertState {
    AlertState {
      TextState(title)
    } actions: {
      ButtonState(role: .destructive, action: discard) {
        TextState(tr("Discard"))
      }
      ButtonState(role: .cancel) {
        TextState(tr("Keep Editing"))
      }
    } message: {
      TextState(tr("What you have written is not saved."))
    }
  }
}
