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
      case .button, .datePicker, .menu, .picker, .progressView, .secureField, .slider, .stepper,
        .textEditor, .textField, .toggle:
        ControlPage(page: page)
      case .contentUnavailable, .font, .image, .label, .link, .text:
        TextPage(page: page)
      case .canvas, .disclosureGroup, .divider, .form, .grid, .group, .hStack, .labeledContent,
        .scrollView, .section, .spacer, .viewController, .vStack, .widgetView, .zStack:
        LayoutPage(page: page)
      default:
        BehaviourPage(page: page)
      }
    }
    .navigationTitle(page.title)
  }
}
