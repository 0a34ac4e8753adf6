import ComposableGtk
import Foundation
import InventoryCore

/// The first rows of the file.
struct ImportRowsSection: View {
  let preview: ImportPreview

  /// More would be hard to compare.
  private static let rowLimit = 5
  private static let characterLimit = 40

  var body: some View {
    if !preview.rows.isEmpty {
      Section(tr("First Rows")) {
        ScrollView(.horizontal) {
          Grid(horizontalSpacing: 18, verticalSpacing: 6) {
            GridRow {
              ForEach(preview.header.indices, id: \.self) { column in
                Text(Self.short(preview.header[column]))
                  .cssClass("dim-label")
                  .cssClass("caption")
              }
            }
            ForEach(preview.rows.prefix(Self.rowLimit).indices, id: \.self) { row in
              GridRow {
                ForEach(preview.header.indices, id: \.self) { column in
                  Text(cell(row, column))
                    .lineLimit(1)
                }
              }
            }
          }
          .padding(.vertical, 9)
        }
      }
    }
  }

  private func cell(_ row: Int, _ column: Int) -> String {
    let cells = preview.rows[row]
    return cells.indices.contains(column) ? Self.short(cells[column]) : ""
  }

  private static func short(_ text: String) -> String {
    let line = text.prefix { !$0.isNewline }
    return line.count < text.count || line.count > characterLimit
      ? "\(line.prefix(characterLimit))…" : text
  }
}
