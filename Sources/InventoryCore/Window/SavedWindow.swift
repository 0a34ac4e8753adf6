import Foundation

/// What comes back of a window when the program is started again.
public struct SavedWindow: Codable, Equatable, Identifiable, Sendable {
  public private(set) var id: UUID
  /// The link to its pages, and to what is open on top of them.
  public var link: String
  /// What the list at the bottom shows: the search, the filters and the order.
  public var query: ItemQuery
  public var size: WindowSize
  /// What was typed into the form that is open and is not saved.
  public var draft: FormDraft?
  /// The sidebar, and the columns beside it.
  public var sidebar: SidebarLayout

  public init(
    id: UUID,
    link: String = DeepLink().text,
    query: ItemQuery = ItemQuery(),
    size: WindowSize = WindowSize(),
    draft: FormDraft? = nil,
    sidebar: SidebarLayout = SidebarLayout()
  ) {
    self.id = id
    self.link = link
    self.query = query
    self.size = size
    self.draft = draft
    self.sidebar = sidebar
  }

  /// The same as another window.
  func withID(_ id: UUID) -> SavedWindow {
    var window = self
    window.id = id
    return window
  }

  /// Reads what was written. A draft that cannot be read does not keep the window from coming back.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(UUID.self, forKey: .id)
    link = try container.decode(String.self, forKey: .link)
    query = try container.decode(ItemQuery.self, forKey: .query)
    size = try container.decode(WindowSize.self, forKey: .size)
    draft = try? container.decodeIfPresent(FormDraft.self, forKey: .draft)
    sidebar =
      (try? container.decode(SidebarLayout.self, forKey: .sidebar)) ?? SidebarLayout()
  }
}

/// How large a window is, in pixels.
public struct WindowSize: Codable, Equatable, Sendable {
  public var width: Int
  public var height: Int
  /// Whether it covers the screen. The size is what it has otherwise.
  public var isMaximized: Bool

  public init(width: Int = 880, height: Int = 640, isMaximized: Bool = false) {
    self.width = width
    self.height = height
    self.isMaximized = isMaximized
  }

  /// Reads what was written. A size that no window can have is the usual one.
  public init(from decoder: any Decoder) throws {
    let usual = WindowSize()
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func length(_ key: CodingKeys, usual: Int) -> Int {
      guard let length = try? container.decode(Int.self, forKey: key),
        (1...Limits.windowLength).contains(length)
      else { return usual }
      return length
    }
    self.init(
      width: length(.width, usual: usual.width),
      height: length(.height, usual: usual.height),
      isMaximized: (try? container.decode(Bool.self, forKey: .isMaximized)) ?? false
    )
  }
}

extension [SavedWindow] {
  /// Keeps what a window is by now.
  public mutating func keep(_ window: SavedWindow) {
    if let index = firstIndex(where: { $0.id == window.id }) {
      self[index] = window
    } else {
      append(window)
    }
  }

  /// Forgets a window that the user has closed, unless it is the last one: that comes back.
  ///
  /// - Parameter draft: What was typed before and the window has not shown, which comes back in any
  ///   case.
  public mutating func close(_ window: SavedWindow, keeping draft: SavedWindow? = nil) {
    if let draft { keep(draft) }
    if allSatisfy({ $0.id == window.id || $0.id == draft?.id }) {
      keep(window)
    } else {
      removeAll { $0.id == window.id }
    }
  }
}
