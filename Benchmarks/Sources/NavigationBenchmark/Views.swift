import ComposableGtk

struct PageView: View {
  let store: StoreOf<Page>

  var body: some View {
    VStack(spacing: 6) {
      Text(store.title)
      ForEach(0..<20, id: \.self) { row in
        Text("Row \(row) of page \(store.number)")
      }
      Button("Next") { store.send(.nextButtonTapped) }
    }
  }
}

struct BookView: View {
  @Bindable var store: StoreOf<Book>

  var body: some View {
    NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
      Text("")
    } destination: { store in
      switch store.case {
      case .page(let store): PageView(store: store)
      }
    }
  }
}

struct ItemsView: View {
  let store: StoreOf<Items>

  var body: some View {
    List(store.items) { item in
      HStack(spacing: 6) {
        Text(item.name)
        Text("in stock")
        Button("Open") { store.send(.openButtonTapped(id: item.id)) }
      }
    }
    // The list of the baseline has no separators.
    .listRowSeparator(.hidden)
  }
}

struct LedgerView: View {
  @Bindable var store: StoreOf<Ledger>

  var body: some View {
    Table(
      store.lines,
      sortOrder: $store.order,
      columnCustomization: $store.columns
    ) {
      TableColumn("Name", value: \.name).customizationID("name")
      TableColumn("Number", value: \.id) { Text("\($0.id)") }.customizationID("number")
      TableColumn("Twice") { Text("\($0.id * 2)") }.customizationID("twice")
      TableColumn("Thrice") { Text("\($0.id * 3)") }.customizationID("thrice")
    }
    .listRowSeparator(.hidden)
  }
}

struct LibraryView: View {
  @Bindable var store: StoreOf<Library>

  var body: some View {
    NavigationSplitView {
      List(store.items, selection: $store.selection.sending(\.selected)) { Text($0.name) }
        .listRowSeparator(.hidden)
    } detail: {
      VStack(spacing: 6) {
        Text(store.title)
        ForEach(0..<20, id: \.self) { row in Text("Row \(row)") }
      }
    }
  }
}

struct RosterView: View {
  let store: StoreOf<Roster>

  var body: some View {
    List(store.scope(state: \.members, action: \.members)) { store in
      MemberView(store: store)
    }
    .listRowSeparator(.hidden)
  }
}

struct MemberView: View {
  let store: StoreOf<Roster.Member>

  var body: some View {
    HStack(spacing: 6) {
      Text(store.name)
      Text("in stock")
      Button("Open") { store.send(.openButtonTapped) }
    }
  }
}

struct QuestionnaireView: View {
  @Bindable var store: StoreOf<Questionnaire>

  var body: some View {
    Form {
      ForEach(0..<store.answers.count, id: \.self) { number in
        TextField("Field \(number)", text: $store.answers[number].text)
      }
    }
  }
}

/// As many lists as a window may have, one above the other.
struct ListsView: View {
  let stores: [StoreOf<Items>]

  var body: some View {
    VStack(spacing: 0) {
      ForEach(stores.indices, id: \.self) { number in
        ItemsView(store: stores[number])
      }
    }
  }
}
