import GtkKit

/// A part of an application: a kind of windows.
@MainActor public protocol Scene {
  /// The kinds of windows that the scene consists of. Do not implement it: combine the scenes that
  /// there are.
  var _windows: SceneWindows { get }
}

extension Scene {
  /// Opens the window that appears when the program starts, in a program with an `Application` of
  /// its own. The views in it open windows of the other scenes with `openWindow`.
  public func open(in application: Application) {
    let windows = AppWindows(self, application)
    AppWindows.running = windows
    windows.openFirst()
  }
}

/// Builds the scenes of an ``App``.
@resultBuilder
public enum SceneBuilder {
  public static func buildBlock<each Content: Scene>(
    _ content: repeat each Content
  ) -> some Scene {
    TupleScene(content: (repeat each content))
  }
}

private struct TupleScene<each Content: Scene>: Scene {
  let content: (repeat each Content)

  var _windows: SceneWindows {
    var windows = SceneWindows()
    repeat windows.kinds += (each content)._windows.kinds
    return windows
  }
}

/// The kinds of windows of a scene.
public struct SceneWindows {
  var kinds: [WindowKind] = []
}

/// A kind of windows: what a ``WindowGroup`` describes.
struct WindowKind {
  /// The id for `openWindow`; `nil` if there is none.
  var id: String?
  /// The title, which names the kind in reports.
  var title: String
  /// The type of the value that each window shows; `nil` if the windows show none.
  var valueType: Any.Type?
  /// The commands of the windows.
  var commands: [any Commands] = []
  /// Makes a window that shows the value in a context.
  var makeWindow: (WindowKind, WindowContext, Application?) -> any AppWindow

  /// What distinguishes the kind from the others in what is stored for its windows.
  var storageName: String { id ?? title }

  /// Returns whether a value is of the type that the windows show.
  func shows(_ value: AnyHashable) -> Bool {
    valueType.map { type(of: value.base) == $0 } ?? false
  }
}
