import ComposableArchitecture
import Foundation
import Testing

/// The code of the article "Dependencies".
@MainActor
@Suite struct DependenciesArticle {
  @DependencyClient
  struct TideGauge: Sendable {
    var level: @Sendable (_ place: String) async throws -> Double
  }

  @Reducer
  struct Quay {
    @ObservableState
    struct State: Equatable {
      var asked: Date?
      var level: Double?
    }

    enum Action {
      case harbourmasterAsked
      case levelRead(Double)
    }

    @Dependency(\.date.now) var now
    @Dependency(\.tideGauge) var tideGauge

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .harbourmasterAsked:
          state.asked = now
          return .run { send in
            try await send(.levelRead(tideGauge.level("Vlissingen")))
          }
        case .levelRead(let level):
          state.level = level
          return .none
        }
      }
    }
  }

  @Test func `the level of the tide is asked for`() async {
    let store = TestStore(initialState: Quay.State()) {
      Quay()
    } withDependencies: {
      $0.date = .constant(Date(timeIntervalSince1970: 0))
      $0.tideGauge.level = { place in
        #expect(place == "Vlissingen")
        return -3
      }
    }
    await store.send(.harbourmasterAsked) { $0.asked = Date(timeIntervalSince1970: 0) }
    await store.receive(\.levelRead) { $0.level = -3 }
  }
}

extension DependenciesArticle.TideGauge: DependencyKey {
  static let liveValue = Self(
    level: { place in
      try await Buoy.shared.read(place)
    }
  )
  static let testValue = Self()
}

extension DependencyValues {
  var tideGauge: DependenciesArticle.TideGauge {
    get { self[DependenciesArticle.TideGauge.self] }
    set { self[DependenciesArticle.TideGauge.self] = newValue }
  }
}

/// Represents an external service.
private actor Buoy {
  static let shared = Buoy()

  func read(_ place: String) throws -> Double { 2.4 }
}
