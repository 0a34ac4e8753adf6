// Styles of SwiftUI for the look that forms and fields have here anyway.

/// How a form looks.
nonisolated public struct FormStyle: Equatable, Sendable {
  private init() {}

  /// Rows in frames, as in GNOME's settings.
  public static let automatic = FormStyle()
  /// Rows in frames, as in GNOME's settings.
  public static let grouped = FormStyle()

  @available(*, unavailable, message: "a form has rows in frames; use a 'Grid' for columns")
  public static var columns: FormStyle { automatic }
}

/// How a text field looks.
nonisolated public struct TextFieldStyle: Equatable, Sendable {
  private init() {}

  /// The look of the desktop's theme: a frame with round corners, or a row of a form.
  public static let automatic = TextFieldStyle()
  /// The look of the desktop's theme: a frame with round corners, or a row of a form.
  public static let roundedBorder = TextFieldStyle()

  @available(*, unavailable, message: "a field without a frame is a row of a 'Form'")
  public static var plain: TextFieldStyle { automatic }

  @available(*, unavailable, message: "use 'roundedBorder'")
  public static var squareBorder: TextFieldStyle { automatic }
}

extension View {
  /// Names the look that forms have anyway.
  public func formStyle(_ style: FormStyle) -> Self { self }

  /// Names the look that text fields have anyway.
  public func textFieldStyle(_ style: TextFieldStyle) -> Self { self }
}
