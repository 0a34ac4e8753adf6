import CGtkSupport

/// The rows of a list as GTK sees them: how many there are, and a key for each (GListModel).
///
/// The data stays where it is. GTK asks for the keys of the rows that it is about to show, some two
/// hundred however long the list is; the rows' widgets then find their data by key or position.
@MainActor  // Explicit: with an isolated deinit, other modules do not see the default.
public final class ListModel {
  private let source: Source
  private let reference: ObjectReference

  /// The number of rows.
  public private(set) var count: Int

  /// Makes a model.
  ///
  /// - Parameters:
  ///   - count: The number of rows at first.
  ///   - section: The positions of the rows that form a section with the one at a position, or
  ///     nothing for a list without sections. Used where ``ListView/supportsSections`` is true.
  ///   - key: The key of the row at a position. Keys tell rows apart: no two rows of a list may have
  ///     the same one, and a row keeps its key while its position changes.
  public init(
    count: Int = 0,
    section: ((Int) -> Range<Int>)? = nil,
    key: @escaping (Int) -> Int64
  ) {
    self.count = count
    source = Source(key: key, section: section)
    reference = ObjectReference(
      owning: cgtk_list_model_new(
        guint(count),
        { position, data in gint64(Source.from(data).key(Int(position))) },
        section == nil
          ? nil
          : { position, start, end, data in
            let section = Source.from(data).section!(Int(position))
            start?.pointee = guint(section.lowerBound)
            end?.pointee = guint(section.upperBound)
          },
        Unmanaged.passUnretained(source).toOpaque()
      )
    )
  }

  isolated deinit {
    // Others may hold the C object: it must not ask any more.
    cgtk_list_model_close(pointer)
  }

  /// The C object.
  public var pointer: OpaquePointer { reference.opaque }

  /// The key of the row at a position.
  public func key(at position: Int) -> Int64 { source.key(position) }

  /// Tells that some rows have been replaced by others.
  ///
  /// The data has to be the new one already. Rows that are in both the old and the new data keep
  /// their widgets if they are part of one splice, so that moving a row is a splice from its old to
  /// its new position. Takes time that does not depend on the length of the list.
  ///
  /// - Parameters:
  ///   - position: Where.
  ///   - removed: How many rows there were.
  ///   - added: How many there are instead.
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
    let section: ((Int) -> Range<Int>)?

    init(key: @escaping (Int) -> Int64, section: ((Int) -> Range<Int>)?) {
      self.key = key
      self.section = section
    }

    static func from(_ data: UnsafeMutableRawPointer?) -> Source {
      Unmanaged<Source>.fromOpaque(data!).takeUnretainedValue()
    }
  }
}
