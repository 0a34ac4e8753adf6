import InventoryCore
import Testing

@Suite struct RowWindowTests {
  private let size = RowWindow<Int>.chunkSize
  private let count = 1_000_000

  private func page(_ range: Range<Int>) -> RowPage<Int> {
    let range = range.clamped(to: 0..<count)
    return RowPage(count: count, start: range.lowerBound, rows: Array(range))
  }

  @Test func `a window has the rows that were loaded, and knows how many there are`() {
    let window = RowWindow(page(0..<size))
    #expect(window.count == count)
    #expect(window[0] == 0)
    #expect(window[size - 1] == size - 1)
    #expect(window[size] == nil)
    #expect(window[-1] == nil)
    #expect(window[count] == nil)
    #expect(window.loadedRows == Array(0..<size))
  }

  @Test func `what is missing is whole chunks that are not loaded`() {
    let window = RowWindow(page(0..<size))
    #expect(window.missing(in: 0..<size) == nil)
    #expect(window.missing(in: 0..<size + 1) == size..<2 * size)
    #expect(window.missing(in: 5 * size + 3..<6 * size + 3) == 5 * size..<7 * size)
    #expect(window.missing(in: count..<count + 10) == nil)
    #expect(RowWindow<Int>().missing(in: 0..<10) == nil)
  }

  @Test func `whole chunks are asked for, at least one and not too many`() {
    #expect(RowWindow<Int>.wholeChunks(of: 0..<0) == 0..<size)
    #expect(RowWindow<Int>.wholeChunks(of: size..<size + 1) == size..<2 * size)
    let all = RowWindow<Int>.wholeChunks(of: 0..<count)
    #expect(all == 0..<size * RowWindow<Int>.chunkLimit / 2)
  }

  @Test func `the window stays as small as it may be, and keeps what is near`() {
    var window = RowWindow(page(0..<size))
    for start in stride(from: 0, to: 500 * size, by: size) {
      window.load(page(start..<start + size))
      #expect(window[start] == start)
      #expect(window.loadedRows.count <= RowWindow<Int>.chunkLimit * size)
    }
    #expect(window[0] == nil)
    #expect(window[490 * size] == 490 * size)
  }

  @Test func `the last rows of a list are fewer than a chunk`() {
    var window = RowWindow(page(0..<size))
    let last = RowWindow<Int>.wholeChunks(of: count - 1..<count)
    window.load(page(last))
    #expect(window[count - 1] == count - 1)
    #expect(window.missing(in: count - 1..<count) == nil)
  }

  @Test func `what is replaced is forgotten`() {
    var window = RowWindow(page(0..<2 * size))
    window.replace(with: RowPage([7, 8]))
    #expect(window.count == 2)
    #expect(window.loadedRows == [7, 8])
    #expect(window[size] == nil)
  }
}
