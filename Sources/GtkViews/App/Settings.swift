import GtkKit

/// The window with the preferences of the program, of which there is one at most.
///
/// The primary menus of the other windows have an item that opens it, with the key Ctrl+comma.
/// Views open it with ``EnvironmentValues/openSettings``, or with a ``SettingsLink``.
///
/// ```swift
/// WindowGroup("Ferry") { FerryView() }
/// Settings {
///   Form { Toggle("Tides", isOn: $showsTides) }
/// }
/// ```
public struct Settings<Content: View>: Scene {
  private let kind: WindowKind

  /// - Parameter content: The views, usually a ``Form``.
  public init(@ViewBuilder content: @escaping () -> Content) {
    let title = String(translatedByGtk: "Preferences")
    kind = WindowKind(id: nil, title: title, use: .settings, size: (480, 400)) { _ in content() }
  }

  public var _windows: SceneWindows { SceneWindows(kinds: [kind]) }
}

/// A button that opens the window of the ``Settings``.
public struct SettingsLink<Label: View>: View {
  private let label: Label
  @Environment(\.openSettings) private var openSettings

  /// - Parameter label: The content of the button.
  public init(@ViewBuilder label: () -> Label) {
    self.label = label()
  }

  public var body: some View {
    Button {
      openSettings()
    } label: {
      label
    }
  }
}

extension SettingsLink where Label == Text {
  /// A button with the title “Preferences”, in the language of the desktop.
  public init() {
    self.init { Text(verbatim: String(translatedByGtk: "Preferences")) }
  }
}

/// The item of the primary menus that opens the preferences.
struct SettingsCommands: Commands {
  var body: some Commands {
    CommandGroup(replacing: .appSettings) { SettingsLink().keyboardShortcut(",") }
  }
}
