import Foundation

extension DependencyValues {
  /// Posts and observes notifications: the default center in an application; in each test, a center
  /// of its own.
  public var notificationCenter: NotificationCenter {
    get { self[NotificationCenterKey.self].value }
    set { self[NotificationCenterKey.self] = UncheckedSendable(newValue) }
  }

  // Safe: the documentation of `NotificationCenter` says that it is thread-safe, although it is not
  // marked `Sendable` on all platforms.
  private enum NotificationCenterKey: DependencyKey {
    static var liveValue: UncheckedSendable<NotificationCenter> { UncheckedSendable(.default) }
    static var testValue: UncheckedSendable<NotificationCenter> {
      UncheckedSendable(NotificationCenter())
    }
  }
}
