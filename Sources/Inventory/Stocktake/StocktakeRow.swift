import ComposableGtk
import InventoryCore

/// An item of a stocktake in a list: its name, what is known of it, the difference, and quantities.
struct StocktakeRow<Quantities: View>: View {
  let name: String
  let caption: String
  /// The difference to what was expected; `nil` to show none.
  let difference: Quantity?
  let quantities: Quantities

  init(
    name: String,
    caption: String,
    difference: Quantity?,
    @ViewBuilder quantities: () -> Quantities
  ) {
    self.name = name
    self.caption = caption
    self.difference = difference
    self.quantities = quantities()
  }

  var body: some View {
    HStack(spacing: 12) {
      VStack(alignment: .leading, spacing: 2) {
        Text(name)
          .lineLimit(1)
        Text(caption)
          .cssClass("dim-label")
          .cssClass("caption")
          .lineLimit(1)
      }
      Spacer()
      if let difference {
        Text(difference.signedText)
          .cssClass("quantity")
          .cssClass("low")
      }
      quantities
    }
    .padding(.vertical, 6)
  }
}

extension Quantity {
  /// The quantity with its sign, also if it is positive.
  var signedText: String { tr(number: self, isSigned: true) }
}
