import ComposableArchitecture
import InventoryCore
import InventoryTestSupport

extension InventoryFeature.State {
  /// An app with a page whose sheet has unsaved changes.
  static var withUnsavedChanges: Self {
    var form = ItemFormFeature.State(item: .drill)
    form.name = "Saw"
    return withPage(ItemDetailFeature.State(item: .drill, destination: .edit(form)))
  }

  /// An app with a page over which a quantity is about to be booked.
  static var withBooking: Self {
    var sheet = BookingFeature.State(item: .drill)
    sheet.amount = "3"
    return withPage(ItemDetailFeature.State(item: .drill, destination: .book(sheet)))
  }

  private static func withPage(_ page: ItemDetailFeature.State) -> Self {
    Self(page: ItemPage([.drill]), path: StackState([.item(page)]))
  }

  /// The form over the item's page.
  var editForm: ItemFormFeature.State? {
    get { path[id: 0]?.item?.destination?.edit }
    set {
      guard let newValue else { return }
      path[id: 0, case: \.item]?.destination?.modify(\.edit) { $0 = newValue }
    }
  }

  /// The sheet over the item's page in which a quantity is booked.
  var bookingSheet: BookingFeature.State? {
    get { path[id: 0]?.item?.destination?.book }
    set {
      guard let newValue else { return }
      path[id: 0, case: \.item]?.destination?.modify(\.book) { $0 = newValue }
    }
  }

  /// The form for a new item.
  var newItemForm: ItemFormFeature.State? {
    get { destination?.add }
    set {
      guard let newValue else { return }
      destination?.modify(\.add) { $0 = newValue }
    }
  }

  /// The form over the location's page.
  var locationForm: LocationFormFeature.State? {
    get { path[id: 0]?.location?.destination?.form }
    set {
      guard let newValue else { return }
      path[id: 0, case: \.location]?.destination?.modify(\.form) { $0 = newValue }
    }
  }

  /// The form over the page of all locations.
  var newLocationForm: LocationFormFeature.State? {
    get { path[id: 0]?.locations?.form }
    set { path[id: 0, case: \.locations]?.form = newValue }
  }
}
