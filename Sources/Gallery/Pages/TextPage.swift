import ComposableGtk
import Foundation

/// Texts, images, labels and links.
struct TextPage: View {
  let page: GalleryPage

  var body: some View {
    switch page {
    case .contentUnavailable: UnavailableExample()
    case .font: FontExample()
    case .image: ImageExample()
    case .label: LabelExample()
    case .labelStyle: LabelStyleExample()
    case .link: LinkExample()
    default: TextExample()
    }
  }
}

private struct TextExample: View {
  @State private var start = Date()

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      Text("Plain text")
      Text("Bold").bold() + Text(", italic").italic() + Text(" and struck through").strikethrough()
      Text("**Markdown** in a *literal*, with `code` and [a link](https://www.gtk.org)")
      Text("Two million and a bit: \(2_000_001)")
      Text(2_000_001, format: .number)
      Text("Text that is limited to a single line and is too long for it ends in an ellipsis")
        .lineLimit(1)
      Text("Text with the height of two lines").lineLimit(2, reservesSpace: true)
      Text("Open for ") + Text(start, style: .timer).monospaced() + Text(" since ")
        + Text(start, style: .time)
      Text("Text that can be selected").textSelection()
      Text("Shown as it is: <b>5 < 6 & 7 > 3</b>")
    }
    .padding(24)
  }
}

private struct FontExample: View {
  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      Text("Large title").font(.largeTitle)
      Text("Title").font(.title)
      Text("Title 2").font(.title2)
      Text("Title 3").font(.title3)
      Text("Headline").font(.headline)
      Text("Body").font(.body)
      Text("Caption").font(.caption)
      Text("Monospaced").font(.monospaced)
      Text("Caption, bold and italic").font(.caption.bold().italic())
      Text("20 points, medium").font(.system(size: 20, weight: .medium))
      Text("Secondary").cssClass("dim-label")
      Text("Red, but readable").foregroundStyle(.red)
    }
    .padding(24)
  }
}

private struct ImageExample: View {
  var body: some View {
    HStack(spacing: 24) {
      Image(systemName: "star").imageScale(32)
      Image(systemName: "trash").imageScale(32)
      Image(icon: "folder-symbolic").imageScale(32)
      Image(icon: "user-home-symbolic").imageScale(64)
      Image(systemName: "star").resizable().frame(width: 96, height: 96)
    }
    .padding(24)
  }
}

private struct LabelExample: View {
  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      Label("Favourites", systemImage: "star")
      Label("Documents", icon: "folder-documents-symbolic")
      Label {
        Text("A custom label").italic()
      } icon: {
        ProgressView()
      }
    }
    .padding(24)
  }
}

private struct LabelStyleExample: View {
  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      Label("Symbol and title", systemImage: "star")
      Label("Title", systemImage: "star").labelStyle(.titleOnly)
      Label("Symbol, with the title in its tooltip", systemImage: "star").labelStyle(.iconOnly)
    }
    .padding(24)
    .toolbar {
      Button("Symbol", systemImage: "star") {}
      Button("And title", systemImage: "star") {}.labelStyle(.titleAndIcon)
    }
  }
}

private struct LinkExample: View {
  var body: some View {
    if let address = URL(string: "https://www.gtk.org") {
      VStack(spacing: 12) {
        Link("GTK", destination: address)
        Link(destination: address) { Label("With an icon", systemImage: "globe") }
      }
      .padding(24)
    }
  }
}

private struct UnavailableExample: View {
  var body: some View {
    ContentUnavailableView(
      "Nothing here",
      systemImage: "tray",
      description: "An empty page says why it is empty, and what you can do about it."
    ) {
      Button("Create something") {}
        .buttonStyle(.pill)
    }
  }
}
