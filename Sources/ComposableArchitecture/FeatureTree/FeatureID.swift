import DependencyInjection
import Foundation

/// The `id` of a feature's state, or of a row.
///
/// The most frequent types have cases of their own, because a value of any type takes several times
/// as long to make and to compare. One operator always makes ids of the same case.
@usableFromInline
enum FeatureID: Hashable, Sendable {
  case int(Int)
  case uuid(UUID)
  case other(AnyHashableSendable)

  /// - Parameter id: The id. It must be immutable: its type cannot be asked whether it is sendable.
  @usableFromInline
  init<ID: Hashable>(_ id: ID) {
    // Safe, because the types are the same, which the compiler does not know.
    if ID.self == Int.self {
      self = .int(unsafeBitCast(id, to: Int.self))
    } else if ID.self == UUID.self {
      self = .uuid(unsafeBitCast(id, to: UUID.self))
    } else {
      self = .other(AnyHashableSendable(unchecked: AnyHashable(id)))
    }
  }

  /// Returns the id, `nil` if it is of another type.
  func value<ID: Hashable>(as type: ID.Type) -> ID? {
    switch self {
    case .int(let id): id as? ID
    case .uuid(let id): id as? ID
    case .other(let id): id.base as? ID
    }
  }
}
