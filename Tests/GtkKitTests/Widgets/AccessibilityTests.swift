import GtkKit
import Testing

extension GtkTests {
  @Test func `a widget has the name and the description that it is given`() {
    let button = ObjectReference(gtk_button_new())
    #expect(Accessibility.label(of: button.widget) == nil)
    #expect(Accessibility.description(of: button.widget) == nil)
    Accessibility.setLabel("Delete", of: button.widget)
    Accessibility.setDescription("Deletes the lamp", of: button.widget)
    #expect(Accessibility.label(of: button.widget) == "Delete")
    #expect(Accessibility.description(of: button.widget) == "Deletes the lamp")
  }

  @Test func `the part of a menu button that can be pressed has its name and role`() throws {
    let button = ObjectReference(gtk_menu_button_new())
    Accessibility.setRole(GTK_ACCESSIBLE_ROLE_BUTTON, of: button.widget)
    Accessibility.setLabel("Main Menu", of: button.widget)
    #expect(Accessibility.label(of: button.widget) == "Main Menu")
    let part = try #require(gtk_widget_get_first_child(button.widget))
    #expect(Accessibility.label(of: part) == "Main Menu")
    #expect(gtk_test_accessible_has_role(OpaquePointer(part), GTK_ACCESSIBLE_ROLE_BUTTON) != 0)
    #expect(gtk_test_accessible_has_role(button.opaque, GTK_ACCESSIBLE_ROLE_GROUP) != 0)
  }

  @Test func `a field is invalid while there is a message`() {
    let entry = ObjectReference(gtk_entry_new())
    Accessibility.setValidation(message: "Not a number", of: entry.widget)
    #expect(
      gtk_test_accessible_has_state(entry.opaque, GTK_ACCESSIBLE_STATE_INVALID) != 0
    )
    #expect(Accessibility.isInvalid(entry.widget))
    #expect(Accessibility.description(of: entry.widget) == "Not a number")
    Accessibility.setValidation(message: "", of: entry.widget)
    #expect(!Accessibility.isInvalid(entry.widget))
    #expect(Accessibility.description(of: entry.widget) == nil)
  }

  @Test func `a widget has the role that it is given before it is shown`() async {
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    Accessibility.setRole(GTK_ACCESSIBLE_ROLE_LIST, of: box)
    #expect(gtk_test_accessible_has_role(OpaquePointer(box), GTK_ACCESSIBLE_ROLE_LIST) != 0)
    let window = await show(box)
    Accessibility.setRole(GTK_ACCESSIBLE_ROLE_TABLE, of: box)
    #expect(gtk_test_accessible_has_role(OpaquePointer(box), GTK_ACCESSIBLE_ROLE_LIST) != 0)
    window.destroy()
  }

  @Test func `a message is read aloud where GTK can do it`() async {
    let label = gtk_label_new("Page")!
    let window = await show(label)
    #expect(Accessibility.announce("Page", from: label) == (gtk_get_minor_version() >= 14))
    window.destroy()
  }

  @Test func `assistive technologies are told the places of widgets in padded boxes`() async {
    let label = gtk_label_new("Page")!
    let frame = gtk_frame_new(nil)!
    gtk_frame_set_child(frame.cast(), label)
    let button = gtk_button_new()!
    gtk_button_set_child(button.cast(), frame)
    gtk_widget_set_margin_start(button, 7)
    let window = await show(button)
    let root = WidgetPointer(gtk_widget_get_root(label)!)
    func origin(_ widget: WidgetPointer) -> graphene_point_t {
      var bounds = graphene_rect_t()
      #expect(gtk_widget_compute_bounds(widget, root, &bounds) != 0)
      return bounds.origin
    }
    let place = Accessibility.place(of: label)
    #expect((place != nil) == (gtk_get_minor_version() >= 10))
    if let place {
      // The window's own border counts, too.
      #expect(place.x == Int(origin(label).x - origin(root).x))
      #expect(place.y == Int(origin(label).y - origin(root).y))
    }
    window.destroy()
  }
}
