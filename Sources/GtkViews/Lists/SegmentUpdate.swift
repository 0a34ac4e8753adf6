/// Rows that stand together, and the way to them in the content of a list.
struct RowPlace {
  let path: [AnyHashable]
  let rows: RowSegment
}

/// Turns the segments of a list into others.
struct SegmentUpdate {
  private let old: [RowPlace]
  private let counter: RowKeyCounter
  private(set) var segments: [RowPlace] = []
  private var splices: [ListSplice] = []
  /// How many of the old segments are done.
  private var oldIndex = 0
  /// The number of rows before what comes next.
  private var position = 0
  /// Rows that go and come in front of what comes next.
  private var removed = 0
  private var added: [Int64] = []

  init(old: [RowPlace], counter: RowKeyCounter) {
    self.old = old
    self.counter = counter
  }

  /// Segments that stay give the splices of their elements; others are spliced in and out as wholes, or as one together if
  /// their order changes.
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

  /// GTK keeps the widgets of rows that are in one splice.
  private mutating func reorder(
    to parts: ArraySlice<RowPlan.Part>,
    from indices: [[AnyHashable]: Int],
    upTo end: Int
  ) {
    remove(upTo: end)
    for part in parts {
      if let index = indices[part.path], part.content.update(old[index].rows) != nil {
        segments.append(old[index])
        added += old[index].rows.keys
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
    segments.append(RowPlace(path: part.path, rows: rows))
    added += rows.keys
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
