import CGtkSupport

/// Keeps the input of windows apart that have nothing to do with each other.
///
/// In GTK, a modal window takes the input of all windows of its window group (GtkWindowGroup), and
/// so does a popover that closes on a press elsewhere. By default, all windows of a program are one
/// group: clicks and keys that are meant for one window would act on a sheet above another one.
/// Here, a window on its own is a group with all windows above it.
enum WindowGroups {
  private static let popoversGiveInputBack: Void = cgtk_popover_mend_grabs()

  /// Puts a window and those above it into the group that they belong to. To be called for each new
  /// window, and whenever it is above another window than before.
  ///
  /// GTK itself puts a window into the group of the one that it is put above, but not those above
  /// it. File choosers and other windows that GTK makes need no more than that.
  static func update(_ window: WindowPointer) {
    _ = popoversGiveInputBack
    let base = Toplevels.base(of: window)
    if gtk_window_has_group(base) == 0 || isShared(base) {
      let group = gtk_window_group_new()!
      gtk_window_group_add_window(group, base)
      // From now on, the windows of the group retain it.
      g_object_unref(group)
    }
    let group = gtk_window_get_group(base)
    for member in [window] + windows(above: window) {
      if gtk_window_get_group(member) != group { gtk_window_group_add_window(group, member) }
      cgtk_window_take_input(member)
    }
  }

  /// Returns whether windows above something else are in the group of a window on its own. Windows
  /// that were above the same one, which is gone, still are in its group.
  private static func isShared(_ base: WindowPointer) -> Bool {
    let group = gtk_window_get_group(base)
    return Toplevels.all.contains {
      gtk_window_get_group($0) == group && Toplevels.base(of: $0) != base
    }
  }

  /// Returns the windows above a window, lower ones first.
  private static func windows(above window: WindowPointer) -> [WindowPointer] {
    Toplevels.all
      .map { (window: $0, below: Array(Toplevels.ancestors(of: $0))) }
      .filter { $0.below.contains(window) }
      .sorted { $0.below.count < $1.below.count }
      .map(\.window)
  }
}
