import Bindings
import Observation
import Synchronization
import Testing

@Observable private final class Lock: HashableObject {
  var ship: String?
}

@Suite struct FamiliarBindingTests {
  @Test func `a binding to whether an optional has a value`() {
    let lock = Lock()
    lock.ship = "Argo"
    let isOccupied = UIBinding<Bool>(UIBindable(lock).ship)
    #expect(isOccupied.wrappedValue)
    isOccupied.wrappedValue = true
    #expect(lock.ship == "Argo")
    isOccupied.wrappedValue = false
    #expect(lock.ship == nil)
    isOccupied.wrappedValue = true
    #expect(lock.ship == nil)
    #expect(!isOccupied.wrappedValue)
  }

  @Test func `an object is equal to itself only`() {
    let (first, second) = (Lock(), Lock())
    #expect(first == first)
    #expect(Set([first, first, second]).count == 2)
  }

  @Test func `a token of one's own ends its observation once`() {
    let ends = Mutex(0)
    let token = ObserveToken { ends.withLock { $0 += 1 } }
    token.cancel()
    token.cancel()
    #expect(ends.withLock { $0 } == 1)
    _ = ObserveToken { ends.withLock { $0 += 1 } }
    #expect(ends.withLock { $0 } == 2)
  }
}
