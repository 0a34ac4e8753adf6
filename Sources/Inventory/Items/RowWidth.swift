import ComposableGtk

extension View {
  /// Limits the rows of lists to a width at which the eye finds the quantity of an item from its
  /// name.
  func readableRows() -> some View {
    listRowWidth(max: rowWidth)
  }

  /// Limits a bar above a list to the width of the list's rows.
  func alignedWithRows() -> some View {
    frame(maxWidth: Double(rowWidth))
  }
}

/// In pixels.
let rowWidth = 860
