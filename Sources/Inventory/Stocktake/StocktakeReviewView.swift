import ComposableGtk
import InventoryCore

/// The page with what a stocktake has found.
struct StocktakeReviewView: View {
  @Bindable var store: StoreOf<StocktakeReviewFeature>
  @Environment(\.rights) private var rights

  var body: some View {
    Group {
      if let problem = store.problem {
        DatabaseProblemView(problem) { store.send(.retryButtonTapped) }
      } else if let counts = store.counts {
        if counts.isEmpty {
          ContentUnavailableView(
            tr("Nothing Counted"),
            systemImage: "checkmark",
            description: tr("What you count in a stocktake is shown here before it is booked.")
          )
        } else {
          Form {
            if !store.impossibleCounts.isEmpty {
              section(tr("Count Again"), store.impossibleCounts, footer: countAgainText)
            }
            if !store.differences.isEmpty {
              section(tr("Differences"), store.differences, footer: "")
            }
            Section {
              LabeledContent(tr("As Expected"), value: tr(number: store.matchCount))
              LabeledContent(tr("Different"), value: tr(number: store.differences.count))
            } footer: {
              Text(
                tr(
                  """
                  Differences are booked as of the moment of counting. What was received or used \
                  since is kept.
                  """
                )
              )
            }
            Section {
              Button(tr("Discard Counts…"), role: .destructive) { store.send(.discardButtonTapped) }
                .disabled(store.isBooking || !rights.contains(.book))
            }
          }
        }
      } else {
        ProgressView()
      }
    }
    .navigationTitle(tr("Review Stocktake"))
    .toolbar {
      ToolbarItem(placement: .primaryAction) {
        Button(tr("Book")) { store.send(.bookButtonTapped) }
          .buttonStyle(.borderedProminent)
          .disabled(!store.canBook || !rights.contains(.book))
      }
      ToolbarItem(placement: .trailing) {
        MainMenu()
      }
    }
    .confirmationDialog(
      $store.scope(
        state: \.destination?.confirmationDialog,
        action: \.destination.confirmationDialog
      )
    )
    .alert($store.scope(state: \.destination?.alert, action: \.destination.alert))
    .task { await store.send(.task).finish() }
  }

  private var countAgainText: String {
    tr(
      """
      Since the count, more of these items have been taken than were counted. Count them again, or \
      remove their counts; then you can book.
      """
    )
  }

  private func section(
    _ title: String,
    _ counts: [StocktakeCount],
    footer: String
  ) -> some View {
    Section(title) {
      ForEach(counts) { count in
        Button {
          store.send(.countTapped(count))
        } label: {
          StocktakeReviewRow(count: count)
        }
        .buttonStyle(.navigation)
      }
    } footer: {
      if !footer.isEmpty { Text(footer) }
    }
  }
}

/// A count whose quantity is to change: what it is now, and what it will be.
private struct StocktakeReviewRow: View {
  let count: StocktakeCount

  var body: some View {
    StocktakeRow(name: count.item.name, caption: caption, difference: count.difference) {
      if let quantity = count.quantityAfterwards {
        Text(tr("\(count.item.quantity) → \(quantity)"))
          .monospacedDigit()
      }
    }
  }

  private var caption: String {
    count.movedSince == 0
      ? tr("\(count.counted) counted, \(count.expected) expected")
      : tr(
        """
        \(count.counted) counted, \(count.expected) expected, \
        \(count.movedSince.signedText) since
        """
      )
  }
}
