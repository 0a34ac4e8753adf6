import GtkKit

/// Whether the user works in a window; see ``EnvironmentValues/scenePhase``.
public enum ScenePhase: Comparable, Sendable {
  /// The window is not shown: it is minimized, or not open yet.
  case background
  /// The window is shown, and the user works in another one.
  case inactive
  /// The user works in the window, or in a dialog above it.
  case active

  init(_ activity: WindowActivity) {
    self =
      switch activity {
      case .active: .active
      case .inactive: .inactive
      case .hidden: .background
      }
  }
}

extension EnvironmentValues {
  /// Whether the user works in the window that shows the view. A view that reads it is evaluated
  /// again when it changes.
  ///
  /// Outside of a ``ViewWindow`` it is `active`. A minimized window is in the background if the
  /// desktop tells programs so; on Wayland, most compositors do from GTK 4.12 on only.
  public var scenePhase: ScenePhase { windowContext?.scenePhase ?? .active }
}
