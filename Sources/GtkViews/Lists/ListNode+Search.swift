import GtkKit

extension ListNode {
  /// Whether the user has searched for something else, and has not seen the results yet.
  var isOtherSearch: Bool {
    environment.search.map { $0.number != shownSearch } ?? false
  }

  var isScrolledDown: Bool {
    guard let listView else { return false }
    let adjustment = gtk_scrollable_get_vadjustment(listView.listWidget.opaque)
    return gtk_adjustment_get_value(adjustment) > 0
  }

  func followSearch() {
    guard environment.search !== followedSearch else { return }
    followedSearch?.remove(self)
    followedSearch = environment.search
    followedSearch?.add(self)
    shownSearch = followedSearch?.number ?? 0
  }

  /// Who scrolls has seen what the search has found. Rows that change from now on have changed by
  /// themselves: where a search finds the same rows as before, nothing else tells.
  func scrolled() {
    guard let search = environment.search, !isUpdatingRows, isScrolledDown else { return }
    shownSearch = search.number
  }
}

extension ListNode: SearchFollowing {
  /// Goes to the top, where the results are looked for, also if they are the rows that are there.
  func searchDidChange() {
    UpdateScheduler.shared.afterUpdate { [weak self] in
      // The results may have come with the text.
      guard let self, !isDestroyed, isOtherSearch, hasFirstElement, isScrolledDown else { return }
      listView?.scroll(to: 0)
    }
  }
}
