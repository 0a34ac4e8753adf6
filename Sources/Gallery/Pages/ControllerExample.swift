import ComposableGtk
import GtkKit
import Observation

/// A page whose widgets are made by hand, and bound to a model.
struct ControllerExample: View {
  var body: some View {
    ViewControllerView { TeaController(tea: Tea()) }
  }
}

@MainActor
@Observable
private final class Tea {
  var name = "Assam"
  var cups = 2.0
}

/// Binds an entry and a spin button to the properties of a model, and shows what the model says.
private final class TeaController: ViewController {
  @UIBindable private var tea: Tea

  init(tea: Tea) {
    self.tea = tea
    super.init()
  }

  override func loadView() -> WidgetPointer {
    let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)!
    gtk_widget_set_halign(column, GTK_ALIGN_CENTER)
    gtk_widget_set_margin_top(column, 24)
    return column
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    add(entry(bound: $tea.name), labelled: "Tea")
    add(spinButton(bound: $tea.cups, in: 1...12), labelled: "Cups")
    let summary = gtk_label_new(nil)!
    gtk_box_append(widget.cast(), summary)
    observe { [tea] in
      let cups = Int(tea.cups)
      let name = tea.name.isEmpty ? "tea" : tea.name
      gtk_label_set_text(OpaquePointer(summary), "\(cups) \(cups == 1 ? "cup" : "cups") of \(name)")
    }
  }

  private func add(_ control: WidgetPointer, labelled text: String) {
    let row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)!
    let label = gtk_label_new_with_mnemonic("_\(text)")!
    gtk_label_set_mnemonic_widget(OpaquePointer(label), control)
    gtk_label_set_xalign(OpaquePointer(label), 0)
    gtk_widget_set_hexpand(label, 1)
    gtk_box_append(row.cast(), label)
    gtk_box_append(row.cast(), control)
    gtk_box_append(widget.cast(), row)
  }

  private func entry(bound text: UIBinding<String>) -> WidgetPointer {
    let entry = gtk_entry_new()!
    let editable = OpaquePointer(entry)
    Signal.connect(entry, "changed") {
      text.wrappedValue = String(cString: gtk_editable_get_text(editable))
    }
    observe {
      // Setting the same text again would move the cursor.
      guard String(cString: gtk_editable_get_text(editable)) != text.wrappedValue else { return }
      gtk_editable_set_text(editable, text.wrappedValue)
    }
    return entry
  }

  private func spinButton(
    bound number: UIBinding<Double>,
    in range: ClosedRange<Double>
  ) -> WidgetPointer {
    let button = gtk_spin_button_new_with_range(range.lowerBound, range.upperBound, 1)!
    let spinButton = OpaquePointer(button)
    Signal.connect(button, "value-changed") {
      number.wrappedValue = gtk_spin_button_get_value(spinButton)
    }
    observe { gtk_spin_button_set_value(spinButton, number.wrappedValue) }
    return button
  }
}
