import Foundation

/// A page of the gallery: a view, a modifier or a presentation.
enum GalleryPage: String, CaseIterable {
  case alert, appStorage, aspectRatio, background, button, canvas, color, confirmationDialog,
    contentUnavailable, contextMenu, datePicker
  case disclosureGroup, divider, dropDestination, effects, fileImporter, focus, font, form,
    fullScreenCover,
    grid, group, groupBox
  case controlSize, hStack, id, image, keyboardShortcut, label, labeledContent, labelStyle, link,
    list, listPages, listSections, look
  case menu
  case navigationDestination, navigationLink, navigationSplitView, navigationStack, onAppear,
    onHover, onTapGesture, overlay, picker, popover
  case progressView, scrollView, searchable, section, secureField, shape, sheet, slider, spacer,
    stepper
  case table, tabView, text, textEditor, textField, tint, toast, toggle, toolbar, undoCommands
  case viewController, viewModifier, vStack
  case widgetView, zStack
  case controlGroup, gauge, geometryReader, lazyVGrid, outlineGroup, refreshable, scrollViewReader,
    timelineView

  /// The groups under which the pages are listed.
  enum Group: String, CaseIterable {
    case text = "Text and images"
    case controls = "Controls"
    case layout = "Layout"
    case collections = "Collections"
    case navigation = "Navigation"
    case presentations = "Presentations"
    case behaviour = "Behaviour"

    /// The pages in the group, in the order of their titles.
    var pages: [GalleryPage] {
      GalleryPage.allCases.filter { $0.group == self }.sorted { $0.title < $1.title }
    }

    /// The pages in the group whose titles contain a text, or all if the group's own title does.
    func pages(matching query: String) -> [GalleryPage] {
      if query.isEmpty || rawValue.localizedCaseInsensitiveContains(query) { return pages }
      return pages.filter { $0.title.localizedCaseInsensitiveContains(query) }
    }
  }

  /// The name of the view as it is written in code.
  var title: String {
    switch self {
    case .alert, .aspectRatio, .background, .controlSize, .confirmationDialog, .contextMenu,
      .dropDestination, .fileImporter, .font, .fullScreenCover,
      .id, .keyboardShortcut, .labelStyle, .navigationDestination, .onAppear, .onHover,
      .onTapGesture, .overlay, .popover, .refreshable, .searchable, .sheet, .tint, .toast,
      .toolbar, .undoCommands:
      ".\(rawValue)"
    case .appStorage:
      "@AppStorage, @SceneStorage"
    case .contentUnavailable:
      "ContentUnavailableView"
    case .effects:
      ".shadow, .border, .rotationEffect"
    case .focus:
      ".focused"
    case .listPages:
      "List over pages"
    case .listSections:
      "List with sections"
    default:
      rawValue.prefix(1).uppercased() + rawValue.dropFirst()
    }
  }

  var group: Group {
    switch self {
    case .contentUnavailable, .font, .image, .label, .labelStyle, .link, .text:
      .text
    case .button, .controlGroup, .controlSize, .datePicker, .gauge, .look, .menu, .picker,
      .progressView, .secureField,
      .slider, .stepper, .textEditor, .textField, .tint, .toggle:
      .controls
    case .aspectRatio, .background, .canvas, .color, .disclosureGroup, .divider, .effects, .form,
      .geometryReader, .grid, .group, .groupBox, .hStack, .labeledContent, .lazyVGrid,
      .outlineGroup, .overlay, .scrollView, .section, .shape,
      .spacer, .timelineView, .viewController,
      .viewModifier, .vStack, .widgetView, .zStack:
      .layout
    case .list, .listPages, .listSections, .searchable, .table:
      .collections
    case .navigationDestination, .navigationLink, .navigationSplitView, .navigationStack, .tabView,
      .toolbar:
      .navigation
    case .alert, .confirmationDialog, .fullScreenCover, .popover, .sheet, .toast:
      .presentations
    case .appStorage, .contextMenu, .dropDestination, .fileImporter, .focus, .id, .keyboardShortcut,
      .onAppear, .onHover,
      .onTapGesture, .refreshable, .scrollViewReader, .undoCommands:
      .behaviour
    }
  }

  /// The state that opens the page when it is pushed.
  var state: GalleryFeature.Path.State {
    switch self {
    case .alert:
      .presentations(PresentationsFeature.State(destination: .alert(.example)))
    case .confirmationDialog:
      .presentations(PresentationsFeature.State(destination: .dialog(.example)))
    case .fullScreenCover:
      .presentations(PresentationsFeature.State(destination: .cover(NoteFeature.State())))
    case .list:
      .list(ListFeature.State())
    case .listPages:
      .listPages(ListPagesFeature.State())
    case .listSections:
      .listSections(ListSectionsFeature.State())
    case .navigationDestination:
      .navigation(NavigationFeature.State(destination: NoteFeature.State(), depth: 1))
    case .navigationSplitView:
      .splitView(SplitViewFeature.State())
    case .navigationStack:
      .navigation(NavigationFeature.State(depth: 1))
    case .popover:
      .presentations(PresentationsFeature.State(destination: .popover(NoteFeature.State())))
    case .sheet:
      .presentations(PresentationsFeature.State(destination: .sheet(NoteFeature.State())))
    case .table:
      .table(TableFeature.State())
    case .tabView:
      .tabView(TabViewFeature.State())
    default:
      .view(ViewFeature.State(page: self))
    }
  }
}
