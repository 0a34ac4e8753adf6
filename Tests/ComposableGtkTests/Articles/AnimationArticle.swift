import ComposableGtk
import GtkKit

@Reducer
struct Lighthouse {
  @ObservableState
  struct State: Equatable {
    var angle = 0.0
    var isLit = false
  }

  enum Action {
    case switchTapped
    case ticked
  }

  enum CancelID { case beam }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .switchTapped:
        state.isLit.toggle()
        guard state.isLit else { return .cancel(id: CancelID.beam) }
        return .run { send in
          for await _ in clock.timer(interval: .milliseconds(40)) { await send(.ticked) }
        }
        .cancellable(id: CancelID.beam)
      case .ticked:
        state.angle += 0.05
        return .none
      }
    }
  }
}

struct LighthouseView: View {
  private static let styles = StyleProvider(
    css: """
      .lamp { opacity: 0.2; transition: opacity 400ms ease-out; }
      .lamp.lit { opacity: 1; }
      """
  )

  let store: StoreOf<Lighthouse>

  var body: some View {
    VStack(spacing: 12) {
      Text("Lamp")
        .cssClass("lamp")
        .cssClass("lit", isActive: store.isLit)
      Canvas(store.angle) { context, angle in
        let center = (x: context.width / 2, y: context.height / 2)
        let end = (x: center.x + 60 * cos(angle), y: center.y + 60 * sin(angle))
        context.stroke([center, end], color: context.foreground, width: 4)
      }
      .frame(width: 140, height: 140)
      .accessibilityLabel("Beam")
      Button(store.isLit ? "Switch off" : "Switch on") { store.send(.switchTapped) }
    }
    .padding(24)
    .onAppear { _ = Self.styles }
  }
}
