import ComposableGtk
import InventoryCore

private enum RightsKey: EnvironmentKey {
  static let defaultValue = InventoryRights.all
}

@MainActor
extension EnvironmentValues {
  /// What the user may do. Controls for the rest are there, but cannot be used, and the banner of
  /// the window says why.
  var rights: InventoryRights {
    get { self[RightsKey.self] }
    set { self[RightsKey.self] = newValue }
  }
}
