import ComposableArchitecture
import Foundation

private enum NumberLocaleKey: DependencyKey {
  static var liveValue: Locale { .ofNumbers() }
  static let testValue = Locale.plain
}

private enum MoneyLocaleKey: DependencyKey {
  static var liveValue: Locale { .ofMoney() }
  static let testValue = Locale.plain
}

extension DependencyValues {
  /// How prices are written in the user's place, and in which currency.
  var moneyLocale: Locale {
    get { self[MoneyLocaleKey.self] }
    set { self[MoneyLocaleKey.self] = newValue }
  }

  /// How the user writes numbers and amounts.
  public var numberLocale: Locale {
    get { self[NumberLocaleKey.self] }
    set { self[NumberLocaleKey.self] = newValue }
  }
}
