import ComposableArchitecture
import Foundation

private enum NumberLocaleKey: DependencyKey {
  static var liveValue: Locale { .ofNumbers() }
  static let testValue = Locale.plain
}

extension DependencyValues {
  /// How the user writes numbers and amounts.
  public var numberLocale: Locale {
    get { self[NumberLocaleKey.self] }
    set { self[NumberLocaleKey.self] = newValue }
  }
}
