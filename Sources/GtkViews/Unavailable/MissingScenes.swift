// Scenes of SwiftUI and their modifiers that do not exist here, with what to use instead.

extension Scene {
  @available(*, unavailable, message: "windows can be resized")
  public func windowResizability(_ resizability: MissingName) -> Self { self }
}
