import GtkKit

@MainActor
extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// This widget and all below, outermost first.
  package var family: [WidgetPointer] {
    var family = [self]
    var child = gtk_widget_get_first_child(self)
    while let current = child {
      family += current.family
      child = gtk_widget_get_next_sibling(current)
    }
    return family
  }

  /// Whether this widget is where a person can see it: mapped, and on the page on top.
  ///
  /// A page that slides out of sight is still mapped, but no longer the page on top.
  package var isOnTop: Bool {
    gtk_widget_get_mapped(self) != 0
      && PageStack.stacks(around: self).allSatisfy { stack in
        guard self != stack, let page = gtk_stack_get_visible_child(OpaquePointer(stack)) else {
          return true
        }
        return gtk_widget_is_ancestor(self, page) != 0 || self == page
      }
  }

  /// The texts of the labels in this widget that are shown, in order. Labels of rows that are
  /// scrolled out of sight count as shown; labels of pages below the top one and of closed popovers
  /// do not.
  ///
  /// While a transition runs, both of its pages are shown.
  package var visibleTexts: [String] {
    family.filter { $0.isA(gtk_label_get_type()) && gtk_widget_is_visible($0) != 0 }
      .filter { label in
        PageStack.stacks(around: label).allSatisfy { stack in
          let page = sequence(first: label) { gtk_widget_get_parent($0) }
            .first { gtk_widget_get_parent($0) == stack }
          return page.map { gtk_widget_get_child_visible($0) != 0 } ?? true
        }
      }
      .map { String(cString: gtk_label_get_text(OpaquePointer($0))) }
  }

  /// The popovers below that are on the screen.
  package var openPopovers: [WidgetPointer] {
    family.filter { $0.isA(gtk_popover_get_type()) && gtk_widget_get_mapped($0) != 0 }
  }

  /// The navigation stack below.
  package var navigationStack: WidgetPointer? {
    family.first { $0.isA(gtk_stack_get_type()) }
  }

  /// The pages of this navigation stack in the order in which they came, those that are leaving
  /// included.
  package var pages: [WidgetPointer] { Array(children) }

  /// The button below that shows a text, where a person can click it.
  package func button(_ title: String) -> WidgetPointer? {
    family.first { widget in
      widget.isA(gtk_button_get_type()) && widget.isOnTop
        && widget.family.contains {
          $0.isA(gtk_label_get_type())
            && String(cString: gtk_label_get_text(OpaquePointer($0))) == title
        }
    }
  }

  /// The button below with an icon, where a person can click it.
  package func button(icon: String) -> WidgetPointer? {
    family.first { widget in
      guard widget.isA(gtk_button_get_type()), widget.isOnTop,
        let name = gtk_button_get_icon_name(widget.cast())
      else { return false }
      return String(cString: name) == icon
    }
  }

  package func click() { Signal.emit(self, "clicked") }
}

/// The windows on the screen, dialogs included, in the order in which they came.
@MainActor
package var windows: [WidgetPointer] {
  Toplevels.all.reversed().map { $0.cast() }.filter { gtk_widget_get_mapped($0) != 0 }
}

/// The dialogs on the screen, in the order in which they came.
@MainActor
package var dialogs: [WidgetPointer] { windows.filter { $0.isA(gtk_dialog_get_type()) } }
