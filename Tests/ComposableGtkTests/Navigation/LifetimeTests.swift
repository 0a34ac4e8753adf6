import ComposableGtk
import ComposableGtkTestSupport
import Foundation
import GtkKit
import Testing

extension ComposableGtkTests {
  @MainActor
  struct LifetimeTests {
    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
    }

    @Test
    func `a thousand pushes and pops, and as many of each presentation, leave nothing behind`()
      async throws
    {
      let areAnimationsEnabled = DesktopSettings.areAnimationsEnabled
      DesktopSettings.areAnimationsEnabled = false
      defer { DesktopSettings.areAnimationsEnabled = areAnimationsEnabled }
      let store = Store(
        initialState: Walk.State(house: House.State(root: Room.State(token: 1)))
      ) {
        Walk(log: LockIsolated([]))
      }
      let window = TestWindow(HouseView(store: store.scope(state: \.house, action: \.house)))
      defer { window.close() }
      let widgets = { WalkWidgets(main: window.window.widget).screen }
      func settle() async {
        #expect(await eventually { widgets() == store.withState { WalkPlaces($0).screen } })
        Census.current?.meetWidgets()
      }
      let kinds: [Room.Destination.State] = [
        .sheet(House.State(root: Room.State(token: 2))),
        .popover(Room.State(token: 3)),
        .alert(AlertState { TextState("Alert") }),
      ]
      func round() async {
        store.send(.mutate { $0.house.path.append(.room(Room.State(token: 4))) })
        await settle()
        store.send(.mutate { _ = $0.house.path.popLast() })
        await settle()
        for kind in kinds {
          store.send(.mutate { $0.house.root.destination = kind })
          await settle()
          store.send(.mutate { $0.house.root.destination = nil })
          await settle()
        }
      }
      // Caches of GTK fill up in the first rounds.
      for _ in 1...100 { await round() }
      let census = Census()
      Census.current = census
      defer { Census.current = nil }
      await round()
      MainLoop.pump()
      let survivors = census.survivors
      let handlers = Signal.liveHandlers
      let work = MainLoop.liveWork
      let windows = g_list_model_get_n_items(gtk_window_get_toplevels())
      let before = residentMemory
      for _ in 1...1_000 { await round() }
      // What the focused widget has, for example, comes and goes. A thousand rounds that each leave
      // something behind leave many more.
      #expect(
        await eventually {
          Signal.liveHandlers < handlers + 100 && MainLoop.liveWork < work + 100
        },
        """
        \(Signal.liveHandlers) handlers and \(MainLoop.liveWork) sources, where there were \
        \(handlers) and \(work)
        """
      )
      #expect(await eventually { census.survivors == survivors }, "\(census.survivors)")
      #expect(g_list_model_get_n_items(gtk_window_get_toplevels()) == windows)
      // 4,000 presentations: if each kept as much as a label, they would exceed this limit. On
      // Wayland GTK 4.8 itself keeps more, also in a program that is written in C.
      let most = RealInput.isWayland ? 32 << 20 : 8 << 20
      #expect(residentMemory - before < most, "\(before >> 10) kB to \(residentMemory >> 10) kB")
    }

    /// Without shared memory: on Wayland GTK 4.8 keeps buffers of surfaces that are gone.
    private var residentMemory: Int {
      let statistics = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      let pages = statistics?.split(separator: " ").compactMap { Int($0) } ?? []
      guard pages.count > 2 else { return 0 }
      return (pages[1] - pages[2]) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
  }
}
