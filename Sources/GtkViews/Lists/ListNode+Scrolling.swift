import GtkKit

extension ListNode: ScrollArea {
  func scroll(to request: ScrollRequest) -> Bool {
    guard let position = position(of: request.id) ?? boundPosition(of: request.id) else {
      return false
    }
    scroll(to: position, request)
    return true
  }

  /// Returns the position of the row with widgets in which a view has an identity.
  private func boundPosition(of id: AnyHashable) -> Int? {
    let views = hosts.values.filter { views in
      views.key != nil
        && ((views.host.root as? any Identified)?.identity == id
          || views.host.root.descendant(identifiedBy: id) != nil)
    }
    return views.compactMap(\.row.position).min()
  }

  private func scroll(to position: Int, _ request: ScrollRequest) {
    guard let listView else { return }
    endScrolling()
    if request.duration == nil {
      listView.scroll(to: position)
      guard let anchor = request.anchor else { return }
      return align(rowWithKey: modelKeys.keys[position], to: anchor, rounds: 6)
    }
    let key = modelKeys.keys[position]
    scrollWork = LayoutWork(on: listView.listWidget) { [weak self] in
      self?.move(toRowWithKey: key, request)
    }
  }

  /// Moves to where the row is, or where it is likely to be while it has no widgets. Then scrolls
  /// exactly.
  private func move(toRowWithKey key: Int64, _ request: ScrollRequest) {
    guard let listView, let position = modelKeys.keys.firstIndex(of: key) else { return }
    let adjustment = verticalAdjustment(of: listView)
    let place = place(ofRowWithKey: key) ?? likelyPlace(of: position, adjustment)
    scrollMotion = ScrollMotion(
      on: listView.listWidget,
      adjustment,
      to: ScrollMotion.value(showing: place, anchor: request.anchor?.y, in: adjustment),
      duration: request.duration
    ) { [weak self] in
      guard let self, let position = modelKeys.keys.firstIndex(of: key) else { return }
      scroll(
        to: position,
        ScrollRequest(id: request.id, anchor: request.anchor, isAnimated: false)
      )
    }
  }

  /// GTK guesses how high rows without widgets are. So the place of a row moves while it gets some.
  private func align(rowWithKey key: Int64, to anchor: UnitPoint, rounds: Int) {
    guard let listView, rounds > 0 else { return }
    scrollWork = LayoutWork(on: listView.listWidget) { [weak self] in
      guard let self, let place = place(ofRowWithKey: key) else { return }
      let adjustment = verticalAdjustment(of: listView)
      let value = ScrollMotion.value(showing: place, anchor: anchor.y, in: adjustment)
      guard abs(value - gtk_adjustment_get_value(adjustment)) >= 1 else { return }
      gtk_adjustment_set_value(adjustment, value)
      align(rowWithKey: key, to: anchor, rounds: rounds - 1)
    }
  }

  /// Stops scrolling to a row.
  func endScrolling() {
    scrollWork?.cancel()
    scrollWork = nil
    scrollMotion?.cancel()
    scrollMotion = nil
  }

  private func verticalAdjustment(of listView: ListView) -> UnsafeMutablePointer<GtkAdjustment> {
    gtk_scrolled_window_get_vadjustment(listView.scrolledWidget.opaque)
  }

  /// The place of a row in the content of the list; `nil` while it has no widgets.
  private func place(ofRowWithKey key: Int64) -> Range<Double>? {
    guard let listView, let row = listView.boundRow(forKey: key),
      var widget = hosts[ObjectIdentifier(row)]?.host.widget
    else { return nil }
    while let parent = gtk_widget_get_parent(widget), parent != listView.listWidget {
      widget = parent
    }
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(widget, listView.listWidget, &bounds) != 0,
      bounds.size.height > 0
    else { return nil }
    let top =
      Double(bounds.origin.y) + gtk_adjustment_get_value(verticalAdjustment(of: listView))
    return top..<top + Double(bounds.size.height)
  }

  private func likelyPlace(
    of position: Int,
    _ adjustment: UnsafeMutablePointer<GtkAdjustment>
  ) -> Range<Double> {
    let height = gtk_adjustment_get_upper(adjustment) / Double(max(1, rowCount))
    return Double(position) * height..<Double(position + 1) * height
  }
}
