import DependencyInjection
import Dispatch
import Foundation

extension SharedReaderKey {
  /// A value that is kept in a file, as JSON.
  ///
  /// The file is written when the value changes: the first time at once, then at most once a second, and what waits is
  /// written before the process ends. When another program changes the file, the value changes;
  /// when it removes the file, the value is the default. An empty file is like none. A file that
  /// cannot be used is kept under another name, and the value is the default; the error is the
  /// ``Shared/loadError``, and outside of tests it is reported.
  ///
  /// - Parameters:
  ///   - url: The file. The folders that it lies in are made.
  ///   - decoder: Reads the file.
  ///   - encoder: Writes the file.
  public static func fileStorage<Value: Codable & Sendable>(
    _ url: URL,
    decoder: JSONDecoder = JSONDecoder(),
    encoder: JSONEncoder = JSONEncoder()
  ) -> Self where Self == FileStorageKey<Value> {
    FileStorageKey(
      url: url,
      decode: { try decoder.decode(Value.self, from: $0) },
      encode: { try encoder.encode($0) }
    )
  }

  /// A value that is kept in a file, in a format of your own.
  ///
  /// - Parameters:
  ///   - url: The file. The folders that it lies in are made.
  ///   - decode: Makes a value of what is in the file. Where it throws, the file is kept under
  ///     another name.
  ///   - encode: Makes what is to be in the file.
  public static func fileStorage<Value: Sendable>(
    _ url: URL,
    decode: @escaping @Sendable (Data) throws -> Value,
    encode: @escaping @Sendable (Value) throws -> Data
  ) -> Self where Self == FileStorageKey<Value> {
    FileStorageKey(url: url, decode: decode, encode: encode)
  }
}

/// A value in a file, see ``SharedReaderKey/fileStorage(_:decoder:encoder:)``.
public struct FileStorageKey<Value: Sendable>: SharedKey {
  private let file: SharedFile
  private let decode: @Sendable (Data) throws -> Value
  private let encode: @Sendable (Value) throws -> Data

  fileprivate init(
    url: URL,
    decode: @escaping @Sendable (Data) throws -> Value,
    encode: @escaping @Sendable (Value) throws -> Data
  ) {
    @Dependency(\.defaultFileStorage) var storage
    file = SharedFile.at(url.standardizedFileURL, in: storage)
    self.decode = decode
    self.encode = encode
  }

  public var id: FileStorageKeyID {
    FileStorageKeyID(url: file.url, storage: ObjectIdentifier(file.storage))
  }

  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    continuation.resume(with: Result { try file.read(decode, absenceCounts: true) })
  }

  public func subscribe(
    context: LoadContext<Value>,
    subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    let (file, decode) = (file, decode)
    return file.storage.observe(file.url) {
      file.readChange(decode, absenceCounts: true) { subscriber.yield(with: $0) }
    }
  }

  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    let encode = encode
    file.write(completion: { continuation.resume(with: $0) }) { try encode(value) }
    if context == .userInitiated { file.throttle.flush() }
  }
}

/// What tells files apart.
public struct FileStorageKeyID: Hashable, Sendable {
  fileprivate let url: URL
  fileprivate let storage: ObjectIdentifier
}

extension FileStorageKey: CustomStringConvertible {
  public var description: String { ".fileStorage(\(file.url.path(percentEncoded: false)))" }
}
