import InventoryCore
import PostgresClient

/// The server has quantities in millionths.
extension Quantity: PostgresArrayElement, PostgresArrayDecodable {
  package static var elementType: DataType { Int64.elementType }
  package static var arrayType: DataType { Int64.arrayType }
  package var elementBytes: Result<[UInt8], PostgresError> { millionths.elementBytes }

  package init(_ cell: Cell) throws(PostgresError) {
    self.init(millionths: try Int64(cell))
  }
}
