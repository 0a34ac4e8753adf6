import GtkKit

/// The window that shows the views of an environment.
public struct PresentingWindow: Equatable {
  /// The window. Whoever puts it into the environment must retain it as long as the views exist.
  public let pointer: WindowPointer

  public init(_ pointer: WindowPointer) {
    self.pointer = pointer
  }
}

private enum PresentingWindowKey: EnvironmentKey {
  static let defaultValue: PresentingWindow? = nil
}

extension EnvironmentValues {
  /// The window that shows the view. If it is `nil`, the window of the view's widget is used.
  public var presentingWindow: PresentingWindow? {
    get { self[PresentingWindowKey.self] }
    set { self[PresentingWindowKey.self] = newValue }
  }
}
