import ComposableGtk
import ComposableGtkTestSupport
import GtkKit
import Testing

@Reducer
private struct Survey {
  @ObservableState
  struct Answer: Equatable, Identifiable, Sendable {
    let id: Int
    var text = ""
    var isPublic = false
  }

  @ObservableState
  struct State: Equatable {
    var answers = IdentifiedArray(uniqueElements: (1...4).map { Answer(id: $0) })
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
  }

  var body: some ReducerOf<Self> { BindingReducer() }
}

@MainActor
private final class Evaluations {
  var survey = 0
  var rows: [Int] = []
}

private struct SurveyView: View {
  @Bindable var store: StoreOf<Survey>
  let evaluations: Evaluations

  var body: some View {
    evaluations.survey += 1
    return VStack {
      ForEach($store.answers) { $answer in
        TextField("Answer \(answer.id)", text: $answer.text)
        AnswerLabel(answer: $answer, evaluations: evaluations)
      }
    }
  }
}

private struct AnswerLabel: View {
  @Binding var answer: Survey.Answer
  let evaluations: Evaluations

  var body: some View {
    evaluations.rows.append(answer.id)
    return Text(answer.text)
  }
}

extension ComposableGtkTests {
  @MainActor
  struct NestedBindingTests {
    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
    }

    @Test func `typing into the field of one element evaluates the views that read it alone`()
      async throws
    {
      let store = Store(initialState: Survey.State()) { Survey() }
      let evaluations = Evaluations()
      let window = TestWindow(SurveyView(store: store, evaluations: evaluations))
      defer { window.close() }
      #expect(await eventually { gtk_widget_get_mapped(window.content) != 0 })
      let fields = window.content.family.filter { $0.isA(gtk_text_get_type()) }
      try #require(fields.count == 4)
      (evaluations.survey, evaluations.rows) = (0, [])
      for letter in ["a", "b", "c"] {
        letter.withCString { emit(fields[1], "insert-at-cursor", $0) }
        updateViewsNow()
      }
      #expect(store.answers[1].text == "abc")
      #expect(window.content.visibleTexts.contains("abc"))
      #expect(evaluations.rows == [2, 2, 2])
      #expect(evaluations.survey == 0)
    }
  }
}
