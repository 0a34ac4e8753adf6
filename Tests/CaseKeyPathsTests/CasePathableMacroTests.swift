import CaseKeyPaths
import Testing

@CasePathable
@dynamicMemberLookup
private enum Shape<Element: Equatable & Sendable>: Equatable {
  case empty
  case single(Element)
  case labelled(id: Int)
  case pair(Element, tag: String)
  case `default`(Bool)
  indirect case nested(Self)
  #if os(Linux)
    case here(Int)
  #else
    case elsewhere(Int)
  #endif
}

@CasePathable
private enum Nothing {}

@CasePathable
private enum Impossible {
  case never(Never)
  case nothing(Nothing)
}

@CasePathable
private enum Renamed {
  @available(*, deprecated)
  case old
  case new
}

private enum Names {
  @CasePathable
  @dynamicMemberLookup
  fileprivate enum Element<Root, Iterator> {
    case root(Root)
    case iterator(Iterator)
  }
}

/// The code that `@CasePathable` generates, compiled as in a program.
@Suite struct CasePathableMacroTests {
  @Test func `a case without a value is embedded and found`() {
    #expect((\Shape<Int>.Cases.empty)() == .empty)
    #expect(Shape<Int>.empty.is(\.empty))
    #expect(!Shape<Int>.empty.is(\.single))
  }

  @Test func `single values, labelled or not, are embedded and extracted`() {
    #expect((\Shape<Int>.Cases.single)(3) == .single(3))
    #expect(Shape<Int>.single(3).single == 3)
    #expect((\Shape<Int>.Cases.labelled)(4) == .labelled(id: 4))
    #expect(Shape<Int>.labelled(id: 4)[case: \.labelled] == 4)
    #expect(Shape<Int>.default(true).default == true)
  }

  @Test func `several values are a tuple with the labels of the case`() throws {
    let pair = try #require(Shape<Int>.pair(1, tag: "one").pair)
    #expect(pair.0 == 1)
    #expect(pair.tag == "one")
    #expect((\Shape<Int>.Cases.pair)((2, tag: "two")) == .pair(2, tag: "two"))
  }

  @Test func `case paths chain through nested cases`() {
    #expect(Shape<Int>.nested(.single(5))[case: \.nested.single] == 5)
    #expect(Shape<Int>.nested(.empty)[case: \.nested.single] == nil)
  }

  @Test func `the type lists its case paths, and returns that of a value`() {
    #expect(
      Array(Shape<Int>.allCasePaths) == [
        \.empty, \.single, \.labelled, \.pair, \.default, \.nested, \.here,
      ]
    )
    #expect(Shape<Int>.allCasePaths[.here(1)] == \.here)
  }

  @Test func `enums without cases, and without values, have case paths`() {
    #expect(Array(Nothing.allCasePaths).isEmpty)
    #expect(Array(Impossible.allCasePaths) == [\.never, \.nothing])
  }

  @Test func `deprecated cases are listed without a warning`() {
    #expect(Array(Renamed.allCasePaths).count == 2)
  }

  @Test func `types may have the names that generated code uses`() {
    #expect(Names.Element<Int, String>.root(1).root == 1)
    #expect(Names.Element<Int, Bool>.iterator(true)[case: \.iterator] == true)
  }
}
