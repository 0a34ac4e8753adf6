import ComposableArchitecture

/// All figures, in the order of the table. The aims are nanoseconds.
@MainActor
let benchmarks: [Benchmark] = sending + stacks + presentations + effects + elements + readRows

// MARK: - Sending and reading

@MainActor
private let sending: [Benchmark] = [
  Benchmark("root send", target: 400) {
    let store = Store(initialState: Meter.State()) { Meter() }
    let plain = Plain()
    return (.repeated { store.send(.increment) }, .repeated { plain.increment() })
  },
  Benchmark("property read", target: 60) {
    let store = Store(initialState: Meter.State()) { Meter() }
    let plain = Plain()
    return (.repeated { keep(store.count) }, .repeated { keep(plain.meter.count) })
  },
  Benchmark("send through scopes", n: 1) {
    let root = Store(initialState: Nest1.State()) { Nest1() }
    return sendThroughScopes(root.scope(state: \.child, action: \.child))
  },
  Benchmark("send through scopes", n: 3) {
    let root = Store(initialState: Nest3.State()) { Nest3() }
    return sendThroughScopes(
      root
        .scope(state: \.child, action: \.child)
        .scope(state: \.child, action: \.child)
        .scope(state: \.child, action: \.child)
    )
  },
  Benchmark("send through scopes", n: 6, target: 600) {
    let root = Store(initialState: Nest6.State()) { Nest6() }
    return sendThroughScopes(
      root
        .scope(state: \.child, action: \.child)
        .scope(state: \.child, action: \.child)
        .scope(state: \.child, action: \.child)
        .scope(state: \.child, action: \.child)
        .scope(state: \.child, action: \.child)
        .scope(state: \.child, action: \.child)
    )
  },
]

@MainActor
private func sendThroughScopes(_ store: StoreOf<Meter>) -> (library: Work, floor: Work) {
  let plain = Plain()
  return (.repeated { store.send(.increment) }, .repeated { plain.increment() })
}

// MARK: - Stacks

private func makePath(count: Int) -> StackState<Book.Path.State> {
  StackState((0..<count).map { .meter(Meter.State(id: $0)) })
}

@MainActor
func makeBook(count: Int) -> StoreOf<Book> {
  let store = Store(initialState: Book.State(path: makePath(count: count))) { Book() }
  // The first action mounts the elements.
  store.send(.fill(store.path))
  return store
}

@MainActor
private let stacks: [Benchmark] =
  [1, 100, 1_000].map { n in
    Benchmark("stack: action to the top", n: n, target: 1_200) {
      let store = makeBook(count: n)
      let top = store.path.ids[n - 1]
      let plain = Plain(count: n)
      return (
        .repeated { store.send(.path(.element(id: top, action: .meter(.increment)))) },
        .repeated { plain.incrementLast() }
      )
    }
  }
  + [1, 100, 1_000].map { n in
    Benchmark("stack: push + popLast", n: n, target: 4_000) {
      let store = makeBook(count: n)
      let plain = Plain(count: n)
      return (
        .repeated {
          store.send(.push)
          store.send(.popLast)
        },
        .repeated {
          plain.meters.append(PlainMeter())
          keep(plain.meters.popLast())
        }
      )
    }
  }
  + [1, 100, 1_000].map { n in
    // Work that is done once after the tasks have ended is divided among few actions here.
    Benchmark("stack: push + popLast, then tasks", n: n, target: 4_000) {
      let store = makeBook(count: n)
      let plain = Plain(count: n)
      return (
        .awaited(operations: 20) {
          for _ in 0..<20 {
            store.send(.push)
            store.send(.popLast)
          }
          await Task.yield()
        },
        .awaited(operations: 20) {
          for _ in 0..<20 {
            plain.meters.append(PlainMeter())
            keep(plain.meters.popLast())
          }
          await Task.yield()
        }
      )
    }
  }
  + [100, 1_000].map { n in
    Benchmark("stack: popFrom(first)", n: n, target: 300 * Double(n)) {
      let store = makeBook(count: 0)
      let plain = Plain()
      return (
        .prepared {
          store.send(.fill(makePath(count: n)))
        } then: {
          store.send(.path(.popFrom(id: store.path.ids[0])))
        },
        .prepared {
          plain.meters = (0..<n).map { PlainMeter(id: $0) }
        } then: {
          plain.meters.removeAll()
        }
      )
    }
  }
  + [
    Benchmark("StackState: append + popLast", n: 1_000, target: 150) {
      var stack = StackState((0..<1_000).map { PlainMeter(id: $0) })
      let plain = Plain(count: 1_000)
      return (
        .repeated {
          stack.append(PlainMeter())
          keep(stack.popLast())
        },
        .repeated {
          plain.meters.append(PlainMeter())
          keep(plain.meters.popLast())
        }
      )
    },
    Benchmark("StackState: copy, modify last", n: 1_000, target: 3_000) {
      let stack = StackState((0..<1_000).map { Meter.State(id: $0) })
      let last = stack.ids[999]
      let plain = Plain(count: 1_000)
      return (
        .repeated {
          var copy = stack
          copy[id: last]?.count += 1
          keep(copy)
        },
        .repeated {
          var copy = plain.meters
          copy[999].count += 1
          keep(copy)
        }
      )
    },
    Benchmark("StackState: copy, modify last of plain values", n: 1_000) {
      let stack = StackState((0..<1_000).map { PlainMeter(id: $0) })
      let last = stack.ids[999]
      let plain = Plain(count: 1_000)
      return (
        .repeated {
          var copy = stack
          copy[id: last]?.count += 1
          keep(copy)
        },
        .repeated {
          var copy = plain.meters
          copy[999].count += 1
          keep(copy)
        }
      )
    },
  ]

// MARK: - Presentations

@MainActor
private let presentations: [Benchmark] = [
  Benchmark("ifLet: present + action + dismiss", target: 5_000) {
    let store = Store(initialState: Presenter.State()) { Presenter() }
    let plain = Plain()
    return (
      .repeated {
        store.send(.present)
        store.send(.meter(.presented(.increment)))
        store.send(.meter(.dismiss))
      },
      .repeated {
        plain.presented = PlainMeter()
        plain.incrementPresented()
        plain.presented = nil
      }
    )
  },
  Benchmark("ifLet: action while presented", target: 1_200) {
    let store = Store(initialState: Presenter.State()) { Presenter() }
    store.send(.present)
    let plain = Plain()
    plain.presented = PlainMeter()
    return (
      .repeated { store.send(.meter(.presented(.increment))) },
      .repeated { plain.incrementPresented() }
    )
  },
  Benchmark("ifLet: action while a case is presented") {
    let store = Store(initialState: Menu.State()) { Menu() }
    store.send(.present)
    let plain = Plain()
    plain.presented = PlainMeter()
    return (
      .repeated { store.send(.destination(.presented(.meter(.increment)))) },
      .repeated { plain.incrementPresented() }
    )
  },
]

// MARK: - Effects

@MainActor
private let effects: [Benchmark] = [
  Benchmark("run effect, round trip", target: 12_000) {
    let store = Store(initialState: Meter.State()) { Meter() }
    let plain = Plain()
    return (
      .awaited { await store.send(.ask).finish() },
      .awaited { await plain.incrementFromTask().value }
    )
  },
  Benchmark("run effects at once, each", n: 1_000) {
    let store = Store(initialState: Meter.State()) { Meter() }
    let plain = Plain()
    return (
      .awaited(operations: 1_000) {
        let tasks = (0..<1_000).map { _ in store.send(.ask) }
        for task in tasks { await task.finish() }
      },
      .awaited(operations: 1_000) {
        let tasks = (0..<1_000).map { _ in plain.incrementFromTask() }
        for task in tasks { await task.value }
      }
    )
  },
  Benchmark("TestStore: send + receive", target: 6_000) {
    let store = TestStore(initialState: Meter.State()) { Meter() }
    let plain = Plain()
    return (
      .awaited {
        await store.send(.askNow)
        await store.receive(\.answer) { $0.count += 1 }
      },
      .awaited { checkedIncrement(of: plain) }
    )
  },
  Benchmark("TestStore: send + receive of a run effect", target: 8_000) {
    let store = TestStore(initialState: Meter.State()) { Meter() }
    let plain = Plain()
    return (
      .awaited {
        await store.send(.ask)
        await store.receive(\.answer) { $0.count += 1 }
      },
      .awaited { checkedIncrement(of: plain) }
    )
  },
]

@MainActor
private func checkedIncrement(of plain: Plain) {
  var expected = plain.meter
  plain.increment()
  expected.count += 1
  precondition(expected == plain.meter)
}

// MARK: - Stores of elements

@MainActor
private func makeTable(count: Int = 100) -> StoreOf<Table> {
  Store(
    initialState: Table.State(
      rows: IdentifiedArray(uniqueElements: (0..<count).map { Meter.State(id: $0) })
    )
  ) {
    Table()
  }
}

@MainActor
private let elements: [Benchmark] =
  [100, 10_000].map { n in
    Benchmark("rows: insert + remove in the middle", n: n) {
      let store = makeTable(count: n)
      let plain = Plain(count: n)
      return (
        .repeated {
          store.send(.insert(Meter.State(id: -1), at: n / 2))
          store.send(.remove(id: -1))
        },
        .repeated {
          plain.meters.insert(PlainMeter(id: -1), at: n / 2)
          plain.meters.remove(at: n / 2)
        }
      )
    }
  }
  + [
    Benchmark("cached scope to a row, each", n: 100, target: 150) {
      let store = makeTable()
      let held = Array(store.scope(state: \.rows, action: \.rows))
      let plain = Plain(count: 100)
      return (
        .repeated(operations: 100) {
          for row in store.scope(state: \.rows, action: \.rows) { keep(row) }
          withExtendedLifetime(held) {}
        },
        .repeated(operations: 100) {
          for row in plain.meters { keep(row) }
        }
      )
    },
    Benchmark("action to the last row, stores held", n: 100, target: 2_000) {
      let store = makeTable()
      let held = Array(store.scope(state: \.rows, action: \.rows))
      let plain = Plain(count: 100)
      return (
        .repeated {
          store.send(.rows(.element(id: 99, action: .increment)))
          withExtendedLifetime(held) {}
        },
        .repeated { plain.incrementLast() }
      )
    },
    // The floor only creates the key paths that the caller must create.
    Benchmark("cached scope to an element of a stack, each", n: 100) {
      let store = makeBook(count: 100)
      let held = elementStores(of: store)
      return (
        .repeated(operations: 100) {
          keep(elementStores(of: store))
          withExtendedLifetime(held) {}
        },
        .repeated(operations: 100) {
          for id in store.path.ids { keep(elementKeyPaths(id: id)) }
        }
      )
    },
    Benchmark("cached scope to a child", target: 500) {
      let store = Store(initialState: Nest1.State()) { Nest1() }
      let held = store.scope(state: \.child, action: \.child)
      let plain = Plain()
      return (
        .repeated {
          keep(store.scope(state: \.child, action: \.child))
          withExtendedLifetime(held) {}
        },
        .repeated { keep(plain.meter) }
      )
    },
    Benchmark("cached scope to presented state", target: 1_000) {
      let store = Store(initialState: Presenter.State(meter: Meter.State())) { Presenter() }
      let held = store.scope(state: \.meter, action: \.meter)
      let plain = Plain()
      plain.presented = PlainMeter()
      return (
        .repeated {
          keep(store.scope(state: \.meter, action: \.meter))
          withExtendedLifetime(held) {}
        },
        .repeated { keep(plain.presented) }
      )
    },
    Benchmark("cached scope to what is presented, two steps", target: 300) {
      let store = Store(initialState: Presenter.State(meter: Meter.State())) { Presenter() }
      let held = store.scope(state: \.meter, action: \.meter.presented)
      let plain = Plain()
      plain.presented = PlainMeter()
      return (
        .repeated {
          keep(store.scope(state: \.meter, action: \.meter.presented))
          withExtendedLifetime(held) {}
        },
        .repeated { keep(plain.presented) }
      )
    },
    // The floor only creates the key paths that the caller must create.
    Benchmark("cached scope to a presented case") {
      let store = Store(initialState: Menu.State(destination: .meter(Meter.State()))) { Menu() }
      let held = store.scope(state: \.destination?.meter, action: \.destination.meter)
      return (
        .repeated {
          keep(store.scope(state: \.destination?.meter, action: \.destination.meter))
          withExtendedLifetime(held) {}
        },
        .repeated {
          keep(presentedKeyPaths())
        }
      )
    },
    Benchmark("stack: action to the top, stores held", n: 100, target: 2_000) {
      let store = makeBook(count: 100)
      let held = elementStores(of: store)
      let top = store.path.ids[99]
      let plain = Plain(count: 100)
      return (
        .repeated {
          store.send(.path(.element(id: top, action: .meter(.increment))))
          withExtendedLifetime(held) {}
        },
        .repeated { plain.incrementLast() }
      )
    },
  ]

// MARK: - Rows that have been read

/// Makes a table with stores of all rows, each of which has been read once.
@MainActor
private func makeReadTable(count: Int) -> (table: StoreOf<Table>, rows: [StoreOf<Meter>]) {
  let table = makeTable(count: count)
  let rows = Array(table.scope(state: \.rows, action: \.rows))
  for row in rows { keep(row.count) }
  return (table, rows)
}

/// The cost of an action, and of the next read of a row, by the number of rows that have been read.
@MainActor
private let readRows: [Benchmark] = [100, 1_000, 10_000].flatMap { n in
  [
    Benchmark("rows read: no-op", n: n, target: 500) {
      let (table, rows) = makeReadTable(count: n)
      let plain = Plain(count: n)
      return (
        .repeated {
          table.send(.nothing)
          withExtendedLifetime(rows) {}
        },
        .repeated { keep(plain.meters.count) }
      )
    },
    Benchmark("rows read: action to the root", n: n) {
      let (table, rows) = makeReadTable(count: n)
      let plain = Plain(count: n)
      return (
        .repeated {
          table.send(.touch)
          withExtendedLifetime(rows) {}
        },
        .repeated { plain.increment() }
      )
    },
    Benchmark("rows read: action to a row", n: n) {
      let (_, rows) = makeReadTable(count: n)
      let plain = Plain(count: n)
      return (.repeated { rows[n / 2].send(.increment) }, .repeated { plain.incrementLast() })
    },
    Benchmark("rows read: action to a row and read of it", n: n) {
      let (_, rows) = makeReadTable(count: n)
      let plain = Plain(count: n)
      return (
        .repeated {
          rows[n / 2].send(.increment)
          keep(rows[n / 2].count)
        },
        .repeated {
          plain.incrementLast()
          keep(plain.meters[n - 1])
        }
      )
    },
  ]
}

/// Returns the stores of all elements, by key path. `NavigationStack` finds its stores by the ids
/// of the elements, with API that is not public.
@MainActor
func elementStores(of store: StoreOf<Book>) -> [StoreOf<Book.Path>] {
  store.path.ids.compactMap { store.scope(state: \.path[id: $0], action: \.path[id: $0]) }
}

/// Creates the key paths that the caller of the function above creates for each store.
@inline(never)
private func elementKeyPaths(
  id: StackElementID
) -> (AnyKeyPath, CaseKeyPath<Book.Action, Book.Path.Action>) {
  let state: KeyPath<Book.State, Book.Path.State?> = \.path[id: id]
  return (state, \.path[id: id])
}

@inline(never)
private func presentedKeyPaths() -> (
  AnyKeyPath, CaseKeyPath<Menu.Action, PresentationAction<Meter.Action>>
) {
  let state: KeyPath<Menu.State, Meter.State?> = \.destination?.meter
  return (state, \.destination.meter)
}
