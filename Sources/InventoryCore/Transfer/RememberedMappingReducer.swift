import ComposableArchitecture

/// Remembers what the user says about the columns of a file, for the next one with the same.
struct RememberedMappingReducer: Reducer {
  typealias State = ImportFeature.State
  typealias Action = ImportFeature.Action

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .forgetButtonTapped:
        state.forgetMapping()
        return .none

      case .importEnded(.success):
        state.rememberMapping()
        return .none

      default:
        return .none
      }
    }
  }
}

extension ImportFeature.State {
  /// Takes what was said about an earlier file with the same columns.
  mutating func takeRememberedMapping(_ options: inout ImportOptions) {
    isMappingRemembered = options.take(rememberedMappings)
  }

  fileprivate mutating func forgetMapping() {
    guard isMappingRemembered, let preview else { return }
    $rememberedMappings.withLock { $0.forget(preview.header) }
    isMappingRemembered = false
    options.mapping = preview.options.mapping
    options.unmapped = preview.options.unmapped
    options.isHeaderInDoubt = preview.options.isHeaderInDoubt
  }

  fileprivate func rememberMapping() {
    guard let preview, options.headerLine != nil else { return }
    let isGuess =
      options.mapping.columns == preview.options.mapping.columns
      && options.unmapped == preview.options.unmapped
    let known = RememberedMapping(
      header: preview.header,
      columns: options.mapping.columns,
      unmapped: options.unmapped
    )
    // What the program would guess anyway needs no memory.
    $rememberedMappings.withLock { isGuess ? $0.forget(preview.header) : $0.remember(known) }
  }
}
