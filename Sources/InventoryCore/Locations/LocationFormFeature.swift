import ComposableArchitecture
import Foundation

/// The sheet in which a location is added, renamed, moved, or merged with another one.
@Reducer
public struct LocationFormFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The location that is edited; `nil` for a new one.
    public let original: LocationContent?
    public var name: String
    /// The path of the location around it; empty for none.
    public var parent: String
    /// What is wrong with the name, since the last attempt to save.
    public var nameError: String?
    /// What is wrong with the location around it, since the last attempt to save.
    public var parentError: String?
    public var isSaving = false
    /// The locations that the form offers.
    public var locations: [Location] = []
    @Presents public var alert: AlertState<Action.Alert>?

    /// The form as it was opened.
    private let initialName: String
    private let initialParent: String
    private var isDiscarded = false

    /// A form for a new location.
    public init(parent: String = "") {
      original = nil
      initialName = ""
      initialParent = parent
      name = initialName
      self.parent = initialParent
    }

    /// A form for a location that is there.
    public init(editing location: LocationContent) {
      original = location
      initialName = location.path.names.last ?? ""
      initialParent = location.path.parent?.text ?? ""
      name = initialName
      parent = initialParent
    }

    /// Whether closing the form would lose what has been written.
    public var hasUnsavedChanges: Bool {
      !isDiscarded && (isNameChanged || isParentChanged)
    }

    var isNameChanged: Bool { name != initialName }
    var isParentChanged: Bool { parent != initialParent }

    /// Whether there is something to save.
    public var canSave: Bool {
      hasUnsavedChanges && !isSaving && !LocationPath(name).names.isEmpty
    }

    mutating func discard() {
      isDiscarded = true
    }

    /// The path that is written.
    var path: LocationPath {
      LocationPath(names: LocationPath(parent).names + LocationPath(name).names)
    }

    /// What has been changed of the location that is edited.
    var edit: LocationEdit? {
      original.map { original in
        LocationEdit(
          id: original.id,
          original: original.path,
          name: isNameChanged ? LocationPath(name).text : nil,
          parent: isParentChanged ? LocationPath(parent) : nil
        )
      }
    }

    /// Goes on from what somebody else has made of the location.
    fileprivate mutating func follow(_ current: LocationContent) {
      var form = Self(editing: current)
      form.locations = locations
      let error = tr("This was changed elsewhere meanwhile. Save again to replace that.")
      if isNameChanged {
        if form.name != initialName, form.name != name { form.nameError = error }
        form.name = name
      }
      if isParentChanged {
        if form.parent != initialParent, form.parent != parent { form.parentError = error }
        form.parent = parent
      }
      self = form
    }
  }

  public enum Action: BindableAction {
    case alert(PresentationAction<Alert>)
    case binding(BindingAction<State>)
    case cancelButtonTapped
    case delegate(Delegate)
    case locationsResponse(Result<[Location], any Error>)
    case saveButtonTapped
    case saveResponse(Result<LocationContent, any Error>)
    case task

    @CasePathable
    public enum Alert: Equatable, Sendable {
      case discardConfirmed
      case mergeConfirmed
    }

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      /// The location is in the database as it is here.
      case saved(LocationContent)
    }
  }

  @Dependency(\.locations) var locations
  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .alert(.presented(.discardConfirmed)):
        state.discard()
        return .run { _ in await dismiss() }

      case .alert(.presented(.mergeConfirmed)):
        return save(&state, isMerging: true)

      case .alert, .delegate:
        return .none

      case .binding:
        state.nameError = nil
        state.parentError = nil
        return .none

      case .cancelButtonTapped:
        return close(&state)

      case .locationsResponse(let locations):
        // A form without suggestions is as good.
        state.locations = (try? locations.get()) ?? []
        return .none

      case .saveButtonTapped:
        return save(&state, isMerging: false)

      case .saveResponse(.success(let location)):
        state.isSaving = false
        return .send(.delegate(.saved(location)))

      case .saveResponse(.failure(let error)):
        state.isSaving = false
        state.show(error)
        return .none

      case .task:
        return .run { send in
          await send(.locationsResponse(Result { try await locations.all() }))
        }
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  /// Closes the form, or asks first when that would lose what has been written.
  private func close(_ state: inout State) -> Effect<Action> {
    guard !state.isSaving else { return .none }
    guard state.hasUnsavedChanges else { return .run { _ in await dismiss() } }
    state.alert = .discard(
      state.original == nil ? tr("Discard the new location?") : tr("Discard the changes?"),
      action: .discardConfirmed
    )
    return .none
  }

  private func save(_ state: inout State, isMerging: Bool) -> Effect<Action> {
    guard !state.isSaving else { return .none }
    let names = LocationPath(state.name).names
    guard names.count == 1 else {
      state.nameError =
        names.isEmpty ? tr("Enter a name.") : tr("A name cannot contain a slash between spaces.")
      return .none
    }
    // A name that an earlier version has stored is no reason to refuse another change.
    let isNameStored = state.original != nil && !state.isNameChanged
    let isParentStored = state.original != nil && !state.isParentChanged
    let nameError = isNameStored ? nil : LocationPath(state.name).errorOfField
    let parentError = isParentStored ? nil : LocationPath(state.parent).errorOfField
    guard nameError == nil, parentError == nil else {
      state.nameError = nameError
      state.parentError = parentError
      return .none
    }
    state.isSaving = true
    return .run { [path = state.path, edit = state.edit] send in
      let result = await Result {
        if let edit {
          try await locations.edit(edit, isMerging)
        } else {
          try await locations.add(path)
        }
        guard let location = try await location(path, edit) else {
          throw LocationError.gone
        }
        return location
      }
      await send(.saveResponse(result))
    }
  }

  /// The location that was saved: others may have moved it meanwhile, or it was merged.
  private func location(
    _ path: LocationPath,
    _ edit: LocationEdit?
  ) async throws -> LocationContent? {
    if let edit, let location = try await locations.content(.id(edit.id)) { return location }
    return try await locations.content(.name(path.text))
  }
}

extension LocationFormFeature.State {
  fileprivate mutating func show(_ error: any Error) {
    switch error {
    case LocationError.changed(let current):
      follow(current)
    case LocationError.exists(let other):
      if let original {
        alert = .merge(original, into: other)
      } else {
        nameError = error.localizedDescription
      }
    case LocationError.insideItself:
      parentError = error.localizedDescription
    default:
      alert = .failure(tr("The location could not be saved"), error)
    }
  }
}

extension AlertState where Action == LocationFormFeature.Action.Alert {
  static func merge(_ location: LocationContent, into other: LocationContent) -> AlertState {
    AlertState {
      TextState(tr("Merge with “\(other.name)”?"))
    } actions: {
      ButtonState(role: .destructive, action: .mergeConfirmed) {
        TextState(tr("Merge"))
      }
      ButtonState(role: .cancel) {
        TextState(tr("Cancel"))
      }
    } message: {
      TextState(
        location.textOfContent.map { content in
          tr(
            """
            There is a location with this name already. What is in “\(location.name)” moves there: \
            \(content).
            """
          )
        }
          ?? tr(
            "There is a location with this name already. “\(location.name)” is empty, and goes."
          )
      )
    }
  }
}

extension LocationFormFeature.State: FormState {
  var draft: FormDraft? {
    guard hasUnsavedChanges else { return nil }
    return .location(
      id: original?.id,
      name: isNameChanged ? name : nil,
      parent: isParentChanged ? parent : nil
    )
  }

  mutating func restore(_ draft: FormDraft) {
    guard case .location(original?.id, let name, let parent) = draft else { return }
    self.name = name ?? self.name
    self.parent = parent ?? self.parent
  }
}
