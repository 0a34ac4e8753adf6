extension DeepLink {
  /// What is open on top of the last page.
  public enum Presentation: String, CaseIterable, Hashable, Sendable {
    /// What the program is.
    case about
    /// The sheet for a new item.
    case add
    /// The backups.
    case backups
    /// The sheet for a change of the quantity, over an item.
    case book
    /// An item that is counted, over a stocktake.
    case count
    /// The question whether to delete an item or a location.
    case delete
    /// The question whether to throw away the counts of a stocktake, over its differences.
    case discard
    /// The sheet in which an item or a location is edited.
    case edit
    /// The dialog for the file that the items are written to, over the list.
    case export
    /// The popover in which the list is limited.
    case filters
    /// The photo of an item over the whole screen.
    case fullScreenPhoto = "full-screen-photo"
    /// The plot of an item's quantity, with the keyboard focus.
    case history
    /// The dialog for the file whose items are read, over the list.
    case `import`
    /// The licenses, on a page of the sheet about the program.
    case legal
    /// The list, limited to the items that run low.
    case lowStock = "low-stock"
    /// The sheet for a new location, over all locations or the one that it is to be in.
    case newLocation = "new-location"
    /// The photo of an item.
    case photo
    case preferences
    /// An item that is counted anew, over a stocktake: the number replaces an earlier one.
    case recount
    /// The question whether to remove the photo of an item.
    case removePhoto = "remove-photo"
    /// The dialog for the file that the items to be ordered are written to, over the list.
    case reorderList = "reorder-list"
    /// The keys.
    case shortcuts

    /// Whether it is an item that is counted.
    var isCount: Bool { self == .count || self == .recount }

    /// What can be open over each page and over the list.
    private static let everywhere: Set<Self> = [
      .about, .add, .backups, .legal, .preferences, .shortcuts,
    ]
    /// What can be open over the list alone.
    private static let overList: Set<Self> = [.export, .filters, .import, .lowStock, .reorderList]

    /// Whether it can be open over a page.
    ///
    /// - Parameter page: The page; `nil` for the list.
    public func isPossible(over page: Page?) -> Bool {
      if Self.everywhere.contains(self) { return true }
      guard let page else { return Self.overList.contains(self) }
      return page.rule?.presentations.contains(self) == true
    }
  }
}
