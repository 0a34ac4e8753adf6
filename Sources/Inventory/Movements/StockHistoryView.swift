import ComposableGtk
import Foundation
import GtkKit
import InventoryCore

/// What has happened to the quantity and the place of an item: a plot, and the movements.
struct StockHistoryView: View {
  let store: StoreOf<StockHistoryFeature>
  let item: Item

  @Environment(\.dateLocale) private var locale

  var body: some View {
    if let history = store.history, !history.movements.isEmpty {
      Section(tr("History")) {
        if store.hasPlot,
          let plot = StockPlot(
            levels: history.levels,
            reorderLevel: item.reorderLevel,
            now: store.now
          )
        {
          StockPlotView(store: store, plot: plot, item: item)
        }
        ForEach(history.movements) { MovementRow(movement: $0) }
        if store.hasMoreMovements {
          Button(tr("Show Older")) { store.send(.moreButtonTapped) }
        }
      }
    }
    if let problem = store.problem {
      DatabaseProblemSection(tr("History"), problem) { store.send(.retryButtonTapped) }
    }
    if let dates = store.history?.dates {
      Section {
        LabeledContent(tr("Added"), value: dates.added.formatted(.moment(locale)))
        LabeledContent(tr("Changed"), value: dates.changed.formatted(.moment(locale)))
      }
    }
  }
}

/// A change of a quantity, or a move to another place.
private struct MovementRow: View {
  let movement: Movement
  @Environment(\.dateLocale) private var locale

  var body: some View {
    HStack(spacing: 12) {
      VStack(alignment: .leading, spacing: 2) {
        Text(movement.title)
        Text(caption)
          .cssClass("dim-label")
          .cssClass("caption")
      }
      Spacer()
      if movement.reason != .moved {
        Text(movement.delta.signedText)
          .monospacedDigit()
      }
    }
    .padding(.vertical, 6)
  }

  private var caption: String {
    let date = movement.date.formatted(.moment(locale))
    return movement.author.map { tr("\(date) · \($0.title)") } ?? date
  }
}

/// The quantity of an item over time, with a cursor that the arrow keys and the pointer move.
private struct StockPlotView: View {
  @Bindable var store: StoreOf<StockHistoryFeature>
  let plot: StockPlot
  let item: Item
  @FocusState private var isFocused
  @State private var area = StockPlotDrawing.Area()
  @Environment(\.locale) private var locale
  @Environment(\.dateLocale) private var dateLocale

  var body: some View {
    VStack(alignment: .leading, spacing: 6) {
      Text(value)
        .cssClass("caption")
        .cssClass("dim-label", isActive: store.selectedLevel == nil)
        .monospacedDigit()
      Canvas(
        StockPlotDrawing(plot: plot, cursor: store.cursor, locale: locale, dateLocale: dateLocale)
      ) { [area] in
        $1.draw(in: $0, area: area)
      }
      .focusable()
      .focused($isFocused)
      .onKeyPress(.leftArrow) { move(area.isMirrored ? .next : .previous) }
      .onKeyPress(.rightArrow) { move(area.isMirrored ? .previous : .next) }
      .onKeyPress(.home) { move(.first) }
      .onKeyPress(.end) { move(.last) }
      .onContinuousHover { phase in
        switch phase {
        case .active(let x, _):
          if let position = area.position(at: x) {
            store.send(.pointed(at: plot.date(at: position)))
          }
        case .ended:
          store.send(.pointed(at: nil))
        }
      }
      .cssClass("caption")
      .accessibilityLabel(summary)
      .accessibilityHint(tr("Left and right go from value to value."))
      .widgetModifier(Announcement(text: store.selectedLevel == nil ? nil : value))
      .frame(height: 180)
    }
    .padding(.vertical, 6)
    .bind($store.isFocused.sending(\.focusChanged), to: $isFocused)
  }

  private func move(_ move: StockHistoryFeature.CursorMove) -> KeyPress.Result {
    store.send(.cursorMoved(move))
    return .handled
  }

  /// The value at the cursor; what the plot is about if there is no cursor.
  private var value: String {
    guard let level = store.selectedLevel else { return tr("Quantity over time") }
    return tr("\(level.date.formatted(.moment(dateLocale))): \(text(level.quantity))")
  }

  /// What the plot shows, for those who do not see it.
  private var summary: String {
    if store.selectedLevel != nil { return value }
    let quantities = plot.levels.map(\.quantity)
    let start = plot.start.formatted(.moment(dateLocale))
    let least = text(quantities.min() ?? 0)
    let most = text(quantities.max() ?? 0)
    let now = text(item.quantity)
    guard let level = plot.reorderLevel else {
      return tr("Quantity since \(start): at least \(least), at most \(most), now \(now).")
    }
    return tr(
      """
      Quantity since \(start): at least \(least), at most \(most), now \(now). \
      More is ordered at \(text(level)).
      """
    )
  }

  private func text(_ quantity: Quantity) -> String { quantity.text(unit: item.unit) }
}

/// Has a text read aloud when it changes.
private struct Announcement: WidgetModifier {
  let text: String?

  func apply(to widget: WidgetPointer, replacing old: Announcement?) {
    if let old, let text, text != old.text { Accessibility.announce(text, from: widget) }
  }
}

extension FormatStyle where Self == Date.FormatStyle {
  /// A day and a time, as in the place of the user.
  static func moment(_ locale: Locale) -> Date.FormatStyle {
    Date.FormatStyle(date: .abbreviated, time: .shortened, locale: locale)
  }
}

extension Movement {
  /// What has happened, in a few words.
  var title: String {
    switch (origin, destination) {
    case (let origin?, let destination?): tr("Moved from “\(origin)” to “\(destination)”")
    case (let origin?, nil): tr("Taken out of “\(origin)”")
    case (nil, let destination?): tr("Put into “\(destination)”")
    case (nil, nil): note.isEmpty ? reason.title : tr("\(reason.title) – \(note)")
    }
  }
}

extension Movement.Author {
  /// Who it was, in a few words.
  var title: String {
    machine.isEmpty ? user : tr("\(user) on \(machine)")
  }
}
