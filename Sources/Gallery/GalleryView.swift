import ComposableGtk

/// The list of all pages, and the opened pages.
struct GalleryView: View {
  @Bindable var store: StoreOf<GalleryFeature>
  @State private var query = ""

  var body: some View {
    NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
      ScrollView {
        Form {
          ForEach(GalleryPage.Group.allCases, id: \.self) { group in
            let pages = group.pages(matching: query)
            if !pages.isEmpty {
              Section(group.rawValue) {
                ForEach(pages, id: \.self) { page in
                  NavigationLink(page.title, state: page.state)
                }
              }
            }
          }
        }
      }
      .searchable(text: $query, prompt: "Search views")
      .navigationTitle("Gallery")
    } destination: { store in
      switch store.case {
      case .list(let store): ListPage(store: store).code(of: .list)
      case .listPages(let store): ListPagesPage(store: store).code(of: .listPages)
      case .listSections(let store): ListSectionsPage(store: store).code(of: .listSections)
      case .navigation(let store): NavigationPage(store: store).code(of: .navigationStack)
      case .presentations(let store): PresentationsPage(store: store).code(of: .sheet)
      case .splitView(let store): SplitViewPage(store: store).code(of: .navigationSplitView)
      case .table(let store): TablePage(store: store).code(of: .table)
      case .tabView(let store): TabViewPage(store: store).code(of: .tabView)
      case .view(let store): ViewPage(page: store.page).code(of: store.page)
      }
    }
  }
}

/// The windows of the program.
@MainActor struct GalleryWindows {
  let store: StoreOf<GalleryFeature>

  @SceneBuilder var scenes: some Scene {
    WindowGroup("Gallery", width: 720, height: 620) { GalleryView(store: store) }
    WindowGroup("Code", for: GalleryPage.self, width: 680, height: 620) { $page in
      if let page { CodeView(page: page) }
    }
  }
}

/// The code of a page.
private struct CodeView: View {
  let page: GalleryPage

  var body: some View {
    ScrollView {
      Text(verbatim: page.code).monospaced().textSelection()
        .padding(18)
    }
    .navigationTitle(page.title)
  }
}

extension View {
  /// Adds a button that shows the code of a page in a window beside it.
  fileprivate func code(of page: GalleryPage) -> some View {
    toolbar { CodeButton(page: page) }
  }
}

private struct CodeButton: View {
  let page: GalleryPage
  @Environment(\.openWindow) private var openWindow

  var body: some View {
    Button("Code", systemImage: "doc.text") { openWindow(value: page) }
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
