import ComposableArchitecture
import Foundation
import InventoryCore
import Testing

/// A form whose SKUs are looked for at once, and are nobody's.
@MainActor
func formStore(
  _ state: ItemFormFeature.State,
  _ prepare: (inout DependencyValues) -> Void = { _ in }
) -> TestStoreOf<ItemFormFeature> {
  TestStore(initialState: state) {
    ItemFormFeature()
  } withDependencies: {
    $0.continuousClock = ImmediateClock()
    $0.items.itemWithSku = { _ in nil }
    prepare(&$0)
  }
}

extension AsyncStream<Void> {
  /// Yields at once, as streams of changes do, and then ends.
  static var once: AsyncStream {
    AsyncStream {
      $0.yield()
      $0.finish()
    }
  }
}

extension Backup {
  static let monday = Backup(
    id: "monday",
    date: Date(timeIntervalSince1970: 0),
    occasion: .daily,
    itemCount: 1,
    names: ["Drill"]
  )
}

/// An error that an engine may throw.
struct EngineFailure: EngineError, Equatable, LocalizedError, CustomStringConvertible {
  let description: String
  var isConnectionLost = false
  var isDamage = false
  var errorDescription: String? { description }

  var problem: DatabaseProblem {
    DatabaseProblem(title: "The Engine Has Failed", explanation: description)
  }

  static let away = EngineFailure(description: "no server answers", isConnectionLost: true)
  static let damaged = EngineFailure(description: "row 3 is damaged", isDamage: true)
  static let diskFull = EngineFailure(description: "the disk is full")
  static let locked = EngineFailure(description: "another program has locked it")
}

/// What an engine needs to take a change back, for features that do not look into it.
struct TestReversal: InventoryReversal {
  var photoSize: Int { 0 }
}

extension InventoryChange {
  /// A change that only a feature looks at.
  init(_ kind: Kind, photo: PhotoChange? = nil, restoredItem: Item? = nil) {
    self.init(kind, photo: photo, restoredItem: restoredItem, reversal: TestReversal())
  }
}
