import Glibc

/// Says that something has gone wrong where there is no state to say it with, such as at launch.
public enum LastResort {
  private static var messages: [MessageDialog] = []

  /// Shows a message with a button to close it, or writes it to the standard error where there is no
  /// display. It does not wait for the user.
  ///
  /// - Parameters:
  ///   - title: What has happened, as plain text.
  ///   - details: More about it.
  ///   - closeLabel: The label of the button, in the user's language.
  ///   - parent: The window that it is about, if there is one.
  ///   - onClose: Called when the user has closed it, or right away without a display.
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
    // Nobody else holds it.
    messages.append(message)
    message.present(over: parent)
  }
}
