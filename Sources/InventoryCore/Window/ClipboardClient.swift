import ComposableArchitecture

/// What the user copies here and pastes elsewhere.
@DependencyClient
public struct ClipboardClient: Sendable {
  /// Puts a text on the clipboard.
  public var setText: @Sendable (_ text: String) async -> Void
}

extension ClipboardClient: DependencyKey {
  /// The program says where the clipboard is.
  public static let liveValue = ClipboardClient()
  public static let testValue = ClipboardClient()
}

extension DependencyValues {
  /// The clipboard of the desktop.
  public var clipboard: ClipboardClient {
    get { self[ClipboardClient.self] }
    set { self[ClipboardClient.self] = newValue }
  }
}
