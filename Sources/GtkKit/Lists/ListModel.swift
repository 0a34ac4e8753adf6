import CGtkSupport

/// The rows of a list as GTK sees them: their number, and a key for each (GListModel).
///
/// The model does not contain the data. GTK asks for the keys of the rows that it is about to show,
/// about two hundred for a list of any length. The widgets of the rows find their data by key or
/// position.
@MainActor  // Explicit: with an isolated deinit, other modules do not see the default.
public final class ListModel {
  private let source: Source
  private let reference: ObjectReference

  /// The number of rows.
  public private(set) var count: Int

  /// Makes a model.
  ///
  /// - Parameters:
  ///   - count: The initial number of rows.
  ///   - key: Returns the key of the row at a position. Keys identify rows: they are unique in a
  ///     list, and a row keeps its key when its position changes.
  public init(
    count: Int = 0,
    key: @escaping (Int) -> Int64
  ) {
    self.count = count
    source = Source(key: key)
    reference = ObjectReference(
      owning: cgtk_list_model_new(
        guint(clamping: count),
        { position, data in gint64(Source.from(data).key(Int(position))) },
        Unmanaged.passUnretained(source).toOpaque()
      )
    )
  }

  isolated deinit {
    // Others may retain the C object, but it must not call the closures any more.
    cgtk_list_model_close(pointer)
  }

  /// The C object.
  public var pointer: OpaquePointer { reference.opaque }

  /// Returns the key of the row at a position.
  public func key(at position: Int) -> Int64 { source.key(position) }

  /// Reports that some rows have been replaced by others.
  ///
  /// The key closure must already return the new keys. Rows that are both removed and added by one
  /// splice keep their widgets; so to move a row, splice the range from its old to its new
  /// position. Takes time independent of the length of the list.
  ///
  /// - Parameters:
  ///   - position: The position of the first replaced row.
  ///   - removed: The number of removed rows.
  ///   - added: The number of rows in their place.
  /// - Precondition: The removed rows exist.
  public func splice(at position: Int, removing removed: Int, adding added: Int) {
    precondition(
      position >= 0 && removed >= 0 && added >= 0 && position + removed <= count,
      "Can not replace \(removed) rows at \(position) of \(count)"
    )
    guard removed != 0 || added != 0 else { return }
    count += added - removed
    cgtk_list_model_splice(pointer, guint(position), guint(removed), guint(added))
  }

  /// The closures, in an object whose address C can keep.
  private final class Source {
    let key: (Int) -> Int64

    init(key: @escaping (Int) -> Int64) {
      self.key = key
    }

    static func from(_ data: UnsafeMutableRawPointer?) -> Source {
      Unmanaged<Source>.fromOpaque(data!).takeUnretainedValue()
    }
  }
}
