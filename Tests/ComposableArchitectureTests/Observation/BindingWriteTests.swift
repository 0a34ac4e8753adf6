import AccessTracking
import ComposableArchitecture
import Testing

@Reducer
private struct Cockpit {
  @ObservableState
  struct Gauge: Equatable, Identifiable, Sendable {
    let id: Int
    var label = ""
    var unit = ""
  }

  @ObservableState
  struct State: Equatable {
    var gauges: IdentifiedArrayOf<Gauge> = [Gauge(id: 1), Gauge(id: 2)]
    var spares = [Gauge(id: 3), Gauge(id: 4)]
    var horizon = Gauge(id: 5)
    var radio: Gauge? = Gauge(id: 6)
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
  }

  var body: some ReducerOf<Self> { BindingReducer() }
}

/// A binding writes a part of a value by changing a copy of the whole and assigning it.
@MainActor
@Suite
struct BindingWriteTests {
  private let store = Store(initialState: Cockpit.State()) { Cockpit() }

  private func watch(_ read: () -> some Any) -> Watch {
    let watch = Watch()
    watch.read { _ = read() }
    return watch
  }

  @Test func `a write to an element notifies its observers, not those of the others`() {
    let all = watch { store.gauges.count }
    let label = watch { store.gauges[id: 1]?.label }
    let unit = watch { store.gauges[id: 1]?.unit }
    let other = watch { store.gauges[id: 2]?.label }
    BindingWrite.perform {
      var copy = store.gauges
      copy[id: 1]?.label = "Height"
      store.gauges = copy
    }
    #expect(store.gauges[id: 1]?.label == "Height")
    #expect([all, label, unit, other].map(\.count) == [0, 1, 0, 0])
  }

  @Test func `the same is true of arrays, of a single value and of an optional one`() {
    let label = watch { store.spares[0].label }
    let other = watch { store.spares[1].label }
    BindingWrite.perform {
      var copy = store.spares
      copy[0].label = "Oil"
      store.spares = copy
    }
    #expect([label, other].map(\.count) == [1, 0])
    let horizon = watch { store.horizon.label }
    let unit = watch { store.horizon.unit }
    BindingWrite.perform {
      var copy = store.horizon
      copy.label = "Horizon"
      store.horizon = copy
    }
    #expect([horizon, unit].map(\.count) == [1, 0])
    let radio = watch { store.radio?.label }
    let frequency = watch { store.radio?.unit }
    BindingWrite.perform {
      var copy = store.radio
      copy?.label = "Radio"
      store.radio = copy
    }
    #expect([radio, frequency].map(\.count) == [1, 0])
    #expect(store.radio?.label == "Radio")
  }

  @Test func `a write of several properties notifies the observers of each`() {
    let label = watch { store.gauges[id: 1]?.label }
    let unit = watch { store.gauges[id: 1]?.unit }
    let other = watch { store.gauges[id: 2]?.unit }
    BindingWrite.perform {
      var copy = store.gauges
      copy[id: 1]?.label = "Speed"
      copy[id: 1]?.unit = "kn"
      store.gauges = copy
    }
    #expect([label, unit, other].map(\.count) == [1, 1, 0])
  }

  @Test func `the former value, assigned by a second action of the write, is read again`() {
    let label = Watch()
    BindingWrite.perform {
      let saved = store.gauges
      var copy = saved
      copy[id: 1]?.label = "Height"
      store.gauges = copy
      label.read { #expect(store.gauges[id: 1]?.label == "Height") }
      store.gauges = saved
    }
    #expect(label.count == 1)
    #expect(store.gauges[id: 1]?.label == "")
  }

  @Test func `a copy that was changed in an earlier write is read again when it is assigned`() {
    var copy = store.gauges
    BindingWrite.perform { copy[id: 1]?.label = "Height" }
    let label = watch { store.gauges[id: 1]?.label }
    BindingWrite.perform { store.gauges = copy }
    #expect(label.count == 1)
    #expect(store.gauges[id: 1]?.label == "Height")
  }

  @Test func `an element that a write replaces is read again`() {
    let label = watch { store.gauges[id: 1]?.label }
    let other = watch { store.gauges[id: 2]?.label }
    BindingWrite.perform {
      var copy = store.gauges
      copy[id: 1] = Cockpit.Gauge(id: 1, label: "Height")
      store.gauges = copy
    }
    #expect([label, other].map(\.count) == [1, 1])
    #expect(store.gauges[id: 1]?.label == "Height")
  }
}
