import CaseKeyPaths
import Testing

/// What a lighthouse does. It has no case key paths.
private enum Light: Equatable {
  case off
  case steady(String)
  case flashing(period: Double, colour: String)
  case dimmed(to: Int)
  indirect case later(Light)

  static func white(_ period: Double) -> Light { .flashing(period: period, colour: "white") }
}

private protocol Blinking {
  static func blink(_ times: Int) -> Self
}

private enum Buoy: Blinking, Equatable {
  case blink(Int)
  case sink
}

@Suite struct UnsafePathTests {
  @Test func `a case that is named as a function is extracted`() {
    let steady = AnyCasePath(unsafe: Light.steady)
    #expect(steady.extract(from: .steady("red")) == "red")
    #expect(steady.extract(from: .off) == nil)
    #expect(steady.extract(from: .later(.steady("red"))) == nil)
    #expect(steady.embed("green") == .steady("green"))
    #expect(AnyCasePath(unsafe: Light.later).extract(from: .later(.off)) == .off)
  }

  @Test func `labels of associated values do not matter`() {
    let dimmed = AnyCasePath(unsafe: Light.dimmed)
    #expect(dimmed.extract(from: .dimmed(to: 4)) == 4)
    let flashing = AnyCasePath<Light, (Double, String)>(unsafe: Light.flashing)
    #expect(flashing.extract(from: .flashing(period: 2, colour: "red"))! == (2, "red"))
    #expect(flashing.extract(from: .steady("red")) == nil)
  }

  @Test func `the requirement of a protocol is a path`() {
    func path<Thing: Blinking>(of _: Thing.Type) -> AnyCasePath<Thing, Int> {
      AnyCasePath(unsafe: Thing.blink)
    }
    #expect(path(of: Buoy.self).extract(from: .blink(3)) == 3)
    #expect(path(of: Buoy.self).extract(from: .sink) == nil)
  }
}
