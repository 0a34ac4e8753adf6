import ComposableGtk
import Foundation
import GtkKit
import InventoryCore

/// The running program: one database, and windows that each have a store of their own.
@MainActor
final class InventoryApplication {
  static let id = "io.github.composable_gtk.Inventory"

  private let database: DatabaseSource
  private let resources: Resources
  private let isUnique: Bool
  private var windows: [InventoryWindow] = []

  /// - Parameters:
  ///   - database: Where the features get the database.
  ///   - isUnique: Whether a second launch shows the window of the running process.
  ///   - resources: The files that come with the program.
  init(database: DatabaseSource, isUnique: Bool, resources: Resources) {
    self.database = database
    self.isUnique = isUnique
    self.resources = resources
  }

  /// Shows the window and runs until the last window is closed.
  ///
  /// - Parameters:
  ///   - program: The name under which the program was started.
  ///   - link: The link to open at first.
  ///   - isLinkRequired: Whether a link that leads nowhere ends the program. Otherwise the window
  ///     tells it.
  /// - Returns: The exit status.
  /// - Throws: An error if the link is required and leads nowhere, before any window is shown.
  func run(program: String, link: String?, isLinkRequired: Bool) throws -> Int32 {
    guard Display.isAvailable else {
      if let link { _ = try DeepLink(link) }
      printError(
        "inventory: there is no display to open a window on; 'make run-in-browser' shows it in a browser."
      )
      return 1
    }
    // Resolved before the window opens, because the first frame already shows the link's target.
    var linkedState: InventoryFeature.State?
    do {
      linkedState = try link.map { try initialState(link: $0) }
    } catch {
      // Otherwise the window opens the link again, and tells what is wrong with it.
      if isLinkRequired { throw error }
    }

    let application = Application(
      id: Self.id,
      options: isUnique ? [.opensFiles] : [.opensFiles, .notUnique]
    )
    application.onStartup = { [resources, unowned self, unowned application] in
      Theme.load(resources: resources)
      addCommands(to: application)
    }
    application.onActivate = { [unowned self, unowned application] in
      if let window = activeWindow(of: application) {
        window.present()
      } else {
        open(startState(), in: application)
      }
    }
    application.onOpen = { [unowned self, unowned application] (links: [String]) in
      for link in links {
        if windows.isEmpty, let state = linkedState {
          open(state, in: application)
        } else {
          if windows.isEmpty { open(startState(), in: application) }
          let window = activeWindow(of: application)
          window?.store.send(.linkOpened(link))
          window?.present()
        }
      }
    }
    return application.run(arguments: [program] + (link.map { [$0] } ?? []))
  }

  private func open(_ state: @autoclosure () -> InventoryFeature.State, in application: Application)
  {
    let window = InventoryWindow(
      application: application,
      store: Store(initialState: state()) {
        InventoryFeature()
      } withDependencies: {
        $0.clipboard.setText = { text in await MainActor.run { Clipboard.setText(text) } }
        $0.database = .live(self.database)
        $0.photoReader = .live
        $0.sampleDataURL = self.resources.sampleData
        $0.windows.open = { [unowned self, unowned application] link in
          await open(link, in: application)
        }
        $0.windows.quit = { [unowned self] in await quit() }
      }
    )
    window.onClose = { [unowned self] window in
      windows.removeAll { $0 === window }
    }
    windows.append(window)
    window.present()
  }

  /// Opens another window at a place. It comes when what it shows has been read.
  private func open(_ link: DeepLink, in application: Application) async {
    let source = database
    let target = await Task.detached { Result { try source.database().target(of: link) } }.value
    let state =
      switch target {
      case .success(let target): InventoryFeature.State(target: target)
      case .failure: startState()
      }
    open(state, in: application)
    // The window tells what is wrong with the link.
    if case .failure = target { windows.last?.store.send(.linkOpened(link.text)) }
  }

  /// Closes all windows, or has the next one ask about its unsaved changes. It comes back here when
  /// the user has discarded them.
  private func quit() {
    if let window = windows.first(where: \.store.hasUnsavedChanges) {
      window.present()
      window.store.send(.command(.quit))
    } else {
      for window in windows { window.store.send(.closeButtonTapped) }
    }
  }

  /// The keys of the commands work everywhere in a window, also in its sheets.
  private func addCommands(to application: Application) {
    for command in Command.allCases {
      let action = Action(command.rawValue) { [unowned self, unowned application] in
        activeWindow(of: application)?.store.send(.command(command))
      }
      application.add(action, accelerators: command.keys.map { [$0.text] } ?? [])
    }
  }

  /// The window that was used last, also if it was one of its sheets.
  private func activeWindow(of application: Application) -> InventoryWindow? {
    let pointer = application.activeWindow
    return windows.first { $0.pointer == pointer } ?? windows.first
  }

  private func initialState(link: String) throws -> InventoryFeature.State {
    try InventoryFeature.State(link: link, database: database.database())
  }

  /// Returns the state without a link. If the items cannot be read, it is empty, and the window
  /// shows the error.
  private func startState() -> InventoryFeature.State {
    (try? InventoryFeature.State(database: database.database())) ?? InventoryFeature.State()
  }
}

/// A window that shows the inventory.
@MainActor
final class InventoryWindow {
  let store: StoreOf<InventoryFeature>
  var onClose: (InventoryWindow) -> Void = { _ in }
  private let window: ViewWindow<InventoryView>
  private var closing: ObserveToken?

  init(application: Application, store: StoreOf<InventoryFeature>) {
    self.store = store
    window = ViewWindow("Inventory", application: application, width: 880, height: 640) {
      InventoryView(store: store)
    }
    window.onCloseRequest = { _ in store.send(.closeButtonTapped) }
    // The window may close later than the user asks for it: once he has decided about unsaved
    // changes.
    closing = observe { [weak self] in
      if store.isClosed { self?.close() }
    }
  }

  var pointer: WindowPointer { window.window.pointer }

  private func close() {
    closing?.cancel()
    window.destroy()
    onClose(self)
  }

  func present() {
    window.present()
  }
}
