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
        case .importFile:
          await FileChooser.open(
            over: window?.pointer,
            title: tr("Import Items"),
            filters: [.tables, .all]
          ).first
        case .exportFile(.items), .exportSelected:
          await FileChooser.save(
            over: window?.pointer,
            title: tr("Export Items"),
            name: "inventory.csv",
            filters: [.csv, .excel, .openDocument, .json, .all]
          )
        case .exportFile(.reorderList):
          await FileChooser.save(
            over: window?.pointer,
            title: tr("Export Reorder List"),
            name: "reorder-list.csv",
            filters: [.csv, .excel, .openDocument, .json, .all]
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
  fileprivate static var csv: Self { Self(tr("CSV files"), patterns: ["*.csv"]) }
  fileprivate static var json: Self { Self(tr("JSON files"), patterns: ["*.json"]) }
  fileprivate static var excel: Self { Self(tr("Excel workbooks"), patterns: ["*.xlsx"]) }
  fileprivate static var openDocument: Self {
    Self(tr("OpenDocument spreadsheets"), patterns: ["*.ods"])
  }
  fileprivate static var tables: Self {
    Self(
      tr("Tables and JSON files"),
      patterns: ["*.csv", "*.tsv", "*.txt", "*.json", "*.xlsx", "*.xlsm", "*.ods"]
    )
  }
  fileprivate static var all: Self { Self(tr("All files"), patterns: ["*"]) }
}
