import ComposableGtk

/// How something is presented.
enum PresentationKind: String, CaseIterable, Sendable {
  case sheet, popover, cover, page, alert, dialog

  var isMessage: Bool { self == .alert || self == .dialog }
}

/// What decides whether it is presented, and how that is written.
enum PresentationSource: String, CaseIterable, Sendable {
  /// `$store.scope(state: \.child, action: \.child)`
  case optional
  /// `$store.scope(state: \.$child, action: \.child)`
  case optionalStorage
  /// `$store.scope(state: \.destination?.sheet, action: \.destination.sheet)`
  case enumCase
  /// `$store.scope(state: \.$destination, action: \.destination).sheet`
  case enumStorage
  /// `isPresented: $store.isPresented.sending(\.setPresented)`
  case condition
}

struct PresentingStackView: View {
  @Bindable var store: StoreOf<PresentingStack>
  let kind: PresentationKind
  let source: PresentationSource

  var body: some View {
    NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
      Text("Root").navigationTitle("Root")
    } destination: { store in
      PresentingView(store: store, kind: kind, source: source)
    }
  }
}

struct PresentingView: View {
  @Bindable var store: StoreOf<Presenting>
  let kind: PresentationKind
  let source: PresentationSource
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    VStack {
      Text(store.name)
      Button("Leave") { store.send(.leave) }
      Button("Close") { dismiss() }
      anchor
    }
    .navigationTitle(store.name)
    .interactiveDismissDisabled(store.isSticky)
  }

  @ViewBuilder private var anchor: some View {
    let anchor = Button("Anchor") {}
    switch source {
    case .optional, .optionalStorage:
      switch kind {
      case .sheet: anchor.sheet(item: child) { inner($0) }
      case .popover: anchor.popover(item: child) { inner($0) }
      case .cover: anchor.fullScreenCover(item: child) { inner($0) }
      case .page: anchor.navigationDestination(item: child) { inner($0) }
      case .alert:
        if source == .optional {
          anchor.alert($store.scope(state: \.alert, action: \.alert))
        } else {
          anchor.alert($store.scope(state: \.$alert, action: \.alert))
        }
      case .dialog:
        if source == .optional {
          anchor.confirmationDialog($store.scope(state: \.dialog, action: \.dialog))
        } else {
          anchor.confirmationDialog($store.scope(state: \.$dialog, action: \.dialog))
        }
      }
    case .enumCase:
      anchor
        .sheet(item: $store.scope(state: \.destination?.sheet, action: \.destination.sheet)) {
          stack($0)
        }
        .popover(item: $store.scope(state: \.destination?.popover, action: \.destination.popover)) {
          inner($0)
        }
        .fullScreenCover(
          item: $store.scope(state: \.destination?.cover, action: \.destination.cover)
        ) {
          stack($0)
        }
        .navigationDestination(
          item: $store.scope(state: \.destination?.page, action: \.destination.page)
        ) {
          inner($0)
        }
        .alert($store.scope(state: \.destination?.alert, action: \.destination.alert))
        .confirmationDialog(
          $store.scope(state: \.destination?.dialog, action: \.destination.dialog)
        )
    case .enumStorage:
      anchor
        .sheet(item: $store.scope(state: \.$destination, action: \.destination).sheet) {
          inner($0)
        }
        .popover(item: $store.scope(state: \.$destination, action: \.destination).popover) {
          inner($0)
        }
        .fullScreenCover(item: $store.scope(state: \.$destination, action: \.destination).cover) {
          inner($0)
        }
        .navigationDestination(
          item: $store.scope(state: \.$destination, action: \.destination).page
        ) {
          inner($0)
        }
        .alert($store.scope(state: \.$destination, action: \.destination).alert)
        .confirmationDialog($store.scope(state: \.$destination, action: \.destination).dialog)
    case .condition:
      let isPresented = $store.isPresented.sending(\.setPresented)
      switch kind {
      case .sheet: anchor.sheet(isPresented: isPresented) { ConditionView() }
      case .popover: anchor.popover(isPresented: isPresented) { ConditionView() }
      case .cover: anchor.fullScreenCover(isPresented: isPresented) { ConditionView() }
      case .page: anchor.navigationDestination(isPresented: isPresented) { ConditionView() }
      case .alert: anchor.alert("Sure?", isPresented: isPresented) { answers }
      case .dialog: anchor.confirmationDialog("Sure?", isPresented: isPresented) { answers }
      }
    }
  }

  private var child: Binding<StoreOf<Presenting>?> {
    source == .optional
      ? $store.scope(state: \.child, action: \.child)
      : $store.scope(state: \.$child, action: \.child)
  }

  /// What is presented presents in turn, from the cases of its destination.
  private func inner(_ store: StoreOf<Presenting>) -> some View {
    AnyView(PresentingView(store: store, kind: kind, source: .enumCase))
  }

  private func stack(_ store: StoreOf<Presenting>) -> some View {
    NavigationStack { inner(store) }
  }

  @ViewBuilder private var answers: some View {
    Button("Delete", role: .destructive) { store.send(.answer(.delete)) }
    Button("Keep") { store.send(.answer(.keep)) }
    Button("Cancel", role: .cancel) {}
  }
}

private struct ConditionView: View {
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    VStack {
      Text("Presented")
      Button("Close") { dismiss() }
    }
    .navigationTitle("Presented")
  }
}
