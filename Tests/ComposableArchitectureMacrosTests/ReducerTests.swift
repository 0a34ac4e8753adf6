import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import ComposableArchitectureMacros

/// What `@Reducer` generates for a struct, and reports.
@Suite struct ReducerTests {
  @Test func `state, actions and body get their attributes, the type its conformance`() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        enum State {
          case on
        }
        enum Action {
          case toggle
        }
        var body: some ReducerOf<Self> {
          EmptyReducer()
        }
      }
      """,
      to: """
        struct Feature {
          @CaseKeyPaths.CasePathable @dynamicMemberLookup
          enum State {
            case on
          }
          @CaseKeyPaths.CasePathable
          enum Action {
            case toggle
          }
          @ComposableArchitecture.ReducerBuilder<Self.State, Self.Action>
          var body: some ReducerOf<Self> {
            EmptyReducer()
          }
        }

        extension Feature: nonisolated ComposableArchitecture.Reducer {
        }
        """
    )
  }

  @Test func `existing attributes are not repeated`() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        @dynamicMemberLookup
        enum State {
        }
        enum Action {
        }
        @MyReducerBuilder
        var body: some Reducer<State, Action> {
          EmptyReducer()
        }
      }
      """,
      to: """
        struct Feature {
          @dynamicMemberLookup
          @CaseKeyPaths.CasePathable
          enum State {
          }
          @CaseKeyPaths.CasePathable
          enum Action {
          }
          @MyReducerBuilder
          var body: some Reducer<State, Action> {
            EmptyReducer()
          }
        }

        extension Feature: nonisolated ComposableArchitecture.Reducer {
        }
        """
    )
  }

  @Test func `an empty feature gets state, actions and a body`() {
    expectExpansion(
      """
      @Reducer
      public struct Feature {
      }
      """,
      to: """
        public struct Feature {

          public nonisolated struct State: nonisolated ComposableArchitecture.ObservableState, Codable, Equatable, Hashable, Sendable {
            public init() {
            }

            @ComposableArchitecture.ObservationStateIgnored
            public var _$observationRegistrar = ComposableArchitecture.ObservationStateRegistrar()

            public nonisolated var _$id: ComposableArchitecture.ObservableStateID {
              _$observationRegistrar.id
            }

            private nonisolated enum _$Property {
            }

            private nonisolated enum CodingKeys: Swift.CodingKey {
            }
          }

          public nonisolated enum Action: Equatable, Hashable, Sendable, nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {
          }

          public nonisolated var body: some ComposableArchitecture.Reducer<Self.State, Self.Action> {
            ComposableArchitecture.EmptyReducer<Self.State, Self.Action>()
          }
        }

        extension Feature: nonisolated ComposableArchitecture.Reducer {
        }
        """
    )
  }

  @Test func `a feature with a reduce function needs no body`() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        struct State {
        }
        enum Action {
        }
        func reduce(into state: inout State, action: Action) -> Effect<Action> {
          .none
        }
      }
      """,
      to: """
        struct Feature {
          struct State {
          }
          @CaseKeyPaths.CasePathable
          enum Action {
          }
          func reduce(into state: inout State, action: Action) -> Effect<Action> {
            .none
          }
        }

        extension Feature: nonisolated ComposableArchitecture.Reducer {
        }
        """
    )
  }

  @Test func `state and actions that are inferred from the type of the body are not generated`() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        var body: some Reducer<Int, Bool> {
          EmptyReducer()
        }
      }
      """,
      to: """
        struct Feature {
          @ComposableArchitecture.ReducerBuilder<Int, Bool>
          var body: some Reducer<Int, Bool> {
            EmptyReducer()
          }
        }

        extension Feature: nonisolated ComposableArchitecture.Reducer {
        }
        """
    )
  }

  @Test func `state and actions are not generated if there is a body of any type`() {
    expectExpansion(
      """
      @Reducer
      struct Constant {
        let body = EmptyReducer<Int, Bool>()
      }
      @Reducer
      struct Wrapping {
        var body: some ReducerOf<Base> {
          Base()
        }
      }
      @Reducer
      struct Outer {
        struct State {
        }
        enum Action {
        }
        var body: some ComposableArchitecture.ReducerOf<Self> {
          Inner()
        }
        @Reducer
        struct Inner {
          var body: some Reducer<State, Action> {
            EmptyReducer()
          }
        }
      }
      """,
      to: """
        struct Constant {
          let body = EmptyReducer<Int, Bool>()
        }
        struct Wrapping {
          @ComposableArchitecture.ReducerBuilder<Base.State, Base.Action>
          var body: some ReducerOf<Base> {
            Base()
          }
        }
        struct Outer {
          struct State {
          }
          @CaseKeyPaths.CasePathable
          enum Action {
          }
          @ComposableArchitecture.ReducerBuilder<Self.State, Self.Action>
          var body: some ComposableArchitecture.ReducerOf<Self> {
            Inner()
          }
          struct Inner {
            @ComposableArchitecture.ReducerBuilder<State, Action>
            var body: some Reducer<State, Action> {
              EmptyReducer()
            }
          }
        }

        extension Constant: nonisolated ComposableArchitecture.Reducer {
        }

        extension Wrapping: nonisolated ComposableArchitecture.Reducer {
        }

        extension Outer.Inner: nonisolated ComposableArchitecture.Reducer {
        }

        extension Outer: nonisolated ComposableArchitecture.Reducer {
        }
        """
    )
  }

  @Test func `enums with handwritten case paths get no attributes`() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        enum State: Equatable, CaseKeyPaths.CasePathable {
        }
        enum Action: CasePathable {
        }
        var body: some ReducerOf<Self> {
          EmptyReducer()
        }
      }
      """,
      to: """
        struct Feature {
          enum State: Equatable, CaseKeyPaths.CasePathable {
          }
          enum Action: CasePathable {
          }
          @ComposableArchitecture.ReducerBuilder<Self.State, Self.Action>
          var body: some ReducerOf<Self> {
            EmptyReducer()
          }
        }

        extension Feature: nonisolated ComposableArchitecture.Reducer {
        }
        """
    )
  }

  @Test func `state and actions that are inferred from the reduce function are not generated`() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        func reduce(into state: inout Int, action: Bool) -> Effect<Bool> {
          .none
        }
      }
      """,
      to: """
        struct Feature {
          func reduce(into state: inout Int, action: Bool) -> Effect<Bool> {
            .none
          }
        }

        extension Feature: nonisolated ComposableArchitecture.Reducer {
        }
        """
    )
  }

  @Test func `aliases for state and actions are used`() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        typealias State = Int
        typealias Action = Bool
      }
      """,
      to: """
        struct Feature {
          typealias State = Int
          typealias Action = Bool

          nonisolated var body: some ComposableArchitecture.Reducer<Self.State, Self.Action> {
            ComposableArchitecture.EmptyReducer<Self.State, Self.Action>()
          }
        }

        extension Feature: nonisolated ComposableArchitecture.Reducer {
        }
        """
    )
  }

  @Test func `types inside a condition count as declared`() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        #if DEBUG
          struct State {
          }
        #else
          typealias State = Int
        #endif
        enum Action {
        }
      }
      """,
      to: """
        struct Feature {
          #if DEBUG
            struct State {
            }
          #else
            typealias State = Int
          #endif
          @CaseKeyPaths.CasePathable
          enum Action {
          }

          nonisolated var body: some ComposableArchitecture.Reducer<Self.State, Self.Action> {
            ComposableArchitecture.EmptyReducer<Self.State, Self.Action>()
          }
        }

        extension Feature: nonisolated ComposableArchitecture.Reducer {
        }
        """
    )
  }

  @Test func `an existing conformance is not declared again`() {
    expectExpansion(
      """
      @Reducer
      struct Feature: Reducer {
        struct State {
        }
        enum Action {
        }
        var body: some ReducerOf<Self> {
          EmptyReducer()
        }
      }
      """,
      to: """
        struct Feature: Reducer {
          struct State {
          }
          @CaseKeyPaths.CasePathable
          enum Action {
          }
          @ComposableArchitecture.ReducerBuilder<Self.State, Self.Action>
          var body: some ReducerOf<Self> {
            EmptyReducer()
          }
        }
        """,
      with: macros.merging(["Reducer": MacroSpec(type: ReducerMacro.self)]) { $1 }
    )
  }

  @Test func `a class is reported`() {
    expectExpansion(
      """
      @Reducer
      final class Feature {
      }
      """,
      to: """
        final class Feature {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@Reducer' can only be applied to a struct or an enum",
          line: 1,
          column: 1,
          fixIts: [
            FixItSpec(message: "Replace 'class' with 'struct'"),
            FixItSpec(message: "Remove '@Reducer'"),
          ]
        )
      ],
      fixed: """
        @Reducerstruct Feature {
        }
        """
    )
  }

  @Test func `an actor is reported`() {
    expectExpansion(
      """
      @Reducer
      actor Feature {
      }
      """,
      to: """
        actor Feature {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@Reducer' can only be applied to a struct or an enum",
          line: 1,
          column: 1,
          fixIts: [
            FixItSpec(message: "Replace 'actor' with 'struct'"),
            FixItSpec(message: "Remove '@Reducer'"),
          ]
        )
      ],
      fixed: """
        @Reducer
        struct Feature {
        }
        """
    )
  }

  @Test func `a body of type Reducer is reported`() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        struct State {
        }
        enum Action {
        }
        var body: Reducer {
          EmptyReducer()
        }
      }
      """,
      to: """
        struct Feature {
          struct State {
          }
          @CaseKeyPaths.CasePathable
          enum Action {
          }
          var body: Reducer {
            EmptyReducer()
          }
        }

        extension Feature: nonisolated ComposableArchitecture.Reducer {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'body' must have the type 'some ReducerOf<Self>' or 'some Reducer<State, Action>'",
          line: 7,
          column: 13,
          fixIts: [FixItSpec(message: "Replace 'Reducer' with 'some ReducerOf<Self>'")]
        )
      ],
      fixed: """
        @Reducer
        struct Feature {
          struct State {
          }
          enum Action {
          }
          var body: some ReducerOf<Self> {
            EmptyReducer()
          }
        }
        """
    )
  }

  @Test func `a body of type some Reducer without state and actions is reported`() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        struct State {
        }
        enum Action {
        }
        var body: some Reducer {
          EmptyReducer()
        }
      }
      """,
      to: """
        struct Feature {
          struct State {
          }
          @CaseKeyPaths.CasePathable
          enum Action {
          }
          var body: some Reducer {
            EmptyReducer()
          }
        }

        extension Feature: nonisolated ComposableArchitecture.Reducer {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'body' must have the type 'some ReducerOf<Self>' or 'some Reducer<State, Action>'",
          line: 7,
          column: 13,
          fixIts: [FixItSpec(message: "Replace 'some Reducer' with 'some ReducerOf<Self>'")]
        )
      ],
      fixed: """
        @Reducer
        struct Feature {
          struct State {
          }
          enum Action {
          }
          var body: some ReducerOf<Self> {
            EmptyReducer()
          }
        }
        """
    )
  }

  @Test func `a body of type Reducer of state and actions without some is reported`() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        struct State {
        }
        enum Action {
        }
        var body: Reducer<State, Action> {
          EmptyReducer()
        }
      }
      """,
      to: """
        struct Feature {
          struct State {
          }
          @CaseKeyPaths.CasePathable
          enum Action {
          }
          var body: Reducer<State, Action> {
            EmptyReducer()
          }
        }

        extension Feature: nonisolated ComposableArchitecture.Reducer {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'body' must have the type 'some ReducerOf<Self>' or 'some Reducer<State, Action>'",
          line: 7,
          column: 13,
          fixIts: [
            FixItSpec(
              message: "Replace 'Reducer<State, Action>' with 'some Reducer<State, Action>'"
            )
          ]
        )
      ],
      fixed: """
        @Reducer
        struct Feature {
          struct State {
          }
          enum Action {
          }
          var body: some Reducer<State, Action> {
            EmptyReducer()
          }
        }
        """
    )
  }

  @Test func `a body that never runs because of a reduce function is reported`() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        struct State {
        }
        enum Action {
        }
        func reduce(into state: inout State, action: Action) -> Effect<Action> {
          .none
        }
        var body: some ReducerOf<Self> {
          EmptyReducer()
        }
      }
      """,
      to: """
        struct Feature {
          struct State {
          }
          @CaseKeyPaths.CasePathable
          enum Action {
          }
          func reduce(into state: inout State, action: Action) -> Effect<Action> {
            .none
          }
          @ComposableArchitecture.ReducerBuilder<Self.State, Self.Action>
          var body: some ReducerOf<Self> {
            EmptyReducer()
          }
        }

        extension Feature: nonisolated ComposableArchitecture.Reducer {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'reduce(into:action:)' takes precedence over 'body', which never runs; move it into a 'Reduce' inside 'body'",
          line: 7,
          column: 8,
          severity: .warning
        )
      ]
    )
  }

  @Test func `arguments on a struct are reported`() {
    expectExpansion(
      """
      @Reducer(state: .equatable)
      struct Feature {
        struct State {
        }
        enum Action {
        }
        var body: some ReducerOf<Self> {
          EmptyReducer()
        }
      }
      """,
      to: """
        struct Feature {
          struct State {
          }
          @CaseKeyPaths.CasePathable
          enum Action {
          }
          @ComposableArchitecture.ReducerBuilder<Self.State, Self.Action>
          var body: some ReducerOf<Self> {
            EmptyReducer()
          }
        }

        extension Feature: nonisolated ComposableArchitecture.Reducer {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@Reducer' takes arguments only on an enum",
          line: 1,
          column: 10
        )
      ]
    )
  }

  @Test func `a private type inside another is reported`() {
    expectExpansion(
      """
      struct Parent {
        @Reducer
        private struct Feature {
          struct State {
          }
          enum Action {
          }
          var body: some ReducerOf<Self> {
            EmptyReducer()
          }
        }
      }
      """,
      to: """
        struct Parent {
          private struct Feature {
            struct State {
            }
            @CaseKeyPaths.CasePathable
            enum Action {
            }
            @ComposableArchitecture.ReducerBuilder<Self.State, Self.Action>
            var body: some ReducerOf<Self> {
              EmptyReducer()
            }
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@Reducer' cannot be applied to a nested type that is 'private'",
          line: 3,
          column: 3,
          fixIts: [FixItSpec(message: "Replace 'private' with 'fileprivate'")]
        )
      ],
      fixed: """
        struct Parent {
          @Reducer
          fileprivate struct Feature {
            struct State {
            }
            enum Action {
            }
            var body: some ReducerOf<Self> {
              EmptyReducer()
            }
          }
        }
        """
    )
  }
}
