import Foundation
import InventoryCore
import Testing

@Suite struct ImportExportTests {
  let directory: TemporaryDirectory
  let database: InventoryDatabase

  init() throws {
    directory = try TemporaryDirectory()
    database = try InventoryDatabase(path: directory.path("inventory.sqlite"))
  }

  @Test func `an import adds new items and replaces those with a known SKU`() throws {
    try database.save(.drill)
    try database.save(.lamp)
    let file = try write(
      """
      name,sku,quantity,price,location,notes
      Power drill,T-100,5,95,Cellar,
      Saw,T-300,1,20.00,,
      """
    )

    #expect(try importFile(file, into: database) == 2)

    #expect(try database.items().map(\.name) == ["Lamp", "Power drill", "Saw"])
    #expect(
      try database.item(sku: "T-100")
        == Item(
          id: Item.drill.id,
          name: "Power drill",
          sku: "T-100",
          quantity: 5,
          price: Money(minorUnits: 9_500),
          location: "Cellar"
        )
    )
    #expect(
      try database.locations() == [
        Location(name: "Cellar", itemCount: 1), Location(name: "Living room", itemCount: 1),
        Location(name: "Workshop", itemCount: 0),
      ]
    )
  }

  @Test func `a bad row changes nothing`() throws {
    try database.save(.drill)
    let file = try write(
      """
      name,sku,quantity,price,location,notes
      Power drill,T-100,5,95,Cellar,
      Saw,T-300,lots,20.00,,
      """
    )
    let error = #expect(throws: CsvError.self) { try importFile(file, into: database) }
    #expect(error?.description.hasPrefix("\(file), line 3, column 11: quantity “lots”") == true)
    #expect(try database.items() == [.drill])
  }

  @Test func `an export has all items and is imported again as it was`() throws {
    try database.importItems([.drill, .hammer, .lamp])
    let file = directory.path("out.csv")
    #expect(try exportFile(file, from: database) == 3)
    #expect(
      try String(contentsOfFile: file, encoding: .utf8) == """
        name,sku,quantity,price,location,notes\r
        Drill,T-100,4,89.90,Workshop,18 V\r
        hammer,T-200,11,12.50,Workshop,\r
        Lamp,H-1/a b,2,34.00,Living room,\r

        """
    )

    let copy = try InventoryDatabase(path: directory.path("copy.sqlite"))
    #expect(try importFile(file, into: copy) == 3)
    #expect(try importFile(file, into: copy) == 3)
    #expect(try ItemCsv.bytes(of: copy.items()) == ItemCsv.bytes(of: database.items()))
  }

  @Test func `an export through a link reaches what the link leads to`() throws {
    try database.importItems([.drill])
    let (file, link, dangling) = (
      directory.path("out.csv"), directory.path("link"), directory.path("dangling")
    )
    try Data().write(to: URL(filePath: file))
    for (link, target) in [(link, file), (dangling, directory.path("new.csv"))] {
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
      try exportFile(link, from: database)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
      #expect(try String(contentsOfFile: target, encoding: .utf8).contains("T-100"))
    }
  }

  @Test func `an export to a pipe goes through it and leaves it a pipe`() async throws {
    try database.importItems([.drill])
    let pipe = directory.path("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    // Open for reading and writing, so that neither side waits for the other.
    let reader = open(pipe, O_RDWR)
    defer { close(reader) }
    try exportFile(pipe, from: database)
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = read(reader, &bytes, bytes.count)
    #expect(String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self).contains("T-100"))
    #expect(
      try FileManager.default.attributesOfItem(atPath: pipe)[.type] as? FileAttributeType
        != .typeRegular
    )
  }

  @Test func `an export to a place that cannot be written is an error that names it`() throws {
    let file = directory.path("missing/out.csv")
    let error = #expect(throws: FileError.self) { try exportFile(file, from: database) }
    #expect(error?.description.hasPrefix("\(file): cannot be written (") == true)
    #expect(error?.description.contains("expected a writable file") == true)
  }

  @Test func `the sample data fills an empty inventory with a search to try`() throws {
    let sample = URL(filePath: #filePath).appending(path: "../../../../resources/sample-data.csv")
    let count = try importFile(sample.standardized.path(percentEncoded: false), into: database)
    #expect((150...300).contains(count))
    #expect(try database.items().count == count)
    #expect(try database.locations().count >= 3)
    #expect(try database.items(ItemQuery(searchText: "drill workshop")).isEmpty == false)
  }

  private func write(_ text: String) throws -> String {
    let path = directory.path("in.csv")
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }
}
