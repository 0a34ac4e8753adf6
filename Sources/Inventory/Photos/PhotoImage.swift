import ComposableGtk
import Foundation
import GtkKit
import InventoryCore

/// A photo of an item, or why it cannot be shown. The database that it is in may come from somebody
/// else.
struct PhotoImage: View {
  let photo: Photo
  @State private var failure: (data: Data, error: PhotoError)?

  init(_ photo: Photo) {
    self.photo = photo
  }

  var body: some View {
    if let failure, failure.data == photo.data {
      Text(failure.error.localizedDescription)
    } else {
      // A photo is kept no larger than this, so that only one of somebody else is scaled down.
      Image(data: photo.data, fitting: Photo.side, limits: Self.limits)
        .onFailure { failure = (photo.data, PhotoError($0)) }
    }
  }

  private static let limits = Picture.Limits(memory: 100_000_000)
}
