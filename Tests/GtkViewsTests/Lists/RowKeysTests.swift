import Testing

@testable import GtkViews

@Suite struct RowKeysTests {
  @Test func `keys are the same as in an array, whatever is replaced`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      var keys = RowKeys()
      var array: [Int64] = []
      for _ in 0..<40 {
        let lower = Int.random(in: 0...array.count, using: &random)
        let upper = Int.random(in: lower...min(array.count, lower + 6), using: &random)
        let first = Int64.random(in: 0..<20, using: &random)
        let run = first..<first + Int64.random(in: 0..<8, using: &random)
        if Bool.random(using: &random) {
          keys.replaceSubrange(lower..<upper, with: RowKeys(run))
          array.replaceSubrange(lower..<upper, with: run)
        } else {
          let shuffled = run.shuffled(using: &random)
          keys.replaceSubrange(lower..<upper, with: shuffled)
          array.replaceSubrange(lower..<upper, with: shuffled)
        }
        #expect(Array(keys) == array)
        #expect(keys == RowKeys(array), "the same keys are in the same runs")
        #expect(array.indices.allSatisfy { keys[$0] == array[$0] })
        #expect(Array(keys[lower...]) == Array(array[lower...]))
      }
    }
  }

  @Test func `keys that are appended one by one are consecutive`() {
    var keys: RowKeys = []
    #expect(keys.isEmpty && keys == RowKeys(3..<3))
    for key in 5..<9 as Range<Int64> { keys.append(key) }
    #expect(keys == RowKeys(5..<9))
    keys.append(7)
    #expect(keys == [5, 6, 7, 8, 7])
    keys.append(contentsOf: RowKeys(8..<10))
    #expect(Array(keys) == [5, 6, 7, 8, 7, 8, 9])
    keys.remove(at: 4)
    #expect(Array(keys) == [5, 6, 7, 8, 8, 9])
    keys.remove(at: 4)
    #expect(keys == RowKeys(5..<10))
  }
}
