import ComposableGtk
import GtkKit
@_exported import GtkTestSupport

/// A window with a view in it, as an app would show it.
@MainActor
package final class TestWindow {
  package let window = ApplicationWindow()
  package let context = PageContext()
  package let headerBar: PageHeaderBar
  private let host: any Host

  private protocol Host: AnyObject {
    var widget: WidgetPointer { get }
    func destroy()
  }

  private final class ConcreteHost<Content: View>: Host {
    let host: ViewHost<Content>
    init(_ host: ViewHost<Content>) { self.host = host }
    var widget: WidgetPointer { host.widget }
    func destroy() { host.destroy() }
  }

  package init(_ content: some View) {
    // First, so that the header bar is told nothing later: tests give the window a title.
    context.windowEnds = PageContext.WindowEnds(leading: true, trailing: true)
    headerBar = PageHeaderBar(page: context) { [weak window] in window?.title = $0 }
    var environment = EnvironmentValues()
    environment.pageContext = context
    host = ConcreteHost(ViewHost(content, environment: environment))
    window.titlebar = headerBar.widget
    window.child = host.widget
    window.defaultSize = (600, 400)
    window.present()
  }

  package func close() {
    host.destroy()
    headerBar.destroy()
    window.destroy()
  }

  package var content: WidgetPointer { host.widget }
}

@MainActor
extension TestWindow {
  /// The navigation stack in the window.
  package var stack: WidgetPointer? { content.navigationStack }

  /// What receives the gestures on the stack: it holds the stack and images of moved pages.
  package var stackSurface: WidgetPointer? { stack.flatMap { gtk_widget_get_parent($0) } }

  /// Whether no page of the stack moves.
  package var stackIsStill: Bool {
    stack.map { !PageStack.isMoving(stack: $0) } ?? true
  }

  /// The pages that the stack holds in the order in which they came, those that are leaving
  /// included.
  package var pages: [WidgetPointer] { stack?.pages ?? [] }

  /// Their number.
  package var pageCount: Int { pages.count }
}
