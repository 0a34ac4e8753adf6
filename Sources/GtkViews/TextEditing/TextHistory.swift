/// The undo history of a text for which GTK keeps none.
///
/// GTK 4.18 keeps no history for hidden text, such as a password, but users expect undo there too.
final class TextHistory {
  private static let limit = 200

  /// Whether added texts are ignored. A replacement changes the text twice, but is one step.
  var isPaused = false

  private var current = ""
  private var past: [String] = []
  private var future: [String] = []

  init() {}

  deinit {}

  /// Starts with a text that cannot be undone.
  func start(with text: String) {
    current = text
    past = []
    future = []
  }

  /// Adds a text as the next step, unless it is the current one.
  func add(_ text: String) {
    guard !isPaused, text != current else { return }
    past.append(current)
    if past.count > Self.limit { past.removeFirst() }
    future = []
    current = text
  }

  /// Goes back by one step and returns the text; `nil` at the beginning.
  func undo() -> String? {
    guard let text = past.popLast() else { return nil }
    future.append(current)
    current = text
    return text
  }

  /// Reverts the last ``undo()`` and returns the text; `nil` if there is none.
  func redo() -> String? {
    guard let text = future.popLast() else { return nil }
    past.append(current)
    current = text
    return text
  }
}
