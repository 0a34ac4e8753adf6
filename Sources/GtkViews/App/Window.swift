/// A window of which there is one at most.
///
/// Opening it again raises it:
///
/// ```swift
/// WindowGroup("Ferry") { FerryView() }
/// Window("Timetable", id: "timetable") { TimetableView() }
/// …
/// @Environment(\.openWindow) private var openWindow
/// @Environment(\.dismissWindow) private var dismissWindow
/// …
/// Button("Timetable") { openWindow(id: "timetable") }
/// Button("Close the Timetable") { dismissWindow(id: "timetable") }
/// ```
///
/// A program whose first scene it is has one window, also when it is started again.
public struct Window<Content: View>: Scene {
  private let kind: WindowKind

  /// - Parameters:
  ///   - title: The title while the views set none.
  ///   - id: The id for ``OpenWindowAction/callAsFunction(id:fileID:filePath:line:column:)``.
  ///   - width: The initial width of the window, in pixels.
  ///   - height: The initial height of the window, in pixels.
  ///   - content: The views.
  public init(
    _ title: some StringProtocol,
    id: String,
    width: Int = 800,
    height: Int = 600,
    @ViewBuilder content: @escaping () -> Content
  ) {
    kind = WindowKind(id: id, title: String(title), use: .single, size: (width, height)) { _ in
      content()
    }
  }

  public var _windows: SceneWindows { SceneWindows(kinds: [kind]) }
}
