import ComposableGtk
import Foundation

extension HabitView {
  @HabitBuilder var texts: [AnyView] {
    Text("Shelf").font(.caption2)
    Text("Shelf").font(.system(size: 12, weight: .bold, design: .rounded))
    Text("Shelf").font(.system(.body, design: .monospaced))
    Text("Shelf").font(.title.weight(.semibold))
    Text("Shelf").font(.body.monospaced())
    Text("Shelf").monospacedDigit()
    Text("Shelf").monospaced()
    Text("Shelf").font(.body.monospacedDigit())
    Text("Shelf").bold().italic().underline().strikethrough()
    Text("Shelf").fontWeight(.semibold)
    Text("Shelf").foregroundStyle(.secondary)
    Text("Shelf").foregroundStyle(.tint)
    Text("Shelf").foregroundStyle(Color.accentColor)
    Text("Shelf").foregroundStyle(.red)
    Text("Shelf").foregroundStyle(flag ? .red : .primary)
    Text("Shelf").foregroundStyle(flag ? Color.red : Color.primary)
    Text("Shelf") + Text("Box").bold()
    Text("\(value, specifier: "%.1f")")
    Text("\(date, style: .time)")
    Text(date, style: .relative)
    Text(date, format: .dateTime.day().month())
    Text(value, format: .percent)
    Text(number, format: .number)
    Text("\(number) things")
    Text(verbatim: "Shelf")
  }

  @HabitBuilder var texts2: [AnyView] {
    Text("^[\(number) thing](inflect: true)")
    Text("**bold** and `code`")
    Text("Shelf").multilineTextAlignment(.center)
    Text("Shelf").lineLimit(2...4)
    Text("Shelf").textCase(.uppercase)
    Text("Shelf").textSelection(.enabled)
    Text("Shelf").kerning(1).tracking(1)
    Text("Shelf").baselineOffset(2)
  }
}
