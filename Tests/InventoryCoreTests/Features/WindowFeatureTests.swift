import ComposableArchitecture
import Foundation
import InventoryCore
import TestSupport
import Testing

@MainActor
@Suite struct WindowFeatureTests {
  @Shared(.savedWindows) private var savedWindows
  private let clock = TestClock()

  private func store(
    _ inventory: InventoryFeature.State = InventoryFeature.State(page: ItemPage([.drill]))
  ) -> TestStoreOf<WindowFeature> {
    TestStore(initialState: WindowFeature.State(id: .number(1), inventory: inventory)) {
      WindowFeature()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func `a window is saved when it is there`() async {
    let store = store()
    store.dependencies.database.checkIntegrity = {}
    store.dependencies.database.backUp = {}
    store.exhaustivity = .off
    await store.send(\.task)
    #expect(await eventually { savedWindows == [SavedWindow(id: .number(1))] })
    await store.skipInFlightEffects()
  }

  @Test(arguments: [
    StackState(),
    StackState([InventoryFeature.Path.State.item(ItemDetailFeature.State(item: .drill))]),
  ])
  func `the file is checked and backed up once, also below other pages, until the window closes`(
    path: StackState<InventoryFeature.Path.State>
  ) async {
    let backups = LockIsolated(0)
    let store = store(InventoryFeature.State(page: ItemPage([.drill]), path: path))
    store.dependencies.database.checkIntegrity = {}
    store.dependencies.database.backUp = { backups.withValue { $0 += 1 } }
    await store.send(\.task)
    await store.receive(\.inventory.list.opened)
    await store.receive(\.inventory.list.integrityResponse) {
      $0.inventory.list.integrity = .sound
    }
    #expect(await eventually { backups.value == 1 })
    await store.send(\.inventory.closeButtonTapped) { $0.inventory.isClosed = true }
    await store.finish()
    #expect(backups.value == 1)
  }

  @Test func `what changes is saved once, when nothing more changes`() async {
    let store = store()
    store.exhaustivity = .off
    let page = InventoryFeature.Path.State.item(ItemDetailFeature.State(item: .drill))
    await store.send(\.inventory.path.push, (id: 0, state: page)) {
      $0.inventory.path[id: 0] = page
    }
    await clock.advance(by: .milliseconds(200))
    await store.send(\.resized, WindowSize(width: 700, height: 500, isMaximized: true)) {
      $0.size = WindowSize(width: 700, height: 500, isMaximized: true)
    }
    await clock.advance(by: .milliseconds(299))
    #expect(savedWindows == [])
    await clock.advance(by: .milliseconds(1))
    await store.finish()
    #expect(
      savedWindows == [
        SavedWindow(
          id: .number(1),
          link: "inventory://items/T-100",
          size: WindowSize(width: 700, height: 500, isMaximized: true)
        )
      ]
    )
  }

  @Test func `nothing is saved for what does not come back`() async {
    let store = store()
    await store.send(\.inventory.list.integrityResponse, nil) {
      $0.inventory.list.integrity = .sound
    }
    await store.finish()
    #expect(savedWindows == [])
  }

  @Test func `a window that closes is not saved any more`() async {
    let store = store()
    await store.send(\.resized, WindowSize(width: 700)) { $0.size = WindowSize(width: 700) }
    await store.send(\.inventory.closeButtonTapped) { $0.inventory.isClosed = true }
    await store.finish()
    #expect(savedWindows == [])
  }
}
