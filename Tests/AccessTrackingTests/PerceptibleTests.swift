import PerceptionCore
import Synchronization
import Testing

@Perceptible
private final class Model {
  var name = "Mina"
  var friend: Model?
  @PerceptionIgnored var visits = 0
  @PerceptionIgnored lazy var greeting = "Hello, \(name)"
  let id = 7
  static let usualName = "Mina"

  var isNamed: Bool { !name.isEmpty }
}

@MainActor
@Perceptible
class Base {
  var count = 0
}

/// The code that `@Perceptible` generates, compiled as in a program.
@Suite struct PerceptibleTests {
  private func changes(
    of read: () -> Void,
    while change: () -> Void
  ) -> Int {
    let changes = Mutex(0)
    withPerceptionTracking(read) { changes.withLock { $0 += 1 } }
    change()
    return changes.withLock { $0 }
  }

  @Test func `a property is observed`() {
    let model = Model()
    #expect(changes(of: { _ = model.name }, while: { model.name = "Oz" }) == 1)
    #expect(changes(of: { _ = model.isNamed }, while: { model.name += "!" }) == 1)
    #expect(changes(of: { _ = model.friend }, while: { model.friend = Model() }) == 1)
    #expect(changes(of: { _ = model.name }, while: { model.friend = nil }) == 0)
    #expect(changes(of: { _ = model.name }, while: { model.name = "Oz!" }) == 0)
  }

  @Test func `a property that is ignored is not observed`() {
    let model = Model()
    #expect(changes(of: { _ = model.visits }, while: { model.visits += 1 }) == 0)
    #expect(model.greeting == "Hello, Mina" && model.id == 7)
  }

  @MainActor @Test func `a class of the main actor is observed`() {
    let base = Base()
    #expect(changes(of: { _ = base.count }, while: { base.count += 1 }) == 1)
    let perceptible: any Perceptible = base
    #expect(perceptible is Base)
  }
}
