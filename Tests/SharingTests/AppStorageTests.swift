import Foundation
import Glibc
import IssueReporting
import Sharing
import TestSupport
import Testing

private enum Size: String, Codable, Sendable {
  case small
  case large
}

private enum Level: Int, Sendable {
  case low
  case high
}

private struct Point: Codable, Equatable, Sendable {
  var x = 0.0
  var y = 0.0
}

/// A type that is encoded as a text.
private struct Name: Codable, Sendable {
  var text: String

  init(text: String) { self.text = text }

  init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

@Suite struct AppStorageTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private var url: URL { folder.file("app-storage.json") }

  private func json() throws -> NSDictionary {
    try #require(
      JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any]
    ) as NSDictionary
  }

  @Test func `values of each type are read again in another run`() async throws {
    let date = Date(timeIntervalSinceReferenceDate: 123_456.789_012_3)
    func check(_ isFirst: Bool) async throws {
      let store = AppDefaults(url: url)
      @Shared(.appStorage("bool", store: store)) var bool = false
      @Shared(.appStorage("int", store: store)) var int = 0
      @Shared(.appStorage("big", store: store)) var big: UInt64 = 0
      @Shared(.appStorage("double", store: store)) var double = 0.0
      @Shared(.appStorage("infinite", store: store)) var infinite = 0.0
      @Shared(.appStorage("string", store: store)) var string = ""
      @Shared(.appStorage("strings", store: store)) var strings: [String] = []
      @Shared(.appStorage("url", store: store)) var link = URL(filePath: "/")
      @Shared(.appStorage("data", store: store)) var data = Data()
      @Shared(.appStorage("date", store: store)) var time = Date.distantPast
      @Shared(.appStorage("size", store: store)) var size = Size.small
      @Shared(.appStorage("level", store: store)) var level = Level.low
      @Shared(.appStorage("point", store: store)) var point = Point()
      @Shared(.appStorage("maybe", store: store)) var maybe: Int?
      @Shared(.appStorage("maybeSize", store: store)) var maybeSize: Size?
      @Shared(.appStorage("maybeLevel", store: store)) var maybeLevel: Level? = .low
      if isFirst {
        #expect(maybe == nil)
        #expect(maybeLevel == .low)
        $bool.withLock { $0 = true }
        $int.withLock { $0 = .min }
        $big.withLock { $0 = .max }
        $double.withLock { $0 = 0.1 }
        $infinite.withLock { $0 = -.infinity }
        $string.withLock { $0 = "\u{1F600} \"quoted\"\n" }
        $strings.withLock { $0 = ["a", "b"] }
        $link.withLock { $0 = URL(string: "https://example.org/?a=b")! }  // It is well formed.
        $data.withLock { $0 = Data([0, 1, 255]) }
        $time.withLock { $0 = date }
        $size.withLock { $0 = .large }
        $level.withLock { $0 = .high }
        $point.withLock { $0.x = 1.5 }
        $maybe.withLock { $0 = 5 }
        $maybeSize.withLock { $0 = .large }
        $maybeLevel.withLock { $0 = .high }
        try await $maybeLevel.save()
      } else {
        #expect(bool)
        #expect(int == .min)
        #expect(big == .max)
        #expect(double == 0.1)
        #expect(infinite == -.infinity)
        #expect(string == "\u{1F600} \"quoted\"\n")
        #expect(strings == ["a", "b"])
        #expect(link.absoluteString == "https://example.org/?a=b")
        #expect(data == Data([0, 1, 255]))
        #expect(time == date)
        #expect(size == .large)
        #expect(level == .high)
        #expect(point == Point(x: 1.5))
        #expect(maybe == 5)
        #expect(maybeSize == .large)
        #expect(maybeLevel == .high)
        $maybe.withLock { $0 = nil }
        try await $maybe.save()
        #expect(store.value(Int.self, forKey: "maybe") == nil)
        #expect(try json()["maybe"] == nil)
      }
    }
    try await check(true)
    // The storage is released, so it is read from the file again.
    try await check(false)
  }

  @Test func `values can also be read and written by name`() {
    let store = AppDefaults.inMemory
    store.set(3, forKey: "int")
    store.set("text", forKey: "string")
    store.set(true, forKey: "bool")
    @Shared(.appStorage("int", store: store)) var int = 0
    #expect(int == 3)
    store.set(4, forKey: "int")
    #expect(int == 4)
    $int.withLock { $0 = 5 }
    #expect(store.integer(forKey: "int") == 5)
    #expect(store.string(forKey: "string") == "text")
    #expect(store.bool(forKey: "bool"))
    #expect(store.string(forKey: "bool") == nil)
    store.removeObject(forKey: "int")
    #expect(int == 0)
    #expect(AppDefaults.inMemory.integer(forKey: "int") == 0)
  }

  @Test func `the storage is in memory in a test`() {
    @Shared(.appStorage("count")) var count = 0
    $count.withLock { $0 = 1 }
    @Dependency(\.defaultAppStorage) var store
    #expect((store as? AppDefaults)?.url == nil)
    #expect(store.integer(forKey: "count") == 1)
  }

  @Test func `a storage is a UserDefaults`() throws {
    @Dependency(\.defaultAppStorage) var defaults
    @Shared(.appStorage("count")) var count = 0
    defaults.set(1, forKey: "count")
    #expect(count == 1)
    #expect(defaults.object(forKey: "count") as? Int == 1)
    defaults.register(defaults: ["count": 2, "name": "Mina"])
    #expect(count == 1)
    defaults.removeObject(forKey: "count")
    #expect(defaults.integer(forKey: "count") == 2)
    #expect(defaults.string(forKey: "name") == "Mina")
    let url = try #require(URL(string: "https://example.org"))
    defaults.set(url, forKey: "url")
    defaults.set(1.5 as Float, forKey: "float")
    defaults.set(2.5, forKey: "double")
    defaults.set(true, forKey: "bool")
    defaults.set(Data([1, 2]), forKey: "data")
    defaults.set(["a", 1] as [Any], forKey: "array")
    defaults.set(["a": [1]] as [String: Any], forKey: "dictionary")
    #expect(defaults.url(forKey: "url") == url)
    #expect(defaults.float(forKey: "float") == 1.5)
    #expect(defaults.double(forKey: "double") == 2.5)
    #expect(defaults.bool(forKey: "bool"))
    #expect(defaults.data(forKey: "data") == Data([1, 2]))
    #expect(defaults.array(forKey: "array") as? [AnyHashable] == ["a", 1])
    #expect(defaults.dictionary(forKey: "dictionary") as? [String: [Int]] == ["a": [1]])
    #expect(
      Set(defaults.dictionaryRepresentation().keys)
        == ["count", "name", "url", "float", "double", "bool", "data", "array", "dictionary"]
    )
    withExpectedIssue { defaults.set(NSObject(), forKey: "object") }
    #expect(defaults.object(forKey: "object") == nil)
  }

  @Test func `values can be stored in a UserDefaults of a suite`() throws {
    let suite = "sharing-tests-\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    defaults.set(3, forKey: "count")
    withDependencies {
      $0.defaultAppStorage = defaults
    } operation: {
      @Shared(.appStorage("count")) var count = 0
      @Shared(.appStorage("count", store: defaults)) var sameCount = 0
      @Shared(.appStorage("size")) var size: Size?
      @Shared(.appStorage("point")) var point = Point()
      @Shared(.appStorage("point", store: defaults)) var samePoint: Point?
      @Shared(.appStorage("isOn")) var isOn = false
      #expect(count == 3)
      $count.withLock { $0 += 1 }
      $size.withLock { $0 = .large }
      $point.withLock { $0.x = 1 }
      $isOn.withLock { $0 = true }
      #expect(defaults.integer(forKey: "count") == 4)
      #expect(defaults.string(forKey: "size") == "large")
      #expect(defaults.bool(forKey: "isOn"))
      #expect(sameCount == 4)
      #expect(samePoint?.x == 1)
      $size.withLock { $0 = nil }
      #expect(defaults.object(forKey: "size") == nil)
    }
  }

  @Test func `the values of an application are in its folder in the configuration folder`() throws {
    let url = try #require(AppDefaults(suiteName: "org.example.Counter")?.url)
    #expect(url.path().hasSuffix("/org.example.Counter/app-storage.json"))
    #expect(AppDefaults(suiteName: "../elsewhere") == nil)
    #expect(AppDefaults(suiteName: "..") == nil)
  }

  @Test func `changes by other programs are seen, and only the changed names are notified`()
    async throws
  {
    let store = AppDefaults(url: url)
    @Shared(.appStorage("a", store: store)) var a = 0
    @Shared(.appStorage("b", store: store)) var b = 0
    try Data(#"{"a": 1}"#.utf8).write(to: url, options: .atomic)
    #expect(await eventually { a == 1 })
    #expect(b == 0)
    try Data(#"{"a": 2, "b": 3, "null": null}"#.utf8).write(to: url)
    #expect(await eventually { a == 2 && b == 3 })
    try Data("{}".utf8).write(to: url, options: .atomic)
    #expect(await eventually { a == 0 && b == 0 })
  }

  @Test func `changes by other processes are kept when this process writes`() async throws {
    let store = AppDefaults(url: url)
    @Shared(.appStorage("a", store: store)) var a = 0
    $a.withLock { $0 = 1 }
    $a.withLock { $0 = 2 }
    try Data(#"{"other": "kept"}"#.utf8).write(to: url, options: .atomic)
    try await $a.save()
    #expect(try json() == ["a": 2, "other": "kept"] as NSDictionary)
    #expect(store.string(forKey: "other") == "kept")
  }

  @Test func `processes that write at the same time lose no changes`() async throws {
    let path = url.path()
    func run(_ name: String) async {
      await #expect(processExitsWith: .success) { [path = path as String, name = name as String] in
        let store = AppDefaults(url: URL(filePath: path))
        for number in 1...20 {
          @Shared(.appStorage("\(name)\(number)", store: store)) var value = 0
          $value.withLock { $0 = number }
          try await $value.save()
        }
      }
    }
    async let first: Void = run("a")
    async let second: Void = run("b")
    _ = await (first, second)
    let names = Set(try json().allKeys.compactMap { $0 as? String })
    #expect(names == Set((1...20).flatMap { ["a\($0)", "b\($0)"] }))
  }

  @Test func `a file that cannot be used is renamed, and the defaults are used`() async throws {
    try Data(#"{"a": 1"#.utf8).write(to: url)
    let store = AppDefaults(url: url)
    withExpectedIssue {
      @Shared(.appStorage("a", store: store)) var a = 7
      #expect(a == 7)
    }
    #expect(try folder.names.count == 1)
    #expect(try folder.names[0].hasPrefix("app-storage.json.corrupt-"))
  }

  @Test func `a file that becomes unusable is renamed and written again`() async throws {
    let store = AppDefaults(url: url)
    @Shared(.appStorage("a", store: store)) var a = 0
    @Shared(.appStorage("b", store: store)) var b = 0
    $a.withLock { $0 = 1 }
    $b.withLock { $0 = 2 }
    try await $b.save()
    // The report comes from another thread and therefore belongs to no test.
    try Data("torn".utf8).write(to: url)
    #expect(try await eventually { try folder.names.contains { $0.contains(".corrupt-") } })
    #expect(await eventually { (try? json()) == ["a": 1, "b": 2] as NSDictionary })
    #expect(a == 1)
  }

  @Test func `a value of another type is reported, and kept when it is replaced`()
    async throws
  {
    try Data(#"{"a": "text", "size": "enormous"}"#.utf8).write(to: url)
    let store = AppDefaults(url: url)
    withDependencies {
      $0.context = .live
    } operation: {
      withExpectedIssue {
        @Shared(.appStorage("a", store: store)) var a = 7
        #expect(a == 7)
      }
      withExpectedIssue {
        @Shared(.appStorage("size", store: store)) var size = Size.small
        #expect(size == .small)
      }
    }
    #expect(store.string(forKey: "a") == "text")
    @Shared(.appStorage("a", store: store)) var a = 7
    #expect($a.loadError is DecodingError)
    $a.withLock { $0 = 8 }
    try await $a.save()
    #expect($a.loadError == nil)
    #expect(try json() == ["a": 8, "a.corrupt-1": "text", "size": "enormous"] as NSDictionary)
  }

  @Test func `a value that is stored as the data of its JSON is read`() throws {
    let point = Point(x: 3, y: 4)
    @Dependency(\.defaultAppStorage) var store
    store.set(try JSONEncoder().encode(point), forKey: "point")
    store.set(try JSONEncoder().encode([1, 2]), forKey: "numbers")
    store.set(try JSONEncoder().encode(Name(text: "Mina")), forKey: "name")
    @Shared(.appStorage("point")) var read = Point()
    @Shared(.appStorage("point")) var maybe: Point?
    @Shared(.appStorage("numbers")) var numbers: [Int] = []
    @Shared(.appStorage("name")) var name = Name(text: "")
    #expect(read == point)
    #expect(maybe == point)
    #expect(numbers == [1, 2])
    #expect(name.text == "Mina")
    $read.withLock { $0.x = 5 }
    let data = try #require(store.data(forKey: "point"))
    #expect(try JSONDecoder().decode(Point.self, from: data) == Point(x: 5, y: 4))
  }

  @Test func `a UserDefaults of a suite contains the data of a JSON value`() throws {
    let suite = "sharing-tests-\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    defaults.set(try JSONEncoder().encode(Point(x: 1)), forKey: "old")
    @Shared(.appStorage("old", store: defaults)) var old = Point()
    @Shared(.appStorage("new", store: defaults)) var new = Point()
    @Shared(.appStorage("names", store: defaults)) var names: [String] = []
    #expect(old == Point(x: 1))
    $new.withLock { $0.y = 2 }
    $names.withLock { $0 = ["a"] }
    let data = try #require(defaults.data(forKey: "new"))
    #expect(try JSONDecoder().decode(Point.self, from: data) == Point(y: 2))
    #expect(defaults.stringArray(forKey: "names") == ["a"])
  }

  @Test func `a default can be read by its name, and is not in the file`() async throws {
    let store = AppDefaults(url: url)
    @Shared(.appStorage("number", store: store)) var number = 5
    @Shared(.appStorage("point", store: store)) var point = Point(x: 1)
    @Shared(.appStorage("nothing", store: store)) var nothing: Int?
    #expect(store.integer(forKey: "number") == 5)
    let data = try #require(store.data(forKey: "point"))
    #expect(try JSONDecoder().decode(Point.self, from: data) == Point(x: 1))
    #expect(store.object(forKey: "nothing") == nil)
    $nothing.withLock { $0 = 1 }
    try await $nothing.save()
    #expect(try json() == ["nothing": 1] as NSDictionary)

    let suite = "sharing-tests-\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    @Shared(.appStorage("number", store: defaults)) var other = 6
    #expect(defaults.integer(forKey: "number") == 6)
  }

  @Test func `keys of one suite leave each other alone`() throws {
    let suite = "sharing-tests-\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    @Shared(.appStorage("ferries", store: defaults)) var ferries = 0
    @Shared(.appStorage("barges", store: defaults)) var barges = 0
    let shared = ($ferries, $barges)
    DispatchQueue.concurrentPerform(iterations: 400) { turn in
      if turn.isMultiple(of: 2) {
        shared.0.withLock { $0 += 1 }
      } else {
        shared.1.withLock { $0 += 1 }
      }
    }
    #expect(ferries == 200)
    #expect(barges == 200)
    #expect(defaults.integer(forKey: "ferries") == 200)
    // A change of one from inside of a change of the other must not wait for ever.
    shared.1.withLock { barges in
      shared.0.withLock { $0 = 1 }
      barges = 1
    }
    #expect(ferries == 1)
    #expect(barges == 1)
  }
}
