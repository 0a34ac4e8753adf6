import GtkKit

extension View {
  /// Says what is wrong with the ``TextField`` or ``SecureField`` in this view: below the field, and to assistive technologies, which
  /// call the field invalid.
  ///
  ///     TextField("Name", text: $name)
  ///       .validationMessage(name.isEmpty ? "Enter a name." : nil)
  ///
  /// - Parameter message: what is wrong; `nil` if nothing is.
  public func validationMessage(_ message: String?) -> some View {
    environment(\.validation, Validation(message: message))
  }
}

/// What is known of whether a field is right.
struct Validation: Equatable {
  /// What is wrong; `nil` if nothing is.
  let message: String?
}

private enum ValidationKey: EnvironmentKey {
  static let defaultValue: Validation? = nil
}

extension EnvironmentValues {
  /// `nil` where nobody tells, and so no room is kept for it.
  var validation: Validation? {
    get { self[ValidationKey.self] }
    set { self[ValidationKey.self] = newValue }
  }
}
