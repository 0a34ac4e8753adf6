import ComposableArchitecture

/// How items are shown.
public enum ItemsLayout: String, CaseIterable, Codable, Sendable {
  case list
  /// With a column for each of what is known of an item.
  case table
}

extension SharedKey where Self == AppStorageKey<ItemsLayout>.Default {
  /// How items are shown where there is room for more than a list.
  public static var itemsLayout: Self {
    Self[.appStorage("itemsLayout"), default: .list]
  }

  /// How items are shown in a narrow window.
  public static var narrowItemsLayout: Self {
    Self[.appStorage("narrowItemsLayout"), default: .list]
  }
}
