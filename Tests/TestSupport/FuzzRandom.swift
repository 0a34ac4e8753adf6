/// Random numbers that are the same for the same seed (SplitMix64).
package struct FuzzRandom: RandomNumberGenerator {
  private var state: UInt64

  /// - Parameter seed: The same seed gives the same numbers.
  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// A number from 0, below a limit.
  package mutating func below(_ limit: Int) -> Int {
    Int(next() % UInt64(limit))
  }

  /// Returns `true` in one of `count` cases.
  package mutating func isTrue(oneIn count: Int) -> Bool {
    below(count) == 0
  }

  /// Returns one of some elements, of which there is at least one.
  package mutating func element<Element>(of elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}
