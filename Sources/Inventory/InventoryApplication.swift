import ComposableGtk
import Foundation
import GtkKit
import InventoryCore

/// The running program: one database, and windows that each have a store of their own.
@MainActor
final class InventoryApplication {
  static let id = "io.github.composable_gtk.Inventory"

  /// Makes the clients of a window.
  private let makeInventory: @Sendable () -> InventoryClients
  private let resources: Resources
  private let isUnique: Bool
  private let isInventoryNear: Bool
  private var windows: [InventoryWindow] = []
  private var lowStock: StoreOf<LowStockFeature>?
  /// Where the windows are kept that come back. A program with a database of its own keeps them in
  /// memory: its windows must not take the place of the user's.
  private let fileStorage: any FileStorage
  private let savedWindows: Shared<[SavedWindow]>

  /// - Parameters:
  ///   - inventory: Makes the clients of the inventory, for each window anew: a window takes back
  ///     what was done in it.
  ///   - isUnique: Whether a second launch shows the window of the running process.
  ///   - isInventoryNear: Whether what the first window shows is read before it opens, which takes
  ///     no time to speak of. Otherwise the window opens at once, also if the inventory is away.
  ///   - resources: The files that come with the program.
  init(
    isUnique: Bool,
    isInventoryNear: Bool,
    resources: Resources,
    inventory: @escaping @Sendable () -> InventoryClients
  ) {
    makeInventory = inventory
    self.isUnique = isUnique
    self.isInventoryNear = isInventoryNear
    self.resources = resources
    let fileStorage: any FileStorage = isUnique ? .fileSystem : .inMemory
    self.fileStorage = fileStorage
    savedWindows = withDependencies {
      $0.defaultFileStorage = fileStorage
    } operation: {
      Shared(.savedWindows)
    }
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
        tr(
          """
          inventory: there is no display to open a window on; \
          'make run-in-browser' shows it in a browser.
          """
        )
      )
      return 1
    }
    // Resolved before the window opens, because the first frame already shows the link's target.
    var linkedState: InventoryFeature.State?
    do {
      if isInventoryNear {
        linkedState = try link.map { try initialState(link: $0) }
      } else if let link {
        // Where it leads is found out once the window is there.
        _ = try DeepLink(link)
      }
    } catch {
      // Otherwise the window opens the link again, and tells what is wrong with it. It has a page
      // about a database that cannot be read.
      if isLinkRequired, error is DeepLinkError { throw error }
    }

    let application = Application(
      id: Self.id,
      options: isUnique ? [.opensFiles] : [.opensFiles, .notUnique]
    )
    application.onStartup = { [resources, unowned self, unowned application] in
      Language.applyDirection()
      Theme.load(resources: resources)
      addCommands(to: application)
      if isUnique { tellOfLowStock(in: application) }
    }
    application.onActivate = { [unowned self, unowned application] in
      if let window = activeWindow(of: application) {
        window.present()
      } else {
        openSavedWindows(in: application)
      }
    }
    application.onOpen = { [unowned self, unowned application] (links: [String]) in
      for link in links {
        if windows.isEmpty {
          openSavedWindows(in: application, showing: linkedState)
          // It shows the link already, if that leads somewhere.
          if linkedState != nil { continue }
        }
        show(link, in: application)
      }
    }
    return application.run(arguments: [program] + (link.map { [$0] } ?? []))
  }

  /// Opens the windows of the last time, or one.
  ///
  /// - Parameter state: What the last of them shows instead of what it has shown. Another one shows
  ///   it if something was typed there.
  private func openSavedWindows(
    in application: Application,
    showing state: InventoryFeature.State? = nil
  ) {
    var restored = savedWindows.wrappedValue.map(restore)
    if restored.isEmpty { restored = [WindowFeature.State(id: UUID(), inventory: startState())] }
    if let state, restored.last?.inventory.draft == nil {
      restored[restored.count - 1].show(state)
    } else if let state {
      restored.append(WindowFeature.State(id: UUID(), inventory: state))
    }
    for window in restored { open(window, in: application) }
  }

  /// Returns a window as it was. If the items cannot be read, it shows the error. If the inventory
  /// is not near, the window becomes what it was once it is there.
  private func restore(_ window: SavedWindow) -> WindowFeature.State {
    let empty = WindowFeature.State(id: window.id, size: window.size, unrestored: window)
    guard isInventoryNear else { return empty }
    return
      (try? waiting { [makeInventory] in
        try await WindowFeature.State(restoring: window, in: makeInventory())
      }) ?? empty
  }

  private func open(_ state: WindowFeature.State, in application: Application) {
    let window = InventoryWindow(
      application: application,
      store: Store(initialState: state) {
        WindowFeature()
      } withDependencies: {
        $0.clipboard.setText = { text in await MainActor.run { Clipboard.setText(text) } }
        $0.inventory = self.makeInventory()
        $0.defaultFileStorage = self.fileStorage
        $0.photoReader = .live
        $0.sampleDataURL = self.resources.sampleData
        $0.passwords = .live
        $0.servers = .live
        $0.windows.open = { [unowned self, unowned application] link in
          await open(link, in: application)
        }
        $0.windows.quit = { [unowned self] in await quit() }
      }
    )
    window.onClose = { [unowned self] window in
      windows.removeAll { $0 === window }
      savedWindows.withLock {
        $0.close(window.store.saved, keeping: window.store.leftDraft)
      }
    }
    windows.append(window)
    window.present()
    #if DEBUG || FRAME_LOG
      if windows.count == 1 { FrameLog.begin(window) }
    #endif
  }

  /// Opens another window at a place. It comes when what it shows has been read.
  private func open(_ link: DeepLink, in application: Application) async {
    let size = windows.last?.store.size ?? WindowSize()
    do {
      let target = try await makeInventory().links.target(link)
      let inventory = InventoryFeature.State(target: target)
      open(WindowFeature.State(id: UUID(), size: size, inventory: inventory), in: application)
    } catch {
      open(WindowFeature.State(id: UUID(), size: size, inventory: startState()), in: application)
      // The window tells what is wrong with the link.
      windows.last?.inventory.send(.linkOpened(link.text))
    }
  }

  /// Closes all windows, or has the next one ask about its unsaved changes. It comes back here when
  /// the user has discarded them.
  private func quit() {
    if let window = windows.first(where: \.inventory.hasUnsavedChanges) {
      window.present()
      window.inventory.send(.command(.quit))
    } else {
      let saved = windows.flatMap(\.store.allSaved)
      for window in windows { window.inventory.send(.closeButtonTapped) }
      savedWindows.withLock { $0 = saved }
    }
  }

  /// Sends a notification when an item runs low. A click on it opens the item, and starts the
  /// program if it has ended: that needs the application's name on the bus, so a program with a
  /// database of its own sends none.
  private func tellOfLowStock(in application: Application) {
    let open = Action("open") { [unowned self, unowned application] (link: String) in
      show(link, in: application)
    }
    application.add(open)
    let store = Store(initialState: LowStockFeature.State()) {
      LowStockFeature()
    } withDependencies: {
      $0.inventory = self.makeInventory()
      $0.notifications.itemIsLow = { [unowned application] item in
        await MainActor.run { application.send(.itemIsLow(item), id: item.id.uuidString) }
      }
      $0.notifications.manyItemsAreLow = { [unowned application] count in
        await MainActor.run { application.send(.manyItemsAreLow(count), id: "low-stock") }
      }
    }
    lowStock = store
    store.send(.task)
  }

  private func show(_ link: String, in application: Application) {
    if windows.isEmpty { openSavedWindows(in: application) }
    let window = activeWindow(of: application)
    window?.inventory.send(.linkOpened(link))
    window?.present()
  }

  /// The keys of the commands work everywhere in a window and in its sheets.
  private func addCommands(to application: Application) {
    for command in Command.allCases {
      let action = Action(command.rawValue) { [unowned self, unowned application] in
        // Sheets and messages are windows, too.
        if command == .closeWindow, application.closeActiveDialog() { return }
        activeWindow(of: application)?.inventory.send(.command(command))
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
    try waiting { [makeInventory] in
      try await InventoryFeature.State(link: link, in: makeInventory())
    }
  }

  /// Returns the state without a link. If the items cannot be read, it is empty, and the window
  /// shows the error.
  private func startState() -> InventoryFeature.State {
    guard isInventoryNear else { return InventoryFeature.State() }
    return
      (try? waiting { [makeInventory] in
        try await InventoryFeature.State(startIn: makeInventory())
      }) ?? InventoryFeature.State()
  }
}

@MainActor
extension DesktopNotification {
  /// Tells that more of an item should be ordered.
  fileprivate static func itemIsLow(_ item: Item) -> DesktopNotification {
    DesktopNotification(
      title: tr("\(item.name) is running low"),
      body: tr("Only \(item.quantityText) left."),
      action: "open",
      target: DeepLink(pages: [.item(sku: item.sku)]).text
    )
  }

  /// Tells that more of many items should be ordered.
  fileprivate static func manyItemsAreLow(_ count: Int) -> DesktopNotification {
    DesktopNotification(
      title: tr("Items are running low"),
      body: tr(
        "There is too little left of \(count) item.",
        "There is too little left of \(count) items.",
        count: count
      ),
      action: "open",
      target: DeepLink(presentation: .lowStock).text
    )
  }
}
