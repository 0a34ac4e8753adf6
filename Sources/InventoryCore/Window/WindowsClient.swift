import ComposableArchitecture

/// What the features ask of the program whose windows show them.
@DependencyClient
public struct WindowsClient: Sendable {
  /// Opens another window at a place.
  public var open: @Sendable (_ link: DeepLink) async -> Void
  /// Closes all windows, and so ends the program, once the user has decided about unsaved changes.
  public var quit: @Sendable () async -> Void
}

extension WindowsClient: DependencyKey {
  /// The program says how its windows are opened.
  public static let liveValue = WindowsClient()
  public static let testValue = WindowsClient()
}

extension DependencyValues {
  /// The windows of the program.
  public var windows: WindowsClient {
    get { self[WindowsClient.self] }
    set { self[WindowsClient.self] = newValue }
  }
}
