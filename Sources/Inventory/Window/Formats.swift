import ComposableGtk
import Foundation
import InventoryCore

extension View {
  /// Writes numbers, dates and prices as the user does. The environment says how, for each of them.
  func formats() -> some View {
    environment(\.locale, .ofNumbers())
      .environment(\.dateLocale, .ofDates())
      .environment(\.moneyLocale, .ofMoney())
  }
}

private enum DateLocaleKey: EnvironmentKey {
  static let defaultValue = Locale.plain
}

private enum MoneyLocaleKey: EnvironmentKey {
  static let defaultValue = Locale.plain
}

@MainActor
extension EnvironmentValues {
  /// How dates and times are written.
  var dateLocale: Locale {
    get { self[DateLocaleKey.self] }
    set { self[DateLocaleKey.self] = newValue }
  }

  /// How prices are written.
  var moneyLocale: Locale {
    get { self[MoneyLocaleKey.self] }
    set { self[MoneyLocaleKey.self] = newValue }
  }
}
