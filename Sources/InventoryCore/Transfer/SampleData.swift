import ComposableArchitecture
import Foundation

private enum SampleDataKey: DependencyKey {
  static let liveValue: URL? = nil
  static let testValue: URL? = nil
}

extension DependencyValues {
  /// The CSV file that “Load Sample Data” reads. The program that has one says where it is.
  public var sampleDataURL: URL? {
    get { self[SampleDataKey.self] }
    set { self[SampleDataKey.self] = newValue }
  }
}
