import GtkKit

/// Commands of windows: the items of their primary menu, with their keys.
///
/// ```swift
/// WindowGroup("Ferry") { FerryView() }
///   .commands {
///     CommandGroup(replacing: .newItem) {
///       Button("New Ferry") { openWindow(id: "ferry") }.keyboardShortcut("n")
///     }
///     CommandMenu("Passengers") {
///       Button("Land All") { store.send(.landAllCommanded) }.keyboardShortcut("l")
///     }
///   }
/// ```
///
/// Conform a type to it to write commands apart from the scene. They have no environment: read it
/// in a view among the items.
@MainActor public protocol Commands {
  /// The type of ``body``; inferred.
  associatedtype Body: Commands

  /// The commands that these consist of.
  @CommandsBuilder var body: Body { get }

  /// The sections of the menu. Do not implement it: combine the commands that there are.
  var _sections: [CommandSection] { get }
}

extension Commands {
  public var _sections: [CommandSection] { body._sections }
}

extension Never: Commands {
  public var _sections: [CommandSection] { [] }
}

extension Commands where Body == Never {
  public var body: Never {
    fatalError("\(Self.self) has sections, not a body")
  }
}

/// Builds ``Commands``.
@resultBuilder
public enum CommandsBuilder {
  public static func buildBlock<each Content: Commands>(
    _ content: repeat each Content
  ) -> some Commands {
    TupleCommands(content: (repeat each content))
  }

  public static func buildIf(_ content: (some Commands)?) -> some Commands {
    OptionalCommands(content: content)
  }
}

private struct TupleCommands<each Content: Commands>: Commands {
  let content: (repeat each Content)

  typealias Body = Never

  var _sections: [CommandSection] {
    var sections: [CommandSection] = []
    repeat sections += (each content)._sections
    return sections
  }
}

private struct OptionalCommands<Content: Commands>: Commands {
  let content: Content?

  typealias Body = Never

  var _sections: [CommandSection] { content?._sections ?? [] }
}

/// A section of the primary menu.
public struct CommandSection {
  let title: String?
  let rank: Int
  let items: AnyView
}

/// Items of the primary menu under a title.
public struct CommandMenu<Content: View>: Commands {
  private let title: String
  private let content: Content

  /// - Parameters:
  ///   - title: The title of the section.
  ///   - content: The items, as in a ``Menu``.
  public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
    self.title = String(title)
    self.content = content()
  }

  public typealias Body = Never

  public var _sections: [CommandSection] {
    [CommandSection(title: title, rank: CommandGroupPlacement.menus, items: AnyView(content))]
  }
}

/// Where a ``CommandGroup`` stands in the primary menu.
///
/// The groups stand in the order in which the members are listed here, with the menus behind
/// ``sidebar``. There are no standard commands beside them: text fields have undo, cut, copy and
/// paste in their own menus.
public struct CommandGroupPlacement: Sendable {
  fileprivate let rank: Int
  fileprivate static let menus = 9

  /// Commands that make something new, or open it.
  public static let newItem = CommandGroupPlacement(rank: 0)
  /// Commands that save.
  public static let saveItem = CommandGroupPlacement(rank: 1)
  /// Commands that import and export.
  public static let importExport = CommandGroupPlacement(rank: 2)
  /// Commands that print.
  public static let printItem = CommandGroupPlacement(rank: 3)
  /// Commands that undo and redo.
  public static let undoRedo = CommandGroupPlacement(rank: 4)
  /// Commands about the clipboard.
  public static let pasteboard = CommandGroupPlacement(rank: 5)
  /// Commands that edit texts.
  public static let textEditing = CommandGroupPlacement(rank: 6)
  /// Commands that format texts.
  public static let textFormatting = CommandGroupPlacement(rank: 6)
  /// Commands about what is in the header bar.
  public static let toolbar = CommandGroupPlacement(rank: 7)
  /// Commands about the sidebar.
  public static let sidebar = CommandGroupPlacement(rank: 8)
  /// Commands about the size of windows.
  public static let windowSize = CommandGroupPlacement(rank: 10)
  /// Commands about the arrangement of windows.
  public static let windowArrangement = CommandGroupPlacement(rank: 11)
  /// Commands that open windows.
  public static let windowList = CommandGroupPlacement(rank: 12)
  /// Commands that open the preferences.
  public static let appSettings = CommandGroupPlacement(rank: 13)
  /// Commands that help.
  public static let help = CommandGroupPlacement(rank: 14)
  /// Commands that tell about the program.
  public static let appInfo = CommandGroupPlacement(rank: 15)
}

/// Items of the primary menu, between separators.
public struct CommandGroup<Content: View>: Commands {
  private let placement: CommandGroupPlacement
  private let content: Content

  /// Items in the place of the standard ones, of which there are none.
  public init(replacing placement: CommandGroupPlacement, @ViewBuilder content: () -> Content) {
    self.placement = placement
    self.content = content()
  }

  /// Items before the standard ones, of which there are none.
  public init(before placement: CommandGroupPlacement, @ViewBuilder content: () -> Content) {
    self.init(replacing: placement, content: content)
  }

  /// Items after the standard ones, of which there are none.
  public init(after placement: CommandGroupPlacement, @ViewBuilder content: () -> Content) {
    self.init(replacing: placement, content: content)
  }

  public typealias Body = Never

  public var _sections: [CommandSection] {
    [CommandSection(title: nil, rank: placement.rank, items: AnyView(content))]
  }
}

extension Scene {
  /// Adds commands to the windows of this scene.
  ///
  /// They are the items of the primary menu, a button at the end of the header bar that F10 opens,
  /// too. Their keys work in the whole window. Several `commands` add up. A window with commands
  /// has no other primary menu: put its items here.
  public func commands(@CommandsBuilder content: () -> some Commands) -> some Scene {
    CommandedScene(scene: self, commands: content())
  }
}

private struct CommandedScene<Base: Scene, Added: Commands>: Scene {
  let scene: Base
  let commands: Added

  var _windows: SceneWindows {
    var windows = scene._windows
    for index in windows.kinds.indices { windows.kinds[index].commands.append(commands) }
    return windows
  }
}

/// The views of a window of a scene, with the commands of the scene.
struct WindowContent<Content: View>: View {
  let content: Content
  let commands: [any Commands]

  var body: some View {
    content.toolbar {
      if !commands.isEmpty {
        ToolbarItem(placement: .primaryMenu) { CommandsMenu(commands: commands) }
      }
    }
  }
}

private struct CommandsMenu: View {
  let commands: [any Commands]

  var body: some View {
    let sections = commands.flatMap(\._sections).enumerated()
      .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
      .map(\.element)
    Menu(systemImage: "line.3.horizontal") {
      ForEach(sections.indices, id: \.self) { index in
        if index > 0 { Divider() }
        if let title = sections[index].title {
          Section(title) { sections[index].items }
        } else {
          sections[index].items
        }
      }
    }
    .primaryMenu()
    .accessibilityLabel(String(translatedByGtk: "Menu"))
    .help(String(translatedByGtk: "Menu"))
  }
}
