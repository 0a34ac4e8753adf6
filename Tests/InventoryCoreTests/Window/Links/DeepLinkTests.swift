import InventoryCore
import InventoryTestSupport
import Testing

@Suite struct DeepLinkTests {
  @Test(arguments: [
    ("inventory://items", DeepLink()),
    ("inventory://items/T-100", DeepLink(pages: [.item(sku: "T-100")])),
    ("inventory://items/T-100/edit", DeepLink(pages: [.item(sku: "T-100")], presentation: .edit)),
    (
      "inventory://items/H-1%2Fa%20b/delete",
      DeepLink(pages: [.item(sku: "H-1/a b")], presentation: .delete)
    ),
    (
      "inventory://items/T-100/location",
      DeepLink(pages: [.item(sku: "T-100"), .locationOfItem])
    ),
    (
      "inventory://locations/K%C3%BCche/items/A/location/items/B/edit",
      DeepLink(
        pages: [.location(name: "Küche"), .item(sku: "A"), .locationOfItem, .item(sku: "B")],
        presentation: .edit
      )
    ),
    ("inventory://locations", DeepLink(pages: [.locations])),
    ("inventory://locations//about", DeepLink(pages: [.locations], presentation: .about)),
    ("inventory://add", DeepLink(presentation: .add)),
    (
      "inventory://items/A/items/B/shortcuts",
      DeepLink(pages: [.item(sku: "A"), .item(sku: "B")], presentation: .shortcuts)
    ),
    ("inventory://changes", DeepLink(pages: [.recentChanges])),
    ("inventory://stocktake", DeepLink(pages: [.stocktake])),
    ("inventory://stocktake/review", DeepLink(pages: [.stocktake, .stocktakeReview])),
    (
      "inventory://stocktake/count/H-1%2Fa%20b",
      DeepLink(pages: [.stocktake], presentation: .count, countedSKU: "H-1/a b")
    ),
    (
      "inventory://stocktake/recount/T-100",
      DeepLink(pages: [.stocktake], presentation: .recount, countedSKU: "T-100")
    ),
    (
      "inventory://stocktake/review/discard",
      DeepLink(pages: [.stocktake, .stocktakeReview], presentation: .discard)
    ),
    (
      "inventory://locations/Attic/edit",
      DeepLink(pages: [.location(name: "Attic")], presentation: .edit)
    ),
    (
      "inventory://locations//new-location",
      DeepLink(pages: [.locations], presentation: .newLocation)
    ),
    ("inventory://filters", DeepLink(presentation: .filters)),
    ("inventory://low-stock", DeepLink(presentation: .lowStock)),
    ("inventory://backups", DeepLink(presentation: .backups)),
    (
      "inventory://items/A/backups/20261122T151343.123Z-daily.sqlite",
      DeepLink(
        pages: [.item(sku: "A")],
        presentation: .backups,
        backup: "20261122T151343.123Z-daily.sqlite"
      )
    ),
    ("inventory://tags/18%20V", DeepLink(pages: [.tag(name: "18 V")])),
    (
      "inventory://items/A/tags/t/items/B/remove-photo",
      DeepLink(
        pages: [.item(sku: "A"), .tag(name: "t"), .item(sku: "B")],
        presentation: .removePhoto
      )
    ),
  ])
  func `a link is read and written`(text: String, link: DeepLink) throws {
    #expect(try DeepLink(text) == link)
    #expect(link.text == text)
  }

  @Test func `every link is read as it was written`() throws {
    let items: [DeepLink.Page] = [
      .item(sku: "T-100"), .item(sku: "items"), .item(sku: "ä/b ?#%"),
    ]
    let pages =
      items + [
        .location(name: "K / ü"), .location(name: "edit"), .locationOfItem, .stocktake,
        .tag(name: "ä/b"), .tag(name: "tags"),
      ]
    var generator = SystemRandomNumberGenerator()
    for presentation in DeepLink.Presentation.allCases.map(Optional.some) + [nil] {
      for _ in 0..<200 {
        var link = DeepLink(presentation: presentation)
        for _ in 0..<Int.random(in: 0...5, using: &generator) {
          guard let page = pages.randomElement(using: &generator) else { continue }
          if page == .locationOfItem, link.pages.last.map(items.contains) != true { continue }
          link.pages.append(page)
        }
        // The pages that a presentation needs, if it cannot be open over those.
        let ends: [[DeepLink.Page]] = [
          [], [pages[0]], [.location(name: "A")], [.stocktake], [.stocktake, .stocktakeReview],
        ]
        if let presentation, !presentation.isPossible(over: link.pages.last) {
          let end = try #require(ends.first { presentation.isPossible(over: $0.last) })
          link.pages = end.isEmpty ? [] : link.pages + end
        }
        if presentation == .count || presentation == .recount { link.countedSKU = "ä/b count" }
        #expect(try DeepLink(link.text) == link, "\(link.text)")
      }
    }
  }

  @Test func `the list of locations is told only where a link ends`() throws {
    let pages: [DeepLink.Page] = [.locations, .location(name: "Box"), .locations]
    let link = DeepLink(pages: pages)
    #expect(link.text == "inventory://locations/Box/locations")
    #expect(try DeepLink(link.text).pages == Array(pages.dropFirst()))
    #expect(DeepLink(pages: [.locations, .locations]).text == "inventory://locations")
  }

  @Test func `a complete link tells every list of locations`() throws {
    let pages: [DeepLink.Page] = [
      .locations, .location(name: "Box"), .locations, .item(sku: "A"), .locations, .locations,
    ]
    for (count, text) in [
      (1, "inventory://locations"),
      (2, "inventory://locations//locations/Box"),
      (4, "inventory://locations//locations/Box/locations//items/A"),
      (6, "inventory://locations//locations/Box/locations//items/A/locations//locations"),
    ] {
      let link = DeepLink(pages: Array(pages.prefix(count)))
      #expect(link.completeText == text)
      #expect(try DeepLink(text) == link)
    }
    let about = DeepLink(pages: [.locations, .locations], presentation: .about)
    #expect(about.completeText == "inventory://locations//locations//about")
    #expect(try DeepLink(about.completeText) == about)
  }

  @Test func `scheme letters may be capitals and a link may end in a slash`() throws {
    #expect(try DeepLink("Inventory://items/") == DeepLink())
    #expect(try DeepLink("inventory://items/A/") == DeepLink(pages: [.item(sku: "A")]))
  }

  @Test(arguments: [
    ("", "expected a link that starts with inventory://"),
    ("https://items", "expected a link that starts with inventory://"),
    ("inventory://", "expected items, locations, stocktake, tags, changes, about, "),
    ("inventory://things", "shortcuts in place of “things”"),
    ("inventory://items//edit", "expected a SKU"),
    (
      "inventory://items/A/show",
      "edit, full-screen-photo, history, legal, photo, preferences, remove-photo, shortcuts or "
        + "nothing in place of “show”"
    ),
    ("inventory://items/A/filters", "shortcuts or nothing in place of “filters”"),
    ("inventory://items/A/edit/now", "expected nothing in place of “now”"),
    ("inventory://items/%ZZ", "expected a SKU, percent-encoded, in place of “%ZZ”"),
    ("inventory://items/%FF", "expected a SKU, percent-encoded"),
    ("inventory://items/%EF%BB%BF", "expected a SKU, percent-encoded"),
    ("inventory://items/A%00B", "expected a SKU, percent-encoded, in place of “A%00B”"),
    ("inventory://items/A?x=1", "expected a SKU, percent-encoded"),
    (
      "inventory://locations/A/book", "expected items, locations, stocktake, tags, changes, about, "
    ),
    ("inventory://discard", "in place of “discard”"),
    ("inventory://locations/A/items", "expected a SKU at the end"),
    ("inventory://tags", "expected a tag at the end"),
    ("inventory://backups/a/b", "expected nothing in place of “b”"),
    ("inventory://items/A/low-stock", "in place of “low-stock”"),
    ("inventory://add/more", "expected nothing in place of “more”"),
    ("inventory://stocktake/more", "expected items, locations, stocktake, review, tags, changes, "),
    ("inventory://stocktake/count", "expected a SKU at the end"),
    ("inventory://stocktake/count/A/B", "expected nothing in place of “B”"),
    ("inventory://items/A/count/A", "in place of “count”"),
    ("inventory://review", "in place of “review”"),
    ("inventory://stocktake/review/more", "shortcuts or nothing in place of “more”"),
  ])
  func `any other text is an error that says what was expected`(text: String, problem: String) {
    let error = #expect(throws: DeepLinkError.self) { try DeepLink(text) }
    #expect(error?.problem.contains(problem) == true, "\(error?.problem ?? "")")
    #expect(error?.description.hasPrefix("\(text): ") == true)
  }

  @Test func `a message tells the start of a long link`() {
    let word = String(repeating: "x", count: 5_000)
    let link = "inventory://items/\(word)"
    let wrong = #expect(throws: DeepLinkError.self) { try DeepLink("\(link)/\(word)") }
    #expect(wrong?.description.hasSuffix(" in place of “\(word.prefix(40))…”") == true)
    #expect((wrong?.description.count ?? 0) < 500)
  }

  @Test func `a link to a location that was reached from the list of all leads to it alone`() {
    let link = DeepLink(pages: [.locations, .location(name: "Shed")])
    #expect(link.text == "inventory://locations/Shed")
  }
}
