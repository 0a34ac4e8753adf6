import Foundation
import GtkKit

/// Windows that show the same views, each with its own state.
///
/// The first scene of an ``App`` opens a window at the start. Views open others by the id of their
/// group, or by the value that the windows of their group show:
///
/// ```swift
/// WindowGroup("Ferry") { FerryView() }
/// WindowGroup("Timetable", id: "timetable") { TimetableView() }
/// WindowGroup("Passenger", for: Passenger.ID.self) { $id in PassengerView(id: id) }
/// …
/// @Environment(\.openWindow) private var openWindow
/// …
/// Button("Timetable") { openWindow(id: "timetable") }
/// Button("Details") { openWindow(value: passenger.id) }
/// ```
public struct WindowGroup<Content: View>: Scene {
  let title: String
  let id: String?
  let size: (width: Int, height: Int)
  private let valueType: Any.Type?
  private let content: (WindowContext) -> Content

  private init(
    title: String,
    id: String?,
    size: (width: Int, height: Int),
    valueType: Any.Type?,
    content: @escaping (WindowContext) -> Content
  ) {
    self.title = title
    self.id = id
    self.size = size
    self.valueType = valueType
    self.content = content
  }

  /// - Parameters:
  ///   - title: The title of a window while its views set none. Without one, it is the name of the
  ///     program.
  ///   - id: The id for ``OpenWindowAction/callAsFunction(id:fileID:filePath:line:column:)``.
  ///   - width: The initial width of the windows, in pixels.
  ///   - height: The initial height of the windows, in pixels.
  ///   - content: The views.
  public init(
    _ title: String = programName,
    id: String? = nil,
    width: Int = 800,
    height: Int = 600,
    @ViewBuilder content: @escaping () -> Content
  ) {
    self.init(title: title, id: id, size: (width, height), valueType: nil) { _ in content() }
  }

  /// Windows that each show a value, such as the id of an item. There is one window for each value:
  /// opening the same value again raises its window.
  ///
  /// - Parameters:
  ///   - title: The title of a window while its views set none. Without one, it is the name of the
  ///     program.
  ///   - id: The id for `openWindow(id:value:)`.
  ///   - type: The type of the values.
  ///   - width: The initial width of the windows, in pixels.
  ///   - height: The initial height of the windows, in pixels.
  ///   - content: Makes the views from a binding to the value. The value is `nil` in a window that
  ///     was opened without one. Writing to the binding changes which value the window is found by.
  public init<Value: Hashable, Views: View>(
    _ title: String = programName,
    id: String? = nil,
    for type: Value.Type = Value.self,
    width: Int = 800,
    height: Int = 600,
    @ViewBuilder content: @escaping (Binding<Value?>) -> Views
  ) where Content == PresentedWindowContent<Value, Views> {
    self.init(title: title, id: id, size: (width, height), valueType: type) {
      PresentedWindowContent(value: $0.binding(to: type), content: content)
    }
  }

  public var _windows: SceneWindows {
    SceneWindows(kinds: [
      WindowKind(id: id, title: title, valueType: valueType, size: size, content: content)
    ])
  }
}

/// The views of a window that shows a value.
public struct PresentedWindowContent<Value: Hashable, Content: View>: View {
  let value: Binding<Value?>
  let content: (Binding<Value?>) -> Content

  public var body: some View { content(value) }
}

/// The name of the program, as the desktop knows it.
public var programName: String {
  (g_get_application_name() ?? g_get_prgname()).map { String(cString: $0) }
    ?? ProcessInfo.processInfo.processName
}
