import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// What `@Reducer` generates for an enum, and reports.
@Suite struct EnumReducerTests {
  @Test func `features, alerts, plain values and empty cases are composed`() {
    expectExpansion(
      """
      @Reducer
      enum Path {
        case edit(Edit)
        case alert(AlertState<Alert>)
        @ReducerCaseEphemeral
        case menu(MenuState)
        @ReducerCaseIgnored
        case web(URL, title: String)
        case empty
        enum Alert {
          case confirm
        }
      }
      """,
      to: #"""
        enum Path {
          case edit(Edit)
          case alert(AlertState<Alert>)
          case menu(MenuState)
          case web(URL, title: String)
          case empty
          enum Alert {
            case confirm
          }

          @dynamicMemberLookup
          nonisolated enum State: nonisolated ComposableArchitecture.CaseReducerState, nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {
            case edit(Edit.State)
            case alert(AlertState<Alert>)
            case menu(MenuState)
            case web(URL, title: String)
            case empty

            typealias StateReducer = Path

            nonisolated var _$id: ComposableArchitecture.ObservableStateID {
              switch self {
              case let .edit(state):
                return ComposableArchitecture.ObservableStateID._$id(for: state)._$tag(0)
              case let .alert(state):
                return ComposableArchitecture.ObservableStateID._$id(for: state)._$tag(1)
              case let .menu(state):
                return ComposableArchitecture.ObservableStateID._$id(for: state)._$tag(2)
              case .web:
                return ComposableArchitecture.ObservableStateID._$inert._$tag(3)
              case .empty:
                return ComposableArchitecture.ObservableStateID._$inert._$tag(4)
              }
            }
          }

          nonisolated enum Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {
            case edit(Edit.Action)
            case alert(AlertState<Alert>.Action)
            case menu(MenuState.Action)
          }

          @dynamicMemberLookup
          nonisolated enum CaseScope: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {
            case edit(ComposableArchitecture.StoreOf<Edit>)
            case alert(AlertState<Alert>)
            case menu(MenuState)
            case web(URL, title: String)
            case empty
          }

          case _$reducer

          nonisolated init() {
            self = ._$reducer
          }

          @ComposableArchitecture.ReducerBuilder<Self.State, Self.Action>
          nonisolated static var body: some ComposableArchitecture.Reducer<Self.State, Self.Action> {
            ComposableArchitecture.Scope(
              state: \Self.State.Cases.edit, action: \Self.Action.Cases.edit
            ) {
              Edit()
            }
          }

          @MainActor
          static func scope(
            _ store: ComposableArchitecture.Store<Self.State, Self.Action>
          ) -> CaseScope {
            switch store.state {
            case .edit:
              return .edit(store._scope(
                case: "edit",
                state: {
                  guard case let .edit(v0) = $0 else {
                    return nil
                  }
                  return v0
                },
                action: Self.Action.edit
              )!)
            case let .alert(v0):
              return .alert(v0)
            case let .menu(v0):
              return .menu(v0)
            case let .web(v0, v1):
              return .web(v0, title: v1)
            case .empty:
              return .empty
            }
          }
        }

        extension Path: nonisolated ComposableArchitecture.CaseReducer, nonisolated ComposableArchitecture.Reducer {
        }
        """#
    )
  }

  @Test func `a public enum has public members`() {
    expectExpansion(
      """
      @Reducer
      public enum Path {
        case edit(Edit)
      }
      """,
      to: #"""
        public enum Path {
          case edit(Edit)

          @dynamicMemberLookup
          public nonisolated enum State: nonisolated ComposableArchitecture.CaseReducerState, nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {
            case edit(Edit.State)

            public typealias StateReducer = Path

            public nonisolated var _$id: ComposableArchitecture.ObservableStateID {
              switch self {
              case let .edit(state):
                return ComposableArchitecture.ObservableStateID._$id(for: state)._$tag(0)
              }
            }
          }

          public nonisolated enum Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {
            case edit(Edit.Action)
          }

          @dynamicMemberLookup
          public nonisolated enum CaseScope: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {
            case edit(ComposableArchitecture.StoreOf<Edit>)
          }

          case _$reducer

          public nonisolated init() {
            self = ._$reducer
          }

          @ComposableArchitecture.ReducerBuilder<Self.State, Self.Action>
          public nonisolated static var body: some ComposableArchitecture.Reducer<Self.State, Self.Action> {
            ComposableArchitecture.Scope(
              state: \Self.State.Cases.edit, action: \Self.Action.Cases.edit
            ) {
              Edit()
            }
          }

          @MainActor
          public static func scope(
            _ store: ComposableArchitecture.Store<Self.State, Self.Action>
          ) -> CaseScope {
            switch store.state {
            case .edit:
              return .edit(store._scope(
                case: "edit",
                state: {
                  guard case let .edit(v0) = $0 else {
                    return nil
                  }
                  return v0
                },
                action: Self.Action.edit
              )!)
            }
          }
        }

        extension Path: nonisolated ComposableArchitecture.CaseReducer, nonisolated ComposableArchitecture.Reducer {
        }
        """#
    )
  }

  @Test func `requested conformances are declared`() {
    expectExpansion(
      """
      @Reducer(state: .equatable, .sendable, action: .hashable)
      enum Path {
        case edit(Edit)
      }
      """,
      to: #"""
        enum Path {
          case edit(Edit)

          @dynamicMemberLookup
          nonisolated enum State: nonisolated ComposableArchitecture.CaseReducerState, Swift.Equatable, Swift.Sendable, nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {
            case edit(Edit.State)

            typealias StateReducer = Path

            nonisolated var _$id: ComposableArchitecture.ObservableStateID {
              switch self {
              case let .edit(state):
                return ComposableArchitecture.ObservableStateID._$id(for: state)._$tag(0)
              }
            }
          }

          nonisolated enum Action: Swift.Hashable, nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {
            case edit(Edit.Action)
          }

          @dynamicMemberLookup
          nonisolated enum CaseScope: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {
            case edit(ComposableArchitecture.StoreOf<Edit>)
          }

          case _$reducer

          nonisolated init() {
            self = ._$reducer
          }

          @ComposableArchitecture.ReducerBuilder<Self.State, Self.Action>
          nonisolated static var body: some ComposableArchitecture.Reducer<Self.State, Self.Action> {
            ComposableArchitecture.Scope(
              state: \Self.State.Cases.edit, action: \Self.Action.Cases.edit
            ) {
              Edit()
            }
          }

          @MainActor
          static func scope(
            _ store: ComposableArchitecture.Store<Self.State, Self.Action>
          ) -> CaseScope {
            switch store.state {
            case .edit:
              return .edit(store._scope(
                case: "edit",
                state: {
                  guard case let .edit(v0) = $0 else {
                    return nil
                  }
                  return v0
                },
                action: Self.Action.edit
              )!)
            }
          }
        }

        extension Path: nonisolated ComposableArchitecture.CaseReducer, nonisolated ComposableArchitecture.Reducer {
        }
        """#
    )
  }

  @Test func `cases keep their conditions`() {
    expectExpansion(
      """
      @Reducer
      enum Path {
        case edit(Edit)
        #if DEBUG
          case debug(Debug)
        #else
          case release(Release)
        #endif
      }
      """,
      to: #"""
        enum Path {
          case edit(Edit)
          #if DEBUG
            case debug(Debug)
          #else
            case release(Release)
          #endif

          @dynamicMemberLookup
          nonisolated enum State: nonisolated ComposableArchitecture.CaseReducerState, nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {
            case edit(Edit.State)
            #if DEBUG
            case debug(Debug.State)
            #else
            case release(Release.State)
            #endif

            typealias StateReducer = Path

            nonisolated var _$id: ComposableArchitecture.ObservableStateID {
              switch self {
              case let .edit(state):
                return ComposableArchitecture.ObservableStateID._$id(for: state)._$tag(0)
              #if DEBUG
              case let .debug(state):
                return ComposableArchitecture.ObservableStateID._$id(for: state)._$tag(1)
              #else
              case let .release(state):
                return ComposableArchitecture.ObservableStateID._$id(for: state)._$tag(2)
              #endif
              }
            }
          }

          nonisolated enum Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {
            case edit(Edit.Action)
            #if DEBUG
            case debug(Debug.Action)
            #else
            case release(Release.Action)
            #endif
          }

          @dynamicMemberLookup
          nonisolated enum CaseScope: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {
            case edit(ComposableArchitecture.StoreOf<Edit>)
            #if DEBUG
            case debug(ComposableArchitecture.StoreOf<Debug>)
            #else
            case release(ComposableArchitecture.StoreOf<Release>)
            #endif
          }

          case _$reducer

          nonisolated init() {
            self = ._$reducer
          }

          @ComposableArchitecture.ReducerBuilder<Self.State, Self.Action>
          nonisolated static var body: some ComposableArchitecture.Reducer<Self.State, Self.Action> {
            ComposableArchitecture.Scope(
              state: \Self.State.Cases.edit, action: \Self.Action.Cases.edit
            ) {
              Edit()
            }
            #if DEBUG
            ComposableArchitecture.Scope(
              state: \Self.State.Cases.debug, action: \Self.Action.Cases.debug
            ) {
              Debug()
            }
            #else
            ComposableArchitecture.Scope(
              state: \Self.State.Cases.release, action: \Self.Action.Cases.release
            ) {
              Release()
            }
            #endif
          }

          @MainActor
          static func scope(
            _ store: ComposableArchitecture.Store<Self.State, Self.Action>
          ) -> CaseScope {
            switch store.state {
            case .edit:
              return .edit(store._scope(
                case: "edit",
                state: {
                  guard case let .edit(v0) = $0 else {
                    return nil
                  }
                  return v0
                },
                action: Self.Action.edit
              )!)
            #if DEBUG
            case .debug:
              return .debug(store._scope(
                case: "debug",
                state: {
                  guard case let .debug(v0) = $0 else {
                    return nil
                  }
                  return v0
                },
                action: Self.Action.debug
              )!)
            #else
            case .release:
              return .release(store._scope(
                case: "release",
                state: {
                  guard case let .release(v0) = $0 else {
                    return nil
                  }
                  return v0
                },
                action: Self.Action.release
              )!)
            #endif
            }
          }
        }

        extension Path: nonisolated ComposableArchitecture.CaseReducer, nonisolated ComposableArchitecture.Reducer {
        }
        """#
    )
  }

  @Test func `generic features are composed`() {
    expectExpansion(
      """
      @Reducer
      enum Path<Item> {
        case row(label: Row<Item>)
      }
      """,
      to: #"""
        enum Path<Item> {
          case row(label: Row<Item>)

          @dynamicMemberLookup
          nonisolated enum State: nonisolated ComposableArchitecture.CaseReducerState, nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {
            case row(label: Row<Item>.State)

            typealias StateReducer = Path

            nonisolated var _$id: ComposableArchitecture.ObservableStateID {
              switch self {
              case let .row(state):
                return ComposableArchitecture.ObservableStateID._$id(for: state)._$tag(0)
              }
            }
          }

          nonisolated enum Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {
            case row(label: Row<Item>.Action)
          }

          @dynamicMemberLookup
          nonisolated enum CaseScope: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {
            case row(label: ComposableArchitecture.StoreOf<Row<Item>>)
          }

          case _$reducer

          nonisolated init() {
            self = ._$reducer
          }

          @ComposableArchitecture.ReducerBuilder<Self.State, Self.Action>
          nonisolated static var body: some ComposableArchitecture.Reducer<Self.State, Self.Action> {
            ComposableArchitecture.Scope(
              state: \Self.State.Cases.row, action: \Self.Action.Cases.row
            ) {
              Row<Item>()
            }
          }

          @MainActor
          static func scope(
            _ store: ComposableArchitecture.Store<Self.State, Self.Action>
          ) -> CaseScope {
            switch store.state {
            case .row:
              return .row(label: store._scope(
                case: "row",
                state: {
                  guard case let .row(v0) = $0 else {
                    return nil
                  }
                  return v0
                },
                action: Self.Action.row
              )!)
            }
          }
        }

        extension Path: nonisolated ComposableArchitecture.CaseReducer, nonisolated ComposableArchitecture.Reducer {
        }
        """#
    )
  }

  @Test func `default values of cases are their features`() {
    expectExpansion(
      """
      @Reducer
      enum Path {
        case edit(Edit = Edit(isNew: true))
        case copy(Edit = .init(isNew: false))
        case inner(Inner.Body = Inner.body)
        @ReducerCaseIgnored
        case web(String = "", title: String = "Home")
      }
      """,
      to: #"""
        enum Path {
          case edit(Edit = Edit(isNew: true))
          case copy(Edit = .init(isNew: false))
          case inner(Inner.Body = Inner.body)
          case web(String = "", title: String = "Home")

          @dynamicMemberLookup
          nonisolated enum State: nonisolated ComposableArchitecture.CaseReducerState, nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {
            case edit(Edit.State)
            case copy(Edit.State)
            case inner(Inner.Body.State)
            case web(String = "", title: String = "Home")

            typealias StateReducer = Path

            nonisolated var _$id: ComposableArchitecture.ObservableStateID {
              switch self {
              case let .edit(state):
                return ComposableArchitecture.ObservableStateID._$id(for: state)._$tag(0)
              case let .copy(state):
                return ComposableArchitecture.ObservableStateID._$id(for: state)._$tag(1)
              case let .inner(state):
                return ComposableArchitecture.ObservableStateID._$id(for: state)._$tag(2)
              case .web:
                return ComposableArchitecture.ObservableStateID._$inert._$tag(3)
              }
            }
          }

          nonisolated enum Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {
            case edit(Edit.Action)
            case copy(Edit.Action)
            case inner(Inner.Body.Action)
          }

          @dynamicMemberLookup
          nonisolated enum CaseScope: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {
            case edit(ComposableArchitecture.StoreOf<Edit>)
            case copy(ComposableArchitecture.StoreOf<Edit>)
            case inner(ComposableArchitecture.StoreOf<Inner.Body>)
            case web(String, title: String)
          }

          case _$reducer

          nonisolated init() {
            self = ._$reducer
          }

          @ComposableArchitecture.ReducerBuilder<Self.State, Self.Action>
          nonisolated static var body: some ComposableArchitecture.Reducer<Self.State, Self.Action> {
            ComposableArchitecture.Scope(
              state: \Self.State.Cases.edit, action: \Self.Action.Cases.edit
            ) {
              Edit(isNew: true)
            }
            ComposableArchitecture.Scope(
              state: \Self.State.Cases.copy, action: \Self.Action.Cases.copy
            ) {
              .init(isNew: false) as Edit
            }
            ComposableArchitecture.Scope(
              state: \Self.State.Cases.inner, action: \Self.Action.Cases.inner
            ) {
              Inner.body
            }
          }

          @MainActor
          static func scope(
            _ store: ComposableArchitecture.Store<Self.State, Self.Action>
          ) -> CaseScope {
            switch store.state {
            case .edit:
              return .edit(store._scope(
                case: "edit",
                state: {
                  guard case let .edit(v0) = $0 else {
                    return nil
                  }
                  return v0
                },
                action: Self.Action.edit
              )!)
            case .copy:
              return .copy(store._scope(
                case: "copy",
                state: {
                  guard case let .copy(v0) = $0 else {
                    return nil
                  }
                  return v0
                },
                action: Self.Action.copy
              )!)
            case .inner:
              return .inner(store._scope(
                case: "inner",
                state: {
                  guard case let .inner(v0) = $0 else {
                    return nil
                  }
                  return v0
                },
                action: Self.Action.inner
              )!)
            case let .web(v0, v1):
              return .web(v0, title: v1)
            }
          }
        }

        extension Path: nonisolated ComposableArchitecture.CaseReducer, nonisolated ComposableArchitecture.Reducer {
        }
        """#
    )
  }

  @Test func `an enum of alerts has no reducer to run`() {
    expectExpansion(
      """
      @Reducer
      enum Destination {
        case alert(AlertState<Alert>)
        case dialog(Prompts.ConfirmationDialogState<Dialog>)
      }
      """,
      to: """
        enum Destination {
          case alert(AlertState<Alert>)
          case dialog(Prompts.ConfirmationDialogState<Dialog>)

          @dynamicMemberLookup
          nonisolated enum State: nonisolated ComposableArchitecture.CaseReducerState, nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {
            case alert(AlertState<Alert>)
            case dialog(Prompts.ConfirmationDialogState<Dialog>)

            typealias StateReducer = Destination

            nonisolated var _$id: ComposableArchitecture.ObservableStateID {
              switch self {
              case let .alert(state):
                return ComposableArchitecture.ObservableStateID._$id(for: state)._$tag(0)
              case let .dialog(state):
                return ComposableArchitecture.ObservableStateID._$id(for: state)._$tag(1)
              }
            }
          }

          nonisolated enum Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {
            case alert(AlertState<Alert>.Action)
            case dialog(Prompts.ConfirmationDialogState<Dialog>.Action)
          }

          @dynamicMemberLookup
          nonisolated enum CaseScope: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {
            case alert(AlertState<Alert>)
            case dialog(Prompts.ConfirmationDialogState<Dialog>)
          }

          case _$reducer

          nonisolated init() {
            self = ._$reducer
          }

          @ComposableArchitecture.ReducerBuilder<Self.State, Self.Action>
          nonisolated static var body: some ComposableArchitecture.Reducer<Self.State, Self.Action> {
            ComposableArchitecture.EmptyReducer<Self.State, Self.Action>()
          }

          @MainActor
          static func scope(
            _ store: ComposableArchitecture.Store<Self.State, Self.Action>
          ) -> CaseScope {
            switch store.state {
            case let .alert(v0):
              return .alert(v0)
            case let .dialog(v0):
              return .dialog(v0)
            }
          }
        }

        extension Destination: nonisolated ComposableArchitecture.CaseReducer, nonisolated ComposableArchitecture.Reducer {
        }
        """
    )
  }

  @Test func `an enum without cases is accepted`() {
    expectExpansion(
      """
      @Reducer
      enum Path {
      }
      """,
      to: """
        enum Path {

          @dynamicMemberLookup
          nonisolated enum State: nonisolated ComposableArchitecture.CaseReducerState, nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {

            typealias StateReducer = Path

            nonisolated var _$id: ComposableArchitecture.ObservableStateID {
              switch self {

              }
            }
          }

          nonisolated enum Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {
          }

          @dynamicMemberLookup
          nonisolated enum CaseScope: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {
          }

          case _$reducer

          nonisolated init() {
            self = ._$reducer
          }

          @ComposableArchitecture.ReducerBuilder<Self.State, Self.Action>
          nonisolated static var body: some ComposableArchitecture.Reducer<Self.State, Self.Action> {
            ComposableArchitecture.EmptyReducer<Self.State, Self.Action>()
          }

          @MainActor
          static func scope(
            _ store: ComposableArchitecture.Store<Self.State, Self.Action>
          ) -> CaseScope {
            switch store.state {

            }
          }
        }

        extension Path: nonisolated ComposableArchitecture.CaseReducer, nonisolated ComposableArchitecture.Reducer {
        }
        """
    )
  }

  @Test func `existing types and initializers are not generated`() {
    expectExpansion(
      """
      @Reducer
      enum Path {
        case edit(Edit)
        enum State {
        }
        enum Action {
        }
        init(edit: Edit) {
          self = .edit(edit)
        }
      }
      """,
      to: #"""
        enum Path {
          case edit(Edit)
          @CaseKeyPaths.CasePathable @dynamicMemberLookup
          enum State {
          }
          @CaseKeyPaths.CasePathable
          enum Action {
          }
          init(edit: Edit) {
            self = .edit(edit)
          }

          @dynamicMemberLookup
          nonisolated enum CaseScope: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {
            case edit(ComposableArchitecture.StoreOf<Edit>)
          }

          case _$reducer

          nonisolated init() {
            self = ._$reducer
          }

          @ComposableArchitecture.ReducerBuilder<Self.State, Self.Action>
          nonisolated static var body: some ComposableArchitecture.Reducer<Self.State, Self.Action> {
            ComposableArchitecture.Scope(
              state: \Self.State.Cases.edit, action: \Self.Action.Cases.edit
            ) {
              Edit()
            }
          }

          @MainActor
          static func scope(
            _ store: ComposableArchitecture.Store<Self.State, Self.Action>
          ) -> CaseScope {
            switch store.state {
            case .edit:
              return .edit(store._scope(
                case: "edit",
                state: {
                  guard case let .edit(v0) = $0 else {
                    return nil
                  }
                  return v0
                },
                action: Self.Action.edit
              )!)
            }
          }
        }

        extension Path: nonisolated ComposableArchitecture.CaseReducer, nonisolated ComposableArchitecture.Reducer {
        }
        """#
    )
  }

  @Test func `several values are plain state`() {
    expectExpansion(
      """
      @Reducer
      enum Path {
        case edit(Edit, Int)
      }
      """,
      to: """
        enum Path {
          case edit(Edit, Int)

          @dynamicMemberLookup
          nonisolated enum State: nonisolated ComposableArchitecture.CaseReducerState, nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {
            case edit(Edit, Int)

            typealias StateReducer = Path

            nonisolated var _$id: ComposableArchitecture.ObservableStateID {
              switch self {
              case .edit:
                return ComposableArchitecture.ObservableStateID._$inert._$tag(0)
              }
            }
          }

          nonisolated enum Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {
          }

          @dynamicMemberLookup
          nonisolated enum CaseScope: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {
            case edit(Edit, Int)
          }

          case _$reducer

          nonisolated init() {
            self = ._$reducer
          }

          @ComposableArchitecture.ReducerBuilder<Self.State, Self.Action>
          nonisolated static var body: some ComposableArchitecture.Reducer<Self.State, Self.Action> {
            ComposableArchitecture.EmptyReducer<Self.State, Self.Action>()
          }

          @MainActor
          static func scope(
            _ store: ComposableArchitecture.Store<Self.State, Self.Action>
          ) -> CaseScope {
            switch store.state {
            case let .edit(v0, v1):
              return .edit(v0, v1)
            }
          }
        }

        extension Path: nonisolated ComposableArchitecture.CaseReducer, nonisolated ComposableArchitecture.Reducer {
        }
        """
    )
  }

  @Test func `cases that differ only in their labels are reported`() {
    expectExpansion(
      """
      @Reducer
      enum Path {
        case edit(a: Edit)
        case edit(b: Edit)
      }
      """,
      to: """
        enum Path {
          case edit(a: Edit)
          case edit(b: Edit)
        }

        extension Path: nonisolated ComposableArchitecture.CaseReducer, nonisolated ComposableArchitecture.Reducer {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@Reducer' requires different case names, but several are 'edit'",
          line: 4,
          column: 8
        )
      ]
    )
  }

  @Test func `attributes outside of an enum reducer are reported`() {
    expectExpansion(
      """
      enum Path {
        @ReducerCaseIgnored
        case web(URL)
        @ReducerCaseEphemeral
        case alert(AlertState<Never>)
      }
      """,
      to: """
        enum Path {
          case web(URL)
          case alert(AlertState<Never>)
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'@ReducerCaseIgnored' can only be applied to a case of an enum that has '@Reducer'",
          line: 2,
          column: 3,
          fixIts: [FixItSpec(message: "Remove '@ReducerCaseIgnored'")]
        ),
        DiagnosticSpec(
          message:
            "'@ReducerCaseEphemeral' can only be applied to a case of an enum that has '@Reducer'",
          line: 4,
          column: 3,
          fixIts: [FixItSpec(message: "Remove '@ReducerCaseEphemeral'")]
        ),
      ],
      fixed: """
        enum Path {
          case web(URL)
          case alert(AlertState<Never>)
        }
        """
    )
  }

  @Test func `attributes that exclude each other are reported`() {
    expectExpansion(
      """
      @Reducer
      enum Path {
        @ReducerCaseEphemeral
        @ReducerCaseIgnored
        case alert(AlertState<Never>)
      }
      """,
      to: """
        enum Path {
          case alert(AlertState<Never>)

          @dynamicMemberLookup
          nonisolated enum State: nonisolated ComposableArchitecture.CaseReducerState, nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {
            case alert(AlertState<Never>)

            typealias StateReducer = Path

            nonisolated var _$id: ComposableArchitecture.ObservableStateID {
              switch self {
              case let .alert(state):
                return ComposableArchitecture.ObservableStateID._$id(for: state)._$tag(0)
              }
            }
          }

          nonisolated enum Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {
          }

          @dynamicMemberLookup
          nonisolated enum CaseScope: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {
            case alert(AlertState<Never>)
          }

          case _$reducer

          nonisolated init() {
            self = ._$reducer
          }

          @ComposableArchitecture.ReducerBuilder<Self.State, Self.Action>
          nonisolated static var body: some ComposableArchitecture.Reducer<Self.State, Self.Action> {
            ComposableArchitecture.EmptyReducer<Self.State, Self.Action>()
          }

          @MainActor
          static func scope(
            _ store: ComposableArchitecture.Store<Self.State, Self.Action>
          ) -> CaseScope {
            switch store.state {
            case let .alert(v0):
              return .alert(v0)
            }
          }
        }

        extension Path: nonisolated ComposableArchitecture.CaseReducer, nonisolated ComposableArchitecture.Reducer {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "A case is either '@ReducerCaseEphemeral' or '@ReducerCaseIgnored'",
          line: 4,
          column: 3,
          fixIts: [FixItSpec(message: "Remove '@ReducerCaseIgnored'")]
        )
      ],
      fixed: """
        @Reducer
        enum Path {
          @ReducerCaseEphemeral
          case alert(AlertState<Never>)
        }
        """
    )
  }

  @Test func `ephemeral state must be one value`() {
    expectExpansion(
      """
      @Reducer
      enum Path {
        @ReducerCaseEphemeral
        case alert
      }
      """,
      to: """
        enum Path {
          case alert

          @dynamicMemberLookup
          nonisolated enum State: nonisolated ComposableArchitecture.CaseReducerState, nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {
            case alert

            typealias StateReducer = Path

            nonisolated var _$id: ComposableArchitecture.ObservableStateID {
              switch self {
              case .alert:
                return ComposableArchitecture.ObservableStateID._$inert._$tag(0)
              }
            }
          }

          nonisolated enum Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {
          }

          @dynamicMemberLookup
          nonisolated enum CaseScope: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {
            case alert
          }

          case _$reducer

          nonisolated init() {
            self = ._$reducer
          }

          @ComposableArchitecture.ReducerBuilder<Self.State, Self.Action>
          nonisolated static var body: some ComposableArchitecture.Reducer<Self.State, Self.Action> {
            ComposableArchitecture.EmptyReducer<Self.State, Self.Action>()
          }

          @MainActor
          static func scope(
            _ store: ComposableArchitecture.Store<Self.State, Self.Action>
          ) -> CaseScope {
            switch store.state {
            case .alert:
              return .alert
            }
          }
        }

        extension Path: nonisolated ComposableArchitecture.CaseReducer, nonisolated ComposableArchitecture.Reducer {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@ReducerCaseEphemeral' requires a case with one value, its state",
          line: 4,
          column: 8
        )
      ]
    )
  }

  @Test func `an existing body replaces the generated one`() {
    expectExpansion(
      """
      @Reducer
      public enum Path {
        case help

        public static var body: some ReducerOf<Self> {
          EmptyReducer()
        }
      }
      """,
      to: """
        public enum Path {
          case help
          @ComposableArchitecture.ReducerBuilder<Self.State, Self.Action>

          public static var body: some ReducerOf<Self> {
            EmptyReducer()
          }

          @dynamicMemberLookup
          public nonisolated enum State: nonisolated ComposableArchitecture.CaseReducerState, nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {
            case help

            public typealias StateReducer = Path

            public nonisolated var _$id: ComposableArchitecture.ObservableStateID {
              switch self {
              case .help:
                return ComposableArchitecture.ObservableStateID._$inert._$tag(0)
              }
            }
          }

          public nonisolated enum Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {
          }

          @dynamicMemberLookup
          public nonisolated enum CaseScope: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {
            case help
          }

          case _$reducer

          public nonisolated init() {
            self = ._$reducer
          }

          @MainActor
          public static func scope(
            _ store: ComposableArchitecture.Store<Self.State, Self.Action>
          ) -> CaseScope {
            switch store.state {
            case .help:
              return .help
            }
          }
        }

        extension Path: nonisolated ComposableArchitecture.CaseReducer, nonisolated ComposableArchitecture.Reducer {
        }
        """
    )
  }
}
