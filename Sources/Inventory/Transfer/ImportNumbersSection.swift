import ComposableGtk
import Foundation
import InventoryCore

/// Asks about numbers in the file that can be read in two ways.
struct ImportNumbersSection: View {
  @Bindable var store: StoreOf<ImportFeature>
  @Environment(\.locale) private var locale

  var body: some View {
    let questions = store.numberQuestions + store.answeredQuestions
    if let first = questions.first {
      Section {
        ForEach(questions.indices, id: \.self) { index in
          Text(text(questions[index]))
            .padding(.vertical, 6)
        }
        Picker(
          tr("“\(first.example.text)” Is", context: "number"),
          selection: $store.options.numbers.choice
        ) {
          Text(tr("Choose…")).tag(DecimalMark?.none)
          ForEach(DecimalMark.allCases, id: \.self) { mark in
            Text(first.number(mark, locale: locale)).tag(DecimalMark?.some(mark))
          }
        }
      } header: {
        Text(tr("Numbers in Doubt"))
      } footer: {
        Text(explanation)
      }
    }
  }

  private func text(_ question: NumberQuestion) -> String {
    let example = question.example
    let (comma, point) = (
      question.number(.comma, locale: locale), question.number(.point, locale: locale)
    )
    let value = tr(
      "Line \(example.line), \(question.column.title): “\(example.text)” is \(comma) or \(point)"
    )
    let names = store.options.mapping.columns.firstIndex(of: .name)
    guard let names, example.row.indices.contains(names) else { return value }
    return tr("\(value) (\(String(example.row[names].prefix(60))))")
  }

  private var explanation: String {
    tr("All other numbers that can be read in two ways are read in the same way.")
  }
}
