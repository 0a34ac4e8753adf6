import Foundation
import GRDB
import InventoryCore

/// All that the database knows of an item: its row and the rows that refer to it, in whichever
/// tables there are.
struct ItemRecord: Equatable, Sendable {
  typealias Columns = [String: DatabaseValue]

  let item: Item
  /// The columns of the item's own row.
  private let columns: Columns
  private let children: [ChildRows]
  /// Kept here, too: the database forgets the photo of a deleted item after a day.
  let photo: Photo?

  private struct ChildRows: Equatable, Sendable {
    let table: String
    /// The column that refers to the item.
    let column: String
    let rows: [Columns]
  }

  /// Reads an item.
  ///
  /// - Returns: `nil` if it is not there.
  init?(_ id: Item.ID, _ db: Database) throws {
    guard let item = try db.items(where: "item.id = ?", [id.uuidString]).first,
      let row = try Row.fetchOne(
        db,
        sql: "SELECT * FROM item WHERE id = ?",
        arguments: [id.uuidString]
      )
    else { return nil }
    self.item = item
    columns = Columns(row)
    photo = try db.photo(ofItem: id)
    let key = row["key"] as Int64
    children = try db.referencesToItems().compactMap { table, column in
      let rows = try Row.fetchAll(
        db,
        sql: "SELECT * FROM \(table.quotedDatabaseIdentifier) WHERE "
          + "\(column.quotedDatabaseIdentifier) = ?",
        arguments: [key]
      )
      return rows.isEmpty
        ? nil : ChildRows(table: table, column: column, rows: rows.map { Columns($0) })
    }
  }

  /// Puts the item back with all that belonged to it, into the location where it was, which may
  /// have another name by now. If that is gone, it goes into one with the same path.
  ///
  /// - Throws: ``UndoProblem`` if the item is there, or if another item has its SKU.
  func restore(_ db: Database) throws {
    guard try db.items(where: "item.id = ?", [item.id.uuidString]).isEmpty else {
      throw UndoProblem.itemIsBack(name: item.name)
    }
    guard try db.items(where: "item.sku = ?", [item.sku]).isEmpty else {
      throw UndoProblem.skuTaken(name: item.name, sku: item.sku)
    }
    var columns = columns
    columns["locationID"] = try db.locationID(
      columns["locationID"].flatMap(Int64.fromDatabaseValue),
      path: item.location
    )
    .databaseValue
    try db.insertWithFreeNumber(columns, into: "item")
    let key = try Int64.fetchOne(
      db,
      sql: "SELECT key FROM item WHERE id = ?",
      arguments: [item.id.uuidString]
    )
    for child in children {
      for var row in child.rows {
        row[child.column] = key.databaseValue
        try db.insertWithFreeNumber(row, into: child.table)
      }
    }
    if let photo, try db.photo(ofItem: item.id) == nil {
      try db.setPhoto(photo, ofItem: item.id)
    }
  }
}

extension ItemRecord.Columns {
  fileprivate init(_ row: Row) {
    self.init(row.map { ($0, $1) }) { first, _ in first }
  }
}

extension Database {
  /// The tables whose rows go with an item, and their columns that refer to it.
  func referencesToItems() throws -> [(table: String, column: String)] {
    try Row.fetchAll(
      self,
      sql: """
        SELECT m.name, f."from" FROM sqlite_master m, pragma_foreign_key_list(m.name) f
        WHERE m.type = 'table' AND f."table" = 'item' ORDER BY m.name
        """
    )
    .map { ($0[0], $0[1]) }
  }

  /// Inserts a row. Its number is another one if the old one has been given away.
  fileprivate func insertWithFreeNumber(
    _ columns: ItemRecord.Columns,
    into table: String
  ) throws {
    var columns = columns
    if let number = try primaryKey(table).rowIDColumn, let value = columns[number],
      try Bool.fetchOne(
        self,
        sql: "SELECT EXISTS (SELECT 1 FROM \(table.quotedDatabaseIdentifier) WHERE "
          + "\(number.quotedDatabaseIdentifier) = ?)",
        arguments: [value]
      ) == true
    {
      columns[number] = nil
    }
    let names = columns.keys.sorted()
    try execute(
      sql: """
        INSERT INTO \(table.quotedDatabaseIdentifier)
          (\(names.map(\.quotedDatabaseIdentifier).joined(separator: ", ")))
        VALUES (\(names.map { _ in "?" }.joined(separator: ", ")))
        """,
      arguments: StatementArguments(names.map { columns[$0] })
    )
  }

  /// The number of a location: its former one if it is there, and else that of the location with
  /// its path, which is made if it is not there.
  fileprivate func locationID(_ formerID: Int64?, path: String) throws -> Int64? {
    let id = try Int64.fetchOne(
      self,
      sql: """
        SELECT id FROM location WHERE id = :id OR path = :path
        ORDER BY id = :id DESC LIMIT 1
        """,
      arguments: ["id": formerID, "path": path]
    )
    return try id ?? LocationWriter(self).id(of: LocationPath(path))
  }
}
