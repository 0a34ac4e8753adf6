import Glibc

/// Shows an error if there is no state to show it with, such as at launch.
public enum LastResort {
  private static var messages: [MessageDialog] = []

  /// Shows a message with a close button, or without a display prints it to standard error. It does
  /// not wait for the user.
  ///
  /// - Parameters:
  ///   - title: The message, as plain text.
  ///   - details: The details.
  ///   - closeLabel: The label of the button, in the user's language.
  ///   - parent: The window that the message concerns, or `nil`.
  ///   - onClose: Called when the user has closed the message, or at once without a display.
  public static func alert(
    _ title: String,
    details: String = "",
    closeLabel: String = "Close",
    over parent: WindowPointer? = nil,
    onClose: @escaping () -> Void = {}
  ) {
    guard Display.isAvailable else {
      let text = details.isEmpty ? "\(title)\n" : "\(title)\n\(details)\n"
      _ = write(STDERR_FILENO, text, text.utf8.count)
      onClose()
      return
    }
    let message = MessageDialog(
      titleMarkup: Markup.escape(title),
      bodyMarkup: Markup.escape(details),
      buttons: [.init(closeLabel, role: .cancel)]
    )
    message.onResponse = { [weak message] _ in
      message?.destroy()
      messages.removeAll { $0 === message }
      onClose()
    }
    // Nothing else retains the dialog.
    messages.append(message)
    message.present(over: parent)
  }
}
