/// Releases objects while the main loop has nothing else to do, one at a time. For widgets of which
/// many go at once, and each takes long to free.
public enum IdleRelease {
  private static var waiting: [ObjectReference] = []
  private static var isScheduled = false

  /// Keeps an object until it is released.
  public static func take(_ object: ObjectReference) {
    waiting.append(object)
    schedule()
  }

  private static func schedule() {
    guard !isScheduled, !waiting.isEmpty else { return }
    isScheduled = true
    MainLoop.schedule(priority: .idle) {
      isScheduled = false
      let last = waiting.popLast()
      schedule()
      withExtendedLifetime(last) {}
    }
  }
}
