import CustomDump
import Foundation
import IssueReporting
import Observation
import Sharing
import Synchronization
import Testing

private struct User: Codable, Hashable, Identifiable, Sendable {
  var id = 1
  var name = "Mina"
  var friend: String?
}

private struct Title: Identifiable, Equatable, Sendable {
  var name: String
  var id: String { name }
}

extension SharedKey where Self == InMemoryKey<IdentifiedArrayOf<Title>>.Default {
  fileprivate static var titles: Self { Self[.inMemory("titles"), default: []] }
}

extension SharedReaderKey where Self == InMemoryKey<Set<Int>>.Default {
  fileprivate static var numbers: Self { Self[.inMemory("numbers"), default: [1, 2]] }
}

@Suite struct SharedTests {
  @Test func `a value without a key is shared by all copies`() {
    @Shared(value: 1) var count
    let copy = $count
    $count.withLock { $0 += 1 }
    #expect(count == 2)
    #expect(copy.wrappedValue == 2)
    copy.withLock { $0 = 7 }
    #expect(count == 7)
  }

  @Test func `equal keys share one value, and other keys do not`() {
    @Shared(.inMemory("count")) var a = 1
    @Shared(.inMemory("count")) var b = 2
    @Shared(.inMemory("other")) var other = 3
    $b.withLock { $0 = 10 }
    #expect(a == 10)
    #expect(other == 3)
  }

  @Test(arguments: 1...5) func `each test begins with empty storage`(_: Int) {
    @Shared(.inMemory("count")) var count = 0
    @Shared(.appStorage("count")) var stored = 0
    #expect(count == 0)
    #expect(stored == 0)
    $count.withLock { $0 += 1 }
    $stored.withLock { $0 += 1 }
  }

  @Test func `a value in memory is kept without references`() {
    do {
      @Shared(.inMemory("count")) var count = 0
      $count.withLock { $0 = 5 }
    }
    @Shared(.inMemory("count")) var count = 0
    #expect(count == 5)
  }

  @Test func `a default in memory is kept without references`() {
    do {
      @Shared(.inMemory("count")) var count = 10
      _ = count
    }
    @Shared(.inMemory("count")) var count = 0
    #expect(count == 10)
  }

  @Test func `an optional value in memory begins with its default`() async {
    @Shared(.inMemory("maybe")) var maybe: Int? = 5
    #expect(maybe == 5)
    $maybe.withLock { $0 = nil }
    @Shared(.inMemory("maybe")) var again: Int? = 6
    #expect(again == nil)
    await #expect(throws: MissingSharedValue.self) {
      _ = try await Shared<Int?>(require: .inMemory("none"))
    }
    #expect((try? await Shared<Int?>(require: .inMemory("maybe"))) != nil)
  }

  @Test func `another type under the same name is another value`() {
    @Shared(.inMemory("x")) var number = 1
    @Shared(.inMemory("x")) var text = "a"
    $number.withLock { $0 = 2 }
    #expect(text == "a")
    $text.withLock { $0 = "b" }
    #expect(number == 2)
  }

  @Test func `withLock returns and throws what its operation does, and keeps its changes`() {
    @Shared(value: 1) var count
    #expect($count.withLock { $0 + 1 } == 2)
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      try $count.withLock {
        $0 = 9
        throw Failure()
      }
    }
    #expect(count == 9)
  }

  @Test func `reading a value inside its own lock returns the value before the change`() {
    @Shared(.inMemory("pages")) var pages = [1, 2, 3]
    @SharedReader(.inMemory("pages")) var reader: [Int] = []
    let last = $pages[2]
    $pages.withLock { pages in
      pages.removeAll { $0 == last.wrappedValue }
      #expect(last.wrappedValue == 3)
      #expect(self.isUnchanged($pages))
      #expect(reader == [1, 2, 3])
      pages.append(7)
    }
    #expect(pages == [1, 2, 7])
    #expect(last.wrappedValue == 7)
  }

  private func isUnchanged(_ pages: Shared<[Int]>) -> Bool { pages.wrappedValue == [1, 2, 3] }

  @Test func `an operation that throws reads the value before the change, too`() {
    struct Failure: Error {}
    @Shared(value: 1) var count
    #expect(throws: Failure.self) {
      try $count.withLock {
        $0 = count + 10
        $0 += count
        throw Failure()
      }
    }
    #expect(count == 12)
  }

  @Test func `changing a value inside its own lock is reported`() {
    @Shared(value: 1) var count
    let line = #line + 2
    withKnownIssue {
      $count.withLock { _ in $count.withLock { $0 = 2 } }
    } matching: {
      $0.sourceLocation?.line == line
        && $0.comments.first?.rawValue.contains("changed inside its own") == true
    }
    #expect(count == 1)
    @Shared(value: User()) var user
    withKnownIssue {
      $user.withLock { _ in $user.name.withLock { $0 = "Rob" } }
    }
    #expect(user.name == "Mina")
    // Changing another value there is allowed.
    $user.withLock { $0.id = $count.withLock { $0 + 1 } }
    #expect(user.id == 2)
  }

  @Test func `a declaration can replace the default of a key`() {
    @Shared(.titles) var titles = [Title(name: "Emma")]
    @Shared(.titles) var others
    #expect(titles.map(\.name) == ["Emma"])
    #expect(others == titles)
    @SharedReader(.numbers) var numbers = [7]
    @SharedReader(.numbers) var otherNumbers
    #expect(numbers == [7])
    #expect(otherNumbers == [7])
    @Shared(.inMemory("plain titles")) var plain: IdentifiedArrayOf<Title> = [
      Title(name: "Persuasion")
    ]
    #expect(plain.count == 1)
  }

  // MARK: Parts

  @Test func `a part changes the whole`() {
    @Shared(value: User()) var user
    let name = $user.name
    name.withLock { $0 = "Mina Oz" }
    #expect(user.name == "Mina Oz")
    $user.withLock { $0.name = "Mina Ray" }
    #expect(name.wrappedValue == "Mina Ray")
  }

  @Test func `the result of a closure is shared`() {
    @Shared(value: User()) var user
    let greeting = $user.read { "Hello, \($0.name)" }
    let length = SharedReader($user).read { $0.name.count }
    #expect(greeting.wrappedValue == "Hello, Mina")
    let changes = Mutex(0)
    withObservationTracking {
      _ = greeting.wrappedValue
    } onChange: {
      changes.withLock { $0 += 1 }
    }
    $user.withLock { $0.name = "Mina Oz" }
    #expect(greeting.wrappedValue == "Hello, Mina Oz")
    #expect(length.wrappedValue == 7)
    #expect(changes.withLock { $0 } == 1)
  }

  @Test func `an optional part is unwrapped while it has a value`() throws {
    @Shared(value: User()) var user
    #expect(Shared($user.friend) == nil)
    $user.withLock { $0.friend = "Bob" }
    let friend = try #require(Shared($user.friend))
    friend.withLock { $0 = "Rob" }
    #expect(user.friend == "Rob")
    $user.withLock { $0.friend = nil }
    #expect(friend.wrappedValue == "Rob")
    // A part that is gone is a separate value from then on.
    friend.withLock { $0 += "!" }
    #expect(friend.wrappedValue == "Rob!")
    #expect(user.friend == nil)
    $user.withLock { $0.friend = "Ann" }
    #expect(friend.wrappedValue == "Ann")
  }

  @Test func `elements are shared by position and by id`() throws {
    @Shared(value: [1, 2, 3]) var list
    $list[1].withLock { $0 = 20 }
    #expect(list == [1, 20, 3])
    let last = Array($list)[2]
    last.withLock { $0 = 30 }
    #expect(list == [1, 20, 30])
    $list.withLock { $0.removeLast() }
    #expect(last.wrappedValue == 30)
    last.withLock { $0 += 1 }
    #expect(last.wrappedValue == 31)
    #expect(list == [1, 20])

    @Shared(value: [User(id: 1), User(id: 2)]) var users: IdentifiedArrayOf<User>
    $users[id: 1].withLock { $0?.name = "One" }
    let second = $users.elements[1]
    $users.withLock { _ = $0.remove(id: 1) }
    second.withLock { $0.name = "Two" }
    #expect(users == [User(id: 2, name: "Two")])
    $users.withLock { _ = $0.remove(id: 2) }
    second.withLock { $0.name += "!" }
    #expect(second.wrappedValue.name == "Two!")
    $users.withLock { $0 = [User(id: 2, name: "Two")] }
    #expect(Shared($users[id: 1]) == nil)
    #expect(try #require(Shared($users[id: 2])).name.wrappedValue == "Two")
    let sum = $users.elements.map { $user in user.id }.reduce(0, +)
    #expect(sum == 2)
  }

  @Test func `a reader sees changes by others`() {
    @Shared(.inMemory("count")) var count = 1
    @SharedReader(.inMemory("count")) var reader = 0
    let derived = SharedReader($count)
    $count.withLock { $0 = 2 }
    #expect(reader == 2)
    #expect(derived.wrappedValue == 2)
    #expect(SharedReader.constant(3).wrappedValue == 3)
    #expect(SharedReader(value: User()).name.wrappedValue == "Mina")
    #expect(SharedReader($count).magnitude.wrappedValue == 2)
  }

  @Test func `assigning the projection replaces the shared value in all copies`() {
    @Shared(value: 1) var a
    @Shared(value: 2) var b
    let copy = $a
    $a = $b
    $b.withLock { $0 = 3 }
    #expect(a == 3)
    #expect(copy.wrappedValue == 3)
    $a = Shared(value: 4)
    #expect(copy.wrappedValue == 4)
    #expect(b == 3)
    @SharedReader(value: 1) var reader
    let readerCopy = $reader
    $reader = SharedReader($b)
    #expect(readerCopy.wrappedValue == 3)
  }

  // MARK: Keys with defaults

  @Test func `a declaration can name a key together with its default`() {
    @Shared(.users) var users
    @Shared(.users) var overridden = [User(id: 9)]
    @SharedReader(.users) var reader
    #expect(users == [])
    #expect(overridden == [])
    #expect(InMemoryKey<[User]>.Default.users.initialValue == [])
    $users.withLock { $0.append(User()) }
    #expect(reader.count == 1)
    @Shared(.isOn) var isOn
    #expect(isOn)
    @Shared(.inMemory("maybe")) var maybe: Int?
    #expect(maybe == nil)
    $maybe.withLock { $0 = 1 }
    #expect(maybe == 1)
  }

  @Test func `a required value that does not exist throws`() async throws {
    await #expect(throws: MissingSharedValue.self) {
      _ = try await Shared<Int>(require: .appStorage("required"))
    }
    @Shared(.appStorage("required")) var stored = 0
    $stored.withLock { $0 = 3 }
    let required = try await Shared<Int>(require: .appStorage("required"))
    #expect(required.wrappedValue == 3)
  }

  // MARK: Conformances

  @Test func `shared values are equal, hashed, identified, coded and dumped by their values`()
    throws
  {
    let a = Shared(value: User())
    let b = Shared(value: User())
    #expect(a == b)
    #expect(Set([a, b]).count == 1)
    #expect(a.id == 1)
    b.withLock { $0.name = "Other" }
    #expect(a != b)
    let data = try JSONEncoder().encode([a])
    #expect(try JSONDecoder().decode([Shared<User>].self, from: data) == [a])
    struct State { @Shared var count: Int }
    let state = State(count: Shared(value: 3))
    #expect(String(customDumping: state).contains("_count: 3"))
  }

  @Test func `a dump numbers shared values and shows which are the same`() {
    let oars = Shared(value: 2)
    let sails = Shared(value: 3)
    #expect(
      String(customDumping: [oars, sails, oars]) == """
        [
          [0]: 2,
          [1]: #1 3,
          [2]: Int(↩︎)
        ]
        """
    )
  }

  // MARK: Observation

  @Test func `a change is observed, of the whole and of a part`() {
    @Shared(.inMemory("user")) var user = User()
    let wholes = Mutex(0)
    let parts = Mutex(0)
    withObservationTracking {
      _ = user
    } onChange: {
      wholes.withLock { $0 += 1 }
    }
    let name = $user.name
    withObservationTracking {
      _ = name.wrappedValue
    } onChange: {
      parts.withLock { $0 += 1 }
    }
    $user.withLock { $0.name = "New" }
    #expect(wholes.withLock { $0 } == 1)
    #expect(parts.withLock { $0 } == 1)
  }

  @Test func `an observer that reads at once sees the new value`() {
    let shared = Shared(value: 0)
    let seen = Mutex<Int?>(nil)
    withObservationTracking {
      _ = shared.wrappedValue
    } onChange: {
      seen.withLock { $0 = shared.wrappedValue }
    }
    shared.withLock { $0 = 5 }
    #expect(seen.withLock { $0 } == 5)
  }

  @Test func `assigning another shared value is observed`() {
    @Shared(value: 1) var a
    let changes = Mutex(0)
    withObservationTracking {
      _ = a
    } onChange: {
      changes.withLock { $0 += 1 }
    }
    $a = Shared(value: 2)
    #expect(changes.withLock { $0 } == 1)
  }

  // MARK: Concurrency and lifetime

  @Test func `many threads change one value without losing a change`() async {
    @Shared(.inMemory("count")) var count = 0
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<50 {
        group.addTask { [count = $count] in
          for _ in 0..<100 { count.withLock { $0 += 1 } }
        }
      }
    }
    #expect(count == 5_000)
    @Shared(.inMemory("count")) var again = -1
    #expect(again == 5_000)
  }

  @Test func `many threads that use one key share one value`() async {
    let key = CountingKey()
    let values = await withTaskGroup(of: Shared<Int>.self) { group in
      for _ in 0..<50 { group.addTask { Shared(wrappedValue: 0, key) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(key.log.value.loads == 1)
    values[0].withLock { $0 = 42 }
    #expect(values.allSatisfy { $0.wrappedValue == 42 })
  }

  @Test func `a value is released with its last reference`() {
    let key = CountingKey()
    weak var object: Witness?
    do {
      let witness = Witness()
      object = witness
      let shared = Shared(value: witness)
      _ = shared.hash
      let keyed = Shared(wrappedValue: 0, key)
      keyed.withLock { $0 = 1 }
      #expect(key.log.value.cancellations == 0)
    }
    #expect(object == nil)
    #expect(key.log.value.cancellations == 1)
    _ = Shared(wrappedValue: 0, key)
    #expect(key.log.value.loads == 2)
  }
}

private final class Witness: Sendable {
  let hash = 0
}

extension SharedKey where Self == InMemoryKey<[User]>.Default {
  fileprivate static var users: Self { Self[.inMemory("users"), default: []] }
}

extension SharedReaderKey where Self == AppStorageKey<Bool>.Default {
  fileprivate static var isOn: Self { Self[.appStorage("isOn"), default: true] }
}

/// A custom key that counts its calls.
struct CountingKey: SharedKey {
  struct Log {
    var loads = 0
    var cancellations = 0
    var saved: [Int] = []
    var subscriber: SharedSubscriber<Int>?
  }

  let id = UUID()
  let log = LockIsolated(Log())

  func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
    log.withValue { $0.loads += 1 }
    continuation.resumeReturningInitialValue()
  }

  func subscribe(context: LoadContext<Int>, subscriber: SharedSubscriber<Int>)
    -> SharedSubscription
  {
    log.withValue { $0.subscriber = subscriber }
    return SharedSubscription { [log] in log.withValue { $0.cancellations += 1 } }
  }

  func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
    log.withValue { $0.saved.append(value) }
    continuation.resume()
  }
}
