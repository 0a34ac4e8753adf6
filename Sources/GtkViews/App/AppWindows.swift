import Foundation
import GtkKit
import IssueReporting

/// A window of an application, whatever its views are.
protocol AppWindow: AnyObject {
  var window: ApplicationWindow { get }
  var context: WindowContext { get }
  func present()
  func requestClose()
}

/// The windows that the scenes of a program describe, and those that are open.
final class AppWindows {
  /// Those of the running ``App``.
  static var running: AppWindows?

  private struct Entry {
    let kind: Int
    weak var window: (any AppWindow)?
  }

  private let application: Application?
  private let kinds: [WindowKind]
  private var entries: [Entry] = []

  /// - Parameters:
  ///   - scene: The scenes. An id that two of them have is reported.
  ///   - application: The application of the windows.
  init(_ scene: some Scene, _ application: Application?) {
    self.application = application
    var kinds = scene._windows.kinds
    if kinds.contains(where: { $0.use == .settings }) {
      for index in kinds.indices where kinds[index].use != .settings {
        kinds[index].commands.append(SettingsCommands())
      }
    }
    self.kinds = kinds
    let ids = kinds.compactMap(\.id)
    for id in Set(ids) where ids.count(where: { $0 == id }) > 1 {
      reportIssue(
        """
        Several scenes of the program have the id "\(id)". `openWindow` opens windows of the first \
        one. Give each scene an id of its own.
        """
      )
    }
  }

  deinit {}

  /// The open windows, the one that was used last first.
  private var openWindows: [(kind: Int, window: any AppWindow)] {
    entries.removeAll { $0.window?.window.isDestroyed ?? true }
    let order = application?.windows ?? []
    func place(_ entry: Entry) -> Int {
      let base = order.firstIndex { $0 == entry.window?.window.pointer }
      return base ?? order.count
    }
    return entries.sorted { place($0) < place($1) }
      .compactMap { entry in entry.window.map { (entry.kind, $0) } }
  }

  /// Opens a window of the first scene that is not the preferences, or raises the only one.
  func openFirst() {
    if let kind = kinds.firstIndex(where: { $0.use != .settings }) { open(kind, value: nil) }
  }

  /// Opens the window with the preferences, or raises it.
  ///
  /// - Returns: Whether the program has one.
  func openSettings() -> Bool {
    guard let kind = kinds.firstIndex(where: { $0.use == .settings }) else { return false }
    open(kind, value: nil)
    return true
  }

  private func open(_ kind: Int, value: AnyHashable?) {
    let description = kinds[kind]
    if description.use != .group, let known = known(kind, value: nil) { return known.present() }
    let context = WindowContext(storageName: description.storageName, value: value)
    let window = description.window(context, application)
    entries.append(Entry(kind: kind, window: window))
    window.present()
  }

  /// Opens a window, or raises the one that shows the value.
  ///
  /// - Parameters:
  ///   - id: The id of the scene; `nil` if only the value decides.
  ///   - value: The value; `nil` for a window without one.
  /// - Returns: What is wrong, if no scene has such windows.
  func open(id: String?, value: AnyHashable?) -> String? {
    let kind = kinds.firstIndex { kind in
      (id == nil || kind.id == id) && (value.map(kind.shows) ?? true)
    }
    guard let kind else { return missingScene(id: id, value: value) }
    if value != nil, let known = known(kind, value: value) {
      known.present()
    } else {
      open(kind, value: value)
    }
    return nil
  }

  /// Returns the open window of a kind that shows a value.
  private func known(_ kind: Int, value: AnyHashable?) -> (any AppWindow)? {
    openWindows.first { $0.kind == kind && $0.window.context.shownValue == value }?.window
  }

  private func missingScene(id: String?, value: AnyHashable?) -> String {
    let asked = [
      id.map { "the id \"\($0)\"" }, value.map { "values of the type '\(type(of: $0.base))'" },
    ].compactMap(\.self).joined(separator: " and ")
    let present = kinds.filter { $0.use != .settings }.map { kind in
      let value = kind.valueType.map { ", for values of the type '\($0)'" } ?? ""
      return
        "- \"\(kind.title)\", \(kind.id.map { "with the id \"\($0)\"" } ?? "without an id")\(value)"
    }
    return """
      No scene of the program has windows with \(asked), so none was opened. The scenes are:

      \(present.joined(separator: "\n"))

      Add a 'WindowGroup'\(value == nil ? " or a 'Window'" : "") with \(asked), or correct the call.
      """
  }

  /// Asks open windows to close.
  ///
  /// - Parameters:
  ///   - id: The id of their scene; `nil` if only the value decides.
  ///   - value: The value that they show; `nil` for all windows of the scene.
  func close(id: String?, value: AnyHashable?) {
    for (kind, window) in openWindows
    where (id == nil || kinds[kind].id == id)
      && (value == nil || window.context.shownValue == value)
    {
      window.requestClose()
    }
  }

  /// Passes links and files to the window that was used last of those whose views take them. If no
  /// window is open, the first scene opens one. What nothing takes is reported.
  func receive(_ urls: [URL]) {
    if openWindows.isEmpty { openFirst() }
    let windows = openWindows.map(\.window)
    guard let window = windows.first(where: \.context.takesURLs) else {
      windows.first?.present()
      let list = urls.map(\.absoluteString).joined(separator: ", ")
      reportIssue(
        """
        The program was opened with \(list), which no view takes. Add 'onOpenURL' to a view of the \
        first scene.
        """
      )
      return
    }
    for url in urls { window.context.receive(url) }
    window.present()
  }
}
