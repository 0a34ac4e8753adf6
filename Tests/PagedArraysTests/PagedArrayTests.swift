import PagedArrays
import Testing

struct PagedArrayTests {
  private struct Parcel: Identifiable, Equatable {
    let id: Int
  }

  private func parcels(_ ids: Range<Int>) -> [Parcel] { ids.map(Parcel.init) }

  @Test func `nothing is loaded at first`() {
    let array = PagedArray<Parcel>(count: 250)
    #expect(array.count == 250)
    #expect(array[0] == nil)
    #expect(array.loadedElements.isEmpty)
    #expect(array.unloadedPages(in: 20..<30) == 0..<100)
    #expect(array.unloadedPages(in: 90..<240) == 0..<250)
  }

  @Test func `loaded elements are found by position and by id`() {
    var array = PagedArray<Parcel>(count: 250)
    array.load(parcels(1_100..<1_250), at: 100)
    #expect(array[99] == nil)
    #expect(array[100] == Parcel(id: 1_100))
    #expect(array[249] == Parcel(id: 1_249))
    #expect(array[250] == nil)
    #expect(array[-1] == nil)
    #expect(array.position(of: 1_207) == 207)
    #expect(array.position(of: 7) == nil)
    #expect(array.unloadedPages(in: 50..<250) == 0..<100)
    #expect(array.unloadedPages(in: 100..<250) == nil)
    #expect(array.unloadedPages(in: 240..<900) == nil)
    #expect(array.loadedElements == parcels(1_100..<1_250))
  }

  @Test func `only whole pages are kept`() {
    var array = PagedArray<Parcel>(count: 35, pageSize: 10)
    array.load(parcels(5..<25), at: 5)
    #expect(array.loadedElements == parcels(10..<20))
    array.load(parcels(30..<40), at: 30)
    #expect(array.loadedElements == parcels(10..<20) + parcels(30..<35))
    array.load(parcels(0..<3), at: 40)
    array.load(parcels(0..<3), at: -3)
    #expect(array.loadedElements == parcels(10..<20) + parcels(30..<35))
  }

  @Test func `pages far from the last loaded ones are dropped`() {
    var array = PagedArray<Parcel>(count: 1_000, pageSize: 10, maximumPages: 3)
    array.load(parcels(0..<20), at: 0)
    array.load(parcels(500..<510), at: 500)
    #expect(array[0] == Parcel(id: 0))
    array.load(parcels(510..<520), at: 510)
    #expect(array[0] == nil)
    #expect(array[10] == Parcel(id: 10))
    #expect(array[500] == Parcel(id: 500))
    array.load(parcels(100..<150), at: 100)
    #expect(array.loadedElements == parcels(100..<130))
  }

  @Test func `reloading replaces the number and the elements`() {
    var array = PagedArray<Parcel>(count: 40, pageSize: 10)
    array.load(parcels(0..<40), at: 0)
    array.reload(count: 25, parcels(110..<125), at: 10)
    #expect(array.count == 25)
    #expect(array[0] == nil)
    #expect(array[10] == Parcel(id: 110))
    #expect(array[24] == Parcel(id: 124))
    array.reload(count: 0, [], at: 0)
    #expect(array.loadedElements.isEmpty)
    #expect(array.unloadedPages(in: 0..<10) == nil)
  }

  @Test func `the beginning of a page is there until the page is loaded`() {
    var array = PagedArray<Parcel>(count: 40, pageSize: 10)
    array.reload(count: 35, parcels(100..<114), at: 0)
    #expect(array[9] == Parcel(id: 109))
    #expect(array[13] == Parcel(id: 113))
    #expect(array[14] == nil)
    #expect(array.position(of: 112) == 12)
    #expect(array.loadedElements == parcels(100..<114))
    #expect(array.unloadedPages(in: 0..<12) == 10..<20)
    #expect(array.loadedRange(around: 0..<35) == 0..<14)
    #expect(array.loadedRange(around: 12..<13) == 0..<14)
    #expect(array.loadedRange(around: 14..<20) == nil)
    array.load(parcels(110..<130), at: 10)
    #expect(array.loadedElements == parcels(100..<130))
    #expect(array.unloadedPages(in: 0..<30) == nil)
    #expect(array.loadedRange(around: 0..<1) == 0..<30)

    // Elements from the middle of a page on, or beyond the end, are no beginning.
    array.reload(count: 35, parcels(13..<18), at: 13)
    #expect(array.loadedElements.isEmpty)
    array.reload(count: 13, parcels(0..<17), at: 0)
    #expect(array.loadedElements == parcels(0..<13))
    #expect(array.unloadedPages(in: 0..<13) == nil)
  }

  @Test func `whole pages around a range are at least one, and no more than are kept`() {
    let array = PagedArray<Parcel>(count: 35, pageSize: 10, maximumPages: 3)
    #expect(array.wholePages(around: 12..<13) == 10..<20)
    #expect(array.wholePages(around: 19..<31) == 10..<40)
    #expect(array.wholePages(around: 0..<0) == 0..<10)
    #expect(array.wholePages(around: 47..<47) == 40..<50)
    #expect(array.wholePages(around: 0..<1_000) == 0..<30)
  }
}
