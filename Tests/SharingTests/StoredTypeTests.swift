import Foundation
import Sharing
import TestSupport
import Testing

private enum Season: String, Sendable {
  case spring
  case autumn
}

/// The types of values that are read by name.
@Suite struct StoredTypeTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private var url: URL { folder.file("app-storage.json") }
  private let sown = Date(timeIntervalSinceReferenceDate: 123_456.789)
  private let seeds = Data([7, 0, 255])

  @Test func `a date and data that are set by name are read by name`() {
    let store = UserDefaults.inMemory
    store.set(sown, forKey: "sown")
    store.set(seeds, forKey: "seeds")
    store.set(["sown": [sown, seeds]] as [String: Any], forKey: "bed")
    #expect(store.object(forKey: "sown") as? Date == sown)
    #expect(store.object(forKey: "seeds") as? Data == seeds)
    #expect(store.data(forKey: "seeds") == seeds)
    let bed = store.dictionary(forKey: "bed")?["sown"] as? [Any]
    #expect(bed?.first as? Date == sown)
    #expect(bed?.last as? Data == seeds)
    @Shared(.appStorage("sown", store: store)) var date = Date.distantPast
    @Shared(.appStorage("seeds", store: store)) var data = Data()
    #expect(date == sown)
    #expect(data == seeds)
  }

  @Test func `a shared date and shared data are read by name`() {
    let store = UserDefaults.inMemory
    @Shared(.appStorage("sown", store: store)) var date: Date?
    @Shared(.appStorage("seeds", store: store)) var data = Data()
    $date.withLock { $0 = sown }
    $data.withLock { $0 = seeds }
    #expect(store.object(forKey: "sown") as? Date == sown)
    #expect(store.object(forKey: "seeds") as? Data == seeds)
  }

  @Test func `a date and data are read by name in another run`() async throws {
    do {
      let store = AppDefaults(url: url)
      store.set(["sown": sown, "seeds": seeds] as [String: Any], forKey: "bed")
      @Shared(.appStorage("sown", store: store)) var date = Date.distantPast
      $date.withLock { $0 = sown }
      try await $date.save()
    }
    // The storage has been released, so it is read from the file again.
    let store = AppDefaults(url: url)
    #expect(store.object(forKey: "sown") as? Date == sown)
    #expect(store.dictionary(forKey: "bed")?["sown"] as? Date == sown)
    #expect(store.dictionary(forKey: "bed")?["seeds"] as? Data == seeds)
  }

  @Test func `a date and data that an earlier version has written are read`() throws {
    try Data(#"{"sown": 123456.789, "seeds": "BwD/"}"#.utf8).write(to: url)
    let store = AppDefaults(url: url)
    @Shared(.appStorage("sown", store: store)) var date = Date.distantPast
    @Shared(.appStorage("seeds", store: store)) var data = Data()
    #expect(date == sown)
    #expect(data == seeds)
  }

  @Test func `a shared optional that is set to nil has no value by name`() {
    let store = UserDefaults.inMemory
    @Shared(.appStorage("isRaining", store: store)) var isRaining: Bool? = true
    @Shared(.appStorage("season", store: store)) var season: Season? = .spring
    #expect(store.object(forKey: "isRaining") as? Bool == true)
    $isRaining.withLock { $0 = nil }
    $season.withLock { $0 = nil }
    #expect(isRaining == nil)
    #expect(season == nil)
    #expect(store.object(forKey: "isRaining") == nil)
    #expect(store.object(forKey: "season") == nil)
    #expect(store.dictionaryRepresentation().isEmpty)
    $season.withLock { $0 = .autumn }
    #expect(store.string(forKey: "season") == "autumn")
  }

  @Test func `a default that is registered by name comes back after a shared value is nil`() {
    let store = UserDefaults.inMemory
    store.register(defaults: ["isRaining": false])
    @Shared(.appStorage("isRaining", store: store)) var isRaining: Bool?
    $isRaining.withLock { $0 = true }
    $isRaining.withLock { $0 = nil }
    #expect(store.object(forKey: "isRaining") as? Bool == false)
  }

  @Test func `two objects of a suite have the same shared values`() throws {
    let suite = "sharing-tests-\(UUID().uuidString)"
    let first = try #require(UserDefaults(suiteName: suite))
    let second = try #require(UserDefaults(suiteName: suite))
    defer { first.removePersistentDomain(forName: suite) }
    @Shared(.appStorage("rows", store: first)) var rows = 1
    @Shared(.appStorage("rows", store: second)) var same = 1
    $rows.withLock { $0 = 4 }
    #expect(same == 4)
    $same.withLock { $0 = 5 }
    #expect(rows == 5)
    #expect(first.integer(forKey: "rows") == 5)
    #expect(second.integer(forKey: "rows") == 5)
  }

  @Test func `the text of a shared value has its value and its key`() {
    @Shared(.appStorage("rows")) var rows = 3
    @Shared(.inMemory("name")) var name = "Ada"
    @SharedReader(.inMemory("name")) var reader = "Ada"
    $rows.withLock { $0 = 4 }
    #expect("\($rows)" == #"Shared<Int>(4, .appStorage("rows"))"#)
    #expect("\($name)" == #"Shared<String>("Ada", .inMemory("name"))"#)
    #expect("\($reader)" == #"SharedReader<String>("Ada", .inMemory("name"))"#)
    #expect("\($name.count)".contains("SharedReader<Int>(3, "))
    #expect("\(Shared(value: 1.5))".hasPrefix("Shared<Double>(1.5"))
  }
}
