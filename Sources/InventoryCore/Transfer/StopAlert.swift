import ComposableArchitecture

extension AlertState {
  /// Asks whether to stop an import or export, because of something that would end it.
  ///
  /// - Parameters:
  ///   - title: The question.
  ///   - message: What is lost.
  ///   - keepGoing: The title of the button that lets it go on.
  ///   - stop: The action that stops it.
  static func stop(
    _ title: String,
    message: String,
    keepGoing: String,
    action stop: Action
  ) -> AlertState {
    AlertState {
      TextState(title)
    } actions: {
      ButtonState(role: .destructive, action: stop) {
        TextState(tr("Stop"))
      }
      ButtonState(role: .cancel) {
        TextState(keepGoing)
      }
    } message: {
      TextState(message)
    }
  }
}
