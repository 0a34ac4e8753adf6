import Testing

/// What `@ObservableState` generates for an enum.
@Suite struct ObservableStateEnumTests {
  @Test func `the identity is that of the current case and its state`() {
    expectExpansion(
      """
      @ObservableState
      enum State {
        case edit(Edit.State)
        case search(query: String)
        case range(Int, Int)
        case empty
      }
      """,
      to: """
        enum State {
          case edit(Edit.State)
          case search(query: String)
          case range(Int, Int)
          case empty

          nonisolated var _$id: ComposableArchitecture.ObservableStateID {
            switch self {
            case let .edit(state): return ComposableArchitecture.ObservableStateID._$id(for: state)._$tag(0)
            case let .search(state): return ComposableArchitecture.ObservableStateID._$id(for: state)._$tag(1)
            case .range: return ComposableArchitecture.ObservableStateID._$inert._$tag(2)
            case .empty: return ComposableArchitecture.ObservableStateID._$inert._$tag(3)
            }
          }
        }

        extension State: nonisolated ComposableArchitecture.ObservableState {}
        """
    )
  }

  @Test func `a public enum has public requirements`() {
    expectExpansion(
      """
      @ObservableState
      public enum State {
        case empty
      }
      """,
      to: """
        public enum State {
          case empty

          public nonisolated var _$id: ComposableArchitecture.ObservableStateID {
            switch self {
            case .empty: return ComposableArchitecture.ObservableStateID._$inert._$tag(0)
            }
          }
        }

        extension State: nonisolated ComposableArchitecture.ObservableState {}
        """
    )
  }

  @Test func `cases keep their conditions, and their numbers`() {
    expectExpansion(
      """
      @ObservableState
      enum State {
        #if DEBUG
          case debug(Debug.State)
        #endif
        case empty
      }
      """,
      to: """
        enum State {
          #if DEBUG
            case debug(Debug.State)
          #endif
          case empty

          nonisolated var _$id: ComposableArchitecture.ObservableStateID {
            switch self {
            #if DEBUG
            case let .debug(state): return ComposableArchitecture.ObservableStateID._$id(for: state)._$tag(0)
            #endif
            case .empty: return ComposableArchitecture.ObservableStateID._$inert._$tag(1)
            }
          }
        }

        extension State: nonisolated ComposableArchitecture.ObservableState {}
        """
    )
  }

  @Test func `an enum without cases is accepted`() {
    expectExpansion(
      """
      @ObservableState
      enum State {
      }
      """,
      to: """
        enum State {

          nonisolated var _$id: ComposableArchitecture.ObservableStateID {
            switch self {

            }
          }
        }

        extension State: nonisolated ComposableArchitecture.ObservableState {}
        """
    )
  }
}
