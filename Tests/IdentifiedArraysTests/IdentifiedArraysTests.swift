import Foundation
import IdentifiedArrays
import IssueReporting
import OrderedCollections
import Testing

@Suite struct IdentifiedArrayTests {
  @Test func `an array is made from a literal`() {
    let users: IdentifiedArrayOf<User> = [.mina, .oz]
    #expect(users.elements == [.mina, .oz])
    #expect(users.ids == [1, 2])
    #expect(IdentifiedArrayOf<User>().isEmpty)
  }

  @Test func `an array is made from unique elements`() {
    let users = IdentifiedArray(uniqueElements: [User.mina, .oz])
    #expect(Array(users) == [.mina, .oz])
  }

  @Test func `an array of elements that are identified by a key path`() {
    var names = IdentifiedArray(uniqueElements: ["Mina", "Oz"], id: \.count)
    #expect(names[id: 4] == "Mina")
    #expect(names.append("Ann") == (true, 2))
    #expect(names.append("Jo") == (false, 1))
    #expect(IdentifiedArray<Int, String>(id: \.count).isEmpty)
    #expect(Array(IdentifiedArray(["Oz", "Jo"], id: \.count) { $1 }) == ["Jo"])
  }

  @Test func `a sorted array has ids, too`() {
    let users = IdentifiedArray(uniqueElements: [User.oz, .mina])
    let sorted: IdentifiedArrayOf<User> = users.sorted { $0.id < $1.id }
    #expect(sorted.ids == [1, 2])
    #expect(sorted[id: 2] == .oz)
    let numbers = IdentifiedArray(uniqueElements: [3, 1, 2], id: \.self).sorted()
    #expect(numbers.ids == [1, 2, 3])
    #expect(users.ids == [2, 1])
  }

  @Test func `an array tells the property that identifies its elements`() {
    let users: IdentifiedArrayOf<User> = [.mina, .oz]
    #expect(users[1][keyPath: users.id] == 2)
    let names = IdentifiedArray(uniqueElements: ["Mina", "Oz"], id: \.count)
    #expect(names.filter { $0 != "Oz" }.id == \String.count)
  }

  @Test func `equal ids are reported, and the first element is kept`() {
    withExpectedIssue {
      let users = IdentifiedArray(uniqueElements: [User.mina, User(id: 1, name: "Other"), .oz])
      #expect(Array(users) == [.mina, .oz])
    }
    withExpectedIssue {
      let users: IdentifiedArrayOf<User> = [.mina, .mina]
      #expect(Array(users) == [.mina])
    }
  }

  @Test func `elements with equal ids are combined`() throws {
    struct Failure: Error {}
    let elements = [User.mina, .oz, User(id: 1, name: "Other")]
    #expect(
      IdentifiedArray(elements, uniquingIDsWith: { first, _ in first }).map(\.name) == [
        "Mina", "Oz",
      ]
    )
    #expect(IdentifiedArray(elements) { _, second in second }.map(\.name) == ["Other", "Oz"])
    #expect(throws: Failure.self) {
      try IdentifiedArray(elements) { _, _ in throw Failure() }
    }
  }

  @Test func `elements are found by id and position`() {
    let users: IdentifiedArrayOf<User> = [.mina, .oz]
    #expect(users[id: 2] == .oz)
    #expect(users[id: 3] == nil)
    #expect(users[1] == .oz)
    #expect(users.index(id: 2) == 1)
    #expect(users.index(id: 3) == nil)
    #expect(users.contains(User(id: 1, name: "")))
    #expect(!users.contains(.ray))
    #expect(users.first == .mina)
    #expect(users.last == .oz)
    #expect(users.count == 2)
    #expect(Array(users[1...]) == [.oz])
  }

  @Test func `an element is changed by id and position`() {
    var users: IdentifiedArrayOf<User> = [.mina, .oz]
    users[id: 1]?.name = "Changed"
    users[1].name += "!"
    users[id: 3]?.name = "Nobody"
    #expect(users == [User(id: 1, name: "Changed"), User(id: 2, name: "Oz!")])
  }

  @Test func `assigning by id replaces, appends and removes`() {
    var users: IdentifiedArrayOf<User> = [.mina, .oz]
    users[id: 1] = User(id: 1, name: "Replaced")
    users[id: 3] = .ray
    users[id: 2] = nil
    users[id: 4] = nil
    #expect(users == [User(id: 1, name: "Replaced"), .ray])
    #expect(users.ids == [1, 3])
  }

  @Test(arguments: [10, 3_000])
  func `changing an element does not copy it`(count: Int) {
    struct Big: Identifiable {
      let id: Int
      var values = Array(repeating: 0, count: 100)
    }
    var array = IdentifiedArray(uniqueElements: (0..<count).map { Big(id: $0) })
    func address(_ big: Big?) -> UnsafeRawPointer? {
      big?.values.withUnsafeBytes { $0.baseAddress }
    }
    let before = array.map { address($0) }
    array[3].values[7] = 1
    array[id: 5]?.values[7] = 1
    #expect(array.map { address($0) } == before)
    #expect(array[3].values[7] == 1)
    #expect(array[5].values[7] == 1)
  }

  @Test func `a changed id is reported, and the element is found by its new one`() {
    var users: IdentifiedArrayOf<User> = [.mina, .oz]
    withExpectedIssue { users[0].id = 7 }
    #expect(users.ids == [7, 2])
    #expect(users[id: 7]?.name == "Mina")
    withExpectedIssue { users[id: 2]?.id = 8 }
    #expect(users.ids == [7, 8])
    withExpectedIssue { users[id: 9] = .mina }
    #expect(users.ids == [7, 8, 1])
  }

  @Test func `a changed id that another element has is reported, and the element is removed`() {
    var users: IdentifiedArrayOf<User> = [.mina, .oz]
    withExpectedIssue { users[0].id = 2 }
    #expect(users == [.oz])
  }

  @Test func `appending says whether the element is new`() {
    var users: IdentifiedArrayOf<User> = [.mina]
    #expect(users.append(.oz) == (true, 1))
    #expect(users.append(User(id: 1, name: "Other")) == (false, 0))
    users.append(contentsOf: [.oz, .ray])
    #expect(users == [.mina, .oz, .ray])
    users += [.oz]
    #expect(users == [.mina, .oz, .ray])
    #expect((users + [User(id: 4, name: "")]).count == 4)
  }

  @Test func `inserting says whether the element is new`() {
    var users: IdentifiedArrayOf<User> = [.mina]
    #expect(users.insert(.oz, at: 0) == (true, 0))
    #expect(users.insert(.mina, at: 0) == (false, 1))
    #expect(users == [.oz, .mina])
  }

  @Test func `updating replaces or adds`() {
    var users: IdentifiedArrayOf<User> = [.mina]
    #expect(users.updateOrAppend(User(id: 1, name: "Other")) == .mina)
    #expect(users.updateOrAppend(.oz) == nil)
    #expect(users == [User(id: 1, name: "Other"), .oz])
    let inserted = users.updateOrInsert(.ray, at: 0)
    #expect(inserted.originalMember == nil && inserted.index == 0)
    let updated = users.updateOrInsert(.mina, at: 0)
    #expect(updated.originalMember?.name == "Other" && updated.index == 1)
    #expect(users == [.ray, .mina, .oz])
    #expect(users.update(User(id: 3, name: "New"), at: 0) == .ray)
    #expect(users[0].name == "New")
  }

  @Test func `elements are removed`() {
    var users: IdentifiedArrayOf<User> = [.mina, .oz, .ray]
    #expect(users.remove(id: 2) == .oz)
    #expect(users.remove(id: 2) == nil)
    #expect(users.remove(.oz) == nil)
    #expect(users.remove(at: 0) == .mina)
    #expect(users.index(id: 3) == 0)
    #expect(users.removeLast() == .ray)
    #expect(users.popLast() == nil)

    users = [.mina, .oz, .ray]
    users.removeAll { $0.name.count < 4 }
    #expect(users == [.mina])
    users.removeAll()
    #expect(users.isEmpty)

    users = [.mina, .oz, .ray]
    users.remove(atOffsets: [0, 2])
    #expect(users == [.oz])
    users = [.mina, .oz, .ray]
    users.removeSubrange(0...1)
    #expect(users == [.ray])
    users = [.mina, .oz, .ray]
    #expect(users.removeFirst() == .mina)
    users.removeLast(1)
    #expect(users == [.oz])
    users.removeFirst(1)
    #expect(users.ids.isEmpty)
  }

  struct Move {
    let source: IndexSet
    let destination: Int
    let ids: [Int]
  }

  @Test(arguments: [
    Move(source: [0], destination: 3, ids: [2, 3, 1]),
    Move(source: [2], destination: 0, ids: [3, 1, 2]),
    Move(source: [0, 2], destination: 2, ids: [2, 1, 3]),
    Move(source: [0, 1], destination: 3, ids: [3, 1, 2]),
    Move(source: [1], destination: 1, ids: [1, 2, 3]),
    Move(source: [1], destination: 2, ids: [1, 2, 3]),
    Move(source: [], destination: 0, ids: [1, 2, 3]),
  ])
  func `elements are moved`(move: Move) {
    var users: IdentifiedArrayOf<User> = [.mina, .oz, .ray]
    users.move(fromOffsets: move.source, toOffset: move.destination)
    #expect(users.map(\.id) == move.ids)
    #expect(Array(users.ids) == move.ids)
  }

  @Test func `elements are reordered with their ids`() {
    var users: IdentifiedArrayOf<User> = [.mina, .oz, .ray]
    users.swapAt(0, 2)
    #expect(users == [.ray, .oz, .mina])
    #expect(users.ids == [3, 2, 1])
    users.sort { $0.id < $1.id }
    #expect(users == [.mina, .oz, .ray])
    users.reverse()
    #expect(users.ids == [3, 2, 1])
    users.sort()
    #expect(users.ids == [1, 2, 3])
    let index = users.partition { $0.id < 2 }
    #expect(index == 2)
    #expect(users[2] == .mina)
    #expect(users.ids == OrderedSet(users.map(\.id)))
    users.shuffle()
    #expect(users.ids == OrderedSet(users.map(\.id)))
    var generator = SystemRandomNumberGenerator()
    users.shuffle(using: &generator)
    #expect(Set(users.ids) == [1, 2, 3])
  }

  @Test func `filtering returns an identified array`() {
    let users: IdentifiedArrayOf<User> = [.mina, .oz, .ray]
    let filtered: IdentifiedArrayOf<User> = users.filter { $0.id > 1 }
    #expect(filtered.ids == [2, 3])
  }

  @Test func `a range of elements is replaced`() {
    var users: IdentifiedArrayOf<User> = [.mina, .oz, .ray]
    users.replaceSubrange(0..<1, with: [User(id: 4, name: "New"), .ray])
    #expect(users.ids == [4, 2, 3])
  }

  @Test func `arrays are equal when their elements are`() {
    let users: IdentifiedArrayOf<User> = [.mina, .oz]
    #expect(users == [.mina, .oz])
    #expect(users != [.oz, .mina])
    #expect(users != [.mina, User(id: 2, name: "Other")])
    #expect(Set([users, [.mina, .oz]]).count == 1)
  }

  @Test func `arrays are encoded and decoded as arrays of elements`() throws {
    let users: IdentifiedArrayOf<User> = [.mina, .oz]
    let data = try JSONEncoder().encode(users)
    #expect(try JSONDecoder().decode([User].self, from: data) == [.mina, .oz])
    #expect(try JSONDecoder().decode(IdentifiedArrayOf<User>.self, from: data) == users)
  }

  @Test func `decoding equal ids throws`() throws {
    let data = try JSONEncoder().encode([User.mina, .mina])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(IdentifiedArrayOf<User>.self, from: data)
    }
  }

  @Test func `arrays are sent to other tasks`() async {
    let users: IdentifiedArrayOf<User> = [.mina, .oz]
    #expect(await Task.detached { users.count }.value == 2)
  }

  @Test func `arrays describe themselves as collections`() {
    let users: IdentifiedArrayOf<User> = [.mina]
    #expect(users.description == "\([User.mina])")
    #expect(users.debugDescription == "IdentifiedArray<Int, User>(\([User.mina]))")
    #expect(Mirror(reflecting: users).displayStyle == .collection)
    #expect(Mirror(reflecting: users).children.count == 1)
  }

  @Test
  func `a default takes the place of an element that is not there, and is kept when it is changed`()
  {
    var users: IdentifiedArrayOf<User> = [.mina]
    #expect(users[id: 2, default: .oz].name == "Oz")
    #expect(users.count == 1)
    users[id: 2, default: .oz].name += "!"
    users[id: 1, default: User(id: 1, name: "")].name += "?"
    #expect(users == [User(id: 1, name: "Mina?"), User(id: 2, name: "Oz!")])
  }

  @Test func `the unchecked initializer takes unique elements`() {
    #expect(IdentifiedArray(uncheckedUniqueElements: [User.mina, .oz]) == [.mina, .oz])
    #expect(IdentifiedArray(uncheckedUniqueElements: [1, 2], id: \.self).ids == [1, 2])
  }

  @Test func `copies are independent`() {
    let users: IdentifiedArrayOf<User> = [.mina, .oz]
    var copy = users
    copy[0].name = "Copy"
    copy.remove(id: 2)
    #expect(users == [.mina, .oz])
    #expect(copy == [User(id: 1, name: "Copy")])
  }
}

struct User: Codable, Comparable, Hashable, Identifiable {
  var id: Int
  var name: String

  static let mina = User(id: 1, name: "Mina")
  static let oz = User(id: 2, name: "Oz")
  static let ray = User(id: 3, name: "Ray")

  static func < (lhs: User, rhs: User) -> Bool {
    lhs.id < rhs.id
  }
}
