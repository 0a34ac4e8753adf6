/// The keys of rows, in their order. Rows that come together have consecutive keys, so that those
/// of a million rows take no more memory, and no more time to make, than those of one.
///
/// To find the key at a position takes O(log r) for r runs of consecutive keys, to replace keys
/// O(r + m) for m new ones, O(r) if these are row keys themselves.
nonisolated struct RowKeys: Equatable {
  /// The first key of each run.
  private var firsts: [Int64] = []
  /// Where each run ends. A run begins where the one before it ends.
  private var ends: [Int] = []

  init() {}

  /// - Parameter run: Consecutive keys.
  init(_ run: Range<Int64>) {
    guard !run.isEmpty else { return }
    firsts = [run.lowerBound]
    ends = [run.count]
  }

  private func start(ofRun run: Int) -> Int { run == 0 ? 0 : ends[run - 1] }

  /// Returns the run that contains a position; the number of runs at the end.
  private func run(at position: Int) -> Int {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] <= position { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Makes a run end at a position, unless one does.
  ///
  /// - Returns: The run that begins at the position.
  private mutating func split(at position: Int) -> Int {
    let run = run(at: position)
    guard run < ends.count, start(ofRun: run) < position else { return run }
    firsts.insert(firsts[run] + Int64(position - start(ofRun: run)), at: run + 1)
    ends.insert(position, at: run)
    return run + 1
  }

  /// Joins a run with the one before it, if their keys are consecutive.
  private mutating func join(_ run: Int) {
    guard run > 0, run < ends.count,
      firsts[run] == firsts[run - 1] + Int64(ends[run - 1] - start(ofRun: run - 1))
    else { return }
    firsts.remove(at: run)
    ends.remove(at: run - 1)
  }
}

nonisolated extension RowKeys: RandomAccessCollection, RangeReplaceableCollection,
  ExpressibleByArrayLiteral
{
  var startIndex: Int { 0 }
  var endIndex: Int { ends.last ?? 0 }

  init(arrayLiteral elements: Int64...) { self.init(elements) }

  subscript(position: Int) -> Int64 {
    precondition(indices.contains(position), "there is no row \(position) of \(count)")
    let run = run(at: position)
    return firsts[run] + Int64(position - start(ofRun: run))
  }

  mutating func append(_ key: Int64) {
    let last = ends.count - 1
    if last >= 0, firsts[last] + Int64(ends[last] - start(ofRun: last)) == key {
      ends[last] += 1
    } else {
      firsts.append(key)
      ends.append(count + 1)
    }
  }

  mutating func append(contentsOf keys: RowKeys) {
    replaceSubrange(count..<count, with: keys)
  }

  mutating func replaceSubrange(_ range: Range<Int>, with new: some Collection<Int64>) {
    precondition(range.clamped(to: 0..<count) == range, "\(range) is not in \(count) rows")
    var keys = RowKeys()
    if let new = new as? RowKeys { keys = new } else { for key in new { keys.append(key) } }
    if range == indices {
      self = keys
      return
    }
    let first = split(at: range.lowerBound)
    let last = split(at: range.upperBound)
    firsts.replaceSubrange(first..<last, with: keys.firsts)
    ends.replaceSubrange(first..<last, with: keys.ends.map { $0 + range.lowerBound })
    let change = keys.count - range.count
    let next = first + keys.ends.count
    if change != 0 { for run in next..<ends.count { ends[run] += change } }
    join(next)
    if next != first { join(first) }
  }
}
