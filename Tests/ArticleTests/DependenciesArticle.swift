import ComposableArchitecture
import Foundation
import Testing

/// The code of the article "Dependencies".
@MainActor
@Suite struct DependenciesArticle {
  @DependencyClient
  struct WeatherClient: Sendable {
    var temperature: @Sendable (_ place: String) async throws -> Double
  }

  @Reducer
  struct Weather {
    @ObservableState
    struct State: Equatable {
      var asked: Date?
      var temperature: Double?
    }

    enum Action {
      case refreshButtonTapped
      case temperatureResponse(Double)
    }

    @Dependency(\.date.now) var now
    @Dependency(\.weather) var weather

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .refreshButtonTapped:
          state.asked = now
          return .run { send in
            try await send(.temperatureResponse(weather.temperature("Oslo")))
          }
        case .temperatureResponse(let temperature):
          state.temperature = temperature
          return .none
        }
      }
    }
  }

  @Test func `The temperature is asked for`() async {
    let store = TestStore(initialState: Weather.State()) {
      Weather()
    } withDependencies: {
      $0.date = .constant(Date(timeIntervalSince1970: 0))
      $0.weather.temperature = { place in
        #expect(place == "Oslo")
        return -3
      }
    }
    await store.send(.refreshButtonTapped) { $0.asked = Date(timeIntervalSince1970: 0) }
    await store.receive(\.temperatureResponse) { $0.temperature = -3 }
  }
}

extension DependenciesArticle.WeatherClient: DependencyKey {
  static let liveValue = Self(
    temperature: { place in
      try await Thermometer.shared.read(place)
    }
  )
  static let testValue = Self()
}

extension DependencyValues {
  var weather: DependenciesArticle.WeatherClient {
    get { self[DependenciesArticle.WeatherClient.self] }
    set { self[DependenciesArticle.WeatherClient.self] = newValue }
  }
}

/// Stands for a service of the outside world.
private actor Thermometer {
  static let shared = Thermometer()

  func read(_ place: String) throws -> Double { 20 }
}
