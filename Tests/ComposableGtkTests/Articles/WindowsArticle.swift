import ComposableGtk
import Foundation
import GtkKit

@Reducer
struct Harbor {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    var berth = 1
    var isClosed = false
    var note = ""
  }

  enum Action: BindableAction {
    case alert(PresentationAction<Alert>)
    case binding(BindingAction<State>)
    case closeButtonTapped
    case linkOpened(String)

    enum Alert: Equatable {
      case discardNote
    }
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .alert(.presented(.discardNote)):
        state.isClosed = true
      case .alert, .binding:
        break
      case .closeButtonTapped where state.note.isEmpty:
        state.isClosed = true
      case .closeButtonTapped:
        state.alert = AlertState {
          TextState("Discard the note?")
        } actions: {
          ButtonState(role: .destructive, action: .discardNote) { TextState("Discard") }
          ButtonState(role: .cancel) { TextState("Keep") }
        }
      case .linkOpened(let link):
        if let berth = Self.berth(in: link) {
          state.berth = berth
        } else {
          state.alert = AlertState { TextState("“\(link)” leads nowhere.") }
        }
      }
      return .none
    }
    .ifLet(\.$alert, action: \.alert)
  }

  /// Returns the berth of a link such as `harbor://berth/7`.
  private static func berth(in link: String) -> Int? {
    guard let url = URL(string: link), url.scheme == "harbor", url.host() == "berth",
      let berth = Int(url.lastPathComponent), (1...40).contains(berth)
    else { return nil }
    return berth
  }
}

struct HarborView: View {
  @Bindable var store: StoreOf<Harbor>

  var body: some View {
    VStack(spacing: 12) {
      Text("Berth \(store.berth)")
      TextField("Note", text: $store.note)
    }
    .padding(24)
    .alert($store.scope(state: \.alert, action: \.alert))
  }
}

@MainActor
final class HarborWindow {
  let store = Store(initialState: Harbor.State()) { Harbor() }
  let window: ViewWindow<HarborView>
  private var closing: ObserveToken?

  init(in application: Application, onClose: @escaping @MainActor (HarborWindow) -> Void) {
    window = ViewWindow("Harbor", application: application, width: 480, height: 320) { [store] in
      HarborView(store: store)
    }
    window.onCloseRequest = { [store] _ in store.send(.closeButtonTapped) }
    closing = observe { [weak self] in
      guard let self, store.isClosed else { return }
      window.destroy()
      onClose(self)
    }
    window.present()
  }
}

@MainActor
final class HarborProgram {
  let application: Application
  private(set) var windows: [HarborWindow] = []

  init(application: Application) {
    self.application = application
    application.onStartup = { [unowned self] in
      application.add(
        Action("new-window") { [unowned self] in openWindow() },
        accelerators: ["<Control><Shift>n"]
      )
    }
    application.onActivate = { [unowned self] in openWindow() }
    application.onOpen = { [unowned self] links in
      for link in links {
        if windows.isEmpty { openWindow() }
        windows.last?.store.send(.linkOpened(link))
      }
    }
  }

  func openWindow() {
    windows.append(
      HarborWindow(in: application) { [unowned self] window in
        windows.removeAll { $0 === window }
      }
    )
  }

  static func main() {
    if CommandLine.arguments.contains("--version") {
      print("harbor 1.0")
      return
    }
    let application = Application(id: "org.example.Harbor", options: .opensFiles)
    let program = HarborProgram(application: application)
    exit(program.application.run())
  }
}
