import ComposableArchitecture

/// What leads to places in the inventory.
@DependencyClient
public struct LinksClient: Sendable {
  /// What is in the inventory at the end of a link. Throws ``DeepLinkError`` when something on the
  /// way is not there.
  public var target: @Sendable (_ link: DeepLink) async throws -> DeepLinkTarget
  /// What a window has shown when the program ended, as far as it is still there.
  public var savedWindow: @Sendable (_ window: SavedWindow) async throws -> RestoredWindow
}

extension LinksClient {
  /// Follows links in an inventory, whichever engine it has.
  init(_ inventory: InventoryClients) {
    self.init(
      target: { link in try await DeepLinkTarget(of: link, in: inventory) },
      savedWindow: { window in try await RestoredWindow(window, in: inventory) }
    )
  }
}

extension LinksClient: TestDependencyKey {
  public static let testValue = LinksClient()
}

extension DependencyValues {
  /// What leads to places in the inventory.
  public var links: LinksClient {
    get { self[LinksClient.self] }
    set { self[LinksClient.self] = newValue }
  }
}
