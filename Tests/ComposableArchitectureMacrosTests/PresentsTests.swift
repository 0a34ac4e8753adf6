import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// What `@Presents` generates and reports.
@Suite struct PresentsTests {
  @Test func `storage, a projection, and accessors that observe both`() {
    expectExpansion(
      """
      @ObservableState
      struct State {
        @Presents var child: Child.State?
      }
      """,
      to: """
        struct State {
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
            static var child: Int { 0 }
          }

          @MainActor static func _$findProperty<_$Value>(
            _ search: inout ComposableArchitecture._PropertySearch<Self, _$Value>
          ) {
            search.visit(\\.child) { $1($0._child.wrappedValue) } modify: { $1(&$0.child) }
            search.visit(\\.$child) { $1($0._child) } modify: { $1(&$0.$child) }
          }
        }

        extension State: nonisolated ComposableArchitecture.ObservableState {}
        """
    )
  }

  @Test func `the default value and the modifiers are kept`() {
    expectExpansion(
      """
      @ObservableState
      public struct State {
        @Presents public private(set) var child: Optional<Child.State> = Child.State()
      }
      """,
      to: """
        public struct State {
          public private(set) var child: Optional<Child.State> {
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
          private var _child = ComposableArchitecture.PresentationState<Child.State>(wrappedValue: Child.State())

          @ComposableArchitecture.ObservationStateIgnored
          public private(set) var $child: ComposableArchitecture.PresentationState<Child.State> {
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
          public var _$observationRegistrar = ComposableArchitecture.ObservationStateRegistrar()

          public nonisolated var _$id: ComposableArchitecture.ObservableStateID {
            _$observationRegistrar.id
          }

          private nonisolated enum _$Property {
            static var child: Int { 0 }
          }

          @MainActor public static func _$findProperty<_$Value>(
            _ search: inout ComposableArchitecture._PropertySearch<Self, _$Value>
          ) {
            search.visit(\\.child) { $1($0._child.wrappedValue) } modify: { $1(&$0.child) }
            search.visit(\\.$child) { $1($0._child) } modify: { $1(&$0.$child) }
          }
        }

        extension State: nonisolated ComposableArchitecture.ObservableState {}
        """
    )
  }

  @Test func `a constant is reported`() {
    expectExpansion(
      """
      @ObservableState
      struct State {
        @Presents let child: Child.State? = nil
      }
      """,
      to: """
        struct State {
          let child: Child.State? = nil

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
          message: "'@Presents' can only be applied to a 'var'",
          line: 3,
          column: 13,
          fixIts: [FixItSpec(message: "Replace 'let' with 'var'")]
        )
      ],
      fixed: """
        @ObservableState
        struct State {
          @Presents var child: Child.State? = nil
        }
        """
    )
  }

  @Test func `a type that is not optional is reported`() {
    expectExpansion(
      """
      @ObservableState
      struct State {
        @Presents var child: Child.State
      }
      """,
      to: """
        struct State {
          var child: Child.State

          @ComposableArchitecture.ObservationStateIgnored
          var _$observationRegistrar = ComposableArchitecture.ObservationStateRegistrar()

          nonisolated var _$id: ComposableArchitecture.ObservableStateID {
            _$observationRegistrar.id
          }

          private nonisolated enum _$Property {
            static var child: Int { 0 }
          }
        }

        extension State: nonisolated ComposableArchitecture.ObservableState {}
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@Presents' requires an optional type",
          line: 3,
          column: 24,
          fixIts: [FixItSpec(message: "Make the type optional")]
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

  @Test func `a missing type is reported`() {
    expectExpansion(
      """
      @ObservableState
      struct State {
        @Presents var child = Child.State()
      }
      """,
      to: """
        struct State {
          var child = Child.State()

          @ComposableArchitecture.ObservationStateIgnored
          var _$observationRegistrar = ComposableArchitecture.ObservationStateRegistrar()

          nonisolated var _$id: ComposableArchitecture.ObservableStateID {
            _$observationRegistrar.id
          }

          private nonisolated enum _$Property {
            static var child: Int { 0 }
          }
        }

        extension State: nonisolated ComposableArchitecture.ObservableState {}
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'@Presents' requires a property with an optional type, as in 'var child: Child.State?'",
          line: 3,
          column: 17
        )
      ]
    )
  }

  @Test func `a computed variable is reported`() {
    expectExpansion(
      """
      @ObservableState
      struct State {
        @Presents var child: Child.State? { nil }
      }
      """,
      to: """
        struct State {
          var child: Child.State? { nil }

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
          message: "'@Presents' can only be applied to a single stored property",
          line: 3,
          column: 3,
          fixIts: [FixItSpec(message: "Remove '@Presents'")]
        )
      ],
      fixed: """
        @ObservableState
        struct State {var child: Child.State? { nil }
        }
        """
    )
  }

  @Test func `state that is not observable is reported`() {
    expectExpansion(
      """
      struct State {
        @Presents var child: Child.State?
      }
      """,
      to: """
        struct State {
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
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@Presents' can only be used in a struct that has '@ObservableState'",
          line: 2,
          column: 3
        )
      ]
    )
  }
}
