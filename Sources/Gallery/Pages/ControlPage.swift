import ComposableGtk
import Foundation

/// Controls, each bound to a value of its page.
struct ControlPage: View {
  let page: GalleryPage

  var body: some View {
    ScrollView {
      switch page {
      case .button: ButtonExample()
      case .controlGroup: ControlGroupExample()
      case .controlSize: ControlSizeExample()
      case .datePicker: DatePickerExample()
      case .gauge: GaugeExample()
      case .look: LookExample()
      case .menu: MenuExample()
      case .picker: PickerExample()
      case .progressView: ProgressExample()
      case .secureField: SecureFieldExample()
      case .slider: SliderExample()
      case .stepper: StepperExample()
      case .textEditor: TextEditorExample()
      case .textField: TextFieldExample()
      case .tint: TintExample()
      default: ToggleExample()
      }
    }
  }
}

private struct ButtonExample: View {
  @State private var count = 0

  var body: some View {
    VStack(spacing: 12) {
      Button("Clicked \(count) times") { count += 1 }
      Button("Suggested action") { count += 1 }.buttonStyle(.borderedProminent)
      Button("Delete", role: .destructive) { count = 0 }
      Button("Borderless") { count += 1 }.buttonStyle(.borderless)
      Button("Link") { count += 1 }.buttonStyle(.link)
      Button("Pill") { count += 1 }.buttonStyle(.pill)
      Button {
        count += 1
      } label: {
        Image(systemName: "plus")
      }
      .buttonStyle(.circular)
      .accessibilityLabel("Add")
      Button("Disabled") {}.disabled()
    }
    .padding(24)
  }
}

private struct ControlGroupExample: View {
  @State private var size = 12

  var body: some View {
    VStack(spacing: 12) {
      ControlGroup("Size") {
        Button("Smaller") { size -= 1 }
        Button("Larger") { size += 1 }
      }
      Text("Size: \(size)")
    }
    .padding(24)
  }
}

private struct ControlSizeExample: View {
  @State private var name = "Ada"

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      Group {
        row("Mini").controlSize(.mini)
        row("Small").controlSize(.small)
        row("Regular")
        row("Large").controlSize(.large)
        row("Extra large").controlSize(.extraLarge)
      }
    }
    .padding(24)
  }

  private func row(_ title: String) -> some View {
    HStack(spacing: 12) {
      Button(title) {}
      Menu("Menu") { Button("Item") {} }
      TextField("Name", text: $name)
    }
  }
}

private struct DatePickerExample: View {
  @State private var date = Date(timeIntervalSince1970: 1_750_000_000)

  var body: some View {
    Form {
      DatePicker("Day", selection: $date, displayedComponents: .date)
      DatePicker("Day and time", selection: $date)
      LabeledContent("ISO 8601", value: date.formatted(.iso8601))
    }
  }
}

private struct GaugeExample: View {
  @State private var speed = 50.0

  var body: some View {
    VStack(spacing: 24) {
      Gauge(value: speed, in: 0...120) {
        Text("Speed")
      } currentValueLabel: {
        Text("\(Int(speed)) km/h")
      } minimumValueLabel: {
        Text("0")
      } maximumValueLabel: {
        Text("120")
      }
      Gauge(value: speed, in: 0...120) {
        Text("Speed")
      } currentValueLabel: {
        Text("\(Int(speed))")
      }
      .gaugeStyle(.accessoryCircular)
      Slider(value: $speed, in: 0...120) { Text("Speed") }
    }
    .padding(24)
  }
}

/// What the look consists of, in one place.
private struct LookExample: View {
  @State private var look = Look.current
  @State private var isOn = true
  @State private var size = "M"
  @State private var count = 2
  @State private var volume = 0.4
  @State private var name = ""

  var body: some View {
    Form {
      Section("Look") {
        Picker("Look", selection: $look) {
          Text("GNOME").tag(Look.gnome)
          Text("The theme's").tag(Look.system)
        }
        .onChange(of: look) { _, look in Look.current = look }
      }
      Section("Controls") {
        Toggle("Switch", isOn: $isOn)
        Toggle("Check box", isOn: $isOn).toggleStyle(.checkbox)
        Stepper("Stepper", value: $count, in: 0...9)
        Slider(value: $volume) { Text("Slider") }
        ProgressView("Progress", value: volume)
        TextField("Text field", text: $name).validationMessage("Names are not empty.")
        Button("Row") { name = "Row" }
      }
      Section {
        HStack(spacing: 12) {
          Button("Suggested") {}.buttonStyle(.borderedProminent)
          Button("Plain") {}
          Button("Delete", role: .destructive) {}
          Button("Disabled") {}.disabled()
        }
        Picker("Segmented", selection: $size) {
          ForEach(["S", "M", "L"], id: \.self) { Text($0).tag($0) }
        }
        .pickerStyle(.segmented)
      } header: {
        Text("Buttons")
      } footer: {
        Text("Texts have a contrast of 4.5 to 1, edges and focus rings of 3 to 1.")
      }
      Section("Texts") {
        Text("Title").font(.title)
        Text("Accent").foregroundStyle(.accentColor)
        Text("Secondary").foregroundStyle(.secondary)
        Text("Error").cssClass("error")
        Text("Warning").cssClass("warning")
        Text("Success").cssClass("success")
      }
    }
  }
}

private struct MenuExample: View {
  @State private var isBold = false
  @State private var chosen = "nothing"

  var body: some View {
    VStack(spacing: 12) {
      Menu("Choose") {
        Button("This") { chosen = "this" }
        Button("That") { chosen = "that" }
        Divider()
        Toggle("Bold", isOn: $isBold)
      }
      Menu("Send") {
        Button("Send later") { chosen = "later" }
      } primaryAction: {
        chosen = "now"
      }
      Text("Chosen: \(chosen)").bold(isBold)
    }
    .padding(24)
  }
}

private struct PickerExample: View {
  @State private var size = "M"
  private let sizes = ["S", "M", "L", "XL"]

  var body: some View {
    VStack(spacing: 12) {
      Form {
        Picker("In a form", selection: $size) {
          ForEach(sizes, id: \.self) { Text($0) }
        }
      }
      Picker("Segmented", selection: $size) {
        ForEach(sizes, id: \.self) { Text($0) }
      }
      .pickerStyle(.segmented)
      Picker("Inline", selection: $size) {
        ForEach(sizes, id: \.self) { Text($0) }
      }
      .pickerStyle(.inline)
    }
    .padding(24)
  }
}

private struct ProgressExample: View {
  @State private var fraction = 0.4

  var body: some View {
    VStack(spacing: 24) {
      ProgressView()
      ProgressView(value: fraction)
      ProgressView("Copying", value: fraction)
      Slider(value: $fraction) { Text("How far") }
    }
    .padding(24)
  }
}

private struct SecureFieldExample: View {
  @State private var password = "secret"

  var body: some View {
    Form {
      SecureField("Password", text: $password)
      LabeledContent("Length", value: "\(password.count)")
    }
  }
}

private struct SliderExample: View {
  @State private var volume = 30.0

  var body: some View {
    Form {
      Slider(value: $volume, in: 0...100, step: 5) { Text("Volume") }
      Slider(value: $volume, in: 0...100) {
        Text("Volume")
      } minimumValueLabel: {
        Text("quiet")
      } maximumValueLabel: {
        Text("loud")
      }
      LabeledContent("Volume", value: "\(Int(volume)) %")
    }
  }
}

private struct StepperExample: View {
  @State private var guests = 2

  var body: some View {
    Form {
      Stepper("Guests", value: $guests, in: 1...12)
      Stepper("Guests: \(guests)", value: $guests, in: 1...12)
      LabeledContent("Chairs", value: "\(guests + 1)")
    }
  }
}

private struct TextEditorExample: View {
  @State private var text = "Several lines\nof text"

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      TextEditor(text: $text).frame(minHeight: 160)
      Text("\(text.count) characters").cssClass("dim-label")
    }
    .padding(24)
  }
}

private struct TextFieldExample: View {
  @State private var name = ""
  @State private var code = "ABC 1"
  @State private var note = "Grows with its text,\nup to five lines."
  @State private var price = 12.5
  @State private var submitted = "nothing yet"

  var body: some View {
    Form {
      TextField("Name", text: $name, prompt: "What should we call you?")
        .onSubmit { submitted = name }
      TextField("Price", value: $price, format: .number)
      TextField("Code", text: $code)
        .validationMessage(code.contains(" ") ? "A code has no spaces." : nil)
      TextField("Note", text: $note, axis: .vertical)
        .lineLimit(1...5)
      LabeledContent("Submitted", value: submitted)
    }
  }
}

private struct TintExample: View {
  @State private var isOn = true
  @State private var volume = 0.4

  var body: some View {
    VStack(spacing: 24) {
      controls.tint(.green)
      controls.tint(.purple)
      controls
    }
    .padding(24)
  }

  private var controls: some View {
    HStack(spacing: 12) {
      Toggle("Check box", isOn: $isOn)
      Slider(value: $volume).frame(minWidth: 120)
      ProgressView(value: volume)
      Button("Prominent") {}.buttonStyle(.borderedProminent)
      Button("Link") {}.buttonStyle(.link)
    }
  }
}

private struct ToggleExample: View {
  @State private var isOn = true

  var body: some View {
    VStack(spacing: 12) {
      Form {
        Toggle("Notifications", isOn: $isOn)
        Toggle("Sounds", isOn: $isOn).disabled(!isOn)
      }
      Toggle("A check box", isOn: $isOn).toggleStyle(.checkbox)
      Toggle("A button", isOn: $isOn).toggleStyle(.button)
    }
    .padding(24)
  }
}
