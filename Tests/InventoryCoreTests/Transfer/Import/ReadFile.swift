import Foundation

@testable import InventoryCore

/// What an import would read from a file.
struct ReadFile {
  private(set) var items: [Item] = []
  private(set) var problems: [ImportProblem] = []
  let notes: [String]
  let encoding: TextEncoding

  init(
    _ text: String,
    as ending: String = "csv",
    layout: ImportLayout = ImportLayout()
  ) throws {
    try self.init(Data(text.utf8), as: ending, layout: layout)
  }

  init(
    _ data: Data,
    as ending: String = "csv",
    layout: ImportLayout = ImportLayout()
  ) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).\(ending)")
    try data.write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    let file = try ImportFile(path.path(percentEncoded: false), layout: layout)
    let preview = try ImportPreview(file, locale: .plain)
    var options = preview.options
    options.unmapped = .notes
    notes = preview.notes(options)
    encoding = file.format.encoding
    var (reader, items, problems) = (ItemReader(options), [Item](), [ImportProblem]())
    try file.read { record in
      if let row = reader.row(of: record, makeID: UUID.init) {
        items.append(row.item)
      } else {
        problems += reader.problems
      }
    }
    (self.items, self.problems) = (items, problems)
  }
}
