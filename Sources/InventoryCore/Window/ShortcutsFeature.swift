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

  static var all: [ShortcutSection] {
    [
      ShortcutSection(
        title: tr("Items"),
        shortcuts: [
          Shortcut(.newItem), Shortcut(tr("Search"), "<Control>f"),
          Shortcut(tr("Open in New Window"), "<Control>Return"),
          Shortcut(tr("Context Menu"), "<Shift>F10"),
          Shortcut(tr("Select or Unselect"), "space"), Shortcut(tr("Select All"), "<Control>a"),
          Shortcut(tr("One More"), "plus"), Shortcut(tr("One Less"), "minus"),
          Shortcut(tr("Undo"), "<Control>z"), Shortcut(tr("Redo"), "<Control><Shift>z"),
        ].compactMap(\.self)
      ),
      ShortcutSection(
        title: tr("Pages"),
        shortcuts: [
          Shortcut(tr("Back"), "<Alt>Left"), Shortcut(tr("Back or Close"), "Escape"),
          Shortcut(.copyLink), Shortcut(tr("Show or Hide Sidebar"), "F9"),
          Shortcut(tr("Next Column"), "F6"),
        ].compactMap(\.self)
      ),
      ShortcutSection(
        title: tr("General"),
        shortcuts: [
          Shortcut(tr("Main Menu"), "F10"), Shortcut(.preferences), Shortcut(.shortcuts),
          Shortcut(.newWindow), Shortcut(.closeWindow), Shortcut(.quit),
        ].compactMap(\.self)
      ),
    ]
  }
}
