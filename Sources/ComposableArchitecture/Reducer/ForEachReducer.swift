extension Reducer {
  /// Integrates a child for each element of a collection.
  ///
  /// An element's reducer runs before the parent's. The effects of removed elements are cancelled.
  /// An action for an id that is not in the collection is reported, and ignored by the child.
  ///
  /// - Parameters:
  ///   - toElementsState: The collection.
  ///   - toElementAction: The case that holds its ``IdentifiedAction``.
  ///   - element: The reducer of the elements.
  @inlinable
  public func forEach<ElementState, ElementAction, ID: Hashable & Sendable, Element: Reducer>(
    _ toElementsState: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action toElementAction: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some ReducerOf<Self>
  where Element.State == ElementState, Element.Action == ElementAction {
    _ForEachReducer(
      base: self,
      toElementsState: toElementsState,
      toElementAction: toElementAction,
      element: element(),
      location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}

@usableFromInline
struct _ForEachReducer<Base: Reducer, ID: Hashable & Sendable, Element: Reducer>: Reducer {
  @usableFromInline let base: _BodyCache<Base>
  @usableFromInline let elements: StatePart<Base.State, IdentifiedArray<ID, Element.State>>
  @usableFromInline let toElementAction:
    AnyCasePath<Base.Action, IdentifiedAction<ID, Element.Action>>
  @usableFromInline let element: _BodyCache<Element>
  @usableFromInline let key: OperatorKey
  private let location: IssueLocation

  @usableFromInline
  init(
    base: Base,
    toElementsState: WritableKeyPath<Base.State, IdentifiedArray<ID, Element.State>>,
    toElementAction: CaseKeyPath<Base.Action, IdentifiedAction<ID, Element.Action>>,
    element: Element,
    location: IssueLocation
  ) {
    self.base = _BodyCache(base)
    elements = StatePart(toElementsState)
    self.toElementAction = AnyCasePath(toElementAction)
    self.element = _BodyCache(element)
    self.location = location
    key = OperatorKey(toElementsState)
    IntegratedActions.insert(toElementAction)
  }

  @inlinable
  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let node = FeatureNode.current
    let before = elements.read(&state) { $0._idsRevision }
    var effect = Effect<Base.Action>.none
    if case .element(let id, let elementAction) = toElementAction.extract(from: action) {
      if let elementEffect = reduceElement(id, elementAction, at: node, into: &state) {
        effect = elementEffect
      } else {
        reportMissing(id, action)
      }
    }
    effect = effect.merge(with: base.reduce(into: &state, action: action))

    guard elements.read(&state, { $0._idsRevision }) != before else { return effect }
    return elements.read(&state) { unmountingAllBut($0, at: node) }.merge(with: effect)
  }

  /// - Returns: The effect, `nil` if there is no such element.
  @inlinable
  func reduceElement(
    _ id: ID,
    _ action: Element.Action,
    at node: FeatureNode,
    into state: inout Base.State
  ) -> Effect<Base.Action>? {
    let effect = elements.modify(&state) {
      $0.modify(id: id) { row in
        let elementNode = node.part(key, .row(FeatureID(id)))
        return ReducingNode.with(elementNode) { element.reduce(into: &row, action: action) }
      }
    }
    guard let effect else { return nil }
    if effect.isNone { return Effect.none }
    return effect.map { [toElementAction] in toElementAction.embed(.element(id: id, action: $0)) }
  }

  /// Returns the effect that unmounts the elements that have been removed.
  @usableFromInline
  func unmountingAllBut(
    _ elements: IdentifiedArray<ID, Element.State>,
    at node: FeatureNode
  ) -> Effect<Base.Action> {
    let removed = node.removeRows(of: key) { elements.index(id: $0) == nil }
    return removed.isEmpty ? .none : Effect(.unmount(removed))
  }

  @usableFromInline
  func reportMissing(_ id: ID, _ action: Base.Action) {
    location.report(
      """
      The "forEach" at "\(location.fileID):\(location.line)" got an action for an element \
      that the collection does not hold.

        Action:
          \(debugCaseOutput(action))

      No element has the id \(id), so no feature handled the action. The likely causes:

      • A reducer took the element out of the collection before this one ran. Remove elements in the \
      parent's reducer, which runs after those of the elements.

      • A parent's effect sent the action after the element was removed. Let the element return the \
      effect: its effects are cancelled with it.

      • A view or a test sent the action for an id that is not in the collection. Send it through the \
      element's own store.
      """
    )
  }
}
