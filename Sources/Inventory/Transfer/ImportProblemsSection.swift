import ComposableGtk
import Foundation
import InventoryCore

/// What is wrong with rows, and what can be done.
struct ImportProblemsSection: View {
  let rejection: ImportRejection
  /// Whether nothing was tried yet.
  var isForecast = false

  /// How many problems fit into a sheet.
  private static let limit = 20

  var body: some View {
    Section {
      ForEach(rejection.problems.prefix(Self.limit).indices, id: \.self) { index in
        let problem = rejection.problems[index]
        HStack(alignment: .top, spacing: 12) {
          Text(problem.sheet == nil ? tr("Line \(problem.line)") : tr("Cell \(problem.cell)"))
            .monospacedDigit()
            .cssClass("dim-label")
          Text(
            problem.item.isEmpty
              ? problem.problem : tr("\(excerpt(problem.item)): \(problem.problem)")
          )
        }
        .padding(.vertical, 6)
      }
    } header: {
      Text(isForecast ? tr("Problems") : tr("Nothing Was Imported"))
    } footer: {
      Text(explanation)
    }
  }

  private func excerpt(_ text: String) -> String { String(text.prefix(60)) }

  private var explanation: String {
    let explanation = tr(
      "\(rejection.badRows) row has problems. Correct the file, or import without it.",
      "\(rejection.badRows) rows have problems. Correct the file, or import without them.",
      count: rejection.badRows
    )
    guard rejection.problems.count > Self.limit else { return explanation }
    return "\(explanation) \(tr("The first \(Self.limit) problems are listed."))"
  }
}
