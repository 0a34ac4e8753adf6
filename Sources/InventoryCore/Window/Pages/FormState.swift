import ComposableArchitecture

/// A form that is open: what a window has to know of it, whatever is written in it.
protocol FormState: Equatable, Sendable {
  associatedtype Alert

  /// Whether closing the form would lose what has been written.
  var hasUnsavedChanges: Bool { get }
  /// What was typed, if that differs from what is stored.
  var draft: FormDraft? { get }
  /// Puts what was typed back. A draft of another form is dropped.
  mutating func restore(_ draft: FormDraft)
  /// What is shown over the form: a question, or that something has failed.
  var alert: AlertState<Alert>? { get set }
}

extension FormState {
  /// Shows over the form that something has failed.
  mutating func showFailure(_ title: String, _ error: any Error) {
    alert = .failure(title, error)
  }
}

/// What has become of a form, as far as it matters to what was asked for while it was open.
enum FormEvent {
  case closed
  case saved
  /// The user goes on writing, or has to correct something.
  case staysOpen
}
