import ComposableGtk
import GtkKit

struct HouseView: View {
  @Bindable var store: StoreOf<House>

  var body: some View {
    NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
      RoomView(store: store.scope(state: \.root, action: \.root))
    } destination: { store in
      switch store.case {
      case .room(let store): RoomView(store: store)
      case .hall(let store): RoomView(store: store)
      }
    }
  }
}

struct RoomView: View {
  @Bindable var store: StoreOf<Room>
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    VStack {
      Text("\(store.token): \(store.count)")
      Button("Increment") { store.send(.increment) }
      Button("Ask") { store.send(.ask) }
      Button("Leave") { store.send(.leave) }
      Button("Close") { dismiss() }
      NavigationLink(
        "Push",
        state: House.Path.State.room(Room.State(token: -store.token - 1_000 * (store.count + 1)))
      )
      Button("Anchor") {}
        .sheet(item: $store.scope(state: \.extra, action: \.extra)) { store in
          HouseView(store: store)
        }
      Text("Note")
        .alert($store.scope(state: \.note, action: \.note))
      Counted(store: store)
    }
    .navigationTitle("Room \(store.token)")
    .interactiveDismissDisabled(store.isSticky)
    .sheet(item: $store.scope(state: \.destination?.sheet, action: \.destination.sheet)) { store in
      HouseView(store: store)
    }
    .fullScreenCover(
      item: $store.scope(state: \.destination?.cover, action: \.destination.cover)
    ) { store in
      HouseView(store: store)
    }
    .popover(item: $store.scope(state: \.destination?.popover, action: \.destination.popover)) {
      store in
      RoomView(store: store)
    }
    .alert($store.scope(state: \.destination?.alert, action: \.destination.alert))
    .confirmationDialog($store.scope(state: \.destination?.dialog, action: \.destination.dialog))
  }
}
