import ComposableArchitecture

/// What the program tells outside of its windows.
@DependencyClient
public struct NotificationsClient: Sendable {
  /// Tells that more of an item should be ordered.
  public var itemIsLow: @Sendable (_ item: Item) async -> Void
  /// Tells that more of many items should be ordered.
  public var manyItemsAreLow: @Sendable (_ count: Int) async -> Void
}

extension NotificationsClient: DependencyKey {
  /// The program says how it notifies.
  public static let liveValue = NotificationsClient()
  public static let testValue = NotificationsClient()
}

extension DependencyValues {
  /// The notifications of the desktop.
  public var notifications: NotificationsClient {
    get { self[NotificationsClient.self] }
    set { self[NotificationsClient.self] = newValue }
  }
}
