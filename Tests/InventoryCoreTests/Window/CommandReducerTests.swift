import ComposableArchitecture
import Foundation
import InventoryTestSupport
import PagedArrays
import Testing

@testable import InventoryCore

@MainActor
@Suite struct CommandReducerTests {
  private func store(
    _ state: InventoryFeature.State,
    dependencies: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<InventoryFeature> {
    TestStore(initialState: state) {
      InventoryFeature()
    } withDependencies: {
      $0.uuid = .incrementing
      dependencies(&$0)
    }
  }

  @Test func `a command opens what the program is, and the keys`() async {
    let store = store(InventoryFeature.State(page: ItemPage([])))
    await store.send(\.command, .about) { $0.destination = .about(AboutFeature.State()) }
    // One thing after the other.
    await store.send(\.command, .shortcuts)
    await store.send(\.destination.about.closeButtonTapped)
    await store.receive(\.destination.dismiss) { $0.destination = nil }
    await store.send(\.command, .shortcuts) {
      $0.destination = .shortcuts(ShortcutsFeature.State())
    }
    await store.send(\.destination.shortcuts.closeButtonTapped)
    await store.receive(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func `a command opens the form for a new item, on top of any page`() async {
    let page = InventoryFeature.Path.State.item(ItemDetailFeature.State(item: .drill))
    let store = store(
      InventoryFeature.State(page: ItemPage([.drill]), path: StackState([page]))
    )
    await store.send(\.command, .newItem)
    await store.receive(\.list.addButtonTapped)
    await store.receive(\.list.delegate.addRequested) {
      $0.destination = .add(ItemFormFeature.State(newItem: UUID(0)))
    }
    await store.send(\.command, .newItem)
  }

  /// The page of a stocktake in which an item is counted.
  private var countingPage: InventoryFeature.Path.State {
    var stocktake = StocktakeFeature.State(counts: [])
    stocktake.count = StocktakeCountFeature.State(item: .drill)
    stocktake.count?.amount = "2"
    return .stocktake(stocktake)
  }

  @Test(arguments: [
    (Command.about, InventoryFeature.Destination.State.about(AboutFeature.State())),
    (.preferences, .preferences(PreferencesFeature.State())),
    (.shortcuts, .shortcuts(ShortcutsFeature.State())),
  ])
  func `a command opens a sheet while an item is counted, and what is typed stays`(
    command: Command,
    sheet: InventoryFeature.Destination.State
  ) async {
    let store = store(
      InventoryFeature.State(page: ItemPage([.drill]), path: StackState([countingPage]))
    )
    await store.send(\.command, command) { $0.destination = sheet }
    await store.send(\.destination.dismiss) { $0.destination = nil }
    #expect(store.state.path.first == countingPage)
  }

  @Test func `a command opens the form for a new item while another one is counted`() async {
    let store = store(
      InventoryFeature.State(page: ItemPage([.drill]), path: StackState([countingPage]))
    )
    await store.send(\.command, .newItem)
    await store.receive(\.list.addButtonTapped)
    await store.receive(\.list.delegate.addRequested) {
      $0.destination = .add(ItemFormFeature.State(newItem: UUID(0)))
    }
    #expect(store.state.path.first == countingPage)
  }

  @Test func `the search is in the list below all pages`() async {
    let store = store(
      InventoryFeature.State(
        page: ItemPage([.drill]),
        path: StackState([
          .location(LocationFeature.State(name: "Shed")),
          .item(ItemDetailFeature.State(item: .drill)),
        ])
      )
    )
    await store.send(\.command, .search) {
      $0.path = StackState()
      $0.list.isSearchFocused = true
    }
    await store.send(\.list.searchFocusChanged, false) { $0.list.isSearchFocused = false }
    await store.send(\.command, .search) { $0.list.isSearchFocused = true }
  }

  @Test func `the search of a stocktake is its field for codes`() async {
    let store = store(
      InventoryFeature.State(page: ItemPage([.drill]), path: StackState([countingPage]))
    )
    await store.send(\.path[id: 0].stocktake.binding.focus, nil) {
      $0.path[id: 0, case: \.stocktake]?.focus = nil
    }
    await store.send(\.command, .search) { $0.path[id: 0, case: \.stocktake]?.focus = .code }
    // Not behind a sheet.
    await store.send(\.path[id: 0].stocktake.binding.focus, nil) {
      $0.path[id: 0, case: \.stocktake]?.focus = nil
    }
    await store.send(\.command, .about) { $0.destination = .about(AboutFeature.State()) }
    await store.send(\.command, .search)
  }

  @Test func `the search asks before a count is lost that is typed below another page`() async {
    let store = store(
      InventoryFeature.State(
        page: ItemPage([.drill]),
        path: StackState([countingPage, .item(ItemDetailFeature.State(item: .drill))])
      )
    )
    await store.send(\.command, .search) { $0.postponed = .search }
    await store.receive(\.path[id: 0].stocktake.count.cancelButtonTapped) {
      $0.path[id: 0, case: \.stocktake]?.count?.alert = .discard(
        "Discard the count?",
        action: .discardConfirmed
      )
    }
    await store.send(\.path[id: 0].stocktake.count.alert.discardConfirmed) {
      $0.path[id: 0, case: \.stocktake]?.count?.alert = nil
      $0.path[id: 0, case: \.stocktake]?.count?.discard()
    }
    await store.receive(\.path[id: 0].stocktake.count.dismiss) {
      $0.path[id: 0, case: \.stocktake]?.count = nil
      $0.postponed = nil
    }
    await store.receive(\.command, .search) {
      $0.path = StackState()
      $0.list.isSearchFocused = true
    }
  }

  @Test func `a command waits for the answer whether a count is discarded`() async {
    let store = store(
      InventoryFeature.State(page: ItemPage([.drill]), path: StackState([countingPage]))
    )
    await store.send(\.path[id: 0].stocktake.count.cancelButtonTapped) {
      $0.path[id: 0, case: \.stocktake]?.count?.alert = .discard(
        "Discard the count?",
        action: .discardConfirmed
      )
    }
    await store.send(\.command, .preferences)
    await store.send(\.command, .newItem)
  }

  @Test func `there is no form for a new item while the inventory cannot be read`() async {
    var state = InventoryFeature.State(page: ItemPage([]))
    state.list.integrity = .damaged(DatabaseProblem(FileError(file: "x", problem: "damaged")))
    let store = store(state)
    await store.send(\.command, .newItem)
  }

  @Test func `a command closes the window`() async {
    let store = store(InventoryFeature.State(page: ItemPage([])))
    await store.send(\.command, .closeWindow)
    await store.receive(\.closeButtonTapped) { $0.isClosed = true }
  }

  @Test func `commands open windows, one of them with the same pages, and quit`() async {
    let done = LockIsolated<[String]>([])
    let edit = ItemDetailFeature.Destination.State.edit(ItemFormFeature.State(item: .drill))
    let page = InventoryFeature.Path.State.item(
      ItemDetailFeature.State(item: .drill, destination: edit)
    )
    let store = store(InventoryFeature.State(page: ItemPage([.drill]), path: StackState([page]))) {
      $0.windows.open = { link in done.withValue { $0.append(link.text) } }
      $0.windows.quit = { done.withValue { $0.append("quit") } }
    }
    await store.send(\.command, .newWindow).finish()
    await store.send(\.command, .pageInNewWindow).finish()
    await store.send(\.command, .quit).finish()
    #expect(done.value == ["inventory://items", "inventory://items/T-100", "quit"])
  }

  /// The page of the drill, whose form has unsaved changes.
  private var changedPage: InventoryFeature.Path.State {
    var form = ItemFormFeature.State(item: .drill)
    form.name = "Saw"
    return .item(ItemDetailFeature.State(item: .drill, destination: .edit(form)))
  }

  @Test func `quitting asks about unsaved changes, and goes on when they are discarded`() async {
    let quits = LockIsolated(0)
    let store = store(
      InventoryFeature.State(page: ItemPage([.drill]), path: StackState([changedPage]))
    ) {
      $0.windows.quit = { quits.withValue { $0 += 1 } }
    }
    #expect(store.state.hasUnsavedChanges)
    await quit(store)
    #expect(quits.value == 0)
    await store.send(\.path[id: 0].item.destination.edit.alert.discardConfirmed) {
      $0.path[id: 0, case: \.item]?.destination?.modify(\.edit) {
        $0.alert = nil
        $0.discard()
      }
    }
    await store.receive(\.path[id: 0].item.destination.dismiss) {
      $0.path[id: 0, case: \.item]?.destination = nil
      $0.postponed = nil
    }
    await store.receive(\.command, .quit)
    await store.finish()
    #expect(quits.value == 1)
    #expect(!store.state.isClosed)
  }

  /// Quits, which the form over the drill's page answers with a question.
  private func quit(_ store: TestStoreOf<InventoryFeature>) async {
    await store.send(\.command, .quit) { $0.postponed = .quit }
    await store.receive(\.path[id: 0].item.destination.edit.cancelButtonTapped) {
      $0.path[id: 0, case: \.item]?.destination?.modify(\.edit) {
        $0.alert = discardQuestion("Discard the changes?", discard: .discardConfirmed)
      }
    }
  }

  @Test func `who keeps editing does not quit`() async {
    let store = store(
      InventoryFeature.State(page: ItemPage([.drill]), path: StackState([changedPage]))
    )
    await quit(store)
    await store.send(\.path[id: 0].item.destination.edit.alert.dismiss) {
      $0.path[id: 0, case: \.item]?.destination?.modify(\.edit) { $0.alert = nil }
      $0.postponed = nil
    }
  }

  @Test func `the link to what the window shows is copied, and a message says so`() async {
    let copied = LockIsolated<String?>(nil)
    let edit = ItemDetailFeature.Destination.State.edit(ItemFormFeature.State(item: .drill))
    let page = InventoryFeature.Path.State.item(
      ItemDetailFeature.State(item: .drill, destination: edit)
    )
    let store = store(InventoryFeature.State(page: ItemPage([.drill]), path: StackState([page]))) {
      $0.clipboard.setText = { copied.setValue($0) }
      $0.continuousClock = TestClock()
    }
    await store.send(\.command, .copyLink)
    await store.receive(\.undo.finished) {
      $0.undo.toast = ToastFeature.State(id: 1, text: "Link copied")
    }
    #expect(copied.value == "inventory://items/T-100/edit")
    await store.receive(\.undo.toast.shown)
    await store.send(\.undo.toast.dismiss) { $0.undo.toast = nil }
  }
}
