/// The number by which PostgreSQL knows a type of values.
package struct DataType: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  private init(_ rawValue: UInt32) { self.rawValue = rawValue }

  /// Not known yet: the server infers it from the statement.
  package static let inferred = DataType(0)

  // These numbers are part of PostgreSQL's interface.
  package static let bool = DataType(16)
  package static let bytea = DataType(17)
  package static let name = DataType(19)
  package static let int8 = DataType(20)
  package static let int2 = DataType(21)
  package static let int4 = DataType(23)
  package static let text = DataType(25)
  package static let oid = DataType(26)
  package static let json = DataType(114)
  package static let float4 = DataType(700)
  package static let float8 = DataType(701)
  package static let unknown = DataType(705)
  package static let bpchar = DataType(1042)
  package static let varchar = DataType(1043)
  package static let date = DataType(1082)
  package static let timestamp = DataType(1114)
  package static let timestamptz = DataType(1184)
  package static let numeric = DataType(1700)
  package static let uuid = DataType(2950)

  package static let boolArray = DataType(1000)
  package static let byteaArray = DataType(1001)
  package static let int4Array = DataType(1007)
  package static let textArray = DataType(1009)
  package static let int8Array = DataType(1016)
  package static let float8Array = DataType(1022)
  package static let timestamptzArray = DataType(1185)
  package static let uuidArray = DataType(2951)
}
