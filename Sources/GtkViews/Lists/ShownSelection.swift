/// The selected elements that had rows when a list last read its selection.
///
/// An element whose row goes leaves the selection: what people do with the selection must not be
/// done to something that they no longer see. An element that has had no row yet stays in it.
struct ShownSelection<ID: Hashable> {
  private var ids: Set<ID> = []

  /// Takes the elements that have rows now.
  ///
  /// - Parameters:
  ///   - found: The selected elements that have rows.
  ///   - selection: The selection.
  /// - Returns: The elements to take out of the selection, because their rows have gone.
  mutating func update(found: Set<ID>, selection: Set<ID>) -> Set<ID> {
    defer { ids = found }
    return ids.isEmpty ? [] : ids.subtracting(found).intersection(selection)
  }
}

extension ListNode {
  /// Takes elements out of the selection when the update is over.
  func leaveSelection<ID: Hashable>(_ gone: Set<ID>, _ selection: @escaping () -> ListSelection<ID>)
  {
    guard !gone.isEmpty else { return }
    UpdateScheduler.shared.whenSettled { [weak self] in
      guard let self, !isInert else { return }
      let ids = selection().ids
      if !ids.isDisjoint(with: gone) { selection().ids = ids.subtracting(gone) }
    }
  }
}
