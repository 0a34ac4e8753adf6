import Foundation
import IdentifiedArrays
import IssueReporting
import OrderedCollections
import Testing

@Suite struct IdentifiedArrayTests {
  @Test func `an array is made from a literal`() {
    let users: IdentifiedArrayOf<User> = [.blob, .jr]
    #expect(users.elements == [.blob, .jr])
    #expect(users.ids == [1, 2])
    #expect(IdentifiedArrayOf<User>().isEmpty)
  }

  @Test func `an array is made from unique elements`() {
    let users = IdentifiedArray(uniqueElements: [User.blob, .jr])
    #expect(Array(users) == [.blob, .jr])
  }

  @Test func `an array of elements that are identified by a key path`() {
    var names = IdentifiedArray(uniqueElements: ["Blob", "Jr"], id: \.count)
    #expect(names[id: 4] == "Blob")
    #expect(names.append("Ann") == (true, 2))
    #expect(names.append("Jo") == (false, 1))
    #expect(IdentifiedArray<Int, String>(id: \.count).isEmpty)
    #expect(Array(IdentifiedArray(["Jr", "Jo"], id: \.count) { $1 }) == ["Jo"])
  }

  @Test func `equal ids of unique elements are reported, and the first element stays`() {
    withExpectedIssue {
      let users = IdentifiedArray(uniqueElements: [User.blob, User(id: 1, name: "Other"), .jr])
      #expect(Array(users) == [.blob, .jr])
    }
    withExpectedIssue {
      let users: IdentifiedArrayOf<User> = [.blob, .blob]
      #expect(Array(users) == [.blob])
    }
  }

  @Test func `elements with equal ids are combined`() throws {
    struct Failure: Error {}
    let elements = [User.blob, .jr, User(id: 1, name: "Other")]
    #expect(
      IdentifiedArray(elements, uniquingIDsWith: { first, _ in first }).map(\.name) == [
        "Blob", "Jr",
      ]
    )
    #expect(IdentifiedArray(elements) { _, second in second }.map(\.name) == ["Other", "Jr"])
    #expect(throws: Failure.self) {
      try IdentifiedArray(elements) { _, _ in throw Failure() }
    }
  }

  @Test func `elements are found by id and position`() {
    let users: IdentifiedArrayOf<User> = [.blob, .jr]
    #expect(users[id: 2] == .jr)
    #expect(users[id: 3] == nil)
    #expect(users[1] == .jr)
    #expect(users.index(id: 2) == 1)
    #expect(users.index(id: 3) == nil)
    #expect(users.contains(User(id: 1, name: "")))
    #expect(!users.contains(.sr))
    #expect(users.first == .blob)
    #expect(users.last == .jr)
    #expect(users.count == 2)
    #expect(Array(users[1...]) == [.jr])
  }

  @Test func `an element is changed by id and position`() {
    var users: IdentifiedArrayOf<User> = [.blob, .jr]
    users[id: 1]?.name = "Changed"
    users[1].name += "!"
    users[id: 3]?.name = "Nobody"
    #expect(users == [User(id: 1, name: "Changed"), User(id: 2, name: "Jr!")])
  }

  @Test func `assigning by id replaces, appends and removes`() {
    var users: IdentifiedArrayOf<User> = [.blob, .jr]
    users[id: 1] = User(id: 1, name: "Replaced")
    users[id: 3] = .sr
    users[id: 2] = nil
    users[id: 4] = nil
    #expect(users == [User(id: 1, name: "Replaced"), .sr])
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
    var users: IdentifiedArrayOf<User> = [.blob, .jr]
    withExpectedIssue { users[0].id = 7 }
    #expect(users.ids == [7, 2])
    #expect(users[id: 7]?.name == "Blob")
    withExpectedIssue { users[id: 2]?.id = 8 }
    #expect(users.ids == [7, 8])
    withExpectedIssue { users[id: 9] = .blob }
    #expect(users.ids == [7, 8, 1])
  }

  @Test func `a changed id that another element has is reported, and the element is removed`() {
    var users: IdentifiedArrayOf<User> = [.blob, .jr]
    withExpectedIssue { users[0].id = 2 }
    #expect(users == [.jr])
  }

  @Test func `appending says whether the element is new`() {
    var users: IdentifiedArrayOf<User> = [.blob]
    #expect(users.append(.jr) == (true, 1))
    #expect(users.append(User(id: 1, name: "Other")) == (false, 0))
    users.append(contentsOf: [.jr, .sr])
    #expect(users == [.blob, .jr, .sr])
    users += [.jr]
    #expect(users == [.blob, .jr, .sr])
    #expect((users + [User(id: 4, name: "")]).count == 4)
  }

  @Test func `inserting says whether the element is new`() {
    var users: IdentifiedArrayOf<User> = [.blob]
    #expect(users.insert(.jr, at: 0) == (true, 0))
    #expect(users.insert(.blob, at: 0) == (false, 1))
    #expect(users == [.jr, .blob])
  }

  @Test func `updating replaces or adds`() {
    var users: IdentifiedArrayOf<User> = [.blob]
    #expect(users.updateOrAppend(User(id: 1, name: "Other")) == .blob)
    #expect(users.updateOrAppend(.jr) == nil)
    #expect(users == [User(id: 1, name: "Other"), .jr])
    let inserted = users.updateOrInsert(.sr, at: 0)
    #expect(inserted.originalMember == nil && inserted.index == 0)
    let updated = users.updateOrInsert(.blob, at: 0)
    #expect(updated.originalMember?.name == "Other" && updated.index == 1)
    #expect(users == [.sr, .blob, .jr])
    #expect(users.update(User(id: 3, name: "New"), at: 0) == .sr)
    #expect(users[0].name == "New")
  }

  @Test func `elements are removed`() {
    var users: IdentifiedArrayOf<User> = [.blob, .jr, .sr]
    #expect(users.remove(id: 2) == .jr)
    #expect(users.remove(id: 2) == nil)
    #expect(users.remove(.jr) == nil)
    #expect(users.remove(at: 0) == .blob)
    #expect(users.index(id: 3) == 0)
    #expect(users.removeLast() == .sr)
    #expect(users.popLast() == nil)

    users = [.blob, .jr, .sr]
    users.removeAll { $0.name.count == 2 }
    #expect(users == [.blob])
    users.removeAll()
    #expect(users.isEmpty)

    users = [.blob, .jr, .sr]
    users.remove(atOffsets: [0, 2])
    #expect(users == [.jr])
    users = [.blob, .jr, .sr]
    users.removeSubrange(0...1)
    #expect(users == [.sr])
    users = [.blob, .jr, .sr]
    #expect(users.removeFirst() == .blob)
    users.removeLast(1)
    #expect(users == [.jr])
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
    var users: IdentifiedArrayOf<User> = [.blob, .jr, .sr]
    users.move(fromOffsets: move.source, toOffset: move.destination)
    #expect(users.map(\.id) == move.ids)
    #expect(Array(users.ids) == move.ids)
  }

  @Test func `elements are reordered with their ids`() {
    var users: IdentifiedArrayOf<User> = [.blob, .jr, .sr]
    users.swapAt(0, 2)
    #expect(users == [.sr, .jr, .blob])
    #expect(users.ids == [3, 2, 1])
    users.sort { $0.id < $1.id }
    #expect(users == [.blob, .jr, .sr])
    users.reverse()
    #expect(users.ids == [3, 2, 1])
    users.sort()
    #expect(users.ids == [1, 2, 3])
    let index = users.partition { $0.id < 2 }
    #expect(index == 2)
    #expect(users[2] == .blob)
    #expect(users.ids == OrderedSet(users.map(\.id)))
    users.shuffle()
    #expect(users.ids == OrderedSet(users.map(\.id)))
    var generator = SystemRandomNumberGenerator()
    users.shuffle(using: &generator)
    #expect(Set(users.ids) == [1, 2, 3])
  }

  @Test func `filtering gives an identified array`() {
    let users: IdentifiedArrayOf<User> = [.blob, .jr, .sr]
    let filtered: IdentifiedArrayOf<User> = users.filter { $0.id > 1 }
    #expect(filtered.ids == [2, 3])
  }

  @Test func `a range of elements is replaced`() {
    var users: IdentifiedArrayOf<User> = [.blob, .jr, .sr]
    users.replaceSubrange(0..<1, with: [User(id: 4, name: "New"), .sr])
    #expect(users.ids == [4, 2, 3])
  }

  @Test func `arrays are equal when their elements are`() {
    let users: IdentifiedArrayOf<User> = [.blob, .jr]
    #expect(users == [.blob, .jr])
    #expect(users != [.jr, .blob])
    #expect(users != [.blob, User(id: 2, name: "Other")])
    #expect(Set([users, [.blob, .jr]]).count == 1)
  }

  @Test func `arrays are coded as arrays of elements`() throws {
    let users: IdentifiedArrayOf<User> = [.blob, .jr]
    let data = try JSONEncoder().encode(users)
    #expect(try JSONDecoder().decode([User].self, from: data) == [.blob, .jr])
    #expect(try JSONDecoder().decode(IdentifiedArrayOf<User>.self, from: data) == users)
  }

  @Test func `decoding equal ids throws`() throws {
    let data = try JSONEncoder().encode([User.blob, .blob])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(IdentifiedArrayOf<User>.self, from: data)
    }
  }

  @Test func `arrays are sent to other tasks`() async {
    let users: IdentifiedArrayOf<User> = [.blob, .jr]
    #expect(await Task.detached { users.count }.value == 2)
  }

  @Test func `arrays describe themselves as collections`() {
    let users: IdentifiedArrayOf<User> = [.blob]
    #expect(users.description == "\([User.blob])")
    #expect(users.debugDescription == "IdentifiedArray<Int, User>(\([User.blob]))")
    #expect(Mirror(reflecting: users).displayStyle == .collection)
    #expect(Mirror(reflecting: users).children.count == 1)
  }

  @Test
  func `a default takes the place of an element that is not there, and is kept when it is changed`()
  {
    var users: IdentifiedArrayOf<User> = [.blob]
    #expect(users[id: 2, default: .jr].name == "Jr")
    #expect(users.count == 1)
    users[id: 2, default: .jr].name += "!"
    users[id: 1, default: User(id: 1, name: "")].name += "?"
    #expect(users == [User(id: 1, name: "Blob?"), User(id: 2, name: "Jr!")])
  }

  @Test func `elements that are said to be unique are taken`() {
    #expect(IdentifiedArray(uncheckedUniqueElements: [User.blob, .jr]) == [.blob, .jr])
    #expect(IdentifiedArray(uncheckedUniqueElements: [1, 2], id: \.self).ids == [1, 2])
  }

  @Test func `copies are independent`() {
    let users: IdentifiedArrayOf<User> = [.blob, .jr]
    var copy = users
    copy[0].name = "Copy"
    copy.remove(id: 2)
    #expect(users == [.blob, .jr])
    #expect(copy == [User(id: 1, name: "Copy")])
  }
}

struct User: Codable, Comparable, Hashable, Identifiable {
  var id: Int
  var name: String

  static let blob = User(id: 1, name: "Blob")
  static let jr = User(id: 2, name: "Jr")
  static let sr = User(id: 3, name: "Sr")

  static func < (lhs: User, rhs: User) -> Bool {
    lhs.id < rhs.id
  }
}
