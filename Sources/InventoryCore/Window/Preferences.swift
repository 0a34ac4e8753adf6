import ComposableArchitecture
import Foundation

extension SharedKey where Self == AppStorageKey<String>.Default {
  /// The currency of all prices, as a code such as `EUR`; empty to show none. Until somebody
  /// chooses one, it is that of the desktop.
  public static var currency: Self {
    @Dependency(\.moneyLocale) var locale
    return Self[.appStorage("currency"), default: locale.currencyOfPlace]
  }

  /// The address of the server that has the inventory; empty for a file of this computer.
  public static var server: Self {
    Self[.appStorage("server"), default: ""]
  }

  /// How items without a SKU are numbered, as somebody has written it.
  public static var skuPattern: Self {
    Self[.appStorage("skuPattern"), default: SkuPattern.standardText]
  }

  /// The location that the form for a new item begins with, or an empty string.
  public static var defaultLocation: Self {
    Self[.appStorage("defaultLocation"), default: ""]
  }
}

extension SharedKey where Self == AppStorageKey<Bool>.Default {
  /// Whether the password for the server is in the keyring of the desktop. The password itself is
  /// in no setting.
  public static var keepsPassword: Self {
    Self[.appStorage("keepsPassword"), default: false]
  }
}

extension SharedKey where Self == AppStorageKey<ThemePreference>.Default {
  /// Whether windows are light or dark.
  public static var theme: Self {
    Self[.appStorage("theme"), default: .system]
  }
}

/// Whether windows are light or dark.
public enum ThemePreference: String, CaseIterable, Codable, Sendable {
  /// As the desktop says.
  case system
  case light
  case dark
}
