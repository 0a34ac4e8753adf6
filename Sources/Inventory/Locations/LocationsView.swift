import ComposableGtk
import InventoryCore

/// The page of all locations.
struct LocationsView: View {
  @Bindable var store: StoreOf<LocationsFeature>
  @Environment(\.rights) private var rights

  var body: some View {
    Group {
      if let problem = store.problem {
        DatabaseProblemView(problem) { store.send(.retryButtonTapped) }
      } else if let locations = store.locations {
        if locations.isEmpty {
          ContentUnavailableView(
            tr("No Locations Yet"),
            systemImage: "folder",
            description: tr("Locations are sites, rooms and shelves, one inside the other.")
          ) {
            Button(tr("Add Location")) { store.send(.addButtonTapped) }
              .buttonStyle(.pill)
              .disabled(!rights.contains(.change))
          }
        } else {
          List(locations) { location in
            LocationRowView(location: location)
              .rowMenu(location) {
                store.send(.locationTapped(name: $0.name))
              } openInNewWindow: {
                store.send(.locationTappedForNewWindow(name: $0.name))
              }
          }
          .onRowActivate { store.send(.locationTapped(name: $0.name)) }
          .onRowActivateElsewhere { store.send(.locationTappedForNewWindow(name: $0.name)) }
        }
      } else {
        ProgressView()
      }
    }
    .navigationTitle(tr("Locations"))
    .toolbar {
      ToolbarItem(placement: .trailing) {
        Button {
          store.send(.addButtonTapped)
        } label: {
          Image(systemName: "plus")
        }
        .accessibilityLabel(tr("New Location"))
        .help(tr("Add Location"))
        .disabled(!rights.contains(.change))
      }
      ToolbarItem(placement: .trailing) {
        MainMenu()
      }
    }
    .sheet(item: $store.scope(state: \.form, action: \.form)) { store in
      LocationFormView(store: store)
    }
    .task { await store.send(.task).finish() }
  }
}
