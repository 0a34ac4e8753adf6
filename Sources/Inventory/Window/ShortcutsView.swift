import ComposableGtk
import InventoryCore

/// The sheet that lists the keys.
struct ShortcutsView: View {
  let store: StoreOf<ShortcutsFeature>

  var body: some View {
    Form {
      ForEach(store.sections) { section in
        Section(section.title) {
          ForEach(section.shortcuts) { ShortcutRow(shortcut: $0) }
        }
      }
    }
    .navigationTitle(tr("Keyboard Shortcuts"))
    .toolbar {
      ToolbarItem(placement: .cancellationAction) {
        Button(tr("Close")) { store.send(.closeButtonTapped) }
      }
    }
  }
}

/// What keys do, and the keys as they look on a keyboard.
private struct ShortcutRow: View {
  let shortcut: ShortcutSection.Shortcut

  var body: some View {
    HStack(spacing: 6) {
      Text(shortcut.title)
      Spacer()
      ForEach(shortcut.keys.labels, id: \.self) { label in
        Text(label)
          .multilineTextAlignment(.center)
          .cssClass("keycap")
      }
    }
    .padding(.vertical, 6)
  }
}
