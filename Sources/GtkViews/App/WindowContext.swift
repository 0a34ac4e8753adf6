import Foundation
import GtkKit

/// What the views of a window and its presentations share.
package final class WindowContext {
  /// What distinguishes windows of its kind in what is stored for them; empty if the window belongs
  /// to no scene.
  package let storageName: String
  /// The window; `nil` once it is gone.
  private(set) weak var window: ApplicationWindow?

  private let value: StateSource<AnyHashable?>
  private let phase = StateSource(ScenePhase.background)
  /// What views do with a URL, those of outer views first.
  private var urlActions: [(owner: ObjectIdentifier, depth: Int, action: (URL) -> Void)] = []
  private var objects: [String: AnyObject] = [:]

  /// - Parameters:
  ///   - storageName: What distinguishes windows of this kind.
  ///   - value: The value that the window shows.
  init(storageName: String = "", value: AnyHashable? = nil) {
    self.storageName = storageName
    self.value = StateSource(value)
  }

  deinit {}

  /// The value that the window shows.
  var shownValue: AnyHashable? { value.value }

  func binding<Value: Hashable>(to type: Value.Type) -> Binding<Value?> {
    Binding(source: WindowValueSource(value))
  }

  /// Whether the user works in the window. Bodies that read it observe it.
  var scenePhase: ScenePhase { phase.value }

  /// Keeps ``scenePhase`` up to date for a window.
  func follow(_ window: ApplicationWindow) {
    self.window = window
    window.onActivityChange { [weak self, weak window] in
      // One window loses the keyboard before the next one gets it.
      UpdateScheduler.shared.afterUpdate {
        guard let self, let window else { return }
        self.phase.value = ScenePhase(window.activity)
      }
    }
  }

  /// Adds or removes what a view does with a URL.
  func setURLAction(_ action: ((URL) -> Void)?, of node: Node) {
    let owner = ObjectIdentifier(node)
    urlActions.removeAll { $0.owner == owner }
    guard let action else { return }
    let index = urlActions.firstIndex { $0.depth > node.depth } ?? urlActions.endIndex
    urlActions.insert((owner, node.depth, action), at: index)
  }

  /// Whether a view of the window takes URLs.
  var takesURLs: Bool { !urlActions.isEmpty }

  /// Passes a URL to all views that take URLs.
  func receive(_ url: URL) {
    for entry in urlActions { entry.action(url) }
  }

  /// Returns the object with a name that the window's views share, which is made when it is first
  /// asked for, and again if there is one of another type.
  package func shared<Object: AnyObject>(_ name: String, make: () -> Object) -> Object {
    if let known = objects[name] as? Object { return known }
    let new = make()
    objects[name] = new
    return new
  }
}

/// The value that a window shows, with its type.
private final class WindowValueSource<Value: Hashable>: ValueSource<Value?> {
  private let base: StateSource<AnyHashable?>

  init(_ base: StateSource<AnyHashable?>) { self.base = base }

  deinit {}

  override var value: Value? {
    get { base.value?.base as? Value }
    set { base.value = newValue.map { AnyHashable($0) } }
  }
}

private enum WindowContextKey: EnvironmentKey {
  static let defaultValue: WindowContext? = nil
}

extension EnvironmentValues {
  /// What the views of the window share; `nil` outside of a window.
  package var windowContext: WindowContext? {
    get { self[WindowContextKey.self] }
    set { self[WindowContextKey.self] = newValue }
  }
}
