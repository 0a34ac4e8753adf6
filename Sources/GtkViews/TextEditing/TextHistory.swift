/// The steps of a text of which GTK keeps no history.
///
/// GTK 4.18 keeps none of a hidden text, such as a password. Whoever deletes too much of one wants it
/// back all the same.
final class TextHistory {
  private static let limit = 200

  /// Whether what is added is no step: a replacement has two, and is one.
  var isPaused = false

  private var current = ""
  private var past: [String] = []
  private var future: [String] = []

  init() {}

  deinit {}

  /// Begins with a text, which can not be undone.
  func start(with text: String) {
    current = text
    past = []
    future = []
  }

  /// Takes a text as the next step, unless it is the current one.
  func add(_ text: String) {
    guard !isPaused, text != current else { return }
    past.append(current)
    if past.count > Self.limit { past.removeFirst() }
    future = []
    current = text
  }

  /// Goes back by a step, and returns the text there; `nil` at the beginning.
  func undo() -> String? {
    guard let text = past.popLast() else { return nil }
    future.append(current)
    current = text
    return text
  }

  /// Takes the last ``undo()`` back, and returns the text then; `nil` if there is none.
  func redo() -> String? {
    guard let text = future.popLast() else { return nil }
    past.append(current)
    current = text
    return text
  }
}
