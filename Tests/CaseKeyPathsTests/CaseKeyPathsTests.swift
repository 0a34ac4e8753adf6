import CaseKeyPaths
import IssueReporting
import Testing

@Suite struct CaseKeyPathsTests {
  @Test func `a case path embeds and extracts`() {
    let path = AnyCasePath(\Destination.Cases.edit)
    #expect(path.embed(.init(name: "Mina")) == .edit(.init(name: "Mina")))
    #expect(path.extract(from: .edit(.init(name: "Mina"))) == .init(name: "Mina"))
    #expect(path.extract(from: .empty) == nil)
  }

  @Test func `a case path can be made from two functions and appended to`() {
    let optional = AnyCasePath<Int?, Int>(embed: { $0 }, extract: { $0 })
    let text = AnyCasePath<Int, String>(embed: { Int($0) ?? 0 }, extract: { "\($0)" })
    let path = optional.appending(path: text)
    #expect(path.embed("4") == 4)
    #expect(path.extract(from: 4) == "4")
    #expect(path.extract(from: nil) == nil)
  }

  @Test func `a value is read through a case key path`() {
    var destination = Destination.edit(.init(name: "Mina"))
    #expect(destination[case: \.edit]?.name == "Mina")
    #expect(destination[case: \.nested] == nil)
    destination = .numbers(first: 1, second: 2)
    #expect(destination[case: \.numbers]?.second == 2)
  }

  @Test func `assigning through a case key path changes the value of the case`() {
    var destination = Destination.edit(.init(name: "Mina"))
    destination[case: \.edit] = .init(name: "Oz")
    #expect(destination == .edit(.init(name: "Oz")))
    destination = .nested(.count(1))
    destination[case: \.nested.count] = 3
    #expect(destination == .nested(.count(3)))
    destination[case: \.nested] = .text("Hi")
    #expect(destination == .nested(.text("Hi")))
  }

  @Test func `a value that is read has the type of the case`() {
    let destination = Destination.nested(.count(1))
    if let nested = destination[case: \.nested], let count = nested[case: \.count] {
      #expect(count + 1 == 2)
    }
    func value<Value>(_ path: CaseKeyPath<Destination, Value>) -> Value? {
      if let value = destination[case: path] { return value }
      return nil
    }
    #expect(value(\.nested.count) == 1)
    let partial: PartialCaseKeyPath<Destination> = \.nested.count
    #expect(destination[case: partial] as? Int == 1)
  }

  @Test func `a path leads to the wrapped value of an optional`() {
    let path: CaseKeyPath<Nested, String> = \.text.some
    #expect(path("Hi") == .text("Hi"))
    #expect(Nested.text("Hi")[case: path] == "Hi")
    #expect(Nested.text(nil)[case: path] == nil)
    #expect(Nested.count(1)[case: path] == nil)
  }

  @Test func `an enum returns the key path of its case`() {
    #expect(Destination.empty.case == \.empty)
    #expect(Destination.nested(.count(1)).case == \.nested)
    #expect(Optional(1).case == \.some)
    let values: [Destination] = [.empty, .edit(.init(name: "Mina")), .empty]
    #expect(Set(values.map(\.case)) == [\.empty, \.edit])
  }

  @Test func `assigning through the path of another case changes nothing`() {
    var destination = Destination.edit(.init(name: "Mina"))
    destination[case: \.nested] = .count(1)
    destination[case: \.nested.count] = 1
    destination[case: \.empty] = ()
    destination.nested = .count(1)
    #expect(destination == .edit(.init(name: "Mina")))
    destination = .nested(.text(nil))
    destination[case: \.nested.count] = 1
    destination.nested?.count = 1
    #expect(destination == .nested(.text(nil)))
    var nothing: Destination?
    nothing[case: \.some] = .empty
    nothing[case: \.edit] = .init(name: "Mina")
    #expect(nothing == nil)
  }

  @Test func `a case is read and written as a member`() {
    var destination = Destination.edit(.init(name: "Mina"))
    #expect(destination.edit?.name == "Mina")
    #expect(destination.nested?.count == nil)
    destination.edit = .init(name: "Oz")
    #expect(destination.edit?.name == "Oz")
  }

  @Test func `the associated value of a case is written through optional chaining`() {
    struct State {
      var destination: Destination?
    }
    var state = State(destination: .edit(.init(name: "Mina")))
    state.destination?.edit?.name += ", Esq."
    state.destination?.nested?.count = 1
    #expect(state.destination == .edit(.init(name: "Mina, Esq.")))
    state.destination?[case: \.edit]?.name = "Mina"
    state.destination?[case: \.nested.count] = 2
    #expect(state.destination == .edit(.init(name: "Mina")))
  }

  @Test func `assigning nil to a case is reported and changes nothing`() {
    var destination = Destination.edit(.init(name: "Mina"))
    withExpectedIssue { destination.edit = nil }
    withExpectedIssue { destination[case: \.edit] = nil }
    // The enum is not in this case, so assigning nil is allowed.
    destination.nested = nil
    #expect(destination == .edit(.init(name: "Mina")))
  }

  @Test func `members of an optional enum are read through optional chaining`() {
    struct State {
      var destination: Destination?
    }
    let state = State(destination: .edit(.init(name: "Mina")))
    #expect(state.destination?.edit?.name == "Mina")
    let keyPath: KeyPath<State, Destination.Edit?> = \.destination?.edit
    #expect(state[keyPath: keyPath]?.name == "Mina")
  }

  @Test func `an enum knows which case it is in`() {
    let destination = Destination.nested(.text(nil))
    #expect(destination.is(\.nested))
    #expect(destination.is(\.nested.text))
    #expect(!destination.is(\.nested.count))
    #expect(!destination.is(\.edit))
    #expect(Destination.empty.is(\.empty))
    #expect(Destination.empty.is(\.self))
  }

  @Test func `an optional enum knows which case it is in`() {
    var destination: Destination? = .nested(.count(1))
    #expect(destination.is(\.some))
    #expect(destination.is(\.some.nested))
    #expect(destination.is(\.nested.count))
    destination = nil
    #expect(destination.is(\.none))
    #expect(!destination.is(\.nested))
  }

  @Test func `the associated value of a case is modified in place`() {
    var destination = Destination.edit(.init(name: "Mina"))
    destination.modify(\.edit) { $0.name += ", Esq." }
    #expect(destination == .edit(.init(name: "Mina, Esq.")))
  }

  @Test func `modifying throws what its closure throws, and changes nothing`() {
    struct Failure: Error {}
    var destination = Destination.edit(.init(name: "Mina"))
    #expect(throws: Failure.self) {
      try destination.modify(\.edit) {
        $0.name = ""
        throw Failure()
      }
    }
    #expect(destination == .edit(.init(name: "Mina")))
  }

  @Test func `modifying another case is reported and changes nothing`() {
    var destination = Destination.empty
    withExpectedIssue {
      destination.modify(\.edit) { $0.name = "Mina" }
    }
    #expect(destination == .empty)
  }

  @Test func `a case key path is called to embed a value`() {
    #expect((\Destination.Cases.edit)(.init(name: "Mina")) == .edit(.init(name: "Mina")))
    #expect((\Destination.Cases.nested.count)(1) == .nested(.count(1)))
    #expect((\Destination.Cases.empty)() == .empty)
  }

  @Test func `case key paths are appended to each other`() {
    let nested: CaseKeyPath<Destination, Nested> = \.nested
    let count = nested.appending(path: \.count)
    #expect(count == \Destination.Cases.nested.count)
    #expect(count(1) == .nested(.count(1)))
    #expect(Destination.nested(.count(2))[case: count] == 2)
  }

  @Test func `a case key path to the enum itself embeds and extracts the enum`() {
    #expect((\Destination.Cases.self)(.empty) == .empty)
    #expect(Destination.empty[case: \.self] == .empty)
  }

  @Test func `a case with an argument has a subscript`() {
    let action = RowAction.element(id: 1, action: .count(2))
    #expect(action[case: \.[id: 1].count] == 2)
    #expect(action[case: \.[id: 2].count] == nil)
    #expect((\RowAction.Cases[id: 3].text)("Hi") == .element(id: 3, action: .text("Hi")))
    #expect(\RowAction.Cases[id: 3] != \RowAction.Cases[id: 4])
  }

  @Test func `case key paths match in a switch`() {
    func name(_ destination: Destination) -> String {
      switch destination {
      case \.edit: "edit"
      case \.nested.count: "count"
      default: "other"
      }
    }
    #expect(name(.edit(.init())) == "edit")
    #expect(name(.nested(.count(1))) == "count")
    #expect(name(.nested(.text(nil))) == "other")
    #expect(\.edit ~= Destination.edit(.init()))
  }

  @Test func `a partial case key path extracts any value`() {
    let keyPath: PartialCaseKeyPath<Destination> = \.nested.count
    #expect(Destination.nested(.count(1))[case: keyPath] as? Int == 1)
    #expect(Destination.empty[case: keyPath] == nil)
  }

  @Test func `an associated value of nil differs from the absence of the case`() {
    #expect(Nested.text(nil).is(\.text))
    #expect(Nested.text(nil)[case: \.text] == .some(nil))
    #expect(Nested.count(1)[case: \.text] == .none)
  }

  @Test func `the cases of an enum are listed`() {
    #expect(
      Array(Destination.allCasePaths) == [\.edit, \.empty, \.nested, \.numbers]
    )
    #expect(Destination.allCasePaths[.nested(.count(1))] == \.nested)
  }

  @Test func `optionals have case paths`() {
    #expect((\Int?.Cases.some)(1) == 1)
    var optional: Int? = 1
    #expect(optional.is(\.some))
    optional = nil
    #expect(optional.is(\.none))
    #expect(Int?.allCasePaths[nil] == \.none)
    #expect(Array(Int?.allCasePaths) == [\.none, \.some])
    #expect((\Destination?.Cases.nested.count)(1) == .nested(.count(1)))
  }

  @Test func `results have case paths`() {
    struct Failure: Error, Equatable {}
    typealias Reply = Result<Int, Failure>
    #expect(Reply.success(1)[case: \.success] == 1)
    #expect(Reply.failure(Failure())[case: \.success] == nil)
    #expect(Reply.failure(Failure()).is(\.failure))
    #expect((\Reply.Cases.success)(1) == .success(1))
    #expect(Reply.allCasePaths[.success(1)] == \.success)
    #expect(Array(Reply.allCasePaths) == [\.success, \.failure])
  }

  @Test func `never has no cases`() {
    #expect(Array(Never.allCasePaths).isEmpty)
  }

  @Test func `case key paths and case paths are sent between isolation domains`() async {
    let keyPath: CaseKeyPath<Destination, Int> & Sendable = \.nested.count
    let path = AnyCasePath(keyPath)
    let count = await Task.detached {
      path.extract(from: keyPath(7))
    }
    .value
    #expect(count == 7)
  }

  @Test func `a case key path is preferred to a writable key path`() {
    // The situation of `Scope(state: \.nested, action: \.nested)` for enum state.
    func scope<Root, Value>(_ state: WritableKeyPath<Root, Value>, in root: Root.Type) -> String {
      "key path"
    }
    func scope<Root, Value>(_ state: CaseKeyPath<Root, Value>, in root: Root.Type) -> String {
      "case key path"
    }
    #expect(scope(\.nested, in: Destination.self) == "case key path")
  }
}

@Suite struct XCTModifyTests {
  @Test func `the associated value of a case is modified`() {
    var destination = Destination.edit(.init(name: "Mina"))
    XCTModify(&destination, case: \.edit) { $0.name = "Mina Oz" }
    #expect(destination == .edit(.init(name: "Mina Oz")))
  }

  @Test func `an optional enum is modified like another enum`() {
    var path: [Int: Destination] = [0: .edit(.init(name: "Mina"))]
    XCTModify(&path[0], case: \.edit) { $0.name = "Mina Oz" }
    #expect(path[0] == .edit(.init(name: "Mina Oz")))
    XCTModify(&path[0], case: \.some) { $0 = .empty }
    #expect(path[0] == .empty)
  }

  @Test func `another case fails the test and changes nothing`() {
    var destination = Destination.nested(.count(1))
    withExpectedIssue {
      XCTModify(&destination, case: \.edit, "Should edit") { $0.name = "Mina" }
    }
    #expect(destination == .nested(.count(1)))
  }

  @Test func `an absent optional fails the test`() {
    var destination: Destination?
    withExpectedIssue {
      XCTModify(&destination, case: \.edit) { $0.name = "Mina" }
    }
    #expect(destination == nil)
  }

  @Test func `changing nothing fails the test`() {
    var destination = Destination.edit(.init(name: "Mina"))
    withExpectedIssue {
      XCTModify(&destination, case: \.edit) { $0.name = "Mina" }
    }
  }

  @Test func `an error that is thrown fails the test`() {
    struct Failure: Error {}
    var destination = Destination.edit(.init(name: "Mina"))
    withExpectedIssue {
      XCTModify(&destination, case: \.edit) {
        $0.name = ""
        throw Failure()
      }
    }
    #expect(destination == .edit(.init(name: "Mina")))
  }
}

@Suite struct XCTUnwrapTests {
  @Test func `the associated value of the case is returned`() throws {
    let destination: Destination? = .edit(.init(name: "Mina"))
    #expect(try XCTUnwrap(Destination.edit(.init(name: "Mina")), case: \.edit).name == "Mina")
    #expect(try XCTUnwrap(destination, case: \.some.edit).name == "Mina")
  }

  @Test func `another case fails the test, and throws`() {
    withExpectedIssue {
      #expect(throws: (any Error).self) { try XCTUnwrap(Destination.empty, case: \.edit) }
    }
  }
}

@Suite struct PartialCaseKeyPathTests {
  @Test func `a value of the case's type is embedded`() {
    let path: PartialCaseKeyPath<Destination> = \.edit
    #expect(path(Destination.Edit(name: "Mina")) == .edit(.init(name: "Mina")))
    #expect((\Destination.Cases.empty as PartialCaseKeyPath<Destination>)(()) == .empty)
  }

  @Test func `a value of another type is not embedded`() {
    let path: PartialCaseKeyPath<Destination> = \.edit
    #expect(path(1) == nil)
  }
}
