import GtkKit
import IssueReporting

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

extension Scene {
  /// Sets the size that the windows open with, in pixels, as `width` and `height` of the
  /// initializers do. A size below one pixel is reported, and leaves the size as it is.
  public func defaultSize(width: Double, height: Double) -> some Scene {
    SizedScene(scene: self, width: width, height: height)
  }
}

private struct SizedScene<Base: Scene>: Scene {
  let scene: Base
  let width: Double
  let height: Double

  var _windows: SceneWindows {
    var windows = scene._windows
    guard (1...Double(Int16.max)).contains(width), (1...Double(Int16.max)).contains(height) else {
      let titles = windows.kinds.map { "\"\($0.title)\"" }.joined(separator: ", ")
      reportIssue(
        """
        The windows \(titles) have a default size of \(width) × \(height) pixels, which is left out. \
        Both must be at least 1, and at most \(Int16.max).
        """
      )
      return windows
    }
    let size = (width: Int(width.rounded()), height: Int(height.rounded()))
    for index in windows.kinds.indices { windows.kinds[index].size = size }
    return windows
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

/// A kind of windows: what a ``WindowGroup``, a ``Window`` or ``Settings`` describes.
struct WindowKind {
  /// How many windows there are of a kind, and how they are opened.
  enum Use {
    /// Any number.
    case group
    /// One, which is raised when it is opened again.
    case single
    /// One with the preferences, which the primary menus of the other windows open.
    case settings
  }

  /// The id for `openWindow`; `nil` if there is none.
  var id: String?
  /// The title, which names the kind in reports.
  var title: String
  /// The type of the value that each window shows; `nil` if the windows show none.
  var valueType: Any.Type?
  var use = Use.group
  /// The initial size of the windows, in pixels.
  var size: (width: Int, height: Int)
  /// The commands of the windows.
  var commands: [any Commands] = []
  /// Makes a window that shows the value in a context.
  private let makeWindow: (WindowKind, WindowContext, Application?) -> any AppWindow

  /// - Parameter content: Makes the views of a window.
  init(
    id: String?,
    title: String,
    valueType: Any.Type? = nil,
    use: Use = .group,
    size: (width: Int, height: Int),
    content: @escaping (WindowContext) -> some View
  ) {
    self.id = id
    self.title = title
    self.valueType = valueType
    self.use = use
    self.size = size
    makeWindow = { kind, context, application in
      ViewWindow(
        title,
        application: application,
        width: kind.size.width,
        height: kind.size.height,
        context: context
      ) {
        WindowContent(content: content(context), commands: kind.commands)
      }
    }
  }

  /// Makes a window that shows the value in a context.
  func window(_ context: WindowContext, _ application: Application?) -> any AppWindow {
    makeWindow(self, context, application)
  }

  /// What distinguishes the kind from the others in what is stored for its windows.
  var storageName: String { id ?? title }

  /// Returns whether a value is of the type that the windows show.
  func shows(_ value: AnyHashable) -> Bool {
    valueType.map { type(of: value.base) == $0 } ?? false
  }
}
