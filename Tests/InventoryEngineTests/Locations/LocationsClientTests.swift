import InventoryCore
import InventoryTestSupport
import Testing

/// The tree of locations.
@Suite struct LocationsClientTests {
  private func open(_ engine: Engine) async throws -> OpenInventory {
    try await engine.open(with: [
      Item(id: .number(1), name: "Saw", sku: "1", location: "House / Cellar / Shelf"),
      Item(id: .number(2), name: "Axe", sku: "2", location: "House / Cellar"),
      Item(id: .number(3), name: "Rope", sku: "3", location: "Garden"),
    ])
  }

  /// The paths, with the numbers of items.
  private func tree(_ inventory: OpenInventory) async throws -> [String] {
    try await inventory.clients.locations.all().map { "\($0.name): \($0.itemCount)" }
  }

  private func edit(
    _ inventory: OpenInventory,
    _ path: String,
    to newPath: String,
    isMerging: Bool = false
  ) async throws {
    let new = LocationPath(newPath)
    let edit = LocationEdit(
      id: try await inventory.locationID(path),
      original: LocationPath(path),
      name: new.names.last,
      parent: new.parent ?? LocationPath(names: [])
    )
    try await inventory.clients.locations.edit(edit, isMerging)
  }

  @Test(arguments: Engine.all)
  func `items make their locations, which count what is in them and below`(
    engine: Engine
  ) async throws {
    let inventory = try await open(engine)
    let locations = inventory.clients.locations
    #expect(
      try await tree(inventory) == [
        "Garden: 1", "House: 2", "House / Cellar: 2", "House / Cellar / Shelf: 1",
      ]
    )
    let top = try await locations.top()
    #expect(top.map(\.name) == ["Garden", "House"] && top.map(\.itemCount) == [1, 2])
    let cellar = try await #require(locations.content(.name("House / Cellar")))
    #expect((cellar.itemCount, cellar.ownItemCount) == (2, 1))
    #expect(cellar.sublocations == [Location(name: "House / Cellar / Shelf", itemCount: 1)])
    #expect(try await locations.content(.id(cellar.id)) == cellar)
    #expect(try await locations.content(.name("Cellar")) == nil)
    #expect(try await locations.content(.id(9_999)) == nil)
  }

  @Test(arguments: Engine.all)
  func `a location is added once, with those around it`(engine: Engine) async throws {
    let inventory = try await open(engine)
    let locations = inventory.clients.locations
    try await locations.add(LocationPath("Attic / Box"))
    #expect(try await tree(inventory).prefix(2) == ["Attic: 0", "Attic / Box: 0"])
    let box = try await #require(locations.content(.name("Attic / Box")))
    await #expect(throws: LocationError.exists(box)) {
      try await locations.add(LocationPath("Attic / Box"))
    }
  }

  @Test(arguments: Engine.all)
  func `a location that is renamed or moved takes everything with it`(
    engine: Engine
  ) async throws {
    let inventory = try await open(engine)
    let id = try await inventory.locationID("House / Cellar")
    try await edit(inventory, "House / Cellar", to: "Garden / Shed / Vault")
    #expect(try await inventory.locationID("Garden / Shed / Vault") == id)
    let saw = try await inventory.clients.items.item(.number(1))
    #expect(saw?.location == "Garden / Shed / Vault / Shelf")
    #expect(try await tree(inventory).contains("House: 0"))
    await #expect(throws: LocationError.insideItself) {
      try await edit(inventory, "Garden", to: "Garden / Shed / Garden")
    }
  }

  @Test(arguments: Engine.all)
  func `a location takes the place of another one only if they are to be merged`(
    engine: Engine
  ) async throws {
    let inventory = try await open(engine)
    try await inventory.add(
      Item(id: .number(4), name: "Nut", sku: "4", location: "Garden / Shelf")
    )
    let garden = try await #require(inventory.clients.locations.content(.name("Garden")))
    await #expect(throws: LocationError.exists(garden)) {
      try await edit(inventory, "House / Cellar", to: "Garden")
    }
    try await edit(inventory, "House / Cellar", to: "Garden", isMerging: true)
    #expect(try await tree(inventory) == ["Garden: 4", "Garden / Shelf: 2", "House: 0"])
  }

  @Test(arguments: Engine.all)
  func `a location that others have renamed meanwhile is not renamed again`(
    engine: Engine
  ) async throws {
    let inventory = try await open(engine)
    let locations = inventory.clients.locations
    let id = try await inventory.locationID("Garden")
    let mine = LocationEdit(id: id, original: LocationPath("Garden"), name: "Mine")
    try await edit(inventory, "Garden", to: "Theirs")
    let current = try await #require(locations.content(.id(id)))
    await #expect(throws: LocationError.changed(current)) { try await locations.edit(mine, false) }
    try await locations.delete(id)
    await #expect(throws: LocationError.gone) { try await locations.edit(mine, false) }
  }

  @Test(arguments: Engine.all)
  func `what is in a location that is deleted moves up`(engine: Engine) async throws {
    let inventory = try await open(engine)
    let id = try await inventory.locationID("House / Cellar")
    try await inventory.clients.locations.delete(id)
    try await inventory.clients.locations.delete(id)
    #expect(try await tree(inventory) == ["Garden: 1", "House: 2", "House / Shelf: 1"])
    try await inventory.clients.locations.delete(inventory.locationID("Garden"))
    #expect(try await inventory.clients.items.item(.number(3))?.location == "")
  }

  @Test(arguments: Engine.all)
  func `the identity of a location is never used again`(engine: Engine) async throws {
    let inventory = try await open(engine)
    let id = try await inventory.locationID("Garden")
    try await inventory.clients.locations.delete(id)
    try await inventory.clients.locations.add(LocationPath("Garden"))
    #expect(try await inventory.locationID("Garden") != id)
  }
}
