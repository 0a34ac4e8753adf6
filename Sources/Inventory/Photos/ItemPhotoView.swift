import ComposableGtk
import Foundation
import GtkKit
import InventoryCore

/// The photo of an item on its page.
struct ItemPhotoView: View {
  @Bindable var store: StoreOf<ItemPhotoFeature>
  let name: String
  @Environment(\.rights) private var rights

  var body: some View {
    Section {
      if let photo = store.photo {
        HStack {
          Spacer()
          Button {
            store.send(.photoTapped)
          } label: {
            PhotoImage(photo)
              .frame(height: 200)
          }
          .buttonStyle(.plain)
          .accessibilityLabel(photo.caption.isEmpty ? tr("Photo of \(name)") : photo.caption)
          .help(tr("Show the photo larger"))
          Spacer()
        }
        Group {
          Button(tr("Replace Photo…")) { store.send(.chooseButtonTapped) }
          Button(tr("Remove Photo"), role: .destructive) { store.send(.removeButtonTapped) }
        }
        .disabled(store.isReading || !rights.contains(.change))
      } else {
        Button(tr("Add Photo…")) { store.send(.chooseButtonTapped) }
          .disabled(store.isReading || !rights.contains(.change))
      }
    }
  }
}

extension View {
  /// Shows what the photo of an item presents: the dialog for a file, the photo itself, questions.
  /// A picture that is dropped on the view becomes the photo.
  func itemPhoto(_ store: StoreOf<ItemPhotoFeature>) -> some View {
    ItemPhotoPresentations(store: store, content: self)
  }
}

private struct ItemPhotoPresentations<Content: View>: View {
  @Bindable var store: StoreOf<ItemPhotoFeature>
  let content: Content
  @Environment(\.presentingWindow) private var window
  @Environment(\.rights) private var rights

  var body: some View {
    content
      .dropDestination(for: URL.self) { files, _ in
        guard let file = files.first, rights.contains(.change) else { return false }
        store.send(.fileChosen(file))
        return true
      }
      .sheet(
        item: $store.scope(state: \.destination?.viewer, action: \.destination.viewer)
      ) { store in
        PhotoViewerView(store: store)
      }
      .confirmationDialog(
        $store.scope(
          state: \.destination?.confirmationDialog,
          action: \.destination.confirmationDialog
        )
      )
      .alert($store.scope(state: \.destination?.alert, action: \.destination.alert))
      .task(id: store.isChoosing) { if store.isChoosing { await choose() } }
      .task { await store.send(.task).finish() }
  }

  private func choose() async {
    let uri = await FileChooser.open(
      over: window?.pointer,
      title: tr("Choose a Photo"),
      filters: [
        FileChooser.Filter(
          tr("Pictures"),
          patterns: ["jpg", "jpeg", "png", "webp"].flatMap { ["*.\($0)", "*.\($0.uppercased())"] }
        )
      ]
    ).first
    guard !Task.isCancelled else { return }
    if let file = uri.flatMap(URL.init(string:)) {
      store.send(.fileChosen(file))
    } else {
      store.send(.fileChooserCancelled)
    }
  }
}
