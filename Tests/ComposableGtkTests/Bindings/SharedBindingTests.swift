import ComposableGtk
import Testing

@MainActor
@Suite
struct SharedBindingTests {
  @Test func `a binding reads and writes shared state`() {
    @Shared(value: 1) var count
    let binding = Binding($count)
    $count.withLock { $0 = 2 }
    #expect(binding.wrappedValue == 2)
    binding.wrappedValue = 3
    #expect(count == 3)
  }
}
