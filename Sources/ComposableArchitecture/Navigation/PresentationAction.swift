/// An action of a feature that is presented from optional state, or its dismissal.
///
/// ```swift
/// enum Action {
///   case edit(PresentationAction<Edit.Action>)
/// }
/// ```
public enum PresentationAction<Action> {
  /// Dismisses the feature.
  case dismiss
  /// An action of the feature.
  indirect case presented(Action)
}

/// The presentation action of a reducer's domain.
public typealias PresentationActionOf<R: Reducer> = PresentationAction<R.Action>

extension PresentationAction: Equatable where Action: Equatable {}
extension PresentationAction: Hashable where Action: Hashable {}
extension PresentationAction: Sendable where Action: Sendable {}
extension PresentationAction: Decodable where Action: Decodable {}
extension PresentationAction: Encodable where Action: Encodable {}

extension PresentationAction: CasePathable {
  public static var allCasePaths: AllCasePaths { AllCasePaths() }

  /// The case paths, including those of the feature's own actions: `\.edit.saveButtonTapped`.
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    public var dismiss: AnyCasePath<PresentationAction, Void> {
      AnyCasePath(
        embed: { .dismiss },
        extract: {
          guard case .dismiss = $0 else { return nil }
          return ()
        }
      )
    }

    public var presented: AnyCasePath<PresentationAction, Action> {
      AnyCasePath(
        embed: { .presented($0) },
        extract: {
          guard case .presented(let action) = $0 else { return nil }
          return action
        }
      )
    }

    public subscript<Member>(
      dynamicMember keyPath: KeyPath<Action.AllCasePaths, AnyCasePath<Action, Member>> & Sendable
    ) -> AnyCasePath<PresentationAction, Member> where Action: CasePathable {
      presented.appending(path: Action.allCasePaths[keyPath: keyPath])
    }

    /// The presentation of one case of an enum feature, including `dismiss`: `\.destination.edit`.
    @_disfavoredOverload
    public subscript<Member>(
      dynamicMember keyPath: KeyPath<Action.AllCasePaths, AnyCasePath<Action, Member>> & Sendable
    ) -> AnyCasePath<PresentationAction, PresentationAction<Member>> where Action: CasePathable {
      Action.allCasePaths[keyPath: keyPath].presentation
    }
  }
}

/// A ``PresentationAction`` of any action.
public protocol _PresentationActionProtocol<PresentedAction> {
  associatedtype PresentedAction
  static var _presented: AnyCasePath<Self, PresentedAction> { get }
}

extension PresentationAction: _PresentationActionProtocol {
  public static var _presented: AnyCasePath<Self, Action> { allCasePaths.presented }
}

extension AnyCasePath where Value: _PresentationActionProtocol {
  /// The case path to what is presented: `store.scope(state: \.edit, action: \.edit.presented)`.
  ///
  /// Unlike a key path through `Case`, this one captures nothing, so that Swift makes it once and
  /// not at each call.
  public var presented: AnyCasePath<Root, Value.PresentedAction> {
    appending(path: Value._presented)
  }
}

extension AnyCasePath {
  /// The case path from the presentation of an enum feature to that of one of its cases.
  fileprivate var presentation: AnyCasePath<PresentationAction<Root>, PresentationAction<Value>> {
    let path = self
    return AnyCasePath<PresentationAction<Root>, PresentationAction<Value>>(
      embed: {
        switch $0 {
        case .dismiss: .dismiss
        case .presented(let action): .presented(path.embed(action))
        }
      },
      extract: {
        switch $0 {
        case .dismiss: .dismiss
        case .presented(let action): path.extract(from: action).map { .presented($0) }
        }
      },
      name: path.name
    )
  }
}
