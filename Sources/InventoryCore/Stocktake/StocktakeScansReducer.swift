import ComposableArchitecture
import Foundation

/// Finds the items that are meant by what is scanned or typed in a stocktake.
///
/// A scanner types faster than an item is looked up. So whatever is entered leaves its field at
/// once and waits in `scans`, and is looked up in order. What was entered behind a code as its
/// count stays with it. A scan leaves the list only when its item is counted, is among those that
/// wait for a count, or is removed by the user.
struct StocktakeScansReducer: Reducer {
  typealias State = StocktakeFeature.State
  typealias Action = StocktakeFeature.Action

  @Dependency(\.items) var items
  @Dependency(\.numberLocale) var locale

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .binding(\.focus):
        state.continuesInCode = false
        return .none

      case .codeSubmitted:
        let text = state.code.trimmed
        state.code = ""
        return enter(text, &state)

      case .count(.presented(.entered)):
        guard let count = state.count, !count.isSaving, count.alert == nil else { return .none }
        return enterAmount(count.amount.trimmed, &state)

      case .lookupResponse(let id, let result):
        return answer(result, id, &state)

      case .scanAddButtonTapped(let id):
        guard let scan = state.scans[id: id] else { return .none }
        state.scanToAdd = id
        return .send(.delegate(.addRequested(barcode: scan.text)))

      case .scanItemChosen(let id, let item):
        return choose(item, id, &state)

      case .scanRemoved(let id):
        state.scans.remove(id: id)
        state.focus = .code
        return goOn(&state)

      case .scanRetried(let id):
        state.scans[id: id]?.answer = .awaited
        state.focus = .code
        return goOn(&state)

      case .scansResumed:
        return goOn(&state)

      default:
        return .none
      }
    }
  }

  /// Takes a line from the field for codes.
  private func enter(_ text: String, _ state: inout State) -> Effect<Action> {
    if text.isEmpty { return .none }
    let entry = StocktakeEntry(text, locale: locale)
    if state.continuesInCode, let count = state.count, !count.hasUnsavedChanges {
      state.continuesInCode = false
      state.count?.amount = text
      return enterAmount(text, &state)
    }
    if entry == .count, let last = state.scans.last, !last.isUnclear, last.amount == nil {
      state.scans[id: last.id]?.amount = text
    } else {
      state.addScan(text)
    }
    return goOn(&state)
  }

  /// Takes a line from the field for the count of an item. It is also where scanners type the next
  /// code, when no count was entered for the one before.
  private func enterAmount(_ text: String, _ state: inout State) -> Effect<Action> {
    if text.isEmpty || state.scans.contains(where: \.isAmount) { return .none }
    switch StocktakeEntry(text, locale: locale) {
    case .code:
      state.count?.amount = ""
      state.addScan(text)
      return goOn(&state)
    case .count:
      return submitCount(&state)
    case .either:
      // What comes next does not belong to it.
      state.focus = .code
      state.addScan(text, isAmount: true)
      return goOn(&state)
    case .mistake:
      state.focus = .amount
      return .none
    }
  }

  private func submitCount(_ state: inout State) -> Effect<Action> {
    state.focus = .code
    return .send(.count(.presented(.submitted)))
  }

  /// Does what the scans ask for by now, and looks the next one up.
  private func goOn(_ state: inout State) -> Effect<Action> {
    let effect = state.openScans()
    guard !state.scans.contains(where: { $0.answer == .requested }),
      let next = state.scans.first(where: { $0.answer == .awaited })
    else { return effect }
    state.scans[id: next.id]?.answer = .requested
    return .merge(
      effect,
      .run { send in
        await send(
          .lookupResponse(next.id, Result { try await items.matches(next.text) })
        )
      }
    )
  }

  private func answer(
    _ result: Result<ItemMatches, any Error>,
    _ id: StocktakeScan.ID,
    _ state: inout State
  ) -> Effect<Action> {
    // The user may have removed it.
    guard let scan = state.scans[id: id] else { return goOn(&state) }
    if scan.isAmount, result.isCode != true {
      state.scans.remove(id: id)
      if let amount = scan.amount { state.addScan(amount) }
      return .merge(takeAmount(scan.text, isUnknown: result.isCode == false, &state), goOn(&state))
    }
    if scan.isAmount {
      // Another item may be counted by now.
      if state.count?.amount.trimmed == scan.text { state.count?.amount = "" }
      state.scans[id: id]?.isAmount = false
    }
    switch result {
    case .success(let matches): state.scans[id: id]?.answer = .found(matches)
    case .failure(let error):
      state.scans[id: id]?.answer = .failed(reason: explanation(of: error))
    }
    // A count that is entered next belongs to what was not found.
    if state.scans[id: id]?.isUnclear == true { state.setCountAside() }
    return goOn(&state)
  }

  /// Saves digits that were entered as a count, unless they may be a barcode all the same.
  private func takeAmount(
    _ text: String,
    isUnknown: Bool,
    _ state: inout State
  ) -> Effect<Action> {
    guard state.count?.amount.trimmed == text else { return .none }
    if isUnknown, text.count <= StocktakeEntry.unknownCountDigits { return submitCount(&state) }
    state.count?.doubtedAmount = text
    if state.code.isEmpty { state.focus = .amount }
    return .none
  }

  /// Counts the item that is meant by an unclear scan.
  private func choose(
    _ item: Item,
    _ id: StocktakeScan.ID,
    _ state: inout State
  ) -> Effect<Action> {
    guard var scan = state.scans.remove(id: id) else { return .none }
    state.scanToAdd = nil
    state.focus = .code
    scan.answer = .found(ItemMatches(exact: [item]))
    // The same code may have been scanned again.
    for other in state.scans where other.isUnclear && other.text == scan.text {
      state.scans[id: other.id]?.answer = .awaited
    }
    state.scans.insert(scan, at: 0)
    return goOn(&state)
  }
}

extension Result<ItemMatches, any Error> {
  /// Whether items have it as their barcode or SKU; `nil` if that is not known.
  fileprivate var isCode: Bool? { (try? get()).map { !$0.exact.isEmpty } }
}

extension StocktakeFeature.State {
  fileprivate mutating func addScan(_ text: String, isAmount: Bool = false) {
    scanCount += 1
    scans.append(StocktakeScan(id: scanCount, text: text, isAmount: isAmount))
  }

  /// Puts an item away that was scanned and has no count yet, to be counted later. One whose count
  /// was to be replaced has one.
  mutating func setCountAside() {
    guard let count, !count.isSaving, !count.hasUnsavedChanges else { return }
    if !count.isRecount { waiting.updateOrAppend(count.item) }
    self.count = nil
    focus = .code
  }

  /// Counts the items of the scans that are clear, in order. Those that have no count, and are not
  /// the last one, wait until the user has the time for them.
  mutating func openScans() -> Effect<StocktakeFeature.Action> {
    while let scan = scans.first(where: { !$0.isUnclear }), let item = scan.item {
      if let count {
        if count.isSaving || count.alert != nil { return .none }
        if count.hasUnsavedChanges {
          // Somebody is typing it.
          guard focus != .amount else { return .none }
          guard count.isComplete else {
            focus = .amount
            return .none
          }
          return .send(.count(.presented(.submitted)))
        }
        setCountAside()
      }
      scans.remove(id: scan.id)
      if scan.amount == nil, scans.contains(where: { !$0.isUnclear }) {
        waiting.updateOrAppend(item)
        continue
      }
      startCounting(item)
      guard let amount = scan.amount else { return .none }
      self.count?.amount = amount
      guard self.count?.isComplete == true else { return .none }
      focus = .code
      return .send(.count(.presented(.submitted)))
    }
    return .none
  }
}
