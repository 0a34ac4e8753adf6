import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import ComposableArchitectureMacros

/// What `@CasePathable` generates and reports.
@Suite struct CasePathableTests {
  @Test func `each case has a case path, and the type lists them`() {
    expectExpansion(
      """
      @CasePathable
      enum Action {
        case start
        case rename(String)
        case move(from: Int, to: Int)
      }
      """,
      to: #"""
        enum Action {
          case start
          case rename(String)
          case move(from: Int, to: Int)

          nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            typealias Root = Action
            subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
              if case .start = root { return \.start }
              if case .rename = root { return \.rename }
              if case .move = root { return \.move }
              return \.self
            }
            var start: CaseKeyPaths.AnyCasePath<Action, Void> {
              CaseKeyPaths.AnyCasePath<Action, Void>(
                _embed: { _ in Action.start },
                extract: {
                  guard case .start = $0 else { return nil }
                  return ()
                }
              )
            }
            var rename: CaseKeyPaths.AnyCasePath<Action, String> {
              CaseKeyPaths.AnyCasePath<Action, String>(
                _embed: Action.rename,
                extract: {
                  guard case let .rename(v0) = $0 else { return nil }
                  return v0
                }
              )
            }
            var move: CaseKeyPaths.AnyCasePath<Action, (from: Int, to: Int)> {
              CaseKeyPaths.AnyCasePath<Action, (from: Int, to: Int)>(
                _embed: { Action.move(from: $0.0, to: $0.1) },
                extract: {
                  guard case let .move(v0, v1) = $0 else { return nil }
                  return (v0, v1)
                }
              )
            }
            func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
              var allCasePaths: [CaseKeyPaths.PartialCaseKeyPath<Action>] = []
              allCasePaths.reserveCapacity(3)
              allCasePaths.append(\.start)
              allCasePaths.append(\.rename)
              allCasePaths.append(\.move)
              return allCasePaths.makeIterator()
            }
          }

          nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
        }

        extension Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
        """#
    )
  }

  @Test func `the label of a single value is written where the case is created`() {
    expectExpansion(
      """
      @CasePathable
      enum Action {
        case select(id: Int)
        case log(_ message: String, Int)
      }
      """,
      to: #"""
        enum Action {
          case select(id: Int)
          case log(_ message: String, Int)

          nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            typealias Root = Action
            subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
              if case .select = root { return \.select }
              if case .log = root { return \.log }
              return \.self
            }
            var select: CaseKeyPaths.AnyCasePath<Action, Int> {
              CaseKeyPaths.AnyCasePath<Action, Int>(
                _embed: Action.select,
                extract: {
                  guard case let .select(v0) = $0 else { return nil }
                  return v0
                }
              )
            }
            var log: CaseKeyPaths.AnyCasePath<Action, (String, Int)> {
              CaseKeyPaths.AnyCasePath<Action, (String, Int)>(
                _embed: { Action.log($0.0, $0.1) },
                extract: {
                  guard case let .log(v0, v1) = $0 else { return nil }
                  return (v0, v1)
                }
              )
            }
            func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
              var allCasePaths: [CaseKeyPaths.PartialCaseKeyPath<Action>] = []
              allCasePaths.reserveCapacity(2)
              allCasePaths.append(\.select)
              allCasePaths.append(\.log)
              return allCasePaths.makeIterator()
            }
          }

          nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
        }

        extension Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
        """#
    )
  }

  @Test func `a public enum has public case paths`() {
    expectExpansion(
      """
      @CasePathable
      public enum Action {
        case start
      }
      """,
      to: #"""
        public enum Action {
          case start

          public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            public typealias Root = Action
            public subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
              if case .start = root { return \.start }
              return \.self
            }
            public var start: CaseKeyPaths.AnyCasePath<Action, Void> {
              CaseKeyPaths.AnyCasePath<Action, Void>(
                _embed: { _ in Action.start },
                extract: {
                  guard case .start = $0 else { return nil }
                  return ()
                }
              )
            }
            public func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
              var allCasePaths: [CaseKeyPaths.PartialCaseKeyPath<Action>] = []
              allCasePaths.reserveCapacity(1)
              allCasePaths.append(\.start)
              return allCasePaths.makeIterator()
            }
          }

          public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
        }

        extension Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
        """#
    )
  }

  @Test func `an enum may have a name that generated code uses`() {
    expectExpansion(
      """
      @CasePathable
      enum Element {
        case start
      }
      """,
      to: #"""
        enum Element {
          case start

          typealias _$Element = Element

          nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            typealias Root = _$Element
            subscript(root: _$Element) -> CaseKeyPaths.PartialCaseKeyPath<_$Element> {
              if case .start = root { return \.start }
              return \.self
            }
            var start: CaseKeyPaths.AnyCasePath<_$Element, Void> {
              CaseKeyPaths.AnyCasePath<_$Element, Void>(
                _embed: { _ in _$Element.start },
                extract: {
                  guard case .start = $0 else { return nil }
                  return ()
                }
              )
            }
            func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<_$Element>]> {
              var allCasePaths: [CaseKeyPaths.PartialCaseKeyPath<_$Element>] = []
              allCasePaths.reserveCapacity(1)
              allCasePaths.append(\.start)
              return allCasePaths.makeIterator()
            }
          }

          nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
        }

        extension Element: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
        """#
    )
  }

  @Test func `declarations in a public extension are public`() {
    expectExpansion(
      """
      public extension Feature {
        @CasePathable
        enum Action {
          case start
        }
      }
      """,
      to: #"""
        public extension Feature {
          enum Action {
            case start

            public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
              public typealias Root = Action
              public subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
                if case .start = root { return \.start }
                return \.self
              }
              public var start: CaseKeyPaths.AnyCasePath<Action, Void> {
                CaseKeyPaths.AnyCasePath<Action, Void>(
                  _embed: { _ in Action.start },
                  extract: {
                    guard case .start = $0 else { return nil }
                    return ()
                  }
                )
              }
              public func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
                var allCasePaths: [CaseKeyPaths.PartialCaseKeyPath<Action>] = []
                allCasePaths.reserveCapacity(1)
                allCasePaths.append(\.start)
                return allCasePaths.makeIterator()
              }
            }

            public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
          }
        }

        extension Feature.Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
        """#
    )
  }

  @Test func `case paths are under the conditions of their cases`() {
    expectExpansion(
      """
      @CasePathable
      enum Action {
        case start
        #if DEBUG
          case debug(Int)
        #elseif os(Linux)
          case linux
        #else
          case other
        #endif
      }
      """,
      to: #"""
        enum Action {
          case start
          #if DEBUG
            case debug(Int)
          #elseif os(Linux)
            case linux
          #else
            case other
          #endif

          nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            typealias Root = Action
            subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
              if case .start = root { return \.start }
            #if DEBUG
              if case .debug = root { return \.debug }
            #elseif os(Linux)
              if case .linux = root { return \.linux }
            #else
              if case .other = root { return \.other }
            #endif
              return \.self
            }
            var start: CaseKeyPaths.AnyCasePath<Action, Void> {
              CaseKeyPaths.AnyCasePath<Action, Void>(
                _embed: { _ in Action.start },
                extract: {
                  guard case .start = $0 else { return nil }
                  return ()
                }
              )
            }
            #if DEBUG
            var debug: CaseKeyPaths.AnyCasePath<Action, Int> {
              CaseKeyPaths.AnyCasePath<Action, Int>(
                _embed: Action.debug,
                extract: {
                  guard case let .debug(v0) = $0 else { return nil }
                  return v0
                }
              )
            }
            #elseif os(Linux)
            var linux: CaseKeyPaths.AnyCasePath<Action, Void> {
              CaseKeyPaths.AnyCasePath<Action, Void>(
                _embed: { _ in Action.linux },
                extract: {
                  guard case .linux = $0 else { return nil }
                  return ()
                }
              )
            }
            #else
            var other: CaseKeyPaths.AnyCasePath<Action, Void> {
              CaseKeyPaths.AnyCasePath<Action, Void>(
                _embed: { _ in Action.other },
                extract: {
                  guard case .other = $0 else { return nil }
                  return ()
                }
              )
            }
            #endif
            func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
              var allCasePaths: [CaseKeyPaths.PartialCaseKeyPath<Action>] = []
              allCasePaths.reserveCapacity(4)
              allCasePaths.append(\.start)
            #if DEBUG
              allCasePaths.append(\.debug)
            #elseif os(Linux)
              allCasePaths.append(\.linux)
            #else
              allCasePaths.append(\.other)
            #endif
              return allCasePaths.makeIterator()
            }
          }

          nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
        }

        extension Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
        """#
    )
  }

  @Test func `names with another meaning inside AllCasePaths are rewritten`() {
    expectExpansion(
      """
      @CasePathable
      indirect enum Tree<Element> {
        case leaf(Element)
        case branch([Self], weights: [Element])
      }
      """,
      to: #"""
        indirect enum Tree<Element> {
          case leaf(Element)
          case branch([Self], weights: [Element])

          typealias _$Element = Element

          nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            typealias Root = Tree
            subscript(root: Tree) -> CaseKeyPaths.PartialCaseKeyPath<Tree> {
              if case .leaf = root { return \.leaf }
              if case .branch = root { return \.branch }
              return \.self
            }
            var leaf: CaseKeyPaths.AnyCasePath<Tree, _$Element> {
              CaseKeyPaths.AnyCasePath<Tree, _$Element>(
                _embed: Tree.leaf,
                extract: {
                  guard case let .leaf(v0) = $0 else { return nil }
                  return v0
                }
              )
            }
            var branch: CaseKeyPaths.AnyCasePath<Tree, ([Tree], weights: [_$Element])> {
              CaseKeyPaths.AnyCasePath<Tree, ([Tree], weights: [_$Element])>(
                _embed: { Tree.branch($0.0, weights: $0.1) },
                extract: {
                  guard case let .branch(v0, v1) = $0 else { return nil }
                  return (v0, v1)
                }
              )
            }
            func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Tree>]> {
              var allCasePaths: [CaseKeyPaths.PartialCaseKeyPath<Tree>] = []
              allCasePaths.reserveCapacity(2)
              allCasePaths.append(\.leaf)
              allCasePaths.append(\.branch)
              return allCasePaths.makeIterator()
            }
          }

          nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
        }

        extension Tree: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
        """#
    )
  }

  @Test func `an enum without cases has no case paths`() {
    expectExpansion(
      """
      @CasePathable
      enum Action {
      }
      """,
      to: #"""
        enum Action {

          nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            typealias Root = Action
            subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
              \.self
            }

            func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
              [].makeIterator()
            }
          }

          nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
        }

        extension Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
        """#
    )
  }

  @Test func `names in backticks keep them`() {
    expectExpansion(
      """
      @CasePathable
      enum Level {
        case `default`(Int)
      }
      """,
      to: #"""
        enum Level {
          case `default`(Int)

          nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            typealias Root = Level
            subscript(root: Level) -> CaseKeyPaths.PartialCaseKeyPath<Level> {
              if case .`default` = root { return \.`default` }
              return \.self
            }
            var `default`: CaseKeyPaths.AnyCasePath<Level, Int> {
              CaseKeyPaths.AnyCasePath<Level, Int>(
                _embed: Level.`default`,
                extract: {
                  guard case let .`default`(v0) = $0 else { return nil }
                  return v0
                }
              )
            }
            func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Level>]> {
              var allCasePaths: [CaseKeyPaths.PartialCaseKeyPath<Level>] = []
              allCasePaths.reserveCapacity(1)
              allCasePaths.append(\.`default`)
              return allCasePaths.makeIterator()
            }
          }

          nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
        }

        extension Level: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
        """#
    )
  }

  @Test func `deprecated cases do not make the generated code warn`() {
    expectExpansion(
      """
      @CasePathable
      enum Action {
        @available(*, deprecated, message: "Use 'new'")
        case old
        case new
      }
      """,
      to: #"""
        enum Action {
          @available(*, deprecated, message: "Use 'new'")
          case old
          case new

          nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            typealias Root = Action
            @available(*, deprecated)
            subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
              if case .old = root { return \.old }
              if case .new = root { return \.new }
              return \.self
            }
            @available(*, deprecated, message: "Use 'new'")
            var old: CaseKeyPaths.AnyCasePath<Action, Void> {
              CaseKeyPaths.AnyCasePath<Action, Void>(
                _embed: { _ in Action.old },
                extract: {
                  guard case .old = $0 else { return nil }
                  return ()
                }
              )
            }
            var new: CaseKeyPaths.AnyCasePath<Action, Void> {
              CaseKeyPaths.AnyCasePath<Action, Void>(
                _embed: { _ in Action.new },
                extract: {
                  guard case .new = $0 else { return nil }
                  return ()
                }
              )
            }
            @available(*, deprecated)
            func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
              var allCasePaths: [CaseKeyPaths.PartialCaseKeyPath<Action>] = []
              allCasePaths.reserveCapacity(2)
              allCasePaths.append(\.old)
              allCasePaths.append(\.new)
              return allCasePaths.makeIterator()
            }
          }

          nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
        }

        extension Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
        """#
    )
  }

  @Test func `an existing conformance is not declared again`() {
    expectExpansion(
      """
      @CasePathable
      enum Action: CasePathable, CasePathIterable {
        case start
      }
      """,
      to: #"""
        enum Action: CasePathable, CasePathIterable {
          case start

          nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            typealias Root = Action
            subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
              if case .start = root { return \.start }
              return \.self
            }
            var start: CaseKeyPaths.AnyCasePath<Action, Void> {
              CaseKeyPaths.AnyCasePath<Action, Void>(
                _embed: { _ in Action.start },
                extract: {
                  guard case .start = $0 else { return nil }
                  return ()
                }
              )
            }
            func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
              var allCasePaths: [CaseKeyPaths.PartialCaseKeyPath<Action>] = []
              allCasePaths.reserveCapacity(1)
              allCasePaths.append(\.start)
              return allCasePaths.makeIterator()
            }
          }

          nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
        }
        """#,
      with: macros.merging(["CasePathable": MacroSpec(type: CasePathableMacro.self)]) { $1 }
    )
  }

  @Test func `a struct is reported`() {
    expectExpansion(
      """
      @CasePathable
      struct State {
      }
      """,
      to: """
        struct State {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@CasePathable' can only be applied to an enum",
          line: 1,
          column: 1,
          fixIts: [FixItSpec(message: "Remove '@CasePathable'")]
        )
      ],
      fixed: """

        struct State {
        }
        """
    )
  }

  @Test func `cases that differ only in their labels are reported`() {
    expectExpansion(
      """
      @CasePathable
      enum Action {
        case select(id: Int)
        case select(name: String)
      }
      """,
      to: """
        enum Action {
          case select(id: Int)
          case select(name: String)
        }

        extension Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@CasePathable' requires different case names, but several are 'select'",
          line: 4,
          column: 8
        )
      ]
    )
  }

  @Test func `one name in several branches of a condition is not an overload`() {
    expectExpansion(
      """
      @CasePathable
      enum Action {
        #if DEBUG
          case select(Int)
        #else
          case select(String)
        #endif
      }
      """,
      to: #"""
        enum Action {
          #if DEBUG
            case select(Int)
          #else
            case select(String)
          #endif

          nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            typealias Root = Action
            subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
            #if DEBUG
              if case .select = root { return \.select }
            #else
              if case .select = root { return \.select }
            #endif
              return \.self
            }
            #if DEBUG
            var select: CaseKeyPaths.AnyCasePath<Action, Int> {
              CaseKeyPaths.AnyCasePath<Action, Int>(
                _embed: Action.select,
                extract: {
                  guard case let .select(v0) = $0 else { return nil }
                  return v0
                }
              )
            }
            #else
            var select: CaseKeyPaths.AnyCasePath<Action, String> {
              CaseKeyPaths.AnyCasePath<Action, String>(
                _embed: Action.select,
                extract: {
                  guard case let .select(v0) = $0 else { return nil }
                  return v0
                }
              )
            }
            #endif
            func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
              var allCasePaths: [CaseKeyPaths.PartialCaseKeyPath<Action>] = []
              allCasePaths.reserveCapacity(2)
            #if DEBUG
              allCasePaths.append(\.select)
            #else
              allCasePaths.append(\.select)
            #endif
              return allCasePaths.makeIterator()
            }
          }

          nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
        }

        extension Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
        """#
    )
  }

  @Test func `a private type inside another is reported`() {
    expectExpansion(
      """
      struct Feature {
        @CasePathable
        private enum Action {
          case start
        }
      }
      """,
      to: #"""
        struct Feature {
          private enum Action {
            case start

            nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
              typealias Root = Action
              subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
                if case .start = root { return \.start }
                return \.self
              }
              var start: CaseKeyPaths.AnyCasePath<Action, Void> {
                CaseKeyPaths.AnyCasePath<Action, Void>(
                  _embed: { _ in Action.start },
                  extract: {
                    guard case .start = $0 else { return nil }
                    return ()
                  }
                )
              }
              func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
                var allCasePaths: [CaseKeyPaths.PartialCaseKeyPath<Action>] = []
                allCasePaths.reserveCapacity(1)
                allCasePaths.append(\.start)
                return allCasePaths.makeIterator()
              }
            }

            nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
          }
        }
        """#,
      diagnostics: [
        DiagnosticSpec(
          message: "'@CasePathable' cannot be applied to a nested type that is 'private'",
          line: 3,
          column: 3,
          fixIts: [FixItSpec(message: "Replace 'private' with 'fileprivate'")]
        )
      ],
      fixed: """
        struct Feature {
          @CasePathable
          fileprivate enum Action {
            case start
          }
        }
        """
    )
  }
}
