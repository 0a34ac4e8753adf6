import ComposableGtk
import Foundation
import GtkKit
import InventoryCore

extension View {
  /// Shows the file dialog that the state asks for, and sends the user's choice.
  func fileChooser(store: StoreOf<TransferFeature>) -> some View {
    FileChooserView(store: store, content: self)
  }
}

private struct FileChooserView<Content: View>: View {
  let store: StoreOf<TransferFeature>
  let content: Content
  @Environment(\.presentingWindow) private var window

  var body: some View {
    content.task(id: store.fileChooser) {
      guard let chooser = store.fileChooser else { return }
      let uri =
        switch chooser {
        case .importCsv:
          await FileChooser.open(
            over: window?.pointer,
            title: "Import CSV",
            filters: [.csv, .all]
          ).first
        case .exportCsv:
          await FileChooser.save(
            over: window?.pointer,
            title: "Export CSV",
            name: "inventory.csv",
            filters: [.csv, .all]
          )
        }
      guard !Task.isCancelled else { return }
      if let file = uri.flatMap(URL.init(string:)) {
        store.send(.fileChosen(file))
      } else {
        store.send(.fileChooserCancelled)
      }
    }
  }
}

@MainActor
extension FileChooser.Filter {
  fileprivate static var csv: Self { Self("CSV files", patterns: ["*.csv"]) }
  fileprivate static var all: Self { Self("All files", patterns: ["*"]) }
}
