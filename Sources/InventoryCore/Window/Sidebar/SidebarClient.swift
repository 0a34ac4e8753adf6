import ComposableArchitecture

/// What the sidebar asks of the inventory.
@DependencyClient
public struct SidebarClient: Sendable {
  /// What the sidebar shows.
  public var content: @Sendable () async throws -> SidebarContent
}

extension SidebarClient: TestDependencyKey {
  public static let testValue = SidebarClient()
}

extension DependencyValues {
  /// What the sidebar asks of the inventory.
  public var sidebar: SidebarClient {
    get { self[SidebarClient.self] }
    set { self[SidebarClient.self] = newValue }
  }
}
