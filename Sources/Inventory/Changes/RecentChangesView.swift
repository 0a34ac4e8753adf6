import ComposableGtk
import Foundation
import InventoryCore

/// The page with what has happened lately to all items, by day, and what can be undone.
struct RecentChangesView: View {
  @Bindable var store: StoreOf<RecentChangesFeature>
  let undo: StoreOf<UndoFeature>

  @Environment(\.dateLocale) private var locale

  var body: some View {
    content
      .navigationTitle(tr("Recent Changes"))
      .toolbar {
        ToolbarItem(placement: .trailing) {
          MainMenu {
            Picker(tr("Show"), selection: $store.reason.sending(\.reasonChanged)) {
              Text(tr("All Changes")).tag(Movement.Reason?.none)
              ForEach(Movement.Reason.allCases, id: \.self) { reason in
                Text(reason.title).tag(Movement.Reason?.some(reason))
              }
            }
          }
        }
      }
      .task { await store.send(.task).finish() }
  }

  @ViewBuilder
  private var content: some View {
    if let problem = store.problem {
      DatabaseProblemView(problem) { store.send(.retryButtonTapped) }
    } else if let changes = store.changes {
      if changes.isEmpty && undo.undos.isEmpty {
        ContentUnavailableView(
          tr("No Changes"),
          systemImage: "clock",
          description: store.reason == nil
            ? tr("What is received, used, counted and moved is shown here, day by day.")
            : tr("Nothing has been changed for this reason.")
        )
      } else {
        Form {
          UndoableChangesView(store: undo)
          ForEach(ChangedDay.days(of: changes, calendar: .current)) { day in
            Section(title(of: day)) {
              ForEach(day.changes) { change in
                ChangeRow(change: change) { store.send(.changeTapped(change)) }
              }
            }
          }
          if store.hasMore {
            Section {
              Button(tr("Show Older")) { store.send(.moreButtonTapped) }
            }
          }
        }
      }
    } else {
      ProgressView()
    }
  }

  private func title(of day: ChangedDay) -> String {
    if Calendar.current.isDateInToday(day.id) { return tr("Today") }
    if Calendar.current.isDateInYesterday(day.id) { return tr("Yesterday") }
    return day.id.formatted(Date.FormatStyle(date: .complete, time: .omitted, locale: locale))
  }
}

/// What was done in this window and can be undone, the latest first.
private struct UndoableChangesView: View {
  let store: StoreOf<UndoFeature>
  /// How many are shown.
  private static var limit: Int { 5 }

  var body: some View {
    if !store.undos.isEmpty {
      Section(tr("Done in This Window")) {
        ForEach(Array(store.undos.suffix(Self.limit).reversed().enumerated()), id: \.offset) {
          Text($0.element.kind.doneText)
            .padding(.vertical, 6)
        }
        Button(tr("Undo the Latest")) { store.send(.undoRequested) }
      }
    }
  }
}

/// A change of the quantity or the place of an item.
private struct ChangeRow: View {
  let change: RecentChange
  let open: () -> Void

  @Environment(\.dateLocale) private var locale

  var body: some View {
    Button(action: open) {
      HStack(spacing: 12) {
        VStack(alignment: .leading, spacing: 2) {
          Text(change.name.isEmpty ? change.sku : change.name)
            .lineLimit(1)
          Text(caption)
            .cssClass("dim-label")
            .cssClass("caption")
            .lineLimit(1)
        }
        Spacer()
        if change.movement.reason != .moved {
          Text(quantity)
            .monospacedDigit()
        }
      }
    }
    .buttonStyle(.navigation)
  }

  private var quantity: String {
    let text = change.movement.delta.signedText
    let unit = UnitOfMeasure.name(change.unit, for: change.movement.delta)
    return unit.isEmpty ? text : tr("\(text) \(unit)")
  }

  private var caption: String {
    let time = change.movement.date.formatted(
      Date.FormatStyle(date: .omitted, time: .shortened, locale: locale)
    )
    guard let author = change.movement.author else {
      return tr("\(time) · \(change.movement.title)")
    }
    return tr("\(time) · \(change.movement.title) · \(author.title)")
  }
}
