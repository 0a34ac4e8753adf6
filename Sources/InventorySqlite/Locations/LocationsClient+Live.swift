import InventoryCore

extension LocationsClient {
  static func live(_ session: InventorySession) -> LocationsClient {
    LocationsClient(
      content: { reference in try await session.ask { try $0.location(reference) } },
      top: { try await session.ask { try $0.topLocations() } },
      all: { try await session.ask { try $0.locations() } },
      add: { path in try await session.change { try $0.addLocation(path, journal: $1) } },
      edit: { edit, isMerging in
        try await session.change { try $0.editLocation(edit, isMerging: isMerging, journal: $1) }
      },
      delete: { id in try await session.change { try $0.deleteLocation(id, journal: $1) } }
    )
  }
}
