import ComposableArchitecture
import Foundation
import Testing

@Suite
struct SplitViewPlanTests {
  private let two: [SplitViewPlan.Widths] = [
    .init(minimum: 200, ideal: 250, maximum: 400), .init(minimum: 300, ideal: 500, maximum: 9_000),
  ]
  private let three: [SplitViewPlan.Widths] = [
    .init(minimum: 200, ideal: 250, maximum: 400), .init(minimum: 200, ideal: 300, maximum: 500),
    .init(minimum: 300, ideal: 500, maximum: 9_000),
  ]

  private func plan(
    _ columns: [SplitViewPlan.Widths],
    _ visibility: NavigationSplitViewVisibility = .automatic,
    compact: Int = 0,
    user: [Int: Double] = [:],
    width: Int
  ) -> SplitViewPlan {
    SplitViewPlan(
      columns: columns,
      userWidths: user,
      visibility: visibility,
      compactColumn: compact,
      width: width
    )
  }

  @Test
  func `two columns share the width, with the line between them`() {
    #expect(plan(two, width: 1_000).places == [0..<250, 251..<1_000])
  }

  @Test
  func `the smallest width for two columns is that of both and the line`() {
    #expect(!plan(two, width: 501).isCollapsed)
    #expect(plan(two, width: 501).places == [0..<200, 201..<501])
    #expect(plan(two, width: 500).isCollapsed)
  }

  @Test(arguments: [0, 1])
  func `a narrow view shows the compact column in its whole width`(compact: Int) {
    let plan = plan(two, compact: compact, width: 360)
    #expect(plan.first == compact)
    #expect(plan.places[compact] == 0..<360)
    #expect(plan.places[1 - compact] == nil)
  }

  @Test
  func `a compact column that does not exist is the nearest one`() {
    #expect(plan(two, compact: 7, width: 360).first == 1)
    #expect(plan(two, compact: -1, width: 360).first == 0)
  }

  @Test
  func `only the last column is shown if that is wanted`() {
    #expect(plan(two, .detailOnly, width: 900).places == [nil, 0..<900])
    #expect(plan(three, .detailOnly, width: 900).places == [nil, nil, 0..<900])
  }

  @Test
  func `all three columns are shown where they fit`() {
    #expect(plan(three, width: 1_200).places == [0..<250, 251..<551, 552..<1_200])
    #expect(plan(three, width: 702).places == [0..<200, 201..<401, 402..<702])
    #expect(plan(three, width: 701).places == [nil, 0..<300, 301..<701])
  }

  @Test
  func `all three columns are wanted where only two fit, so the sidebar lies above`() {
    let plan = plan(three, .all, width: 600)
    #expect(plan.hasOverlay)
    #expect(plan.places == [0..<250, 0..<299, 300..<600])
    #expect(!self.plan(three, .all, width: 702).hasOverlay)
  }

  @Test
  func `a part of the other columns stays in sight beside a sidebar above them`() {
    let plan = plan(three, .all, user: [0: 400], width: 501)
    #expect(plan.places[0] == 0..<400)
    let wide: [SplitViewPlan.Widths] =
      [.init(minimum: 200, ideal: 900, maximum: 900)] + Array(three.dropFirst())
    #expect(self.plan(wide, .all, width: 600).places[0] == 0..<(600 - SplitViewPlan.uncovered))
  }

  @Test
  func `two of three columns are the last two`() {
    #expect(plan(three, .doubleColumn, width: 1_200).places == [nil, 0..<300, 301..<1_200])
  }

  @Test
  func `a width that the user has set is kept within the limits of the column`() {
    #expect(plan(two, user: [0: 333], width: 1_000).places[0] == 0..<333)
    #expect(plan(two, user: [0: 10], width: 1_000).places[0] == 0..<200)
    #expect(plan(two, user: [0: 4_000], width: 1_000).places[0] == 0..<400)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
  func `a width that is no length is harmless`(width: Double) {
    let place = plan(two, user: [0: width], width: 1_000).places[0]
    #expect((200...400).contains(place?.count ?? 0))
  }

  @Test
  func `columns give up what the last one lacks, the first of them first`() {
    let plan = plan(three, user: [0: 400, 1: 500], width: 1_000)
    #expect(plan.places == [0..<200, 201..<699, 700..<1_000])
  }

  @Test
  func `a line is moved within the limits of both columns`() {
    let plan = plan(two, width: 700)
    #expect(plan.width(of: 0, withEndAt: 330, columns: two) == 330)
    #expect(plan.width(of: 0, withEndAt: 20, columns: two) == 200)
    #expect(plan.width(of: 0, withEndAt: 650, columns: two) == 399)
    #expect(plan.width(of: 0, withEndAt: .max / 2, columns: two) == 399)
  }

  @Test
  func `no width and no state give a column less than it needs`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      let count = Int.random(in: 2...3, using: &random)
      let columns = (0..<count).map { _ in
        let minimum = Int.random(in: 1...400, using: &random)
        return SplitViewPlan.Widths(
          minimum: minimum,
          ideal: Int.random(in: 0...600, using: &random),
          maximum: Int.random(in: 0...800, using: &random)
        )
      }
      let width = Int.random(in: (columns.map(\.minimum).max() ?? 0)...2_000, using: &random)
      let visibility = [NavigationSplitViewVisibility.automatic, .all, .doubleColumn, .detailOnly]
        .randomElement(using: &random)!
      let plan = SplitViewPlan(
        columns: columns,
        userWidths: [0: .random(in: -100...900), 1: .random(in: -100...900)],
        visibility: visibility,
        compactColumn: Int.random(in: 0..<count, using: &random),
        width: width
      )
      let shown = plan.places.indices.filter(plan.shows)
      for column in shown {
        let isAlone = plan.isCollapsed || shown.count == 1
        #expect(isAlone || plan.places[column]!.count >= columns[column].minimum)
      }
      let beside = plan.hasOverlay ? Array(shown.dropFirst()) : shown
      #expect(plan.places[beside[0]]?.lowerBound == 0)
      #expect(plan.places[beside.last!]?.upperBound == width)
      for (left, right) in zip(beside, beside.dropFirst()) {
        #expect(plan.places[left]!.upperBound + 1 == plan.places[right]!.lowerBound)
      }
    }
  }

  @Test
  func `what the state says of columns is kept as text`() throws {
    struct Saved: Codable, Equatable {
      var visibility = NavigationSplitViewVisibility.doubleColumn
      var column = NavigationSplitViewColumn.content
      var widths = NavigationSplitViewWidths(sidebar: 240)
    }
    let data = try JSONEncoder().encode(Saved())
    #expect(try JSONDecoder().decode(Saved.self, from: data) == Saved())
    #expect(String(decoding: data, as: UTF8.self).contains("\"doubleColumn\""))
    #expect("\(NavigationSplitViewColumn.sidebar)" == "sidebar")
  }
}
