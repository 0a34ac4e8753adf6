import ComposableGtk

/// The list of all pages, and the opened pages.
struct GalleryView: View {
  @Bindable var store: StoreOf<GalleryFeature>

  var body: some View {
    NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
      ScrollView {
        Form {
          ForEach(GalleryPage.Group.allCases, id: \.self) { group in
            Section(group.rawValue) {
              ForEach(group.pages, id: \.self) { page in
                NavigationLink(page.title, state: page.state)
              }
            }
          }
        }
      }
      .navigationTitle("Gallery")
    } destination: { store in
      switch store.case {
      case .list(let store): ListPage(store: store)
      case .listPages(let store): ListPagesPage(store: store)
      case .listSections(let store): ListSectionsPage(store: store)
      case .navigation(let store): NavigationPage(store: store)
      case .presentations(let store): PresentationsPage(store: store)
      case .view(let store): ViewPage(page: store.page)
      }
    }
  }
}

/// A page of one kind of view.
private struct ViewPage: View {
  let page: GalleryPage

  var body: some View {
    Group {
      switch page {
      case _ where page.group == .controls: ControlPage(page: page)
      case _ where page.group == .text: TextPage(page: page)
      case _ where page.group == .layout: LayoutPage(page: page)
      default: BehaviourPage(page: page)
      }
    }
    .navigationTitle(page.title)
  }
}
