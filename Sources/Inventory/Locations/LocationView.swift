import ComposableGtk
import InventoryCore
import PagedArrays

/// The page of a location, with the locations in it and the items that are kept there.
struct LocationView: View {
  @Bindable var store: StoreOf<LocationFeature>
  @Environment(\.isBesideSidebar) private var isBesideSidebar
  @Environment(\.rights) private var rights

  var body: some View {
    VStack(spacing: 0) {
      LocationAncestors(store: store)
      content
    }
    .navigationTitle(store.content?.path.names.last ?? LocationPath(store.name).names.last ?? "")
    .navigationSubtitle(count)
    .toolbar {
      ToolbarItem(placement: .trailing) {
        ItemsViewMenu(store: list, canSelect: hasItems)
      }
      ToolbarItem(placement: .trailing) {
        MainMenu {
          Button(tr("Add Location…")) { store.send(.addButtonTapped) }
            .disabled(!rights.contains(.change))
          Button(tr("Rename or Move…")) { store.send(.editButtonTapped) }
            .disabled(!rights.contains(.change))
          Divider()
          Button(tr("Delete Location…"), role: .destructive) { store.send(.deleteButtonTapped) }
            .disabled(store.isDeleting || !rights.contains(.change))
        }
      }
    }
    .sheet(item: $store.scope(state: \.destination?.form, action: \.destination.form)) { store in
      LocationFormView(store: store)
    }
    .confirmationDialog(
      $store.scope(
        state: \.destination?.confirmationDialog,
        action: \.destination.confirmationDialog
      )
    )
    .alert($store.scope(state: \.destination?.alert, action: \.destination.alert))
    .selectionSheet(list)
    .task { await store.send(.task).finish() }
    .task { await list.send(.task).finish() }
  }

  private var list: StoreOf<ItemRowsFeature> {
    store.scope(state: \.list, action: \.list)
  }

  private var content: some View {
    RowsContent(list, isEmpty: store.rows.count == 0) {
      VStack(spacing: 0) {
        if hasItems, list.state.layout(isWide: isBesideSidebar) == .table {
          LocationsInside(store: store)
          ItemsView(store: list)
        } else {
          LocationRowsView(store: store, list: list)
            .selectsItems(list)
        }
        if hasItems || list.selection != nil { ItemsBar(store: list) }
      }
    } nothing: {
      ContentUnavailableView(
        tr("Nothing Here"),
        systemImage: "shippingbox",
        description: tr("No items are kept here, and there are no locations in it.")
      )
    }
  }

  /// Whether items are kept here, not only in the locations inside.
  private var hasItems: Bool { store.list.rows.count > 0 }

  private var count: String {
    let count = store.content?.itemCount ?? store.list.rows.count
    return tr("\(count) item", "\(count) items", count: count)
  }
}

/// The locations in one, and after them its items, as one list.
private struct LocationRowsView: View {
  @Bindable var store: StoreOf<LocationFeature>
  let list: StoreOf<ItemRowsFeature>
  @Environment(\.rights) private var rights

  var body: some View {
    List(store.rows, selection: $store.selectedRows.sending(\.selectionChanged)) {
      store.send(.rowsNeeded($0))
    } row: { row in
      switch row {
      case .location(let location): LocationRowWithMenu(store: store, location: location)
      case .item(let item): ItemRow(item: item, showsLocation: false)
      case nil: ItemRow(item: nil, showsLocation: false)
      }
    }
    .onRowActivate { row in
      switch row {
      case .location(let location): store.send(.locationTapped(name: location.name))
      case .item(let item): store.send(.list(.rowTapped(item)))
      }
    }
    .onRowActivateElsewhere { row in
      switch row {
      case .location(let location):
        store.send(.locationTappedForNewWindow(name: location.name))
      case .item(let item): store.send(.list(.rowTappedForNewWindow(item)))
      }
    }
    .onRowKeyPress(characters: "+", "-") { row, key in
      guard case .item(let item) = row, rights.contains(.book) else { return }
      store.send(.list(.quantityStepped(item, by: key == "+" ? 1 : -1)))
    }
    .contextMenu(forPagedSelectionOf: LocationRow.ID.self) { selection in
      ItemsMenu(store: list, selection: selection.ofItems)
    }
  }
}

/// The locations in one, above the table of its items: some, and the others when one scrolls.
private struct LocationsInside: View {
  let store: StoreOf<LocationFeature>

  var body: some View {
    if !locations.isEmpty {
      List(locations) { location in
        LocationRowWithMenu(store: store, location: location, isCompact: true)
      }
      .onRowActivate { store.send(.locationTapped(name: $0.name)) }
      .onRowActivateElsewhere { store.send(.locationTappedForNewWindow(name: $0.name)) }
      .listRowWidth(max: nil)
      // Half a row says that there is more.
      .frame(height: min(Double(locations.count), 3.5) * LocationRowView.compactHeight)
      Divider()
    }
  }

  private var locations: [Location] { store.content?.sublocations ?? [] }
}

private struct LocationRowWithMenu: View {
  let store: StoreOf<LocationFeature>
  let location: Location
  var isCompact = false

  var body: some View {
    LocationRowView(location: location, isCompact: isCompact)
      .rowMenu(location) {
        store.send(.locationTapped(name: $0.name))
      } openInNewWindow: {
        store.send(.locationTappedForNewWindow(name: $0.name))
      }
  }
}

/// The locations around one, each of which is a click away.
private struct LocationAncestors: View {
  let store: StoreOf<LocationFeature>

  var body: some View {
    if !store.ancestors.isEmpty {
      HStack(spacing: 0) {
        ForEach(store.ancestors, id: \.self) { ancestor in
          Button {
            store.send(.locationTapped(name: ancestor.text))
          } label: {
            Text(ancestor.names.last ?? "").lineLimit(1)
          }
          .buttonStyle(.borderless)
          .help(tr("Go to \(ancestor.text)"))
          Image(systemName: "chevron.right")
            .cssClass("dim-label")
        }
        Text(LocationPath(store.name).names.last ?? "")
          .lineLimit(1)
          .padding(.horizontal, 16)
        Spacer()
      }
      .padding(.horizontal, 6)
      .padding(.vertical, 3)
      .alignedWithRows()
      Divider()
    }
  }
}

/// A location in a list: its name, and how many items are there and below.
struct LocationRowView: View {
  let location: Location
  /// Whether it stands above a table, whose rows are low, and is aligned with them.
  var isCompact = false

  /// In pixels, with the line below it.
  static let compactHeight = 51.0

  var body: some View {
    HStack(spacing: 12) {
      Image(systemName: "folder")
      Text(location.path.names.last ?? location.name)
        .cssClass("item-name")
        .lineLimit(1)
      Spacer()
      Text(
        tr("\(location.itemCount) item", "\(location.itemCount) items", count: location.itemCount)
      )
      .cssClass("dim-label")
    }
    .padding(.vertical, isCompact ? 4 : 12)
    .padding(.horizontal, isCompact ? 0 : 12)
  }
}
