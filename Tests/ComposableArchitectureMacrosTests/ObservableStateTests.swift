import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import ComposableArchitectureMacros

/// What `@ObservableState` generates for a struct, and reports.
@Suite struct ObservableStateTests {
  @Test func `each stored variable is tracked under its own number`() {
    expectExpansion(
      """
      @ObservableState
      struct State {
        var count = 0
        var name: String
        @Presents var child: Child.State?
      }
      """,
      to: """
        struct State {
          @ComposableArchitecture.ObservationStateTracked
          var count = 0
          @ComposableArchitecture.ObservationStateTracked
          var name: String
          var child: Child.State? {
          @storageRestrictions(initializes: _child)
          init(initialValue) {
            _child = ComposableArchitecture.PresentationState(wrappedValue: initialValue)
          }
          get {
            _$observationRegistrar.access(_$Property.child)
            return _child.wrappedValue
          }
          set {
            _$observationRegistrar.mutate(_$Property.child, &_child.wrappedValue, newValue)
          }
          _modify {
            let token = (_$observationRegistrar.willModify(_$Property.child, &_child.wrappedValue), ())
            defer {
              _$observationRegistrar.didModify(_$Property.child, &_child.wrappedValue, token.0)
            }
            yield &_child.wrappedValue
          }
          }

          @ComposableArchitecture.ObservationStateIgnored
          private var _child = ComposableArchitecture.PresentationState<Child.State>(wrappedValue: nil)

          @ComposableArchitecture.ObservationStateIgnored
          var $child: ComposableArchitecture.PresentationState<Child.State> {
            get {
              _$observationRegistrar.access(_$Property.child)
              return _child
            }
            set {
              _$observationRegistrar.mutate(_$Property.child, &_child, newValue)
            }
            _modify {
              let token = (_$observationRegistrar.willModify(_$Property.child, &_child), ())
              defer {
                _$observationRegistrar.didModify(_$Property.child, &_child, token.0)
              }
              yield &_child
            }
          }

          @ComposableArchitecture.ObservationStateIgnored
          var _$observationRegistrar = ComposableArchitecture.ObservationStateRegistrar()

          nonisolated var _$id: ComposableArchitecture.ObservableStateID {
            _$observationRegistrar.id
          }

          private nonisolated enum _$Property {
            static var count: Int { 0 }
            static var name: Int { 1 }
            static var child: Int { 2 }
          }

          @MainActor static func _$findProperty<_$Value>(
            _ search: inout ComposableArchitecture._PropertySearch<Self, _$Value>
          ) {
            search.visit(\\.count) { $1($0._count) } modify: { $1(&$0.count) }
            search.visit(\\.name) { $1($0._name) } modify: { $1(&$0.name) }
            search.visit(\\.child) { $1($0._child.wrappedValue) } modify: { $1(&$0.child) }
            search.visit(\\.$child) { $1($0._child) } modify: { $1(&$0.$child) }
          }
        }

        extension State: nonisolated ComposableArchitecture.ObservableState {}
        """
    )
  }

  @Test func `a public struct has public requirements`() {
    expectExpansion(
      """
      @ObservableState
      public struct State {
        public var count = 0
      }
      """,
      to: """
        public struct State {
          @ComposableArchitecture.ObservationStateTracked
          public var count = 0

          @ComposableArchitecture.ObservationStateIgnored
          public var _$observationRegistrar = ComposableArchitecture.ObservationStateRegistrar()

          public nonisolated var _$id: ComposableArchitecture.ObservableStateID {
            _$observationRegistrar.id
          }

          private nonisolated enum _$Property {
            static var count: Int { 0 }
          }

          @MainActor public static func _$findProperty<_$Value>(
            _ search: inout ComposableArchitecture._PropertySearch<Self, _$Value>
          ) {
            search.visit(\\.count) { $1($0._count) } modify: { $1(&$0.count) }
          }
        }

        extension State: nonisolated ComposableArchitecture.ObservableState {}
        """
    )
  }

  @Test func `constants, computed and static variables are not changed`() {
    expectExpansion(
      """
      @ObservableState
      struct State {
        let id: Int
        static var shared = 0
        var double: Int { 2 }
        var triple: Int {
          get { 3 }
          set {}
        }
      }
      """,
      to: """
        struct State {
          let id: Int
          static var shared = 0
          var double: Int { 2 }
          var triple: Int {
            get { 3 }
            set {}
          }

          @ComposableArchitecture.ObservationStateIgnored
          var _$observationRegistrar = ComposableArchitecture.ObservationStateRegistrar()

          nonisolated var _$id: ComposableArchitecture.ObservableStateID {
            _$observationRegistrar.id
          }

          private nonisolated enum _$Property {}
        }

        extension State: nonisolated ComposableArchitecture.ObservableState {}
        """
    )
  }

  @Test func `lazy, weak and unowned variables cannot be observed`() {
    expectExpansion(
      """
      @ObservableState
      struct State {
        lazy var late = 0
        private weak var object: Object?
      }
      """,
      to: """
        struct State {
          lazy var late = 0
          private weak var object: Object?

          @ComposableArchitecture.ObservationStateIgnored
          var _$observationRegistrar = ComposableArchitecture.ObservationStateRegistrar()

          nonisolated var _$id: ComposableArchitecture.ObservableStateID {
            _$observationRegistrar.id
          }

          private nonisolated enum _$Property {}
        }

        extension State: nonisolated ComposableArchitecture.ObservableState {}
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@ObservableState' cannot observe a property that is 'lazy'",
          line: 3,
          column: 3,
          fixIts: [FixItSpec(message: "Insert '@ObservationStateIgnored'")]
        ),
        DiagnosticSpec(
          message: "'@ObservableState' cannot observe a property that is 'weak'",
          line: 4,
          column: 11,
          fixIts: [FixItSpec(message: "Insert '@ObservationStateIgnored'")]
        ),
      ],
      fixed: """
        @ObservableState
        struct State {
          @ObservationStateIgnored lazy var late = 0
          @ObservationStateIgnored private weak var object: Object?
        }
        """
    )
  }

  @Test func `a codable struct is encoded with the names of its properties`() {
    expectExpansion(
      """
      @ObservableState
      struct State: Equatable, Swift.Codable {
        let id: Int
        static var shared = 0
        var double: Int { 2 }
        @ObservationStateIgnored var cache = 0
        @ObservationStateIgnored lazy var late = 0
        #if DEBUG
        @Shared var isVerbose: Bool
        #endif
      }
      """,
      to: """
        struct State: Equatable, Swift.Codable {
          let id: Int
          static var shared = 0
          var double: Int { 2 }
          var cache = 0
          lazy var late = 0
          #if DEBUG
          @Shared var isVerbose: Bool
          #endif

          @ComposableArchitecture.ObservationStateIgnored
          var _$observationRegistrar = ComposableArchitecture.ObservationStateRegistrar()

          nonisolated var _$id: ComposableArchitecture.ObservableStateID {
            _$observationRegistrar.id
          }

          private nonisolated enum _$Property {}

          private nonisolated enum CodingKeys: Swift.String, Swift.CodingKey {
            case id
            case cache
            #if DEBUG
            case isVerbose
            #endif
          }
        }

        extension State: nonisolated ComposableArchitecture.ObservableState {}
        """
    )
  }

  @Test func `ignored variables are not changed`() {
    expectExpansion(
      """
      @ObservableState
      struct State {
        @ObservationStateIgnored var cache = 0
      }
      """,
      to: """
        struct State {
          var cache = 0

          @ComposableArchitecture.ObservationStateIgnored
          var _$observationRegistrar = ComposableArchitecture.ObservationStateRegistrar()

          nonisolated var _$id: ComposableArchitecture.ObservableStateID {
            _$observationRegistrar.id
          }

          private nonisolated enum _$Property {}
        }

        extension State: nonisolated ComposableArchitecture.ObservableState {}
        """
    )
  }

  @Test func `shared state observes itself`() {
    expectExpansion(
      """
      @ObservableState
      struct State {
        @Shared var count: Int
        @SharedReader(.appStorage("flag")) var flag = false
        @Sharing.Shared(.inMemory("x")) var x = 0
      }
      """,
      to: """
        struct State {
          @Shared var count: Int
          @SharedReader(.appStorage("flag")) var flag = false
          @Sharing.Shared(.inMemory("x")) var x = 0

          @ComposableArchitecture.ObservationStateIgnored
          var _$observationRegistrar = ComposableArchitecture.ObservationStateRegistrar()

          nonisolated var _$id: ComposableArchitecture.ObservableStateID {
            _$observationRegistrar.id
          }

          private nonisolated enum _$Property {}
        }

        extension State: nonisolated ComposableArchitecture.ObservableState {}
        """
    )
  }

  @Test func `attributes of the language and global actors are not taken for property wrappers`() {
    expectExpansion(
      """
      @ObservableState
      struct State {
        @available(*, deprecated) var old = 0
        @MainActor var main = 0
      }
      """,
      to: """
        struct State {
          @available(*, deprecated)
          @ComposableArchitecture.ObservationStateTracked var old = 0
          @MainActor
          @ComposableArchitecture.ObservationStateTracked var main = 0

          @ComposableArchitecture.ObservationStateIgnored
          var _$observationRegistrar = ComposableArchitecture.ObservationStateRegistrar()

          nonisolated var _$id: ComposableArchitecture.ObservableStateID {
            _$observationRegistrar.id
          }

          private nonisolated enum _$Property {
            static var old: Int { 0 }
            static var main: Int { 1 }
          }

          @MainActor static func _$findProperty<_$Value>(
            _ search: inout ComposableArchitecture._PropertySearch<Self, _$Value>
          ) {
            search.visit(\\.old) { $1($0._old) } modify: { $1(&$0.old) }
            search.visit(\\.main) { $1($0._main) } modify: { $1(&$0.main) }
          }
        }

        extension State: nonisolated ComposableArchitecture.ObservableState {}
        """
    )
  }

  @Test func `a condition keeps its members, and both branches share a number`() {
    expectExpansion(
      """
      @ObservableState
      struct State {
        #if DEBUG
          var count = 0
        #else
          var count = 1
        #endif
        var name = ""
      }
      """,
      to: """
        struct State {
          #if DEBUG
            var count = 0
          #else
            var count = 1
          #endif
          @ComposableArchitecture.ObservationStateTracked
          var name = ""

          @ComposableArchitecture.ObservationStateIgnored
          var _$observationRegistrar = ComposableArchitecture.ObservationStateRegistrar()

          nonisolated var _$id: ComposableArchitecture.ObservableStateID {
            _$observationRegistrar.id
          }

          private nonisolated enum _$Property {
            static var count: Int { 0 }
            static var name: Int { 1 }
          }

          @MainActor static func _$findProperty<_$Value>(
            _ search: inout ComposableArchitecture._PropertySearch<Self, _$Value>
          ) {
            #if DEBUG
            search.visit(\\.count) { $1($0._count) } modify: { $1(&$0.count) }
            #else
            search.visit(\\.count) { $1($0._count) } modify: { $1(&$0.count) }
            #endif
            search.visit(\\.name) { $1($0._name) } modify: { $1(&$0.name) }
          }
        }

        extension State: nonisolated ComposableArchitecture.ObservableState {}
        """
    )
  }

  @Test func `an existing conformance is not declared again`() {
    expectExpansion(
      """
      @ObservableState
      struct State: ObservableState {
      }
      """,
      to: """
        struct State: ObservableState {

          @ComposableArchitecture.ObservationStateIgnored
          var _$observationRegistrar = ComposableArchitecture.ObservationStateRegistrar()

          nonisolated var _$id: ComposableArchitecture.ObservableStateID {
            _$observationRegistrar.id
          }

          private nonisolated enum _$Property {}
        }
        """,
      with: macros.merging(["ObservableState": MacroSpec(type: ObservableStateMacro.self)]) { $1 }
    )
  }

  @Test func `a class is reported`() {
    expectExpansion(
      """
      @ObservableState
      class State {
        var count = 0
      }
      """,
      to: """
        class State {
          var count = 0
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@ObservableState' can only be applied to a struct or an enum",
          line: 1,
          column: 1,
          fixIts: [
            FixItSpec(message: "Replace 'class' with 'struct'"),
            FixItSpec(message: "Remove '@ObservableState'"),
          ]
        )
      ],
      fixed: """
        @ObservableState
        struct State {
          var count = 0
        }
        """
    )
  }

  @Test func `an actor is reported`() {
    expectExpansion(
      """
      @ObservableState
      actor State {
      }
      """,
      to: """
        actor State {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@ObservableState' can only be applied to a struct or an enum",
          line: 1,
          column: 1,
          fixIts: [
            FixItSpec(message: "Replace 'actor' with 'struct'"),
            FixItSpec(message: "Remove '@ObservableState'"),
          ]
        )
      ],
      fixed: """
        @ObservableState
        struct State {
        }
        """
    )
  }

  @Test func `several variables in one declaration are reported`() {
    expectExpansion(
      """
      @ObservableState
      struct State {
        var x = 0, y: Int, z: Int
      }
      """,
      to: """
        struct State {
          var x = 0, y: Int, z: Int

          @ComposableArchitecture.ObservationStateIgnored
          var _$observationRegistrar = ComposableArchitecture.ObservationStateRegistrar()

          nonisolated var _$id: ComposableArchitecture.ObservableStateID {
            _$observationRegistrar.id
          }

          private nonisolated enum _$Property {}
        }

        extension State: nonisolated ComposableArchitecture.ObservableState {}
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@ObservableState' cannot observe several variables of one declaration",
          line: 3,
          column: 3,
          fixIts: [FixItSpec(message: "Declare each variable by itself")]
        )
      ],
      fixed: """
        @ObservableState
        struct State {
          var x = 0
          var y: Int
          var z: Int
        }
        """
    )
  }

  @Test func `a property wrapper is reported`() {
    expectExpansion(
      """
      @ObservableState
      struct State {
        @Clamped var count = 0
      }
      """,
      to: """
        struct State {
          @Clamped var count = 0

          @ComposableArchitecture.ObservationStateIgnored
          var _$observationRegistrar = ComposableArchitecture.ObservationStateRegistrar()

          nonisolated var _$id: ComposableArchitecture.ObservableStateID {
            _$observationRegistrar.id
          }

          private nonisolated enum _$Property {}
        }

        extension State: nonisolated ComposableArchitecture.ObservableState {}
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'@ObservableState' cannot observe a property that has the property wrapper '@Clamped'",
          line: 3,
          column: 3,
          fixIts: [FixItSpec(message: "Insert '@ObservationStateIgnored'")]
        )
      ],
      fixed: """
        @ObservableState
        struct State {
          @ObservationStateIgnored @Clamped var count = 0
        }
        """
    )
  }

  @Test func `the fix-it replaces the property wrapper PresentationState`() {
    expectExpansion(
      """
      @ObservableState
      struct State {
        @PresentationState var child: Child.State?
      }
      """,
      to: """
        struct State {
          @PresentationState var child: Child.State?

          @ComposableArchitecture.ObservationStateIgnored
          var _$observationRegistrar = ComposableArchitecture.ObservationStateRegistrar()

          nonisolated var _$id: ComposableArchitecture.ObservableStateID {
            _$observationRegistrar.id
          }

          private nonisolated enum _$Property {}
        }

        extension State: nonisolated ComposableArchitecture.ObservableState {}
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@PresentationState' cannot be used with '@ObservableState'",
          line: 3,
          column: 3,
          fixIts: [FixItSpec(message: "Use '@Presents' instead")]
        )
      ],
      fixed: """
        @ObservableState
        struct State {
          @Presents var child: Child.State?
        }
        """
    )
  }

  @Test func `a private type inside another is reported`() {
    expectExpansion(
      """
      struct Feature {
        @ObservableState
        private struct State {
        }
      }
      """,
      to: """
        struct Feature {
          private struct State {

            @ComposableArchitecture.ObservationStateIgnored
            var _$observationRegistrar = ComposableArchitecture.ObservationStateRegistrar()

            nonisolated var _$id: ComposableArchitecture.ObservableStateID {
              _$observationRegistrar.id
            }

            private nonisolated enum _$Property {}
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@ObservableState' cannot be applied to a nested type that is 'private'",
          line: 3,
          column: 3,
          fixIts: [FixItSpec(message: "Replace 'private' with 'fileprivate'")]
        )
      ],
      fixed: """
        struct Feature {
          @ObservableState
          fileprivate struct State {
          }
        }
        """
    )
  }
}
