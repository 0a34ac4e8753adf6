import ComposableArchitecture

/// The sheet that lists the keys.
@Reducer
public struct ShortcutsFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public let sections = ShortcutSection.all

    public init() {}
  }

  public enum Action {
    case closeButtonTapped
  }

  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { _, action in
      switch action {
      case .closeButtonTapped:
        return .run { _ in await dismiss() }
      }
    }
  }
}

/// Keys that belong together.
public struct ShortcutSection: Equatable, Identifiable, Sendable {
  public let title: String
  public let shortcuts: [Shortcut]

  public var id: String { title }

  /// What keys do.
  public struct Shortcut: Equatable, Identifiable, Sendable {
    public let title: String
    public let keys: KeyCombination

    public var id: String { title }

    init(_ title: String, _ keys: KeyCombination) {
      self.title = title
      self.keys = keys
    }

    /// - Returns: `nil` for a command without keys.
    init?(_ command: Command) {
      guard let keys = command.keys else { return nil }
      self.init(command.title, keys)
    }
  }

  static let all = [
    ShortcutSection(
      title: "Items",
      shortcuts: [
        Shortcut(.newItem), Shortcut("Search", "<Control>f"),
        Shortcut("Open in New Window", "<Control>Return"), Shortcut("Context Menu", "<Shift>F10"),
      ].compactMap(\.self)
    ),
    ShortcutSection(
      title: "Pages",
      shortcuts: [
        Shortcut("Back", "<Alt>Left"), Shortcut("Back or Close", "Escape"), Shortcut(.copyLink),
      ].compactMap(\.self)
    ),
    ShortcutSection(
      title: "General",
      shortcuts: [
        Shortcut("Main Menu", "F10"), Shortcut(.preferences), Shortcut(.shortcuts),
        Shortcut(.newWindow), Shortcut(.closeWindow), Shortcut(.quit),
      ].compactMap(\.self)
    ),
  ]
}
