import ComposableGtk
import Foundation
import InventoryCore

/// What has to be decided before an import, and what the import will do.
struct ImportForecastSection: View {
  @Bindable var store: StoreOf<ImportFeature>
  let preview: ImportPreview

  var body: some View {
    Section {
      if let obstacle = store.obstacle {
        Text(obstacle.text)
          .padding(.vertical, 6)
      }
      if let forecast = store.forecast, store.obstacle == nil {
        LabeledContent(tr("New Items"), value: forecast.added.formatted())
        if let numbers = forecast.numbers {
          LabeledContent(
            tr("New SKUs"),
            value: numbers.first == numbers.last
              ? numbers.first : tr("\(numbers.first) to \(numbers.last)")
          )
        }
        if forecast.updated > 0 {
          LabeledContent(tr("Changed Items"), value: forecast.updated.formatted())
        }
        if forecast.skipped > 0 {
          LabeledContent(tr("Skipped Rows"), value: forecast.skipped.formatted())
        }
      } else if let rows = preview.rowCount {
        LabeledContent(tr("Rows"), value: rows.formatted())
      }
      if let problems = store.knownProblems {
        LabeledContent(tr("Rows with Problems"), value: problems.badRows.formatted())
        Toggle(tr("Leave Out Rows with Problems"), isOn: $store.options.leavesOutProblems)
        if !store.options.leavesOutProblems {
          let kinds = problems.badRowCounts.kinds
          ForEach(kinds.count > 1 ? kinds.map(\.kind) : [], id: \.self) { kind in
            Toggle(
              kind.title(rows: kinds.first { $0.kind == kind }?.rows ?? 0),
              isOn: isLeftOut(kind)
            )
          }
        }
        HStack(spacing: 12) {
          Text(tr("The file has been corrected"))
          Spacer()
          Button(tr("Read Again")) { store.send(.readAgainButtonTapped) }
            .disabled(store.isReadAgain)
        }
        .padding(.vertical, 6)
      }
      LabeledContent(tr("Known Columns"), value: knownColumns)
      if preview.leftOutCount > 0 || store.options.takesAllRows {
        Toggle(tr("Take All Rows as Items"), isOn: takesAllRows)
      }
      ForEach(notes.indices, id: \.self) { index in
        Text(notes[index])
          .padding(.vertical, 6)
      }
    } header: {
      Text(store.obstacle == nil ? tr("What Will Happen") : tr("Before You Import"))
    }
  }

  private func isLeftOut(_ kind: ImportProblem.Kind) -> Binding<Bool> {
    let leftOut = store.options.leftOutProblems
    let all = $store.options.leftOutProblems
    return Binding(
      get: { leftOut.contains(kind) },
      set: { all.wrappedValue = $0 ? leftOut.union([kind]) : leftOut.subtracting([kind]) }
    )
  }

  /// Whether rows are items that look like sums, charges or titles. The file is read again once the
  /// user says so.
  private var takesAllRows: Binding<Bool> {
    let isOn = store.options.takesAllRows
    return Binding(get: { isOn }, set: { store.send(.allRowsChanged($0)) })
  }

  private var knownColumns: String {
    let columns = store.options.mapping.columns
    return tr("\(columns.count { $0 != nil }) of \(columns.count)")
  }

  /// What is left out, and what is read in a way of its own.
  private var notes: [String] {
    var notes = preview.tableNotes(store.options)
    if let note = store.forecast?.noteOfLines { notes.insert(note, at: 0) }
    let others = notes.count - Self.noteLimit
    guard others > 1 else { return notes }
    return notes.prefix(Self.noteLimit)
      + [tr("And \(others) more note.", "And \(others) more notes.", count: others)]
  }

  /// More would hide the columns.
  private static let noteLimit = 6
}

extension ImportProblem.Kind {
  /// The title of the choice to leave out the rows that have the problem.
  fileprivate func title(rows: Int) -> String {
    let name =
      switch self {
      case .column(let column): tr("Problems in \(column.title)")
      case .item: tr("Unknown Items")
      case .repeated: tr("Repeated SKUs")
      case .row: tr("Incomplete Rows")
      }
    return tr("Leave Out \(name) (\(rows) row)", "Leave Out \(name) (\(rows) rows)", count: rows)
  }
}

extension ImportFeature.Obstacle {
  /// What the user has to do before an import can begin.
  var text: String {
    switch self {
    case .header: tr("Say whether the first row has the names of the columns.")
    case .missing(let column): tr("Choose the column with the \(column.title).")
    case .problems: tr("Leave out the rows with problems, or correct the file and read it again.")
    case .numbers: tr("Choose what the number is before you import. The file does not tell.")
    }
  }
}
