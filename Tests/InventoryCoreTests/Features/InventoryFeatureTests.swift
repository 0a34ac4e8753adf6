import ComposableArchitecture
import Foundation
import InventoryCore
import Testing

@MainActor
@Suite struct InventoryFeatureTests {
  private let file = URL(filePath: "/tmp/stock.csv")
  private let failure = InventoryDatabaseError.failed(path: "/db", detail: "locked")

  // MARK: - The list

  @Test func `the list is loaded and follows the database`() async {
    let items = LockIsolated<[Item]>([])
    let (changes, change) = AsyncStream<Void>.makeStream()
    let store = TestStore(initialState: InventoryFeature.State()) {
      InventoryFeature()
    } withDependencies: {
      $0.database.changes = { changes }
      $0.database.items = { query in
        #expect(query == ItemQuery())
        return items.value
      }
    }
    #expect(store.state.content == .loading)
    let task = await store.send(\.task)
    change.yield()
    await store.receive(\.databaseChanged)
    await store.receive(\.itemsResponse.success) { $0.isLoading = false }
    #expect(store.state.content == .noItems)

    items.setValue([.drill, .hammer])
    change.yield()
    await store.receive(\.databaseChanged)
    await store.receive(\.itemsResponse.success) { $0.items = [.drill, .hammer] }
    #expect(store.state.content == .items)
    await task.cancel()
  }

  @Test func `the list is searched and ordered`() async {
    let store = TestStore(initialState: InventoryFeature.State(items: [.drill, .lamp])) {
      InventoryFeature()
    } withDependencies: {
      $0.database.items = { query in
        switch query {
        case ItemQuery(searchText: "la", sort: .name), ItemQuery(searchText: "la", sort: .price):
          [.lamp]
        default: []
        }
      }
    }
    await store.send(\.searchTextChanged, "la") {
      $0.searchText = "la"
      $0.isLoading = true
    }
    await store.receive(\.itemsResponse.success) {
      $0.items = [.lamp]
      $0.isLoading = false
    }
    await store.send(\.sortChanged, .price) {
      $0.sort = .price
      $0.isLoading = true
    }
    await store.receive(\.itemsResponse.success) { $0.isLoading = false }
    await store.send(\.searchTextChanged, "lax") {
      $0.searchText = "lax"
      $0.isLoading = true
    }
    await store.receive(\.itemsResponse.success) {
      $0.items = []
      $0.isLoading = false
    }
    #expect(store.state.content == .noMatches)
    await store.send(\.searchTextChanged, "lax")
    await store.send(\.sortChanged, .price)
  }

  @Test func `an older search never overtakes a newer one`() async {
    let (answers, answer) = AsyncStream<Void>.makeStream()
    let store = TestStore(initialState: InventoryFeature.State(items: [.drill, .lamp])) {
      InventoryFeature()
    } withDependencies: {
      $0.database.items = { query in
        if query.searchText == "d" { for await _ in answers {} }
        return query.searchText == "d" ? [.drill] : [.lamp]
      }
    }
    await store.send(\.searchTextChanged, "d") {
      $0.searchText = "d"
      $0.isLoading = true
    }
    await store.send(\.searchTextChanged, "l") { $0.searchText = "l" }
    await store.receive(\.itemsResponse.success) {
      $0.items = [.lamp]
      $0.isLoading = false
    }
    answer.finish()
    await store.finish()
  }

  @Test func `a failure to read is told in an alert`() async {
    let store = TestStore(initialState: InventoryFeature.State()) {
      InventoryFeature()
    } withDependencies: {
      $0.database.items = { [failure] _ in throw failure }
    }
    await store.send(\.databaseChanged)
    await store.receive(\.itemsResponse.failure) {
      $0.isLoading = false
      $0.destination = .alert(alert("The items could not be read", self.failure.description))
    }
    await store.send(\.destination.dismiss) { $0.destination = nil }
  }

  // MARK: - The stack

  @Test func `an item leads to its location, and that to an item again`() async {
    let store = TestStore(initialState: InventoryFeature.State(items: [.drill])) {
      InventoryFeature()
    } withDependencies: {
      $0.database.changes = { AsyncStream { $0.yield() } }
      $0.database.itemsAtLocation = { _ in [.drill, .hammer] }
    }
    await store.send(\.itemTapped, Item.drill.id) {
      $0.path[id: 0] = .item(ItemDetailFeature.State(item: .drill))
    }
    await store.send(\.path[id: 0].item.locationButtonTapped)
    await store.receive(\.path[id: 0].item.delegate.locationOpened) {
      $0.path[id: 1] = .location(LocationFeature.State(name: "Workshop"))
    }
    await store.send(\.path[id: 1].location.task)
    await store.receive(\.path[id: 1].location.itemsResponse.success) {
      $0.path[id: 1, case: \.location]?.items = [.drill, .hammer]
      $0.path[id: 1, case: \.location]?.isLoading = false
    }
    await store.send(\.path[id: 1].location.itemTapped, Item.hammer.id)
    await store.receive(\.path[id: 1].location.delegate.itemOpened) {
      $0.path[id: 2] = .item(ItemDetailFeature.State(item: .hammer))
    }
    await store.send(\.path.popFrom, 2) { $0.path[id: 2] = nil }
    // Going back ends the observation of the location.
    await store.send(\.path.popFrom, 0) { $0.path = StackState() }
  }

  @Test func `a link in a view may push a page too`() async {
    let store = TestStore(initialState: InventoryFeature.State(items: [.drill])) {
      InventoryFeature()
    }
    let page = InventoryFeature.Path.State.item(ItemDetailFeature.State(item: .drill))
    await store.send(\.path.push, (id: 0, state: page)) { $0.path[id: 0] = page }
  }

  @Test func `a tap on an item that has just gone does nothing`() async {
    let store = TestStore(initialState: InventoryFeature.State(items: [.drill])) {
      InventoryFeature()
    }
    await store.send(\.itemTapped, Item.lamp.id)
  }

  @Test func `the page of a deleted item pops itself`() async {
    let store = TestStore(
      initialState: InventoryFeature.State(
        items: [.drill],
        path: StackState([
          .item(
            ItemDetailFeature.State(
              item: .drill,
              destination: .confirmationDialog(.deleteDrill)
            )
          )
        ])
      )
    ) {
      InventoryFeature()
    } withDependencies: {
      $0.database.delete = { _ in }
    }
    await store.send(\.path[id: 0].item.destination.confirmationDialog.deleteConfirmed) {
      $0.path[id: 0, case: \.item]?.destination = nil
      $0.path[id: 0, case: \.item]?.isDeleting = true
    }
    await store.receive(\.path.popFrom) { $0.path[id: 0] = nil }
  }

  @Test func `a page whose item was deleted elsewhere goes, and those on top of it stay`() async {
    let store = TestStore(
      initialState: InventoryFeature.State(
        items: [.drill],
        path: StackState([
          .item(ItemDetailFeature.State(item: .drill)),
          .location(LocationFeature.State(name: "Workshop", items: [.hammer])),
        ])
      )
    ) {
      InventoryFeature()
    }
    await store.send(.path(.element(id: 0, action: .item(.itemResponse(.success(nil))))))
    await store.receive(\.path[id: 0].item.delegate.itemGone) { $0.path[id: 0] = nil }
    #expect(store.state.path.count == 1)
  }

  // MARK: - Adding

  @Test func `an item is added in a sheet`() async {
    let saved = LockIsolated<[Item]>([])
    let store = TestStore(initialState: InventoryFeature.State(items: [])) {
      InventoryFeature()
    } withDependencies: {
      $0.uuid = .incrementing
      $0.database.save = { edit in
        saved.withValue { $0.append(edit.edited) }
        return edit.edited
      }
    }
    await store.send(\.addButtonTapped) {
      $0.destination = .add(ItemFormFeature.State(newItem: UUID(0)))
    }
    await store.send(\.destination.add.binding.name, "Saw") {
      $0.destination?.modify(\.add) { $0.name = "Saw" }
    }
    await store.send(\.destination.add.binding.sku, "T-300") {
      $0.destination?.modify(\.add) { $0.sku = "T-300" }
    }
    await store.send(\.destination.add.saveButtonTapped) {
      $0.destination?.modify(\.add) { $0.isSaving = true }
    }
    await store.receive(\.destination.add.saveResponse.success) {
      $0.destination?.modify(\.add) { $0.isSaving = false }
    }
    await store.receive(\.destination.add.delegate.saved) { $0.destination = nil }
    #expect(saved.value == [Item(id: UUID(0), name: "Saw", sku: "T-300")])
  }

  @Test func `a sheet with a new item is not closed unasked`() async {
    let store = TestStore(
      initialState: InventoryFeature.State(
        items: [],
        destination: .add(ItemFormFeature.State(newItem: .number(7)))
      )
    ) {
      InventoryFeature()
    }
    store.exhaustivity = .off
    await store.send(\.destination.add.binding.name, "Saw")
    await store.send(\.destination.dismiss)
    await store.receive(\.destination.add.cancelButtonTapped)
    #expect(store.state.destination?.add?.alert != nil)
    await store.send(\.destination.add.alert.discardConfirmed)
    await store.receive(\.destination.dismiss)
    #expect(store.state.destination == nil)
  }

  // MARK: - Closing the window

  private func storeWithUnsavedChanges() -> TestStoreOf<InventoryFeature> {
    var form = ItemFormFeature.State(item: .drill)
    form.name = "Saw"
    let store = TestStore(
      initialState: InventoryFeature.State(
        items: [.drill],
        path: StackState([.item(ItemDetailFeature.State(item: .drill, destination: .edit(form)))])
      )
    ) {
      InventoryFeature()
    }
    store.exhaustivity = .off
    return store
  }

  @Test func `the window closes where nothing would be lost`() async {
    let store = TestStore(
      initialState: InventoryFeature.State(
        items: [],
        destination: .add(ItemFormFeature.State(newItem: .number(7)))
      )
    ) {
      InventoryFeature()
    }
    await store.send(\.closeButtonTapped) { $0.isClosed = true }
  }

  @Test func `the window stays for a form with unsaved changes, which asks what to do`() async {
    let store = storeWithUnsavedChanges()
    await store.send(\.closeButtonTapped)
    await store.receive(\.path[id: 0].item.destination.edit.cancelButtonTapped)
    #expect(store.state.path[id: 0]?.item?.destination?.edit?.alert != nil)
    #expect(!store.state.isClosed)
    await store.send(\.path[id: 0].item.destination.edit.alert.discardConfirmed)
    await store.receive(\.path[id: 0].item.destination.dismiss)
    await store.send(\.closeButtonTapped)
    #expect(store.state.isClosed)
  }

  // MARK: - Files

  @Test func `a file is imported and the number of its rows told`() async {
    let store = TestStore(initialState: InventoryFeature.State(items: [])) {
      InventoryFeature()
    } withDependencies: {
      $0.database.importFile = { [file] in
        #expect($0 == file)
        return 12
      }
    }
    await store.send(\.importButtonTapped) { $0.fileChooser = .importCsv }
    await store.send(\.fileChosen, file) {
      $0.fileChooser = nil
      $0.isTransferring = true
    }
    await store.receive(\.importResponse.success) {
      $0.isTransferring = false
      $0.destination = .alert(alert("Import finished", "12 rows were read from stock.csv."))
    }
  }

  @Test func `a bad file is told and nothing is imported`() async {
    let error = CsvError(file: "stock.csv", line: 3, column: 5, problem: "expected a name")
    let store = TestStore(initialState: InventoryFeature.State(items: [])) {
      InventoryFeature()
    } withDependencies: {
      $0.database.importFile = { _ in throw error }
    }
    await store.send(\.importButtonTapped) { $0.fileChooser = .importCsv }
    await store.send(\.fileChosen, file) {
      $0.fileChooser = nil
      $0.isTransferring = true
    }
    await store.receive(\.importResponse.failure) {
      $0.isTransferring = false
      $0.destination = .alert(
        alert("Nothing was imported", "stock.csv, line 3, column 5: expected a name")
      )
    }
  }

  @Test func `all items are exported to a file`() async {
    let store = TestStore(initialState: InventoryFeature.State(items: [.drill])) {
      InventoryFeature()
    } withDependencies: {
      $0.database.exportFile = { _ in 1 }
    }
    await store.send(\.exportButtonTapped) { $0.fileChooser = .exportCsv }
    await store.send(\.fileChosen, file) {
      $0.fileChooser = nil
      $0.isTransferring = true
    }
    await store.receive(\.exportResponse.success) {
      $0.isTransferring = false
      $0.destination = .alert(alert("Export finished", "1 row was written to stock.csv."))
    }
  }

  @Test func `a file dialog may be cancelled`() async {
    let store = TestStore(initialState: InventoryFeature.State(items: [])) { InventoryFeature() }
    await store.send(\.importButtonTapped) { $0.fileChooser = .importCsv }
    await store.send(\.fileChooserCancelled) { $0.fileChooser = nil }
    await store.send(\.fileChosen, file)
  }

  @Test func `sample data is loaded from where the program has it`() async {
    let store = TestStore(initialState: InventoryFeature.State(items: [])) {
      InventoryFeature()
    } withDependencies: {
      $0.sampleDataURL = file
      $0.database.importFile = { [file] in
        #expect($0 == file)
        return 200
      }
    }
    await store.send(\.loadSampleDataButtonTapped) { $0.isTransferring = true }
    await store.receive(\.sampleDataResponse.success, 200) { $0.isTransferring = false }
  }

  @Test func `a program without sample data says so`() async {
    let store = TestStore(initialState: InventoryFeature.State(items: [])) { InventoryFeature() }
    await store.send(\.loadSampleDataButtonTapped) {
      $0.destination = .alert(
        alert(
          "There is no sample data",
          "sample-data.csv: expected the file beside the program"
        )
      )
    }
  }

  // MARK: - Links

  @Test func `a link replaces the pages and what is open`() async {
    let store = TestStore(
      initialState: InventoryFeature.State(
        items: [],
        path: StackState([.location(LocationFeature.State(name: "Moon"))])
      )
    ) {
      InventoryFeature()
    } withDependencies: {
      $0.uuid = .incrementing
      $0.database.target = { link in
        #expect(link == DeepLink(pages: [.item(sku: "T-100")], presentation: .edit))
        return DeepLinkTarget(items: [.drill], pages: [.item(.drill)], presentation: .edit)
      }
    }
    await store.send(\.linkOpened, "inventory://items/T-100/edit")
    await store.receive(\.linkResponse.success) {
      $0.items = [.drill]
      $0.path = StackState()
      $0.path[id: 1] = .item(
        ItemDetailFeature.State(
          item: .drill,
          destination: .edit(ItemFormFeature.State(item: .drill))
        )
      )
    }
  }

  @Test func `a bad link is told in an alert`() async {
    let store = TestStore(initialState: InventoryFeature.State(items: [])) { InventoryFeature() }
    await store.send(\.linkOpened, "inventory://things") {
      $0.destination = .alert(
        alert(
          "The link cannot be opened",
          "inventory://things: expected items, locations or add in place of “things”"
        )
      )
    }
  }

  @Test func `a link does not close a form with unsaved changes`() async {
    let store = storeWithUnsavedChanges()
    await store.send(\.linkOpened, "inventory://items")
    await store.receive(\.path[id: 0].item.destination.edit.cancelButtonTapped)
    #expect(store.state.path[id: 0]?.item?.destination?.edit?.alert != nil)
  }

  // MARK: - With a real database

  @Test func `what another window saves appears in the list and on the page`() async throws {
    let database = try InventoryDatabase.temporary()
    try database.importItems([.drill, .hammer])
    let state = try InventoryFeature.State(link: "inventory://items/T-100", database: database)
    let store = TestStore(initialState: state) {
      InventoryFeature()
    } withDependencies: {
      $0.database = .live(database)
    }
    store.exhaustivity = .off
    let list = await store.send(\.task)
    let page = await store.send(\.path[id: 0].item.task)

    let drill = Item.drill.with { $0.quantity = 99 }
    try InventoryDatabase(path: database.path).save(drill)
    try await eventually {
      await store.skipReceivedActions(strict: false)
      return store.state.items[id: drill.id]?.quantity == 99
        && store.state.path[id: 0]?.item?.item.quantity == 99
    }

    try InventoryDatabase(path: database.path).delete(id: drill.id)
    try await eventually {
      await store.skipReceivedActions(strict: false)
      return store.state.items.ids == [Item.hammer.id] && store.state.path.isEmpty
    }
    await list.cancel()
    await page.cancel()
  }
}

private func alert(_ title: String, _ message: String) -> AlertState<Never> {
  AlertState {
    TextState(title)
  } message: {
    TextState(message)
  }
}
