import ComposableGtk
import Foundation
import GtkKit
import Testing

/// The actions that a reducer gets.
@MainActor
private final class Recorder {
  var actions: [String] = []
}

/// A value for each control, which a locked reducer does not let change.
@Reducer
private struct ControlsFeature {
  @ObservableState
  struct State: Equatable {
    var isLocked = false
    var isOn = false
    var isChecked = false
    var count = 3
    var level = 0.5
    var choice = "a"
    var day = Date(timeIntervalSince1970: 86_400 * 3)
    var name = "Ada"
    var secret = "abc"
    var letter = "Dear"
    var isExpanded = false
    var selected: Int? = 1
    var marked: Set<Int> = [1]
    var query = ""
  }
  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case isOnChanged(Bool)
    case isCheckedChanged(Bool)
    case countChanged(Int)
    case levelChanged(Double)
    case choiceChanged(String)
    case dayChanged(Date)
    case nameChanged(String)
    case secretChanged(String)
    case letterChanged(String)
    case isExpandedChanged(Bool)
    case selectedChanged(Int?)
    case markedChanged(Set<Int>)
    case queryChanged(String)
    case lock
  }
  let recorder: Recorder

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      let name = "\(action)".prefix { $0 != "(" }
      MainActor.assumeIsolated { recorder.actions.append(String(name)) }
      let old = state
      defer { if old.isLocked { state = old } }
      switch action {
      case .binding: return BindingReducer().reduce(into: &state, action: action)
      case .isOnChanged(let value): state.isOn = value
      case .isCheckedChanged(let value): state.isChecked = value
      case .countChanged(let value): state.count = value
      case .levelChanged(let value): state.level = value
      case .choiceChanged(let value): state.choice = value
      case .dayChanged(let value): state.day = value
      case .nameChanged(let value): state.name = value
      case .secretChanged(let value): state.secret = value
      case .letterChanged(let value): state.letter = value
      case .isExpandedChanged(let value): state.isExpanded = value
      case .selectedChanged(let value): state.selected = value
      case .markedChanged(let value): state.marked = value
      case .queryChanged(let value): state.query = value
      case .lock: state = State(isLocked: true)
      }
      return .none
    }
  }
}

/// All controls, bound by the binding action or by an action for each.
private struct ControlsView: View {
  @Bindable var store: StoreOf<ControlsFeature>
  let sends: Bool

  var body: some View {
    VStack {
      Toggle("On", isOn: sends ? $store.isOn.sending(\.isOnChanged) : $store.isOn)
        .toggleStyle(.switch)
      Toggle(
        "Checked",
        isOn: sends ? $store.isChecked.sending(\.isCheckedChanged) : $store.isChecked
      )
      .toggleStyle(.checkbox)
      Stepper(
        "Count",
        value: sends ? $store.count.sending(\.countChanged) : $store.count,
        in: 0...10
      )
      Slider(value: sends ? $store.level.sending(\.levelChanged) : $store.level)
      Picker(
        "Choice",
        selection: sends ? $store.choice.sending(\.choiceChanged) : $store.choice
      ) {
        Text("A").tag("a")
        Text("B").tag("b")
      }
      DatePicker("Day", selection: sends ? $store.day.sending(\.dayChanged) : $store.day)
        .environment(\.timeZone, TimeZone(secondsFromGMT: 0) ?? .current)
      TextField("Name", text: sends ? $store.name.sending(\.nameChanged) : $store.name)
      SecureField("Secret", text: sends ? $store.secret.sending(\.secretChanged) : $store.secret)
      ListsAndMore(store: store, sends: sends)
    }
    .searchable(text: sends ? $store.query.sending(\.queryChanged) : $store.query)
  }
}

private struct ListsAndMore: View {
  @Bindable var store: StoreOf<ControlsFeature>
  let sends: Bool

  var body: some View {
    TextEditor(text: sends ? $store.letter.sending(\.letterChanged) : $store.letter)
    DisclosureGroup(
      "More",
      isExpanded: sends ? $store.isExpanded.sending(\.isExpandedChanged) : $store.isExpanded
    ) {
      Text("Unfolded")
    }
    List(
      0..<5,
      id: \.self,
      selection: sends ? $store.selected.sending(\.selectedChanged) : $store.selected
    ) { Text("Row \($0)") }
    List(selection: sends ? $store.marked.sending(\.markedChanged) : $store.marked) {
      Section("Rows") {
        ForEach(0..<5) { Text("Row \($0)") }
      }
    }
  }
}

/// A control as the user meets it.
private struct Control: CustomTestStringConvertible, Sendable {
  let name: String
  /// Does with it what the user does.
  let use: @MainActor @Sendable (WidgetPointer) -> Void
  /// What it shows.
  let shown: @MainActor @Sendable (WidgetPointer) -> String
  /// The value in the state.
  let value: @MainActor @Sendable (StoreOf<ControlsFeature>) -> String

  var testDescription: String { name }

  @MainActor
  private static func find(_ type: GType, in window: WidgetPointer) -> WidgetPointer {
    window.family.filter { $0.isA(type) }[0]
  }

  @MainActor
  private static func type(_ text: String, into editable: WidgetPointer) {
    let delegate = gtk_editable_get_delegate(OpaquePointer(editable))!
    gtk_editable_set_position(delegate, -1)
    text.withCString { emit(delegate, "insert-at-cursor", $0) }
  }

  @MainActor
  private static func text(of editable: WidgetPointer) -> String {
    String(cString: gtk_editable_get_text(OpaquePointer(editable)))
  }

  @MainActor
  private static func calendar(in window: WidgetPointer) -> OpaquePointer {
    let calendars = window.family.filter { $0.isA(gtk_menu_button_get_type()) }
      .compactMap { gtk_menu_button_get_popover(OpaquePointer($0)) }
      .flatMap { WidgetPointer(OpaquePointer($0)).family }
      .filter { $0.isA(gtk_calendar_get_type()) }
    return OpaquePointer(calendars[0])
  }

  @MainActor
  private static func model(of list: Int, in window: WidgetPointer) -> OpaquePointer {
    // The menu of a picker is a list too.
    let lists = window.family.filter { gtk_widget_has_css_class($0, "view-list") != 0 }
    return gtk_list_view_get_model(OpaquePointer(lists[list]))
  }

  @MainActor
  private static func selection(of list: Int, in window: WidgetPointer) -> String {
    let model = model(of: list, in: window)
    return
      "\((0..<g_list_model_get_n_items(model)).filter { gtk_selection_model_is_selected(model, $0) != 0 })"
  }

  static let all = [
    Control(name: "isOn") {
      gtk_switch_set_active(OpaquePointer(find(gtk_switch_get_type(), in: $0)), 1)
    } shown: {
      "\(gtk_switch_get_active(OpaquePointer(find(gtk_switch_get_type(), in: $0))))"
    } value: {
      "\($0.isOn)"
    },
    Control(name: "isChecked") {
      gtk_check_button_set_active(find(gtk_check_button_get_type(), in: $0).cast(), 1)
    } shown: {
      "\(gtk_check_button_get_active(find(gtk_check_button_get_type(), in: $0).cast()))"
    } value: {
      "\($0.isChecked)"
    },
    Control(name: "count") {
      let button = OpaquePointer(find(gtk_spin_button_get_type(), in: $0))
      gtk_spin_button_spin(button, GTK_SPIN_STEP_FORWARD, 1)
    } shown: {
      text(of: find(gtk_spin_button_get_type(), in: $0))
    } value: {
      "\($0.count)"
    },
    Control(name: "level") {
      gtk_range_set_value(find(gtk_scale_get_type(), in: $0).cast(), 0.75)
    } shown: {
      "\(gtk_range_get_value(find(gtk_scale_get_type(), in: $0).cast()))"
    } value: {
      "\($0.level)"
    },
    Control(name: "choice") {
      gtk_drop_down_set_selected(OpaquePointer(find(gtk_drop_down_get_type(), in: $0)), 1)
    } shown: {
      "\(gtk_drop_down_get_selected(OpaquePointer(find(gtk_drop_down_get_type(), in: $0))))"
    } value: {
      $0.choice
    },
    Control(name: "day") {
      let day = g_date_time_new_local(1970, 1, 20, 12, 0, 0)!
      gtk_calendar_select_day(calendar(in: $0), day)
      g_date_time_unref(day)
    } shown: {
      let day = gtk_calendar_get_date(calendar(in: $0))!
      defer { g_date_time_unref(day) }
      return "\(g_date_time_get_day_of_month(day))"
    } value: {
      "\($0.day)"
    },
    Control(name: "name") {
      type("x", into: find(gtk_entry_get_type(), in: $0))
    } shown: {
      text(of: find(gtk_entry_get_type(), in: $0))
    } value: {
      $0.name
    },
    Control(name: "secret") {
      type("x", into: find(gtk_password_entry_get_type(), in: $0))
    } shown: {
      text(of: find(gtk_password_entry_get_type(), in: $0))
    } value: {
      $0.secret
    },
    Control(name: "letter") {
      let view = find(gtk_text_view_get_type(), in: $0)
      "x".withCString { emit(view, "insert-at-cursor", $0) }
    } shown: {
      let buffer = gtk_text_view_get_buffer(find(gtk_text_view_get_type(), in: $0).cast())
      return "\(gtk_text_buffer_get_char_count(buffer))"
    } value: {
      $0.letter
    },
    Control(name: "isExpanded") {
      emit(find(gtk_expander_get_type(), in: $0), "activate")
    } shown: {
      "\(gtk_expander_get_expanded(OpaquePointer(find(gtk_expander_get_type(), in: $0))))"
    } value: {
      "\($0.isExpanded)"
    },
    Control(name: "selected") {
      gtk_selection_model_select_item(model(of: 0, in: $0), 3, 1)
    } shown: {
      selection(of: 0, in: $0)
    } value: {
      "\($0.selected.map(String.init) ?? "nothing")"
    },
    Control(name: "marked") {
      gtk_selection_model_select_item(model(of: 1, in: $0), 4, 0)
    } shown: {
      selection(of: 1, in: $0)
    } value: {
      "\($0.marked.sorted())"
    },
    Control(name: "query") {
      type("x", into: find(gtk_search_entry_get_type(), in: $0))
    } shown: {
      text(of: find(gtk_search_entry_get_type(), in: $0))
    } value: {
      $0.query
    },
  ]
}

extension ComposableGtkTests {
  @MainActor
  struct ControlBindingTests {
    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
    }

    @Test(arguments: Control.all, [false, true])
    fileprivate func
      `What the user does to a control is one action, and what is declined is put back`(
        control: Control,
        sends: Bool
      ) async
    {
      let recorder = Recorder()
      let store = Store(initialState: ControlsFeature.State()) {
        ControlsFeature(recorder: recorder)
      }
      let window = TestWindow(ControlsView(store: store, sends: sends))
      defer { window.close() }
      #expect(await eventually { window.content.visibleTexts.contains("Row 3") })
      #expect(recorder.actions.isEmpty)
      let before = (shown: control.shown(window.content), value: control.value(store))
      let expected = sends ? "\(control.name)Changed" : "binding"

      control.use(window.content)
      MainLoop.pump()
      #expect(recorder.actions == [expected])
      let after = (shown: control.shown(window.content), value: control.value(store))
      #expect(after.shown != before.shown && after.value != before.value)

      store.send(.lock)
      #expect(await eventually { control.shown(window.content) == before.shown })
      recorder.actions = []
      control.use(window.content)
      #expect(await eventually { control.shown(window.content) == before.shown })
      MainLoop.pump()
      #expect(recorder.actions == [expected])
      #expect(control.value(store) == before.value)
    }
  }
}
