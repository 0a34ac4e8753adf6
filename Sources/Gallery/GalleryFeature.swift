import ComposableArchitecture

/// The list of all pages, and the stack of opened pages.
@Reducer
struct GalleryFeature {
  @Reducer
  enum Path {
    case list(ListFeature)
    case listPages(ListPagesFeature)
    case listSections(ListSectionsFeature)
    case navigation(NavigationFeature)
    case presentations(PresentationsFeature)
    case splitView(SplitViewFeature)
    case table(TableFeature)
    case tabView(TabViewFeature)
    case view(ViewFeature)
  }

  @ObservableState
  struct State: Equatable {
    var path = StackState<Path.State>()

    init() {}

    /// The gallery with one page opened.
    init(page: GalleryPage) {
      path.append(page.state)
      if page == .navigationStack {
        path.append(.navigation(NavigationFeature.State(depth: 2)))
      }
    }
  }

  enum Action {
    case path(StackActionOf<Path>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      guard case .path(.element(id: let id, action: .navigation(let action))) = action,
        let depth = state.path[id: id]?.navigation?.depth
      else { return .none }
      switch action {
      case .destination:
        break
      case .popToFirstButtonTapped:
        if let first = state.path.ids.first { state.path.pop(to: first) }
      case .pushButtonTapped:
        state.path.append(.navigation(NavigationFeature.State(depth: depth + 1)))
      case .replaceButtonTapped:
        state.path.removeLast()
        state.path.append(.navigation(NavigationFeature.State(depth: depth * 10)))
      case .reverseButtonTapped:
        state.path = StackState(state.path.reversed())
      case .showDestinationButtonTapped:
        break
      }
      return .none
    }
    .forEach(\.path, action: \.path)
  }
}

extension GalleryFeature.Path.State: Equatable {}

/// A page that shows one kind of view and keeps the view's values itself.
@Reducer
struct ViewFeature {
  @ObservableState
  struct State: Equatable {
    let page: GalleryPage
  }

  enum Action {}
}
