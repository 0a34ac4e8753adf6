import ComposableGtk
import InventoryCore

/// The page with what a stocktake has found.
struct StocktakeReviewView: View {
  @Bindable var store: StoreOf<StocktakeReviewFeature>

  var body: some View {
    Group {
      if let counts = store.counts {
        if counts.isEmpty {
          ContentUnavailableView(
            "Nothing Counted",
            systemImage: "checkmark",
            description: "What you count in a stocktake is shown here before it is booked."
          )
        } else {
          Form {
            if !store.impossibleCounts.isEmpty {
              section("Count Again", store.impossibleCounts, footer: countAgainText)
            }
            if !store.differences.isEmpty {
              section("Differences", store.differences, footer: "")
            }
            Section {
              LabeledContent("As Expected", value: "\(store.matchCount)")
              LabeledContent("Different", value: "\(store.differences.count)")
            } footer: {
              Text(
                "Differences are booked as of the moment of counting. What was received or used "
                  + "since is kept."
              )
            }
            Section {
              Button("Discard Counts…", role: .destructive) { store.send(.discardButtonTapped) }
                .disabled(store.isBooking)
            }
          }
        }
      } else {
        ProgressView()
      }
    }
    .navigationTitle("Review Stocktake")
    .toolbar {
      ToolbarItem(placement: .primaryAction) {
        Button("Book") { store.send(.bookButtonTapped) }
          .buttonStyle(.borderedProminent)
          .disabled(!store.canBook)
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
    "More has been taken since than was counted. Nothing can be booked until these are right."
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
        Text("\(count.item.quantity) → \(quantity)")
          .monospacedDigit()
      }
    }
  }

  private var caption: String {
    let counted = "\(count.counted) counted, \(count.expected) expected"
    return count.movedSince == 0 ? counted : "\(counted), \(count.movedSince.signedText) since"
  }
}
