import CustomDump
import Foundation
import IdentifiedArrays
import Observation
import Sharing
import Testing

private struct Crate: Identifiable, Equatable, Sendable {
  var id: Int
  var label = ""
}

/// Declared for keys that can also save.
extension SharedKey where Self == InMemoryKey<Int> {
  fileprivate static var crateCount: Self { .inMemory("crateCount") }
}

extension SharedKey where Self == InMemoryKey<Int>.Default {
  fileprivate static var barrels: Self { Self[.inMemory("barrels"), default: 6] }
}

extension SharedReaderKey where Self == InMemoryKey<[String]>.Default {
  fileprivate static var pilots: Self { Self[.inMemory("pilots"), default: []] }
}

extension SharedKey where Self == InMemoryKey<String?> {
  fileprivate static var harbour: Self { .inMemory("harbour") }
}

/// Shared values in the forms in which features elsewhere use them.
@Suite struct FamiliarSharingTests {
  @Test func `a reader uses a key that is declared for shared values`() async throws {
    @Shared(.crateCount) var count = 4
    @SharedReader(.crateCount) var read = 0
    @SharedReader(.harbour) var harbour
    #expect(read == 4)
    #expect(harbour == nil)
    let required = try await SharedReader(require: .crateCount)
    #expect(required.wrappedValue == 4)
    @SharedReader(value: 0) var loaded
    try await $loaded.load(.crateCount)
    $count.withLock { $0 = 5 }
    #expect(loaded == 5)
  }

  @Test func `a reader shares the wrapped value of an optional shared value`() throws {
    @Shared(value: "Vlissingen") var harbour: String?
    let reader = try #require(SharedReader($harbour))
    $harbour.withLock { $0 = "Delft" }
    #expect(reader.wrappedValue == "Delft")
    $harbour.withLock { $0 = nil }
    #expect(SharedReader($harbour) == nil)
  }

  @Test func `a reader may have another default than its key`() {
    @SharedReader(.barrels) var barrels = 7
    @SharedReader(.pilots) var pilots = ["Aaf"]
    @SharedReader(.inMemory("buoys")) var buoys = 3
    #expect(barrels == 7)
    #expect(pilots == ["Aaf"])
    #expect(buoys == 3)
    #expect(SharedReader(wrappedValue: ["Bo"], .pilots).wrappedValue == ["Aaf"])
  }

  @Test func `the elements of a shared array are read one by one`() {
    @Shared(value: [Crate(id: 1), Crate(id: 2)]) var crates
    let readers = Array(SharedReader($crates))
    $crates.withLock { $0[1].label = "tea" }
    #expect(readers.map(\.wrappedValue.label) == ["", "tea"])
    $crates.withLock { _ = $0.removeLast() }
    #expect(readers[1].wrappedValue.label == "tea")
    #expect(SharedReader($crates).elements.count == 1)
  }

  @Test func `the elements of a shared identified array are read one by one`() {
    @Shared(value: [Crate(id: 1), Crate(id: 2)]) var crates: IdentifiedArrayOf<Crate>
    let readers = Array(SharedReader($crates))
    $crates.withLock { $0.insert(Crate(id: 3), at: 0) }
    $crates.withLock { $0[id: 1]?.label = "tea" }
    #expect(readers.map(\.id) == [1, 2])
    #expect(readers[0].wrappedValue.label == "tea")
  }

  @Test func `a shared value can be observed, and dumped as its value`() {
    func observable(_: some Observable) -> Bool { true }
    func dumped(_ value: some CustomDumpRepresentable) -> Any { value.customDumpValue }
    let count = Shared(value: 3)
    #expect(observable(count))
    #expect(observable(SharedReader(count)))
    #expect(dumped(count) as? Int == 3)
    #expect(dumped(SharedReader(count)) as? Int == 3)
  }

  @Test func `storages are equal to themselves only`() {
    let memory = InMemoryStorage()
    #expect(Set([memory, memory, InMemoryStorage()]).count == 2)
    let files: any FileStorage = .inMemory
    #expect(files == files)
    #expect(!(files == InMemoryFileStorage()))
  }
}
