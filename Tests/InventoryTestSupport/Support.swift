import ComposableArchitecture
import Foundation
import InventoryCore
import Testing

/// A directory that goes with the value.
package final class TemporaryDirectory: Sendable {
  package let url: URL

  package init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "inventory-tests-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  package func path(_ name: String) -> String {
    url.appending(path: name).path(percentEncoded: false)
  }
}

/// Runs a statement of SQL in SQLite's own shell, and returns what it printed. Like the program, it
/// waits while another process has locked the file.
@discardableResult
package func sqlite(_ path: String, _ statement: String) throws -> String {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = ["sqlite3", "-cmd", ".timeout 20000", path, statement]
  let output = Pipe()
  // Foundation keeps a process that has ended, and with it the pipe.
  defer { try? output.fileHandleForReading.close() }
  process.standardOutput = output
  try process.run()
  let data = try output.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  #expect(process.terminationStatus == 0)
  return String(decoding: data, as: UTF8.self)
}

extension UUID {
  /// The identity with a number at its end.
  package static func number(_ number: Int) -> UUID {
    UUID(uuidString: "00000000-0000-0000-0000-" + String(format: "%012x", number))!
  }
}

extension Money {
  /// The amount from thousandths, which are enough for nearly all tests.
  package init(thousandths: Int64) {
    self.init(millionths: thousandths * 1_000)
  }

  /// The amount in thousandths; `nil` if it has smaller parts.
  package var thousandths: Int64? { millionths.isMultiple(of: 1_000) ? millionths / 1_000 : nil }
}

extension Item {
  /// The item with some of it changed.
  package func with(_ change: (inout Item) -> Void) -> Item {
    var item = self
    change(&item)
    return item
  }

  package static let drill = Item(
    id: .number(1),
    name: "Drill",
    sku: "T-100",
    quantity: 4,
    price: Money(thousandths: 89_900),
    location: "Workshop",
    notes: "18 V"
  )
  package static let hammer = Item(
    id: .number(2),
    name: "hammer",
    sku: "T-200",
    quantity: 11,
    price: Money(thousandths: 12_500),
    location: "Workshop"
  )
  package static let lamp = Item(
    id: .number(3),
    name: "Lamp",
    sku: "H-1/a b",
    quantity: 2,
    price: Money(thousandths: 34_000),
    location: "Living room"
  )
}

/// An alert that tells something.
package func alert(_ title: String, _ message: String) -> AlertState<Never> {
  AlertState {
    TextState(title)
  } message: {
    TextState(message)
  }
}

/// The question before a form closes that has unsaved changes.
package func discardQuestion<Action>(_ title: String, discard: Action) -> AlertState<Action> {
  AlertState {
    TextState(title)
  } actions: {
    ButtonState(role: .destructive, action: discard) { TextState("Discard") }
    ButtonState(role: .cancel) { TextState("Keep Editing") }
  } message: {
    TextState("What you have written is not saved.")
  }
}

/// The question whose changes of an item count.
package func conflictQuestion(_ differences: String) -> AlertState<ItemFormFeature.Action.Alert> {
  AlertState {
    TextState("This item was changed elsewhere")
  } actions: {
    ButtonState { TextState("Keep Editing") }
    ButtonState(action: .keepTheirsConfirmed) { TextState("Keep Theirs") }
    ButtonState(role: .destructive, action: .keepMineConfirmed) { TextState("Save Mine") }
  } message: {
    TextState(differences)
  }
}

/// A file or folder of the package.
///
/// - Parameter path: The path from the folder of the package on.
package func packageURL(_ path: String) -> URL {
  URL(filePath: #filePath).appending(path: "../../../\(path)").standardized
}

extension ConfirmationDialogState
where Action == ItemDetailFeature.Destination.ConfirmationDialog {
  package static let deleteDrill = ConfirmationDialogState(titleVisibility: .visible) {
    TextState("Delete “Drill”?")
  } actions: {
    ButtonState(role: .destructive, action: .deleteConfirmed) { TextState("Delete") }
    ButtonState(role: .cancel) { TextState("Cancel") }
  } message: {
    TextState("The item T-100 will be removed from the inventory.")
  }
}
