import ComposableGtk
import InventoryCore

/// The column that leads to the places of the window.
struct SidebarView: View {
  let store: StoreOf<SidebarFeature>
  /// The place that the window shows.
  let place: SidebarEntry

  var body: some View {
    VStack(spacing: 0) {
      List {
        Section { rows(places) }
        Section { rows(locations) }
        if !tags.isEmpty {
          Section(tr("Tags")) { rows(tags) }
        }
      }
      .listRowSeparator(.hidden)
      .listRowWidth(max: nil)
      if let problem = store.problem {
        DatabaseProblemNote(problem) { store.send(.retryButtonTapped) }
          .padding(12)
      }
    }
    .navigationTitle(tr("Inventory"))
    .task { await store.send(.task).finish() }
  }

  private func rows(_ lines: [SidebarLine]) -> some View {
    let shown = store.state.shownEntry(for: place)
    return ForEach(lines) { line in
      SidebarRow(line: line, isSelected: line.id == shown) {
        store.send(.foldChanged(line.id, isUnfolded: $0))
      }
      .rowMenu(line) {
        store.send(.entryTapped($0.id))
      } openInNewWindow: {
        store.send(.entryTappedForNewWindow($0.id))
      }
    }
    .onRowActivate { store.send(.entryTapped($0.id)) }
    .onRowActivateElsewhere { store.send(.entryTappedForNewWindow($0.id)) }
  }

  private var places: [SidebarLine] {
    [
      SidebarLine(
        .allItems,
        tr("All Items"),
        icon: "shippingbox",
        count: store.content?.itemCount
      ),
      SidebarLine(
        .lowStock,
        tr("Low Stock"),
        icon: "exclamationmark.triangle",
        count: store.content?.lowCount
      ),
      SidebarLine(.recentChanges, tr("Recent Changes"), icon: "clock"),
      SidebarLine(.stocktake, tr("Stocktake"), icon: "barcode"),
    ]
  }

  /// All locations, and below them the tree.
  private var locations: [SidebarLine] {
    let hasLocations = store.content?.hasLocations ?? false
    let all = SidebarLine(
      .locations,
      tr("Locations"),
      icon: "mappin",
      isUnfolded: hasLocations ? store.layout.showsLocations : nil
    )
    return [all] + store.branches.map(SidebarLine.init)
  }

  private var tags: [SidebarLine] {
    (store.content?.tags ?? []).map {
      SidebarLine(.tag($0.name), $0.name.shownInRow, icon: "bookmark", count: $0.itemCount)
    }
  }
}

/// A line of the sidebar.
struct SidebarLine: Equatable, Identifiable {
  let id: SidebarEntry
  let title: String
  let icon: String
  let count: Int?
  /// How many lines of the tree it is inside.
  let depth: Int
  /// Whether the lines below it are shown; `nil` if there are none.
  let isUnfolded: Bool?

  init(
    _ id: SidebarEntry,
    _ title: String,
    icon: String,
    count: Int? = nil,
    depth: Int = 0,
    isUnfolded: Bool? = nil
  ) {
    self.id = id
    self.title = title
    self.icon = icon
    self.count = count
    self.depth = depth
    self.isUnfolded = isUnfolded
  }

  init(_ branch: SidebarContent.Branch) {
    self.init(
      branch.id,
      (branch.location.path.names.last ?? branch.location.name).shownInRow,
      icon: "folder",
      count: branch.location.itemCount,
      depth: branch.depth + 1,
      isUnfolded: branch.hasSublocations ? branch.isUnfolded : nil
    )
  }
}

/// A place in the sidebar: its name, how many items are there, and a button that unfolds it.
private struct SidebarRow: View {
  let line: SidebarLine
  let isSelected: Bool
  let setUnfolded: (Bool) -> Void

  /// How far what is in a location is moved inwards, in pixels. Locations of any depth have room
  /// for their names.
  private var indent: Double { Double(min(line.depth, 6) * 18) }

  var body: some View {
    HStack(spacing: 12) {
      Image(systemName: line.icon)
      Text(line.title)
        .lineLimit(1)
        .help(line.title)
      Spacer()
      if let count = line.count {
        Text(tr(number: count))
          .monospacedDigit()
          .cssClass("dim-label")
          .cssClass("caption")
      }
      if let isUnfolded = line.isUnfolded {
        Button {
          setUnfolded(!isUnfolded)
        } label: {
          Image(icon: isUnfolded ? "pan-down-symbolic" : "pan-end-symbolic")
        }
        .buttonStyle(.borderless)
        .cssClass("fold")
        .accessibilityLabel(
          isUnfolded ? tr("Fold \(line.title)") : tr("Unfold \(line.title)")
        )
      }
    }
    .padding(.leading, indent)
    // The numbers stand below one another.
    .padding(.trailing, line.isUnfolded == nil ? 26 : 0)
    .cssClass("place")
    .cssClass("shown", isActive: isSelected)
    .accessibilityAddTraits(isSelected ? .isSelected : [])
  }
}
