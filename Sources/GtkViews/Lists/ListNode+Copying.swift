import GtkKit

extension ListNode {
  /// Copies the selected rows, or else the focused one, as text.
  ///
  /// - Returns: Whether there was something to copy.
  func copyRows() -> Bool {
    guard !ignoresInput else { return false }
    let text = environment.copyCommand?.text.map { $0() } ?? copiedText
    guard let text else { return false }
    Clipboard.setText(text)
    return true
  }

  private var copiedText: String? {
    guard Row.self is any CopiedRow.Type, let listView, knowsSelection else { return nil }
    let selected = listView.selectedPositions
    let positions = selected.isEmpty ? [focusedRow?.position].compactMap(\.self) : selected
    let lines = positions.compactMap { (content(at: $0)?.content() as? any CopiedRow)?.copiedText }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// Returns what an action of the selection's menu is for: the selected rows if the one at a
  /// position is among them, or else that row.
  func rowsOfMenu(at position: Int?) -> SelectionMenu.Rows? {
    guard let position else { return .ids([]) }
    guard let listView, listView.isSelected(position) else {
      return selectionValue(at: position).map { .ids([$0]) }
    }
    guard knowsSelection else { return pagedSelectionValue.map { .paged($0) } }
    return .ids(Set(listView.selectedPositions.compactMap { selectionValue(at: $0) }))
  }

  /// Performs the primary action of the selection's menu for the row at a position.
  ///
  /// - Returns: Whether there is one.
  func performPrimaryAction(at position: Int) -> Bool {
    guard let perform = environment.selectionMenu?.actions?.perform,
      let rows = rowsOfMenu(at: position)
    else { return false }
    return perform(rows)
  }
}
