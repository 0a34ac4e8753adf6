import Foundation
import Testing

/// Two fingers on a touchpad, which compositors of tests can tell of.
extension `The program on a desktop` {
  @Test(.enabled(if: Desktop.isWayland))
  func `A swipe goes back, but not on a page with a sheet or a question over it`() async throws {
    try await importUsersItems()
    let desktop = try Desktop()
    try await desktop.launch(["inventory://locations/Workshop/items/HAM-1"], environment: home)
    try await desktop.window("Claw hammer")
    for sheet in ["book", "delete"] {
      try await desktop.run(
        ["inventory://locations/Workshop/items/HAM-1/\(sheet)"],
        environment: home
      )
      try await desktop.find(.button, "Cancel")
      for place in ["SKU", "Notes"] {
        try await desktop.swipe(over: .label, place, by: 600)
      }
      // Keys come after the fingers: the sheet takes this one, and the page has taken nothing.
      try await desktop.key("Escape")
      try await desktop.gone(.button, "Cancel")
      try await desktop.window("Claw hammer")
      #expect(try await desktop.windows() == ["Claw hammer"])
    }
    try await back(over: "SKU", from: "Claw hammer", desktop)
    try await desktop.window("Workshop")
    // A list scrolls up and down with the fingers, and not sideways.
    try await back(over: "Claw hammer", from: "Workshop", desktop)
    try await desktop.window("Inventory")
  }

  @Test(.enabled(if: Desktop.isWayland))
  func `A swipe over what scrolls sideways scrolls it, and does not go back`() async throws {
    let desktop = try Desktop()
    try await desktop.launch(["--page", "scrollView"], program: Program.gallery.path)
    try await desktop.window("ScrollView")
    // Its content follows the fingers to the left, and then back.
    try await desktop.swipe(over: .label, "Sideways 3", by: -600)
    try await desktop.find(.label, "Sideways 18")
    try await desktop.swipe(over: .label, "Sideways 18", by: 600)
    try await desktop.find(.label, "Sideways 3")
    #expect(try await desktop.windows() == ["ScrollView"])
    try await back(over: "Number 2", from: "ScrollView", desktop)
    try await desktop.window("Gallery")
  }

  /// Swipes until a page has gone. A window that was just below another one may not have the
  /// pointer yet.
  private func back(over label: String, from page: String, _ desktop: Desktop) async throws {
    for _ in 0..<10 where try await desktop.windows() == [page] {
      try await desktop.swipe(over: .label, label, by: 600)
      let deadline = ContinuousClock.now + .seconds(5)
      while try await desktop.windows() == [page], ContinuousClock.now < deadline {}
    }
  }
}
