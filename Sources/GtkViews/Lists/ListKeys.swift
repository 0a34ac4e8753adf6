import IdentifiedArrays

/// A replacement of consecutive rows by others.
struct ListSplice: Equatable {
  var position: Int
  var removed: Int
  /// The keys of the new rows.
  var added: RowKeys
}

/// Makes row keys that no other row of the list has ever had.
final class RowKeyCounter {
  private var last: Int64 = 0

  init() {}

  deinit {}

  func next() -> Int64 {
    last += 1
    return last
  }

  func next(_ count: Int) -> RowKeys {
    let first = last + 1
    last += Int64(count)
    return RowKeys(first..<(last + 1))
  }
}

/// The ids of a list's elements, and the keys by which GTK identifies the rows.
struct ListKeys<ID: Hashable> {
  typealias Splice = ListSplice

  /// The key of each row.
  private(set) var keys = RowKeys()
  /// The id of each row.
  private(set) var ids: [ID] = []

  /// The ids as a set, for finding duplicates; `nil` if the ids are known to be unique.
  private var knownIDs: Set<ID>? = []
  private let counter: RowKeyCounter

  /// - Parameter counter: The source of new keys, shared by all elements of one list.
  init(counter: RowKeyCounter = RowKeyCounter()) {
    self.counter = counter
  }

  /// Replaces the ids by new ones. Applied in order, the returned splices turn the old rows into
  /// the new ones.
  ///
  /// If rows that stay change their order, one splice covers all of them, because GTK keeps a row's
  /// widgets only within a splice. Otherwise there is one splice for each place that differs. O(n),
  /// and O(m log m) for the m rows between the first and the last difference.
  ///
  /// - Parameters:
  ///   - newIDs: The new ids, without those that are known to stay.
  ///   - kept: The number of ids that are known to stay at the beginning and at the end.
  ///   - areUnique: Whether the new ids are known to be distinct, also from the kept ids if those
  ///     are known to be unique.
  /// - Returns: The splices, and the offsets of the elements that are not shown because their id is
  ///   a duplicate.
  mutating func update(
    _ newIDs: [ID],
    keeping kept: (prefix: Int, suffix: Int) = (0, 0),
    areUnique: Bool = false
  ) -> (splices: [Splice], duplicates: Set<Int>) {
    if areUnique, knownIDs == nil || kept == (0, 0) {
      knownIDs = nil
    } else if knownIDs == nil {
      knownIDs = Set(ids)
    }
    if ids.isEmpty, let splice = fill(newIDs) { return ([splice], []) }
    let alsoKept = commonEnds(ids[kept.prefix..<(ids.count - kept.suffix)], newIDs[...])
    let prefix = kept.prefix + alsoKept.prefix
    let suffix = kept.suffix + alsoKept.suffix
    let newMiddle = newIDs[alsoKept.prefix..<(newIDs.count - alsoKept.suffix)]
    if newMiddle.isEmpty, prefix + suffix == ids.count { return ([], []) }

    let oldMiddle = Array(keys[prefix..<(keys.count - suffix)])
    var leaving: [ID: Int] = Dictionary(minimumCapacity: oldMiddle.count)
    for (offset, id) in ids[prefix..<(ids.count - suffix)].enumerated() { leaving[id] = offset }

    // The offset that each new row had among the old rows of the middle; `nil` for an added row.
    var middle: [(id: ID, key: Int64, oldOffset: Int?)] = []
    var duplicates: Set<Int> = []
    for (offset, id) in zip(prefix..., newMiddle) {
      if let oldOffset = leaving.removeValue(forKey: id) {
        middle.append((id, oldMiddle[oldOffset], oldOffset))
      } else if knownIDs?.insert(id).inserted ?? true {
        middle.append((id, counter.next(), nil))
      } else {
        duplicates.insert(offset)
      }
    }
    if knownIDs != nil {
      for id in leaving.keys { knownIDs?.remove(id) }
    }
    if let duplicate = duplicates.min() {
      reportDuplicate(newIDs[duplicate - kept.prefix], in: "List")
    }

    let splices = Self.splices(from: oldMiddle, to: middle.map { ($0.key, $0.oldOffset) })
      .map { Splice(position: $0.position + prefix, removed: $0.removed, added: $0.added) }
    ids.replaceSubrange(prefix..<(ids.count - suffix), with: middle.map(\.id))
    keys.replaceSubrange(prefix..<(keys.count - suffix), with: middle.map(\.key))
    return (splices, duplicates)
  }

  /// Takes the first ids of an empty list, if they are unique: the fast path for a long list.
  private mutating func fill(_ newIDs: [ID]) -> Splice? {
    guard knownIDs == nil || insert(newIDs) else {
      knownIDs = []
      return nil
    }
    ids = newIDs
    keys = counter.next(newIDs.count)
    return Splice(position: 0, removed: 0, added: keys)
  }

  /// Makes the given ids the known ones.
  ///
  /// - Returns: Whether the ids are unique; if not, the known ids stay as they are.
  private mutating func insert(_ newIDs: [ID]) -> Bool {
    var known: Set<ID> = Set(minimumCapacity: newIDs.count)
    for id in newIDs where !known.insert(id).inserted { return false }
    knownIDs = known
    return true
  }

  /// Returns the splices that turn old rows into new ones.
  ///
  /// - Parameters:
  ///   - old: The keys of the old rows.
  ///   - new: The keys of the new rows, and the offsets that those that stay had among the old
  ///     ones.
  static func splices(
    from old: [Int64],
    to new: [(key: Int64, oldOffset: Int?)]
  ) -> [Splice] {
    var whole: Splice {
      Splice(position: 0, removed: old.count, added: RowKeys(new.lazy.map(\.key)))
    }
    let kept = new.compactMap(\.oldOffset)
    guard !kept.isEmpty, zip(kept, kept.dropFirst()).allSatisfy(<) else { return [whole] }
    var splices: [Splice] = []
    // Rows before this offset of the old list are done.
    var oldOffset = 0
    var added = RowKeys()
    func close(upTo oldEnd: Int, at newOffset: Int) {
      if oldEnd > oldOffset || !added.isEmpty {
        splices.append(
          Splice(
            position: newOffset - added.count,
            removed: oldEnd - oldOffset,
            added: added
          )
        )
      }
      added = []
    }
    for (offset, row) in new.enumerated() {
      if let end = row.oldOffset {
        close(upTo: end, at: offset)
        oldOffset = end + 1
      } else {
        added.append(row.key)
      }
    }
    close(upTo: old.count, at: new.count)
    // Each splice has a fixed cost, so many small ones are replaced by a single large one.
    return splices.count > 64 ? [whole] : splices
  }
}
