/// A segment of rows, and its path in the content of the list.
struct PlacedSegment {
  let path: [AnyHashable]
  let rows: RowSegment
}

/// Updates the segments of a list to a new plan.
struct SegmentUpdate {
  private let old: [PlacedSegment]
  private let counter: RowKeyCounter
  private(set) var segments: [PlacedSegment] = []
  private var splices: [ListSplice] = []
  /// The number of old segments that are done.
  private var oldIndex = 0
  /// The number of new rows before the next segment.
  private var position = 0
  /// Rows removed and added in front of the next segment that are not in a splice yet.
  private var removed = 0
  private var added = RowKeys()

  init(old: [PlacedSegment], counter: RowKeyCounter) {
    self.old = old
    self.counter = counter
  }

  /// Updates the segments to the parts of a new plan.
  ///
  /// - Returns: The splices of the elements in segments that stay, and splices that insert or
  ///   remove other segments as a whole. If segments change their order, one splice covers all of
  ///   them.
  mutating func splices(to parts: [RowPlan.Part]) -> [ListSplice] {
    let shorter = min(old.count, parts.count)
    let prefix = (0..<shorter).prefix { old[$0].path == parts[$0].path }.count
    let suffix = (0..<(shorter - prefix))
      .prefix { old[old.count - 1 - $0].path == parts[parts.count - 1 - $0].path }.count
    for part in parts.prefix(prefix) { keep(oldIndex, part) }
    replace(with: parts[prefix..<(parts.count - suffix)], upTo: old.count - suffix)
    for part in parts.suffix(suffix) { keep(oldIndex, part) }
    close()
    return splices
  }

  private mutating func replace(with parts: ArraySlice<RowPlan.Part>, upTo end: Int) {
    var indices: [[AnyHashable]: Int] = [:]
    for index in oldIndex..<end { indices[old[index].path] = index }
    let kept = parts.compactMap { indices[$0.path] }
    guard zip(kept, kept.dropFirst()).allSatisfy(<) else {
      return reorder(to: parts, from: indices, upTo: end)
    }
    for part in parts {
      if let index = indices[part.path] {
        keep(index, part)
      } else {
        insert(part)
      }
    }
    remove(upTo: end)
  }

  /// Puts all these segments into one splice: GTK keeps the widgets of rows within a splice.
  private mutating func reorder(
    to parts: ArraySlice<RowPlan.Part>,
    from indices: [[AnyHashable]: Int],
    upTo end: Int
  ) {
    remove(upTo: end)
    for part in parts {
      if let index = indices[part.path], part.content.update(old[index].rows) != nil {
        segments.append(old[index])
        added.append(contentsOf: old[index].rows.keys)
      } else {
        insert(part)
      }
    }
  }

  private mutating func keep(_ index: Int, _ part: RowPlan.Part) {
    remove(upTo: index)
    let segment = old[index]
    let oldCount = segment.rows.count
    guard let changes = part.content.update(segment.rows) else {
      removed += oldCount
      oldIndex = index + 1
      return insert(part)
    }
    close()
    for change in changes {
      splices.append(
        ListSplice(
          position: position + change.position,
          removed: change.removed,
          added: change.added
        )
      )
    }
    segments.append(segment)
    position += segment.rows.count
    oldIndex = index + 1
  }

  private mutating func insert(_ part: RowPlan.Part) {
    let rows = part.content.makeSegment(counter: counter)
    segments.append(PlacedSegment(path: part.path, rows: rows))
    added.append(contentsOf: rows.keys)
  }

  private mutating func remove(upTo end: Int) {
    while oldIndex < end {
      removed += old[oldIndex].rows.count
      oldIndex += 1
    }
  }

  private mutating func close() {
    if removed > 0 || !added.isEmpty {
      splices.append(ListSplice(position: position, removed: removed, added: added))
    }
    position += added.count
    removed = 0
    added = []
  }
}
