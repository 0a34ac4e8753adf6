import ComposableArchitecture
import Foundation
import Testing

// MARK: Models

struct Meeting: Equatable, Identifiable, Codable {
  let id: UUID
  let date: Date
  var transcript: String
}

struct Participant: Equatable, Identifiable, Codable, Sendable {
  let id: UUID
  var name = ""
}

struct Standup: Equatable, Identifiable, Codable {
  let id: UUID
  var attendees: IdentifiedArrayOf<Participant> = []
  var duration: Duration = .seconds(60 * 5)
  var meetings: IdentifiedArrayOf<Meeting> = []
  var title = ""

  var durationPerAttendee: Duration { duration / attendees.count }
}

extension Standup {
  static let mock = Self(
    id: UUID(100),
    attendees: [
      Participant(id: UUID(10), name: "Blob"),
      Participant(id: UUID(11), name: "Blob Jr."),
    ],
    duration: .seconds(10),
    title: "Design"
  )
}

// MARK: Clients

@DependencyClient
struct SpeechService {
  var authorizationStatus: @Sendable () -> Status = { .denied }
  var requestAuthorization: @Sendable () async -> Status = { .denied }
  var startTask: @Sendable (_ request: Int) async -> AsyncThrowingStream<Result, any Error> = { _ in
    .finished()
  }

  enum Status: Sendable { case authorized, denied }
  struct Result: Equatable, Sendable {
    var text: String
    var isFinal = false
  }
}

extension SpeechService: DependencyKey {
  static let liveValue = SpeechService(
    authorizationStatus: { .authorized },
    requestAuthorization: { .authorized },
    startTask: { _ in AsyncThrowingStream { _ in } }
  )
  static let previewValue = {
    let isRecording = LockIsolated(false)
    return Self(
      authorizationStatus: { isRecording.value ? .authorized : .denied },
      requestAuthorization: { .authorized },
      startTask: { _ in
        AsyncThrowingStream { continuation in
          Task {
            isRecording.setValue(true)
            continuation.yield(Result(text: "preview"))
            continuation.finish()
          }
        }
      }
    )
  }()
  static let testValue = Self()
}

extension DependencyValues {
  var speechService: SpeechService {
    get { self[SpeechService.self] }
    set { self[SpeechService.self] = newValue }
  }
}

@DependencyClient
struct Sounds {
  var load: @Sendable (_ fileName: String) async -> Void
  var play: @Sendable () async -> Void
}
extension Sounds: TestDependencyKey {
  static let previewValue = Self.noop
  static let testValue = Self()
  static let noop = Self(load: { _ in }, play: {})
}
extension DependencyValues {
  var sounds: Sounds {
    get { self[Sounds.self] }
    set { self[Sounds.self] = newValue }
  }
}

// MARK: Form

@Reducer
struct StandupForm {
  @ObservableState
  struct State: Equatable, Sendable {
    var focus: Field? = .title
    var standup: Standup

    init(focus: Field? = .title, standup: Standup) {
      self.focus = focus
      self.standup = standup
      if self.standup.attendees.isEmpty {
        @Dependency(\.uuid) var uuid
        self.standup.attendees.append(Participant(id: uuid()))
      }
    }

    enum Field: Hashable {
      case attendee(Participant.ID)
      case title
    }
  }

  enum Action: BindableAction, Equatable, Sendable {
    case addAttendeeButtonTapped
    case binding(BindingAction<State>)
    case onDeleteAttendees(IndexSet)
  }

  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .addAttendeeButtonTapped:
        let attendee = Participant(id: uuid())
        state.standup.attendees.append(attendee)
        state.focus = .attendee(attendee.id)
        return .none

      case .binding:
        return .none

      case let .onDeleteAttendees(indices):
        state.standup.attendees.remove(atOffsets: indices)
        if state.standup.attendees.isEmpty {
          state.standup.attendees.append(Participant(id: uuid()))
        }
        guard let firstIndex = indices.first else { return .none }
        let index = min(firstIndex, state.standup.attendees.count - 1)
        state.focus = .attendee(state.standup.attendees[index].id)
        return .none
      }
    }
  }
}

// MARK: Record

@Reducer
struct RecordStandup {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    var secondsElapsed = 0
    var speakerIndex = 0
    var standup: Standup
    var transcript = ""

    var durationRemaining: Duration {
      standup.duration - .seconds(secondsElapsed)
    }
  }

  enum Action {
    case alert(PresentationAction<Alert>)
    case delegate(Delegate)
    case endMeetingButtonTapped
    case nextButtonTapped
    case onTask
    case timerTick
    case speechFailure
    case speechResult(SpeechService.Result)

    @CasePathable
    enum Alert {
      case confirmDiscard
      case confirmSave
    }
    @CasePathable
    enum Delegate {
      case save(transcript: String)
    }
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.date.now) var now
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.sounds) var sounds
  @Dependency(\.speechService) var speechService

  private enum CancelID { case timer }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert(.presented(.confirmDiscard)):
        return .run { _ in await dismiss() }

      case .alert(.presented(.confirmSave)):
        return save(state: &state)

      case .alert, .delegate:
        return .none

      case .endMeetingButtonTapped:
        state.alert = .endMeeting(isDiscardable: true)
        return .none

      case .nextButtonTapped:
        guard state.speakerIndex < state.standup.attendees.count - 1 else {
          state.alert = .endMeeting(isDiscardable: false)
          return .none
        }
        state.speakerIndex += 1
        state.secondsElapsed =
          state.speakerIndex * Int(state.standup.durationPerAttendee.components.seconds)
        return .none

      case .onTask:
        return .run { send in
          let authorization =
            await speechService.authorizationStatus() == .authorized
            ? .authorized
            : speechService.requestAuthorization()

          await withTaskGroup(of: Void.self) { group in
            if authorization == .authorized {
              group.addTask { await startSpeechRecognition(send: send) }
            }
            group.addTask { await startTimer(send: send) }
          }
        }

      case .timerTick:
        guard state.alert == nil else { return .none }
        state.secondsElapsed += 1
        let secondsPerAttendee = Int(state.standup.durationPerAttendee.components.seconds)
        if state.secondsElapsed.isMultiple(of: secondsPerAttendee) {
          if state.secondsElapsed == state.standup.duration.components.seconds {
            return save(state: &state)
          }
          state.speakerIndex += 1
          return .run { _ in await sounds.play() }
        }
        return .none

      case .speechFailure:
        if !state.transcript.isEmpty { state.transcript += " ❌" }
        state.alert = .speechFailed
        return .none

      case let .speechResult(result):
        state.transcript = result.text
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  private func save(state: inout State) -> Effect<Action> {
    .concatenate(
      .send(.delegate(.save(transcript: state.transcript))),
      .run { _ in await dismiss() }
    )
  }

  private func startSpeechRecognition(send: Send<Action>) async {
    do {
      for try await result in await speechService.startTask(request: 1) {
        await send(.speechResult(result))
      }
    } catch {
      await send(.speechFailure)
    }
  }

  private func startTimer(send: Send<Action>) async {
    for await _ in clock.timer(interval: .seconds(1)) {
      await send(.timerTick)
    }
  }
}

extension AlertState where Action == RecordStandup.Action.Alert {
  static func endMeeting(isDiscardable: Bool) -> Self {
    Self {
      TextState("End meeting?")
    } actions: {
      ButtonState(action: .confirmSave) {
        TextState("Save and end")
      }
      if isDiscardable {
        ButtonState(role: .destructive, action: .confirmDiscard) {
          TextState("Discard")
        }
      }
      ButtonState(role: .cancel) {
        TextState("Resume")
      }
    } message: {
      TextState("You are ending the meeting early. What would you like to do?")
    }
  }

  static let speechFailed = Self {
    TextState("Speech recognition failure")
  } actions: {
    ButtonState(role: .cancel) {
      TextState("Continue meeting")
    }
    ButtonState(role: .destructive, action: .confirmDiscard) {
      TextState("Discard meeting")
    }
  } message: {
    TextState("The recogniser has failed.")
  }
}

// MARK: Detail

@Reducer
struct StandupDetail {
  @Reducer
  enum Destination {
    case alert(AlertState<Alert>)
    case edit(StandupForm)

    @CasePathable
    enum Alert {
      case confirmDeletion
      case continueWithoutRecording
      case openSettings
    }
  }

  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    var standup: Standup
  }

  enum Action: Sendable {
    case cancelEditButtonTapped
    case delegate(Delegate)
    case deleteButtonTapped
    case deleteMeetings(atOffsets: IndexSet)
    case destination(PresentationAction<Destination.Action>)
    case doneEditingButtonTapped
    case editButtonTapped
    case startMeetingButtonTapped

    @CasePathable
    enum Delegate: Sendable {
      case deleteStandup(id: Standup.ID)
      case standupUpdated(Standup)
      case startMeeting(Standup)
    }
  }

  @Dependency(\.dismiss) var dismiss
  @Dependency(\.openSettings) var openSettings
  @Dependency(\.speechService.authorizationStatus) var authorizationStatus

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .cancelEditButtonTapped:
        state.destination = nil
        return .none
      case .delegate:
        return .none
      case .deleteButtonTapped:
        state.destination = .alert(.deleteStandup)
        return .none
      case let .deleteMeetings(atOffsets: indices):
        state.standup.meetings.remove(atOffsets: indices)
        return .none
      case let .destination(.presented(.alert(alertAction))):
        switch alertAction {
        case .confirmDeletion:
          return .run { [id = state.standup.id] send in
            await send(.delegate(.deleteStandup(id: id)))
            await self.dismiss()
          }
        case .continueWithoutRecording:
          return .send(.delegate(.startMeeting(state.standup)))
        case .openSettings:
          return .run { _ in await self.openSettings() }
        }
      case .destination:
        return .none
      case .doneEditingButtonTapped:
        guard case let .some(.edit(editState)) = state.destination else { return .none }
        state.standup = editState.standup
        state.destination = nil
        return .none
      case .editButtonTapped:
        state.destination = .edit(StandupForm.State(standup: state.standup))
        return .none
      case .startMeetingButtonTapped:
        switch authorizationStatus() {
        case .authorized:
          return .send(.delegate(.startMeeting(state.standup)))
        case .denied:
          state.destination = .alert(.speechDenied)
          return .none
        }
      }
    }
    .ifLet(\.$destination, action: \.destination)
    .onChange(of: \.standup) { oldValue, newValue in
      Reduce { _, _ in
        .send(.delegate(.standupUpdated(newValue)))
      }
    }
  }
}

extension StandupDetail.Destination.State: Equatable {}

extension AlertState where Action == StandupDetail.Destination.Alert {
  static let deleteStandup = Self {
    TextState("Delete?")
  } actions: {
    ButtonState(role: .destructive, action: .confirmDeletion) { TextState("Yes") }
    ButtonState(role: .cancel) { TextState("Nevermind") }
  } message: {
    TextState("Are you sure?")
  }
  static let speechDenied = Self(
    title: { TextState("Speech denied") },
    actions: {
      ButtonState(action: .continueWithoutRecording) { TextState("Continue") }
      ButtonState(action: .openSettings) { TextState("Open settings") }
    },
    message: { TextState("Enable it in settings.") }
  )
}

private enum OpenSettingsKey: DependencyKey {
  static let liveValue: @Sendable () async -> Void = {}
  static let testValue: @Sendable () async -> Void = unimplemented(
    #"@Dependency(\.openSettings)"#,
    placeholder: ()
  )
}
extension DependencyValues {
  var openSettings: @Sendable () async -> Void {
    get { self[OpenSettingsKey.self] }
    set { self[OpenSettingsKey.self] = newValue }
  }
}

// MARK: List and app

@Reducer
struct StandupList {
  @ObservableState
  struct State: Equatable {
    @Presents var addStandup: StandupForm.State?
    var standups: IdentifiedArrayOf<Standup> = []
  }
  enum Action {
    case addButtonTapped
    case addStandup(PresentationAction<StandupForm.Action>)
    case confirmAddButtonTapped
    case discardButtonTapped
    case onDelete(IndexSet)
  }
  @Dependency(\.uuid) var uuid
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        state.addStandup = StandupForm.State(standup: Standup(id: uuid()))
        return .none
      case .addStandup:
        return .none
      case .confirmAddButtonTapped:
        defer { state.addStandup = nil }
        guard var standup = state.addStandup?.standup else { return .none }
        standup.attendees.removeAll { attendee in
          attendee.name.allSatisfy(\.isWhitespace)
        }
        if standup.attendees.isEmpty {
          standup.attendees.append(
            state.addStandup?.standup.attendees.first ?? Participant(id: uuid())
          )
        }
        _ = state.standups.append(standup)
        return .none
      case .discardButtonTapped:
        state.addStandup = nil
        return .none
      case let .onDelete(indexSet):
        state.standups.remove(atOffsets: indexSet)
        return .none
      }
    }
    .ifLet(\.$addStandup, action: \.addStandup) {
      StandupForm()
    }
  }
}

@Reducer
struct StandupsApp {
  @Reducer
  enum Path {
    case detail(StandupDetail)
    @ReducerCaseIgnored
    case meeting(Meeting, standup: Standup)
    case record(RecordStandup)
  }

  @ObservableState
  struct State: Equatable {
    var path = StackState<Path.State>()
    var list = StandupList.State()
  }

  enum Action {
    case path(StackActionOf<Path>)
    case list(StandupList.Action)
  }

  @Dependency(\.date.now) var now
  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Scope(state: \.list, action: \.list) {
      StandupList()
    }
    Reduce { state, action in
      switch action {
      case let .path(.element(id, .detail(.delegate(delegateAction)))):
        guard case let .some(.detail(detailState)) = state.path[id: id] else { return .none }
        switch delegateAction {
        case .deleteStandup:
          state.list.standups.remove(id: detailState.standup.id)
          return .none
        case let .standupUpdated(standup):
          state.list.standups[id: standup.id] = standup
          return .none
        case .startMeeting:
          state.path.append(.record(RecordStandup.State(standup: detailState.standup)))
          return .none
        }
      case let .path(.element(id: _, action: .record(.delegate(.save(transcript: transcript))))):
        guard let detailID = state.path.ids.dropLast().last else {
          reportIssue("Record pushed without a detail.")
          return .none
        }
        state.path[id: detailID, case: \.detail]?.standup.meetings.insert(
          Meeting(id: uuid(), date: now, transcript: transcript),
          at: 0
        )
        guard let standup = state.path[id: detailID, case: \.detail]?.standup else { return .none }
        state.list.standups[id: standup.id] = standup
        return .none
      case .path, .list:
        return .none
      }
    }
    .forEach(\.path, action: \.path)
  }
}

extension StandupsApp.Path.State: Equatable {}

// MARK: Tests

@MainActor
@Suite
struct StandupFormTests {
  @Test func addAndRemoveAttendees() async {
    let store = TestStore(
      initialState: withDependencies {
        $0.uuid = .incrementing
      } operation: {
        StandupForm.State(standup: Standup(id: UUID(-1), title: "Engineering"))
      }
    ) {
      StandupForm()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    #expect(store.state.standup.attendees.ids == [UUID(0)])
    await store.send(.addAttendeeButtonTapped) {
      $0.focus = .attendee(UUID(0))
      $0.standup.attendees.append(Participant(id: UUID(0)))
    }
  }

  @Test func deleting() async {
    let store = TestStore(
      initialState: StandupForm.State(
        standup: Standup(
          id: UUID(),
          attendees: [Participant(id: UUID(10)), Participant(id: UUID(11))]
        )
      )
    ) {
      StandupForm()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    await store.send(.onDeleteAttendees([0])) {
      $0.focus = .attendee($0.standup.attendees[1].id)
      $0.standup.attendees = [$0.standup.attendees[1]]
    }
    await store.send(.onDeleteAttendees([0])) {
      $0.focus = .attendee(UUID(0))
      $0.standup.attendees = [Participant(id: UUID(0))]
    }
  }
}

@MainActor
@Suite
struct RecordStandupTests {
  @Test func timerAndSpeech() async {
    let clock = TestClock()
    let dismissed = LockIsolated(false)
    let played = LockIsolated(0)
    let store = TestStore(initialState: RecordStandup.State(standup: .mock)) {
      RecordStandup()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date.now = Date(timeIntervalSince1970: 1_234_567_890)
      $0.dismiss = DismissEffect { dismissed.setValue(true) }
      $0.sounds.play = { played.withValue { $0 += 1 } }
      $0.speechService.authorizationStatus = { .authorized }
      $0.speechService.startTask = { @Sendable _ in
        AsyncThrowingStream {
          $0.yield(SpeechService.Result(text: "I completed the project"))
          $0.finish()
        }
      }
    }

    let onTask = await store.send(.onTask)
    await store.receive(\.speechResult) { $0.transcript = "I completed the project" }

    store.exhaustivity = .off(showSkippedAssertions: true)
    await clock.advance(by: .seconds(1))
    await store.receive(\.timerTick) { $0.secondsElapsed = 1 }
    await clock.advance(by: .seconds(4))
    await store.receive(\.timerTick)
    await store.receive(\.timerTick)
    await store.receive(\.timerTick)
    await store.receive(\.timerTick) {
      $0.speakerIndex = 1
      $0.secondsElapsed = 5
      #expect($0.durationRemaining == .seconds(5))
    }
    #expect(played.value == 1)
    await clock.advance(by: .seconds(5))
    await store.receive(\.delegate.save)
    await onTask.cancel()
    await store.finish()
    #expect(dismissed.value)
  }

  @Test func discard() async {
    let clock = TestClock()
    let store = TestStore(initialState: RecordStandup.State(standup: .mock)) {
      RecordStandup()
    } withDependencies: {
      $0.continuousClock = clock
      $0.speechService.authorizationStatus = { .denied }
      $0.speechService.requestAuthorization = { .denied }
    }
    let task = await store.send(.onTask)
    await store.send(.endMeetingButtonTapped) { $0.alert = .endMeeting(isDiscardable: true) }
    await clock.advance(by: .seconds(3))
    await store.receive(\.timerTick)
    await store.receive(\.timerTick)
    await store.receive(\.timerTick)
    await store.withExhaustivity(.off) {
      await store.send(\.alert.dismiss)
    }
    #expect(store.state.alert == nil)
    await task.cancel()
  }

  @Test func dismissesItself() async {
    let store = TestStore(initialState: RecordStandup.State(standup: .mock)) {
      RecordStandup()
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
    }
    await store.send(.endMeetingButtonTapped) { $0.alert = .endMeeting(isDiscardable: true) }
    await store.send(.alert(.presented(.confirmDiscard))) { $0.alert = nil }
    #expect(store.isDismissed)
  }
}

@MainActor
@Suite
struct StandupsAppTests {
  @Test func edit() async {
    let standup = Standup.mock
    let store = TestStore(
      initialState: StandupsApp.State(list: StandupList.State(standups: [standup]))
    ) {
      StandupsApp()
    }
    await store.send(\.path.push, (id: 0, .detail(StandupDetail.State(standup: standup)))) {
      $0.path[id: 0] = .detail(StandupDetail.State(standup: standup))
    }
    await store.send(\.path[id: 0].detail.editButtonTapped) {
      $0.path[id: 0, case: \.detail]?.destination = .edit(StandupForm.State(standup: standup))
    }
    var edited = standup
    edited.title = "Blob"
    await store.send(\.path[id: 0].detail.destination.edit.binding.standup, edited) {
      $0.path[id: 0].modify(\.detail) {
        $0.destination.modify(\.edit) { $0.standup.title = "Blob" }
      }
    }
    await store.send(\.path[id: 0].detail.doneEditingButtonTapped) {
      XCTModify(&$0.path[id: 0], case: \.detail) {
        $0.destination = nil
        $0.standup.title = "Blob"
      }
    }
    await store.receive(\.path[id: 0].detail.delegate.standupUpdated) {
      $0.list.standups[id: standup.id]?.title = "Blob"
    }
  }

  @Test func delete() async throws {
    let standup = Standup.mock
    let store = TestStore(
      initialState: StandupsApp.State(
        path: StackState([.detail(StandupDetail.State(standup: standup))]),
        list: StandupList.State(standups: [standup])
      )
    ) {
      StandupsApp()
    }
    let id = try #require(store.state.path.ids.first)
    await store.send(.path(.element(id: id, action: .detail(.deleteButtonTapped)))) {
      $0.path[id: id, case: \.detail]?.destination = .alert(.deleteStandup)
    }
    await store.send(\.path[id: 0].detail.destination.alert.confirmDeletion) {
      $0.path[id: id, case: \.detail]?.destination = nil
    }
    await store.receive(\.path[id: 0].detail.delegate.deleteStandup) {
      $0.list.standups = []
    }
    await store.receive(\.path.popFrom, 0) { $0.path = StackState() }
  }

  @Test func recording() async {
    let clock = TestClock()
    let standup = Standup.mock
    let store = TestStore(
      initialState: StandupsApp.State(
        path: StackState([
          .detail(StandupDetail.State(standup: standup)),
          .record(RecordStandup.State(standup: standup)),
        ]),
        list: StandupList.State(standups: [standup])
      )
    ) {
      StandupsApp()
    } withDependencies: {
      $0.date.now = Date(timeIntervalSince1970: 1_234_567_890)
      $0.continuousClock = clock
      $0.sounds = .noop
      $0.speechService.authorizationStatus = { .authorized }
      $0.speechService.startTask = { @Sendable _ in
        AsyncThrowingStream { continuation in
          continuation.yield(SpeechService.Result(text: "Done"))
          continuation.finish()
        }
      }
      $0.uuid = .incrementing
    }
    store.exhaustivity = .off
    await store.send(.path(.element(id: 1, action: .record(.onTask))))
    // What was said is there before the time is over.
    await store.receive(\.path[id: 1].record.speechResult)
    await clock.advance(by: .seconds(10))
    await store.receive(\.path[id: 1].record.delegate.save, "Done") {
      $0.path[id: 0, case: \.detail]?.standup.meetings = [
        Meeting(id: UUID(0), date: Date(timeIntervalSince1970: 1_234_567_890), transcript: "Done")
      ]
    }
    await store.receive(\.path.popFrom) {
      #expect($0.path.count == 1)
    }
    store.assert {
      $0.list.standups[id: standup.id]?.meetings[0].transcript = "Done"
    }
  }

  @Test func add() async {
    let store = TestStore(initialState: StandupList.State()) {
      StandupList()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    await store.send(.addButtonTapped) {
      $0.addStandup = StandupForm.State(
        standup: Standup(id: UUID(0), attendees: [Participant(id: UUID(1))])
      )
    }
    var standup = Standup(id: UUID(0), attendees: [Participant(id: UUID(1), name: "Blob")])
    standup.title = "Morning"
    await store.send(\.addStandup.binding.standup, standup) {
      $0.addStandup?.standup = standup
    }
    await store.send(.confirmAddButtonTapped) {
      $0.addStandup = nil
      $0.standups = [standup]
    }
    await store.send(.onDelete([0])) { $0.standups = [] }
  }
}
