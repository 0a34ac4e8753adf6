import ComposableGtk
import GtkKit

struct Meter: View {
  let fraction: Double

  var body: some View {
    WidgetView {
      gtk_level_bar_new()
    } update: { meter in
      gtk_level_bar_set_value(OpaquePointer(meter), fraction)
    }
  }
}

struct EditableTitle: View {
  @Binding var title: String

  var body: some View {
    WidgetView {
      let entry: WidgetPointer = gtk_entry_new()
      gtk_editable_set_text(OpaquePointer(entry), title)
      Signal.connect(entry, "changed") { [title = $title] in
        title.wrappedValue = text(of: entry)
      }
      return entry
    } update: { entry in
      if text(of: entry) != title {
        gtk_editable_set_text(OpaquePointer(entry), title)
      }
    }
  }

  private func text(of entry: WidgetPointer) -> String {
    String(cString: gtk_editable_get_text(OpaquePointer(entry)))
  }
}
