import GtkKit
import IssueReporting

extension View {
  /// Lets the user search in this view. A search bar slides in above the view, opened by a button
  /// in the header bar, by Ctrl+F, or by simply typing. Closing the bar clears the text.
  ///
  /// A second search on the same page is reported: both would open for the same keys. The page
  /// shows both.
  ///
  /// - Parameters:
  ///   - text: The text to search for.
  ///   - placement: Where other platforms show the search; it is above the view in any case.
  ///   - prompt: The placeholder of the search entry, and what assistive technologies call it.
  public func searchable(
    text: Binding<String>,
    placement: SearchFieldPlacement = .automatic,
    prompt: String = ""
  ) -> some View {
    SearchableView(content: self, text: text, prompt: prompt)
  }

  /// Lets the user search in this view, as ``searchable(text:placement:prompt:)-(_,_,String)``
  /// does.
  ///
  /// - Parameters:
  ///   - text: The text to search for.
  ///   - placement: Where other platforms show the search; it is above the view in any case.
  ///   - prompt: The placeholder of the search entry, and what assistive technologies call it.
  public func searchable(
    text: Binding<String>,
    placement: SearchFieldPlacement = .automatic,
    prompt: Text
  ) -> some View {
    searchable(text: text, placement: placement, prompt: prompt.string)
  }

  /// Binds the keyboard focus of the search of this view to a Boolean. Setting it opens the search
  /// bar, once the page is on the screen, and gives its entry the focus.
  ///
  /// - Parameter binding: The focus state. It is `true` while the user types in the search.
  public func searchFocused(_ binding: FocusState<Bool>.Binding) -> some View {
    let source = binding.source
    return environment(
      \.searchFocus,
      SearchFocus(
        identity: ObjectIdentifier(source),
        isFocused: Binding(
          get: { source.value },
          set: { if source.value != $0 { source.value = $0 } }
        )
      )
    )
  }
}

/// Where other platforms show the search of a view. Here it is always above the view, and its
/// button in the header bar.
public struct SearchFieldPlacement: Sendable {
  /// When a search is visible.
  public enum NavigationBarDrawerDisplayMode: Sendable {
    case automatic
    case always
  }

  public static let automatic = SearchFieldPlacement()
  public static let toolbar = SearchFieldPlacement()
  public static let sidebar = SearchFieldPlacement()
  public static let navigationBarDrawer = SearchFieldPlacement()

  public static func navigationBarDrawer(
    displayMode: NavigationBarDrawerDisplayMode
  ) -> SearchFieldPlacement { SearchFieldPlacement() }
}

/// Whether the search of a view has the keyboard focus.
private struct SearchFocus: Equatable {
  let identity: ObjectIdentifier
  let isFocused: Binding<Bool>

  static func == (a: SearchFocus, b: SearchFocus) -> Bool { a.identity == b.identity }
}

private enum SearchFocusKey: EnvironmentKey {
  static let defaultValue: SearchFocus? = nil
}

extension EnvironmentValues {
  fileprivate var searchFocus: SearchFocus? {
    get { self[SearchFocusKey.self] }
    set { self[SearchFocusKey.self] = newValue }
  }
}

private struct SearchableView<Content: View>: PrimitiveView {
  let content: Content
  let text: Binding<String>
  let prompt: String

  func makeNode(_ context: NodeContext) -> ViewNode<Self> { SearchableNode(self, context) }
}

/// The current search, for lists that show its results. A class, so that a typed letter does not
/// change the environment of all views.
final class Search {
  /// Counts the changes of the text.
  private(set) var number = 0
  var text = "" {
    didSet {
      guard text != oldValue else { return }
      number += 1
      for list in lists.values { list.value?.searchDidChange() }
    }
  }
  private var lists: [ObjectIdentifier: Weak] = [:]
  /// The page of the search.
  private(set) weak var page: PageContext?

  private struct Weak {
    weak var value: (any SearchFollowing)?
  }

  init(page: PageContext?) { self.page = page }

  deinit {}

  /// Tells a list about changes of the text until it is removed or gone.
  func add(_ list: any SearchFollowing) {
    lists[ObjectIdentifier(list)] = Weak(value: list)
  }

  func remove(_ list: any SearchFollowing) {
    lists[ObjectIdentifier(list)] = nil
  }
}

/// What shows the results of a search.
protocol SearchFollowing: AnyObject {
  /// Called when the user searches for something else. The results may come later.
  func searchDidChange()
}

private enum SearchKey: EnvironmentKey {
  static let defaultValue: Search? = nil
}

extension EnvironmentValues {
  /// The search whose results the views are.
  var search: Search? {
    get { self[SearchKey.self] }
    set { self[SearchKey.self] = newValue }
  }
}

private final class SearchableNode<Content: View>:
  ContainerNode<SearchableView<Content>, Content>, Forwarding
{
  private let bar: WidgetPointer = gtk_search_bar_new()
  private let entry: WidgetPointer = gtk_search_entry_new()
  private let button = ObjectReference(gtk_toggle_button_new())
  private let stack: WidgetPointer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  private let edited: EditedText
  private var page = PagePart()
  /// The page that knows of this search; `nil` if it is in another search of the page.
  private var searchedPage: PageContext?
  private let search: Search
  /// The prompt that the entry and the button have as their names.
  private var label: String?

  init(_ view: SearchableView<Content>, _ context: NodeContext) {
    edited = EditedText(EditableLine(entry.opaque))
    search = Search(page: context.environment.pageContext)
    super.init(view, context, widget: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)) { $0.content }
    gtk_search_bar_set_child(bar.opaque, entry)
    gtk_search_bar_connect_entry(bar.opaque, entry.opaque)
    gtk_box_append(widget.cast(), bar)
    gtk_box_append(widget.cast(), stack)
    gtk_widget_set_vexpand(stack, 1)
    gtk_widget_set_hexpand(entry, 1)
    gtk_search_bar_set_key_capture_widget(bar.opaque, widget)
    gtk_button_set_icon_name(button.cast(), "system-search-symbolic")
    connectEscape()
    g_object_bind_property(
      button.instance,
      "active",
      UnsafeMutableRawPointer(bar),
      "search-mode-enabled",
      GBindingFlags(
        rawValue: G_BINDING_BIDIRECTIONAL.rawValue | G_BINDING_SYNC_CREATE.rawValue
      )
    )
    edited.onChange = { [unowned self] in if !isInert { self.view.text.wrappedValue = $0 } }
    edited.currentValue = { [unowned self] in self.view.text.wrappedValue }
    EventController.shortcut(guint(GDK_KEY_f), GDK_CONTROL_MASK, on: button.widget) {
      [weak self] in self?.startSearch() ?? false
    }
    signals.connect(entry, "activate") { [unowned self] in submit() }
    connectFocus()
    contribute()
    reevaluate()
    reportOtherSearches()
  }

  deinit {}

  /// Reports other searches of the page.
  private func reportOtherSearches() {
    guard let outer = environment.search, outer.page === environment.pageContext else {
      return enterPage()
    }
    reportIssue(
      """
      A view with 'searchable' is in another one of the same page. Both searches open for the same \
      keys, and the page has two buttons for them.

      Remove one 'searchable', or show the inner view on a page of its own.
      """
    )
  }

  private func enterPage() {
    searchedPage?.removeSearch(self)
    searchedPage = environment.pageContext
    searchedPage?.addSearch(self)
  }

  private func submit() {
    guard !ignoresInput, let action = environment.searchSubmit else { return }
    gtk_editable_select_region(entry.opaque, 0, -1)
    action.run()
  }

  var forwarded: Node? { child }

  override var childEnvironment: EnvironmentValues {
    var environment = environment
    environment.search = search
    return environment
  }

  /// Shows the search entry and gives it the keyboard focus at once: the button would do it after a
  /// moment, and what is typed meanwhile would be lost.
  private func startSearch() -> Bool {
    guard !ignoresInput, gtk_widget_get_mapped(button.widget) != 0 else { return false }
    gtk_search_bar_set_search_mode(bar.opaque, 1)
    gtk_widget_grab_focus(entry)
    return true
  }

  private func connectFocus() {
    let focus = EventController.focus(on: entry) { [unowned self] isInside in
      guard !isInert, let focus = environment.searchFocus else { return }
      if focus.isFocused.wrappedValue != isInside { focus.isFocused.wrappedValue = isInside }
    }
    signals.keep(focus)
    // If the state asked for the focus while another page covered this one.
    signals.connect(widget, "map") { [unowned self] in moveFocusLater() }
  }

  private func moveFocusLater() {
    UpdateScheduler.shared.afterUpdate { [weak self] in self?.moveFocus() }
  }

  private func moveFocus() {
    guard !isDestroyed, let focus = environment.searchFocus,
      gtk_widget_get_mapped(widget) != 0
    else { return }
    let wanted = focus.isFocused.wrappedValue
    guard wanted != entry.containsFocus else { return }
    if wanted {
      _ = startSearch()
    } else if let root = gtk_widget_get_root(entry) {
      gtk_root_set_focus(root, nil)
    }
  }

  /// Closes the search on Escape, wherever the focus is among its results. In the entry, the search
  /// bar handles Escape itself.
  private func connectEscape() {
    let escape = EventController.key(on: widget) { [unowned self] symbol, _ in
      guard !ignoresInput, symbol == guint(GDK_KEY_Escape),
        gtk_search_bar_get_search_mode(bar.opaque) != 0
      else { return false }
      gtk_search_bar_set_search_mode(bar.opaque, 0)
      return true
    }
    signals.keep(escape)
  }

  private func contribute() {
    page.contribute(
      PageContribution(items: [.init(placement: .trailing, widget: button.widget)]),
      of: self
    )
  }

  override func arrange(_ widgets: [WidgetPointer]) {
    gtk_box_set_homogeneous(stack.cast(), gbool(widgets.count == 1))
    GtkViews.arrange(widgets, inBox: stack)
  }

  override func update(_ view: SearchableView<Content>) {
    // First, because the content may show the results already.
    search.text = view.text.wrappedValue
    super.update(view)
    reevaluate()
  }

  override func reevaluate() {
    let (text, isFocusWanted) = tracked {
      (view.text.wrappedValue, environment.searchFocus?.isFocused.wrappedValue)
    }
    search.text = text
    if let isFocusWanted, isFocusWanted != entry.containsFocus { moveFocusLater() }
    if label != view.prompt {
      label = view.prompt
      entry.set("placeholder-text", view.prompt)
      // GTK has no translation of the word in all languages; the prompt is the program's own.
      let name = view.prompt.isEmpty ? String(translatedByGtk: "Search…") : view.prompt
      Accessibility.setLabel(name, of: button.widget)
      Accessibility.setLabel(name, of: entry)
    }
    edited.show(text)
    if !text.isEmpty, gtk_search_bar_get_search_mode(bar.opaque) == 0 {
      gtk_search_bar_set_search_mode(bar.opaque, 1)
    }
  }

  override func environmentDidChange() {
    super.environmentDidChange()
    reevaluate()
    if page.withdrawFromFormerPage(self) {
      contribute()
      if searchedPage != nil { enterPage() }
    }
  }

  override func destroy() {
    guard !isDestroyed else { return }
    page.withdraw(self)
    searchedPage?.removeSearch(self)
    edited.disconnect()
    GtkViews.arrange([], inBox: stack)
    super.destroy()
  }
}
