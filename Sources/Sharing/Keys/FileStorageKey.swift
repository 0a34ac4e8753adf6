import DependencyInjection
import Dispatch
import Foundation

extension SharedReaderKey {
  /// A value that is stored in a file, as JSON.
  ///
  /// The file is written when the value changes: the first time at once, and then at most once a
  /// second. Pending changes are written before the process ends. When another program changes the
  /// file, the value changes. When the file is removed or empty, the value is the default. A file
  /// that cannot be used is renamed, and the value is the default; the error is the
  /// ``Shared/loadError``, and outside of tests it is also reported.
  ///
  /// - Parameters:
  ///   - url: The file. Its folder is created if necessary.
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

  /// A value that is stored in a file, in your own format.
  ///
  /// - Parameters:
  ///   - url: The file. Its folder is created if necessary.
  ///   - decode: Decodes the content of the file. If it throws, the file is renamed.
  ///   - encode: Encodes the content of the file.
  public static func fileStorage<Value: Sendable>(
    _ url: URL,
    decode: @escaping @Sendable (Data) throws -> Value,
    encode: @escaping @Sendable (Value) throws -> Data
  ) -> Self where Self == FileStorageKey<Value> {
    FileStorageKey(url: url, decode: decode, encode: encode)
  }
}

/// The key of a value in a file. See ``SharedReaderKey/fileStorage(_:decoder:encoder:)``.
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

/// The identity of a file in a storage.
public struct FileStorageKeyID: Hashable, Sendable {
  fileprivate let url: URL
  fileprivate let storage: ObjectIdentifier
}

extension FileStorageKey: CustomStringConvertible {
  public var description: String { ".fileStorage(\(file.url.path(percentEncoded: false)))" }
}
