import GtkKit

extension View {
  /// Shows what is wrong with the ``TextField`` or ``SecureField`` in this view: below the field,
  /// and to assistive technologies, which announce the field as invalid.
  ///
  /// ```swift
  /// TextField("Name", text: $name)
  ///   .validationMessage(name.isEmpty ? "Enter a name." : nil)
  /// ```
  ///
  /// Of several messages for one field, the innermost one is shown that is not `nil`.
  ///
  /// - Parameter message: What is wrong; `nil` if the field is valid.
  public func validationMessage(_ message: String?) -> some View {
    transformEnvironment(\.validation, by: message) { validation, message in
      validation = Validation(message: message ?? validation?.message)
    }
  }
}

/// The result of validating a field.
struct Validation: Equatable {
  /// What is wrong; `nil` if the field is valid.
  let message: String?
}

private enum ValidationKey: EnvironmentKey {
  static let defaultValue: Validation? = nil
}

extension EnvironmentValues {
  /// The result of the validation; `nil` if the field is not validated, in which case it reserves
  /// no space for a message.
  var validation: Validation? {
    get { self[ValidationKey.self] }
    set { self[ValidationKey.self] = newValue }
  }
}
