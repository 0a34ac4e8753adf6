import ComposableGtk

/// A shared value that cannot be written to a file.
private struct Place: Equatable { var x = 0 }
@Reducer
private struct SharedFile {
  @ObservableState
  // error: static method 'fileStorage(_:decoder:encoder:)' requires that 'Place' conform to
  // 'Decodable'
  struct State { @Shared(.fileStorage(URL(filePath: "/tmp/a.json"))) var place = Place() }
  enum Action { case tapped }
  var body: some ReducerOf<Self> { EmptyReducer() }
}
