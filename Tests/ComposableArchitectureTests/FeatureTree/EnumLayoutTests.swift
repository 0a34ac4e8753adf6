import Foundation
import Testing

@testable import ComposableArchitecture

/// The case of a value is read from the run-time's metadata. The tests compare that with the name
/// of the case, which is looked up slowly.
@Suite struct EnumLayoutTests {
  /// Values of a type, grouped by case.
  private func expectCases<Value>(
    _ groups: [[Value]],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    for read in [EnumLayout<Value>.tag, EnumLayout<Value>.tagByName] {
      let tags = groups.map { $0.map(read) }
      #expect(
        tags.allSatisfy { $0.allSatisfy { $0 != nil } && Set($0).count == 1 },
        "Values in the same case have the same tag: \(tags)",
        sourceLocation: sourceLocation
      )
      #expect(
        Set(tags.compactMap(\.first)).count == groups.count,
        "Values in different cases have different tags: \(tags)",
        sourceLocation: sourceLocation
      )
    }
  }

  @Test func `the metadata of this run-time has the expected layout`() {
    #expect(EnumMetadata.isAsExpected)
  }

  @Test func `cases without payloads have different tags`() {
    enum One { case only }
    enum Two { case first, second }
    enum Many: Int, CaseIterable {
      case a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z
    }
    expectCases([[One.only, .only]])
    expectCases([[Two.first, .first], [.second]])
    expectCases(Many.allCases.map { [$0, $0] })
  }

  @Test func `a single payload is distinguished from cases without one`() {
    enum Single {
      case none, payload(Int), other
    }
    enum Bits {
      case payload(Bool), none, other
    }
    enum Empty {
      case payload(Void), other
    }
    expectCases([[Single.none], [.payload(0), .payload(.max)], [.other]])
    expectCases([[Bits.payload(true), .payload(false)], [.none], [.other]])
    expectCases([[Empty.payload(())], [.other]])
  }

  @Test func `many payloads are distinguished, whatever their sizes are`() {
    enum Mixed {
      case small(UInt8), large(String, Double, [Int]), none, pair(first: Int?, second: Int?), other
    }
    enum Objects {
      case first(NSObject), second(Unrelated), third(() -> Void), none
    }
    let object = NSObject()
    expectCases([
      [Mixed.small(0), .small(255)],
      [.large("", 0, []), .large("a long string, on the heap", 1, [1])],
      [.none], [.pair(first: nil, second: 1), .pair(first: 1, second: nil)], [.other],
    ])
    expectCases([
      [Objects.first(object), .first(NSObject())], [.second(Unrelated())], [.third {}], [.none],
    ])
  }

  @Test func `indirect and recursive cases are read`() {
    indirect enum List {
      case end, cell(Int, List)
    }
    enum Partly {
      case leaf(Int)
      indirect case node(Partly, Partly)
    }
    expectCases([[List.end], [.cell(1, .end), .cell(1, .cell(2, .end))]])
    expectCases([[Partly.leaf(0), .leaf(1)], [.node(.leaf(0), .leaf(1))]])
  }

  @Test func `generic enums are read for each of their types`() {
    enum Choice<Left, Right> {
      case left(Left), right(Right), neither
    }
    expectCases([[Choice<Int, String>.left(1)], [.right(""), .right("a")], [.neither]])
    expectCases([[Choice<Void, Never>.left(())], [.neither]])
    expectCases([[Choice<[Int], Int?>.left([])], [.right(nil), .right(1)], [.neither]])
    expectCases([[Choice<any Error, NSObject>.left(CancellationError())], [.right(NSObject())]])
  }

  @Test func `enums of the standard library are read`() {
    expectCases([[Int?.none], [0, 1]])
    expectCases([[Unrelated?.none], [Unrelated()]])
    expectCases([[Bool??.none], [.some(nil), .some(true)]])
    expectCases([[Bool???.none], [.some(nil), .some(.some(nil)), .some(false)]])
    expectCases([[String?.none], ["", "a"]])
    expectCases([[Result<Int, any Error>.success(1)], [.failure(CancellationError())]])
    expectCases([[FloatingPointSign.plus], [.minus]])
    expectCases([[Optional<FloatingPointSign>.none], [.plus, .minus]])
  }

  @Test func `existential payloads are read`() {
    enum Held {
      case anything(Any), error(any Error), object(AnyObject), hashable(any Hashable & Sendable),
        none
    }
    expectCases([
      [Held.anything(1), .anything("a"), .anything(Held.none)], [.error(CancellationError())],
      [.object(NSObject())], [.hashable(1)], [.none],
    ])
  }

  @Test func `other types have no cases`() {
    struct Value: Hashable {
      var number = 1
    }
    func expectNone<Value>(
      _ value: Value,
      sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) {
      #expect(EnumLayout.tag(of: value) == nil, sourceLocation: sourceLocation)
      #expect(EnumLayout.tagByName(of: value) == nil, sourceLocation: sourceLocation)
    }
    expectNone(1)
    expectNone("a")
    expectNone([1])
    expectNone((1, 2))
    expectNone(Value())
    expectNone(Unrelated())
    expectNone(NSObject())
    expectNone(1 as Any)
    expectNone(CancellationError() as any Error)
    expectNone {}
    expectNone(Int.self)
  }
}

private final class Unrelated: Sendable {}
