import CustomDump
import DependencyInjection
import Sharing

/// A way for ``Reducer/_printChanges(_:)`` to print.
public struct _ReducerPrinter<State, Action> {
  let printChange: (_ action: Action, _ oldState: State, _ newState: State) -> Void

  /// - Parameter printChange: Prints an action with the states before and after it.
  public init(
    printChange: @escaping (_ action: Action, _ oldState: State, _ newState: State) -> Void
  ) {
    self.printChange = printChange
  }

  /// Prints the action and what changed in the state.
  public static var customDump: Self {
    Self { action, oldState, newState in
      var text = "Action:\n"
      CustomDump.customDump(action, to: &text, indent: 2)
      text += "\n"
      text += diff(oldState, newState).map { "\($0)\n" } ?? "  The state is the same.\n"
      print(text)
    }
  }

  /// Prints the name of the action's case.
  public static var actionLabels: Self {
    Self { action, _, _ in print("Action: \(debugCaseOutput(action))") }
  }
}

extension Reducer {
  /// Returns a reducer that also prints each action and what it changes.
  ///
  /// - Parameter printer: How to print; `nil` prints nothing.
  public func _printChanges(
    _ printer: _ReducerPrinter<State, Action>? = .customDump
  ) -> some ReducerOf<Self> {
    let cache = _BodyCache(self)
    return Reduce<State, Action> { state, action in
      guard let printer else { return cache.reduce(into: &state, action: action) }
      let oldState = state
      // The shared values of the old state have changed together with those of the new one; their
      // former values are recorded here.
      let sharedChanges = SharedChangeTracker()
      var dependencies = DependencyValues._current
      dependencies.sharedChangeTrackers.append(sharedChanges)
      let effect = DependencyValues.$_current.withValue(dependencies) {
        cache.reduce(into: &state, action: action)
      }
      sharedChanges.stop()
      sharedChanges.assertion(about: sharedChanges.snapshot()).perform {
        printer.printChange(action, oldState, state)
      }
      return effect
    }
  }
}
