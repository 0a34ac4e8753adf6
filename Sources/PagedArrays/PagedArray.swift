/// A long sequence of elements of which only a few pages are loaded.
///
/// A feature keeps one in its state where the elements come from a database or a service and are
/// too many to keep them all. The view asks for the positions that it shows, and the feature loads
/// the pages that these are on:
///
/// ```swift
/// case .rowsNeeded(let positions):
///   guard let range = state.rows.unloadedPages(in: positions) else { return .none }
///   return .run { send in
///     await send(.rowsLoaded(try await database.rows(range), at: range.lowerBound))
///   }
///   .cancellable(id: CancelID.rows, cancelInFlight: true)
///
/// case .rowsLoaded(let rows, let position):
///   state.rows.load(rows, at: position)
///   return .none
/// ```
///
/// When the data change, fetch their number and the loaded range again and assign them in one step,
/// with ``reload(count:_:at:)``. A view that sees the same ids at other positions keeps its rows.
public struct PagedArray<Element: Identifiable> {
  /// The number of elements, loaded or not.
  public private(set) var count: Int

  /// The number of elements on a page. The last page may have fewer.
  public let pageSize: Int

  /// The maximum number of pages that are kept. If there are more, those farthest from the ones
  /// that were loaded last are dropped.
  public let maximumPages: Int

  /// The elements of the loaded pages, by the number of the page.
  private var pages: [Int: [Element]] = [:]

  /// Makes an array without loaded elements.
  ///
  /// - Parameters:
  ///   - count: The number of elements.
  ///   - pageSize: The number of elements on a page.
  ///   - maximumPages: The maximum number of pages that are kept.
  /// - Precondition: The count is not negative; the other numbers are positive.
  public init(count: Int = 0, pageSize: Int = 100, maximumPages: Int = 20) {
    precondition(count >= 0 && pageSize > 0 && maximumPages > 0)
    self.count = count
    self.pageSize = pageSize
    self.maximumPages = maximumPages
  }

  /// Returns the element at a position, or `nil` if its page is not loaded or there is no such
  /// position.
  ///
  /// - Complexity: O(1)
  public subscript(position: Int) -> Element? {
    guard 0..<count ~= position else { return nil }
    guard let page = pages[position / pageSize], position % pageSize < page.count else {
      return nil
    }
    return page[position % pageSize]
  }

  /// Returns the position of the loaded element with an id; `nil` if no loaded element has it.
  ///
  /// - Complexity: O(number of loaded elements)
  public func position(of id: Element.ID) -> Int? {
    for (page, elements) in pages {
      if let offset = elements.firstIndex(where: { $0.id == id }) {
        return page * pageSize + offset
      }
    }
    return nil
  }

  /// The loaded elements, in the order of their positions.
  ///
  /// - Complexity: O(number of loaded elements)
  public var loadedElements: [Element] {
    pages.sorted { $0.key < $1.key }.flatMap(\.value)
  }

  /// The positions of the loaded elements, in order.
  package var loadedRanges: [Range<Int>] {
    pages.sorted { $0.key < $1.key }.map { page, elements in
      page * pageSize..<page * pageSize + elements.count
    }
  }

  /// Returns the smallest range of whole pages that contains all positions of a range that are not
  /// loaded; `nil` if all of them are loaded.
  ///
  /// - Parameter positions: The positions that are needed. Positions beyond the end are ignored.
  public func unloadedPages(in positions: Range<Int>) -> Range<Int>? {
    let positions = positions.clamped(to: 0..<count)
    guard let last = positions.last else { return nil }
    let missing = (positions.lowerBound / pageSize...last / pageSize).filter { !isWhole($0) }
    guard let first = missing.first, let last = missing.last else { return nil }
    return first * pageSize..<min((last + 1) * pageSize, count)
  }

  /// Returns the smallest range of whole pages that contains a range, for loading it again after
  /// the data have changed.
  ///
  /// The range does not end at the last element, because there may be more elements by then.
  ///
  /// - Parameter positions: Positions, which need not exist.
  /// - Returns: A range of at least one page, and of no more pages than are kept.
  public func wholePages(around positions: Range<Int>) -> Range<Int> {
    let first = max(0, positions.lowerBound) / pageSize
    let last = max(first, (positions.upperBound - 1) / pageSize)
    return first * pageSize..<(min(last, first + maximumPages - 1) + 1) * pageSize
  }

  /// Loads elements, in the place of those that are loaded at the same positions.
  ///
  /// Only whole pages are kept: elements of a page that is not complete are ignored, and so are
  /// elements beyond the end.
  ///
  /// - Parameters:
  ///   - elements: Consecutive elements.
  ///   - position: The position of the first of them.
  public mutating func load(_ elements: some RandomAccessCollection<Element>, at position: Int) {
    let range = (position..<position + elements.count).clamped(to: 0..<count)
    guard let last = range.last else { return }
    let loaded = range.lowerBound / pageSize...last / pageSize
    for page in loaded {
      let positions = page * pageSize..<min((page + 1) * pageSize, count)
      guard positions.clamped(to: range) == positions else { continue }
      let start = elements.index(elements.startIndex, offsetBy: positions.lowerBound - position)
      let end = elements.index(start, offsetBy: positions.count)
      pages[page] = Array(elements[start..<end])
    }
    dropPages(farFrom: loaded)
  }

  /// Replaces everything that is known of the elements, after the data have changed.
  ///
  /// If the elements end inside a page, its beginning is kept until the page is loaded: something
  /// to show while the rest is being fetched.
  ///
  /// - Parameters:
  ///   - count: The number of elements now.
  ///   - elements: Consecutive elements from the beginning of a page on.
  ///   - position: The position of the first of them.
  /// - Precondition: The count is not negative.
  public mutating func reload(
    count: Int,
    _ elements: some RandomAccessCollection<Element>,
    at position: Int
  ) {
    precondition(count >= 0)
    self.count = count
    pages = [:]
    load(elements, at: position)
    let end = min(position + elements.count, count)
    let beginning = (end / pageSize * pageSize)..<end
    guard !beginning.isEmpty, pages[end / pageSize] == nil, beginning.lowerBound >= position else {
      return
    }
    let known = elements.dropLast(position + elements.count - end)
    pages[end / pageSize] = Array(known.suffix(beginning.count))
  }

  /// Whether all elements of a page are loaded.
  private func isWhole(_ page: Int) -> Bool {
    pages[page].map { $0.count == min(pageSize, count - page * pageSize) } ?? false
  }

  private mutating func dropPages(farFrom loaded: ClosedRange<Int>) {
    guard pages.count > maximumPages else { return }
    let nearestFirst = pages.keys.sorted { lhs, rhs in
      let distances = [lhs, rhs].map { max(loaded.lowerBound - $0, $0 - loaded.upperBound, 0) }
      return distances[0] == distances[1] ? lhs < rhs : distances[0] < distances[1]
    }
    for page in nearestFirst.dropFirst(maximumPages) { pages[page] = nil }
  }
}

extension PagedArray: Equatable where Element: Equatable {}

extension PagedArray: Sendable where Element: Sendable {}

// MARK: - For views

extension PagedArray {
  /// Returns the longest range of loaded positions that overlaps a range; `nil` if no position of
  /// the range is loaded. If several overlap it, returns the first.
  package func loadedRange(around positions: Range<Int>) -> Range<Int>? {
    let positions = positions.clamped(to: 0..<count)
    guard let last = positions.last,
      let page = (positions.lowerBound / pageSize...last / pageSize)
        .first(where: { loadedRange(ofPage: $0).overlaps(positions) })
    else { return nil }
    var first = page
    while first > 0, isWhole(first - 1) { first -= 1 }
    var end = page
    while isWhole(end), pages[end + 1] != nil { end += 1 }
    return first * pageSize..<loadedRange(ofPage: end).upperBound
  }

  private func loadedRange(ofPage page: Int) -> Range<Int> {
    page * pageSize..<page * pageSize + (pages[page]?.count ?? 0)
  }

  /// Returns the smallest range that contains all positions whose elements may differ from those in
  /// another array. Pages that share their storage are taken for equal.
  package func positionsDiffering(from other: PagedArray) -> Range<Int> {
    guard count == other.count, pageSize == other.pageSize else { return 0..<count }
    let differing = Set(pages.keys).union(other.pages.keys).filter { page in
      guard let new = pages[page], let old = other.pages[page] else { return true }
      return new.withUnsafeBufferPointer { new in
        old.withUnsafeBufferPointer { old in new.baseAddress != old.baseAddress }
      }
    }
    guard let first = differing.min(), let last = differing.max() else { return 0..<0 }
    return first * pageSize..<min((last + 1) * pageSize, count)
  }
}
