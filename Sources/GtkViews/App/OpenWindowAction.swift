import GtkKit
import IssueReporting

/// Opens windows of the scenes of an ``App``.
///
/// Read it from the environment with `@Environment(\.openWindow) private var openWindow`. A call
/// that fits no scene, and one in a program that is no ``App``, is reported and opens nothing.
public struct OpenWindowAction {
  let windows: AppWindows?

  /// Opens a window of the ``WindowGroup`` with an id, or the ``Window`` with it. A `Window` that
  /// is open already is raised.
  public func callAsFunction(
    id: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    open(id: id, value: nil, (fileID, filePath, line, column))
  }

  /// Shows a value in a window of the first ``WindowGroup`` for values of its type. If a window
  /// shows the value already, that one is raised.
  public func callAsFunction<Value: Hashable>(
    value: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    open(id: nil, value: AnyHashable(value), (fileID, filePath, line, column))
  }

  /// Shows a value in a window of the ``WindowGroup`` with an id. If a window of it shows the value
  /// already, that one is raised.
  public func callAsFunction<Value: Hashable>(
    id: String,
    value: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    open(id: id, value: AnyHashable(value), (fileID, filePath, line, column))
  }

  private func open(
    id: String?,
    value: AnyHashable?,
    _ place: (fileID: StaticString, filePath: StaticString, line: UInt, column: UInt)
  ) {
    let problem =
      if let windows {
        windows.open(id: id, value: value)
      } else {
        """
        A window was to be opened in a program that is no 'App', so none was opened. A program with \
        an 'Application' of its own opens a 'ViewWindow'.
        """
      }
    guard let problem else { return }
    reportIssue(
      problem,
      fileID: place.fileID,
      filePath: place.filePath,
      line: place.line,
      column: place.column
    )
  }
}

/// Asks windows of the scenes of an ``App`` to close, as their close buttons do.
///
/// Read it from the environment with `@Environment(\.dismissWindow) private var dismissWindow`.
/// Without such a window nothing happens.
public struct DismissWindowAction {
  let windows: AppWindows?
  let context: WindowContext?

  /// Closes the window that shows the view.
  public func callAsFunction() {
    // Not kept in the action: the views are made before their window.
    if let window = context?.window { gtk_window_close(window.pointer) }
  }

  /// Closes the windows of the ``WindowGroup`` with an id, or the ``Window`` with it.
  public func callAsFunction(id: String) {
    windows?.close(id: id, value: nil)
  }

  /// Closes the windows that show a value.
  public func callAsFunction<Value: Hashable>(value: Value) {
    windows?.close(id: nil, value: AnyHashable(value))
  }

  /// Closes the window of the ``WindowGroup`` with an id that shows a value.
  public func callAsFunction<Value: Hashable>(id: String, value: Value) {
    windows?.close(id: id, value: AnyHashable(value))
  }
}

/// Opens the window of the ``Settings`` of an ``App``, or raises it.
///
/// Read it from the environment with `@Environment(\.openSettings) private var openSettings`. A
/// call in a program without `Settings` is reported, and opens nothing.
public struct OpenSettingsAction {
  let windows: AppWindows?

  /// Opens the window, or raises it.
  public func callAsFunction(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    guard windows?.openSettings() != true else { return }
    reportIssue(
      """
      The preferences were to be opened in a program that has no scene with them, so nothing was \
      opened. Add 'Settings' to the scenes of the 'App'.
      """,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}

@MainActor private enum AppWindowsKey: @MainActor EnvironmentKey {
  static var defaultValue: AppWindows? { AppWindows.running }
}

extension EnvironmentValues {
  /// The windows of the program; `nil` if it is no ``App``.
  var appWindows: AppWindows? {
    get { self[AppWindowsKey.self] }
    set { self[AppWindowsKey.self] = newValue }
  }

  /// Opens windows of the scenes of the ``App``.
  public var openWindow: OpenWindowAction { OpenWindowAction(windows: appWindows) }

  /// Opens the window of the ``Settings`` of the ``App``.
  public var openSettings: OpenSettingsAction { OpenSettingsAction(windows: appWindows) }

  /// Closes windows of the scenes of the ``App``.
  public var dismissWindow: DismissWindowAction {
    DismissWindowAction(windows: appWindows, context: windowContext)
  }
}
