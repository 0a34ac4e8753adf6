import ComposableArchitecture
import InventoryCore
import Testing

@MainActor
@Suite struct ShortcutsFeatureTests {
  @Test func `every command that has keys is listed, and no keys do two things`() {
    let listed = ShortcutsFeature.State().sections.flatMap(\.shortcuts)
    for command in Command.allCases {
      let found = listed.first { $0.title == command.title && $0.keys == command.keys }
      #expect((found == nil) == (command.keys == nil), "\(command)")
    }
    #expect(listed.contains { $0.title == "Undo" && $0.keys == "<Control>z" })
    #expect(listed.contains { $0.title == "Redo" && $0.keys == "<Control><Shift>z" })
    #expect(Set(listed.map(\.keys)).count == listed.count)
  }

  @Test func `the sheet closes`() async {
    let store = TestStore(initialState: ShortcutsFeature.State()) {
      ShortcutsFeature()
    }
    await store.send(\.closeButtonTapped).finish()
    #expect(store.isDismissed)
  }

  @Test(arguments: [
    ("<Control><Shift>n", ["Ctrl", "Shift", "N"]), ("<Control>comma", ["Ctrl", ","]),
    ("F10", ["F10"]), ("<Alt>Left", ["Alt", "←"]), ("Escape", ["Esc"]),
  ])
  func `keys have the labels that are written on them`(keys: String, labels: [String]) {
    #expect(KeyCombination(stringLiteral: keys).labels == labels)
  }
}
