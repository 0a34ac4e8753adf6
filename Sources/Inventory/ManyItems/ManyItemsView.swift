import ComposableGtk
import InventoryCore

/// The sheet in which something is done to many items at once.
struct ManyItemsView: View {
  @Bindable var store: StoreOf<ManyItemsFeature>

  var body: some View {
    content
      .navigationTitle(store.task.title)
      .toolbar {
        ToolbarItem(placement: .cancellationAction) {
          Button(tr("Cancel")) { store.send(.cancelButtonTapped) }
        }
        ToolbarItem(placement: .confirmationAction) {
          Button(store.task.buttonTitle, role: store.task == .delete ? .destructive : nil) {
            store.send(.saveButtonTapped)
          }
          .disabled(!store.canSave)
        }
      }
      .onSubmit { store.send(.saveButtonTapped) }
      .alert($store.scope(state: \.alert, action: \.alert))
      .task { await store.send(.task).finish() }
  }

  @ViewBuilder private var content: some View {
    if let running = store.running, store.isLong {
      ManyItemsProgressView(running: running)
    } else {
      Form {
        // Above the fields, because a list of many tags would hide it.
        Section {
          Text(store.effect)
            .padding(.vertical, 6)
        }
        ManyItemsFields(store: store)
      }
    }
  }
}

/// What is written about the items.
private struct ManyItemsFields: View {
  @Bindable var store: StoreOf<ManyItemsFeature>
  @FocusState private var isFocused: Bool

  var body: some View {
    fields
      .bind($store.isFocused, to: $isFocused)
  }

  @ViewBuilder private var fields: some View {
    switch store.task {
    case .book: booking
    case .changeField: field
    case .delete: EmptyView()
    case .move: location
    case .tag: tags
    }
  }

  private var booking: some View {
    Section {
      Picker(tr("Reason"), selection: $store.reason) {
        ForEach(BookingFeature.State.reasons, id: \.self) { reason in
          Text(reason.title).tag(reason)
        }
      }
      TextField(store.reason == .counted ? tr("Counted") : tr("Amount"), text: $store.amount)
        .validationMessage(store.error)
        .focused($isFocused)
      NumberHint(store.hint)
      TextField(tr("Note"), text: $store.note)
        .validationMessage(store.noteError)
    }
  }

  private var field: some View {
    Section {
      Picker(tr("Field"), selection: $store.field) {
        ForEach(ManyItemsFeature.Field.allCases, id: \.self) { field in
          Text(field.title).tag(field)
        }
      }
      TextField(store.field.title, text: $store.value)
        .validationMessage(store.error)
        .focused($isFocused)
      NumberHint(store.hint)
      if store.field == .price {
        TextField(tr("Currency"), text: $store.currency, prompt: tr("Default"))
      }
    }
  }

  private var location: some View {
    Section {
      LocationField(
        tr("Location"),
        text: $store.location,
        locations: store.locations,
        error: store.error
      )
      .disabled(store.removesLocation)
      Toggle(tr("Take Out of Their Locations"), isOn: $store.removesLocation)
    }
  }

  @ViewBuilder private var tags: some View {
    Section {
      TextField(tr("Add Tags"), text: $store.newTags)
        .validationMessage(store.error)
    }
    if let tags = store.summary?.tags, !tags.isEmpty {
      Section(tr("Remove Tags")) {
        ForEach(tags) { tag in
          Toggle(
            tr("\(tag.name) (\(tag.itemCount))"),
            isOn: Binding {
              store.removedTags.contains(tag.id)
            } set: { _ in
              store.send(.tagToggled(tag.id))
            }
          )
        }
      }
    }
  }
}

/// A bar that tells how far a change of many items has come.
struct ManyItemsProgressView: View {
  let running: RunningTransfer

  var body: some View {
    VStack(alignment: .leading, spacing: 6) {
      Text(tr("Changing the items"))
        .bold()
      ProgressView(value: running.progress.fraction)
        .accessibilityLabel(tr("Changing the items"))
      HStack(spacing: 12) {
        Text(rows)
          .monospacedDigit()
          .cssClass("dim-label")
        Spacer()
        Text(running.timeLeft?.text ?? "")
          .cssClass("dim-label")
      }
    }
    .padding(24)
    .frame(minWidth: 360)
  }

  private var rows: String {
    let count = running.progress.rows
    return tr("\(count) item", "\(count) items", count: count)
  }
}

extension ManyItemsFeature.State {
  /// What the change will be about.
  fileprivate var effect: String {
    guard let summary else { return tr("Counting…") }
    let count = summary.count
    let counted = summary.counted
    let items =
      counted > 0
      ? tr(
        "\(count) item, \(counted) of them in the stocktake.",
        "\(count) items, \(counted) of them in the stocktake.",
        count: count
      ) : tr("\(count) item.", "\(count) items.", count: count)
    return ([items] + moreEffects(summary)).joined(separator: "\n")
  }

  private func moreEffects(_ summary: ManyItemsSummary) -> [String] {
    var effects: [String] = []
    let missing = summary.missing
    if missing > 0 {
      effects.append(
        tr(
          "\(missing) item is gone already.",
          "\(missing) items are gone already.",
          count: missing
        )
      )
    }
    guard task == .delete else { return effects }
    effects.append(tr("Their history, photos and counts go with them."))
    effects.append(tr("This can be undone."))
    return effects
  }
}

extension ManyItemsFeature.Task {
  /// The title of the sheet.
  fileprivate var title: String {
    switch self {
    case .book: tr("Change Quantity")
    case .changeField: tr("Change Field")
    case .delete: tr("Delete Items")
    case .move: tr("Move Items")
    case .tag: tr("Change Tags")
    }
  }

  /// The title of the button that does it.
  fileprivate var buttonTitle: String {
    switch self {
    case .book, .changeField, .tag: tr("Save")
    case .delete: tr("Delete")
    case .move: tr("Move")
    }
  }
}

extension ManyItemsFeature.Field {
  fileprivate var title: String {
    switch self {
    case .price: tr("Price")
    case .reorderLevel: tr("Reorder Level")
    case .unit: tr("Unit")
    }
  }
}
