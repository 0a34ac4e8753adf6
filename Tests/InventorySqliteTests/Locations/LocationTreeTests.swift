import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore
@testable import InventorySqlite

@Suite struct LocationTreeTests {
  let database: InventoryDatabase

  /// Items by the paths of their locations: one each, named as the last location.
  init() throws {
    database = try InventoryDatabase.temporary()
    let paths = ["Site", "Site / Room", "Site / Room / Shelf", "Site / Hall", "Yard"]
    for (number, path) in paths.enumerated() {
      try database.save(
        Item(
          id: .number(number),
          name: "\(LocationPath(path).names.last!) item",
          sku: "\(number)",
          location: path
        )
      )
    }
  }

  private func id(_ path: String) throws -> Int64 {
    try #require(try database.location(.name(path))).id
  }

  private func paths() throws -> [String] { try database.locations().map(\.name) }

  /// The locations of all items, in the order of their numbers.
  private func places() throws -> [String] {
    try database.items(ItemQuery(sort: .sku)).map(\.location)
  }

  /// Searching by each name of a path finds what the items say, and the paths say what the parents
  /// are.
  private func expectSoundness(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let items = try database.items()
    let words = ["Site", "Room", "Shelf", "Hall", "Yard", "Cellar", "Attic", "Deep"]
    for word in words {
      let found = try database.items(ItemQuery(searchText: word)).map(\.sku).sorted()
      let expected = items.filter { $0.name.contains(word) || $0.location.contains(word) }
      #expect(found == expected.map(\.sku).sorted(), "\(word)", sourceLocation: sourceLocation)
    }
    try database.expectSoundLocations(sourceLocation: sourceLocation)
  }

  @Test func `a location has what is directly in it, and counts what is below`() throws {
    let site = try #require(try database.location(.name("Site")))
    #expect(
      site.sublocations == [
        Location(name: "Site / Hall", itemCount: 1), Location(name: "Site / Room", itemCount: 2),
      ]
    )
    #expect(site.itemCount == 4)
    #expect(site.ownItemCount == 1)
    #expect(try database.location(.id(site.id)) == site)
    #expect(try database.location(.name("site")) == nil)
    #expect(try database.location(.id(99)) == nil)
    #expect(
      try database.topLocations() == [
        Location(name: "Site", itemCount: 4), Location(name: "Yard", itemCount: 1),
      ]
    )
  }

  @Test func `a location stays when it is empty`() throws {
    try database.delete(id: .number(4))
    #expect(try database.location(.name("Yard"))?.itemCount == 0)
    try database.addLocation(LocationPath("Attic / Box"))
    #expect(
      try database.location(.name("Attic"))?.sublocations == [
        Location(name: "Attic / Box", itemCount: 0)
      ]
    )
    #expect(throws: LocationError.exists(try #require(try database.location(.name("Attic"))))) {
      try database.addLocation(LocationPath("Attic"))
    }
  }

  @Test func `what is in a location goes with it to another name and place`() throws {
    try database.moveLocation(id("Site / Room"), to: LocationPath("Cellar / Deep"))
    #expect(
      try paths() == [
        "Cellar", "Cellar / Deep", "Cellar / Deep / Shelf", "Site", "Site / Hall", "Yard",
      ]
    )
    #expect(
      try places() == [
        "Site", "Cellar / Deep", "Cellar / Deep / Shelf", "Site / Hall", "Yard",
      ]
    )
    try expectSoundness()
    try database.moveLocation(id("Cellar / Deep"), to: LocationPath("CELLAR"))
    try database.moveLocation(id("CELLAR"), to: LocationPath("Deep"))
    #expect(try places()[2] == "Deep / Shelf")
    try expectSoundness()
  }

  @Test func `a location is never inside itself`() throws {
    for path in ["Site / Room", "Site / Site", "Site / Room / Shelf / Site"] {
      #expect(throws: LocationError.insideItself) {
        try database.moveLocation(id("Site"), to: LocationPath(path), isMerging: true)
      }
    }
    #expect(throws: LocationError.gone) {
      try database.moveLocation(99, to: LocationPath("Attic"))
    }
    #expect(try paths().count == 5)
    try expectSoundness()
  }

  @Test func `locations merge when asked to, and so do those in them with the same name`() throws {
    try database.addLocation(LocationPath("Yard / Room / Shelf"))
    try database.addLocation(LocationPath("Yard / Room / Attic"))
    let site = try id("Site")
    #expect(throws: LocationError.exists(try #require(try database.location(.name("Yard"))))) {
      try database.moveLocation(site, to: LocationPath("Yard"))
    }
    #expect(try places()[0] == "Site")
    try database.moveLocation(site, to: LocationPath("Yard"), isMerging: true)
    #expect(
      try paths() == [
        "Yard", "Yard / Hall", "Yard / Room", "Yard / Room / Attic", "Yard / Room / Shelf",
      ]
    )
    #expect(try places() == ["Yard", "Yard / Room", "Yard / Room / Shelf", "Yard / Hall", "Yard"])
    try expectSoundness()
  }

  @Test func `what is in a deleted location moves up`() throws {
    try database.deleteLocation(id("Site / Room"))
    #expect(try places() == ["Site", "Site", "Site / Shelf", "Site / Hall", "Yard"])
    try expectSoundness()
    try database.deleteLocation(id("Site"))
    #expect(try places() == ["", "", "Shelf", "Hall", "Yard"])
    try database.deleteLocation(id("Yard"))
    #expect(try places() == ["", "", "Shelf", "Hall", ""])
    #expect(try paths() == ["Hall", "Shelf"])
    try database.deleteLocation(99)
    try expectSoundness()
  }

  @Test func `a location may have the name of the one that goes`() throws {
    try database.addLocation(LocationPath("Site / Room / Room / Attic"))
    try database.save(Item.drill.with { $0.location = "Site / Room / Room" })
    try database.deleteLocation(id("Site / Room"))
    #expect(
      try paths() == [
        "Site", "Site / Hall", "Site / Room", "Site / Room / Attic", "Site / Shelf", "Yard",
      ]
    )
    #expect(try database.item(id: Item.drill.id)?.location == "Site / Room")
    try expectSoundness()
  }
}
