import GRDB
import InventoryCore

/// The database has quantities in millionths.
extension Quantity: DatabaseValueConvertible {
  public var databaseValue: DatabaseValue { millionths.databaseValue }

  public static func fromDatabaseValue(_ value: DatabaseValue) -> Quantity? {
    Int64.fromDatabaseValue(value).map { Quantity(millionths: $0) }
  }
}
